"""The worked examples of both rule sets, one test each, in notation."""

from collections import Counter

import pytest

from engines.diamond_boxes.cards import NAMES
from tests.engines.diamond_boxes.at_table import by_rule_1, by_rule_2, dealt
from tests.engines.naive.diamond_boxes_board import board, covered

Z = board(["r1@1,0e", "y2@0,0n"])


def test_board_z_is_drawn_as_in_the_rule_book() -> None:
    seen = by_rule_1("A g2").state.view(None)["board"]
    rows = {(y, x): letter + diamond for x, y, letter, diamond in seen}
    assert [rows.get((y, x), "..") for y in range(3) for x in range(3)] == [
        *("yB", "yB", "yW"),
        *("yB", "yW", "yW"),
        *("..", "rW", "rB"),
    ]
    assert len(rows) == 8


def test_dj1_e1_four_cells_covered_two_cards_drawn() -> None:
    table = by_rule_1("A g2 p1", deck="b1 b2 b3")
    table.play("A g2@1,1s")
    assert table.texts() == ["g2@1,1s/4; penalty b1 b2"]
    assert table.hand("A") == "b1 b2 p1"


def test_dj1_e2_own_colour_below() -> None:
    assert by_rule_1("A r2").refused("A r2@1,1s") == "DJ1-R12 r2 would cover red with red"


def test_dj1_e3_other_diamonds_below() -> None:
    words = "DJ1-R12 the diamonds differ on 4 of 4 covered cells"
    assert by_rule_1("A g2").refused("A g2@1,1n") == words


def test_dj1_e4_six_cells_covered() -> None:
    table = by_rule_1("A g2 p1")
    table.play("A g2@0,0n")
    assert table.texts() == ["g2@0,0n/6"]
    assert table.hand("A") == "p1"
    shown = Counter(cell[2] for cell in table.state.view(None)["board"])
    assert shown == {"g": 6, "r": 2}


def test_dj1_e5_five_cells_covered() -> None:
    table = by_rule_1("A g7 p1", deck="b1 b2")
    table.play("A g7@0,1s")
    assert table.texts() == ["g7@0,1s/5; penalty b1"]


def test_dj1_e6_nothing_covered() -> None:
    table = by_rule_1("A b5", deck="b1 b2 b3 b4 b6 b7 b8")
    table.play("A b5@3,0n")
    assert table.texts() == ["b5@3,0n/0; penalty b1 b2 b3 b4 b6 b7"]


def test_dj1_e7_beside_its_own_colour() -> None:
    table = by_rule_1("A y1")
    table.play("A y1@3,0n")
    assert table.texts()[0].startswith("y1@3,0n/0; penalty ")
    assert len(table.hand("A").split()) == 6


def test_dj1_e8_a_corner_is_no_contact() -> None:
    table = by_rule_1("A b5")
    assert table.refused("A b5@3,3n") == "DJ1-R13 the card touches no other card by an edge"
    assert table.can("A b5@1,3n")


def test_dj1_e9_the_highest_number_begins() -> None:
    hands = ([3, 14, 22, 31, 40], [5, 9, 27, 38, 47], [1, 2, 11, 26, 35])
    cards = " ".join(NAMES[card] for card in (4, 6, *hands[0], *hands[1], *hands[2]))
    table = dealt(cards)
    assert table.state.first == 1
    assert table.owes() == "B play"
    state = table.state
    seats = []
    for _ in range(3):
        seats.append(state.pending()[0])
        state.apply(seats[-1], state.default_move(seats[-1]))
    assert seats == [1, 2, 0]


def test_dj1_e10_an_empty_hand_wins() -> None:
    table = by_rule_1("A g2 · B b1 · C p1 p2")
    table.play("A g2@0,0n")
    assert table.owes() == "over"
    assert table.state.outcome() == ((0, 1, 2), (1, 2, 3), "normal")


def test_dj1_e11_a_penalty_keeps_the_match_going() -> None:
    table = by_rule_1("A g2 · B b1 · C p1")
    table.play("A g2@1,1s")
    assert len(table.hand("A").split()) == 2
    assert table.owes() == "B play"


def test_dj1_e12_the_deck_runs_out() -> None:
    table = by_rule_1(
        "A y4 g3 b1 · B r5 r9 g2 b8 · C r2 y1 g6",
        deck="p7",
        turn="B",
    )
    table.play("B g2@1,1s")
    assert table.texts() == ["g2@1,1s/4; penalty p7"]
    assert table.owes() == "over"
    assert table.state.outcome() == ((3, 4, 3), (2, 3, 1), "normal")


def test_dj1_e13_no_pass() -> None:
    assert by_rule_1("A g2").refused("A pass") == "DJ1-R10 a card must be placed"


def test_dj1_e14_all_places_for_one_card() -> None:
    texts = by_rule_1("A g2").legal("A")
    counts = Counter(covered(Z, text) for text in texts)
    assert counts == {6: 1, 4: 1, 3: 1, 2: 9, 1: 10, 0: 68}
    assert {text for text in texts if covered(Z, text) >= 4} == {"g2@0,0n", "g2@1,1s"}


@pytest.mark.parametrize(("seats", "size"), [(2, 24), (3, 16), (4, 12)])
def test_dj2_e1_sizes_of_decks(seats: int, size: int) -> None:
    table = dealt("", seats=seats, rule=2)
    players = table.state.view(None)["players"]
    assert [player["deck"] for player in players] == [size - 5] * seats
    assert [player["hand_count"] for player in players] == [5] * seats


def test_dj2_e2_the_specified_colour_is_covered() -> None:
    table = by_rule_2("A g2 p1", colour="r")
    table.play("A g2@1,1s")
    assert table.texts() == ["g2@1,1s/4"]
    assert table.hand("A") == "p1"


def test_dj2_e3_six_cells_without_the_specified_colour() -> None:
    words = "DJ2-R6 the card covers no red cell (red is the specified colour)"
    assert by_rule_2("A g2", colour="r").refused("A g2@0,0n") == words


def test_dj2_e4_the_colour_vanishes_under_four_cells() -> None:
    table = by_rule_2("A g2 p1 · B p2", colour="r")
    table.play("A g2@1,1s")
    assert table.owes() == "A colour"
    assert table.legal("A") == ["colour y", "colour g"]
    table.play("A colour g")
    assert table.owes() == "B play"


def test_dj2_e5_the_colour_vanishes_under_six_cells() -> None:
    table = by_rule_2("A g2 p1 · B p2 · C p3", colour="y")
    table.play("A g2@0,0n")
    assert table.owes() == "C colour"
    assert table.legal("C") == ["colour r", "colour g"]
    table.play("C colour r")
    assert table.owes() == "A play"
    assert table.state.view(None)["bonus"] is True


def test_dj2_e6_the_colour_survives_six_cells() -> None:
    placed = "y5@3,0n r1@1,0e y2@0,0n"
    table = by_rule_2("A g2 p1 · B p2", colour="y", placed=placed)
    table.play("A g2@0,0n")
    assert table.owes() == "A play"
    assert table.state.view(None)["colour"] == "y"


def test_dj2_e7_five_cells_bring_no_bonus() -> None:
    table = by_rule_2("A g7 p1 · B p2", colour="r")
    table.play("A g7@0,1s")
    assert table.texts() == ["g7@0,1s/5"]
    assert table.owes() == "A colour"
    table.play("A colour y")
    assert table.owes() == "B play"
    assert table.state.view(None)["bonus"] is False


def test_dj2_e8_three_cells_are_too_few() -> None:
    table = by_rule_2("A g2", colour="y")
    three = [text for text in by_rule_1("A g2").legal("A") if covered(Z, text) == 3]
    assert len(three) == 1
    words = "DJ2-R6 the card covers 3 cells, but must cover at least 4"
    assert table.refused(f"A {three[0]}") == words


def test_dj2_e9_own_colour_below() -> None:
    table = by_rule_2("A r2", colour="r")
    assert table.refused("A r2@1,1s") == "DJ2-R6 r2 would cover red with red"


HANDS = "A g2 g3 · B g4 p1 · C p2 p3"


def test_dj2_e10_all_pass() -> None:
    table = by_rule_2(HANDS, colour="r", turn="B")
    table.play("B pass", "C pass", "A pass")
    assert table.owes() == "A colour"
    assert table.legal("A") == ["colour y"]
    table.play("A colour y")
    assert table.owes() == "B play"


def test_dj2_e11_a_pass_in_a_bonus_turn_counts() -> None:
    placed = "y5@3,0n r1@1,0e y2@0,0n"
    table = by_rule_2(HANDS, colour="y", placed=placed)
    table.play("A g2@0,0n", "A pass", "B pass", "C pass")
    assert table.owes() == "C colour"
    table.play("C colour g")
    assert table.owes() == "A play"


def test_dj2_e12_one_colour_alone() -> None:
    table = dealt("g1 g2", first="B", rule=2)
    assert table.owes() == "A colour"
    assert table.legal("A") == ["colour g"]
    table.play("A colour g", "B pass", "C pass", "A pass")
    assert table.texts()[-1] == 'draw reason "no other colour"'
    assert table.state.outcome() == ((16, 16, 16), (1, 1, 1), "no other colour")


def test_dj2_e13_the_last_card() -> None:
    table = by_rule_2("A p1 p2 · B g2 · C p3 p4 p5", colour="r", decks="A b1", turn="B")
    table.play("B g2@1,1s")
    assert table.owes() == "over"
    assert table.state.outcome() == ((3, 0, 3), (2, 1, 2), "normal")


def test_dj2_e14_a_card_is_drawn() -> None:
    deck = " ".join(NAMES[card] for card in range(32, 51))
    table = by_rule_2("A g2 g3 g4 g5 g6", colour="r", decks=f"A {deck}", seats=2)
    table.play("A g2@1,1s")
    assert table.texts() == ["g2@1,1s/4; draw b2"]
    assert table.texts(1) == ["g2@1,1s/4; draw ?"]
    player = table.state.view(None)["players"][0]
    assert (player["hand_count"], player["deck"]) == (5, 18)
