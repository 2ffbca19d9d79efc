"""From `cmd:"./mybot --fast"` to a bot that plays: words, files, version, processes.

A command that cannot be found is said here, before a match begins. One that can be found and does
not start is a fault like any other: it costs its matches and nothing else.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from tourney.agents.bot_process import shared
from tourney.agents.channel import Channel
from tourney.agents.isolation import Limits, possible
from tourney.agents.loaded_bot import (
    VERSION,
    VERSION_FORM,
    LoadedBot,
    check_path,
    check_target,
    known_games,
)
from tourney.agents.process import ProcessAgent, Processes
from tourney.agents.wire import Hello, WireLimits
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.play.agent import AgentFault

PREFIX: Final = "cmd:"
FORM: Final = 'cmd:"./mybot --fast"'
GIT_SECONDS: Final = 10.0
RELATIVE: Final = re.compile(r"[^-/].*(/.*|\.[A-Za-z]\w*)", re.DOTALL)


def load_command(
    target: str,
    limits: Limits,
    patience: WireLimits | None = None,
    channel: type[Channel] = Channel,
) -> LoadedBot:
    """The bot that a command names; one process of it is started and asked who it is.

    `channel` carries the lines; tests have their own.
    """
    words = command_words(target)
    limits, lacks = possible(limits, words)
    processes = Processes(words, limits, patience or WireLimits(), channel)
    try:
        said = processes.hello()
    except AgentFault:
        said = Hello(want=frozenset({"events"}))
    try:
        version, games = _version(target, said, words), known_games(target, said.games)
    except UsageFault:
        processes.close()
        raise
    return LoadedBot(
        target,
        version,
        partial(ProcessAgent, processes, version, "events" in said.want),
        said.reproducible,
        close=processes.close,
        stderr=processes.stderr,
        games=games,
        lacks=(*lacks, *shared(limits)),
    )


def command_words(target: str) -> list[str]:
    """Program and arguments; UsageFault if they cannot be told apart, NotFound without program."""
    check_target(target)
    text = target.removeprefix(PREFIX)
    try:
        words = shlex.split(text)
        # Quotes around the whole command, as in a file: the shell has not taken them away.
        if len(words) == 1 and not os.path.exists(words[0]):
            words = shlex.split(words[0])
    except ValueError as error:
        raise UsageFault(
            f"bot {quoted(target)} cannot be read: {str(error).lower()}; write {FORM}"
        ) from None
    if not words:
        raise UsageFault(f"bot {quoted(target)} names no program; write {FORM}")
    program = shutil.which(words[0])
    if program is None:
        raise _missing(target, words[0])
    return words


def _missing(target: str, program: str) -> NotFound | UsageFault:
    if os.path.isdir(program):
        return UsageFault(f"{quoted(program)} of bot {quoted(target)} is a folder; name a program")
    if os.path.exists(program):
        remedy = f"change that with: chmod +x {shlex.quote(program)}"
        return UsageFault(
            f"program {quoted(program)} of bot {quoted(target)} is not executable; {remedy}"
        )
    remedy = check_path(program) if os.sep in program else f"check the path, or write ./{program}"
    return NotFound(f"no program {quoted(program)} for bot {quoted(target)}; {remedy}")


def absent_files(target: str) -> list[str]:
    """The arguments of a command that are written like relative paths and lead nowhere."""
    words = [word for word in command_words(target)[1:] if RELATIVE.fullmatch(word)]
    return [word for word in words if not os.path.exists(word)]


def _version(target: str, said: Hello, words: Sequence[str]) -> str:
    """What it says itself, else what git says of its folder, else a hash of its files."""
    if not said.version:
        return version_of_files(words)
    if not VERSION.fullmatch(said.version):
        raise UsageFault(
            f"bot {quoted(target)} declares an invalid version {quoted(said.version)}; "
            f"{VERSION_FORM}"
        )
    return said.version


def version_of_files(words: Sequence[str]) -> str:
    """By the files that a command names: the commit that holds them as they are, else a hash."""
    files = [Path(word) for word in words if os.path.isfile(word)]
    interpreted = len(files) > 1 and files[0] == Path(words[0]) and files[0].is_absolute()
    commits = {_described(file) for file in (files[1:] if interpreted else files)}
    if len(commits) == 1 and (commit := commits.pop()):
        return commit
    digest = hashlib.sha256()
    for file in files or [Path(shutil.which(words[0]) or words[0])]:
        digest.update(_content(file))
    return digest.hexdigest()[:10]


def _content(file: Path) -> bytes:
    """What is in a file; the name of one that may be run and not read."""
    try:
        return file.read_bytes()
    except OSError:
        return str(file).encode()


def _described(file: Path) -> str:
    """What git says of the folder of a file; empty if it is not there as git knows it."""
    folder = str(file.resolve().parent)
    if not _git(folder, "ls-files", "--", file.name):
        return ""
    words = _git(folder, "describe", "--always", "--tags", "--dirty")
    clean = re.sub(r"[^\w.+-]", "-", words)[:40]
    return "" if words.endswith("-dirty") else clean


def _git(folder: str, *words: str) -> str:
    environment = {key: text for key, text in os.environ.items() if not key.startswith("GIT_")}
    try:
        told = subprocess.run(
            ["git", "-C", folder, *words],
            env=environment,
            capture_output=True,
            timeout=GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return told.stdout.decode("utf-8", "replace").strip() if told.returncode == 0 else ""
