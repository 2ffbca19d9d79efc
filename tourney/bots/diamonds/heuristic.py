"""The heuristic of Diamonds: the best move without looking ahead, and the value of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp, sqrt
from random import Random
from typing import ClassVar, Final, TypeAlias

from engines.api import Seat, State, View
from engines.diamonds.cards import ANNOUNCE, RANKS, Move
from engines.diamonds.position import ANNOUNCING, DEALING, OVER, PASSING, PLAYING
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import taken
from tourney.bots.diamonds.endgame import EXACT, best_lead
from tourney.bots.diamonds.features import DiamondsFeatures, margins, of_state, of_view
from tourney.bots.heuristics import likely, softmax
from tourney.domain.observation import Observation

# The expected value of playing each card, in points, from a few weights.
#
# A card played off suit acts at once (DM-R6); a winning card acts by the suit led, keeps the lead
# and loses the bonus for no trick (DM-R8). The value of keeping the card is subtracted.

Choice: TypeAlias = tuple[float, int]


@dataclass(frozen=True)
class DiamondsWeights:
    """Points; found by playing heuristics against each other."""

    heart: float = 1.05  # a diamond in the showroom
    spade: float = 1.1  # one that moves to the vault
    club: float = 1.1  # one stolen
    flee: float = 0.3  # the token leaves the own showroom
    fear: float = 0.22  # the token comes
    pace: float = 0.95  # how readily those who could beat a card do
    lead: float = 0.4  # the next lead
    clean: float = 0.8  # probability per trick of not taking it
    high: float = 0.67  # the highest card of a suit, kept
    low: float = 0.17  # the lowest one, kept while there is no trick
    void: float = 0.65  # being out of a suit, with a full hand
    short: float = 0.2  # having a single card of it
    mate: float = 0.3  # beating the partner
    most: float = 0.3  # of a suit's action, for cards that count for its majority
    near: float = 2.3  # difference in cards that is still close


WEIGHTS: Final = DiamondsWeights()
NO_TRICK: Final = 4.0  # points for a round without tricks


def plays(features: DiamondsFeatures, weights: DiamondsWeights) -> list[Choice]:
    """Every legal card with its expected value."""
    # The present value of each suit's action (DM-R7).
    showroom, led = features.showroom, features.led
    spade = weights.spade if showroom else 0.0
    club = weights.fear if features.thief == features.teams - 1 and showroom else 0.0
    if features.thief == 0:
        club = weights.flee if showroom else 0.0
    elif features.others:
        club = weights.club - club
    else:
        club = -club
    acts = [2.0, weights.heart, spade, club]

    choices: list[Choice] = []
    if led >= 0 and features.hand[led]:
        # Follow suit.
        suit = features.hand[led]
        won = -weights.mate if features.mate else _won(features, weights, acts[led], led)
        bonus = _length(features, weights, len(suit) - 1)
        top = suit[0] - suit[0] % RANKS + features.ranks - 1
        for index, card in enumerate(suit):
            gain = bonus - _kept(features, weights, card)
            if card > features.best:
                over = top - card - (len(suit) - 1 - index)
                gain += won * _stands(features, weights, over)
            choices.append((gain, card))
        return choices
    for number, suit in enumerate(features.hand):
        if not suit:
            continue
        act, bonus = acts[number], _length(features, weights, len(suit) - 1)
        if led >= 0:
            # Off suit a card cannot win, but acts.
            bonus = act + bonus
            for card in suit:
                choices.append((bonus - _kept(features, weights, card), card))
            continue
        won = _won(features, weights, act, suit[0] // RANKS)
        above = features.ranks - 1 - suit[0] % RANKS
        for index, card in enumerate(suit):
            # Higher cards of the suit, less those in the own hand.
            over = above - (card - suit[0]) - (len(suit) - 1 - index)
            chance = _stands(features, weights, over)
            choices.append((chance * won + bonus - _kept(features, weights, card), card))
    return choices


def _won(features: DiamondsFeatures, weights: DiamondsWeights, act: float, suit: int) -> float:
    """The value of winning a trick: the action, the lead, and the lost bonus for no trick."""
    left = features.cards - 1
    if features.seats == 2 and features.led < 0:
        left -= 1
    worth = act + (weights.lead if left else 0.0)
    if features.clean:
        worth -= NO_TRICK * weights.clean**left
    if features.margins:
        near = features.margins[suit] / weights.near
        worth += weights.most * act * exp(-near * near) / (1 + left)
    return worth


def _stands(features: DiamondsFeatures, weights: DiamondsWeights, over: int) -> float:
    """The probability that no other seat beats a card with `over` higher ones."""
    if not features.after or not over:
        return 1.0
    share = over * features.unplayed / features.hidden
    if share >= 1:
        return 0.0
    return float((1 - share) ** (features.after * features.cards * weights.pace))


def _kept(features: DiamondsFeatures, weights: DiamondsWeights, card: int) -> float:
    height = card % RANKS / (features.ranks - 1)
    worth = weights.high * height * height
    if features.clean:
        worth += weights.low * (1 - height)
    return worth * (features.cards - 1) * 0.1


def _length(features: DiamondsFeatures, weights: DiamondsWeights, length: int) -> float:
    """The value of having no card or one card of a suit: later actions off suit."""
    if length > 1:
        return 0.0
    return (weights.void if not length else weights.short) * (features.cards - 1) * 0.1


def passes(
    features: DiamondsFeatures, weights: DiamondsWeights, count: int
) -> list[tuple[float, tuple[int, ...]]]:
    """The best cards to pass, for every division of `count` cards among the suits."""
    offers = []  # by suit: the values of passing its 0, 1, … least valuable cards
    for suit in features.hand:
        kept = {card: _kept(features, weights, card) for card in suit}
        by_worth = sorted(suit, key=lambda card: kept[card])
        now = _length(features, weights, len(suit))
        parts: list[tuple[float, tuple[int, ...]]] = []
        for n in range(min(count, len(suit)) + 1):
            cards = sorted(by_worth[:n])
            gain = _length(features, weights, len(suit) - n) - now
            gain -= sum([kept[card] for card in cards])
            parts.append((gain, tuple(cards)))
        offers.append(parts)
    found: list[tuple[float, tuple[int, ...]]] = []
    for division in _divisions(count, tuple([len(parts) for parts in offers])):
        chosen = [parts[n] for parts, n in zip(offers, division, strict=True)]
        passed = tuple([card for _, cards in chosen for card in cards])
        found.append((sum([gain for gain, _ in chosen]), passed))
    return found


@cache
def _divisions(count: int, below: tuple[int, ...]) -> list[tuple[int, ...]]:
    """How many cards of each suit make `count` together, each fewer than its bound in `below`."""
    return [each for each in product(*map(range, below)) if sum(each) == count]


# Choices of moves, and the value of a round.

SLOPE: Final = 0.025  # share of a win per point
SPREAD: Final = 2.0  # typical change of the difference of two scores in a round
LAST: Final = 0.3  # rounds added, so that points count even when the match is decided

# For `likelihood`. Moves alone would give 0.1 points for greedy and 0.15 for search; the hands of
# others are guessed best with 0.25, as one move that is misjudged excludes a world less then.
TEMPERATURE: Final = 0.25  # points
SLIPS: Final = 0.02  # share of the moves that have other reasons


class DiamondsHeuristic:
    """The heuristic of Diamonds with its weights; `exact` ends rounds of two players exactly."""

    exploration: ClassVar[float] = 0.15
    prior_visits: ClassVar[float] = 30.0
    recent: ClassVar[int] = 24
    ahead: ClassVar[int] = -1

    def __init__(self, weights: DiamondsWeights = WEIGHTS, exact: int = 0) -> None:
        self._weights = weights
        self._exact = exact

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(self._choices(of_view(view)))[1]

    def move(self, state: Diamonds, seat: Seat) -> Move:
        """The best move for a seat of a state, without looking at majorities."""
        suit = state.hands[seat][state.led] if state.laid else ()
        # Speed: a forced card needs no features.
        return suit[0] if len(suit) == 1 else max(self._choices(of_state(state, seat)))[1]

    def _choices(self, features: DiamondsFeatures) -> Sequence[tuple[float, Move]]:
        if features.step == PASSING:
            return passes(features, self._weights, features.announced)
        if features.step == ANNOUNCING:
            counts = range(1, 4)
            return [(max(passes(features, self._weights, n))[0], ANNOUNCE + n) for n in counts]
        return plays(features, self._weights)

    def ranked(
        self, state: Diamonds, seat: Seat, worlds: Callable[[int], Sequence[Diamonds]] | None = None
    ) -> Sequence[tuple[float, Move]]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        features = of_state(state, seat)
        # Not in playouts, for which it takes too long to count the taken cards.
        features.margins = margins(taken(state), seat, features.teams)
        choices = sorted(self._choices(features), reverse=True)
        best = choices[0][0]
        if state.step == PLAYING:
            # Cards adjacent to a better choice win and lose the same tricks: leave them out.
            unlike: list[tuple[float, Move]] = []
            seen: set[tuple[int, int]] = set()
            for gain, card in choices:
                assert isinstance(card, int)
                suit, rank = divmod(card, RANKS)
                if not {(suit, rank - 1), (suit, rank + 1)} & seen:
                    unlike.append((gain, card))
                seen.add((suit, rank))
            return [((gain - best) * SLOPE, card) for gain, card in unlike]
        return [((gain - best) * SLOPE, move) for gain, move in choices]

    def likelihood(self, state: Diamonds, seat: Seat, move: Move) -> float:
        """The probability of playing a card; what is passed is drawn at random in a world."""
        if state.step != PLAYING or (state.laid and len(state.hands[seat][state.led]) == 1):
            return 1.0
        return softmax(plays(of_state(state, seat), self._weights), move, TEMPERATURE, SLIPS)

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[Diamonds]
    ) -> State[Move]:
        """A world with possible hands of the others."""
        return observation.resample(rng)

    def settled(self, state: Diamonds, start: Diamonds) -> bool:
        """Whether the round is over: the next one has new cards."""
        return state.step in (DEALING, OVER)

    def playout(self, state: Diamonds, start: Diamonds, rng: Random) -> Sequence[float]:
        """Finish the round; rewards by how likely each seat is ahead in the end."""
        # The score of a round counts even after the last one, as it tells more than places alone.
        scale = SPREAD * sqrt(LAST + state.rounds - state.round)
        exact = self._exact if state.seats == 2 else 0
        while state.step not in (DEALING, OVER):
            seat = state.pending()[0]
            if exact and state.step == PLAYING and sum(map(len, state.hands[seat])) <= exact:
                return likely([best_lead(state), 0.0], scale)
            state.apply(seat, self.move(state, seat))
        # Equal scores apart by the vault (DM-R11).
        shares = likely(
            [
                open_ + 2 * safe + safe / 64
                for open_, safe in zip(state.showroom, state.vault, strict=True)
            ],
            scale,
        )
        return [shares[team] for team in state.team]


HEURISTIC: Final = DiamondsHeuristic()
EXACT_HEURISTIC: Final = DiamondsHeuristic(exact=EXACT)
