"""Numbers of decision sequences from two fixed positions, counted by both implementations."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from engines.api import CHANCE
from engines.blue_border.state import BlueBorder
from tests.engines.blue_border.at_table import Table, at
from tests.engines.naive.blue_border import NaiveBlueBorder


def fresh() -> Table:
    """Two divers, no card taken yet."""
    return at("field 5 / 14 / 30 / 22 · deck 9 12 4 31", seats=2)


def late() -> Table:
    """Three divers, one before G, one without cards, four cards left in the deck."""
    text = "A 5 14 19 29 23 17 · B 3 · field 8 / 21 / 30 / 22 · deck 26 12 4 31 · discards 6 13"
    return at(text, seats=3, under=True)


def engine_count(state: BlueBorder, depth: int) -> int:
    """The number of sequences of `depth` decisions; shorter ones count if the match ends.

    The dealer always deals in ascending order.
    """
    if state.pending() == (CHANCE,):
        state = state.clone()
        state.apply(CHANCE, state.pool())
    if not state.pending():
        return 1
    seat = state.pending()[0]
    moves = state.legal_moves(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        twin = state.clone()
        twin.apply(seat, move)
        total += engine_count(twin, depth - 1)
    return total


def naive_count(game: NaiveBlueBorder, depth: int) -> int:
    if game.pending() == (CHANCE,):
        game = deepcopy(game)
        game.apply_chance(game.pool())
    if not game.pending():
        return 1
    seat = game.pending()[0]
    moves = game.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        twin = deepcopy(game)
        twin.apply(seat, move)
        total += naive_count(twin, depth - 1)
    return total


COUNTS = {
    fresh: [9, 46, 268, 1455, 8139, 45060],
    late: [9, 46, 204, 944, 4355, 19867, 90378],
}
NAIVE_LIMIT = 1500


@pytest.mark.parametrize("position", COUNTS, ids=lambda position: position.__name__)
def test_perft(position: Callable[[], Table]) -> None:
    table = position()
    for depth, count in enumerate(COUNTS[position], 1):
        assert engine_count(table.state, depth) == count
        if count <= NAIVE_LIMIT:
            assert naive_count(table.pair.naive, depth) == count
