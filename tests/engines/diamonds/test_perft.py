"""Numbers of decision sequences from small positions, counted by both implementations."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from engines.diamonds.state import Diamonds
from tests.engines.diamonds.at_table import Table, at, dealt
from tests.engines.naive.diamonds import NaiveDiamonds


def announcing() -> Table:
    """Three seats before passing: each passes one to three of its twelve cards, sealed."""
    return dealt(3, perfect="on", rounds="1")


def two() -> Table:
    """Two seats with six cards each, that is three tricks of four cards."""
    return at("A D4 D9 H2 H10 S1 C3 · B D3 D8 H1 H12 S2 C5", leads="A")


def four() -> Table:
    """The last three tricks of four seats, one of which has no hearts."""
    return at("A D1 H4 C2 · B D5 H9 S2 · C D9 S4 C9 · D D2 H3 H15", leads="B")


def teams() -> Table:
    return at("A D1 H4 · B H9 S2 · C D9 C9 · D D2 H3", leads="D", options={"teams": "on"})


def engine_count(state: Diamonds, depth: int) -> int:
    """The number of sequences of `depth` decisions; shorter ones count if the round ends."""
    if not state.pending() or state.pending()[0] < 0 or not depth:
        return 1
    seat = state.pending()[0]
    total = 0
    for move in list(state.legal_moves(seat)):
        twin = state.clone()
        twin.apply(seat, move)
        total += engine_count(twin, depth - 1)
    return total


def naive_count(game: NaiveDiamonds, depth: int) -> int:
    if not game.pending() or game.pending()[0] < 0 or not depth:
        return 1
    seat = game.pending()[0]
    total = 0
    for move in game.legal(seat):
        twin = deepcopy(game)
        twin.apply(seat, move)
        total += naive_count(twin, depth - 1)
    return total


COUNTS = {
    announcing: [3, 298, 52900],
    two: [6, 10, 18, 58, 232, 368, 656, 1328, 2656, 3520],
    four: [3, 5, 10, 16, 32, 51, 73, 120],
    teams: [2, 2, 3, 4],
}
NAIVE_LIMIT = 700


@pytest.mark.parametrize("position", COUNTS, ids=lambda position: position.__name__)
def test_perft(position: Callable[[], Table]) -> None:
    table = position()
    for depth, count in enumerate(COUNTS[position], 1):
        assert engine_count(table.state, depth) == count
        if count <= NAIVE_LIMIT:
            assert naive_count(table.pair.naive, depth) == count
