"""The heuristic of Diam's: the best move without looking ahead, and the value of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from random import Random
from typing import ClassVar, Final, TypeAlias

from engines.api import Seat, State, View
from engines.diams.cards import (
    CONVOY,
    CRACK,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    END,
    ESCORT,
    FORCE,
    GIVE,
    HAND_LIMIT,
    KINDS,
    MAGIC,
    MARKET,
    PASS,
    PLAYING,
    REVEAL,
    SAFECRACKER,
    SAME,
    TAKE,
    VALUE,
    VAULT,
    Move,
)
from engines.diams.dealing import window
from engines.diams.state import Diams
from engines.diams.turns import matching
from engines.kit.shuffling import shuffle
from tourney.bots.diams.features import DiamsFeatures, by_quality, of_state, of_view, turns_to_come
from tourney.bots.heuristics import softmax
from tourney.domain.observation import Observation

# The values of cards in hand in Diam's, by the number of turns left to use them.
#
# Contains tables only. Greedy uses simple ones; those of the search were found by playing weights
# against each other.

Row: TypeAlias = tuple[float, ...]
Rows: TypeAlias = tuple[Row, ...]

STAGES: Final = 6  # the number of turns to come, 0 to 4, and 5 for all higher numbers


@dataclass(frozen=True)
class DiamsWeights:
    """Weights: for each stage the share of a collection's points per card in hand; and points."""

    one: Row
    two: Row
    full: Row
    more: Row  # of what an extension adds
    height: Row  # points per quality: the hand bonus, the price of a sum
    special: Row
    slot: float  # a free place in the hand
    star_vault: float = 0.0
    star_hand: float = 0.0
    tempo: float = 0.0  # a turn to come
    deny: float = 0.0  # share of a collection's points, per card that others do not get
    surplus: float = 0.0  # a card over the hand limit
    theft: float = 0.0  # share of a victim's loss
    reveal: float = 0.0  # with a small hand reveal if no play has this value


# A search looks values up for every move that it rates, so all of them are computed before.
@dataclass(frozen=True)
class HandValues:
    """Tables made from weights: `hand[stage][stored][quality][held]`."""

    weights: DiamsWeights
    hand: tuple[tuple[Rows, ...], ...]
    deny: Row


def unfold(weights: DiamsWeights) -> HandValues:
    """Compute the tables from weights."""
    hand = tuple(
        tuple(
            tuple(
                tuple(_hand_value(weights, stage, stored, quality, n) for n in range(6))
                for quality in range(11)
            )
            for stored in range(6)
        )
        for stage in range(STAGES)
    )
    return HandValues(
        weights, hand, tuple(weights.deny * VALUE[quality][3] for quality in range(11))
    )


def _hand_value(weights: DiamsWeights, stage: int, stored: int, quality: int, n: int) -> float:
    if n == 0:
        return 0.0
    values = VALUE[quality]
    height = weights.height[stage] * quality * n
    if stored >= 3:
        total = min(5, stored + n)
        return height + weights.more[stage] * (values[total] - values[stored])
    if n >= 3:
        return height + weights.full[stage] * values[n]
    share = weights.one if n == 1 else weights.two
    return height + share[stage] * values[3]


# Rules of thumb of a human player, the same for every number of turns left.
SIMPLE: Final = DiamsWeights(
    one=(0.0, 0.1, 0.1, 0.1, 0.1, 0.1),
    two=(0.0, 0.4, 0.4, 0.4, 0.4, 0.4),
    full=(0.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    more=(0.0, 0.5, 0.5, 0.5, 0.5, 0.5),
    height=(0.3, 0.0, 0.0, 0.0, 0.0, 0.0),
    special=(0.0, 1.5, 1.5, 1.5, 1.5, 1.5),
    star_vault=2.0,
    star_hand=0.3,
    slot=0.5,
    theft=0.5,
)

# For choosing moves: found by playing weights against each other.
WEIGHTS: Final = DiamsWeights(
    one=(0.0, 0.08, 0.09, 0.12, 0.10, 0.14),
    two=(0.0, 0.23, 0.34, 0.42, 0.45, 0.47),
    full=(0.0, 1.5, 0.84, 1.05, 1.16, 1.08),
    more=(0.0, 0.70, 0.38, 0.44, 0.25, 0.43),
    height=(0.18, 0.24, 0.04, 0.0, 0.0, 0.03),
    special=(0.0, 1.5, 1.7, 1.7, 0.7, 1.4),
    star_vault=3.0,
    star_hand=0.31,
    slot=2.3,
    deny=0.027,
    surplus=0.7,
    theft=1.5,
    reveal=-4.5,
)

# For estimating results: fitted to the final points of rounds.
OUTLOOK: Final = DiamsWeights(
    one=(0.0, 0.0, 0.03, 0.05, 0.07, 0.08),
    two=(0.0, 0.0, 0.18, 0.23, 0.30, 0.36),
    full=(0.0, 0.93, 0.85, 0.92, 0.98, 1.1),
    more=(0.0, 0.12, 0.12, 0.15, 0.16, 0.5),
    height=(0.08, 0.02, 0.01, 0.0, 0.0, -0.02),
    special=(0.0, 0.5, 0.8, 0.8, 0.5, 0.3),
    slot=-0.2,
    tempo=2.0,
)


# The plays worth considering in Diam's, each with the value that it adds to hand and vault.
#
# One candidate represents many legal moves: the best of all sums with the same price, and the one
# way to fill the vault that stores everything. Works on features.

Choice: TypeAlias = tuple[float, Move]
"""The value that a move adds, and the move."""

NO_SUM: Final[Choice] = (0.0, ())


def market_plays(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    """For every quality in hand: put it down, take its best sum, or the same quality (DI-R8)."""
    held, stored, market = features.held, features.stored, features.market
    table, deny, star = worth.hand[stage], worth.deny, worth.weights.star_hand
    room = HAND_LIMIT - len(features.hand)
    sums = best_sums(features, worth, stage)
    plays: list[Choice] = []
    last = -1
    for card in features.hand:
        if card >> 1 == last or card >= KINDS:
            continue
        last = card >> 1
        quality = last + 1
        row, n = table[stored[quality]][quality], held[quality]
        loss = row[n] - row[n - 1] + deny[quality] + star * (card & 1)
        plays.append((-loss, (MARKET, card)))
        adds, cards = sums[quality]
        if cards:
            over = _too_many(len(cards) - 1, room, worth)
            plays.append((adds - loss - over, (MARKET, card, *cards)))
        purity = market[card | 1]
        lying = market[card & 30] + purity
        if lying:
            adds = row[min(5, n + lying)] - row[n] + lying * deny[quality] + star * purity
            plays.append((adds - _too_many(lying, room, worth), (SAME, card)))
    return plays or [(0.0, (PASS,))]


def _too_many(more: int, room: int, worth: HandValues) -> float:
    return (more - room) * worth.weights.surplus if more > room else 0.0


def best_sums(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    """For every total the best set of two and more cards, with the value that it adds.

    A single card is not a sum (DI-Q6): a total is fixed when only lower qualities are included.
    """
    market, held, stored = features.market, features.held, features.stored
    table, deny, star_worth = worth.hand[stage], worth.deny, worth.weights.star_hand
    highest = 10
    while highest and not held[highest]:
        highest -= 1
    settled: list[Choice] = [NO_SUM] * 11
    best: list[Choice | None] = [NO_SUM, *[None] * 10]
    for quality in range(1, highest + 1):
        settled[quality] = best[quality] or NO_SUM
        star = market[2 * quality - 1]
        lying = market[2 * quality - 2] + star
        if not lying or quality == highest:
            continue
        row, n = table[stored[quality]][quality], held[quality]
        start, price = row[n] - star_worth * star, deny[quality]
        steps = [
            (row[min(5, n + taken)] - start + taken * price, taken * quality, taken)
            for taken in range(1, min(lying, highest // quality) + 1)
        ]
        for total in range(highest, quality - 1, -1):
            there = best[total]
            for adds, size, taken in steps:
                before = best[total - size] if size <= total else None
                if before is not None and (there is None or before[0] + adds > there[0]):
                    # Cards with the star are the odd kinds; the sum takes them first.
                    plain, purity = (2 * quality - 2,), (2 * quality - 1,)
                    cards = (*before[1], *plain * (taken - star), *purity * star)
                    there = (before[0] + adds, cards)
            best[total] = there
    return settled


def vault_play(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    """Store all collections and all cards that extend those in the vault (DI-R9)."""
    held, stored = features.held, features.stored
    if max(held) < 3:
        return []
    cards = [
        card
        for card in features.hand
        if card < KINDS and (held[(card >> 1) + 1] >= 3 or stored[(card >> 1) + 1])
    ]
    return [(stored_gain(features, worth, stage, cards), (VAULT, *cards))]


def stored_gain(features: DiamsFeatures, worth: HandValues, stage: int, cards: list[int]) -> float:
    """The points of storing cards, less their value in hand."""
    weights = worth.weights
    gain = weights.slot * len(cards)
    counts: dict[int, int] = {}
    for card in cards:
        counts[(card >> 1) + 1] = counts.get((card >> 1) + 1, 0) + 1
        gain += (card & 1) * (weights.star_vault - weights.star_hand)
    for quality, n in counts.items():
        now = features.stored[quality]
        values = VALUE[quality]
        gain += values[min(5, now + n)] - values[now] - worth.hand[stage][now][quality][min(5, n)]
    return gain


# The values of plays with special cards in Diam's, by their power and as a forced sale (DI-R10).
#
# Victims and qualities are chosen by counting cards and unseen cards or, in a search, by the
# cards of the victims in its worlds.

SET_SIZE: Final = 3.5  # average number of cards of a collection in a vault
SUREST: Final = 0.9  # highest probability of a guess about a vault
STAR_LOST: Final = 2.0  # points that a vault loses with a special-purity diamond


def special_plays(
    features: DiamsFeatures, worth: HandValues, stage: int, worlds: Sequence[Diams] = ()
) -> list[Choice]:
    """The plays with special cards in hand, less the value of keeping the card."""
    hand, kept = features.hand, worth.weights.special[stage]
    plays: list[Choice] = []
    if CONVOY in hand:
        stored = features.stored
        cards = [card for card in hand if card < KINDS and stored[(card >> 1) + 1]]
        if cards:
            plays.append((stored_gain(features, worth, stage, cards), (ESCORT, *cards)))
    if SAFECRACKER in hand:
        plays.extend(_cracks_in(features, worth, stage, worlds) or _cracks(features, worth, stage))
    if MAGIC in hand:
        for kind in range(KINDS):
            if features.market[kind]:
                quality = (kind >> 1) + 1
                row, n = _row(features, worth, stage, quality)
                gain = row[min(5, n + 1)] - row[min(5, n)] + worth.deny[quality]
                plays.append((gain + worth.weights.star_hand * (kind & 1), (TAKE, kind)))
    plays.extend(_forces_in(features, worth, stage, worlds) or _forces(features, worth, stage))
    return [(gain - kept, move) for gain, move in plays]


def _row(features: DiamsFeatures, worth: HandValues, stage: int, quality: int) -> tuple[Row, int]:
    return worth.hand[stage][features.stored[quality]][quality], features.held[quality]


def unseen(features: DiamsFeatures) -> list[int]:
    """The number of diamonds of each quality that this seat does not see; index 0 is unused."""
    market = features.market
    counts = [0]
    for quality in range(1, 11):
        seen = features.held[quality] + features.stored[quality]
        counts.append(5 - seen - market[2 * quality - 2] - market[2 * quality - 1])
    return counts


def _fullest(counts: Sequence[int], seat: int) -> int:
    """The other seat with most cards, the first one clockwise among equals."""
    seats = len(counts)
    others = [(seat + step) % seats for step in range(1, seats)]
    return max(others, key=counts.__getitem__)


def _cracks(features: DiamsFeatures, worth: HandValues, stage: int) -> Iterator[Choice]:
    """Safecrackers on the fullest vault, by the probability of a collection of each quality."""
    victim = _fullest(features.vault_counts, features.seat)
    whole = [VALUE[q][3] if n >= 3 else 0 for q, n in enumerate(unseen(features))]
    sets = features.vault_counts[victim] / SET_SIZE / (sum(whole) or 1)
    for quality in range(1, 11):
        row, n = _row(features, worth, stage, quality)
        loot = worth.weights.theft * VALUE[quality][3]
        gain = row[min(5, n + 1)] - row[min(5, n)] + loot
        yield min(SUREST, sets * whole[quality]) * gain, (CRACK, victim, 2 * quality - 2)


def _forces(features: DiamsFeatures, worth: HandValues, stage: int) -> Iterator[Choice]:
    """Forced sales to the fullest hand, by the probability of a card of each quality."""
    victim = _fullest(features.hand_counts, features.seat)
    hidden, market = unseen(features), features.market
    size = features.hand_counts[victim]
    pool = sum(hidden) or 1
    last = -1
    for card in features.hand:
        if card >> 1 == last or card >= KINDS:
            continue
        last = card >> 1
        quality = last + 1
        row, n = _row(features, worth, stage, quality)
        chance = 1 - (1 - min(1.0, hidden[quality] / pool)) ** size
        taken = 1 + market[card & 30] + market[card | 1]
        hit = row[min(5, n + taken)] - row[n] + worth.weights.theft * VALUE[quality][3] / 2
        miss = row[n] - row[n - 1] + worth.deny[quality]
        yield chance * hit - (1 - chance) * miss, (FORCE, victim, card, features.hand[-1])


def _mean(totals: Mapping[Move, float], worlds: Sequence[Diams]) -> list[Choice]:
    return [(total / len(worlds), move) for move, total in totals.items()]


def _others(features: DiamsFeatures) -> list[Seat]:
    return [seat for seat in range(features.seats) if seat != features.seat]


def _cracks_in(
    features: DiamsFeatures, worth: HandValues, stage: int, worlds: Sequence[Diams]
) -> list[Choice]:
    """Safecrackers, by the vaults in these worlds."""
    totals: dict[Move, float] = {}
    for world in worlds:
        for victim in _others(features):
            vault = world.vaults[victim]
            counts = by_quality(vault)
            for kind in {card & 30 for card in vault} | {card for card in vault if card & 1}:
                quality = (kind >> 1) + 1
                row, n = _row(features, worth, stage, quality)
                values = VALUE[quality]
                fewer = values[counts[quality]] - values[counts[quality] - 1]
                lost = fewer + STAR_LOST * (kind & 1)
                gain = row[min(5, n + 1)] - row[min(5, n)] + lost / (features.seats - 1)
                move = (CRACK, victim, kind)
                totals[move] = totals.get(move, 0.0) + gain
    return _mean(totals, worlds)


def _forces_in(
    features: DiamsFeatures, worth: HandValues, stage: int, worlds: Sequence[Diams]
) -> list[Choice]:
    """Forced sales, by the hands in these worlds."""
    totals: dict[Move, float] = {}
    cards = {card >> 1: card for card in reversed(features.hand) if card < KINDS}
    special = features.hand[-1]
    for world in worlds:
        for victim in _others(features):
            counts = by_quality(world.hands[victim])
            for card in cards.values():
                quality = (card >> 1) + 1
                row, n = _row(features, worth, stage, quality)
                theirs = counts[quality]
                if theirs:
                    taken = theirs + features.market[card & 30] + features.market[card | 1]
                    lost = worth.hand[stage][0][quality][theirs] / (features.seats - 1)
                    gain = row[min(5, n + taken)] - row[n] + lost
                else:
                    gain = row[n - 1] - row[n] - worth.deny[quality]
                move = (FORCE, victim, card, special)
                totals[move] = totals.get(move, 0.0) + gain
    return _mean(totals, worlds)


# The expected rewards of the seats in a round of Diam's, between two turns.
#
# Points are estimated for each seat from hand, vault and the turns to come; the probability that
# one seat is ahead of another follows from the difference and the typical error of the estimates.

PURITY: Final = 4.8  # the bonus, reduced for ties
IN_HAND: Final = 0.3  # weight of a special-purity diamond in hand, relative to one in the vault


def expected(state: Diams, worth: HandValues) -> list[float]:
    """The expected share of other seats that each seat beats in the end."""
    seats, weights = state.seats, worth.weights
    # The turns that each seat still gets, at the start of a turn.
    coming = []
    deck = len(state.order) - state.top
    last_cards = window(state.options, seats)
    for seat in range(seats):
        distance = (seat - state.turn) % seats
        if state.left:
            coming.append(1.0 if distance < state.left else 0.0)
        else:
            coming.append(turns_to_come(deck, last_cards, seats, distance))
    turns = sum(coming) / seats

    # The purity bonus: a lead counts more, the fewer turns are left.
    lead = 0.5 + 3 / (turns + 0.2)
    chances = []
    for hand, vault in zip(state.hands, state.vaults, strict=True):
        stars: float = sum(card & 1 for card in vault)
        stars += IN_HAND * sum(card & 1 for card in hand if card < KINDS)
        chances.append(exp(lead * stars))
    whole = sum(chances)

    points = []
    for seat, hand in enumerate(state.hands):
        stage = min(STAGES - 1, int(coming[seat] + 0.5))
        stored, held = by_quality(state.vaults[seat]), by_quality(hand)
        table = worth.hand[stage]
        total = weights.tempo * coming[seat] - weights.slot * len(hand)
        total += weights.special[stage] * sum(card >= KINDS for card in hand)
        for quality in range(1, 11):
            now, n = stored[quality], held[quality]
            if now:
                total += VALUE[quality][min(now, 5)]
            if n:
                total += table[now][quality][min(n, 5)]
        points.append(total + PURITY * chances[seat] / whole)

    # The scale of the logistic curve from a difference in points to the probability of a win.
    scale = (2.1 + 2 / seats) * (turns + 0.2) ** 0.5
    return [
        (sum(1 / (1 + exp((other - own) / scale)) for other in points) - 0.5) / (seats - 1)
        for own in points
    ]


# Choices of moves, and the value of a round.

WORLDS: Final = 10  # newly drawn worlds; later ones differ only in the order of the deck
MORE_WORLDS: Final = 20  # the same when played on thoroughly
TURNS: Final = 1  # turns of each seat in a playout, after the one that is finished
MORE_TURNS: Final = 2
GUESSING_WORLDS: Final = 10  # worlds used to estimate the cards of others
SMALL_HAND: Final = 3  # with fewer cards in hand, a reveal may be better than a draw
SLOPE: Final = 0.03  # share of a win per point

# For `likelihood`. In matches of greedy and of search the hands of others were guessed best, by
# log-loss, with 0.5 to 1 point and the last 16 moves; what was moved before mostly concerns cards
# that are gone, and makes fewer worlds count. The moves alone would give 0.4 points for search, and
# 3 for greedy, which has other weights.
TEMPERATURE: Final = 1.0  # points
SLIPS: Final = 0.05  # share of the moves that have other reasons


class DiamsHeuristic:
    """The heuristic of Diam's with its weights."""

    exploration: ClassVar[float] = 0.08
    prior_visits: ClassVar[float] = 12.0
    recent: ClassVar[int] = 16
    ahead: ClassVar[int] = -1

    def __init__(
        self, weights: DiamsWeights = WEIGHTS, turns: int = TURNS, worlds: int = WORLDS
    ) -> None:
        self.worth = unfold(weights)
        self._outlook = unfold(OUTLOOK)
        self._turns = turns
        self._worlds = worlds

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view, by simple weights."""
        return PLAIN.best(of_view(view))

    def move(self, state: Diams, seat: Seat) -> Move:
        """The best move for a seat of a state, by these weights."""
        if state.step == DRAWING and len(state.hands[seat]) >= SMALL_HAND:
            return (DRAW,)  # the result of `_draws`, without computing features
        return self.best(of_state(state, seat))

    def best(self, features: DiamsFeatures) -> Move:
        """The best move by these weights."""
        if features.step == DRAWING:
            return self._draws(features)[0]
        if features.step == PLAYING:
            return max(self.plays(features))[1]
        if features.step == DISCARDING:
            # Card by card the least valuable one (DI-R11).
            stage, held = _stage(features), features.held[:]
            cards, given = list(features.hand), []
            while len(cards) > HAND_LIMIT:
                card = min(cards, key=lambda c: self._loss(features, held, stage, c))
                cards.remove(card)
                given.append(card)
                if card < KINDS:
                    held[(card >> 1) + 1] -= 1
            return (DISCARD, *sorted(given))
        return (GIVE, matching(features.vault, features.asked)[0])  # the star counts for purity

    def plays(self, features: DiamsFeatures, worlds: Sequence[Diams] = ()) -> list[Choice]:
        """The plays worth considering; those that depend on hidden cards are rated in `worlds`."""
        stage = _stage(features)
        plays = market_plays(features, self.worth, stage)
        plays.extend(vault_play(features, self.worth, stage))
        if features.hand and features.hand[-1] >= KINDS:
            plays.extend(special_plays(features, self.worth, stage, worlds))
        return plays

    def ranked(
        self, state: Diams, seat: Seat, worlds: Callable[[int], Sequence[Diams]] | None = None
    ) -> Sequence[Choice]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        features = of_state(state, seat)
        if features.step == PLAYING:
            special = bool(features.hand) and features.hand[-1] >= KINDS
            plays = self.plays(features, worlds(GUESSING_WORLDS) if worlds and special else ())
            plays.sort(key=itemgetter(0), reverse=True)
            best = plays[0][0]
            return [((gain - best) * SLOPE, move) for gain, move in plays]
        if features.step == DRAWING:
            moves = self._draws(features)
        else:
            first = self.best(features)
            rest = [move for move in state.legal_moves(seat) if move != first]
            # A move is a verb and the cards that it gives away.
            stage, held = _stage(features), features.held
            rest.sort(key=lambda move: sum(self._loss(features, held, stage, c) for c in move[1:]))
            moves = [first, *rest]
        return [(-SLOPE * (rank > 0), move) for rank, move in enumerate(moves)]

    def likelihood(self, state: Diams, seat: Seat, move: Move) -> float:
        """The probability of a move by a softmax of these values; draws tell nothing."""
        if state.step == PLAYING:
            return softmax(self.plays(of_state(state, seat)), move, TEMPERATURE, SLIPS)
        return 1.0

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[Diams]
    ) -> State[Move]:
        """The first worlds are newly drawn; later ones repeat them with another deck order."""
        if len(known) < self._worlds:
            return observation.resample(rng)
        twin = known[len(known) % self._worlds].clone()
        # Shuffle all but the closing card, whose place is part of the world.
        deck = list(twin.order[twin.top :])
        end = deck.index(END) if END in deck else -1
        if end >= 0:
            del deck[end]
        shuffle(deck, rng)
        if end >= 0:
            deck.insert(end, END)
        twin.order = (*twin.order[: twin.top], *deck)
        return twin

    def settled(self, state: Diams, start: Diams) -> bool:
        """Whether the round of `start` is over."""
        return len(state.points) > len(start.points)

    def playout(self, state: Diams, start: Diams, rng: Random) -> Sequence[float]:
        """Finish the turn and play some more of every seat; count the points or estimate them."""
        for _ in range(1 + self._turns * state.seats):
            turn = state.turn
            while state.turn == turn and not self.settled(state, start):
                seat = state.pending()[0]
                state.apply(seat, self.move(state, seat))
        if self.settled(state, start):
            points = state.points[-1]  # a tie counts as a loss (DI-R15)
            return [sum(own > other for other in points) / (len(points) - 1) for own in points]
        return expected(state, self._outlook)

    def _draws(self, features: DiamsFeatures) -> list[Move]:
        """Draw first, unless the hand is small and no play is good; the better move first."""
        reveal = self.worth.weights.reveal
        if len(features.hand) < SMALL_HAND and max(self.plays(features))[0] < reveal:
            return [(REVEAL,), (DRAW,)]
        return [(DRAW,), (REVEAL,)]

    def _loss(self, features: DiamsFeatures, held: list[int], stage: int, card: int) -> float:
        worth = self.worth
        if card >= KINDS:
            return worth.weights.special[stage]
        quality = (card >> 1) + 1
        row, n = worth.hand[stage][features.stored[quality]][quality], held[quality]
        loss = row[min(5, n)] - row[min(5, n - 1)] + worth.deny[quality]
        return loss + (card & 1) * worth.weights.star_hand


class ThoroughDiamsHeuristic(DiamsHeuristic):
    """Plays on for longer and in more worlds; whether to draw it does not leave open."""

    def __init__(self) -> None:
        super().__init__(WEIGHTS, MORE_TURNS, MORE_WORLDS)

    def ranked(
        self, state: Diams, seat: Seat, worlds: Callable[[int], Sequence[Diams]] | None = None
    ) -> Sequence[Choice]:
        """As the heuristic does; of drawing and revealing only the better one.

        A few turns later a card more in hand shows too little for a race to see what it is worth.
        """
        choices = super().ranked(state, seat, worlds)
        return choices[:1] if state.step == DRAWING else choices


def _stage(features: DiamsFeatures) -> int:
    return min(STAGES - 1, int(features.later() + 0.5))


PLAIN: Final = DiamsHeuristic(SIMPLE)
HEURISTIC: Final = DiamsHeuristic()
THOROUGH_HEURISTIC: Final = ThoroughDiamsHeuristic()
