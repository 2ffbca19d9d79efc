"""Folders to begin a bot with: a reference bot in one language, its client, how to run it.

Copies the files of data/bots, which an installed package carries along. Knows nothing of how a
bot is played.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tourney.domain.errors import Conflict, UsageFault

PLACES: Final = (Path(__file__).parents[1] / "starters", Path(__file__).parents[2] / "data/bots")
"""Of an installed package, of a checkout."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


@dataclass(frozen=True, slots=True)
class Language:
    """What a bot in a language consists of: files (the bot itself first), build, start.

    `{folder}` stands for the bot's folder in the commands, as a shell needs it.
    """

    title: str
    files: tuple[str, ...]
    start: str
    build: str = ""


LANGUAGES: Final = {
    "python": Language(
        "Python", ("python/bot.py", "python/tmbp.py"), start="python3 {folder}/bot.py"
    ),
    "c": Language(
        "C", ("c/bot.c",), start="{folder}/bot", build="cc -O2 -o {folder}/bot {folder}/bot.c"
    ),
    "node": Language("JavaScript", ("node/bot.js",), start="node {folder}/bot.js"),
}


@dataclass(frozen=True, slots=True)
class Starter:
    """A bot's folder that was written, with the commands that build and play it."""

    name: str
    files: tuple[Path, ...]
    build: str
    target: str


def new_bot(folder: Path, language: str) -> Starter:
    """Write a working bot into a new folder and name it after that; Conflict if it is there."""
    name, made = folder.name, LANGUAGES[language]
    if not NAME.fullmatch(name):
        raise UsageFault(f"bot name {name!r} will not do; use letters, digits, '.', '_' and '-'")
    if folder.exists() or folder.is_symlink():
        raise Conflict(f"'{folder}' is already there; choose another name")
    texts = {Path(file).name: _source(file) for file in made.files}
    bot = Path(made.files[0]).name
    texts[bot] = _named(texts[bot], name)
    shown = shlex.quote(str(folder))
    build, target = made.build.format(folder=shown), "cmd:" + made.start.format(folder=shown)
    texts["README.md"] = _readme(name, made, build, target)
    folder.mkdir(parents=True)
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
        if text.startswith("#!"):
            (folder / file).chmod(0o755)
    return Starter(name, tuple(folder / file for file in texts), build, target)


def _source(file: str) -> str:
    found = [place / file for place in PLACES if (place / file).is_file()]
    return found[0].read_text("utf-8")


def _named(text: str, name: str) -> str:
    """The reference bot under another name; its class, where it has one, as well."""
    words = re.split(r"[._-]+", name)
    title = "".join(word[:1].upper() + word[1:] for word in words)
    text = text.replace('"starter"', f'"{name}"')
    return re.sub(r"\bStarter\b", title if title.isidentifier() else "Mine", text)


def _readme(name: str, made: Language, build: str, target: str) -> str:
    quoted = shlex.quote(target)
    bot, *client = (Path(file).name for file in made.files)
    files = [f"`{bot}` is the bot: change what it chooses."]
    files += [f"`{file}` speaks the line protocol; leave it beside the bot." for file in client]
    commands = [
        *([build] if build else []),
        f"tourney bot check {quoted}",
        f"tourney run -g diams -O length=quick --bot {name}={quoted} --bot greedy=greedy --name r1",
        "tourney standings r1",
        f"tourney bot logs {name}",
    ]
    lines = "\n".join(f"    {command}" for command in commands)
    return f"# {name}\n\nA bot in {made.title} for tourney.\n{' '.join(files)}\n\n{lines}\n"
