"""The heuristic of Blue Border: which card to take or to bury, and when to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp
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
from tourney.bots.blue_border.features import (
    BlueBorderFeatures,
    RoundRules,
    closed_cards,
    last,
    numbers,
    of_state,
    of_view,
    rules_of,
    seen_line,
    shades,
)
from tourney.bots.heuristics import by_places, likely
from tourney.domain.observation import Observation

# Probabilities in Blue Border: of violations, of calls, and the turns that a line still needs.
#
# A card is the set of its possible numbers, as bits: a whole shade, or one number once it was
# opened. Does not depend on a position, only on borderline, bottoms, cards and shades.

OFFERS: Final = 5  # cards to choose from (BB-R5)
FALL_TURNS: Final = 2.0  # turns that a called violation costs, with the caller's reward
LIKELY_CALL: Final = 0.3  # probability of a violation that is called every other time
LIKELY_LAST_CALL: Final = 0.08  # the same at G, where the match is at stake
SHARPNESS: Final = 14.0  # of the change from never calling to always calling
STEPS: Final = 12  # of approximating the turns that depend on themselves


@lru_cache(maxsize=1 << 16)
def violation(rules: RoundRules, point: int, before: int, card: int) -> float:
    """The probability that a card at a point (1 = A) breaks BB-R6, given the card before it."""
    if point == 1:
        own = numbers(card)
        return sum(x > rules.borderline for x in own) / len(own)
    pairs = [(p, x) for p in numbers(before) for x in numbers(card) if p != x]
    if not pairs:
        return 1.0
    broken = 0
    for p, x in pairs:
        # BB-R6: numbers rise as far as D, which has a lower bound, then fall; G is low.
        step = x - p if point <= 4 else p - x
        if not 0 < step <= rules.borderline:
            broken += 1
        elif point == 4:
            broken += x < rules.bottoms
        else:
            broken += point == POINTS and x > rules.borderline
    return broken / len(pairs)


@lru_cache(maxsize=1 << 16)
def risk(rules: RoundRules, point: int, before: int, card: int) -> float:
    """The probability that a card at a point breaks the rule and is called."""
    broken = violation(rules, point, before, card)
    usual = LIKELY_LAST_CALL if point == POINTS else LIKELY_CALL
    return broken / (1 + exp((usual - broken) * SHARPNESS))


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
            (fall * (wait + FALL_TURNS) + (1 - fall) * after, weight)
            for fall, after, weight in zip(falls, stands, weights, strict=True)
        ]
        # The expected least of the values offered, drawn by weight, if one may wait instead.
        # `better` is the share of cards up to a value, `unseen` the chance that none is offered.
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


@lru_cache(maxsize=1 << 13)
def known_outlooks(rules: RoundRules, points: int, last: int) -> dict[int, float]:
    """What `outlooks` has computed for this line, by card."""
    return {}


def outlooks(rules: RoundRules, line: Sequence[int], cards: Sequence[int]) -> list[float]:
    """Turns that a line still needs after each of these cards is placed, with its risk."""
    points, before = len(line), last(line)
    known = known_outlooks(rules, points, before)
    found = []
    for card in cards:
        if card not in known:
            fall, stays = risk(rules, points + 1, before, card), turns(rules, points + 1, card)
            again = turns(rules, points, before) + FALL_TURNS if fall else 0.0
            known[card] = fall * again + (1 - fall) * stays
        found.append(known[card])
    return found


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
                rules, seats = rules_of(state), state.seats
                closed = closed_cards(rules, state.opened)
                rest = []
                for seat, cards in enumerate(state.lines):
                    line = seen_line(cards, state.opened, closed, rules.sight)
                    left = turns(rules, len(line), last(line))
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
    rules, line = features.rules, features.line
    if features.step == WINDOW:
        before = line[-2] if len(line) > 1 else 0
        broken = violation(rules, len(line), before, line[-1])
        worth = broken - (CALL_FROM_LAST if len(line) == POINTS else CALL_FROM)
        return [(0.0, NO), (4 * worth, CALL)]

    now = turns(rules, len(line), last(line))
    after = outlooks(rules, line, features.tops)
    if features.step == TURN:
        choices: list[Choice] = [
            (now - left, DECK if pile == 4 else TAKE + pile + 1) for pile, left in enumerate(after)
        ]
        # A pass may bury the card that the next diver could use best.
        needs = outlooks(rules, features.next_line, features.tops)
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
    discards = outlooks(rules, line, [1 << number for number in features.discards])
    for number, left in zip(features.discards, discards, strict=True):
        choices.append((now - left, REWARD_DISCARD + number))
    return choices


HEURISTIC: Final = BlueBorderHeuristic()
