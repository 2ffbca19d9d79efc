"""A bot as runs know it: its target, its version, and the function that makes its agents.

Does not depend on where bots come from.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import is_text
from tourney.play.agent import Agent, AgentFault

LONGEST_TARGET: Final = 1 << 14
"""Maximum length of a target."""
VERSION: Final = re.compile(r"[\w.+-]{1,40}")


class CarriedBot(NamedTuple):
    """A bot that no other process can load by its target: its class or object, packed."""

    target: str
    digest: str
    data: bytes


@dataclass(frozen=True, slots=True)
class LoadedBot:
    """A bot that can take a seat: `sit` makes one agent for one match on a given deal.

    The deal can be any value that differs between deals. Two agents for one deal never share a
    process or an instance of a class, because it would remember the cards of others from another
    seating; a process that has seen a deal is ended before it is played again. `outside`: the code
    runs in processes of its own. Starting them, and waiting for their end, has taken `effort`
    seconds; `dismiss` begins to end them between two matches, `settle` waits for it.
    `reproducible`: its choices follow from its random generator alone, not from a clock.
    Its processes live from match to match; `close` ends them. `stderr` returns what they wrote
    there since the last call, at most the end of it. `games` are those it plays; `lacks` has one
    line for each setting that this machine does not support. `inside`: code of a user runs in the
    process that plays. `content` is a hash of its files, empty if there are none. `absent` is the
    fault of a program that did not send its hello. `carried` is what a worker makes it of, if its
    target is not enough.
    """

    target: str
    version: str
    sit: Callable[[Hashable], Agent]
    reproducible: bool = True
    close: Callable[[], None] = lambda: None
    stderr: Callable[[], str] = lambda: ""
    games: tuple[str, ...] = field(default_factory=lambda: tuple(GAMES))
    lacks: tuple[Message, ...] = ()
    inside: bool = False
    content: str = ""
    absent: AgentFault | None = None
    outside: bool = False
    effort: Callable[[], float] = lambda: 0.0
    dismiss: Callable[[], None] = lambda: None
    settle: Callable[[], None] = lambda: None
    carried: CarriedBot | None = None


def check_target(target: str) -> None:
    """Raise UsageFault for a target that is too long or cannot be stored."""
    # Bytes of a command line that are no UTF-8 arrive as lone surrogates, which no database stores.
    if not is_text(target):
        raise UsageFault(say("agents.target-not-utf8", bot=quoted(target)))
    if len(target) > LONGEST_TARGET:
        shown = quoted(f"{target[:40]}…")
        raise UsageFault(
            say("agents.target-too-long", bot=shown, count=len(target), most=LONGEST_TARGET)
        )


def path_remedy(path: str) -> Message:
    """The remedy for a path that does not exist."""
    return say("agents.check-path" if Path(path).is_absolute() else "agents.check-relative-path")


def checked_version(target: str, version: str) -> str:
    """The version that a bot declares; UsageFault for one that a record cannot hold."""
    if not VERSION.fullmatch(version):
        raise UsageFault(say("agents.invalid-version", bot=quoted(target), version=quoted(version)))
    return version


def known_games(target: str, declared: Sequence[str]) -> tuple[str, ...]:
    """The known games among those that a bot declares; all games if it declares none."""
    # A bot may also know games of a later version of this program.
    known = tuple(game for game in declared if game in GAMES)
    if declared and not known:
        shown = ", ".join(map(quoted, declared[:5]))
        raise UsageFault(say("agents.none-of-the-games", bot=quoted(target), names=shown))
    return known or tuple(GAMES)
