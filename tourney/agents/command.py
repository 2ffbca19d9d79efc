"""Turns `cmd:"./mybot --fast"` into a bot that plays: words, files, version, processes.

A command that cannot be found is an error before the first match. A command that is found but does
not start is a fault like any other: it costs the bot its matches.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from engines.messages import say
from tourney.agents.bot_process import shared
from tourney.agents.channel import Channel
from tourney.agents.isolation import Limits, possible
from tourney.agents.loaded_bot import (
    LoadedBot,
    check_path,
    check_target,
    checked_version,
    known_games,
)
from tourney.agents.process import ProcessAgent, Processes
from tourney.agents.wire import Hello, Spy, WireLimits
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
    record: Callable[[], Spy] | None = None,
) -> LoadedBot:
    """Load the bot that a command names; starts one process of it to read its hello.

    `channel` is the class that carries the lines; botlab has its own. `record` makes a listener
    for each process, which gets all lines to and from it.
    """
    words = command_words(target)
    limits, lacks = possible(limits, words)
    processes = Processes(words, limits, patience or WireLimits(), channel, record)
    absent = None
    try:
        hello = processes.hello()
    except AgentFault as fault:
        hello, absent = Hello(want=frozenset({"events"})), fault
    try:
        version, games = _version(target, hello, words), known_games(target, hello.games)
    except UsageFault:
        processes.close()
        raise
    return LoadedBot(
        target,
        version,
        partial(ProcessAgent, processes, version, "events" in hello.want),
        hello.reproducible,
        close=processes.close,
        stderr=processes.stderr,
        games=games,
        lacks=(*lacks, *shared(limits)),
        content=content_of_files(words),
        absent=absent,
        outside=True,
        effort=lambda: processes.seconds,
        dismiss=processes.dismiss,
        settle=processes.settle,
    )


def command_words(target: str) -> list[str]:
    """Program and arguments; UsageFault for a command that cannot be split, NotFound."""
    check_target(target)
    text = target.removeprefix(PREFIX)
    try:
        words = shlex.split(text)
        # Quotes around the whole command, as in a TOML file, where no shell removes them.
        if len(words) == 1 and not os.path.exists(words[0]):
            words = shlex.split(words[0])
    except ValueError as error:
        cut = "agents.quote-open" if "quotation" in str(error) else "agents.nothing-escaped"
        raise UsageFault(
            say("agents.unreadable", bot=quoted(target), fault=say(cut), form=FORM)
        ) from None
    if not words:
        raise UsageFault(say("agents.names-no-program", bot=quoted(target), form=FORM))
    program = shutil.which(words[0])
    if program is None:
        raise _missing(target, words[0])
    return words


def _missing(target: str, program: str) -> NotFound | UsageFault:
    words = {"program": quoted(program), "bot": quoted(target)}
    if os.path.isdir(program):
        return UsageFault(say("agents.program-is-folder", **words))
    if os.path.exists(program):
        return UsageFault(say("agents.not-executable", **words, word=shlex.quote(program)))
    local = say("agents.or-local", program=program)
    remedy = check_path(program) if os.sep in program else local
    return NotFound(say("agents.no-program", **words, remedy=remedy))


def absent_files(target: str) -> list[str]:
    """The arguments of a command that look like relative paths but do not exist."""
    words = [word for word in command_words(target)[1:] if RELATIVE.fullmatch(word)]
    return [word for word in words if not os.path.exists(word)]


def _version(target: str, hello: Hello, words: Sequence[str]) -> str:
    """The version that the bot declares, or else the one of its files."""
    if not hello.version:
        return version_of_files(words)
    return checked_version(target, hello.version)


def version_of_files(words: Sequence[str]) -> str:
    """The git commit that contains the files of a command unchanged, or else their hash."""
    files = [Path(word) for word in words if os.path.isfile(word)]
    commits = {_described(file) for file in _own(files, words)}
    if len(commits) == 1 and (commit := commits.pop()):
        return commit
    return _digest(files or [Path(shutil.which(words[0]) or words[0])])


def content_of_files(words: Sequence[str]) -> str:
    """A hash of the files of a command without its interpreter."""
    files = [Path(word) for word in words if os.path.isfile(word)]
    return _digest(_own(files, words) or [Path(shutil.which(words[0]) or words[0])])


def _own(files: Sequence[Path], words: Sequence[str]) -> Sequence[Path]:
    """The files without an interpreter, which is the first word with its whole path."""
    interpreted = len(files) > 1 and files[0] == Path(words[0]) and files[0].is_absolute()
    return files[1:] if interpreted else files


def _digest(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(_content(file))
    return digest.hexdigest()[:10]


def _content(file: Path) -> bytes:
    """The content of a file; its name if it may be run but not read."""
    try:
        return file.read_bytes()
    except OSError:
        return str(file).encode()


def _described(file: Path) -> str:
    """git's description of the folder of a file; empty if git does not track the file unchanged."""
    folder = str(file.resolve().parent)
    if not _git(folder, "ls-files", "--", file.name):
        return ""
    words = _git(folder, "describe", "--always", "--tags", "--dirty")
    clean = re.sub(r"[^\w.+-]", "-", words)[:40]
    return "" if words.endswith("-dirty") else clean


def _git(folder: str, *words: str) -> str:
    environment = {key: text for key, text in os.environ.items() if not key.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", "-C", folder, *words],
            env=environment,
            capture_output=True,
            timeout=GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""
