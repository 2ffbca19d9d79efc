"""The heuristic of Blue Border: which card to take or to bury, and when to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from tourney.bots.blue_border.features import BlueBorderFeatures, last, of_state, of_view, rules_of
from tourney.bots.blue_border.odds import outlook, turns, violation
from tourney.bots.blue_border.race import counted, expected
from tourney.domain.observation import Observation

Choice: TypeAlias = tuple[float, Move]

SLOPE: Final = 0.06  # share of a win per turn
WORTH: Final = 0.3  # probability of a violation from which a call is worth it
AT_STAKE: Final = 0.08  # the same at G
DENIAL: Final = 0.2  # value of a turn that another seat loses, in own turns
ROUNDS: Final = 2  # turns of each seat that a playout looks ahead


class BlueBorderHeuristic:
    """The heuristic of Blue Border."""

    exploration: ClassVar[float] = 0.2
    prior_visits: ClassVar[float] = 12.0

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(_choices(of_view(view)), key=_gain)[1]

    def move(self, state: BlueBorder, seat: Seat) -> Move:
        """The best move for a seat of a state."""
        return max(_choices(of_state(state, seat)), key=_gain)[1]

    def ranked(
        self,
        state: BlueBorder,
        seat: Seat,
        worlds: Callable[[int], Sequence[BlueBorder]] | None = None,
    ) -> Sequence[Choice]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        found = sorted(_choices(of_state(state, seat)), key=_gain, reverse=True)
        best = found[0][0]
        return [((gain - best) * SLOPE, move) for gain, move in found]

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[BlueBorder]
    ) -> BlueBorder:
        """A world with possible numbers; sealed answers as this heuristic would give them."""
        world = observation.resample(rng)
        assert isinstance(world, BlueBorder)
        if world.step == WINDOW:
            world.callers = self._callers(world, observation.seat)
        return world

    def _callers(self, world: BlueBorder, seat: Seat) -> tuple[Seat, ...]:
        """The seats that called among those that have answered; all see the same, so all agree."""
        calls = self.move(world, seat) == CALL
        owing = world.pending()
        return tuple(
            other
            for other in range(world.seats)
            if calls and other != world.placer and not world.skips[other] and other not in owing
        )

    def settled(self, state: BlueBorder, start: BlueBorder) -> bool:
        """Whether the round is over."""
        return state.step in (STARTING, OVER)

    def playout(self, state: BlueBorder, start: BlueBorder, rng: Random) -> Sequence[float]:
        """Play on for some turns; rewards by who is then ahead."""
        until = start.moves + ROUNDS * state.seats
        while not self.settled(state, start):
            if state.step == TURN and state.moves >= until:
                return expected(rules_of(state), _seen(state), state.turn)
            owing = state.pending()
            move = GAME.shuffle(state, rng) if owing[0] == CHANCE else self.move(state, owing[0])
            for seat in owing:  # in a window all answer alike, because all see the same
                state.apply(seat, move)
        return counted(state.lines, state.winner, state.options.rounds > 1)


def _seen(state: BlueBorder) -> Sequence[Sequence[int]]:
    return of_state(state, 0).lines


def _gain(choice: Choice) -> float:
    return choice[0]


def _choices(features: BlueBorderFeatures) -> list[Choice]:
    """The moves worth considering, with the turns that each saves."""
    if features.step == WINDOW:
        return _answers(features)
    if features.step == TURN:
        return _turn(features)
    return _rewards(features)


def _answers(features: BlueBorderFeatures) -> list[Choice]:
    points, before = features.before_last()
    card = features.lines[features.placer][-1]
    broken = violation(features.rules, points + 1, before, card)
    worth = broken - (AT_STAKE if points + 1 == POINTS else WORTH)
    return [(0.0, NO), (4 * worth, CALL)]


def _turn(features: BlueBorderFeatures) -> list[Choice]:
    line = features.lines[features.seat]
    points, before, rules = len(line), last(line), features.rules
    now = turns(rules, points, before)
    found: list[Choice] = [
        (now - outlook(rules, points, before, card), DECK if pile == 4 else TAKE + pile + 1)
        for pile, card in enumerate(features.tops)
    ]
    found.extend(_passes(features))
    return found


def _passes(features: BlueBorderFeatures) -> list[Choice]:
    """Passes that bury a card which the next diver could use."""
    following = (features.seat + 1) % features.seats
    line = features.lines[following]
    points, before, rules = len(line), last(line), features.rules
    needs = [outlook(rules, points, before, card) for card in features.tops]
    best, second = sorted(needs)[:2]
    found: list[Choice] = []
    for pile in range(4):
        left = second if needs[pile] == best else best
        found.append((DENIAL * (left - best), PASS + pile + 1))
    return found


def _rewards(features: BlueBorderFeatures) -> list[Choice]:
    found: list[Choice] = [(0.0, REWARD_NONE)]
    if features.spent:
        return found
    line = features.lines[features.seat]
    points, before, rules = len(line), last(line), features.rules
    now = turns(rules, points, before)
    for pile, card in enumerate(features.tops):
        found.append((now - outlook(rules, points, before, card), REWARD_TAKE + pile + 1))
    for number in features.discards:
        gain = now - outlook(rules, points, before, 1 << number)
        found.append((gain, REWARD_DISCARD + number))
    return found


HEURISTIC: Final = BlueBorderHeuristic()
