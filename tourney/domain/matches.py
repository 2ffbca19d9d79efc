"""Matches as plain values: who sat where, what was logged, how it ended.

Knows nothing of databases, files or agents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engines.api import Outcome, Seat


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did that it must not: `code` is a word of the record's `forfeit:` line.

    `evidence` is one line; `detail` whatever else was seen, such as the end of its stderr. Seat
    -1 with code `runner` is a failure of the program's own, which costs no bot.
    """

    seat: Seat
    code: str
    ply: int
    evidence: str
    detail: str = ""


class Fixture(NamedTuple):
    """A match of a schedule: everything about it follows from its number, counted from 1.

    `seats` gives for every seat the index of its bot among the run's bots; `deal` counts the
    deals from 0, `rotation` the seatings within a block; (deal, line-up) is one block.
    """

    number: int
    deal: int
    lineup: int
    rotation: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of a run; `entries` are the log's (seat, action text) in order.

    One that the policy `abort` stopped is `abandoned` and has neither scores nor places.
    """

    fixture: Fixture
    outcome: Outcome
    status: str
    entries: list[tuple[Seat, str]]
    faults: tuple[Fault, ...] = ()


class Entries(NamedTuple):
    """The log of a match in two columns: whose entry it is, and its text."""

    seats: tuple[Seat, ...]
    texts: tuple[str, ...]


class KeptMatch(NamedTuple):
    """A match of a run on its way into the database; quick to hand on between processes.

    `log` is as the run keeps it: entries to be rows, one packed piece, or None for nothing.
    """

    fixture: Fixture
    outcome: Outcome
    status: str
    faults: tuple[Fault, ...]
    log: Entries | bytes | None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What standings need of a match; players by name, in seat order.

    `block` names the (deal, line-up) that matches with the same luck share; None where a match
    stands alone. `sides` gives the side every seat plays for, empty where each plays for itself;
    a team takes one place, which its partners share. `fewer_wins` says that the lower score is
    the better one.
    """

    match_id: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    block: tuple[int, int] | None = None
    forfeits: tuple[Seat, ...] = ()
    sides: tuple[int, ...] = ()
    fewer_wins: bool = False


class Ending(NamedTuple):
    """How a match of a run ended: its result, None if it was abandoned, and the codes of faults."""

    number: int
    result: MatchResult | None
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a table: exact points, the place, and why it stands above the next row."""

    place: int
    player: str
    matches: int
    points: Fraction
    tiebreaks: tuple[tuple[str, Fraction], ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the database holds it: everything its record is made of.

    `name` is the record's id (RUN/NUMBER for a match of a run). `headers` are the record's
    headers between `options` and the seats that are set, in canonical order. `text` is the record
    as it came in; None for a match played here, whose record is made from `entries`.
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


def places_with_forfeits(
    places: Sequence[int], left: Mapping[Seat, int], sides: Sequence[int]
) -> tuple[int, ...]:
    """Places once the sides that stopped playing stand last; who left later stands higher.

    `left` gives where in the match each seat left; the same point is a shared place. A team has
    left as soon as one of its partners has.
    """
    gone: dict[int, int] = {}
    for seat, at in left.items():
        gone[sides[seat]] = min(at, gone.get(sides[seat], at))
    keys = {
        side: (1, -gone[side]) if side in gone else (0, place)
        for side, place in zip(sides, places, strict=True)
    }
    return tuple(1 + sum(other < keys[side] for other in keys.values()) for side in sides)
