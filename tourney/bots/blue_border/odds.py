"""Probabilities in Blue Border: of violations, of calls, and the turns that a line still needs.

A card is the set of its possible numbers, as bits: a whole shade, or one number once it was opened.
Does not depend on a position, only on borderline, bottoms, cards and shades.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from engines.blue_border.cards import POINTS

OFFERS: Final = 5  # cards to choose from (BB-R5)
FALL: Final = 2.0  # turns that a called violation costs, with the caller's reward
LIKELY: Final = 0.3  # probability of a violation that is called every other time
LIKELY_LAST: Final = 0.08  # the same at G, where the match is at stake
SHARPNESS: Final = 14.0
ROUNDS: Final = 12  # of approximation


class RoundRules(NamedTuple):
    """The rules of a round."""

    borderline: int
    bottoms: int
    cards: int
    sight: int


def shade(rules: RoundRules, number: int) -> int:
    """The shade of a number, counted from 1."""
    return -(-number // rules.sight)


@lru_cache(maxsize=32)
def shades(rules: RoundRules) -> tuple[int, ...]:
    """The numbers of each shade, as bits; there is no shade 0."""
    found = [0] * (shade(rules, rules.cards) + 1)
    for number in range(1, rules.cards + 1):
        found[shade(rules, number)] |= 1 << number
    return tuple(found)


def numbers(cards: int) -> list[int]:
    """The numbers in a set of bits."""
    return [n for n in range(cards.bit_length()) if cards >> n & 1]


@lru_cache(maxsize=1 << 16)
def violation(rules: RoundRules, point: int, before: int, card: int) -> float:
    """The probability that a card at a point (1 = A) breaks BB-R6, given the card before it."""
    if point == 1:
        own = numbers(card)
        return sum(x > rules.borderline for x in own) / len(own)
    pairs = [(p, x) for p in numbers(before) for x in numbers(card) if p != x]
    if not pairs:
        return 1.0
    return sum(not _stands(rules, point, p, x) for p, x in pairs) / len(pairs)


def _stands(rules: RoundRules, point: int, before: int, number: int) -> bool:
    step = number - before if point <= 4 else before - number
    if not 0 < step <= rules.borderline:
        return False
    if point == 4:
        return number >= rules.bottoms
    return point < POINTS or number <= rules.borderline


@lru_cache(maxsize=1 << 16)
def risk(rules: RoundRules, point: int, before: int, card: int) -> float:
    """The probability that a card at a point breaks the rule and is called."""
    broken = violation(rules, point, before, card)
    likely = LIKELY_LAST if point == POINTS else LIKELY
    return broken / (1 + exp((likely - broken) * SHARPNESS))


@lru_cache(maxsize=1 << 16)
def turns(rules: RoundRules, points: int, last: int) -> float:
    """Turns that a line of `points` cards still needs, given its last card."""
    if points == POINTS:
        return 0.0
    bands = shades(rules)[1:]
    weights = [band.bit_count() / rules.cards for band in bands]
    falls = [risk(rules, points + 1, last, band) for band in bands]
    stands = [turns(rules, points + 1, band) for band in bands]
    wait = min(stands) + 1.0
    for _ in range(ROUNDS):
        values = [
            (fall * (wait + FALL) + (1 - fall) * after, weight)
            for fall, after, weight in zip(falls, stands, weights, strict=True)
        ]
        wait = 1 + _best_of_five(values, wait)
    return wait


def _best_of_five(values: list[tuple[float, float]], wait: float) -> float:
    """The expected least of five values drawn by weight, with the option to wait instead."""
    total, unseen = 0.0, 1.0
    better = 0.0
    for value, weight in sorted(values):
        if value >= wait:
            break
        better += weight
        rest = max(0.0, 1 - better) ** OFFERS
        total += (unseen - rest) * value
        unseen = rest
    return total + unseen * wait


def outlook(rules: RoundRules, points: int, last: int, card: int) -> float:
    """Turns left after placing a card, with its risk."""
    fall = risk(rules, points + 1, last, card)
    stays = turns(rules, points + 1, card)
    if not fall:
        return stays
    return fall * (turns(rules, points, last) + FALL) + (1 - fall) * stays
