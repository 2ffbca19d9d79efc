"""A bot as runs know it: a target that was found, and what makes an agent of it.

Knows nothing of where bots come from.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engines.games import GAMES
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.texts import is_text
from tourney.play.agent import Agent

TARGET: Final = 1 << 14
"""Characters of the longest target."""
VERSION: Final = re.compile(r"[\w.+-]{1,40}")
VERSION_FORM: Final = "use 1 to 40 letters, digits, '.', '+', '_' and '-'"


def _nothing() -> None:
    """What closing a bot in this process takes."""


def _silence() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class LoadedBot:
    """A bot that can take a seat: `sit` makes one agent for one match on a given deal.

    Whatever tells deals apart will do as the deal. No two agents for one deal share a process or an
    instance of a class, for it would remember the cards of others from another seating.
    `reproducible` says whether its choices follow from its own luck alone, not from a clock.
    Processes it runs in live from match to match; `close` ends them. `stderr` is what they said
    aside since it was last asked, the end of it if it was much. `games` are those it plays;
    `lacks` tells in one line each what was asked for and cannot be had on this machine. `inside`
    says that code of others runs in the process that plays.
    """

    target: str
    version: str
    sit: Callable[[Hashable], Agent]
    reproducible: bool = True
    close: Callable[[], None] = _nothing
    stderr: Callable[[], str] = _silence
    games: tuple[str, ...] = tuple(GAMES)
    lacks: tuple[str, ...] = ()
    inside: bool = False


def check_target(target: str) -> None:
    """UsageFault for a target that is too long to be one, or could not be stored."""
    if not is_text(target):
        raise UsageFault(f"the target of bot {quoted(target)} is not UTF-8 text; rename the file")
    if len(target) > TARGET:
        shown = quoted(f"{target[:40]}…")
        raise UsageFault(
            f"the target of bot {shown} has {len(target)} characters; use at most {TARGET}"
        )


def check_path(path: str) -> str:
    """What to do about a path that leads nowhere."""
    if Path(path).is_absolute():
        return "check the path"
    return "check the path, which is relative to the folder where the command is run"


def known_games(target: str, said: Sequence[str]) -> tuple[str, ...]:
    """The games a bot says it plays, those of them that there are; all if it does not say."""
    known = tuple(game for game in said if game in GAMES)
    if said and not known:
        shown = ", ".join(map(quoted, said[:5]))
        raise UsageFault(f"bot {quoted(target)} plays none of tourney's games; it names {shown}")
    return known or tuple(GAMES)
