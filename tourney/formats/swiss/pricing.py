"""What a round costs: repeats, repeated visits to small tables, differences of points.

All prices are integers. A repeat costs more than everything else together, and what is forbidden
costs more than all repeats, so that the cheapest round has no forbidden pair if there is such a
round, then the fewest repeats, then the best balance of visits and points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, gcd, lcm
from random import Random
from typing import Final, TypeAlias

from tourney.domain.draws import EntrantId, Situation
from tourney.formats.meetings import Meetings, apart

Tables: TypeAlias = list[tuple[int, ...]]
"""A round as indices into `Pricing.entrants`, table by table."""

ZERO: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Pricing:
    """The prices of one round of pods; entrants are in order of points, the best first."""

    entrants: tuple[EntrantId, ...]
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    pair: list[list[int]]
    single: Mapping[int, list[int]]
    """By size of table: what each entrant pays for sitting at such a table."""
    meetings: Mapping[tuple[int, int], int]
    repeat: int
    forbidden: int

    def table(self, table: Sequence[int]) -> int:
        """The price of a table."""
        single = self.single[len(table)]
        pairs = sum([self.pair[one][two] for one, two in combinations(table, 2)])
        return pairs + sum([single[one] for one in table])

    def total(self, tables: Iterable[Sequence[int]]) -> int:
        """The price of a round."""
        return sum([self.table(table) for table in tables])

    def repeats(self, tables: Iterable[Sequence[int]]) -> int:
        """How many earlier meetings a round repeats."""
        met = self.meetings
        return sum(
            met.get((min(two), max(two)), 0) for table in tables for two in combinations(table, 2)
        )


def points_of(situation: Situation, entrant: EntrantId) -> Fraction:
    """The points of an entrant before this round."""
    return situation.points.get(entrant, ZERO)


def ranked(situation: Situation, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    """Entrants in order of points, the best first; lots decide between equals."""
    order = sorted(entrants)
    Random(f"swiss {situation.seed} {situation.round}").shuffle(order)
    return tuple(sorted(order, key=lambda one: -points_of(situation, one)))


def scaled(situation: Situation, entrants: Sequence[EntrantId]) -> tuple[tuple[int, ...], int]:
    """Points as the smallest integers with the same proportions, and what a win is worth.

    The worth of a win is estimated by the points of the best entrant for every round so far.
    """
    points = [points_of(situation, one) for one in entrants]
    scale = lcm(*(value.denominator for value in points))
    least = min(points)
    whole = [int((value - least) * scale) for value in points]
    divisor = gcd(*whole) or 1
    rounds = max(situation.round - 1, 1)
    win = -(-int(max(points) * scale) // (divisor * rounds))
    return tuple([value // divisor for value in whole]), max(win, 1)


def priced(
    situation: Situation, entrants: Iterable[EntrantId], sizes: Sequence[int], most: int | None
) -> Pricing:
    """The prices of a round with these entrants at tables of these sizes, largest first.

    Entrants who have met `most` times must not meet again; None: no limit.
    """
    order = ranked(situation, entrants)
    history = Meetings(situation.met)
    points, win = scaled(situation, order)
    at = {one: index for index, one in enumerate(order)}
    met = {
        (min(at[one], at[two]), max(at[one], at[two])): len(rounds)
        for (one, two), rounds in history.rounds.items()
        if one in at and two in at
    }
    # A second visit to a small table is as bad as one opponent with half a win more or less.
    visits = [history.small[one] * (win * win // 4 or 1) for one in order]
    pairs = sum(comb(size, 2) for size in sizes)
    repeat = 1 + pairs * (max(points) - min(points)) ** 2 + sum(visits)
    forbidden = 1 + repeat * (1 + pairs * max(met.values(), default=0))
    matrix = [[(one - two) ** 2 for two in points] for one in points]
    for (one, two), count in met.items():
        price = forbidden if most is not None and count >= most else count * repeat
        matrix[one][two] += price
        matrix[two][one] += price
    for one, two in forbidden_pairs(situation, at):
        matrix[one][two] = matrix[two][one] = forbidden
    single = {
        size: _visiting(situation, order, size, visits if size < max(sizes) else None, forbidden)
        for size in set(sizes)
    }
    return Pricing(order, tuple(sizes), points, matrix, single, met, repeat, forbidden)


def forbidden_pairs(situation: Situation, at: Mapping[EntrantId, int]) -> Iterable[tuple[int, int]]:
    """Pairs that may not share a table."""
    for two in apart(situation):
        if len(two) == 2 and all(one in at for one in two):
            one, other = (at[each] for each in sorted(two))
            yield one, other


def _visiting(
    situation: Situation,
    order: Sequence[EntrantId],
    size: int,
    visits: list[int] | None,
    forbidden: int,
) -> list[int]:
    """What each entrant pays at tables of one size; a fixed seat may not exist there."""
    return [
        forbidden
        if situation.fixed.get(one, 0) >= size
        else (visits[index] if visits is not None else 0)
        for index, one in enumerate(order)
    ]
