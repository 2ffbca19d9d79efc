"""The rules of both rule sets, one test each, in notation."""

import re
from collections import Counter
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random

import pytest

from engines.diamond_boxes import GAME1, GAME2
from engines.diamond_boxes.cards import COLOURS, NAMES, PATTERNS
from tests.engines.diamond_boxes.at_table import by_rule_1, by_rule_2, dealt
from tests.engines.diamond_boxes.drivers import dealt as shuffled
from tests.engines.naive.diamond_boxes_board import BOXES, board, covered, laid

DEALT = "g7 y6 r5 r8 y7 g9 b2 r7 y4 g5 b1 p2 r1 r2 g8 p1 p5"


def test_dj1_r1_fifty_cards_of_six_diamonds() -> None:
    names = [NAMES[card] for card in GAME1.start(GAME1.options({}, 2), 2).pool()]
    assert names == [f"{colour}{n}" for colour, n in product("rygbp", range(1, 11))]
    assert all(len(pattern) == 6 for pattern in PATTERNS)


def test_dj1_r2_three_and_three_up_to_a_half_turn_make_ten() -> None:
    fillings = ["".join(cells) for cells in product("BW", repeat=6)]
    classes = Counter(text.count("W") for text in {min(f, f[::-1]) for f in fillings})
    assert [number for number, count in classes.items() if count == 10] == [3]
    assert set(PATTERNS) == {min(f, f[::-1]) for f in fillings if f.count("W") == 3}
    assert all(pattern != pattern[::-1] for pattern in PATTERNS)


def test_dj1_r3_patterns_in_the_order_of_the_table() -> None:
    assert tuple(box.replace("/", "") for box in BOXES) == PATTERNS


def test_dj1_r4_numbers_by_colour_and_pattern() -> None:
    assert [NAMES[number] for number in (1, 10, 11, 22, 35, 50)] == [
        "r1",
        "r10",
        "y1",
        "g2",
        "b5",
        "p10",
    ]


def test_dj1_r5_a_turned_card_keeps_its_top_left_cell() -> None:
    # g2 is BBW/BWW; turned clockwise its left column becomes its top row.
    shown = {turn: laid(f"g2@5,-3{turn}") for turn in "nesw"}
    rows = {
        turn: ["".join(cells[y, x] for x in range(5, 8) if (y, x) in cells) for y in range(-3, 0)]
        for turn, cells in shown.items()
    }
    assert rows["n"][:2] == ["BBW", "BWW"]
    assert rows["e"] == ["BB", "WB", "WW"]
    assert rows["s"][:2] == ["WWB", "WBB"]
    assert rows["w"] == ["WW", "BW", "BB"]
    for turn, cells in shown.items():
        table = by_rule_1("A g2", placed=f"g2@5,-3{turn}")
        seen = table.state.view(None)["board"]
        assert {(y, x): diamond for x, y, _, diamond in seen} == cells


def test_dj1_r6_the_deck_is_what_is_left_of_fifty() -> None:
    assert dealt(DEALT).state.view(None)["deck"] == 50 - 17


def test_dj1_r7_the_centre_is_a_square_without_a_corner() -> None:
    table = dealt(DEALT)
    assert table.texts()[0] == "start g7@1,0e y6@0,0n"
    cells = {(y, x) for x, y, *_ in table.state.view(None)["board"]}
    assert cells == {(y, x) for y in range(3) for x in range(3)} - {(2, 0)}
    assert covered(board(["g7@1,0e"]), "y6@0,0n") == 4


def test_dj1_r8_five_cards_each_for_all_to_see() -> None:
    table = dealt(DEALT)
    hands = ["hand r5 r8 y7 g9 b2", "hand r7 y4 g5 b1 p2", "hand r1 r2 g8 p1 p5"]
    for who in (None, 0, 1, 2):
        assert table.texts(who)[1:] == hands
        players = table.state.view(who)["players"]
        assert [" ".join(player["hand"]) for player in players] == [h[5:] for h in hands]


def test_dj1_r9_turns_go_to_the_left_of_the_highest_number() -> None:
    table = dealt(DEALT)
    assert table.owes() == "C play"  # p5 is number 45, p2 number 42
    table.play("C p1@3,0n")
    assert table.owes() == "A play"


def test_dj1_r10_one_card_from_the_own_hand() -> None:
    table = by_rule_1("A g2 · B p1")
    assert table.refused("A p1@3,0n") == "DJ1-R10 no p1 in hand"
    assert table.refused("B p1@3,0n") == "DJ1-R9 it is A's turn"


def test_dj1_r11_the_topmost_card_counts() -> None:
    # r1@1,0e shows WB in its upper rows; y2 above it shows otherwise.
    table = by_rule_1("A r2 y2", placed="r1@1,0e y2@0,0n g2@0,0n")
    assert table.can("A y2@0,0n")
    assert table.can("A r2@0,0n")


def test_dj1_r12_equal_diamonds_and_another_colour() -> None:
    table = by_rule_1("A g2 y2 r2")
    assert table.can("A g2@0,0n")
    assert table.can("A r2@0,0n")
    assert table.refused("A y2@0,0n").startswith("DJ1-R12 y2 would cover yellow")
    assert table.refused("A y2@0,0s").startswith("DJ1-R12 the diamonds")  # checked first


def test_dj1_r13_there_is_always_a_place_beside_the_others() -> None:
    for seed in range(20):
        state = shuffled(GAME1, 2, Random(seed))
        while state.pending():
            seat = state.pending()[0]
            free = state.default_move(seat)
            assert GAME1.move_text(free) in map(GAME1.move_text, state.legal_moves(seat))
            state.apply(seat, state.sample(seat, Random(seed)))


def test_dj1_r14_a_card_for_every_empty_cell() -> None:
    for text, count in (("g2@0,0n", 0), ("g2@1,1s", 2), ("g2@3,0n", 6)):
        table = by_rule_1("A g2 p1", deck="b1 b2 b3 b4 b5 b6 b7")
        table.play(f"A {text}")
        assert len(table.hand("A").split()) == 1 + count


def test_dj1_r15_the_new_card_is_what_is_seen() -> None:
    table = by_rule_1("A g2 p1")
    table.play("A g2@1,1s")
    seen = table.state.view(None)["board"]
    cells = {(y, x): (letter, diamond) for x, y, letter, diamond in seen}
    assert cells == board(["r1@1,0e", "y2@0,0n", "g2@1,1s"])


def test_dj1_r16_an_empty_hand_ends_the_match() -> None:
    table = by_rule_1("A g2 · B r5 · C r6")
    table.play("A g2@0,0n")
    assert table.state.outcome() == ((0, 1, 1), (1, 2, 3), "normal")


def test_dj1_r17_an_empty_deck_ends_the_match() -> None:
    table = by_rule_1("A g2 g3 · B r5 · C r6 r7", deck="b1 b2")
    table.play("A g2@1,1s")
    assert table.state.outcome() == ((3, 1, 2), (3, 1, 2), "normal")


def test_dj1_r18_the_smallest_number_parts_equal_hands() -> None:
    table = by_rule_1("A g2 p1 p2 · B r6 p3 · C r5 p4", deck="b1")
    table.play("A g2@1,1s")
    assert table.state.outcome() == ((3, 2, 2), (3, 2, 1), "normal")


def test_dj2_r1_the_centre_is_that_of_rule_1() -> None:
    table = dealt(DEALT, first="C", rule=2)
    assert table.texts()[0] == "start g7@1,0e y6@0,0n first C"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dj2_r2_forty_eight_cards_are_shared_out(seats: int) -> None:
    players = dealt("", seats=seats, rule=2).state.view(None)["players"]
    assert [p["deck"] + p["hand_count"] for p in players] == [48 // seats] * seats


def test_dj2_r3_a_hand_is_its_owners_alone() -> None:
    table = dealt(DEALT, rule=2)
    assert table.texts()[1] == "hand r5 r8 y7 g9 b2"
    assert table.texts(0)[1] == "hand r5 r8 y7 g9 b2"
    assert table.texts(1)[1] == table.texts(None)[1] == "hand ? ? ? ? ?"
    seen = table.state.view(1)["players"][0]
    assert (seen["hand"], seen["hand_count"], seen["deck"]) == (None, 5, 11)


def test_dj2_r4_the_last_in_turn_order_chooses_the_first_colour() -> None:
    table = dealt("r1 y2", first="C", rule=2)
    assert table.owes() == "B colour"
    assert table.legal("B") == ["colour r", "colour y"]
    table.play("B colour y")
    assert table.owes() == "C play"


def test_dj2_r5_a_pass_is_always_open() -> None:
    table = by_rule_2("A g2 · B g3", colour="r")
    assert table.legal("A")[0] == "pass"
    assert table.refused("A g3@1,1s") == "DJ2-R5 no g3 in hand"
    assert table.refused("A colour y").startswith("DJ2-R10")


def test_dj2_r6_four_cells_and_the_specified_colour() -> None:
    table = by_rule_2("A g2 r2", colour="r")
    assert table.legal("A") == ["pass", "g2@1,1s"]
    assert table.refused("A g2@1,1n").startswith("DJ2-R6 the diamonds")
    assert by_rule_2("A g2", colour="y").legal("A") == ["pass", "g2@0,0n", "g2@1,1s"]


def test_dj2_r7_one_card_comes_from_the_own_deck() -> None:
    table = by_rule_2("A g2 p1", colour="r", decks="A b1 b2 · B b3")
    table.play("A g2@1,1s")
    assert table.hand("A") == "b1 p1"
    assert table.state.view(None)["players"][0]["deck"] == 1


def test_dj2_r8_an_empty_hand_wins() -> None:
    table = by_rule_2("A g2 · B p1 · C p2", colour="r")
    table.play("A g2@1,1s")
    assert table.state.outcome() == ((0, 1, 1), (1, 2, 2), "normal")


def test_dj2_r9_six_cells_bring_another_turn() -> None:
    table = by_rule_2("A g2 p2 p1 · B g5", colour="y", placed="y5@3,0n r1@1,0e y2@0,0n")
    table.play("A g2@0,0n")
    assert (table.owes(), table.state.view(None)["bonus"]) == ("A play", True)
    table.play("A pass")
    assert (table.owes(), table.state.view(None)["bonus"]) == ("B play", False)


def test_dj2_r10_another_colour_that_is_seen() -> None:
    table = by_rule_2("A g2 · B g3 · C g4", colour="r")
    table.play("A pass", "B pass", "C pass")
    assert table.refused("C colour r") == "DJ2-R10 red is already the specified colour"
    assert table.refused("C colour b") == "DJ2-R10 no blue cell is visible on the table"
    assert table.refused("C pass") == "DJ2-R10 a colour must be chosen"


def test_dj2_r11_who_chooses_when_the_colour_vanishes() -> None:
    four = by_rule_2("A g2 p1 · B p2", colour="r")
    four.play("A g2@1,1s")
    six = by_rule_2("A g2 p1 · B p2", colour="y")
    six.play("A g2@0,0n")
    assert (four.owes(), six.owes()) == ("A colour", "C colour")


def test_dj2_r12_the_last_who_passed_chooses() -> None:
    table = by_rule_2("A g2 · B g3 · C g4", colour="r", turn="C")
    table.play("C pass", "A pass", "B pass")
    assert table.state.view(None)["rounds_passed"] == 1
    assert table.owes() == "B colour"
    table.play("B colour y")
    seen = table.state.view(None)
    assert (table.owes(), seen["passes"], seen["rounds_passed"]) == ("C play", 0, 1)


def test_dj2_r13_a_match_is_won_or_drawn() -> None:
    table = by_rule_2("A y1 · B y3 · C y4", colour="y", placed="y5@3,0n y6@0,0n")
    table.play("A pass", "B pass", "C pass")
    assert table.owes() == "over"
    assert table.texts(1) == ["pass", "pass", "pass", 'draw reason "no other colour"']
    assert table.log[-1].seat == -1


def test_dj2_r14_others_by_all_their_cards() -> None:
    table = by_rule_2("A g2 · B p1 p2 · C p3", colour="r", decks="C b1")
    table.play("A g2@1,1s")
    assert table.state.outcome() == ((0, 2, 2), (1, 2, 2), "normal")
    table = by_rule_2("A g2 · B p1 p2 · C p3", colour="r", decks="B b1 b2")
    table.play("A g2@1,1s")
    assert table.state.outcome() == ((0, 4, 1), (1, 3, 2), "normal")


def test_every_rule_ruling_and_example_has_a_test_named_after_it() -> None:
    book = (files("engines.diamond_boxes") / "RULES.md").read_text("utf-8")
    numbers = set(re.findall(r"\bDJ[12]-[RQE]\d+\b", book))
    tested = {
        f"DJ{rules}-{kind.upper()}{number}"
        for file in Path(__file__).parent.glob("test_*.py")
        for rules, kind, number in re.findall(r"def test_dj(.)_([rqe])(\d+)_", file.read_text())
    }
    assert len(numbers) == 18 + 13 + 14 + 14 + 14 + 14
    assert numbers == tested


def test_colours_are_those_of_the_source_in_its_order() -> None:
    assert COLOURS == "rygbp"
    assert GAME2.seats == GAME1.seats == range(2, 5)
