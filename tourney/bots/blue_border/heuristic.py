"""The heuristic of Blue Border: which card to take or to bury, and when to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp
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
from tourney.bots.blue_border.features import (
    BlueBorderFeatures,
    RoundRules,
    last,
    numbers,
    of_state,
    of_view,
    rules_of,
    shades,
)
from tourney.bots.heuristics import by_places, likely
from tourney.domain.observation import Observation

# Probabilities in Blue Border: of violations, of calls, and the turns that a line still needs.
#
# A card is the set of its possible numbers, as bits: a whole shade, or one number once it was
# opened. Does not depend on a position, only on borderline, bottoms, cards and shades.

OFFERS: Final = 5  # cards to choose from (BB-R5)
FALL: Final = 2.0  # turns that a called violation costs, with the caller's reward
LIKELY: Final = 0.3  # probability of a violation that is called every other time
LIKELY_LAST: Final = 0.08  # the same at G, where the match is at stake
SHARPNESS: Final = 14.0
STEPS: Final = 12  # of approximation


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
    for _ in range(STEPS):
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


# Rewards in Blue Border, estimated from the turns that each seat still needs.

SPREAD: Final = 2.2  # typical error of such estimates, in turns


def expected(rules: RoundRules, lines: Sequence[Sequence[int]], first: int) -> list[float]:
    """The expected share of other seats that each seat beats; `first` is to move."""
    seats = len(lines)
    left = [
        turns(rules, len(line), last(line)) + ((seat - first) % seats) / seats
        for seat, line in enumerate(lines)
    ]
    return likely([-more for more in left], SPREAD)


def counted(lines: Sequence[Sequence[int]], winner: int, only_wins: bool) -> list[float]:
    """The shares after the end of a round (BB-R20); with several rounds only the winner gains."""
    points = [len(line) for line in lines]
    if only_wins:
        points = [POINTS if seat == winner else 0 for seat in range(len(lines))]
    return by_places([-n for n in points])


# The heuristic of Blue Border: which card to take or to bury, and when to call.

Choice: TypeAlias = tuple[float, Move]

SLOPE: Final = 0.06  # share of a win per turn
WORTH: Final = 0.3  # probability of a violation from which a call is worth it
AT_STAKE: Final = 0.08  # the same at G
DENIAL: Final = 0.2  # value of a turn that another seat loses, in own turns
AHEAD: Final = 2  # turns of each seat that a playout looks ahead


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
        until = start.moves + AHEAD * state.seats
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
