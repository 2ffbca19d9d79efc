"""Matches with bots in processes, and a search for processes that they leave behind."""

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from engines.games import GAMES
from tests.until import AGES, until
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load
from tourney.agents.programs import load_command
from tourney.agents.wire import WireLimits
from tourney.domain.match_values import Fixture, PlayedMatch
from tourney.play.clock import NO_CLOCK, Clock
from tourney.play.referee import MatchSetup, Referee, Texts

FOREVER = 240.0
"""Seconds that processes of hostile bots would run if they were not killed."""
HOSTILE = Path(__file__).with_name("hostile.py")
PATIENCE = WireLimits(start=AGES, read=1.0, think=2.0)
"""Programs take long to start on a busy machine."""
QUICK = {"length": "quick"}


def command(*words: object) -> str:
    """The target of a Python program that needs the standard library only."""
    return "cmd:" + shlex.join([sys.executable, "-I", "-S", *map(str, words)])


def hostile(mode: str, marker: str) -> str:
    return command(HOSTILE, mode, marker)


@contextmanager
def seated(
    target: str, limits: Limits | None = None, patience: WireLimits = PATIENCE
) -> Iterator[LoadedBot]:
    loaded = load_command(target, limits or Limits(), patience)
    try:
        yield loaded
    finally:
        loaded.close()


def matches(
    loaded_bots: Sequence[LoadedBot],
    number: int,
    *,
    clock: Clock = NO_CLOCK,
    on_fault: str = "forfeit",
    game: str = "diams",
    options: dict[str, str] = QUICK,
    first: int = 1,
) -> list[PlayedMatch]:
    """Plays matches, by default of quick Diam's; the bots sit in the order given."""
    seats, played = len(loaded_bots), GAMES[game]
    parsed = played.options(options, seats)
    setup = MatchSetup(played, parsed, seats, "7", "77", on_fault, Texts(played), clock)
    order = tuple(range(seats))
    return [
        Referee(setup, Fixture(n, n, 0, 0, order), [one.sit(n) for one in loaded_bots]).play()
        for n in range(first, first + number)
    ]


def marker() -> str:
    """A unique word for the command line of a bot."""
    return f"marked-{uuid4().hex}"


def alive(word: str) -> list[int]:
    """Ids of running processes with this word on their command line; zombies are left out.

    The command line of a supervisor contains that of its bot.
    """
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if word.encode() in words and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def eldest(word: str) -> int:
    """The process with this word whose parent has another command line: a supervisor.

    Its id may be the largest, because the system starts again with small ids.
    """
    found = alive(word)
    (first,) = (pid for pid in found if parent(pid) not in found)
    return first


def parent(pid: int) -> int:
    """The id of the parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def gone(word: str) -> bool:
    """Waits until no process with this word is left; fails if one stays."""
    until(lambda: not alive(word), FOREVER / 2)
    return True


RANDOM = load("random")
