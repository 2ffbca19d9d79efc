"""Plays Diamonds in the engine and in the naive implementation and compares them."""

from collections.abc import Mapping, Sequence
from random import Random

from engines.api import CHANCE, EVERYTHING, Ply, Who
from engines.diamonds import GAME
from engines.diamonds.cards import NUMBERS, Move
from engines.diamonds.state import Diamonds
from tests.engines.naive.diamonds import NaiveDiamonds

LETTERS = "ABCDEF"


class Pair:
    """One match in both implementations."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        state = GAME.start(GAME.options(options, seats), seats)
        assert isinstance(state, Diamonds)
        self.state = state
        on = {key: options.get(key) == "on" for key in ("perfect", "teams", "show")}
        rounds = int(options["rounds"]) if "rounds" in options else None
        self.naive = NaiveDiamonds(seats, **on, rounds=rounds)
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
        assert self.naive.legal_deal(list(cards))
        self.state.apply(CHANCE, order, self.log)
        self.naive.apply_deal(list(cards))

    def apply(self, seat: int, text: str) -> None:
        self.state.apply(seat, GAME.parse_move(text), self.log)
        self.naive.apply(seat, text)

    def compare(self) -> None:
        """Assert that both implementations are in the same position."""
        state, naive = self.state, self.naive
        assert state.pending() == naive.pending()
        assert state.phase() == naive.phase()
        for who in self.everybody():
            assert state.view(who) == naive.view(who)
        assert {**state.view(EVERYTHING), "you": None} == naive.view(None, everything=True)
        assert len(self.log) == len(naive.log)
        for number in range(self.compared, len(self.log)):
            ply = self.log[number]
            assert (ply.seat, GAME.text(ply)) == naive.log[number]
        self.compared = len(self.log)
        outcome = state.outcome()
        assert (outcome and (outcome.scores, outcome.places)) == naive.outcome()
        if state.pending() == (CHANCE,):
            assert state.chance() == naive.chance()

    def legal(self, seat: int) -> list[str]:
        """The legal moves as text, which must be the same in both."""
        texts = sorted(GAME.move_text(move) for move in self.state.legal_moves(seat))
        assert texts == self.naive.legal(seat)
        return texts

    def compare_told(self) -> None:
        for who in self.everybody():
            assert [(ply.seat, GAME.text(ply, who)) for ply in self.log] == self.naive.told(who)


def random_deal(pair: Pair, rng: Random) -> list[str]:
    cards = pair.naive.deck()
    rng.shuffle(cards)
    return cards
