"""The rulings on Blue Border and their consequences, each tested in a position."""

from random import Random

import pytest

from engines.api import OptionError
from engines.blue_border import GAME
from tests.engines.blue_border.at_table import at
from tests.engines.blue_border.pair import Pair


def test_bb_q4_and_q5_few_cards() -> None:
    assert GAME.start(GAME.options({"cards": "18"}, 2), 2).bottoms() == 15
    for seats, fewest in ((2, 18), (3, 24), (4, 30)):
        GAME.options({"cards": str(fewest)}, seats)
        for cards in (str(fewest - 1), "33", "0", "-3", "x"):
            with pytest.raises(OptionError, match="option cards"):
                GAME.options({"cards": cards}, seats)


@pytest.mark.parametrize(
    "given",
    [
        {"bt": "0"},
        {"bt": "33"},
        {"bl": "0"},
        {"bl": "9,8"},
        {"bl": "9,8,7", "rounds": "2"},
        {"bt": "", "rounds": "2"},
        {"rounds": "0"},
        {"rounds": "10"},
        {"sight": "0"},
        {"limit": "0"},
        {"bt": "25", "cards": "24"},
        {"depth": "3"},
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused_by_name(given: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(given))):
        GAME.options(given, 2)


def test_bb_q7_the_card_before_goes_too() -> None:
    table = at("A 5 12 · deck 30").play("A deck", "D call")
    assert (table.line("A"), table.discards()) == ("5", "12 30")


def test_bb_q8_answers_are_sealed_and_lots_decide() -> None:
    table = at("B 1 · C 2 · D 3 · deck 30").play("A deck")
    before = [table.state.view(who) for who in (None, 1, 2, 3)]
    table.answer("C", "call")
    after = [table.state.view(who) for who in (None, 1, 2, 3)]
    assert [view | {"pending": []} for view in before] == [view | {"pending": []} for view in after]
    table.answer("B", "no")
    table.answer("D", "call")
    assert table.state.pool() == (2, 3)
    assert table.state.chance() == f"lots {len(table.pair.log) + 1}"
    table.play("-- 3 2")
    assert table.last() == "call A = 30 hit"
    assert table.turn() == "D"


def test_bb_q8_who_called_in_vain_stays_unknown() -> None:
    """A world in which C also called and one in which C did not are equal afterwards."""
    worlds = []
    for c_calls in (True, False):
        table = at("B 1 · C 2 · D 3 · deck 30").play("A deck")
        for letter, calls in (("B", False), ("C", c_calls), ("D", True)):
            table.answer(letter, "call" if calls else "no")
        if c_calls:
            table.play("-- 3 2")
        worlds.append(table)
    one, two = worlds
    assert one.state.view(1) == two.state.view(1)
    assert one.state.key() == two.state.key()
    for seat in range(4):
        resampled = [GAME.resample(table.state, seat, Random(1)).key() for table in worlds]
        assert resampled[0] == resampled[1]


def test_bb_q9_a_wrong_call_closes_the_window() -> None:
    table = at("B 1 2 · C 4 · deck 5").play("A deck", "B call")
    assert table.turn() == "B"
    assert table.refused("C call") == "BB-R11"


def test_bb_q10_the_diver_called_may_call_the_reward() -> None:
    table = at("A 5 · B 20 · deck 30 10").play("A deck", "B call", "B reward deck", "A call")
    assert table.last() == "call B = 20,10 hit"
    assert table.turn() == "A"


def test_bb_q11_the_pile_is_refilled_before_the_call() -> None:
    table = at("field 30 / 2 / 3 / 4 · deck 9").play("A take 1")
    assert (table.pile(1), table.state.phase()) == ("9", "call")
    table.play("B call", "B reward take 2")
    assert table.last() == "reward take 2 = 2; refill 1"
    assert table.state.phase() == "call"


def test_bb_q13_a_number_is_known_until_it_is_shuffled_in() -> None:
    text = "A 5 · B 7 · field 30 / 2 / 3 / 4 · deck 9 11 · discards 31 32"
    table = at(text, only=True, seats=3).play("A deck", "C call")
    table.play("B deck", "-- 31 32 2 3 4 30")
    assert table.known("A") == [5, 9]
    table.silent().play("A take 1")  # C skips
    assert table.known("A") == [5, 9, None]


def test_bb_q13_what_was_shuffled_in_cannot_be_what_lay_in_a_line() -> None:
    """10 and 31 were opened while 11 lay in B's line, so B's unknown card is neither of them."""
    text = "A 10 · B 11 · field 30 / 2 / 3 / 4 · deck 31 1"
    table = at(text, only=True, seats=2, options={"sight": "32"}).play("A deck", "B call")
    table.play("B reward none", "B pass -> 1", "-- 1 2 3 4 10 30 31")
    numbers = {GAME.resample(table.state, 0, Random(n)).lines[1][0] for n in range(200)}
    assert len(numbers) > 25
    assert not numbers & {10, 31}


def test_bb_q13_what_a_card_cannot_be_is_forgotten_when_it_has_left_its_line() -> None:
    """Card 2 left its line and was shuffled in, so what it could not be no longer matters."""
    text = "A 10 · B 11 · field 30 / 2 / 3 / 4 · deck 31 1"
    table = at(text, only=True, seats=2, options={"sight": "32"}).play("A deck", "B call")
    table.state.ruled_out = {2: 1 << 10}
    earlier = table.state.clone()
    table.play("B reward none", "B pass -> 1", "-- 1 2 3 4 10 30 31")
    assert table.state.ruled_out.keys() == {11}
    assert earlier.ruled_out == {2: 1 << 10}


def test_bb_q14_the_card_lost_is_shown() -> None:
    table = at("B 1 17 · deck 5").play("A deck", "B call")
    assert table.last(None) == "call A = 5 miss; lose 17"
    assert table.state.view(3)["discards"] == [17]


def test_bb_q17_a_reward_at_g_can_be_called_and_wins() -> None:
    text = "A 6 · B 5 14 19 29 23 17 · deck 31 8"
    table = at(text).play("A deck", "B call", "B reward deck")
    assert table.turn() == "ACD"
    table.silent()
    assert table.state.view(None)["players"][1]["wins"] == 1


def test_bb_q18_a_wrong_call_against_g_costs_a_card_first() -> None:
    table = at("A 5 14 19 29 23 17 · B 1 2 · C 3 4 · deck 8").play("A deck", "B call")
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.scores == (7, 1, 2, 0)
    assert outcome.places == (1, 3, 2, 4)


def test_bb_q20_a_skip_waits_while_play_jumps_over_it() -> None:
    """B calls A's card and takes a wrong reward; A calls it. C is next and has to skip."""
    table = at("A 5 · B 20 · deck 30 10", skips="C").play("A deck", "B call", "B reward deck")
    assert table.turn() == "AD"
    table.play("A call", "A reward none")
    assert table.last() == "skip C"
    assert table.turn() == "D"
    table = at("D 5 · C 20 · deck 30", turn="D", skips="B").play("D deck", "C call")
    table.play("C reward none")
    assert table.turn() == "A"
    assert table.state.skips == [False, True, False, False]


def test_bb_q26_the_limit_ends_the_round() -> None:
    options = {"limit": "3"}
    table = at("A 5 14", moves=2, options=options).play("A pass -> 1")
    assert table.last() == 'draw reason "turn limit"'
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.reason == "turn limit"
    assert outcome.places == (1, 2, 2, 2)
    table = at("A 5 · B 1 · deck 30", moves=2, options=options).play("A deck", "B call")
    assert table.legal("B") == ["reward none"]
    assert table.refused("B reward discard 30") == "BB-Q26"
    table = at("A 5 14 19 29 23 17 · deck 8", moves=2, options=options).play("A deck").silent()
    outcome = table.state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("normal", (1, 2, 2, 2))


def test_a_view_holds_no_number_that_nobody_opened() -> None:
    """Two deals that differ only in numbers of the same band look the same to every seat."""
    views = []
    for cards in ((29, 1, 2), (30, 2, 1)):
        pair = Pair(2)
        rest = [card for card in range(1, 33) if card not in cards]
        pair.chance([0, 1])
        pair.chance([*cards, *rest])
        pair.apply(0, "take 1")
        views.append([pair.state.view(who) for who in pair.everybody()])
    assert views[0] == views[1]
