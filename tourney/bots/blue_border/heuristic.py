"""The heuristic of Blue Border: which card to take or to bury, and when to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random
from typing import ClassVar, Final, TypeAlias

from engines.api import CHANCE, Seat, View
from engines.blue_border.cards import (
    CALL,
    DECK,
    NO,
    PASS,
    POINTS,
    REWARD_DISCARD,
    REWARD_NONE,
    REWARD_TAKE,
    TAKE,
    Move,
)
from engines.blue_border.game import GAME
from engines.blue_border.position import OVER, STARTING, TURN, WINDOW
from engines.blue_border.state import BlueBorder
from tourney.bots.blue_border.chances import last_card
from tourney.bots.blue_border.features import (
    BlueBorderFeatures,
    chances_in,
    of_state,
    of_view,
    seen_line,
)
from tourney.bots.heuristics import by_places, likely
from tourney.domain.observation import Observation

# Choices of moves, by the turns that they save.

Choice: TypeAlias = tuple[float, Move]

SLOPE: Final = 0.06  # share of a win per turn
CALL_FROM: Final = 0.3  # probability of a violation from which a call is worth it
CALL_FROM_LAST: Final = 0.08  # the same at G
DENIAL: Final = 0.2  # value of a turn that another seat loses, in own turns
SPREAD: Final = 2.2  # typical error of an estimate, in turns
TURNS_AHEAD: Final = 2  # turns of each seat that a playout looks ahead


class BlueBorderHeuristic:
    """The heuristic of Blue Border."""

    exploration: ClassVar[float] = 0.2
    prior_visits: ClassVar[float] = 12.0
    ahead: ClassVar[int] = 1

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(_choices(of_view(view)), key=itemgetter(0))[1]

    def move(self, state: BlueBorder, seat: Seat) -> Move:
        """The best move for a seat of a state."""
        return max(_choices(of_state(state, seat)), key=itemgetter(0))[1]

    def ranked(
        self,
        state: BlueBorder,
        seat: Seat,
        worlds: Callable[[int], Sequence[BlueBorder]] | None = None,
    ) -> Sequence[Choice]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        choices = sorted(_choices(of_state(state, seat)), key=itemgetter(0), reverse=True)
        best = choices[0][0]
        return [((gain - best) * SLOPE, move) for gain, move in choices]

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[BlueBorder]
    ) -> BlueBorder:
        """A world with possible numbers; sealed answers as this heuristic would give them."""
        world = observation.resample(rng)
        assert isinstance(world, BlueBorder)
        if world.step == WINDOW:
            # All see the same, so those who have answered agree with what this seat would say.
            calls, owing = self.move(world, observation.seat) == CALL, world.pending()
            world.callers = tuple(
                other
                for other in range(world.seats)
                if calls and other != world.placer and not world.skips[other] and other not in owing
            )
        return world

    def settled(self, state: BlueBorder, start: BlueBorder) -> bool:
        """Whether the round is over."""
        return state.step in (STARTING, OVER)

    def playout(self, state: BlueBorder, start: BlueBorder, rng: Random) -> Sequence[float]:
        """Play on for some turns; rewards by who is then ahead."""
        until = start.moves + TURNS_AHEAD * state.seats
        while not self.settled(state, start):
            if state.step == TURN and state.moves >= until:
                # A seat that moves later needs a fraction of a turn more.
                chances, seats = chances_in(state), state.seats
                closed, sight = chances.closed(state.opened), state.options.sight
                rest = []
                for seat, cards in enumerate(state.lines):
                    line = seen_line(cards, state.opened, closed, sight)
                    left = chances.turns(len(line), last_card(line))
                    rest.append(-(left + ((seat - state.turn) % seats) / seats))
                return likely(rest, SPREAD)
            owing = state.pending()
            move = GAME.shuffle(state, rng) if owing[0] == CHANCE else self.move(state, owing[0])
            for seat in owing:  # in a window all answer alike, because all see the same
                state.apply(seat, move)
        # BB-R20; in a match of several rounds only the winner of a round gains points.
        points = [len(line) for line in state.lines]
        if state.options.rounds > 1:
            points = [POINTS if seat == state.winner else 0 for seat in range(state.seats)]
        return by_places([-n for n in points])


def _choices(features: BlueBorderFeatures) -> list[Choice]:
    """The moves worth considering, with the turns that each saves."""
    chances, line = features.chances, features.line
    if features.step == WINDOW:
        before = line[-2] if len(line) > 1 else 0
        broken = chances.violation(len(line), before, line[-1])
        worth = broken - (CALL_FROM_LAST if len(line) == POINTS else CALL_FROM)
        return [(0.0, NO), (4 * worth, CALL)]

    now = chances.turns(len(line), last_card(line))
    after = chances.outlooks(line, features.tops)
    if features.step == TURN:
        choices: list[Choice] = [
            (now - left, DECK if pile == 4 else TAKE + pile + 1) for pile, left in enumerate(after)
        ]
        # A pass may bury the card that the next diver could use best.
        needs = chances.outlooks(features.next_line, features.tops)
        best, second = sorted(needs)[:2]
        for pile in range(4):
            left = second if needs[pile] == best else best
            choices.append((DENIAL * (left - best), PASS + pile + 1))
        return choices

    # The reward of a call.
    choices = [(0.0, REWARD_NONE)]
    if features.spent:
        return choices
    for pile, left in enumerate(after):
        choices.append((now - left, REWARD_TAKE + pile + 1))
    discards = chances.outlooks(line, [1 << number for number in features.discards])
    for number, left in zip(features.discards, discards, strict=True):
        choices.append((now - left, REWARD_DISCARD + number))
    return choices


HEURISTIC: Final = BlueBorderHeuristic()
