"""Probabilities in Blue Border: of violations, of calls, and the turns that a line still needs.

A card is the set of its possible numbers, as bits: a whole shade, or one number once it was
opened; 0 stands for no card. Does not depend on a position, only on the rules of a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from engines.blue_border.cards import POINTS

OFFERS: Final = 5  # cards to choose from (BB-R5)
FALL_TURNS: Final = 2.0  # turns that a called violation costs, with the caller's reward
LIKELY_CALL: Final = 0.3  # probability of a violation that is called every other time
LIKELY_LAST_CALL: Final = 0.08  # the same at G, where the match is at stake
SHARPNESS: Final = 14.0  # of the change from never calling to always calling
STEPS: Final = 12  # of approximating the turns that depend on themselves
MOST_KEPT: Final = 1 << 16  # values of a kind; with large shades there are more than memory


def numbers(cards: int) -> list[int]:
    """The numbers in a set of bits."""
    return [n for n in range(cards.bit_length()) if cards >> n & 1]


def last_card(line: Sequence[int]) -> int:
    """The last card of a line, with which the next one is compared; 0 for none."""
    return line[-1] if line else 0


class RoundChances:
    """The probabilities under the rules of a round, each computed once."""

    __slots__ = ("_closed", "_outlooks", "_turns", "_violations", "borderline", "bottoms", "shades")

    def __init__(self, borderline: int, bottoms: int, cards: int, sight: int) -> None:
        self.borderline = borderline
        self.bottoms = bottoms
        self.shades = [0] * (-(-cards // sight) + 1)  # the numbers of each; there is no shade 0
        for number in range(1, cards + 1):
            self.shades[-(-number // sight)] |= 1 << number
        self._closed: dict[int, list[int]] = {}
        self._violations: dict[tuple[int, int, int], float] = {}
        # By the last card of a line above its number of points; outlooks then by the card placed.
        self._turns: dict[int, float] = {}
        self._outlooks: dict[int, dict[int, float]] = {}

    def closed(self, opened: int) -> list[int]:
        """The possible numbers of a closed card of each shade.

        `opened` has the bit of every number that was turned up: those are in no closed card.
        """
        known = self._closed.get(opened)
        if known is None:
            if len(self._closed) >= MOST_KEPT:
                self._closed.clear()
            known = self._closed[opened] = [shade & ~opened for shade in self.shades]
        return known

    def violation(self, point: int, before: int, card: int) -> float:
        """The probability that a card at a point (1 = A) breaks BB-R6, given the card before it."""
        known = self._violations.get((point, before, card))
        if known is None:
            if len(self._violations) >= MOST_KEPT:
                self._violations.clear()
            known = self._violations[point, before, card] = self._broken(point, before, card)
        return known

    def _broken(self, point: int, before: int, card: int) -> float:
        """The share of the possible numbers of two cards with which the second one does not fit."""
        if point == 1:
            own = numbers(card)
            return sum(x > self.borderline for x in own) / len(own)
        pairs = [(p, x) for p in numbers(before) for x in numbers(card) if p != x]
        if not pairs:
            return 1.0
        broken = 0
        for p, x in pairs:
            # BB-R6: numbers rise as far as D, which has a lower bound, then fall; G is low.
            step = x - p if point <= 4 else p - x
            if not 0 < step <= self.borderline:
                broken += 1
            elif point == 4:
                broken += x < self.bottoms
            else:
                broken += point == POINTS and x > self.borderline
        return broken / len(pairs)

    def risk(self, point: int, before: int, card: int) -> float:
        """The probability that a card at a point breaks the rule and is called."""
        broken = self.violation(point, before, card)
        usual = LIKELY_LAST_CALL if point == POINTS else LIKELY_CALL
        return broken / (1 + exp((usual - broken) * SHARPNESS))

    def turns(self, points: int, before: int) -> float:
        """Turns that a line of `points` cards still needs, given its last card."""
        if points == POINTS:
            return 0.0
        line = before << 3 | points
        known = self._turns.get(line)
        if known is None:
            if len(self._turns) >= MOST_KEPT:
                self._turns.clear()
            known = self._turns[line] = self._wait(points, before)
        return known

    def _wait(self, points: int, before: int) -> float:
        """The turns of a line, which depend on themselves: one may always wait for another card."""
        shades = self.shades[1:]
        cards = sum(shade.bit_count() for shade in shades)
        weights = [shade.bit_count() / cards for shade in shades]
        falls = [self.risk(points + 1, before, shade) for shade in shades]
        stands = [self.turns(points + 1, shade) for shade in shades]
        wait = min(stands) + 1.0
        for _ in range(STEPS):
            values = [
                (fall * (wait + FALL_TURNS) + (1 - fall) * after, weight)
                for fall, after, weight in zip(falls, stands, weights, strict=True)
            ]
            # The expected least of the values offered, drawn by weight, if one may wait instead.
            # `better` is the share of cards up to a value, `unseen` the chance that none is
            # offered.
            total, unseen, better = 0.0, 1.0, 0.0
            for value, weight in sorted(values):
                if value >= wait:
                    break
                better += weight
                rest = max(0.0, 1 - better) ** OFFERS
                total += (unseen - rest) * value
                unseen = rest
            wait = 1 + (total + unseen * wait)
        return wait

    def outlooks(self, line: list[int], cards: list[int]) -> list[float]:
        """Turns that a line still needs after each of these cards is placed, with its risk."""
        points, before = len(line), last_card(line)
        known = self._outlooks.get(before << 3 | points)
        if known is None:
            if len(self._outlooks) >= MOST_KEPT >> 6:
                self._outlooks.clear()
            known = self._outlooks[before << 3 | points] = {}
        found = []
        for card in cards:
            after = known.get(card)
            if after is None:
                fall, stays = self.risk(points + 1, before, card), self.turns(points + 1, card)
                again = self.turns(points, before) + FALL_TURNS if fall else 0.0
                after = known[card] = fall * again + (1 - fall) * stays
            found.append(after)
        return found


chances_of = lru_cache(maxsize=32)(RoundChances)
"""The probabilities of a round, by its rules; kept from match to match."""
