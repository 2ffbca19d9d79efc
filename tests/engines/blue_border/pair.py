"""Plays Blue Border in the engine and in the naive implementation and compares them."""

from collections.abc import Mapping, Sequence
from random import Random

from engines.api import CHANCE, EVERYTHING, Ply, Who
from engines.blue_border import GAME
from engines.blue_border.cards import Move
from engines.blue_border.state import BlueBorder
from tests.engines.naive.blue_border import NaiveBlueBorder

LETTERS = "ABCD"


class Pair:
    """One match in both implementations."""

    def __init__(self, seats: int, options: Mapping[str, str] = {}) -> None:
        self.state: BlueBorder = GAME.start(GAME.options(options, seats), seats)
        lists = {key: list(map(int, options[key].split(","))) for key in options}
        rounds = lists.get("rounds", [1])[0]
        spread = {
            key: values * rounds if len(values) == 1 and key in ("bl", "bt") else values
            for key, values in lists.items()
        }
        given = {k: v if k in ("bl", "bt") else v[0] for k, v in spread.items()}
        self.naive = NaiveBlueBorder(seats, **given)  # type: ignore[arg-type]
        self.log: list[Ply[Move]] = []
        self.compared = 0

    def everybody(self) -> list[Who]:
        return [None, *range(self.naive.seats)]

    def chance(self, order: Sequence[int]) -> None:
        assert self.state.is_legal(CHANCE, tuple(order))
        self.state.apply(CHANCE, tuple(order), self.log)
        self.naive.apply_chance(list(order))

    def shuffled(self, rng: Random) -> None:
        """Make the dealer's next move at random."""
        order = list(self.state.pool())
        assert order == self.naive.pool()
        rng.shuffle(order)
        self.chance(order)

    def apply(self, seat: int, text: str) -> None:
        self.state.apply(seat, GAME.parse_move(text), self.log)
        self.naive.apply(seat, text)

    def compare(self) -> None:
        """Assert that both implementations are in the same position."""
        state, naive = self.state, self.naive
        assert state.pending() == naive.pending()
        assert state.phase() == naive.phase()
        one = len(self.log) % naive.seats  # all seats see the same, so one seat per ply is enough
        for who in (None, one):
            assert state.view(who) == naive.view(who)
        assert {**state.view(EVERYTHING), "you": None} == naive.view(None, everything=True)
        assert len(self.log) == len(naive.log)
        for number in range(self.compared, len(self.log)):
            ply = self.log[number]
            assert (ply.seat, GAME.text(ply)) == naive.log[number]
        self.compared = len(self.log)
        assert state.outcome() == naive.outcome()
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
