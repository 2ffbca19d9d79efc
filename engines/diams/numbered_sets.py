"""Diam's: counting sets of cards and picking one by number, without listing them.

An optimisation of `market.sums` and `round_end.discards`, which list the same sets; the contract
tests of sampling prove that all sets are drawn, with equal probability. The numbers of sets with
sum (or size) 0, 1, 2 … are the coefficients of a polynomial with one factor for each quality (or
kind). A polynomial is stored in one integer: coefficient n starts at bit n * FIELD. Multiplying
two such integers multiplies the polynomials, because no coefficient reaches 2 ** FIELD.
"""

from collections.abc import Sequence
from typing import Final

from engines.diams.cards import Move

FIELD: Final = 16  # bits of a coefficient
LOW: Final = (1 << FIELD) - 1  # coefficient 0
UP_TO_TEN: Final = (1 << 11 * FIELD) - 1  # coefficients of the sums 0 to 10


def _factor(quality: int, plain: int, star: int) -> int:
    """Ways to take some of these diamonds of a quality, by sum."""
    total = 0
    for taken in range(plain + 1):
        for purity in range(star + 1):
            value = quality * (taken + purity)
            if value <= 10:
                total += 1 << FIELD * value
    return total


FACTORS: Final = tuple(
    tuple(tuple(_factor(quality, plain, star) for star in (0, 1)) for plain in range(5))
    for quality in range(1, 10)
)
"""Index: quality - 1, number of plain diamonds, number of special purity (0 or 1)."""

COPIES: Final = tuple(sum(1 << FIELD * taken for taken in range(n + 1)) for n in range(6))
"""Ways to take some of n equal cards, by size: one way for each size."""


def sum_series(market: Sequence[int]) -> list[int]:
    """At index q: the sets of market diamonds of quality q or less, counted by their sum.

    Equal cards are not told apart. Sets that add up to q + 1 have at least two cards.
    """
    series = 1
    found = [1]
    at = 0
    for row in FACTORS:
        plain = market[at]
        star = market[at + 1]
        at += 2
        if plain or star:
            series = series * row[plain][star] & UP_TO_TEN
        found.append(series)
    return found


def pick_sum(market: Sequence[int], series: list[int], total: int, pick: int) -> Move:
    """Set number `pick` of those with this total; the order is arbitrary but fixed."""
    taken: Move = ()
    quality = total - 1
    while total:
        plain = 2 * quality - 2
        star = market[plain + 1]
        below = series[quality - 1]
        for n in range(min(market[plain] + star, total // quality) + 1):
            ways = below >> FIELD * (total - n * quality) & LOW
            if not ways:
                continue
            if n <= market[plain]:  # without the star
                if pick < ways:
                    taken = (plain,) * n + taken
                    break
                pick -= ways
            if star and n:
                if pick < ways:
                    taken = (*(plain,) * (n - 1), plain + 1, *taken)
                    break
                pick -= ways
        total -= n * quality
        quality -= 1
    return taken


def size_series(hand: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """At index i: the sets of cards of the first i kinds in a hand, counted by their size."""
    series = [1]
    for kind in kinds:
        series.append(series[-1] * COPIES[hand.count(kind)])
    return series


def pick_size(series: list[int], kinds: Sequence[int], size: int, pick: int) -> Move:
    """Set number `pick` of those with this size, sorted."""
    taken: Move = ()
    for index in range(len(kinds) - 1, -1, -1):
        below = series[index]
        n = 0
        while pick >= (ways := below >> FIELD * (size - n) & LOW):
            pick -= ways
            n += 1
        taken = (kinds[index],) * n + taken
        size -= n
        if not size:
            break
    return taken
