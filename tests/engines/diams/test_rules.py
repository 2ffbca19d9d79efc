"""The rules of Diam's, one test for each number."""

from collections import Counter
from random import Random

import pytest

from engines.api import CHANCE, Ply
from engines.diams import GAME, scoring
from engines.diams.cards import COPIES, NAMES, NUMBERS, VALUE
from tests.engines.diams.at_table import at, dealt, deck

# The table of the rule book, which names the source of each cell.
PRINTED = """
 1  4  7 12
 2  5  8 13
 3  6  9 14
 4  7 10 15
 5  8 11 16
 6  9 12 17
 7 10 13 18
 8  2  5 10
 9  2  5 10
10  2  5 10
"""
LAST = {"closing": ("B", 0)}


def test_di_r1_fifty_diamonds_three_specials_and_the_closing_card() -> None:
    cards = Counter({NAMES[card]: COPIES[card] for card in range(24)})
    assert cards.total() == 54
    for quality in range(1, 11):
        assert (cards[f"{quality}"], cards[f"{quality}*"]) == (4, 1)
    assert [cards[name] for name in ("CV", "CR", "MG", "END")] == [1, 1, 1, 1]


def test_di_r2_value_table() -> None:
    for line in PRINTED.split("\n")[1:-1]:
        quality, *values = map(int, line.split())
        assert VALUE[quality] == (0, 0, 0, *values)


def test_di_r2_the_known_cells_and_the_most_valuable_quality() -> None:
    assert VALUE[1][3:] == (4, 7, 12)
    assert VALUE[10][3:] == (2, 5, 10)
    assert VALUE[2][3] == 5
    for size in (3, 4, 5):
        assert max(range(1, 11), key=lambda quality: VALUE[quality][size]) == 7


def test_di_r3_three_diamonds_then_three_cards_each_from_seat_a() -> None:
    table = dealt(3, "CV 3 MG 8 10 CR 1 1 2 2 2 4 4 5*")
    assert table.market() == "3 8 10"
    assert table.discards() == "CV MG"
    assert [table.hand(seat) for seat in "ABC"] == ["1 1 CR", "2 2 2", "4 4 5*"]


def test_di_r4_the_closing_card_may_not_lie_higher() -> None:
    state = GAME.start(GAME.options({}, 4), 4)
    state.apply(CHANCE, (0, 1, 2, 3))
    cards = deck("1 2 3")
    assert cards[-1] == "END"
    for below, rule in ((5, None), (6, "DI-R4")):
        order = [*cards[: 54 - below], "END", *cards[54 - below : -1]]
        move = tuple(NUMBERS[card] for card in order)
        assert state.is_legal(CHANCE, move) == (rule is None)
        if rule:
            assert state.refusal(CHANCE, move).rule == rule


@pytest.mark.parametrize(
    ("text", "before"), [("reveal END 3 7", 48), ("reveal END 3 7 +MG", 47), ("draw END 7", 49)]
)
def test_di_r4_a_record_tells_of_the_closing_card_as_deep_as_it_may_have_lain(
    text: str, before: int
) -> None:
    """A row does not say which cards came before it; here it is the fifth from the bottom."""
    state = GAME.start(GAME.options({}, 4), 4)
    state.apply(CHANCE, (0, 1, 2, 3))
    ((_, entry),) = GAME.plies(0, [text], 4)
    cards = [NUMBERS[card] for card in deck("3 7 MG")][3 : 3 + before]
    order = GAME.luck(state, [Ply(CHANCE, None, drawn=tuple(cards)), entry])
    assert 54 - order.index(NUMBERS["END"]) == 5
    assert state.is_legal(CHANCE, order)


def test_di_r4_every_place_is_equally_likely() -> None:
    state = GAME.start(GAME.options({}, 4), 4)
    state.apply(CHANCE, (0, 1, 2, 3))
    rng = Random(4)
    places = Counter(GAME.shuffle(state, rng).index(NUMBERS["END"]) for _ in range(5000))
    assert sorted(places) == [49, 50, 51, 52, 53]
    assert all(abs(count - 1000) < 5 * 28.3 for count in places.values())  # five deviations


def test_di_r5_hands_may_be_larger_in_mid_turn_only() -> None:
    table = at("A hand 1 2 3 4 5 · market 9 · deck 6 7 END · phase draw")
    table.play("A draw")
    assert table.hand("A") == "1 2 3 4 5 6"
    assert table.state.phase() == "play"
    table.play("A market 6 = -")
    assert table.state.pending() == (1,)


def test_di_r6_one_card_unseen_or_two_in_the_open() -> None:
    for move, hand, market in (("draw", "1 6", "9"), ("reveal", "1", "6 7 9")):
        table = at("A hand 1 · market 9 · deck 6 7 END · phase draw")
        assert table.legal("A") == ["draw", "reveal"]
        table.play(f"A {move}")
        assert (table.hand("A"), table.market()) == (hand, market)
    assert table.refused("A draw") == "DI-R7"


def test_di_r6_a_turn_cannot_start_with_a_play() -> None:
    table = at("A hand 1 · market 9 · deck 6 7 END · phase draw")
    assert table.refused("A market 1 = -") == "DI-R6"


def test_di_r7_after_one_play_the_next_seat_is_to_move() -> None:
    table = at("A hand 1 2 · B hand 3 · C hand 4 · market 9 · deck 6 7 8 END", seats=3)
    table.play("A market 1 = -")
    assert table.state.pending() == (1,)
    assert table.refused("A market 2 = -") == "DI-R7"
    table.play("B draw", "B market 3 = -", "C draw", "C market 4 = -")
    assert table.state.pending() == (0,)


def test_di_r8_same_quality_a_sum_or_nothing() -> None:
    table = at("A hand 6* · market 1 2 3 4 6 8")
    assert table.legal("A") == [
        "market 6* = -",
        "market 6* = 1+2+3",
        "market 6* = 2+4",
        "market 6*",
    ]


def test_di_r8_a_card_not_held_cannot_be_played() -> None:
    assert at("A hand 6 · market 1 2").refused("A market 5 = -") == "DI-R8"


def test_di_r8_a_card_that_does_not_lie_there_cannot_be_taken() -> None:
    table = at("A hand 6 · market 1 2 4*")
    assert table.refused("A market 6 = 2+4") == "DI-R8"
    assert table.refused("A market 6 = 1+1+4*") == "DI-R8"
    assert table.can("A market 6 = 2+4*")


def test_di_r9_a_collection_at_least_and_stored_qualities_with_it() -> None:
    table = at("A hand 1 1 1* 1 5 7 · A vault 5 5 5 · market 2")
    moves = {move for move in table.legal("A") if move.startswith("vault")}
    assert moves == {
        f"vault {ones}{five}" for ones in ("1x3", "1x3*", "1x4*") for five in ("", " 5x1")
    }
    assert table.refused("A vault 1x3 7x1") == "DI-R9"
    assert table.refused("A vault 5x1") == "DI-R9"


def test_di_r10_a_special_takes_the_place_of_market_and_vault_and_is_spent() -> None:
    for move in ("force B 3 using MG", "magic 6"):
        table = at("A hand MG 3 · market 6 8")
        table.play(f"A {move}")
        assert table.discards() == "MG"
        assert table.state.pending() == (1,)


def test_di_r10_the_power_belongs_to_its_card() -> None:
    table = at("A hand CV 3 · A vault 4 4 4 · B vault 3 3 3 · market 6")
    assert table.refused("A magic 6") == "DI-R10"
    assert table.refused("A crack B 3") == "DI-R10"
    assert table.refused("A force A 3 using CV") == "DI-R10"
    assert table.refused("A force B 3 using MG") == "DI-R10"
    assert table.refused("A force C 3 using CV") == "DI-R10"


def test_di_r10_the_victim_gives_what_was_named() -> None:
    table = at("A hand CR · B vault 3 3 3* 4 · market 6")
    table.play("A crack B 3")
    assert table.legal("B") == ["give 3", "give 3*"]
    assert table.refused("B give 4") == "DI-R10"
    assert table.refused("B give 9") == "DI-R10"


def test_di_r11_exactly_five_are_kept() -> None:
    table = at("A hand 9 CV 2 6 8 · market 1 3 5 10")
    table.play("A market 9 = 1+3+5")
    assert table.hand("A") == "1 2 3 5 6 8 CV"
    assert table.refused("A discard 1") == "DI-R11"
    assert table.refused("A market 2 = -") == "DI-R11"
    table.play("A discard 5 CV")
    assert table.market() == "5 9 10"
    assert table.discards() == "CV"


def test_di_r12_three_diamonds_for_an_empty_market_after_the_last_turn_too() -> None:
    table = at("A hand MG 3 · market 6 · deck 1 2 4 5", closing=("B", 0))
    table.play("A magic 6")
    assert table.market() == "1 2 4"
    assert table.texts()[-2:] == ["magic 6; refill 1 2 4", "end round 1"]


def test_di_r13_the_drawer_finishes_and_everybody_else_has_one_turn() -> None:
    table = at("A hand 1 · B hand 2 · market 9 · deck END 5 6 7 8 · phase draw")
    table.play("A draw")
    assert table.seen(None)["closing"] == {"by": 0, "turns_left": 1}
    table.play("A market 1 = -", "B draw", "B market 2 = -")
    assert table.state.phase() == "over"


def test_di_r14_collections_purity_and_hand() -> None:
    table = at("A hand 1 9 · B hand 8 · A vault 5 5 5* · B vault 1 1 1 · market 2", **LAST)
    table.play("A market 1 = -")
    assert table.state.points == ((8 + 5 + 3, 4),)


def test_di_r15_chips_by_place_whatever_the_number_of_seats() -> None:
    assert scoring.chips((9, 5)) == (4, 3)
    assert scoring.chips((9, 5, 7)) == (4, 2, 3)
    assert scoring.chips((5, 4, 3, 2, 1)) == (4, 3, 2, 1, 0)


def test_di_r16_all_cards_go_back_for_the_next_round() -> None:
    table = at("A hand 1 9 · A vault 5 5 5 · market 2", closing=("B", 0), length="standard")
    table.play("A market 1 = -")
    assert table.state.pending() == (CHANCE,)
    table.pair.deal(deck("1 2 3 4 4 4 5 5 5"))
    table.pair.compare()
    assert (table.hand("A"), table.vault("A")) == ("4 4 4", "")
    assert (table.market(), table.discards()) == ("1 2 3", "")
    assert table.seen(None)["closing"] is None


@pytest.mark.parametrize(("length", "rounds"), [("quick", 1), ("standard", 3)])
def test_di_r17_one_round_by_points_or_three_by_chips(length: str, rounds: int) -> None:
    state = GAME.start(GAME.options({"length": length}, 3), 3)
    rng = Random(1)
    while state.pending():
        seat = state.pending()[0]
        dealer = seat == CHANCE
        state.apply(seat, GAME.shuffle(state, rng) if dealer else state.sample(seat, rng))
    assert state.round == rounds
    outcome = state.outcome()
    assert outcome is not None
    counted = state.points if length == "quick" else state.chips
    assert outcome.scores == tuple(sum(round_[seat] for round_ in counted) for seat in range(3))
