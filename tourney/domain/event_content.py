"""Everything about one event, as it travels from one database to another.

Players, bots and matches are numbered within the content, so that it does not depend on the ids of
a database. Knows neither files nor databases.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from tourney.domain.event_log import NEW, RESULT
from tourney.domain.events import EntrantId
from tourney.domain.matches import StoredMatch

NewId: TypeAlias = Callable[[int], int]
"""Gives the new number of an id."""


@dataclass(frozen=True, slots=True)
class ContentPlayer:
    """A person: the name in use, its reading, and other names."""

    name: str
    reading: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class ContentBot:
    """A bot in one version; `target` is empty if only a record names the bot."""

    name: str
    target: str
    version: str


@dataclass(frozen=True, slots=True)
class ContentEntrant:
    """An entrant with the place of its player or bot in the content, from 1; the other is 0."""

    number: EntrantId
    player: int = 0
    bot: int = 0


@dataclass(frozen=True, slots=True)
class ContentRow:
    """A change of the event: time in UTC, author, kind and details."""

    at: str
    by: str
    what: str
    details: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ContentFault:
    """A fault of a bot in a match, as `tourney.domain.matches.Fault`."""

    seat: int
    code: str
    ply: int
    evidence: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ContentInfo:
    """What a bot wrote about a move, as `tourney.domain.matches.MoveInfo`."""

    ply: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ContentRevision:
    """A version of a match; time and author of the first one are empty if not known."""

    number: int
    at: str
    by: str
    what: str
    reason: str
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class ContentMatch:
    """A match with all its revisions; the last one is in use."""

    number: int
    name: str
    revisions: tuple[ContentRevision, ...]
    faults: tuple[ContentFault, ...] = ()
    infos: tuple[ContentInfo, ...] = ()

    @property
    def newest(self) -> ContentRevision:
        """The revision in use."""
        return self.revisions[-1]


@dataclass(frozen=True, slots=True)
class EventContent:
    """An event: `log` is empty if it has no plan and only headers of records name it."""

    event: str
    players: tuple[ContentPlayer, ...]
    bots: tuple[ContentBot, ...]
    entrants: tuple[ContentEntrant, ...]
    log: tuple[ContentRow, ...]
    matches: tuple[ContentMatch, ...]


@dataclass(frozen=True, slots=True)
class IncomingEvent:
    """The content of an event and its records, by the number of their match."""

    content: EventContent
    records: Mapping[int, StoredMatch]


class EventOutcome(NamedTuple):
    """What importing an event does: the outcome of each match, and whether the event changes.

    Outcomes are new, same, skip and update.
    """

    fates: Mapping[str, str]
    changed: bool = False


def renumbered(
    what: str, details: Mapping[str, Any], player: NewId, bot: NewId, match: NewId
) -> dict[str, Any]:
    """The details of a row of an event with other ids of players, bots and matches."""
    found = dict(details)
    if what == NEW:
        found["entrants"] = [[number, player(one)] for number, one in found["entrants"]]
        if "bots" in found:
            found["bots"] = [[number, bot(one), *rest] for number, one, *rest in found["bots"]]
    if "player" in found:
        found["player"] = player(found["player"])
    if "bot" in found:
        found["bot"] = [bot(found["bot"][0]), *found["bot"][1:]]
    if what == RESULT:
        found["match"] = match(found["match"])
    return found
