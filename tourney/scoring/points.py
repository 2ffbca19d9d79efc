"""Point systems: the exact points for finishing a match in a shared or unshared place."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from engines.games import NotUsable, Registry, must_be
from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import P, ResultOf

# The text of a point system that is a table: points of every place by the number of sides.
#
# `4=10,6,3,1;3=9,4,1` gives 10, 6, 3 and 1 points in a match of four sides, 9, 4 and 1 in one of
# three. Does not depend on how points are added.

MOST_SIDES: Final = 8
_ENTRY: Final = re.compile(r"(\d)=(-?\d{1,6}(?:\.[05])?(?:,-?\d{1,6}(?:\.[05])?)*)", re.ASCII)

# The points of the first place, the second place and so on, by the number of sides.
Tables = Mapping[int, tuple[Fraction, ...]]


def placement_tables(text: str) -> Tables:
    """The tables in a text; UsageFault if it is not one or a worse place has more points."""
    tables: dict[int, tuple[Fraction, ...]] = {}
    for entry in text.split(";"):
        found = _ENTRY.fullmatch(entry.strip())
        sides = int(found[1]) if found else 0
        points = tuple(map(Fraction, found[2].split(","))) if found else ()
        if not 2 <= sides <= MOST_SIDES or len(points) != sides or sides in tables:
            raise UsageFault(say("scoring.bad-placement", entry=quoted(entry.strip())))
        if list(points) != sorted(points, reverse=True):
            raise UsageFault(say("scoring.rising-placement", entry=quoted(entry.strip())))
        # Eight tied sides cannot share halves in whole units (see `UNIT`).
        if len(points) == MOST_SIDES and any(one.denominator > 1 for one in points):
            raise UsageFault(say("scoring.bad-placement", entry=quoted(entry.strip())))
        tables[sides] = points
    return tables


# Point systems: the exact points for finishing a match in a shared or unshared place.
#
# Knows only single finishes, neither players nor runs nor tables.

UNIT = 840  # with up to eight sides the points of every system are whole 840ths: lcm(1 … 8) = 840

CHIPS = (4, 3, 2, 1, 0)  # DI-R15: the same at every number of seats


class Finish(NamedTuple):
    """How one side ended: it holds the places `first` to `last`, alone if they are equal.

    `sides` is the number of sides: a team is one side, whose partners share one place. A higher
    `score` is better; it is negative in a game that the lowest score wins.
    """

    sides: int
    first: int
    last: int
    score: int


def chips(finish: Finish) -> Fraction:
    """4, 3, 2, 1, 0 by place; shared places get the chips of the lowest of them (DI-R15)."""
    return Fraction(CHIPS[min(finish.last, len(CHIPS)) - 1])


def scaled(finish: Finish) -> Fraction:
    """From 4 for the first place in equal steps to 0 for the last, for any number of sides."""
    return Fraction(2 * (2 * finish.sides - finish.first - finish.last), max(finish.sides - 1, 1))


def even(finish: Finish) -> Fraction:
    """Equal steps around 2 whose mean and variance are the same for every number of sides.

    Places of n equal players have the variance (n² - 1) / 12. So a place is worth more at small
    tables, but a first place less: 4.00 of six, 3.93 of five, 3.37 of two. From 4 to 0 for six.
    """
    step = round(336 * sqrt(35 / (finish.sides**2 - 1))) if finish.sides > 1 else 0
    return 2 + Fraction(step * (finish.sides + 1 - finish.first - finish.last), UNIT)


def wins(finish: Finish) -> Fraction:
    """1 for the first place, divided among the sides that share it."""
    return Fraction(1, finish.last) if finish.first == 1 else Fraction(0)


def score(finish: Finish) -> Fraction:
    """The score of the game itself, negative if the lowest score wins."""
    return Fraction(finish.score)


@dataclass(frozen=True, slots=True)
class PointSystem:
    """A point system: the points for a finish; `by_place` if they depend on the place alone."""

    points: Callable[[Finish], Fraction]
    by_place: bool = True

    def __call__(self, finish: Finish) -> Fraction:
        """The points for a finish."""
        return self.points(finish)

    def of_places(self, sides: int) -> tuple[Fraction, ...]:
        """The points of every place that is not shared; none if they depend on more than places."""
        if not self.by_place:
            return ()
        return tuple([self.points(Finish(sides, place, place, 0)) for place in range(1, sides + 1)])


def _of_plugin(name: str, given: object) -> PointSystem:
    """A point system of a plugin, tried on every finish; NotUsable if one has no points."""
    system = must_be(PointSystem, given)
    # Sums of runs keep places and not scores.
    fits = system.by_place
    for sides in range(2, MOST_SIDES + 1):
        # A worse place, and one shared with a worse one, is never worth more.
        best = [system(Finish(sides, 1, last, 0)) for last in range(1, sides + 1)]
        alone = system.of_places(sides)
        every = [
            system(Finish(sides, first, last, 0))
            for last in range(1, sides + 1)
            for first in range(1, last + 1)
        ]
        falling = all(sorted(row, reverse=True) == list(row) for row in (best, alone))
        fits = fits and falling and all(UNIT % points.denominator == 0 for points in every)
    if not fits:
        raise NotUsable(say("scoring.plugin-points", unit=UNIT))
    return system


POINT_SYSTEMS: Final[Registry[PointSystem]] = Registry(
    {
        "scaled": PointSystem(scaled),
        "even": PointSystem(even),
        "chips": PointSystem(chips),
        "wins": PointSystem(wins),
        "score": PointSystem(score, by_place=False),
    },
    "points",
    _of_plugin,
)


# Begins the name of a point system that is a table, such as `placement:4=10,6,3,1;3=9,4,1`.
PLACEMENT: Final = "placement:"


def point_system(name: str) -> PointSystem:
    """The point system of that name, or of the table that the name contains."""
    if name.startswith(PLACEMENT):
        return placement(name.removeprefix(PLACEMENT))
    if (found := POINT_SYSTEMS.get(name)) is None:
        known = ", ".join(POINT_SYSTEMS)
        raise UsageFault(say("scoring.unknown-points", name=quoted(name), known=known))
    return found


@lru_cache(maxsize=64)
def placement(text: str) -> PointSystem:
    """Points from a table of places for every number of sides; tied sides share the mean."""
    tables = placement_tables(text)

    def points(finish: Finish) -> Fraction:
        table = tables.get(finish.sides)
        if table is None:
            raise UsageFault(
                say("scoring.no-such-table", name=quoted(PLACEMENT + text), seats=finish.sides)
            )
        return shared_mean(table, finish.first, finish.last)

    return PointSystem(points)


def shared_mean(table: Sequence[Fraction], first: int, last: int) -> Fraction:
    """The mean of the points of the places `first` to `last`, counted from 1."""
    held = table[first - 1 : last]
    return sum(held, Fraction(0)) / (last - first + 1)


def in_units(system: PointSystem) -> Callable[[Finish], int]:
    """A point system in whole 840ths, cached by finish: fast to sum and exact."""

    @lru_cache(maxsize=65536)
    def units(finish: Finish) -> int:
        points = system(finish) * UNIT
        assert points.denominator == 1
        return points.numerator

    return units


@lru_cache(maxsize=4096)
def spans(
    places: tuple[int, ...], forfeits: tuple[int, ...], sides: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """First and last place of each seat's side; sides that forfeit come last."""
    gone = {sides[seat] for seat in forfeits}
    keys = {side: (side in gone, place) for side, place in zip(sides, places, strict=True)}
    standing = list(keys.values())
    ahead = {side: sum(other < key for other in standing) for side, key in keys.items()}
    return tuple((ahead[side] + 1, ahead[side] + standing.count(keys[side])) for side in sides)


def finishes(result: ResultOf[P]) -> tuple[Finish, ...]:
    """The finish of every seat, in seat order; partners have the same."""
    sides = result.sides or tuple(range(len(result.places)))
    held = spans(result.places, result.forfeits, sides)
    count = len(set(sides))
    scores = [-score for score in result.scores] if result.fewer_wins else result.scores
    return tuple([Finish(count, *span, score) for span, score in zip(held, scores, strict=True)])
