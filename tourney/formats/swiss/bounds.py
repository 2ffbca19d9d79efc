"""Proven lower bounds: no round of pods can be cheaper or have smaller differences.

For tables whose sizes differ by at most two, a round that seats entrants in the order of their
points has the least sum of squared differences. Proof: take tables T and U with a and b > a seats
whose points add up to 0; tables of equal size are the known case of clustering on a line. With Q
and s, the sums of squares and of points in U, the price is a constant plus (b - a) Q - 2 s^2. With
the tangent in place of s^2, the best U are the b entrants nearest to some number, so U may be taken
as an interval [u, v]. If T has entrants t < u and w > v, let D = w - t and W = v - u. Exchanging u
with w and exchanging v with t both do not pay only if (b - a)(D - W) >= 2 (D + W). That is
impossible for b - a = 1, and for b - a = 2 it means W = 0 and an exchange that costs nothing.

For other sizes the price is at least the smallest size times the sum of squared distances from the
mean of each table, for which the order of points is best with any sizes.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from heapq import nsmallest
from itertools import accumulate, product

from tourney.formats.swiss.pricing import Pricing


def least_price(pricing: Pricing) -> int:
    """A price that no round can be below."""
    apart = (
        least_squares(pricing.points, pricing.sizes)
        + pricing.repeat * least_repeats(pricing)
        + _least_visits(pricing)
    )
    return max(apart, _cheapest_partners(pricing))


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


def _least_visits(pricing: Pricing) -> int:
    """The least price of visits to small tables."""
    small = [size for size in pricing.sizes if size < max(pricing.sizes)]
    return sum(nsmallest(sum(small), pricing.single[max(small)])) if small else 0


def _cheapest_partners(pricing: Pricing) -> int:
    """Half the sum of what everyone pays for the cheapest opponents at the smallest table."""
    partners = min(pricing.sizes) - 1
    # Everyone's own column is the smallest: it is 0.
    total = sum(sum(nsmallest(partners + 1, row)) for row in pricing.pair)
    return -(-total // 2) + _least_visits(pricing)
