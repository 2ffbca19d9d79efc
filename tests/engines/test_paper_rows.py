"""Printed sheets: a whole match fits on one and can be typed in from it."""

from collections.abc import Mapping

import pytest

from engines.api import CHANCE
from engines.diams.cards import NUMBERS
from engines.games import GAMES
from tests.engines.contract.playing import FEW, Case, played, texts, uniform
from tests.engines.diams.at_table import deck
from tests.engines.on_paper import ROWS, TYPED, turns, written
from tests.examples import usual

FIVE = [case for case in FEW if case.game.name in ROWS]


def lines_of(case: Case, seed: int) -> list[str]:
    end = played(case, seed, uniform)
    return list(case.game.layout(texts(case.game, end.log)))


@pytest.mark.parametrize("case", FIVE, ids=str)
@pytest.mark.parametrize("seed", usual((1,), range(1, 6)))
def test_a_match_written_on_its_sheet_can_be_typed_in(case: Case, seed: int) -> None:
    sheet = case.game.paper(case.game.options(case.given, case.seats), case.seats)
    blocks = written(case.game.name, lines_of(case, seed))
    assert len(blocks) <= len(sheet.rounds)
    for block, part in zip(blocks, sheet.rounds, strict=False):
        lines = turns(block)
        rows = list(ROWS[case.game.name](lines))
        assert {len(row) for row in rows} == {len(sheet.columns)}
        typed = [line for row in rows for line in TYPED[case.game.name](row)]
        skipped = case.game.name == "diamond-boxes-2"  # the first colour stands above the grid
        assert typed == lines[skipped:]
        assert len(rows) <= part.rows or sheet.note is not None


@pytest.mark.parametrize("case", FIVE, ids=str)
def test_the_example_is_written_as_a_person_writes_it(case: Case) -> None:
    example = case.game.paper(case.game.options(case.given, case.seats), case.seats).example
    assert list(TYPED[case.game.name](example.cells)) == list(example.lines)


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_longest_round_of_diams_fills_the_sheet(seats: int) -> None:
    """Everybody draws one card and takes nothing; the closing card is the last one."""
    game = GAMES["diams"]
    options = game.options({"closing": "fixed", "length": "quick"}, seats)
    state = game.start(options, seats)
    state.apply(CHANCE, tuple(range(seats)))
    state.apply(CHANCE, tuple(NUMBERS[card] for card in deck("10 10 10")))
    number = 0
    while state.pending():
        seat = state.pending()[0]
        number += state.phase() == "draw"
        choices = [game.move_text(move) for move in state.legal_moves(seat)]
        state.apply(seat, game.parse_move(quiet(choices)))
    assert number == game.paper(options, seats).rounds[0].rows


def quiet(choices: list[str]) -> str:
    return next((one for one in choices if one == "draw" or one.endswith("= -")), choices[0])


# DM-R10, DM-R12, DM-R13: rounds and tricks by the number of players, and with all cards dealt.
TRICKS = {2: (4, 5, 8), 3: (6, 10, 12), 4: (4, 10, 13), 5: (5, 10, 12), 6: (6, 10, 10)}


@pytest.mark.parametrize("seats", TRICKS)
def test_a_sheet_of_diamonds_has_the_tricks_of_the_rule_book(seats: int) -> None:
    game = GAMES["diamonds"]
    number, usual_tricks, all_tricks = TRICKS[seats]
    for given, tricks in (({}, usual_tricks), ({"perfect": "on"}, all_tricks)):
        sheet = game.paper(game.options(given, seats), seats)
        assert [part.rows for part in sheet.rounds] == [tricks] * number
        assert len(sheet.columns) == (4 if seats == 2 else seats) + 2


ROUNDS: list[tuple[str, Mapping[str, str], int]] = [
    ("diams", {}, 3),
    ("diams", {"length": "quick"}, 1),
    ("diamonds", {"rounds": "2"}, 2),
    ("blue-border", {}, 1),
    ("blue-border", {"rounds": "3"}, 3),
    ("diamond-boxes", {}, 1),
    ("diamond-boxes-2", {}, 1),
]


@pytest.mark.parametrize(("name", "given", "number"), ROUNDS)
def test_a_sheet_has_a_block_for_each_round(
    name: str, given: Mapping[str, str], number: int
) -> None:
    game = GAMES[name]
    for seats in game.seats:
        assert len(game.paper(game.options(given, seats), seats).rounds) == number


def test_only_a_game_without_a_longest_match_says_what_to_do_if_the_rows_are_not_enough() -> None:
    noted = {
        name for name in ROWS if GAMES[name].paper(GAMES[name].options({}, 2), 2).note is not None
    }
    assert noted == {"blue-border"}
    game = GAMES["blue-border"]
    short = game.paper(game.options({"limit": "30"}, 4), 4)
    assert (short.note, short.rounds[0].rows) == (None, 30)


def test_one_card_after_the_other_in_diamond_boxes_never_needs_more_rows() -> None:
    """At the end everybody but the winner has a card: 50 cards less two and those."""
    for name, more in (("diamond-boxes", 0), ("diamond-boxes-2", 1)):
        for seats, rows in ((2, 47), (3, 46), (4, 45)):
            sheet = GAMES[name].paper(GAMES[name].options({}, seats), seats)
            assert sheet.rounds[0].rows == rows + more
