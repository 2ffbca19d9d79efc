"""The worked examples of the rule book, one test for each number."""

from random import Random

import pytest

from engines.api import CHANCE
from engines.diams import GAME, scoring
from engines.diams.cards import NUMBERS
from tests.engines.diams.at_table import Table, at, dealt


def cards(text: str) -> list[int]:
    return [NUMBERS[card] for card in text.split()]


def test_di_e1_same_quality() -> None:
    table = at("A hand 7 9 · market 7* 2 4")
    table.play("A market 7")
    assert table.hand("A") == "7 7* 9"
    assert table.market() == "2 4"


def test_di_e2_a_part_of_a_quality_cannot_be_taken() -> None:
    table = at("A hand 7 · market 7 7 2")
    assert table.legal("A") == ["market 7 = -", "market 7"]
    assert table.refused("A market 7 = 7") == "DI-Q6"
    table.play("A market 7")
    assert table.hand("A") == "7 7 7"


def test_di_e3_sum_and_the_hand_limit() -> None:
    table = at("A hand 9 2 6 8 · market 1 3 5 10")
    table.play("A market 9 = 1+3+5")
    assert table.hand("A") == "1 2 3 5 6 8"
    assert table.market() == "9 10"
    assert table.state.phase() == "discard"
    table.play("A discard 1")
    assert table.hand("A") == "2 3 5 6 8"
    assert table.market() == "1 9 10"


def test_di_e4_nothing_taken() -> None:
    table = at("A hand 8 · market 5")
    table.play("A market 8 = -")
    assert table.market() == "5 8"
    assert table.hand("A") == ""


def test_di_e5_wrong_sum() -> None:
    table = at("A hand 9 2 · market 1 3 5")
    assert table.refused("A market 9 = 1+3") == "DI-R8"


def test_di_e6_vault() -> None:
    table = at("A hand 5 5 5 9 · market 1")
    table.play("A vault 5x3")
    assert table.vault("A") == "5 5 5"
    assert scoring.vault_value(cards("5 5 5")) == 8


def test_di_e7_vault_with_extension() -> None:
    table = at("A hand 1 1 1 5 5* 7 · A vault 5 5 5 7 7 7 · market 2")
    table.play("A vault 1x3 5x2* 7x1")
    assert table.vault("A") == "1 1 1 5 5 5 5 5* 7 7 7 7"
    assert table.hand("A") == ""
    assert scoring.vault_value(cards(table.vault("A"))) == 4 + 16 + 13 == 33


def test_di_e8_extension_alone() -> None:
    table = at("A hand 5 5* 9 CV · A vault 5 5 5 · market 2")
    assert table.refused("A vault 5x2*") == "DI-R9"
    table.play("A convoy 5x2*")
    assert scoring.vault_value(cards(table.vault("A"))) == 16


def test_di_e9_convoy() -> None:
    table = at("A hand CV 5 10 · A vault 5 5 5 10 10 10 · market 2")
    table.play("A convoy 5x1 10x1")
    assert scoring.vault_value(cards(table.vault("A"))) == 11 + 5 == 16
    assert table.discards() == "CV"


def test_di_e10_forced_sale_hit() -> None:
    table = at("A hand MG 1 9 · B hand 1 1* 6 · market 1 8")
    table.play("A force B 1 using MG")
    assert table.hand("B") == "6"
    assert table.hand("A") == "1 1 1 1* 9"
    assert table.market() == "8"
    assert table.discards() == "MG"
    assert table.texts()[-1] == "force B 1 using MG -> 1x2*"


def test_di_e11_forced_sale_miss() -> None:
    table = at("A hand CV 1 9 · B hand 6 · market 1 8")
    table.play("A force B 1 using CV")
    assert table.market() == "1 1 8"
    assert table.hand("A") == "9"
    assert table.discards() == "CV"


def test_di_e12_safecracker() -> None:
    table = at("A hand CR 2 · B vault 9 9 9 9* · market 3")
    table.play("A crack B 9*", "B give 9*")
    assert table.hand("A") == "2 9*"
    assert table.vault("B") == "9 9 9"
    assert scoring.vault_value(cards("9 9 9 9*")) == 5
    assert scoring.vault_value(cards("9 9 9")) == 2


def test_di_e13_safecracker_miss() -> None:
    table = at("A hand CR 2 · B vault 9 9 9 · market 3")
    table.play("A crack B 9*")
    assert table.state.pending() == (1,)
    assert table.state.phase() == "draw"
    assert (table.hand("A"), table.vault("B"), table.discards()) == ("2", "9 9 9", "CR")


def test_di_e14_safecracker_breaks_a_set() -> None:
    table = at("A hand CR 2 · B vault 7 7 7 · market 3")
    table.play("A crack B 7", "B give 7")
    assert table.vault("B") == "7 7"
    assert scoring.vault_value(cards("7 7")) == 0


def test_di_e15_magic() -> None:
    table = at("A hand MG · market 6 2")
    table.play("A magic 6")
    assert (table.hand("A"), table.market()) == ("6", "2")


def test_di_e16_draw_two_with_specials() -> None:
    table = at("A hand 1 · market 2 · deck MG 4 CV 9 END · phase draw")
    table.play("A reveal")
    assert table.hand("A") == "1 CV MG"
    assert table.market() == "2 4 9"
    assert table.texts()[-1] == "reveal 4 9 +MG +CV"


def test_di_e17_setup_with_a_special() -> None:
    table = dealt(2, "CV 3 8 10 1 1 1 2 2 2")
    assert table.market() == "3 8 10"
    assert table.discards() == "CV"
    assert (table.hand("A"), table.hand("B")) == ("1 1 1", "2 2 2")


RED = "4* 4 4 6* 6 6 6 8* 8 8 9* 9 9 10 10 10"
GREEN = "1 1 1* 2 2 2* 3 3 3* 5 5 5 5 5* 7 7 7 7"


def test_di_e18_round_scoring() -> None:
    hands = "A hand 2 4 9 10 10 · B hand 1 CV"
    table = at(f"{hands} · A vault {RED} · B vault {GREEN} · market 3", closing=("B", 0))
    table.play("A market 2 = -")
    counted = scoring.score_round(table.state.vaults, table.state.hands)
    assert counted.collections == (25, 44)
    assert counted.purity == (4, 4)
    assert counted.hand == (33, 1)
    assert table.state.points == ((30, 46),)
    assert table.state.chips == ((3, 4),)


def test_di_e19_the_same_with_cards() -> None:
    sets = {4: 7, 6: 12, 8: 2, 9: 2, 10: 2}
    for quality, points in sets.items():
        own = [card for card in RED.split() if card.rstrip("*") == str(quality)]
        assert scoring.vault_value(cards(" ".join(own))) == points
    assert scoring.vault_value(cards(RED)) == 25
    assert scoring.vault_value(cards(GREEN)) == 4 + 5 + 6 + 16 + 13 == 44


def test_di_e20_chips_of_five() -> None:
    assert scoring.chips((20, 15, 15, 5, 5)) == (4, 2, 2, 0, 0)


@pytest.mark.parametrize(
    ("points", "chips"),
    [
        ((30, 30, 10), (3, 3, 2)),
        ((9, 9), (3, 3)),
        ((9, 9, 9, 9), (1, 1, 1, 1)),
        ((9, 9, 9, 9, 9), (0, 0, 0, 0, 0)),
    ],
)
def test_di_e21_chips_of_tied_seats(points: tuple[int, ...], chips: tuple[int, ...]) -> None:
    assert scoring.chips(points) == chips


A_WON = ((9, 8), (4, 3))
B_WON = ((8, 9), (3, 4))


def last_turn(hands: str, *before: tuple[tuple[int, ...], tuple[int, ...]]) -> Table:
    """After the last turn of a round of two seats, in which A plays a 1 and takes nothing."""
    table = at(f"{hands} · market 3", closing=("B", 0), before=before, length="standard")
    table.play("A market 1 = -")
    return table


def test_di_e22_two_players_end_early() -> None:
    table = last_turn("A hand 1 10 · B hand 9", A_WON)
    assert table.state.chips == ((4, 3), (4, 3))
    outcome = table.state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((8, 6), (1, 2))
    table = last_turn("A hand 1 10 · B hand 10", A_WON)
    assert table.state.chips == ((4, 3), (3, 3))
    assert table.state.outcome() is None
    assert table.state.chance() == "deal 3"


def test_di_e23_chip_tie() -> None:
    table = last_turn("A hand 1 10 · B hand 10", A_WON, B_WON)
    assert table.state.chips[-1] == (3, 3)
    outcome = table.state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((10, 10), (2, 1))


def test_di_e24_closing_with_three() -> None:
    table = at(
        "B hand 2 · C hand 3 · A hand 4 · market 5 · deck END 6 7 8 9 · phase draw",
        seats=3,
        turn="B",
    )
    table.play("B draw", "B market 2 = -", "C draw", "C market 3 = -", "A draw")
    assert table.state.phase() == "play"
    table.play("A market 4 = -")
    assert table.state.phase() == "over"


@pytest.mark.parametrize(
    ("seats", "closing", "window"),
    [(2, "standard", 15), (3, "standard", 15), (4, "standard", 5), (5, "standard", 5)]
    + [(seats, "fixed", 1) for seats in (2, 3, 4, 5)],
)
def test_di_e25_closing_position(seats: int, closing: str, window: int) -> None:
    state = GAME.start(GAME.options({"closing": closing}, seats), seats)
    state.apply(CHANCE, tuple(range(seats)))
    deck = [card for card in range(23) for _ in range(4 if card < 20 and card % 2 == 0 else 1)]
    for from_bottom in range(1, 54):
        order = (*deck[: 54 - from_bottom], NUMBERS["END"], *deck[54 - from_bottom :])
        assert state.is_legal(CHANCE, order) == (from_bottom <= window)
    seen = set()
    for seed in range(60 * window):
        order = GAME.shuffle(state, Random(seed))
        seen.add(54 - order.index(NUMBERS["END"]))
    assert seen == set(range(1, window + 1))


def test_di_e26_market_emptied() -> None:
    table = at("A hand MG 3 · market 6 · deck 1 2 4 5 END")
    table.play("A magic 6")
    assert table.market() == "1 2 4"
    assert table.texts()[-1] == "magic 6; refill 1 2 4"


def test_di_e27_hand_bonus() -> None:
    assert scoring.hand_bonus((12, 12, 7)) == (0, 0, 0)
    assert scoring.hand_bonus((12, 11, 7)) == (3, 0, 0)


def test_di_e28_purity() -> None:
    assert scoring.purity_bonus((3, 3, 1)) == (2, 2, 0)
    assert scoring.purity_bonus((3, 2, 1)) == (5, 0, 0)
    assert scoring.purity_bonus((0, 0, 0)) == (0, 0, 0)
