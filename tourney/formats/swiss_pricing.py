"""What a Swiss round costs: repeats, visits to small tables, differences of points.

This is not the Dutch system of FIDE. All prices are integers. A repeat costs more than everything
else together, and what is forbidden costs more than all repeats, so that the cheapest round has no
forbidden pair if there is such a round, then the fewest repeats, then the best balance of visits
and points.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from itertools import accumulate, chain, combinations, islice, product
from math import comb, gcd, lcm
from random import Random
from typing import Final, Self, TypeAlias

from engines.messages import say
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import EntrantId, Situation
from tourney.formats.format_settings import (
    TIME_LIMIT,
    USUAL_SECONDS,
    choice_setting,
    count_setting,
    optional_count,
)
from tourney.formats.history import Meetings, apart
from tourney.formats.seating import Seats

# A round as indices into `Pricing.entrants`, table by table.
Tables: TypeAlias = list[tuple[int, ...]]

ZERO: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Pricing:
    """The prices of one round of pods; entrants are in order of points, the best first."""

    entrants: tuple[EntrantId, ...]
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    pair: list[list[int]]
    # By size of table: what each entrant pays for sitting at such a table.
    single: Mapping[int, list[int]]
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

    def is_round(self, tables: Tables) -> bool:
        """Whether everyone sits at exactly one table and the tables have the right sizes."""
        everyone = sorted(one for table in tables for one in table)
        sizes = sorted((len(table) for table in tables), reverse=True)
        return everyone == list(range(len(self.entrants))) and sizes == list(self.sizes)

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
    single = {}
    for size in set(sizes):
        paid = visits if size < max(sizes) else [0] * len(order)
        # A fixed seat may not exist at a table of this size.
        missing = [situation.fixed.get(one, 0) >= size for one in order]
        single[size] = [forbidden if no else pay for no, pay in zip(missing, paid, strict=True)]
    return Pricing(order, tuple(sizes), points, matrix, single, met, repeat, forbidden)


def forbidden_pairs(situation: Situation, at: Mapping[EntrantId, int]) -> Iterable[tuple[int, int]]:
    """Pairs that may not share a table."""
    for two in apart(situation):
        if len(two) == 2 and all(one in at for one in two):
            one, other = (at[each] for each in sorted(two))
            yield one, other


# The settings of a Swiss stage.

DEFAULTS: Final = {"byes": "1", "meetings": "", "order": "slide", TIME_LIMIT: USUAL_SECONDS}
ORDERS: Final = ("slide", "lot")


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """How many byes everyone may have, how often two may meet, and the order of a score group.

    `slide` pairs the upper half of a score group with the lower half by seed; `lot` does not look
    at seeds. The order is only used for tables of two.
    """

    byes: int
    meetings: int | None
    order: str

    @classmethod
    def of(cls, situation: Situation) -> Self:
        """The settings of a situation, with defaults for those that are missing."""
        count_setting(situation, DEFAULTS, TIME_LIMIT)
        return cls(
            count_setting(situation, DEFAULTS, "byes", least=0),
            optional_count(situation, DEFAULTS, "meetings", least=0),
            choice_setting(situation, DEFAULTS, "order", ORDERS),
        )


# Who may have a bye: everyone has as few as the settings say, and the lowest come first.

CHOICES: Final = 40  # how many sets of entrants are tried until the restrictions can be kept


def lowest_first(situation: Situation) -> list[EntrantId]:
    """The entrants in order of points, the fewest first, then by seed, the worst first."""
    seed = {one: at for at, one in enumerate(situation.entrants)}
    return sorted(situation.entrants, key=lambda one: (points_of(situation, one), -seed[one]))


def eligible_for_bye(situation: Situation, needed: int, options: SwissOptions) -> list[EntrantId]:
    """Who may have a bye, the lowest first; a fault if they are too few."""
    found = [one for one in lowest_first(situation) if situation.byes.get(one, 0) < options.byes]
    if len(found) < needed:
        raise UsageFault(
            say(
                "formats.swiss-no-bye-left",
                needed=needed,
                most=options.byes,
                left=len(found),
                round=situation.round,
            )
        )
    return found


def bye_choices(
    situation: Situation, needed: int, options: SwissOptions
) -> Iterator[tuple[EntrantId, ...]]:
    """Who may have the byes of a round: first the lowest, then other sets."""
    return islice(combinations(eligible_for_bye(situation, needed, options), needed), CHOICES)


# Proven lower bounds: no round of pods can be cheaper or have smaller differences.
#
# For tables whose sizes differ by at most two, a round that seats entrants in the order of their
# points has the least sum of squared differences. Proof: take tables T and U with a and b > a
# seats whose points add up to 0; tables of equal size are the known case of clustering on a line.
# With Q and s, the sums of squares and of points in U, the price is a constant plus (b - a) Q - 2
# s^2. With the tangent in place of s^2, the best U are the b entrants nearest to some number, so U
# may be taken as an interval [u, v]. If T has entrants t < u and w > v, let D = w - t and W = v -
# u. Exchanging u with w and exchanging v with t both do not pay only if (b - a)(D - W) >= 2 (D +
# W). That is impossible for b - a = 1, and for b - a = 2 it means W = 0 and an exchange that costs
# nothing.
#
# For other sizes the price is at least the smallest size times the sum of squared distances from
# the mean of each table, for which the order of points is best with any sizes.


def least_price(pricing: Pricing) -> int:
    """A price that no round can be below."""
    squares = least_squares(pricing.points, pricing.sizes)
    small = [size for size in pricing.sizes if size < max(pricing.sizes)]
    visits = sum(nsmallest(sum(small), pricing.single[max(small)])) if small else 0
    # Half of what everyone pays for the cheapest opponents at the smallest table; the own column is
    # the smallest: it is 0.
    paid = sum(sum(nsmallest(min(pricing.sizes), row)) for row in pricing.pair)
    return max(squares + pricing.repeat * least_repeats(pricing), -(-paid // 2)) + visits


def least_squares(points: Sequence[int], sizes: Sequence[int]) -> int:
    """The least sum of squared differences of points at tables, whoever has met whom.

    Exact if the sizes differ by at most two. `points` are in order.
    """
    sums = [0, *accumulate(points)]
    squares = [0, *accumulate([value * value for value in points])]

    def price(start: int, size: int) -> Fraction | int:
        total = sums[start + size] - sums[start]
        whole = size * (squares[start + size] - squares[start]) - total * total
        return whole if near else Fraction(min(sizes) * whole, size)

    near = max(sizes) - min(sizes) <= 2
    best = _cut(sizes, price, lambda before, here: before + here)
    return -(-best.numerator // best.denominator)


def least_spread(points: Sequence[Fraction], sizes: Sequence[int]) -> Fraction:
    """The least possible largest difference of points at a table, whoever has met whom.

    Two tables can be made intervals without making the larger of their differences larger.
    """

    def difference(start: int, size: int) -> Fraction:
        return abs(points[start] - points[start + size - 1])

    return Fraction(_cut(sizes, difference, max))


Number = Fraction | int


def _cut(
    sizes: Sequence[int],
    price: Callable[[int, int], Number],
    join: Callable[[Number, Number], Number],
) -> Number:
    """The best way to cut an ordered row of entrants into tables of these sizes in any order."""
    counts = sorted(Counter(sizes).items())
    best: dict[tuple[int, ...], Number] = {(0,) * len(counts): 0}
    for used in product(*(range(count + 1) for _, count in counts)):
        if not any(used):
            continue
        ways = []
        end = sum(number * size for number, (size, _) in zip(used, counts, strict=True))
        for kind, (size, _) in enumerate(counts):
            if used[kind]:
                before = (*used[:kind], used[kind] - 1, *used[kind + 1 :])
                ways.append(join(best[before], price(end - size, size)))
        best[used] = min(ways)
    return best[tuple(count for _, count in counts)]


def least_repeats(pricing: Pricing) -> int:
    """A number of repeats that no round can be below: everyone's opponents met least often."""
    partners = min(pricing.sizes) - 1
    count = len(pricing.entrants)
    met: list[list[int]] = [[] for _ in range(count)]
    for (one, two), times in pricing.meetings.items():
        met[one].append(times)
        met[two].append(times)
    total = 0
    for one in range(count):
        barred = sum(price == pricing.forbidden for price in pricing.pair[one])
        fresh = count - 1 - len(met[one]) - barred
        total += sum(nsmallest(partners - fresh, met[one])) if fresh < partners else 0
    return -(-total // 2)


# What people read about a round: differences of points, seats, and small tables.

Figure: TypeAlias = tuple[Fraction, Fraction | None]
Figures: TypeAlias = dict[str, Figure]
Pods: TypeAlias = Sequence[Sequence[EntrantId]]


def figures_of(situation: Situation, pods: Pods, fewest: int) -> Figures:
    """The figures of a round; `fewest` is a number that repeats cannot be below."""
    history, sizes = Meetings(situation.met), [len(pod) for pod in pods]
    points = [[points_of(situation, one) for one in pod] for pod in pods]
    spread = max(max(table) - min(table) for table in points)
    # How much more often somebody has had one seat than another, including this round.
    seats = Seats(situation.met)
    for pod in pods:
        seats.add(tuple(pod))
    uneven = max(seats.spread(one, min(sizes)) for pod in pods for one in pod)
    found: Figures = {
        "repeats": (Fraction(sum(history.among(pod) for pod in pods)), Fraction(fewest)),
        "spread": (spread, least_spread(sorted(chain.from_iterable(points)), sizes)),
        "seats": (Fraction(uneven), None),
    }
    largest = max(sizes)
    small = [one for pod in pods if len(pod) < largest for one in pod]
    if small:
        found["small tables"] = (Fraction(sum(history.small[one] > 0 for one in small)), None)
    return found


# Another round, as a value to compare with the round drawn.


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another round, how much more it costs, and whether no other one is cheaper.

    `pods` are None if there is no such round.
    """

    pods: Sequence[Sequence[EntrantId]] | None
    change: int
    exact: bool
