"""Features of a Blue Border position: for every card the set of its possible numbers, as bits.

Made from a view or, within a search, from a resampled state, of which also only shades and opened
numbers are read. All seats see the same.
"""

from __future__ import annotations

from engines.api import Seat, View
from engines.blue_border.position import PHASES, WINDOW
from engines.blue_border.state import BlueBorder
from tourney.bots.blue_border.chances import RoundChances, chances_of


class BlueBorderFeatures:
    """One seat's position; a card is the set of its possible numbers, as bits."""

    __slots__ = (
        "chances",
        "discards",
        "line",
        "next_line",
        "spent",
        "step",
        "tops",
    )

    def __init__(
        self, chances: RoundChances, step: int, line: list[int], next_line: list[int]
    ) -> None:
        self.chances = chances
        self.step = step
        self.line = line  # the own one; in a call window that of the card that may be called
        self.next_line = next_line  # of the seat that moves next
        self.tops: list[int] = []  # the upper cards of the four piles, then that of the deck
        self.discards: list[int] = []  # numbers
        self.spent = False  # whether the move limit is reached


def chances_in(state: BlueBorder) -> RoundChances:
    """The probabilities of the current round, which may have its own rules (BB-R21)."""
    options = state.options
    return chances_of(state.borderline(), state.bottoms(), options.cards, options.sight)


def seen_line(line: list[int], opened: int, closed: list[int], sight: int) -> list[int]:
    """The cards of a line as sets of their possible numbers."""
    return [1 << card if opened >> card & 1 else closed[-(-card // sight)] for card in line]


def of_state(state: BlueBorder, seat: Seat) -> BlueBorderFeatures:
    """The features of a state for `seat`."""
    chances, opened, sight = chances_in(state), state.opened, state.options.sight
    closed = chances.closed(opened)
    if state.step == WINDOW:  # an answer depends on one line only
        line = seen_line(state.lines[state.placer], opened, closed, sight)
        return BlueBorderFeatures(chances, WINDOW, line, [])
    line = seen_line(state.lines[seat], opened, closed, sight)
    after = state.lines[(seat + 1) % state.seats]
    seen = BlueBorderFeatures(chances, state.step, line, seen_line(after, opened, closed, sight))
    seen.tops = [closed[-(-pile[-1] // sight)] for pile in state.field]
    if state.top < len(state.order):
        seen.tops.append(closed[-(-state.order[state.top] // sight)])
    seen.discards = state.discards
    seen.spent = state.moves >= state.options.limit
    return seen


def of_view(view: View) -> BlueBorderFeatures:
    """The features of a view."""
    options, players = view["options"], view["players"]
    chances = chances_of(options["bl"], options["bt"], options["cards"], options["sight"])
    lines = [player["line"] for player in players]
    opened = sum(1 << number for number in view["discards"])
    opened |= sum(1 << card["number"] for line in lines for card in line if card["number"])
    closed = chances.closed(opened)
    whose = view["window"]["diver"] if view["window"] else view["you"]
    line, after = (
        [1 << card["number"] if card["number"] else closed[card["band"]] for card in lines[seat]]
        for seat in (whose, (whose + 1) % len(lines))
    )
    seen = BlueBorderFeatures(chances, PHASES.index(view["phase"]), line, after)
    seen.tops = [closed[pile[-1]] for pile in view["field"]]
    if view["top"] is not None:
        seen.tops.append(closed[view["top"]])
    seen.discards = view["discards"]
    seen.spent = view["moves"] >= options["limit"]
    return seen
