"""Numbers of decision sequences from small positions, counted by both implementations."""

from collections.abc import Callable
from copy import deepcopy
from operator import add

import pytest

from engines.diamond_boxes.position import BoxesPosition
from tests.engines.diamond_boxes.at_table import by_rule_1, by_rule_2
from tests.engines.diamond_boxes.pair import Pair, twin_of
from tests.engines.diamond_boxes.twice import choice_of_nobody
from tests.engines.naive.diamond_boxes import NaiveColourBoxes, NaiveOpenBoxes


def one_card() -> Pair:
    """Rule 1: A has the 90 spots of DJ1-E14 and 86 for another card; then B places."""
    return twin_of(by_rule_1("A g2 p1 · B b5", seats=2))


def ending() -> Pair:
    """Rule 1: any penalty ends the match, so few first plies have a second one."""
    return twin_of(by_rule_1("A g2 p1 · B b5 r3 · C p2", deck="b1"))


def colours() -> Pair:
    """Rule 2: the specified colour vanishes; bonus turns; personal decks of one or two cards."""
    return twin_of(by_rule_2("A g2 g7 · B b2 r4 · C p4 p2", colour="r", decks="A b5 · B y7 y8"))


def passing() -> Pair:
    """Rule 2 after the deal: none of the five cards in each hand can be placed on red."""
    return choice_of_nobody()


def engine_counts(state: BoxesPosition, depth: int) -> list[int]:
    """Numbers of sequences of 0, 1, … `depth` decisions; shorter ones count if the match ends."""
    if not state.pending() or not depth:
        return [1] * (depth + 1)
    seat = state.pending()[0]
    totals = [0] * depth
    for move in list(state.legal_moves(seat)):
        twin = state.clone()
        twin.apply(seat, move)
        totals = list(map(add, totals, engine_counts(twin, depth - 1)))
    return [1, *totals]


def naive_counts(game: NaiveOpenBoxes | NaiveColourBoxes, depth: int) -> list[int]:
    if not game.pending() or not depth:
        return [1] * (depth + 1)
    seat = game.pending()[0]
    totals = [0] * depth
    for move in game.legal(seat):
        twin = deepcopy(game)
        twin.apply(seat, move)
        totals = list(map(add, totals, naive_counts(twin, depth - 1)))
    return [1, *totals]


COUNTS: dict[Callable[[], Pair], list[int]] = {
    one_card: [176, 20047],
    ending: [176, 341],
    colours: [3, 6, 14, 31, 66, 108, 201, 358, 617, 1050],
    passing: [1, 1, 1, 1, 4, 4, 6, 6, 9, 18, 21, 30, 55],
}
NAIVE_LIMIT = 180


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(p, marks=[pytest.mark.full] if p in (one_card, colours, passing) else [])
        for p in COUNTS
    ],
    ids=lambda position: position.__name__,
)
def test_perft(position: Callable[[], Pair]) -> None:
    pair, counts = position(), COUNTS[position]
    few = sum(count <= NAIVE_LIMIT for count in counts)
    assert engine_counts(pair.state, len(counts)) == [1, *counts]
    assert naive_counts(pair.naive, few) == [1, *counts[:few]]
