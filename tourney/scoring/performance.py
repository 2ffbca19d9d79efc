"""Rating performance: the rating at which the points that a player made would be expected.

Between two players the expectation is that of the table of the FIDE Handbook B.02 art. 8.1; with
more seats it follows from the Plackett-Luce model, in which a player with 400 points more is ten
times as likely to be ahead of another.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault
from tourney.scoring.fide import half_up, mean_rating
from tourney.scoring.points import PointSystem
from tourney.scoring.tables import PlayedRound, PlayerTables

FAR: Final = 800
"""Distance from the ratings of opponents when all or no points are won."""

_STEPS: Final = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163,
    171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375,
    392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""The least difference of ratings with an expected score of 51, 52, … 100 percent."""

_DIFFERENCES: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, FAR,
)  # fmt: skip
"""The difference of ratings that belongs to a score of 50, 51, … 100 percent."""


def expected_percent(difference: int) -> int:
    """The expected score against an opponent rated lower by this difference, in percent."""
    above = bisect_right(_STEPS, abs(difference))
    return 50 + above if difference > 0 else 50 - above


def fide_performance(tables: PlayerTables, player: str) -> Fraction:
    """TPR, C.07 art. 10.2: mean rating of opponents plus the difference of the percentage."""
    rows = tables.played(player)
    percent = half_up(100 * _halves(rows) / 2 / len(rows)) if rows else 50
    sign = 1 if percent >= 50 else -1
    return mean_rating(tables, player) + sign * _DIFFERENCES[abs(percent - 50)]


def _halves(rows: Sequence[PlayedRound]) -> Fraction:
    """Half points: two for a win, one for a draw."""
    return Fraction(sum((row.end.last == 1) + (row.end.first == 1) for row in rows))


def performance(tables: PlayerTables, player: str) -> Fraction:
    """The least whole rating at which the points of the played matches would be expected.

    Between two players this is PTP, C.07 art. 10.3. Who made no more than the points of last places
    has the lowest rating of an opponent less 800, who made all points the highest plus 800.
    """
    rows = tables.played(player)
    fields = [_field(tables, row) for row in rows]
    if not fields:
        return Fraction(0)
    made = sum((row.points for row in rows), Fraction(0))
    ratings = [rating for field in fields for rating in field]
    ends = [_ends(tables.system, len(field) + 1) for field in fields]
    if made <= sum(least for least, _ in ends):
        return Fraction(min(ratings) - FAR)
    if made >= sum(most for _, most in ends) and any(len(field) > 1 for field in fields):
        return Fraction(max(ratings) + FAR)
    return Fraction(_least_rating(tables.system, fields, made))


def _ends(system: PointSystem, sides: int) -> tuple[Fraction, Fraction]:
    places = system.of_places(sides)
    return min(places), max(places)


def _field(tables: PlayerTables, row: PlayedRound) -> tuple[int, ...]:
    """The ratings of the opponents of a match."""
    if row.end.sides != len(row.match.ends):
        raise UsageFault(say("scoring.no-teams"))
    return tuple(sorted(tables.rating(opponent) for opponent, _ in row.opponents()))


def _least_rating(system: PointSystem, fields: Sequence[tuple[int, ...]], made: Fraction) -> int:
    ratings = [rating for field in fields for rating in field]
    low, high = min(ratings) - FAR - 1, max(ratings) + FAR
    while high - low > 1:
        middle = (low + high) // 2
        enough = sum(_expected(system, middle, field) for field in fields) >= made
        low, high = (low, middle) if enough else (middle, high)
    return high


@lru_cache(maxsize=4096)
def _expected(system: PointSystem, rating: int, field: tuple[int, ...]) -> Fraction:
    """The expected points of a match, rounded to a billionth, so that they are comparable."""
    points = system.of_places(len(field) + 1)
    if len(field) == 1:
        share = Fraction(expected_percent(rating - field[0]), 100)
        return points[1] + share * (points[0] - points[1])
    chances = place_chances([rating, *field])
    mean = sum(float(each) * chance for each, chance in zip(points, chances, strict=True))
    return Fraction(round(mean * 10**9), 10**9)


def place_chances(ratings: Sequence[int]) -> list[float]:
    """The probability of every place of the first of several players under Plackett-Luce."""
    top = max(ratings)
    own, *others = [10 ** ((rating - top) / 400) for rating in ratings]
    ahead = {frozenset[int](): 1.0}
    found = []
    for size in range(len(others) + 1):
        found.append(sum(p * own / (own + _left(others, set_)) for set_, p in ahead.items()))
        ahead = _next_ahead(ahead, own, others, size + 1)
    return found


def _left(weights: Sequence[float], taken: frozenset[int]) -> float:
    return sum(weight for at, weight in enumerate(weights) if at not in taken)


def _next_ahead(
    ahead: dict[frozenset[int], float], own: float, weights: Sequence[float], size: int
) -> dict[frozenset[int], float]:
    """The probability of every set of this size to have the first places."""
    return {
        frozenset(group): sum(
            ahead[rest] * weights[last] / (own + _left(weights, rest))
            for last in group
            for rest in [frozenset(group) - {last}]
        )
        for group in combinations(range(len(weights)), size)
    }
