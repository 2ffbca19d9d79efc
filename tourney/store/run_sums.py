"""The sums from which standings are computed, stored beside their matches.

A tally covers the stored matches of a run from the first to number `upto`; readers add the matches
after that. So it may lag behind but is never wrong. It is written in the transaction of the matches
that it counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import add, itemgetter
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from engines.api import Seat
from tourney.domain.match_values import (
    Ending,
    KeptMatch,
    MatchResult,
)
from tourney.domain.run_spec import RunSpec
from tourney.results.sums import Endings, ResultSums, Worth, design, forfeited
from tourney.scoring import DEFAULT_TIEBREAKS
from tourney.store.connect import Database
from tourney.store.models import (
    TALLY,
)
from tourney.store.runs import StoredRun

BY = "scaled"
"""The point system of the stored sums."""


class StoredSums(NamedTuple):
    """Sums over the matches of a run up to number `upto`."""

    upto: int
    sums: ResultSums


class _Seating(NamedTuple):
    """A seating as the same bots in the order of their numbers: these, and the seat of each.

    `ordered` puts the values of the seats into this order.
    """

    bots: tuple[int, ...]
    order: tuple[Seat, ...]
    sides: tuple[int, ...]
    ordered: Callable[[tuple[int, ...]], tuple[int, ...]]


@dataclass(slots=True)
class _Kind:
    """Matches that differ only in seats and scores; the scores are summed by bot."""

    result: MatchResult
    worth: Worth
    scores: list[int]
    times: int = 0


class Tally:
    """Sums that grow with every written match; must be fast, because the writer waits for them."""

    def __init__(self, spec: RunSpec, stored: StoredSums | None = None) -> None:
        self.upto, self._sums = stored or (0, ResultSums(by=BY, design=design(spec)))
        self._endings = Endings(spec)
        self._seatings: dict[tuple[int, ...], _Seating] = {}
        self._kinds: dict[object, _Kind] = {}

    def add(self, match: KeptMatch) -> None:
        """Count a match if it is the next one; matches after a gap are left to readers."""
        # A tally has no gaps: it says only up to which number it counts.
        if match.fixture.number != self.upto + 1:
            return
        self.upto += 1
        scores = match.outcome.scores
        if not scores:
            self._sums.abandon(self._endings.of(match).players)
            return
        seats, places = match.fixture.seats, match.outcome.places
        seating = self._seatings.get(seats)
        if seating is None:
            order = tuple(sorted(range(len(seats)), key=seats.__getitem__))
            sides = self._endings.result(match).sides
            seated = tuple([sides[seat] for seat in order if sides])
            seating = _Seating(tuple(sorted(seats)), order, seated, itemgetter(*order))
            self._seatings[seats] = seating
        order, ordered = seating.order, seating.ordered
        gone = forfeited(match) if match.status == "forfeit" else ()
        forfeits = tuple([order.index(seat) for seat in gone])
        # The same bots with the same places get the same points, wherever they sit: such matches
        # differ only in scores, which are added bot by bot.
        key = seating.bots, seating.sides, ordered(places), forfeits
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = self._kind(match, order)
        kind.times += 1
        kind.scores = list(map(add, kind.scores, ordered(scores)))
        block = match.fixture.deal, match.fixture.lineup
        self._sums.add_points(block, kind.worth, kind.result.sides)

    def catch_up(self, ending: Ending) -> bool:
        """Count a match read from the database if it is the next one; True if it was."""
        if ending.number != self.upto + 1:
            return False
        self.upto += 1
        self._sums.take(ending)
        return True

    def _kind(self, match: KeptMatch, order: Sequence[Seat]) -> _Kind:
        """The kind of a match; everything in it is in this order of the seats."""
        found = self._endings.result(match)
        result = replace(
            found,
            players=tuple([found.players[seat] for seat in order]),
            scores=tuple([found.scores[seat] for seat in order]),
            places=tuple([found.places[seat] for seat in order]),
            forfeits=tuple([order.index(seat) for seat in found.forfeits]),
            sides=tuple([found.sides[seat] for seat in order if found.sides]),
        )
        return _Kind(result, self._sums.worth(result), [0] * len(order))

    def packed(self) -> str:
        """The sums as text."""
        for kind in self._kinds.values():
            alike = replace(kind.result, scores=tuple(kind.scores))
            self._sums.ledger.add(alike, kind.times)
        self._kinds.clear()
        self._seatings.clear()
        return self._sums.packed()


def stored_sums(
    connection: Connection,
    run_id: int,
    spec: RunSpec,
    tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
) -> StoredSums | None:
    """The tally of a run; None if there is none or it cannot be read, since it only saves time."""
    row = connection.execute(
        select(TALLY.c.upto, TALLY.c.sums).where(TALLY.c.run_id == run_id)
    ).one_or_none()
    if row is None:
        return None
    try:
        return StoredSums(row[0], ResultSums.unpacked(row[1], tiebreaks, design(spec)))
    except ValueError:
        return None


def store_tally(connection: Connection, run_id: int, tally: Tally) -> None:
    """Store a tally in place of the previous one."""
    values = {"upto": tally.upto, "sums": tally.packed()}
    mine = TALLY.c.run_id == run_id
    if not connection.execute(update(TALLY).where(mine).values(**values)).rowcount:
        connection.execute(insert(TALLY).values(run_id=run_id, **values))


def run_sums(
    database: Database, run: StoredRun, tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS
) -> StoredSums | None:
    """Sums over the first matches of a run, for standings by `scaled`; None if not stored."""
    with database.reading() as connection:
        return stored_sums(connection, run.id, run.spec, tiebreaks)
