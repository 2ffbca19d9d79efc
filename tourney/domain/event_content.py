"""Everything about one event, as it travels from one database to another.

Players, bots and matches are numbered within the content, so that it does not depend on the ids of
a database. Knows neither files nor databases.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta

from tourney.domain.bounds import SEATS
from tourney.domain.event_log import NEW, RESULT
from tourney.domain.event_schema import (
    Author,
    Block,
    Count,
    Fields,
    Moment,
    MomentIfKnown,
    Name,
    Number,
    Reading,
    Reason,
    Seat,
    Target,
    Word,
)
from tourney.domain.matches import StoredMatch

NewId: TypeAlias = Callable[[int], int]
"""Gives the new number of an id."""


class ContentPlayer(Fields, frozen=True):
    """A person: the name in use, its reading, and other names."""

    name: Name
    reading: Reading = ""
    aliases: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (self.name, *self.aliases)


class ContentBot(Fields, frozen=True):
    """A bot in one version; `target` is empty if only a record names the bot."""

    name: Name
    target: Target
    version: Word


class ContentEntrant(Fields, frozen=True):
    """An entrant with the place of its player or bot in the content, from 1; the other is 0."""

    number: Count
    player: Number = 0
    bot: Number = 0


class ContentRow(Fields, frozen=True):
    """A change of the event: time in UTC, author, kind and details."""

    at: Moment
    by: Author
    what: Word
    details: dict[str, Any]


class ContentFault(Fields, frozen=True):
    """A fault of a bot in a match, as `tourney.domain.matches.Fault`."""

    seat: Annotated[int, Meta(ge=-1, lt=SEATS)]
    code: Word
    ply: Number
    evidence: Block
    detail: Block = ""


class ContentInfo(Fields, frozen=True):
    """What a bot wrote about a move, as `tourney.domain.matches.MoveInfo`."""

    ply: Count
    seat: Seat
    text: Block


class ContentRevision(Fields, frozen=True):
    """A version of a match; time and author of the first one are empty if not known."""

    number: Count
    at: MomentIfKnown
    by: Author
    what: Word
    reason: Reason
    status: Word
    text: Block


class ContentMatch(Fields, frozen=True):
    """A match with all its revisions; the last one is in use."""

    number: Count
    name: Name
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

    def entrant_names(self, entrant: int) -> tuple[str, ...]:
        """The names of an entrant; none if there is no such entrant."""
        if not 0 < entrant <= len(self.entrants):
            return ()
        one = self.entrants[entrant - 1]
        return self.players[one.player - 1].names if one.player else (self.bots[one.bot - 1].name,)


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
