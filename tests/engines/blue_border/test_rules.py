"""The rules of Blue Border, each tested in a position or a deal."""

import pytest

from engines.api import CHANCE
from engines.blue_border import GAME
from engines.blue_border.calls import fits
from tests.engines.blue_border.at_table import at
from tests.engines.blue_border.pair import Pair

FITTING = """\
1 | 0 | 1-9
2 | 5 | 6-14
3 | 14 | 15-23
4 | 19 | 25-28
4 | 14 |
5 | 29 | 20-28
6 | 23 | 14-22
7 | 17 | 8-9
7 | 5 | 1-4
"""


@pytest.mark.parametrize("row", FITTING.splitlines())
def test_bb_r6_what_fits_at_a_point(row: str) -> None:
    point, before, span = (word.strip() for word in row.split("|"))
    low, high = map(int, span.split("-")) if span else (1, 0)
    found = [card for card in range(1, 33) if fits(int(point), int(before), card, 9, 25)]
    assert found == list(range(low, high + 1))


def test_bb_r4_four_piles_and_a_start_diver() -> None:
    pair = Pair(3)
    pair.chance([2, 0, 1])
    pair.chance([30, 7, 12, 22, *(card for card in range(1, 33) if card not in (30, 7, 12, 22))])
    pair.compare()
    assert pair.naive.log == [(CHANCE, "start C field 30 7 12 22")]
    assert pair.state.pending() == (2,)
    assert pair.state.field == [[30], [7], [12], [22]]


def test_bb_r5_shades_are_seen_and_numbers_are_not() -> None:
    table = at("A 9 · field 4 5 / 30 / 12 / 22 · deck 17")
    for who in (None, 0, 1, 2, 3):
        view = table.state.view(who)
        assert (view["top"], view["field"]) == (5, [[1, 2], [8], [3], [6]])
        assert view["players"][0]["line"] == [{"band": 3, "number": None}]
        assert (view["top_number"], view["field_numbers"]) == (None, None)


def test_bb_r9_a_pass_cannot_be_called() -> None:
    table = at("B 1 · deck 7").play("A pass -> 3")
    assert table.state.phase() == "turn"
    assert table.turn() == "B"
    assert table.refused("C call") == "BB-R11"


def test_bb_r10_one_of_five_cards() -> None:
    table = at("deck 7")
    assert [move for move in table.legal("A") if not move.startswith("pass")] == [
        *("take 1", "take 2", "take 3", "take 4", "deck"),
    ]
    assert table.refused("B deck") == "BB-R8"


def test_bb_r11_everybody_but_the_owner_is_asked() -> None:
    table = at("deck 7").play("A deck")
    assert table.turn() == "BCD"
    assert table.refused("A call") == "BB-R11"
    assert table.legal("C") == ["call", "no"]
    table.silent()
    assert (table.line("A"), table.turn()) == ("7", "B")


def test_bb_r13_what_a_caller_may_take() -> None:
    table = at("A 5 · B 1 · deck 30 · discards 13").play("A deck", "B call")
    assert table.legal("B") == [
        *("reward take 1", "reward take 2", "reward take 3", "reward take 4"),
        *("reward deck", "reward none", "reward discard 5", "reward discard 13"),
        "reward discard 30",
    ]
    assert table.refused("B reward discard 31") == "BB-R13"
    assert table.refused("C reward none") == "BB-R13"


def test_bb_r15_the_last_card_is_lost_and_that_one_only() -> None:
    table = at("A 5 · B 1 2 3 · deck 6").play("A deck", "B call")
    assert (table.line("A"), table.line("B"), table.discards()) == ("5 6", "1 2", "3")


def test_bb_r17_play_goes_on_after_the_diver_called_last() -> None:
    table = at("A 5 · C 1 · deck 30", turn="A").play("A deck", "C call", "C reward none")
    assert table.turn() == "B"
    table = at("A 5 · C 1 · deck 30 31", turn="A").play("A deck", "C call", "C reward deck")
    assert table.turn() == "ABD"
    table.silent()  # nobody calls the reward, so A was called last
    assert table.turn() == "B"


def test_bb_r18_lines_stay_when_the_deck_is_shuffled() -> None:
    table = at("A 5 · B 8 · discards 30 31 · deck 7", under=True).play("A pass -> 1")
    assert table.state.phase() == "reshuffle"
    assert {5, 8} & {*table.state.pool()} == set()
    table.pair.chance(table.state.pool())
    table.pair.compare()
    assert (table.line("A"), table.line("B"), table.discards()) == ("5", "8", "")
    assert table.turn() == "B"


def test_bb_r21_each_round_has_its_own_border_and_bottoms() -> None:
    options = GAME.options({"rounds": "3", "bl": "9,8,5", "bt": "25"}, 4)
    assert (options.borderlines, options.bottoms) == ((9, 8, 5), (25, 25, 25))
    assert GAME.options_text(options) == "bl=9,8,5 rounds=3"
    table = at("A 5 14 19 29 23 17 · deck 8", options={"rounds": "2", "bl": "9,3"})
    table.play("A deck").silent()
    assert table.state.chance() == "start 2"
    table.play("-- 1 0 2 3", "-- " + " ".join(map(str, range(1, 33))))
    assert table.state.borderline() == 3
    assert [player["wins"] for player in table.state.view(None)["players"]] == [1, 0, 0, 0]
    table.play("B take 4", "A call")
    assert table.last() == "call B = 4 hit"
