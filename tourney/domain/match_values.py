"""Matches as plain values: stored, unfinished, being played; where they are in an event."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from engines.api import Outcome, Seat
from engines.messages import Message


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a bot; `code` is the reason in the `forfeit:` line of the record.

    `evidence` is one line; `detail` is more information, such as the end of stderr. Seat -1 with
    code `runner` is a failure of the program itself, which is not counted against a bot.
    """

    seat: Seat
    code: str
    ply: int
    evidence: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class MoveInfo:
    """What a bot wrote about one of its moves, and the time that it took, if that was measured.

    `ply` is the number of the move's log entry, `us` the time in microseconds, which does not count
    when matches are compared.
    """

    ply: int
    seat: Seat
    text: str
    us: int | None = field(default=None, compare=False)


class Fixture(NamedTuple):
    """A match of a schedule, determined by its number, from 1.

    `seats` lists the index of the bot at each seat; `deal` counts deals from 0, `rotation` the
    seatings within a block; (deal, line-up) is one block.
    """

    number: int
    deal: int
    lineup: int
    rotation: int
    seats: tuple[int, ...]


class Entries(NamedTuple):
    """The log of a match in two columns: seat and text of each entry."""

    seats: tuple[Seat, ...] = ()
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, entries: Sequence[tuple[Seat, str]]) -> Self:
        """Entries in their order, each with its seat and its text."""
        return cls(*zip(*entries, strict=True)) if entries else cls()

    def listed(self) -> list[tuple[Seat, str]]:
        """The log entry by entry."""
        return list(zip(self.seats, self.texts, strict=True))


NO_ENTRIES: Final = Entries()


class PlayedMatch(NamedTuple):
    """A match of a run, with its log as it was played.

    A match that the policy `abort` stopped is `abandoned`, without scores and places.
    """

    fixture: Fixture
    outcome: Outcome
    status: str
    log: Entries
    faults: tuple[Fault, ...] = ()
    infos: tuple[MoveInfo, ...] = ()

    @property
    def entries(self) -> list[tuple[Seat, str]]:
        """The log entry by entry."""
        return self.log.listed()


class KeptMatch(NamedTuple):
    """A match of a run for the database, cheap to send between processes.

    `log` has the form in which the run stores it: entries, packed bytes, or None.
    """

    fixture: Fixture
    outcome: Outcome
    status: str
    faults: tuple[Fault, ...]
    log: Entries | bytes | None
    infos: tuple[MoveInfo, ...] = ()


def pack_options(options: Iterable[tuple[str, str]]) -> str:
    """The options of a game as a record writes them: `key=value`, separated by blanks."""
    return " ".join(f"{key}={value}" for key, value in options)


def unpack_options(text: str) -> tuple[tuple[str, str], ...]:
    """The options of a game from what `pack_options` made of them."""
    pairs = (pair.partition("=") for pair in text.split())
    return tuple((key, value) for key, _, value in pairs)


class Key(Hashable, Protocol):
    """What a player is known by: a name, or the number of an entrant."""

    def __lt__(self, other: Any, /) -> bool: ...


P = TypeVar("P", bound=Key)  # the key of the players of a result, of sums and of standings


@dataclass(frozen=True, slots=True)
class ResultOf(Generic[P]):
    """The result of a match for standings, players in seat order.

    `block` is the (deal, line-up) of matches with the same cards; None for a single match. `sides`
    is the side of every seat, empty if each seat plays for itself; partners share one place.
    `fewer_wins` means that a lower score is better.
    """

    match_id: int
    players: tuple[P, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    block: tuple[int, int] | None = None
    forfeits: tuple[Seat, ...] = ()
    sides: tuple[int, ...] = ()
    fewer_wins: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult(ResultOf[str]):
    """The result of a match; players by name."""


class CountedResult(NamedTuple):
    """How a match counts in the standings: scores, places and points by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[Fraction, ...]


class Ending(NamedTuple):
    """The end of a match: its result, None if it was abandoned, and the codes of faults.

    `players` are those of an abandoned match; a result names its players itself.
    """

    number: int
    result: MatchResult | None
    faults: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class StandingOf(Generic[P]):
    """A row of the standings: exact points, place, and why it is above the next row."""

    place: int
    player: P
    matches: int
    points: Fraction
    tiebreaks: tuple[tuple[str, Fraction], ...] = ()
    why: Message | None = None


Standing: TypeAlias = StandingOf[str]


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A stored match with all the content of its record.

    `name` is the id of the record (RUN/NUMBER for a match of a run). `headers` are the headers
    between `options` and the seats, in canonical order. `text` is the imported record; None for a
    match played here, whose record is made from `entries`. A match with a `revision` above 1 was
    corrected. `plies` is the number of entries if it was asked for; None if they are not stored.
    """

    id: int
    name: str
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    headers: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    versions: tuple[str | None, ...]
    scores: tuple[int | None, ...]
    places: tuple[int | None, ...]
    status: str
    entries: list[tuple[Seat, str]]
    faults: tuple[Fault, ...] = ()
    text: str | None = None
    infos: tuple[MoveInfo, ...] = ()
    revision: int = 1
    plies: int | None = None

    @property
    def has_moves(self) -> bool:
        """Whether there is something to watch: more is recorded than a result."""
        return self.text is None or re.search(r"^[A-Z] ?:", self.text, re.MULTILINE) is not None


def places_with_forfeits(
    places: Sequence[int], left: Mapping[Seat, int], sides: Sequence[int]
) -> tuple[int, ...]:
    """The places after forfeits: sides that left are last, and a later one is ahead of an earlier.

    `left` is the point of the match at which each seat left; equal points share a place. A team
    has left when one of its partners has left.
    """
    gone: dict[int, int] = {}
    for seat, at in left.items():
        gone[sides[seat]] = min(at, gone.get(sides[seat], at))
    keys = {
        side: (1, -gone[side]) if side in gone else (0, place)
        for side, place in zip(sides, places, strict=True)
    }
    return tuple(1 + sum(other < keys[side] for other in keys.values()) for side in sides)


PRACTICE: Final = ("stage", "practice")  # the header of a record whose result counts nowhere


class MatchDecision(NamedTuple):
    """The answer of one seat: the text of its move, or the code and evidence of a fault."""

    seat: Seat
    move: str
    fault: str = ""
    evidence: str = ""


class SeatHolder(NamedTuple):
    """Who plays at a seat: a bot with target, version and hash of its files, or a person."""

    name: str
    target: str = ""
    version: str = ""
    content: str = ""

    @property
    def person(self) -> bool:
        """Whether it is a person."""
        return not self.target


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """The settings that, with the decisions, determine a match with people.

    Cards follow from `seed` and `deal`, random numbers of bots from `bot_seed`. `origin` is the
    match of a run whose deal is played, empty for a new deal. `practice`: a hint was asked for or
    a move was taken back. `move_ms` is the time limit of a move, 0 for none. `headers` are those of
    the record that name its place in an event.
    """

    name: str
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    holders: tuple[SeatHolder, ...]
    seed: str
    bot_seed: str
    deal: int = 0
    origin: str = ""
    move_ms: int = 0
    practice: bool = False
    id: int = 0
    date: str = ""
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(holder.name for holder in self.holders)


# The headers that say where a match is in an event, in canonical order.
PLACE_IN_EVENT: Final = ("event", "stage", "round", "table")


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """A stored or unfinished match of an event; values that its headers lack are empty."""

    name: str
    event: str
    stage: str = ""
    round: str = ""
    table: str = ""
    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, headers: Mapping[str, str], players: Sequence[str] = ()) -> Self:
        """The place that the headers of a match name."""
        event, stage, round_, table = (headers.get(key, "") for key in PLACE_IN_EVENT)
        return cls(name, event, stage, round_, table, tuple(players))


# The command that makes unfinished matches of a kind.
COMMANDS: Final = {"recording": "record", "play": "play"}


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """A match that is being recorded at a table, or played at the terminal."""

    name: str
    kind: Literal["recording", "play"]
    game: str
    players: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    practice: bool = False

    @property
    def command(self) -> str:
        """The command that continues it with --resume and removes it with --discard."""
        return COMMANDS[self.kind]
