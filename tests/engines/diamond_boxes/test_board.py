"""The incrementally updated board agrees with a scan of every cell."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import Game
from engines.diamond_boxes import GAME1, GAME2
from engines.diamond_boxes.board import BERTH, EVERY_BIT, Board, DeepBoard, covered, place, visible
from engines.diamond_boxes.cards import COLOURS, NAMES
from engines.diamond_boxes.notation import placement_text
from engines.diamond_boxes.position import BoxesPosition
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from engines.diamond_boxes.turns import deep_placements, placements, sample_placement
from tests.engines.diamond_boxes.drivers import dealt, late, widest
from tests.engines.naive import diamond_boxes_board as brute
from tests.examples import examples

SHARES = (0.0, 0.7, 1.0)  # shares of placements that cover most cells


def texts(moves: list[int]) -> list[str]:
    return sorted(map(placement_text, moves))


def seen(state: BoxesPosition) -> brute.Cells:
    return brute.board(map(placement_text, state.placed))


def compare(state: OpenBoxes | ColourBoxes, cards: list[int]) -> None:
    """Compare all cells, and all placements of these cards, with a scan of the board."""
    cells = seen(state)
    shown = {(y, x): (letter, diamond) for x, y, letter, diamond in state.view(None)["board"]}
    assert shown == cells
    assert len(visible(state.placed)) == len(cells)
    for card in cards:
        name = NAMES[card]
        if isinstance(state, OpenBoxes):
            found = placements([card], state.board)
            assert found == sorted(found)
            assert texts(found) == brute.legal_by_rule_1(cells, name)
            assert all(
                covered(state.board.under(m)) == brute.covered(cells, placement_text(m))
                for m in found
            )
        else:
            found = deep_placements([card], state.board, EVERY_BIT)
            assert texts(found) == brute.legal_by_rule_2(cells, name, None)
    if isinstance(state, ColourBoxes):
        letters = [letter for letter, _ in cells.values()]
        assert state.shown == [letters.count(letter) for letter in COLOURS]


@pytest.mark.parametrize("game", [GAME1, GAME2], ids=["rule 1", "rule 2"])
@examples(8, 2)
@given(seed=st.integers(0, 10**6), share=st.sampled_from(SHARES))
def test_after_every_card_the_board_is_what_a_scan_finds(
    game: Game[Any], seed: int, share: float
) -> None:
    rng = Random(seed)
    state = dealt(game, 2 + seed % 3, rng)
    while state.pending():
        assert isinstance(state, OpenBoxes | ColourBoxes)
        if state.phase() == "play":
            compare(state, rng.sample(state.pool(), 1))
        seat = state.pending()[0]
        often = rng.random() < share
        state.apply(seat, widest(state, seat, rng) if often else state.sample(seat, rng))


@pytest.mark.parametrize("game", [GAME1, GAME2], ids=["rule 1", "rule 2"])
def test_late_positions_are_what_a_scan_finds(game: Game[Any]) -> None:
    state = late(game, 30, 8, 355) if game is GAME1 else late(game, 30, 5)
    assert isinstance(state, OpenBoxes | ColourBoxes)
    compare(state, state.hands[state.turn])
    legal = state.legal_moves(state.turn)
    assert list(legal) == sorted(set(legal))


def test_the_berths_are_all_that_meet_the_cards_each_once() -> None:
    state = late(GAME1, 20, 5)
    assert isinstance(state, OpenBoxes)
    board = state.board
    assert len({*board.berths}) == len(board.berths) == len(board.words)
    cells = seen(state)
    for berth in board.berths:
        x, y, turn = place(berth)
        where = brute.laid(f"g2@{x},{y}{'nesw'[turn]}")
        assert brute.touches(cells, where)


def test_a_clone_has_a_board_of_its_own() -> None:
    for game in (GAME1, GAME2):
        state = late(game, 10, 5)
        assert isinstance(state, OpenBoxes | ColourBoxes)
        twin = state.clone()
        before = list(state.legal_moves(state.turn))
        rng = Random(1)
        while twin.pending():
            twin.apply(twin.pending()[0], widest(twin, twin.pending()[0], rng))
        assert list(state.legal_moves(state.turn)) == before
        compare(state, state.hands[state.turn])
        assert len(state.board.words) < len(twin.board.words)


def test_a_placement_is_drawn_from_those_after_the_last_card() -> None:
    """A card that was just laid can at once be covered or touched by the next one."""
    state = late(GAME1, 6, 5)
    assert isinstance(state, OpenBoxes)
    rng = Random(3)
    far = max(state.legal_moves(state.turn), key=lambda move: place(int(move) & BERTH))  # type: ignore[arg-type]
    state.apply(state.turn, far)
    x = place(state.placed[-1])[0]
    drawn = {sample_placement(state.hands[state.turn], state.board, rng) for _ in range(4000)}
    assert any(place(move)[0] > x for move in drawn)
    assert drawn <= set(state.legal_moves(state.turn))


def test_both_boards_count_the_same_cells_under_a_card() -> None:
    rng = Random(5)
    wide, deep = Board(), DeepBoard()
    state = late(GAME1, 15, 5)
    for placement in state.placed:
        assert wide.lay(placement) == deep.lay(placement)
    for move in rng.sample(state.legal_moves(state.turn), 200):
        assert isinstance(move, int)
        assert wide.under(move) == deep.under(move)
