"""Plays Diamond Boxes in the engine and in the naive implementation and compares them."""

from collections.abc import Sequence
from random import Random

from engines.api import CHANCE, EVERYTHING, Ply, Who
from engines.diamond_boxes import GAME1, GAME2
from engines.diamond_boxes.board import CARD, SPOT
from engines.diamond_boxes.cards import NAMES, NUMBERS, Move
from engines.diamond_boxes.notation import placement_text
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from tests.engines.diamond_boxes.at_table import Table, placements
from tests.engines.naive.diamond_boxes import (
    DECK,
    STANDARD,
    NaiveBoxes,
    NaiveColourBoxes,
    NaiveOpenBoxes,
)


class Pair:
    """One match in both implementations."""

    def __init__(self, rule: int, seats: int) -> None:
        self.game = GAME1 if rule == 1 else GAME2
        state = self.game.start(self.game.options({}, seats), seats)
        assert isinstance(state, OpenBoxes | ColourBoxes)
        self.state = state
        self.naive = NaiveOpenBoxes(seats) if rule == 1 else NaiveColourBoxes(seats)
        self.log: list[Ply[Move]] = []
        self.compared = 0

    def begin(self, seat: int) -> None:
        """Let `seat` begin, which is decided at random in a match (DJ2-R4)."""
        assert isinstance(self.naive, NaiveColourBoxes)
        others = (other for other in range(self.naive.seats) if other != seat)
        self.state.apply(CHANCE, (seat, *others), self.log)
        self.naive.apply_start(seat)

    def deal(self, cards: Sequence[str], layout: tuple[str, str] = STANDARD) -> None:
        order = tuple(NUMBERS[card] for card in cards)
        if layout != STANDARD:
            spots = placements(" ".join(f"r1{where}" for where in layout))
            order = (*order, *(spot & SPOT for spot in spots))
        assert self.state.is_legal(CHANCE, order)
        self.state.apply(CHANCE, order, self.log)
        self.naive.apply_deal(list(cards), layout)

    def apply(self, seat: int, text: str) -> None:
        move = self.game.parse_move(text)
        assert self.state.is_legal(seat, move)
        self.state.apply(seat, move, self.log)
        self.naive.apply(seat, text)

    def compare(self) -> None:
        """Assert that both implementations are in the same position."""
        state, naive = self.state, self.naive
        assert state.pending() == naive.pending()
        assert state.phase() == naive.phase()
        everybody: list[Who] = [None, *range(naive.seats)]
        for who in everybody:
            assert state.view(who) == naive.view(who)
        assert state.view(EVERYTHING) == naive.view(None, everything=True)
        assert len(self.log) == len(naive.log)
        for number in range(self.compared, len(self.log)):
            ply = self.log[number]
            assert (ply.seat, self.game.text(ply)) == naive.log[number]
        self.compared = len(self.log)
        outcome = state.outcome()
        assert (outcome and (outcome.scores, outcome.places)) == naive.outcome()
        if state.pending() == (CHANCE,):
            assert state.chance() == naive.chance()

    def legal(self, seat: int) -> list[str]:
        """The legal moves as text, which must be the same in both."""
        texts = sorted(self.game.move_text(move) for move in self.state.legal_moves(seat))
        assert texts == self.naive.legal(seat)
        return texts

    def compare_told(self) -> None:
        for who in (None, *range(self.naive.seats)):
            told = [(ply.seat, self.game.text(ply, who)) for ply in self.log]
            assert told == self.naive.told(who)


def random_deal(rng: Random) -> list[str]:
    return rng.sample(DECK, len(DECK))


def twin_of(table: Table) -> Pair:
    """The position of a table, set up in both implementations."""
    state = table.state
    pair = Pair(state.rule, state.seats)
    pair.state = state
    naive: NaiveBoxes = pair.naive
    for placement in state.placed:
        naive._put(placement_text(placement))
    naive.hands = [[NAMES[card] for card in hand] for hand in state.hands]
    naive.first = naive.turn = naive.owes = state.turn
    naive.phase_name = "play"
    if isinstance(naive, NaiveOpenBoxes):
        assert isinstance(state, OpenBoxes)
        naive.deck = [NAMES[card] for card in state.order[state.top :]]
    elif isinstance(naive, NaiveColourBoxes):
        assert isinstance(state, ColourBoxes)
        for seat, top in enumerate(state.tops):
            naive.decks[seat] = [
                NAMES[card] for card in state.order[top : state.start_of(seat + 1)]
            ]
        naive.colour = "rygbp"[state.colour]
    assert all(move >> CARD for move in state.placed)
    return pair
