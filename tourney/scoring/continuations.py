"""All ways in which matches that are left can end, as points per match of every player.

Values are whole numbers: points per round of the finished event in parts of a common denominator.
Does not depend on how many places are at stake.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import Final, NamedTuple

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.scoring.ledger import Ledger
from tourney.scoring.points import Finish, PointSystem

Table = tuple[str, ...]
"""The players of a match that is left."""


SHARED: Final = -1
"""The place of a player who shares it."""


class MatchEnd(NamedTuple):
    """One way in which a match can end: what each of its players gains, and their places.

    A shared place is `SHARED`.
    """

    gains: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RemainingMatch:
    """A match that is left: the numbers of its players and all ways in which it can end."""

    players: tuple[int, ...]
    endings: tuple[MatchEnd, ...]


@dataclass(frozen=True, slots=True)
class RemainingEvent:
    """The present values of all players, and the rounds of matches that are left.

    `undrawn` has the sizes of the tables of every round that is not paired yet; the players with
    the numbers `active` play in it. `places` has the points of every place by size, in parts that
    `scales` turns into the values of each player.
    """

    names: tuple[str, ...]
    values: tuple[int, ...]
    rounds: tuple[tuple[RemainingMatch, ...], ...]
    undrawn: tuple[tuple[int, ...], ...]
    active: tuple[int, ...]
    places: Mapping[int, tuple[Fraction, ...]]
    scales: tuple[Fraction, ...]

    def gain(self, player: int, size: int, place: int) -> int:
        """What a player gains by a place, from 0, at a table of this size."""
        return int(self.places[size][place] * self.scales[player])

    @property
    def matches(self) -> tuple[RemainingMatch, ...]:
        """All matches that are left, round by round."""
        return tuple(match for one in self.rounds for match in one)


@lru_cache(maxsize=8)
def finish_orders(seats: int) -> tuple[tuple[Finish, ...], ...]:
    """Every order in which so many seats can finish, with all ways of sharing places."""
    return tuple(
        tuple(Finish(seats, place, place + order.count(place) - 1, 0) for place in order)
        for order in _orders(seats)
    )


def _orders(seats: int) -> Iterator[tuple[int, ...]]:
    """The places by seat of every order; equals share the best of their places."""

    def fill(left: frozenset[int], place: int) -> Iterator[dict[int, int]]:
        if not left:
            yield {}
        for size in range(1, len(left) + 1):
            for group in combinations(sorted(left), size):
                for rest in fill(left - set(group), place + size):
                    yield {**dict.fromkeys(group, place), **rest}

    for found in fill(frozenset(range(seats)), 1):
        yield tuple(found[seat] for seat in range(seats))


def remaining_event(
    ledger: Ledger,
    system: PointSystem,
    rounds: Sequence[Sequence[Table]],
    undrawn: Sequence[int] = (),
    *,
    total: bool = False,
    active: Collection[str] | None = None,
) -> RemainingEvent:
    """The event of a ledger with the matches that are left, in rounds.

    `undrawn` has the preferred number of seats of every round that is not paired yet, in which the
    `active` players play, by default all. With `total` all points count instead of points per
    round. UsageFault for an unknown player, a player twice in a round, or points by scores.
    """
    if not system.by_place:
        raise UsageFault(say("scoring.left-by-score"))
    names = tuple(sorted(ledger.records))
    _refuse(rounds, names)
    playing = tuple(at for at, name in enumerate(names) if active is None or name in active)
    counts = dict.fromkeys(names, 1) if total else _final_counts(ledger, rounds, len(undrawn))
    sizes = tuple(table_sizes(len(playing), seats) for seats in undrawn)
    every = {len(table) for one in rounds for table in one} | {
        size for one in sizes for size in one
    }
    worth = {n: [[system(end) for end in order] for order in finish_orders(n)] for n in every}
    totals = {name: ledger.records[name].total(system) / counts[name] for name in names}
    points = {each for orders in worth.values() for order in orders for each in order}
    unit = lcm(
        *(total.denominator for total in totals.values()),
        lcm(*counts.values()) * lcm(*(each.denominator for each in points)),
    )
    scales = {name: Fraction(unit, counts[name]) for name in names}

    def match(table: Table) -> RemainingMatch:
        players = tuple(map(names.index, table))
        return _remaining_match(players, worth[len(table)], [scales[name] for name in table])

    return RemainingEvent(
        names=names,
        values=tuple(int(totals[name] * unit) for name in names),
        rounds=tuple(tuple(map(match, one)) for one in rounds),
        undrawn=sizes,
        active=playing,
        places={size: system.of_places(size) for size in every},
        scales=tuple(scales.values()),
    )


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """Tables of at most so many seats, as equal as possible; none for fewer than two players."""
    if players < 2:
        return ()
    tables = min(-(-players // seats), players // 2)
    return tuple(players // tables + (at < players % tables) for at in range(tables))


def _remaining_match(
    players: tuple[int, ...], worth: Sequence[Sequence[Fraction]], scales: Sequence[Fraction]
) -> RemainingMatch:
    orders = finish_orders(len(players))
    endings = {
        MatchEnd(
            tuple(int(each * scale) for each, scale in zip(points, scales, strict=True)),
            tuple(end.first if end.first == end.last else SHARED for end in order),
        )
        for order, points in zip(orders, worth, strict=True)
    }
    return RemainingMatch(players, tuple(sorted(endings)))


def _refuse(rounds: Sequence[Sequence[Table]], names: Sequence[str]) -> None:
    for one in rounds:
        seated = [name for table in one for name in table]
        for name in seated:
            if name not in names:
                raise UsageFault(say("scoring.left-unknown", player=quoted(name)))
            if seated.count(name) > 1:
                raise UsageFault(say("scoring.left-twice", player=quoted(name)))


def _final_counts(
    ledger: Ledger, rounds: Iterable[Sequence[Table]], undrawn: int
) -> Mapping[str, int]:
    """The number of rounds of every player when all matches are over."""
    left = Counter(name for one in rounds for table in one for name in table)
    return {
        name: max(record.rounds() + left[name] + undrawn, 1)
        for name, record in ledger.records.items()
    }
