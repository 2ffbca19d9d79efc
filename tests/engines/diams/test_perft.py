"""Numbers of decision sequences from two fixed positions, counted by both implementations."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from engines.diams.state import Diams
from tests.engines.diams.at_table import Table, at, dealt
from tests.engines.naive.diams import NaiveDiams
from tests.examples import usual

# Two seats: specials in the first hands, and sets to store and steal within three turns.
RICH = "2 3 5 CV 3 3 1 2 2* 3* 3 7 4 CR 2 1 MG 5 6"


def rich() -> Table:
    return dealt(2, RICH)


def late() -> Table:
    """Three seats with one to four cards each, three cards before the end of the round."""
    return at(
        "A hand MG 4 · B hand 2 2 2* 7 · C hand CR 9 · A vault 4 4* 9 9 9* · market 4 5 · "
        "deck 8 END 6 CV 3 · phase draw",
        seats=3,
    )


def engine_count(state: Diams, depth: int) -> int:
    """The number of sequences of `depth` decisions; shorter ones count if the match ends."""
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


def naive_count(game: NaiveDiams, depth: int) -> int:
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
    rich: [2, 10, 21, 112, 258, 2688, 7941, 77851],
    late: [2, 17, 34, 308, 655, 26905, 44864],
}
NAIVE_LIMIT = 3000


@pytest.mark.parametrize("position", usual([late], COUNTS), ids=lambda position: position.__name__)
def test_perft(position: Callable[[], Table]) -> None:
    table = position()
    for depth, count in enumerate(COUNTS[position], 1):
        assert engine_count(table.state, depth) == count
        if count <= NAIVE_LIMIT:
            assert naive_count(table.pair.naive, depth) == count
