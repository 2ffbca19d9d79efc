"""What the learned value of a Diam's position looks at: for every seat some numbers.

A position is looked at between two turns, with all hands and vaults known; the order of the deck is
not read. Almost all numbers are points that a seat has or may hope for: the estimate of the
heuristic, what lies in the vault, collections in hand, pairs and what could complete them (in the
market, in the deck, or in the hand of another, where it is lost), the best play on offer, special
cards with what they would win now, and the two bonuses. They are divided by the typical error of an
estimate of points, which falls with the turns left in the round and, in a match of several rounds,
grows with the rounds after it. Chips count together with those expected from this round.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from engines.api import State
from engines.diams.cards import CONVOY, DRAWING, KINDS, OVER, VALUE
from engines.diams.dealing import HAND, LAID, window
from engines.diams.scoring import HIGHEST_HAND, PURITY
from engines.diams.state import Diams
from tourney.bots.diams.features import DiamsFeatures, turns_to_come
from tourney.bots.diams.heuristic import (
    HEURISTIC,
    IN_HAND,
    OUTLOOK,
    STAGES,
    market_plays,
    unfold,
    vault_play,
)
from tourney.bots.diams.heuristic import PURITY as PURITY_HOPE
from tourney.bots.values import Features

ROUNDS: Final = 3  # of a standard match
FADING: Final = 5.0  # turns in which the stage falls to a third
CERTAIN: Final = 200.0  # points and chips that a place is worth when all is over
CHIP_NOISE: Final = 0.5  # variance of the chips of a round for each other seat
SECOND: Final = 0.1  # a chip of the second round, which decides between equals (DI-Q27)
DECIDED: Final = 0.1  # least variance of chips

CONVOYS: Final = 0
CRACKERS: Final = 1
MAGICS: Final = 2

PLAYED: Final = HEURISTIC.worth
HOPED: Final = unfold(OUTLOOK)


class DiamsSeat:
    """A seat of a position: what it holds, its turns to come, and the points it hopes for."""

    __slots__ = (
        "chips", "coming", "distance", "features", "height", "hope", "special", "stars",
        "stars_held", "vault",
    )  # fmt: skip

    def __init__(self, features: DiamsFeatures, distance: int, coming: float) -> None:
        self.features = features
        self.distance = distance  # in seats from the one to move
        self.coming = coming
        self.special = [0, 0, 0]  # convoy, safecracker, magic
        self.stars = 0
        self.stars_held = 0
        self.height = 0  # the sum of the qualities in hand
        self.vault = 0
        self.hope = 0.0
        self.chips = 0.0
        for card in features.hand:
            if card < KINDS:
                self.stars_held += card & 1
                self.height += (card >> 1) + 1
            else:
                self.special[card - CONVOY] = 1
        for card in features.vault:
            self.stars += card & 1
        for quality in range(1, 11):
            self.vault += VALUE[quality][features.stored[quality]]

    def stage(self) -> int:
        """The index of the heuristic's tables for so many turns to come."""
        return min(STAGES - 1, int(self.coming + 0.5))


@mypyc_attr(allow_interpreted_subclasses=True)
class DiamsValue(Features):
    """The numbers of every seat between two turns."""

    names: ClassVar[tuple[str, ...]] = (
        "outlook",  # points by the heuristic's estimate
        "vault",  # points of the vault now
        "collections",  # qualities in the vault: each may still grow
        "purity",  # the bonus for purity if the round ended now
        "stars",  # diamonds of special purity in the vault
        "stars held",  # and in the hand
        "turns",  # turns to come
        "to move",  # whether the next turn is this seat's
        "triples",  # points that the collections in hand would add
        "doomed",  # the same as far as no turn may be left to store them
        "extensions",  # points of cards in hand that fit the vault
        "extended",  # the same if a collection in hand brings them along
        "pairs now",  # points of pairs that the market completes, in the seat's turn
        "pairs next",  # the same when others move first
        "pairs deck",  # points of pairs times cards of their quality in the deck
        "pairs held",  # points of pairs times cards of their quality with others
        "ones now",  # points of single cards with two in the market, in the seat's turn
        "ones next",  # the same when others move first
        "ones free",  # points of single cards times cards of their quality in deck and market
        "hand",  # cards in hand
        "convoy",  # whether the convoy is held
        "convoy wins",  # the points that it would bring
        "crack wins",  # what a safecracker in hand could take
        "magic wins",  # the collection that magic in hand would complete
        "sale wins",  # what a forced sale could win
        "sale loses",  # collections and pairs in hand that a forced sale may hit
        "crack loses",  # what a safecracker of others could take
        "height",  # the sum of the qualities in hand
        "highest",  # the bonus for it, the more certain the fewer turns are left
        "dead",  # qualities in hand that cannot become a collection without theft
        "best now",  # the gain of the best play without special cards, in the seat's turn
        "best next",  # the same when others move first
        "match",  # chips with those expected from this round
    )

    variants: ClassVar[tuple[str, ...]] = ("", "length=quick")

    def variant(self, state: State[Any]) -> str:
        """In a match of one round points decide, else chips."""
        assert isinstance(state, Diams)
        return self.variants[state.options.length == "quick"]

    def stage(self, state: State[Any]) -> float:
        """How near the end of the round is: 0 at its start, 1 when no turn is left."""
        assert isinstance(state, Diams)
        if state.step == OVER:
            return 1.0
        if state.step != DRAWING:
            return 0.0
        return exp(-sum(_coming(state)) / state.seats / FADING)

    def quiet(self, state: State[Any]) -> bool:
        """Between two turns, before a deal, and after the match."""
        assert isinstance(state, Diams)
        return state.step <= DRAWING or state.step == OVER

    def settle(self, state: State[Any], rng: Random) -> None:
        """Finish the turn by the heuristic."""
        assert isinstance(state, Diams)
        while not self.quiet(state):
            seat = state.owing[0]
            state.apply(seat, HEURISTIC.move(state, seat))

    def rows(self, state: State[Any]) -> list[list[float]]:
        """The numbers of every seat between two turns, before a deal, or after the match."""
        assert isinstance(state, Diams)
        if state.step == OVER:
            return self._over(state)
        after = _rounds_after(state)
        if state.step != DRAWING:
            return self._between(state, after)
        seats, turn, coming = state.seats, state.turn, _coming(state)
        turns = sum(coming) / seats
        all_seats = []
        for seat in range(seats):
            features = DiamsFeatures(seat, seats, state.step, state.hands[seat], state.vaults[seat])
            features.market = state.market
            all_seats.append(DiamsSeat(features, (seat - turn) % seats, coming[seat]))
        error = (2.1 + 2 / seats) * sqrt(turns + 0.2)
        _hopes(all_seats, turns)
        match = _match(state, all_seats, error, after)
        whole = sqrt(error * error + after * _round_error(state))
        lying, drawable = _lying(state), _drawable(state, all_seats)
        rows = []
        for one in all_seats:
            row = [one.hope, *_stored(one, all_seats)]
            row += _held(one, lying, drawable)
            row += _specials(one, all_seats, lying)
            row += _bonus_and_play(one, all_seats, turns, lying, drawable)
            row = [number / whole for number in row]
            row.append(match[one.features.seat])
            rows.append(row)
        return rows

    def _over(self, state: Diams) -> list[list[float]]:
        # "vault" and "match" of a seat speak for it at the end of a round, whatever the weights.
        outcome = state.outcome()
        assert outcome is not None
        rows = []
        for own in outcome.places:
            row = [0.0] * len(DiamsValue.names)
            row[1] = row[-1] = -CERTAIN * own
            rows.append(row)
        return rows

    def _between(self, state: Diams, after: float) -> list[list[float]]:
        """Before a deal only chips count, and who begins it is left out."""
        spread = sqrt(after * CHIP_NOISE * (state.seats - 1) + DECIDED)
        rows = []
        for seat in range(state.seats):
            row = [0.0] * len(DiamsValue.names)
            row[-1] = _chips(state, seat) / spread
            rows.append(row)
        return rows


def _coming(state: Diams) -> list[float]:
    """The expected turns to come of every seat, at the start of a turn."""
    seats, left = state.seats, state.left
    deck, last = len(state.order) - state.top, window(state.options, seats)
    coming = []
    for seat in range(seats):
        distance = (seat - state.turn) % seats
        if left:
            coming.append(1.0 if distance < left else 0.0)
        else:
            coming.append(turns_to_come(deck, last, seats, distance))
    return coming


def _rounds_after(state: Diams) -> float:
    """The rounds to come after the current one, or after the last one before a deal."""
    if state.options.length == "quick":
        return 0.0 if state.round else 1.0
    return float(ROUNDS - state.round)


def _round_error(state: Diams) -> float:
    """The square of the typical error of points at the start of a round."""
    deck = KINDS * 5 // 2 + 4 - LAID - HAND * state.seats
    turns = turns_to_come(deck, window(state.options, state.seats), state.seats, 0)
    return (2.1 + 2 / state.seats) ** 2 * turns


def _chips(state: Diams, seat: int) -> float:
    """The chips of a seat so far; those of the second round count a little more."""
    total = 0.0
    for number, chips in enumerate(state.chips):
        total += chips[seat] * (1 + SECOND if number == 1 else 1)
    return total


def _hopes(all_seats: list[DiamsSeat], turns: float) -> None:
    """Estimate the points of every seat as the heuristic's playouts do."""
    # A lead in purity counts more, the fewer turns are left.
    lead = 0.5 + 3 / (turns + 0.2)
    chances = [exp(lead * (one.stars + IN_HAND * one.stars_held)) for one in all_seats]
    whole = sum(chances)
    for one, chance in zip(all_seats, chances, strict=True):
        features, stage = one.features, one.stage()
        table = HOPED.hand[stage]
        hope = one.vault + PURITY_HOPE * chance / whole
        hope += OUTLOOK.tempo * one.coming - OUTLOOK.slot * len(features.hand)
        hope += OUTLOOK.special[stage] * sum(one.special)
        for quality in range(1, 11):
            held = features.held[quality]
            if held:
                hope += table[features.stored[quality]][quality][held]
        one.hope = hope


def _match(state: Diams, all_seats: list[DiamsSeat], error: float, after: float) -> list[float]:
    """Chips and those expected from this round, over their typical error at the end."""
    match = []
    others = len(all_seats) - 1
    for one in all_seats:
        expected = _chips(state, one.features.seat)
        variance = after * CHIP_NOISE * others + DECIDED
        for other in all_seats:
            if other is not one:
                chance = 1 / (1 + exp((other.hope - one.hope) / error))
                expected += chance * (1 + SECOND if state.round == ROUNDS - 1 else 1)
                variance += chance * (1 - chance)
        match.append((expected, variance))
    spread = sqrt(sum(variance for _, variance in match) / len(match))
    return [expected / spread for expected, _ in match]


def _lying(state: Diams) -> list[int]:
    """The diamonds of each quality in the market; index 0 is unused."""
    market = state.market
    return [0, *[market[kind] + market[kind + 1] for kind in range(0, KINDS, 2)]]


def _drawable(state: Diams, all_seats: list[DiamsSeat]) -> list[int]:
    """The diamonds of each quality in the deck; index 0 is unused."""
    counts = [5] * 11
    for quality, lying in enumerate(_lying(state)):
        counts[quality] -= lying
    for one in all_seats:
        held, stored = one.features.held, one.features.stored
        for quality in range(1, 11):
            counts[quality] -= held[quality] + stored[quality]
    return counts


def _stored(one: DiamsSeat, all_seats: list[DiamsSeat]) -> list[float]:
    """What the vault is worth, and the turns to come."""
    most = max([other.stars for other in all_seats])
    sharing = sum([other.stars == most for other in all_seats])
    purity = PURITY[sharing > 1] if most and one.stars == most else 0
    collections = sum([count > 0 for count in one.features.stored])
    return [
        float(one.vault),
        float(collections),
        float(purity),
        float(one.stars),
        one.stars_held * min(1.0, one.coming),
        one.coming,
        float(not one.distance),
    ]


def _held(one: DiamsSeat, lying: list[int], drawable: list[int]) -> list[float]:
    """Points of collections, extensions, pairs and single cards in hand."""
    triples = extensions = pairs = pairs_deck = pairs_held = ones = ones_free = 0.0
    held, stored = one.features.held, one.features.stored
    for quality in range(1, 11):
        count = held[quality]
        if not count:
            continue
        values, now = VALUE[quality], stored[quality]
        if count >= 3:
            triples += values[min(5, count + now)] - values[now]
        elif now:
            extensions += values[min(5, count + now)] - values[now]
        elif count == 2:
            there = drawable[quality]
            pairs += values[3] * (lying[quality] > 0)
            pairs_deck += values[3] * there
            pairs_held += values[3] * (3 - there - lying[quality])
        else:
            ones += values[3] * (lying[quality] >= 2)
            ones_free += values[3] * (lying[quality] + drawable[quality])
    once, twice = min(1.0, one.coming), min(1.0, max(0.0, one.coming - 1))
    now_share, next_share = (0.0, twice) if one.distance else (twice, 0.0)
    return [
        triples * once,
        triples * (1 - once),
        extensions * once,
        extensions * once * (triples > 0),
        pairs * now_share,
        pairs * next_share,
        pairs_deck * twice,
        pairs_held * twice,
        ones * now_share,
        ones * next_share,
        ones_free * twice,
        float(len(one.features.hand)),
    ]


def _specials(one: DiamsSeat, all_seats: list[DiamsSeat], lying: list[int]) -> list[float]:
    """What special cards in hand may win, and what those of others may take."""
    held, stored = one.features.held, one.features.stored
    others = len(all_seats) - 1
    convoy = crack = magic = sale = sale_loses = crack_loses = 0.0
    special = sum(one.special)
    for quality in range(1, 11):
        count, now, values = held[quality], stored[quality], VALUE[quality]
        if one.special[CONVOYS] and now and count:
            convoy += values[min(5, count + now)] - values[now]
        if one.special[MAGICS] and lying[quality] and count == 2:
            magic = max(magic, float(values[3]))
        for other in all_seats:
            if other is one:
                continue
            theirs, loot = other.features.held[quality], other.features.stored[quality]
            if one.special[CRACKERS] and loot:
                lost = (values[loot] - values[loot - 1]) / others
                crack = max(crack, lost + values[3] * (count >= 2) / 2)
            if special and count and theirs and count + theirs + lying[quality] >= 3:
                gain = values[min(5, count + theirs + lying[quality])] - values[count]
                sale = max(sale, gain + values[3] * (theirs >= 2) / others)
            if count >= 2 and theirs and sum(other.special):
                sale_loses += values[max(3, count)]
            if now and other.special[CRACKERS]:
                crack_loses = max(crack_loses, float(values[now] - values[now - 1]))
    once = min(1.0, one.coming)
    wins = [one.special[CONVOYS] * once, convoy * once, crack * once]
    wins += [magic * min(1.0, max(0.0, one.coming - 1)), sale * once]
    return [*wins, sale_loses, crack_loses]


def _bonus_and_play(
    one: DiamsSeat,
    all_seats: list[DiamsSeat],
    turns: float,
    lying: list[int],
    drawable: list[int],
) -> list[float]:
    """The bonus for the hand, cards without a future, and the gain of the best play."""
    features = one.features
    highest = True
    for other in all_seats:
        if other is not one and other.height >= one.height:
            highest = False
    dead = 0
    for quality in range(1, 11):
        count = features.held[quality]
        if 0 < count < 3 and not features.stored[quality]:
            dead += count + lying[quality] + drawable[quality] < 3
    stage, best = one.stage(), -99.0
    for gain, _ in market_plays(features, PLAYED, stage):
        best = max(best, gain)
    for gain, _ in vault_play(features, PLAYED, stage):
        best = max(best, gain)
    best *= min(1.0, one.coming)
    return [
        one.height / 10,
        HIGHEST_HAND * highest / (1 + turns),
        float(dead),
        0.0 if one.distance else best,
        best if one.distance else 0.0,
    ]


FEATURES: Final = DiamsValue()
