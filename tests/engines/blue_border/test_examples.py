"""The worked examples of the rule book, each by its number."""

from engines.blue_border import GAME
from tests.engines.blue_border.at_table import Table, at


def verdict(line: str, card: int, **options: str) -> str:
    """The result of a call after A, with this line, takes this card from the deck."""
    given = {"options": options} if options else {}
    lines = f"A {line} · " if line else ""
    cards = {*map(int, line.split()), card}
    own = next(number for number in range(1, 24) if number not in cards)
    table = at(f"{lines}B {own} · deck {card}", **given)  # type: ignore[arg-type]
    table.play("A deck", "B call")
    calls = [GAME.text(ply) for ply in table.pair.log if GAME.text(ply).startswith("call")]
    return "fits" if " miss" in calls[0] else "violates"


def test_bb_e1_the_first_card() -> None:
    assert verdict("", 9) == "fits"
    assert verdict("", 10) == "violates"


def test_bb_e2_the_border_itself_is_within_the_border() -> None:
    assert verdict("1", 9) == "fits"
    assert verdict("1", 10) == "fits"
    assert verdict("1", 11) == "violates"


def test_bb_e3_the_deepest_point() -> None:
    assert verdict("9 18 27", 25) == "violates"
    assert verdict("8 16 24", 25) == "fits"
    assert verdict("8 14 20", 24) == "violates"
    assert verdict("8 14 20", 29) == "fits"


def test_bb_e4_upwards() -> None:
    assert verdict("8 16 24 30", 21) == "fits"
    assert verdict("8 16 24 30", 20) == "violates"
    assert verdict("8 16 24 30", 31) == "violates"


def test_bb_e5_the_last_point() -> None:
    assert verdict("8 16 24 30 23 17", 9) == "fits"
    assert verdict("8 16 24 30 23 17", 10) == "violates"
    assert verdict("8 16 24 30 23 19", 9) == "violates"


def test_bb_e6_a_strict_border() -> None:
    assert verdict("", 9, bl="8") == "violates"
    assert verdict("1", 9, bl="8") == "fits"
    assert verdict("1", 10, bl="8") == "violates"


def test_bb_e7_a_call_that_hits() -> None:
    table = at("B 5 12 · C 3 · deck 10", turn="B").play("B deck", "C call")
    assert table.last() == "call B = 12,10 hit"
    assert (table.line("B"), table.discards()) == ("5", "10 12")
    assert table.turn() == "C"
    table.play("C reward discard 10").silent()
    assert (table.line("C"), table.discards()) == ("3 10", "12")
    assert table.turn() == "C"  # the seat after B, who was called last
    assert table.known("C") == [None, 10]


def test_bb_e8_a_call_that_hits_the_first_card() -> None:
    table = at("deck 14").play("A deck", "B call")
    assert (table.line("A"), table.discards()) == ("", "14")


def test_bb_e9_a_call_that_misses() -> None:
    table = at("B 5 · C 3 11 · deck 12", turn="B").play("B deck", "C call")
    assert table.last() == "call B = 5,12 miss; lose 11"
    assert (table.line("B"), table.line("C")) == ("5 12", "3")
    assert table.known("B") == [5, 12]
    assert table.turn() == "C"


def test_bb_e10_a_wrong_call_without_cards() -> None:
    table = at("deck 5 30").play("A deck", "C call")
    assert table.last() == "call A = 5 miss; skip"
    table.play("B deck")
    assert "C" not in table.turn()
    assert table.refused("C call") == "BB-R16"
    table.silent()
    assert table.last() == "skip C"
    assert table.turn() == "D"
    table.play("D take 1")
    assert table.turn() == "ABC"  # the skip is used up


def test_bb_e11_a_chain_of_calls() -> None:
    table = at("B 20 · C 30 · deck 10 29", turn="B").play("B deck", "C call", "C reward deck")
    assert table.turn() == "ABD"  # also B, who has just been called
    table.play("D call", "D reward none")
    assert table.turn() == "D"  # the seat after C, who was called last


def test_bb_e12_a_violation_that_nobody_called_stands() -> None:
    table = at("A 15 · B 2 · deck 20").play("A deck", "B call")
    assert table.last() == "call A = 15,20 miss; lose 2"


def test_bb_e13_a_pass_covers_a_pile() -> None:
    table = at("field 4 / 30 / 9 / 22 · deck 7 6").play("A pass -> 2")
    assert table.pile(2) == "30 7"
    table.play("B take 2").silent()
    assert (table.line("B"), table.pile(2)) == ("7", "30")
    table.play("C take 2")
    assert (table.line("C"), table.pile(2)) == ("30", "6")


def test_bb_e14_an_empty_pile_is_refilled() -> None:
    table = at("field 4 / 30 / 9 / 22 · deck 7").play("A take 3")
    assert (table.pile(3), table.last()) == ("7", "take 3 = 9; refill 7")


def shuffled_in() -> Table:
    text = "field 4 / 9 / 13 / 22 · discards 6 28 · deck 17"
    return at(text, only=True).play("A take 1")


def test_bb_e15_a_new_deck() -> None:
    table = shuffled_in()
    assert table.state.phase() == "reshuffle"
    assert table.state.pool() == (6, 9, 13, 17, 22, 28)
    table.play("-- 28 6 22 9 17 13")
    assert [table.pile(number) for number in range(1, 5)] == ["28", "6", "22", "9"]
    assert table.state.tally("deck") == {"": "2"}
    assert (table.state.phase(), table.turn(), table.line("A")) == ("call", "BCD", "4")


def test_bb_e16_a_win() -> None:
    table = at("A 5 16 19 29 23 14 · B 1 2 3 4 7 · C 8 9 10 11 12 · D 13 15 · deck 6")
    table.play("A deck").silent()
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.scores == (7, 5, 5, 2)
    assert outcome.places == (1, 2, 2, 4)


def test_bb_e17_bottoms_of_24_cards() -> None:
    for card, call in ((19, "15,19 miss; lose 1"), (18, "15,18 hit")):
        options = {"cards": "24"}
        table = at(f"A 5 10 15 · B 1 · deck {card}", seats=3, options=options)
        table.play("A deck", "B call")
        assert f"call A = {call}" in [GAME.text(ply) for ply in table.pair.log]
    assert table.state.bottoms() == 19
