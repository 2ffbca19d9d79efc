"""Diam's: sets of cards counted and picked by number without listing them.

An optimisation beside `market.sums` and `ending.discards`, which list the same sets; the contract
tests of sampling prove that all of those are drawn, and evenly. The counts of sets by their sum
(or size) 0, 1, 2 … are the coefficients of a polynomial, one factor for each quality (or kind),
and a polynomial is one integer: coefficient n stands in the bits from n * FIELD on. Multiplying
two such integers multiplies the polynomials, as no coefficient reaches 2 ** FIELD.
"""

from collections.abc import Sequence
from typing import Final

from engines.diams.moves import Move

FIELD: Final = 16  # bits of a coefficient
LOW: Final = (1 << FIELD) - 1  # coefficient 0
UP_TO_TEN: Final = (1 << 11 * FIELD) - 1  # coefficients of sums that a card can have


def _factor(quality: int, plain: int, star: int) -> int:
    """Ways to take from so many diamonds of a quality, by sum."""
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
"""By quality - 1, plain diamonds there, whether the one of special purity is there."""

COPIES: Final = tuple(sum(1 << FIELD * taken for taken in range(n + 1)) for n in range(6))
"""Ways to take some of so many like cards, by size: one each."""


def sum_series(market: Sequence[int]) -> list[int]:
    """At index q: the sets of diamonds of quality q and less in a market, by their sum.

    Sets differ in kinds, not in copies. Those that add up to q + 1 have two cards or more.
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
    """Set number `pick` of those with this total, in an order of its own."""
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
    """At index i: the sets of cards of the first i kinds of a hand, by their size."""
    series = [1]
    for kind in kinds:
        series.append(series[-1] * COPIES[hand.count(kind)])
    return series


def pick_size(series: list[int], kinds: Sequence[int], size: int, pick: int) -> Move:
    """Set number `pick` of those of this size, sorted."""
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
