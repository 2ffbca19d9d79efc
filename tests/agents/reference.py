"""The reference bots of data/bots as commands, compiled if necessary."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tourney.botlab.starters import LANGUAGES

BOTS = Path(__file__).parents[2] / "data" / "bots"
CLIENT = BOTS / "python" / "tmbp.py"
NAMES = ("python", "c", "node", "go", "rust", "java", "ruby")


def command(name: str, folder: Path) -> list[str]:
    """The command that starts a reference bot; skips the test without compiler or interpreter.

    The C bot is compiled in `folder`.
    """
    if name == "c":
        return [str(compiled(folder))]
    if name in LANGUAGES and name != "python":
        return built(name, folder)
    script = "listener.py" if name == "listener" else "bot.py"
    return [sys.executable, str(BOTS / "python" / script)]


TOOLS = {"java": "javac", "rust": "rustc"}
"""The program that a language needs, if it is not called as the language is."""


def built(name: str, folder: Path) -> list[str]:
    """The command of a starter, built by the command that `bot new` prints."""
    needed(TOOLS.get(name, name))
    language, place = LANGUAGES[name], folder / name
    if not place.exists():
        shutil.copytree(BOTS / name, place)
        if language.build:
            subprocess.run(["sh", "-ec", language.build.format(folder=place)], check=True)
    return shlex.split(language.start.format(folder=place))


def compiled(folder: Path) -> Path:
    """The C bot; a compiler warning fails the test."""
    program = folder / "bot"
    if not program.exists():
        flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2"]
        subprocess.run([needed("cc"), *flags, "-o", program, BOTS / "c" / "bot.c"], check=True)
    return program


def needed(program: str) -> str:
    """The path of a program; skips the test if it is not installed."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found
