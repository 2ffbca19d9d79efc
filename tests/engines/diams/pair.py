"""Plays Diam's in the engine and in the naive implementation and compares them."""

from collections.abc import Sequence
from random import Random

from engines.api import CHANCE, EVERYTHING, Ply, Who
from engines.diams import GAME
from engines.diams.cards import DRAWING, KINDS, NAMES, NUMBERS, PHASES, PLAYING, Move
from engines.diams.position import ALONE
from tests.engines.naive.diams import NaiveDiams

Counted = tuple[tuple[int, ...], tuple[int, ...]]
"""Points and chips of a round, by seat."""


class Pair:
    """One match in both implementations."""

    def __init__(self, seats: int, length: str = "standard", closing: str = "standard") -> None:
        options = {"length": length, "closing": closing}
        self.state = GAME.start(GAME.options(options, seats), seats)
        self.naive = NaiveDiams(seats, length, closing)
        self.log: list[Ply[Move]] = []
        self.compared = 0

    def everybody(self) -> list[Who]:
        return [None, *range(self.naive.seats)]

    def begin(self, order: Sequence[int]) -> None:
        assert self.state.is_legal(CHANCE, tuple(order))
        self.state.apply(CHANCE, tuple(order), self.log)
        self.naive.apply_start(list(order))

    def deal(self, cards: Sequence[str]) -> None:
        order = tuple(NUMBERS[card] for card in cards)
        assert self.state.is_legal(CHANCE, order)
        self.state.apply(CHANCE, order, self.log)
        self.naive.apply_deal(list(cards))

    def accepts(self, cards: Sequence[str]) -> bool:
        """Whether this order of the deck is legal; both implementations must agree."""
        legal = self.state.is_legal(CHANCE, tuple(NUMBERS[card] for card in cards))
        assert legal == self.naive.legal_deal(list(cards))
        return legal

    def apply(self, seat: int, text: str) -> None:
        self.state.apply(seat, GAME.parse_move(text), self.log)
        self.naive.apply(seat, text)

    def compare(self) -> list[str]:
        """Assert that both are in the same position; returns the legal moves of the next seat."""
        state, naive = self.state, self.naive
        pending = state.pending()
        assert pending == naive.pending()
        assert state.phase() == naive.phase()
        for who in self.everybody():
            assert state.view(who) == naive.view(who)
        assert {**state.view(EVERYTHING), "you": None} == naive.view(None, everything=True)
        self._compare_log()
        outcome = state.outcome()
        assert (outcome and (outcome.scores, outcome.places)) == naive.outcome()
        if pending == (CHANCE,):
            assert state.chance() == naive.chance()
        if not pending or pending == (CHANCE,):
            return []
        texts = sorted(GAME.move_text(move) for move in state.legal_moves(pending[0]))
        assert texts == naive.legal(pending[0])
        return texts

    def _compare_log(self) -> None:
        assert len(self.log) == len(self.naive.log)
        for number in range(max(0, self.compared - 1), len(self.log)):  # a refill extends an entry
            ply = self.log[number]
            assert (ply.seat, GAME.text(ply)) == self.naive.log[number]
        self.compared = len(self.log)

    def compare_told(self) -> None:
        for who in self.everybody():
            assert [(ply.seat, GAME.text(ply, who)) for ply in self.log] == self.naive.told(who)


def random_deal(pair: Pair, rng: Random) -> list[str]:
    """A random order of the deck that DI-R4 allows."""
    cards = [card for card in NAMES[:23] for _ in range(1 if "*" in card or card > "A" else 4)]
    rng.shuffle(cards)
    while True:
        from_bottom = rng.choice((1, 2, 3, 4, 5, 6, 9, 12, 15, 16, 20))
        order = list(cards)
        order.insert(len(cards) + 1 - from_bottom, "END")
        if pair.accepts(order):
            return order


def table(
    seats: int = 2,
    *,
    hands: Sequence[str] = (),
    vaults: Sequence[str] = (),
    market: str = "10",
    deck: str = "END",
    phase: str = "play",
    closing: tuple[int, int] | None = None,
    length: str = "quick",
    before: Sequence[Counted] = (),
    turn: int = 0,
) -> Pair:
    """A position in which seat `turn` must decide; cards that are not named are not in play.

    `closing` is the drawer of the closing card and the number of turns left after this one;
    `before` has the results of the earlier rounds.
    """
    pair = Pair(seats, length)
    pair.begin(range(seats))
    pair.deal(random_deal(pair, Random(5)))
    naive, state = pair.naive, pair.state
    spread = [text.split() for text in (*hands, *["10"] * (seats - len(hands)))]
    stored = [text.split() for text in (*vaults, *[""] * (seats - len(vaults)))]
    naive.hands, naive.vaults = spread, stored
    naive.market, naive.deck, naive.discards = market.split(), deck.split(), []
    naive.state = phase
    state.hands = [sorted(NUMBERS[card] for card in hand) for hand in spread]
    state.vaults = [sorted(NUMBERS[card] for card in vault) for vault in stored]
    state.market = [naive.market.count(NAMES[kind]) for kind in range(KINDS)]
    state.lying = len(naive.market)
    state.order, state.top = tuple(NUMBERS[card] for card in naive.deck), 0
    state.discards = []
    state.step = PHASES.index(phase)
    assert state.step in (DRAWING, PLAYING)
    state.owing = ALONE[turn]
    state.turn = naive.turn = turn
    if closing is not None:
        naive.closing_by, naive.turns_left = closing
        state.closer, state.left = closing[0], closing[1] + 1
    state.round = naive.round = len(before) + 1
    state.points = tuple(points for points, _ in before)
    state.chips = tuple(chips for _, chips in before)
    naive.points = [[points[seat] for points, _ in before] for seat in range(seats)]
    naive.chips = [[chips[seat] for _, chips in before] for seat in range(seats)]
    pair.compare()
    return pair
