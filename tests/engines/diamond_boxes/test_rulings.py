"""The rulings of both rule sets, one test each, in notation."""

from engines.diamond_boxes import GAME1
from engines.diamond_boxes.cards import NAMES, PATTERNS
from engines.diamond_boxes.notation import plies
from tests.engines.diamond_boxes.at_table import by_rule_1, by_rule_2, dealt
from tests.engines.naive.diamond_boxes_board import board, legal_by_rule_2

ONE_BESIDE = "y5@3,0n r1@1,0e y2@0,0n"  # board Z with one more yellow card


def test_dj1_q1_ten_patterns() -> None:
    assert len(set(PATTERNS)) == 10
    assert {pattern.count("W") for pattern in PATTERNS} == {3}


def test_dj1_q2_numbers_are_unique() -> None:
    assert len({*NAMES[1:51]}) == 50


def test_dj1_q3_a_card_may_cover_nothing() -> None:
    assert by_rule_1("A b5").can("A b5@3,0n")


def test_dj1_q4_corners_do_not_touch() -> None:
    table = by_rule_1("A b5")
    assert not table.can("A b5@3,3n")
    assert not table.can("A b5@-3,-2n")
    assert table.can("A b5@-3,-1n")


def test_dj1_q5_the_penalty_comes_before_the_win() -> None:
    table = by_rule_1("A g7 · B p1 · C p2")
    table.play("A g7@0,1s")
    assert len(table.hand("A").split()) == 1
    assert table.owes() == "B play"


def test_dj1_q6_a_penalty_larger_than_the_deck() -> None:
    table = by_rule_1("A b5 p1 · B p2 · C p3", deck="b1 b2")
    table.play("A b5@3,0n")
    assert table.texts() == ["b5@3,0n/0; penalty b1 b2"]
    assert table.owes() == "over"


def test_dj1_q7_the_round_is_not_finished() -> None:
    table = by_rule_1("A g2 p1 · B p2 · C p3", deck="b1 b2")
    table.play("A g2@1,1s")
    assert table.owes() == "over"


def test_dj1_q8_the_hand_is_looked_at_first() -> None:
    table = by_rule_1("A g2 · B r5 · C r6", deck="b1")
    table.play("A g2@0,0n")
    assert table.owes() == "over"
    assert table.state.view(None)["deck"] == 1


def test_dj1_q9_the_smallest_single_number() -> None:
    # C has the smallest sum, but B has the smallest single number
    table = by_rule_1("A g2 p1 p2 · B r1 p10 · C r5 r6", deck="b1 b2", placed="r9@1,0e y2@0,0n")
    table.play("A g2@3,0n")
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.places == (3, 1, 2)


def test_dj1_q10_a_card_stays_where_it_was_laid() -> None:
    table = by_rule_1("A g2 p1 · B r2 p2")
    table.play("A g2@0,0n", "B r2@0,0n")
    placed = [" ".join(map(str, row)) for row in table.state.view(None)["placed"]]
    assert placed == ["r1 1 0 e", "y2 0 0 n", "g2 0 0 n", "r2 0 0 n"]


def test_dj1_q11_colours_further_down_do_not_matter() -> None:
    table = by_rule_1("A y2", placed="r1@1,0e y2@0,0n g2@0,0n")
    assert table.can("A y2@0,0n")


def test_dj1_q12_a_centre_of_one_colour() -> None:
    assert dealt("g1 g2").colours() == "g"


def test_dj1_q13_a_table_may_lay_the_centre_otherwise() -> None:
    ((_, start),) = plies(-1, ["start r9@1,0s b7@2,-1w"], 1)
    assert len(set(board(["r9@1,0s", "b7@2,-1w"]))) == 8
    state = GAME1.start(GAME1.options({}, 2), 2)
    deal = GAME1.luck(state, [start])
    assert state.is_legal(-1, deal)
    state.apply(-1, deal)
    assert state.view(None)["placed"] == [["r9", 1, 0, "s"], ["b7", 2, -1, "w"]]
    ((_, wrong),) = plies(-1, ["start r9@1,0e b7@2,0n"], 1)
    fresh = GAME1.start(GAME1.options({}, 2), 2)
    deal = GAME1.luck(fresh, [wrong])
    assert fresh.refusal(-1, deal).rule == "DJ1-R7"


def test_dj2_q1_covered_cards_keep_no_colour_in_play() -> None:
    table = by_rule_2("A g2 p1 · B p2", colour="y")
    table.play("A g2@0,0n")
    assert table.colours() == "r g"


def test_dj2_q2_five_cells_are_like_four() -> None:
    table = by_rule_2("A g7 p1 · B p2", colour="y")
    table.play("A g7@0,1s")
    assert table.owes() == "B play"


def test_dj2_q3_a_placement_starts_the_count_anew() -> None:
    table = by_rule_2("A p1 · B g2 p2 · C p3", colour="y")
    table.play("A pass", "B g2@1,1s", "C pass", "A pass")
    assert table.owes() == "B play"
    table.play("B pass")
    assert table.owes() == "B colour"


def test_dj2_q4_a_vanished_colour_leaves_no_passes() -> None:
    table = by_rule_2("A p1 · B g2 p2 · C p3", colour="r")
    table.play("A pass", "B g2@1,1s")
    assert table.owes() == "B colour"
    assert table.state.view(None)["passes"] == 0


def test_dj2_q5_the_card_that_covers_shows_another_colour() -> None:
    table = by_rule_2("A g2 p1 · B p2 · C p3", colour="y", placed="y2@0,0n")
    table.play("A g2@0,0n")
    assert table.legal("C") == ["colour g"]


def test_dj2_q6_one_colour_alone_is_a_draw_once_all_pass() -> None:
    table = by_rule_2("A r2 · B r3", colour="y", placed="y2@0,0n", seats=2)
    table.play("A pass", "B pass")
    assert table.state.outcome() == ((1, 1), (1, 1), "no other colour")


def test_dj2_q7_nobody_can_lay_anything() -> None:
    seen = board(["r1@1,0e", "y2@0,0n"])
    dead = [card for card in NAMES[1:51] if not legal_by_rule_2(seen, card, None)]
    dead = [card for card in dead if card not in ("r1", "y2")][:3]
    alive = "g2"
    stuck = by_rule_2(f"A {dead[0]} · B {dead[1]} · C {dead[2]}", colour="r")
    stuck.play("A pass", "B pass", "C pass")
    assert stuck.state.outcome() == ((1, 1, 1), (1, 1, 1), "no card can be placed")
    assert stuck.texts()[-1] == 'draw reason "no card can be placed"'
    for hand in "ABC":
        hands = dict(zip("ABC", dead, strict=True)) | {hand: alive}
        table = by_rule_2(" · ".join(map(" ".join, hands.items())), colour="r")
        table.play("A pass", "B pass", "C pass")
        assert table.owes() == "C colour"


def test_dj2_q8_the_fifth_round_of_passes() -> None:
    table = by_rule_2("A g2 p1 · B p2 · C p3", colour="r", placed=ONE_BESIDE)
    for number in range(5):
        table.play("A pass", "B pass", "C pass")
        if number < 4:
            table.play(f"C colour {'yr'[number % 2]}")
    assert table.state.outcome() == ((2, 1, 1), (1, 1, 1), "five rounds of passes")


def test_dj2_q8_a_placement_counts_rounds_anew() -> None:
    table = by_rule_2("A g2 p1 · B p2 · C g5", colour="r", placed=ONE_BESIDE)
    for number in range(4):
        table.play("A pass", "B pass", "C pass", f"C colour {'yr'[number % 2]}")
    table.play("A g2@1,1s")
    assert table.state.view(None)["rounds_passed"] == 0


def test_dj2_q9_a_win_needs_no_colour() -> None:
    table = by_rule_2("A g2 · B p2 · C p3", colour="r")
    table.play("A g2@1,1s")
    assert table.owes() == "over"
    assert "r" not in table.colours()


def test_dj2_q10_a_last_card_on_six_cells_wins() -> None:
    table = by_rule_2("A g2 · B p2 · C p3", colour="y")
    table.play("A g2@0,0n")
    assert table.owes() == "over"
    assert table.state.view(None)["bonus"] is False


def test_dj2_q11_with_two_the_player_to_the_right_is_the_other() -> None:
    table = by_rule_2("A g2 p1 · B p2", colour="y", seats=2)
    table.play("A g2@0,0n")
    assert table.owes() == "B colour"


def test_dj2_q12_any_colour_to_be_seen_may_come_first() -> None:
    table = dealt("g1 p2", first="A", seats=2, rule=2)
    assert table.legal("B") == ["colour g", "colour p"]


def test_dj2_q13_an_empty_deck_gives_nothing() -> None:
    table = by_rule_2("A g2 p1 · B p2", colour="r", decks="B b1")
    table.play("A g2@1,1s")
    assert table.texts() == ["g2@1,1s/4"]


def test_dj2_q14_beside_the_others_is_not_enough() -> None:
    table = by_rule_2("A b5", colour="y")
    assert table.refused("A b5@3,0n").startswith("DJ2-R6 the card covers no")
