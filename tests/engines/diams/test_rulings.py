"""The rulings on Diam's, one test for each number."""

import re
from collections import Counter
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from random import Random

from engines.api import CHANCE
from engines.diams import GAME, scoring
from engines.diams.cards import VALUE
from tests.engines.diams.at_table import Table, at, deck
from tests.engines.diams.pair import Pair

A_WON = ((9, 8), (4, 3))
B_WON = ((8, 9), (3, 4))
DRAWN = ((8, 8), (3, 3))


def test_di_q1_the_table_is_the_one_that_gives_the_printed_sums() -> None:
    assert [VALUE[4][3], VALUE[6][4], VALUE[8][3], VALUE[9][3], VALUE[10][3]] == [7, 12, 2, 2, 2]
    assert [VALUE[1][3], VALUE[2][3], VALUE[3][3], VALUE[5][5], VALUE[7][4]] == [4, 5, 6, 16, 13]
    assert all(VALUE[quality][4] - VALUE[quality][3] == 3 for quality in range(1, 11))
    assert all(VALUE[quality][5] - VALUE[quality][4] == 5 for quality in range(1, 11))


def test_di_q2_the_closing_card_is_one_of_the_last_fifteen() -> None:
    pair = Pair(2)
    pair.begin((0, 1))
    cards = deck("1 2 3")[:-1]
    for below, legal in ((1, True), (15, True), (16, False)):
        assert pair.accepts([*cards[: 54 - below], "END", *cards[54 - below :]]) == legal


def test_di_q3_the_draw_goes_on_after_the_closing_card() -> None:
    table = at("A hand 1 · market 9 · deck END 6 7 · phase draw")
    table.play("A draw")
    assert table.hand("A") == "1 6"
    assert table.texts()[-1] == "draw END 6"
    table = at("A hand 1 · market 9 · deck 6 END CV 7 8 · phase draw")
    table.play("A reveal")
    assert (table.hand("A"), table.market()) == ("1 CV", "6 7 9")


def test_di_q4_both_draws_stay_legal_on_an_empty_deck() -> None:
    for move, text in (("draw", "draw -"), ("reveal", "reveal -")):
        table = at("A hand 1 · market 9 · deck  · phase draw", closing=("B", 1))
        assert table.legal("A") == ["draw", "reveal"]
        table.play(f"A {move}")
        assert table.texts()[-1] == text
    table = at("A hand 1 · market 9 · deck CV 7 · phase draw", closing=("B", 1))
    table.play("A reveal")
    assert table.texts()[-1] == "reveal 7 +CV"


def test_di_q5_same_quality_needs_another_one_in_the_market() -> None:
    assert at("A hand 7 7 · market 2").refused("A market 7") == "DI-Q5"
    assert at("A hand 7 · market 7*").can("A market 7")


def test_di_q6_a_sum_is_of_two_cards_or_more() -> None:
    table = at("A hand 7 · market 7 3 4")
    assert table.refused("A market 7 = 7") == "DI-Q6"
    assert table.can("A market 7 = 3+4")


def test_di_q7_nothing_may_be_taken_although_something_could_be() -> None:
    assert at("A hand 7 · market 7 3 4").can("A market 7 = -")


def test_di_q8_only_diamonds_go_to_the_market() -> None:
    table = at("A hand CV 7 · market 2")
    assert not [move for move in table.legal("A") if move.startswith("market CV")]
    assert table.state.refusal(0, (2, 20)).rule == "DI-Q8"


def test_di_q9_pass_is_for_hands_without_a_diamond() -> None:
    assert at("A hand  · market 2").legal("A") == ["pass"]
    assert at("A hand 3 CV · market 2").refused("A pass") == "DI-Q9"
    assert at("A hand CV · A vault 3 3 3 · market 2").legal("A") == ["pass"]
    assert at("A hand MG · market 2").legal("A") == ["magic 2", "pass"]
    assert at("A hand MG · market ").legal("A") == ["pass"]


def test_di_q9_hopeless_specials_may_be_played() -> None:
    table = at("A hand CR · C hand 3 · market 2", seats=3)
    cracks = [move for move in table.legal("A") if move.startswith("crack")]
    assert len(cracks) == 40
    table = at("A hand CR 3 · B hand  · market 2 3")
    table.play("A force B 3 using CR")
    assert table.texts()[-1] == "force B 3 using CR -> -"


def test_di_q10_stolen_diamonds_come_to_the_hand_and_count_for_its_limit() -> None:
    table = at("A hand CR 1 2 3 4 5 · B vault 9 9 9 · market 8")
    table.play("A crack B 9", "B give 9")
    assert table.hand("A") == "1 2 3 4 5 9"
    assert table.state.phase() == "discard"
    table = at("A hand MG 1 2 3 4 5 · market 8 9")
    table.play("A magic 9")
    assert table.state.phase() == "discard"


def test_di_q11_the_victim_may_give_the_starred_one() -> None:
    table = at("A hand CR · B vault 9 9 9* · market 8")
    table.play("A crack B 9")
    assert table.legal("B") == ["give 9", "give 9*"]
    table.play("B give 9*")
    assert table.hand("A") == "9*"


def test_di_q12_a_forced_sale_takes_older_diamonds_of_the_market_too() -> None:
    table = at("A hand CR 1 · B hand 1 · market 1 1* 8")
    table.play("A force B 1 using CR")
    assert (table.hand("A"), table.market()) == ("1 1 1 1*", "8")


def test_di_q13_a_forced_sale_has_one_card_one_opponent_one_quality() -> None:
    table = at("A hand CR 1 1 · B hand 1 · C hand 1* 2 · market 8", seats=3)
    table.play("A force C 1 using CR")
    assert [table.hand(seat) for seat in "ABC"] == ["1 1 1*", "1", "2"]


def test_di_q14_a_special_that_fails_is_spent() -> None:
    for move, spent in (("crack B 9", "CR"), ("force B 1 using CR", "CR")):
        table = at("A hand CR 1 · B hand 2 · market 8")
        table.play(f"A {move}")
        assert table.discards() == spent


def test_di_q15_a_convoy_brings_nothing_new() -> None:
    table = at("A hand CV 4 4 4 5 · A vault 5 5 5 · market 8")
    assert table.refused("A convoy 4x3") == "DI-Q15"
    assert table.refused("A convoy 4x1 5x1") == "DI-Q15"
    assert table.can("A convoy 5x1")


def test_di_q16_what_a_theft_left_can_be_extended() -> None:
    table = at("A hand 5 1 1 1 · A vault 5 5 · market 8")
    table.play("A vault 1x3 5x1")
    assert table.vault("A") == "1 1 1 5 5 5"
    assert at("A hand CV 5 · A vault 5 · market 8").can("A convoy 5x1")


def test_di_q17_a_new_group_of_a_stored_quality_is_a_collection() -> None:
    assert at("A hand 4 4 4* · A vault 4 · market 8").can("A vault 4x3*")
    assert at("A hand 4 4* 1 · A vault 4 4 · market 8").refused("A vault 4x2*") == "DI-R9"


def test_di_q18_what_is_given_up_is_free_and_specials_count() -> None:
    table = at("A hand MG 1 2 3 4 CV 6 · market 9")
    table.play("A magic 9")
    hand = ["1", "2", "3", "4", "6", "9", "CV"]
    assert table.hand("A").split() == hand
    assert table.legal("A") == [f"discard {a} {b}" for a, b in combinations(hand, 2)]


def test_di_q19_an_empty_market_is_looked_for_after_the_discard() -> None:
    table = at("A hand MG CV 1 2 3 4 · market 6 · deck 7 8 9 END")
    table.play("A magic 6", "A discard 1")
    assert table.market() == "1"
    assert table.texts()[-1] == "discard 1"
    table = at("A hand MG CV 1 2 3 4 · market 6 · deck 7 8 9 END")
    table.play("A magic 6", "A discard CV")
    assert table.market() == "7 8 9"
    assert table.texts()[-1] == "discard CV; refill 7 8 9"


def test_di_q20_specials_met_in_a_refill_are_discarded() -> None:
    table = at("A hand MG 3 · market 6 · deck 1 CV 2 CR 4 END")
    table.play("A magic 6")
    assert (table.market(), table.discards()) == ("1 2 4", "CV CR MG")
    assert table.hand("A") == "3 6"


def test_di_q21_the_closing_card_in_a_refill_ends_the_round() -> None:
    table = at("A hand MG 3 · B hand 2 · market 6 · deck 1 END 2 4 5 5")
    table.play("A magic 6")
    assert table.seen(None)["closing"] == {"by": 0, "turns_left": 0}
    table.play("B draw", "B market 2 = -")
    assert table.state.phase() == "over"


def test_di_q22_hands_and_vaults_are_their_owners_counts_are_everybodys() -> None:
    table = at("A hand 1 1 1* 3 · B hand CR 2 · market 8 · deck 5 6 END", seats=3)
    table.play("A vault 1x3*")
    assert [table.texts(who)[-1] for who in (0, 1, 2, None)] == [
        "vault 1x3*",
        *["vault ?x3"] * 3,
    ]
    for who in (1, 2, None):
        owner = table.state.view(who)["players"][0]
        assert (owner["hand"], owner["vault"]) == (None, None)
        assert (owner["hand_count"], owner["vault_count"]) == (1, 3)
    table.play("B draw", "B crack A 1", "A give 1*")
    assert [table.texts(who)[-1] for who in (0, 1, 2, None)] == ["give 1*"] * 2 + ["give ?"] * 2


def test_di_q23_no_purity_bonus_for_nobody() -> None:
    assert scoring.purity_bonus((0, 0)) == (0, 0)


def test_di_q24_a_star_in_a_broken_collection_counts() -> None:
    table = at("A hand 1 3 · A vault 9* · B hand 3 · market 8", closing=("B", 0))
    table.play("A market 1 = -")
    assert table.state.points == ((5, 0),)


def test_di_q25_no_hand_bonus_on_a_tie() -> None:
    table = at("A hand 1 3 · B hand 3 · market 8", closing=("B", 0))
    table.play("A market 1 = -")
    assert table.state.points == ((0, 0),)


def test_di_q26_specials_in_hand_are_worth_nothing() -> None:
    table = at("A hand 1 CV CR MG · B hand 1 · market 8", closing=("B", 0))
    table.play("A market 1 = -")
    assert table.state.points == ((0, 3),)


def ended(hands: str, *before: tuple[tuple[int, ...], tuple[int, ...]], length: str) -> Table:
    table = at(f"{hands} · market 3", closing=("B", 0), before=before, length=length)
    table.play("A market 1 = -")
    return table


def places(table: Table) -> tuple[int, ...] | None:
    outcome = table.state.outcome()
    return outcome and outcome.places


def test_di_q27_round_two_decides_between_equal_chips() -> None:
    tie = "A hand 1 9 · B hand 9"
    assert places(ended(tie, A_WON, B_WON, length="standard")) == (2, 1)
    assert places(ended(tie, DRAWN, DRAWN, length="standard")) == (1, 1)


def test_di_q28_a_quick_game_may_end_shared() -> None:
    assert places(ended("A hand 1 9 · B hand 9", length="quick")) == (1, 1)


def test_di_q29_the_next_seat_starts_the_next_round() -> None:
    table = ended("A hand 1 9 · B hand 9", length="standard")
    first = table.seen(None)["first"]
    assert table.state.pending() == (CHANCE,)
    table.pair.deal(deck("2 3 4"))
    table.pair.compare()
    assert (first, table.seen(None)["first"]) == (0, 1)
    assert table.state.pending() == (1,)


def test_di_q29_each_seat_begins_the_first_round_equally_often() -> None:
    state = GAME.start(GAME.options({}, 4), 4)
    rng = Random(29)
    firsts = Counter(GAME.shuffle(state, rng)[0] for _ in range(4000))
    assert all(abs(firsts[seat] - 1000) < 5 * 27.4 for seat in range(4))


def test_di_q30_an_early_end_needs_two_outright_wins() -> None:
    b_ahead = "A hand 1 2 · B hand 9"
    a_ahead = "A hand 1 9 · B hand 2"
    tie = "A hand 1 9 · B hand 9"
    assert places(ended(a_ahead, A_WON, length="standard")) == (1, 2)
    for hands, first in ((b_ahead, A_WON), (tie, A_WON), (a_ahead, DRAWN)):
        assert places(ended(hands, first, length="standard")) is None


def test_di_q31_one_further_turn_for_each_other_seat() -> None:
    hands = "A hand 1 · B hand 2 · C hand 3 · D hand 4"
    table = at(f"{hands} · market 9 · deck END 5 5 5 5 5 · phase draw", seats=4)
    for letter, card in zip("ABCD", "1234", strict=True):
        assert table.state.phase() == "draw"
        table.play(f"{letter} draw", f"{letter} market {card} = -")
    assert table.state.phase() == "over"


def test_di_q32_six_cards_are_one_too_many() -> None:
    table = at("A hand MG 1 2 3 4 5 · market 6 7")
    table.play("A magic 6")
    assert table.state.phase() == "discard"
    assert all(len(move.split()) == 2 for move in table.legal("A"))
    table = at("A hand MG 1 2 3 4 · market 6 7")
    table.play("A magic 6")
    assert table.state.phase() == "draw"


def test_di_q33_several_new_collections_at_once() -> None:
    assert at("A hand 2 2 2 6 6 6* · market 8").can("A vault 2x3 6x3*")


def test_di_q34_one_special_a_turn() -> None:
    table = at("A hand MG CV 3 · A vault 3 3 3 · market 6 7")
    table.play("A magic 6")
    assert table.state.pending() == (1,)
    assert table.refused("A convoy 3x1") == "DI-R7"


def test_di_q35_a_special_just_drawn_may_be_played() -> None:
    table = at("A hand 3 · market 6 7 · deck MG 8 END · phase draw")
    table.play("A draw", "A magic 7")
    assert table.hand("A") == "3 7"


def test_every_rule_ruling_and_example_has_a_test_named_after_it() -> None:
    book = (files("engines.diams") / "RULES.md").read_text("utf-8")
    numbers = set(re.findall(r"\bDI-[RQE]\d+\b", book))
    tested = {
        f"DI-{kind.upper()}{number}"
        for file in Path(__file__).parent.glob("test_*.py")
        for kind, number in re.findall(r"def test_di_([rqe])(\d+)_", file.read_text("utf-8"))
    }
    assert len(numbers) == 17 + 35 + 28
    assert numbers == tested
