"""What a value function looks at in Blue Border: the turns that lines still need, cards on offer.

The positions to be judged lie between two turns. What everybody sees decides which card is taken
and called, so most features are estimates from shades; true numbers tell what happens then.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from engines.api import CHANCE, State
from engines.blue_border.calls import fits
from engines.blue_border.cards import POINTS
from engines.blue_border.game import GAME
from engines.blue_border.position import DEALING, OVER, STARTING, TURN
from engines.blue_border.state import BlueBorder
from tourney.bots.blue_border.chances import RoundChances, last_card
from tourney.bots.blue_border.features import chances_in, seen_line
from tourney.bots.blue_border.heuristic import HEURISTIC
from tourney.bots.values import Features

NEAR: Final = 2.0  # turns that bring the end closer by the factor e
WIN: Final = 0.5  # a round won, in points of a single round, while others are to be played


@mypyc_attr(allow_interpreted_subclasses=True)
class BlueBorderValue(Features):
    """The turns that each line still needs, and what the next two seats can take."""

    names: ClassVar[tuple[str, ...]] = (
        "turns",  # that the line needs, by what everybody sees
        "true turns",  # the same if the number of its last card were known
        "near",  # how near the end is by these two: 1 for a full line
        "true near",
        "points",
        "six points",
        "order",  # turns of others before the next one, as a part of a round
        "skip",
        "gain",  # turns that the best card on offer saves the seat that moves
        "next gain",  # the same for the seat after it
        "good card",  # whether that card, for one of the two, really fits; not for the deck
        "last card",  # the same for every seat with six points, the sooner the more
        "result",  # points at the end; rounds won, if there are several
    )

    def stage(self, state: State[Any]) -> float:
        """How full the lines are."""
        assert isinstance(state, BlueBorder)
        if state.step == OVER:
            return 1.0
        if state.step in (STARTING, DEALING):
            return 0.0
        return sum(map(len, state.lines)) / (state.seats * (POINTS - 1))

    def quiet(self, state: State[Any]) -> bool:
        """Between two turns, before a round, and after the match."""
        assert isinstance(state, BlueBorder)
        return state.step in (TURN, STARTING, OVER)

    def settle(self, state: State[Any], rng: Random) -> None:
        """Play on to the next turn, as the heuristic calls and takes rewards."""
        assert isinstance(state, BlueBorder)
        while not self.quiet(state):
            owing = state.owing
            dealer = owing[0] == CHANCE
            move = GAME.shuffle(state, rng) if dealer else HEURISTIC.move(state, owing[0])
            for seat in owing:  # in a window all answer alike, because all see the same
                state.apply(seat, move)

    def rows(self, state: State[Any]) -> list[list[float]]:
        """The features of each seat."""
        assert isinstance(state, BlueBorder)
        rounds, seats = state.options.rounds, state.seats
        if state.step in (STARTING, DEALING, OVER):
            rows = [[0.0] * len(BlueBorderValue.names) for _ in range(seats)]
            for seat, row in enumerate(rows):
                if rounds > 1:
                    left = rounds - state.round
                    row[-1] = state.wins[seat] * (WIN / sqrt(left) if left else 1.0)
                elif state.step == OVER:
                    row[-1] = float(len(state.lines[seat]))
            return rows
        chances, opened, sight = chances_in(state), state.opened, state.options.sight
        closed = chances.closed(opened)
        cards = [pile[-1] for pile in state.field]
        if state.top < len(state.order):
            cards.append(state.order[state.top])
        offers = [closed[-(-card // sight)] for card in cards]
        rows = []
        for seat, numbers in enumerate(state.lines):
            line = seen_line(numbers, opened, closed, sight)
            near = (seat - state.turn) % seats
            row = _line(chances, line, numbers, near / seats, state.skips[seat])
            _add_offers(row, state, chances, line, numbers, near, cards, offers)
            row.append(0.0)
            if rounds > 1:  # the round counts less, the more are to be played
                left = rounds - state.round + 1
                row = [number / sqrt(left) for number in row]
                row[-1] = state.wins[seat] * WIN / sqrt(left)
            rows.append(row)
        return rows


def _line(
    chances: RoundChances, line: list[int], numbers: list[int], order: float, skip: bool
) -> list[float]:
    """What a line needs, and when its turn comes."""
    points = len(line)
    turns = chances.turns(points, last_card(line))
    true = chances.turns(points, 1 << numbers[-1] if points else 0)
    return [
        turns,
        true,
        exp(-turns / NEAR),
        exp(-true / NEAR),
        float(points),
        1.0 if points == POINTS - 1 else 0.0,
        order,
        1.0 if skip else 0.0,
    ]


def _add_offers(
    row: list[float],
    state: BlueBorder,
    chances: RoundChances,
    line: list[int],
    numbers: list[int],
    near: int,
    cards: list[int],
    offers: list[int],
) -> None:
    """The card that seems best, if it will soon be taken or may be the last one."""
    points = len(line)
    gain, good = 0.0, 0.0
    if near < 2 or points == POINTS - 1:
        left = chances.outlooks(line, offers)
        best = left.index(min(left))
        gain = row[0] - left[best]
        before = last_card(numbers)
        # The card on the deck is not drawn yet: of it only the shade may count.
        drawn = best < len(state.field)
        if drawn and fits(points + 1, before, cards[best], state.borderline(), state.bottoms()):
            good = 1.0
    row.append(gain if near == 0 else 0.0)
    row.append(gain if near == 1 else 0.0)
    row.append(good if near < 2 else 0.0)
    row.append(good * (1 - near / state.seats) if points == POINTS - 1 else 0.0)


FEATURES: Final = BlueBorderValue()
