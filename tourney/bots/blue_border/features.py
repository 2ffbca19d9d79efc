"""Features of a Blue Border position: for every card the set of its possible numbers, as bits.

Made from a view or, within a search, from a resampled state, of which also only shades and opened
numbers are read. All seats see the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.api import Seat, View
from engines.blue_border.position import PHASES, WINDOW
from engines.blue_border.state import BlueBorder


class RoundRules(NamedTuple):
    """What the probabilities of a round depend on."""

    borderline: int
    bottoms: int
    cards: int
    sight: int  # numbers a shade


@lru_cache(maxsize=32)
def shades(rules: RoundRules) -> tuple[int, ...]:
    """The numbers of each shade, as bits; there is no shade 0."""
    bands = [0] * (-(-rules.cards // rules.sight) + 1)
    for number in range(1, rules.cards + 1):
        bands[-(-number // rules.sight)] |= 1 << number
    return tuple(bands)


def numbers(cards: int) -> list[int]:
    """The numbers in a set of bits."""
    return [n for n in range(cards.bit_length()) if cards >> n & 1]


class BlueBorderFeatures:
    """One seat's position; a card is a set of bits as in `shades`, 0 stands for no card."""

    __slots__ = (
        "discards",
        "line",
        "next_line",
        "rules",
        "spent",
        "step",
        "tops",
    )

    def __init__(self, rules: RoundRules, step: int, line: list[int], next_line: list[int]) -> None:
        self.rules = rules
        self.step = step
        self.line = line  # the own one; in a call window that of the card that may be called
        self.next_line = next_line  # of the seat that moves next
        self.tops: list[int] = []  # the upper cards of the four piles, then that of the deck
        self.discards: Sequence[int] = ()  # numbers
        self.spent = False  # whether the move limit is reached


def last(line: Sequence[int]) -> int:
    """The last card of a line, with which the next one is compared; 0 for none."""
    return line[-1] if line else 0


def rules_of(state: BlueBorder) -> RoundRules:
    """The rules of the current round, which may have its own borderline and bottoms (BB-R21)."""
    options = state.options
    return RoundRules(state.borderline(), state.bottoms(), options.cards, options.sight)


@lru_cache(maxsize=1 << 12)
def closed_cards(rules: RoundRules, opened: int) -> list[int]:
    """The possible numbers of a closed card of each shade.

    `opened` has the bit of every number that was turned up: those are in no closed card.
    """
    return [band & ~opened for band in shades(rules)]


def seen_line(line: list[int], opened: int, closed: list[int], sight: int) -> list[int]:
    """The cards of a line as sets of their possible numbers."""
    return [1 << card if opened >> card & 1 else closed[-(-card // sight)] for card in line]


def of_state(state: BlueBorder, seat: Seat) -> BlueBorderFeatures:
    """The features of a state for `seat`."""
    rules = rules_of(state)
    opened, sight, closed = state.opened, rules.sight, closed_cards(rules, state.opened)
    if state.step == WINDOW:  # an answer depends on one line only
        line = seen_line(state.lines[state.placer], opened, closed, sight)
        return BlueBorderFeatures(rules, WINDOW, line, [])
    line = seen_line(state.lines[seat], opened, closed, sight)
    after = state.lines[(seat + 1) % state.seats]
    seen = BlueBorderFeatures(rules, state.step, line, seen_line(after, opened, closed, sight))
    seen.tops = [closed[-(-pile[-1] // sight)] for pile in state.field]
    if state.top < len(state.order):
        seen.tops.append(closed[-(-state.order[state.top] // sight)])
    seen.discards = state.discards
    seen.spent = state.moves >= state.options.limit
    return seen


def of_view(view: View) -> BlueBorderFeatures:
    """The features of a view."""
    options, players = view["options"], view["players"]
    rules = RoundRules(options["bl"], options["bt"], options["cards"], options["sight"])
    lines = [player["line"] for player in players]
    opened = sum(1 << number for number in view["discards"])
    opened |= sum(1 << card["number"] for line in lines for card in line if card["number"])
    closed = closed_cards(rules, opened)
    whose = view["window"]["diver"] if view["window"] else view["you"]
    line, after = (
        [1 << card["number"] if card["number"] else closed[card["band"]] for card in lines[seat]]
        for seat in (whose, (whose + 1) % len(lines))
    )
    seen = BlueBorderFeatures(rules, PHASES.index(view["phase"]), line, after)
    seen.tops = [closed[pile[-1]] for pile in view["field"]]
    if view["top"] is not None:
        seen.tops.append(closed[view["top"]])
    seen.discards = view["discards"]
    seen.spent = view["moves"] >= options["limit"]
    return seen
