"""The desk: what it accepts, what it refuses, how it goes back, what it says of the table."""

from random import Random

import pytest

from engines.api import CHANCE
from tests.desk.typist import played
from tourney.desk import Accepted, Broken, Closing, Desk, Refused, TableSetup, finished
from tourney.desk.answers import addressed
from tourney.records import check, read

CLUB = ("Aiko", "Ben", "Chie", "Dan", "Emi")
EMI = "d3 d6 d14 h1 h12 h13 s3 s8 c10 c11"
NOTEBOOK = """\
# Recorded from Emi's notebook the next morning; only her own hand was kept.
match: club-2026-11-14/1
game: diamonds
options: rounds=1
event: Club night 14 Nov
round: 1
table: 1
date: 2026-11-14T19:05+09:00
recorder: Emi
source: notes
seat A: Aiko
seat B: Ben
seat C: Chie
seat D: Dan
seat E: Emi

-- round 1 dealer A pass 3
E: hand D3 D6 D14 H1 H12 H13 S3 S8 C10 C11
E: pass S8 C10 C11
B: C6 C12 C4 ~H1 D14 C1 = C  # Emi first put down H1, taken back
C: H15 S2 H1 H5 ? = C
C: D2 S? D15 D1 D12 = E
E: H12 ^C11 H10 H14 S7 = C  # revoke by Aiko, noticed after the trick, let stand
-- ruling adjust A showroom -1 C showroom +1 reason "revoke, table agreed"
C: C3 C5 H13 C10 C9 = A
A: S11 S10 S13 S6 S14 = E
-- forfeit D reason "left for last train"

status: abandoned
forfeit: D left
"""
HEADERS = (
    ("event", "Club night 14 Nov"),
    ("round", "1"),
    ("table", "1"),
    ("date", "2026-11-14T19:05+09:00"),
    ("recorder", "Emi"),
    ("source", "notes"),
)


def diamonds(hands: str = "none", *lines: str) -> Desk:
    """A table of five with the first lines of a record."""
    options = (("rounds", "1"),)
    setup = TableSetup("club-2026-11-14/1", "diamonds", CLUB, options, HEADERS, hands, 4)
    desk = Desk(setup)
    for text in ("-- round 1 dealer A pass 3", *lines):
        accepted(desk, text)
    return desk


def border() -> Desk:
    return Desk(TableSetup("b/1", "blue-border", CLUB[:4]))


def jewels(hands: str = "none", *lines: str) -> Desk:
    """A table of Diam's on which the three market cards lie."""
    desk = Desk(TableSetup("d/1", "diams", CLUB[:3], (("length", "quick"),), (), hands, 0))
    for text in ("-- round 1 first A", "-- market 2 5 10", *lines):
        accepted(desk, text)
    return desk


def accepted(desk: Desk, text: str) -> Accepted:
    answer = desk.accept(text)
    assert isinstance(answer, Accepted), answer
    return answer


def refused(desk: Desk, text: str) -> Refused:
    """The refusal of a text that changes nothing."""
    before = desk.lines()
    answer = desk.accept(text)
    assert isinstance(answer, Refused), answer
    assert desk.lines() == before
    return answer


def words(answer: Accepted) -> list[str]:
    return [message.text("en", CLUB) for message in answer.news]


def test_the_notebook_of_an_evening_becomes_its_record() -> None:
    desk = Desk(diamonds("mine").setup)
    for text in (
        "# Recorded from Emi's notebook the next morning; only her own hand was kept.",
        "-- round 1 dealer aiko pass 3",
        EMI,
        "c11 s8 c10",
        "c6 c12 c4 ~h1 d14 c1  # Emi first put down H1, taken back",
        "h15 s2 h1 h5 ? = chie",
        "d2 s? d15 d1 d12",
        "h12 ^c11 h10 h14 s7  # revoke by Aiko, noticed after the trick, let stand",
        '-- ruling adjust Aiko showroom -1 Chie showroom +1 reason "revoke, table agreed"',
        "c3 c5 h13 c10 c9",
        "s11 s10 s13 s6 s14",
        '-- forfeit Dan reason "left for last train"',
    ):
        accepted(desk, text)
    assert finished(desk) == NOTEBOOK
    assert check(read(finished(desk)).matches[0]).passed


def test_a_trick_is_echoed_with_what_followed() -> None:
    desk = diamonds("mine", EMI, "s8 c10 c11")
    answer = accepted(desk, "c6 c12 c4 d14 c1")
    assert answer.lines == ("B: C6 C12 C4 D14 C1 = C",)
    assert words(answer) == [
        "Chie wins the trick",
        "showroom: Ben 3 -> 2, Chie 3 -> 4 and thief now Chie",
        "vault: Emi 0 -> 1",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "C6 C12 C4 D14 C1",
        "ben: c6c12c4d14c1",
        "Ｂ：　ｃ６　ｃ１２　ｃ４　ｄ１４　ｃ１",
        "ク6 クラブ12 ♣4 ダ14 ク1",
        "b c 6 c 12 c 4 d 14 c 1",
        "be: c6 c12 c4 d14 c1 = chie",
    ],
)
def test_one_trick_is_understood_in_many_spellings(text: str) -> None:
    assert accepted(diamonds(), text).lines == ("B: C6 C12 C4 D14 C1 = C",)


def test_a_trick_is_entered_card_by_card_and_after_an_interruption() -> None:
    desk = diamonds("none", "c6", "chie: c12", "c4 d14")
    assert desk.lines()[-1] == "B: C6 C12 C4 D14"
    assert desk.due().seats == (0,)
    accepted(desk, "c1")
    assert desk.lines()[-1] == "B: C6 C12 C4 D14 C1 = C"


def test_many_lines_are_pasted_all_or_none() -> None:
    desk = diamonds()
    accepted(desk, "c6 c12 c4 d14 c1\nh15 s2 h1 h5 h8")
    assert desk.lines()[1:] == ("B: C6 C12 C4 D14 C1 = C", "C: H15 S2 H1 H5 H8 = C")
    answer = refused(desk, "d2 s15 d15 d1 d12\nb: h9 h4 c3 d3 h7")
    assert answer.message.text("en", CLUB).startswith("line 2 of 2: ")


def test_what_the_rules_forbid_changes_nothing_and_names_the_rule() -> None:
    desk = diamonds("mine", EMI, "s8 c10 c11", "c6 c12 c4 d14 c1", "h15 s2")
    answer = refused(desk, "s3")
    assert answer.rule == "DM-R6"
    assert "Emi" in answer.message.text("en", CLUB)


def test_a_revoke_is_named_where_it_becomes_certain() -> None:
    """Dan discards S2 on a heart lead, and plays a heart later."""
    desk = diamonds("none", "c6 c12 c4 d14 c1", "h15 s2 h1 h5 h8", "c9")
    answer = refused(desk, "h2")
    assert (answer.rule, answer.line) == ("DM-R6", 2)


def test_a_refused_card_can_be_let_stand() -> None:
    desk = diamonds("mine", EMI, "s8 c10 c11", "c6 c12 c4 d14 c1", "h15 s2")
    refused(desk, "s3")
    answer = desk.stand("revoke")
    assert isinstance(answer, Accepted)
    assert answer.lines == ("C: H15 S2 ^S3!revoke",)


def test_what_is_let_stand_where_a_skip_is_due_is_a_change_of_the_record() -> None:
    """Ben must skip his next turn, and may not call before that."""
    desk = border()
    for text in ("-- start A", "take 1", "pass -> 2", "take 2", "ben: call c miss; skip"):
        accepted(desk, text)
    for text in ("dan: take 3", "aiko: take 4"):
        accepted(desk, text)
    before = desk.lines()
    refused(desk, "Ben: call A hit; reward deck")
    answer = desk.stand()
    assert isinstance(answer, Accepted)
    assert (*before[: answer.change.at], *answer.change.after) == desk.lines() != before


def test_nothing_is_let_stand_that_was_not_refused() -> None:
    assert isinstance(diamonds().stand(), Refused)


def test_it_is_said_whose_hand_is_wanted_and_enter_leaves_it_out() -> None:
    desk = diamonds("mine")
    assert desk.due().row == (4, "hand")
    assert refused(desk, "d3 d6").rule == "DM-R3"
    assert desk.skip()
    assert desk.due().row == (4, "pass")
    desk.back()
    assert desk.due().row == (4, "hand")
    accepted(desk, EMI)
    assert desk.due().row == (4, "pass")


def test_known_hands_give_the_cards_that_may_be_played() -> None:
    desk = diamonds("mine", EMI, "s8 c10 c11", "c6 c12 c4")
    assert desk.due().choices == ()  # Dan has passed unknown cards to Emi
    desk = Desk(TableSetup("x", "blue-border", CLUB[:2]))
    accepted(desk, "-- start A")
    assert "take 1" in desk.due().choices


def test_back_takes_one_action_and_redo_enters_it_again() -> None:
    desk = diamonds("none", "c6 c12 c4 d14 c1")
    whole = desk.lines()
    desk.back()
    assert desk.lines()[-1] == "B: C6 C12 C4 D14"
    desk.back(turn=True)
    assert desk.lines() == whole[:1]
    desk.redo()
    desk.redo()
    assert desk.lines() == whole
    desk.back_to(2)
    assert desk.lines()[-1] == "B: C6"
    accepted(desk, "c12")
    assert isinstance(desk.redo(), Refused)


def test_nothing_is_before_the_start() -> None:
    desk = diamonds()
    desk.back()
    assert desk.lines() == ()
    assert isinstance(desk.back(), Refused)


THREE = ("c6 c12 c4 d14 c1", "h15 s2 h1 h5 h8", "d2 s15 d15 d1 d12")


def test_an_earlier_card_is_replaced_and_the_winner_with_it() -> None:
    desk = diamonds("none", THREE[0])
    answer = desk.replace(3, "c3")
    assert isinstance(answer, Accepted)
    assert desk.lines()[-1] == "B: C6 C3 C4 D14 C1 = B"


def test_a_correction_that_later_lines_contradict_offers_three_ways() -> None:
    desk = diamonds("none", *THREE)
    before = desk.lines()
    answer = desk.replace(3, "c3")  # then Ben wins trick 1, and Chie cannot lead trick 2
    assert isinstance(answer, Broken)
    assert (answer.line, answer.text, answer.refused.rule) == (2, "C: H15 S2 H1 H5 H8 = C", "DM-R6")
    assert desk.lines() == before
    assert isinstance(desk.replace(3, "c3", "stand"), Accepted)
    assert desk.lines()[2] == "C: ^H15 S2 H1 H5 H8 = C"
    assert check(read(finished(desk)).matches[0]).passed
    desk = diamonds("none", *THREE)
    assert isinstance(desk.replace(3, "c3", "retype"), Accepted)
    assert desk.lines() == (before[0], "B: C6 C3 C4 D14 C1 = B")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("-- pause 20:10", "-- pause 20:10"),
        ("-- resume 20:25", "-- resume 20:25"),
        ('-- note "new deck"', '-- note "new deck"'),
        ("-- forfeit dan left", "-- forfeit D left"),
        ("~h3", "B: ~H3"),
        ("-- check showroom A3 B3", "-- check showroom A3 B3"),
    ],
)
def test_incidents_are_lines_of_the_record(text: str, line: str) -> None:
    desk = diamonds("none", text)
    assert desk.lines()[-1] == line
    assert accepted(desk, "c6 c12 c4 d14 c1").lines[-1].endswith("C6 C12 C4 D14 C1 = C")


def test_after_turns_that_nobody_saw_anybody_may_lead() -> None:
    desk = diamonds("none", THREE[0], "-- gap 2")
    assert desk.lines()[-1] == "-- gap 2"
    assert "this could be Aiko or" in refused(desk, "h9 s1 s3 h3 h4").message.text("en", CLUB)
    assert accepted(desk, "chie: h9 s1 s3 h3 h4").lines[-1] == "C: H9 S1 S3 H3 H4 = C"
    answer = refused(desk, "-- gap 99")
    assert answer.message.text() == "at most 6 turns can be missing here"
    assert isinstance(desk.back(turn=True), Accepted)
    assert isinstance(desk.back(turn=True), Accepted)
    assert desk.lines()[-1].startswith("B: C6")


def test_after_tricks_that_nobody_counted_neither_a_leader_nor_a_number_is_claimed() -> None:
    desk = diamonds("none", THREE[0], "-- gap")
    assert not desk.due().sure
    accepted(desk, "chie: h9 s1")
    what = desk.due().what
    assert (desk.due().sure, what and what.text("en", CLUB)) == (
        True, "this trick: Emi plays next (Emi, Aiko and Ben)",
    )  # fmt: skip
    counted = diamonds("none", THREE[0], "-- gap 2")
    accepted(counted, "chie: h9 s1")
    what = counted.due().what
    assert what is not None
    assert what.text("en", CLUB).startswith("trick 4: Emi plays next")


def test_a_match_at_the_desk_can_end_in_turns_that_nobody_saw() -> None:
    desk = diamonds("none", THREE[0], "-- gap")
    assert desk.due().ends
    desk = border()
    for text in ("-- start A", "take 3 = 5", "-- gap"):
        accepted(desk, text)
    assert desk.due().ends
    assert check(read(finished(desk)).matches[0]).passed


@pytest.mark.parametrize("text", ["~h3", "~ハ3", "chie: ~h3"])
def test_a_card_taken_back_after_a_trick_belongs_to_the_next_one(text: str) -> None:
    desk = diamonds("none", THREE[0], text, "h15 s2")
    assert desk.lines()[1:] == ("B: C6 C12 C4 D14 C1 = C", "C: ~H3 H15 S2")
    accepted(desk, "~d1")
    assert desk.lines()[-1] == "C: ~H3 H15 S2 ~D1"
    for again in ("h1 h5 h8", "~s1"):
        accepted(desk, again)
    assert desk.lines()[2:] == ("C: ~H3 H15 S2 ~D1 H1 H5 H8 = C", "C: ~S1")


def test_a_wrong_check_is_refused_with_the_right_count() -> None:
    answer = refused(diamonds("none", THREE[0]), "-- check showroom A9")
    assert answer.message.text() == "showroom by the entries so far: A3"


def test_a_call_needs_its_caller() -> None:
    desk = border()
    for text in ("-- start A", "take 3 = 5"):
        accepted(desk, text)
    answer = refused(desk, "call Aiko miss; skip")
    assert answer.message.text("en", CLUB).startswith("this could be Ben")
    assert accepted(desk, "Dan: call Aiko miss; skip").lines == ("D: call A miss; skip",)


def test_a_skipped_turn_is_written_by_itself() -> None:
    desk = border()
    for text in ("-- start A", "take 3", "b: call a miss; skip"):
        accepted(desk, text)
    assert desk.lines()[-1] == "-- skip B"
    desk.back()
    assert desk.lines()[-1] == "A: take 3"


def test_a_pasted_line_that_was_added_by_itself_is_not_added_twice() -> None:
    desk = border()
    lines = ("A: take 3", "D: call A miss; skip", "B: pass -> 2", "C: take 1", "-- skip D")
    for text in ("-- start A", "\n".join((*lines, "A: take 4"))):
        accepted(desk, text)
    assert desk.lines()[1:] == (*lines, "A: take 4")
    assert refused(desk, "-- skip D").message.text("en", CLUB[:4])


def test_what_a_failed_call_costs_is_added() -> None:
    desk = border()
    for text in ("-- start A", "take 3 = 5", "take 2 = 9", "take 1 = 7"):
        accepted(desk, text)
    assert accepted(desk, "Ben: call C miss").lines[0] == "B: call C miss; lose 9"
    assert accepted(desk, "Dan: take 4 = 8").lines == ("D: take 4 = 8",)
    assert accepted(desk, "Ben: call D miss").lines[0] == "B: call D miss; skip"


def test_enter_ends_a_match_of_unknown_score_after_two_rounds() -> None:
    """A player who has won both rounds has won the match (DI-R17); else it was broken off."""
    match = played("diams", 2, {}, Random(3), None)
    at = match.lines.index("-- end round 2")
    desk = Desk(match.setup, match.lines[: at + 1])
    assert desk.due().ends
    assert check(read(finished(desk)).matches[0]).passed
    told = finished(desk, Closing(status="abandoned"))
    assert "result:" not in told
    assert "rank:" not in told
    accepted(desk, match.lines[0].replace("round 1", "round 3"))
    assert not desk.due().ends


def test_the_start_of_a_round_is_filled_in_value_by_value() -> None:
    desk = Desk(diamonds().setup)
    due = desk.due()
    assert (due.seats, [blank.proposed for blank in due.blanks]) == ((CHANCE,), ["A", "3"])
    desk.fill(["chie", "2"])
    assert desk.lines() == ("-- round 1 dealer C pass 2",)


def test_a_trick_has_one_winner_and_no_more_cards_than_players() -> None:
    desk = diamonds("none", "c6 c12 c4 d14 c1 = c")
    accepted(desk, "= chie")
    assert desk.lines()[-1] == "B: C6 C12 C4 D14 C1 = C"
    accepted(desk, "h15 s2 h1 h5")
    assert refused(desk, "h8 d2 s15 d15 d1 d12").message.text() == "a trick has 5 cards"
    assert refused(desk, "Emi: h8").message.text("en", CLUB).startswith("it is not Emi")


def test_comments_of_one_line_are_joined() -> None:
    desk = diamonds("none", "c6 c12  # slow", "c4 d14 c1  # Emi sighs")
    assert desk.lines()[-1] == "B: C6 C12 C4 D14 C1 = C  # slow; Emi sighs"


def test_the_turn_limit_is_written_when_nobody_calls_any_more() -> None:
    desk = Desk(TableSetup("b/1", "blue-border", CLUB[:2], (("limit", "2"),)))
    for text in ("-- start A", "take 1", "take 1"):
        accepted(desk, text)
    due = desk.due()
    assert (due.only, due.ends) == ('-- draw reason "turn limit"', False)
    accepted(desk, ".")
    assert desk.due().over


def test_at_the_end_of_a_public_match_the_lines_are_asked_for() -> None:
    setup = TableSetup("b/1", "blue-border", CLUB[:2], (("limit", "2"),), public=True)
    desk = Desk(setup)
    for text in ("-- start A", "take 1", "take 1", "."):
        accepted(desk, text)
    assert desk.due().row == (0, "reveal")
    accepted(desk, "7")
    assert desk.lines()[-1] == "-- reveal A 7"
    assert refused(desk, "7").message.text() == "7 is the number of another card"
    desk.skip()
    assert (desk.due().row, desk.due().over) == (None, True)


def test_hidden_cards_are_asked_for_before_a_round_is_counted() -> None:
    match = played("diams", 2, {"length": "quick"}, Random(1), None)
    desk = Desk(match.setup)
    for line in match.lines[:-1]:
        accepted(desk, line)
    assert desk.due().row == (0, "reveal")
    answers = [desk.accept(f"vault ?x{count}") for count in range(1, 25)]
    assert [type(one) for one in answers].count(Accepted) == 1
    assert desk.lines()[-1].startswith("-- reveal A vault ?x")
    desk.skip()
    assert desk.due().only == "-- end round 1"
    accepted(desk, ".")
    assert desk.due().row is None


def test_a_named_player_with_too_many_cards_is_told_so() -> None:
    setup = TableSetup("m/1", "diamonds", ("Aiko", "Ben", "Chie"), (("rounds", "1"),))
    desk = Desk(setup, ["-- round 1 dealer A pass 3"])
    assert isinstance(desk.accept("ben: c6 c12"), Accepted)
    answer = desk.accept("aiko h4 h5")
    assert isinstance(answer, Refused)
    assert "'aiko'" not in answer.message.text("en", setup.players)


def test_a_named_player_is_no_unknown_word() -> None:
    desk = Desk(TableSetup("m/1", "blue-border", ("Aiko", "Ben")), ["-- start A"])
    for text in ("take 3 = 5", "take 2"):
        assert isinstance(desk.accept(text), Accepted)
    answer = desk.accept("call ben = 3,4 hit")
    assert isinstance(answer, Refused)
    assert "'ben'" not in answer.message.text("en", desk.setup.players)


def test_a_japanese_comma_may_follow_a_name() -> None:
    assert addressed("ちえ、山札", ("ちえ", "けん")) == (0, "山札", False)


@pytest.mark.parametrize("text", ["m3-", "market 3 = -", "d;m3-", "draw ?; market 3 = -", "a: m3-"])
def test_a_play_alone_comes_after_a_draw_that_nobody_saw(text: str) -> None:
    desk = jewels("none", text)
    assert desk.lines()[-1] == "A: draw ?; market 3 = -"


def test_a_draw_that_nobody_saw_needs_no_card_and_enter_stands_for_it() -> None:
    desk = jewels()
    assert desk.due().unseen == "draw ?"
    accepted(desk, "draw")
    assert (desk.lines()[-1], desk.due().unseen) == ("A: draw ?", "")
    accepted(desk, "m9-")
    assert desk.lines()[-1] == "A: draw ?; market 9 = -"


def test_a_card_that_somebody_drew_and_wrote_down_is_asked_for() -> None:
    """Aiko's hand is known, so her draw must say its card; Ben's is hidden."""
    desk = jewels("mine", "5* 7 8")
    assert desk.due().unseen == ""
    assert refused(desk, "draw").message.text() == "a card is missing"
    assert refused(desk, "m7-").rule == "DI-R6"
    accepted(desk, "d7; m7-")
    accepted(desk, "d")
    assert desk.lines()[-2:] == ("A: draw 7; market 7 = -", "B: draw ?")


def test_a_draw_may_be_unseen_although_every_card_of_the_hand_is_known() -> None:
    """Nobody tells Aiko's cards; that she has none left does not change it."""
    desk = jewels("none", "v?4", "m3-", "m4-")
    assert desk.due().unseen == "draw ?"
    accepted(desk, "m8-")
    assert desk.lines()[-1] == "A: draw ?; market 8 = -"


def test_a_star_may_be_left_out_of_a_short_form_if_no_other_card_can_be_meant() -> None:
    """Aiko has 5*, 8 and 8*, in the market is 3* and no 3; the notation is taken at its word."""
    start = ("-- round 1 first A", "-- market 3* 2 10", "A: hand 5* 8 8*", "B: hand 1 1 2")
    setup = TableSetup("d/1", "diams", CLUB[:2], (("length", "quick"),), (), "all")
    for text, line in (
        ("9m5-", "A: draw 9; market 5* = -"),
        ("9m523", "A: draw 9; market 5* = 2+3*"),
        ("9m8-", "A: draw 9; market 8 = -"),
        ("3m", "A: draw 3; market 3"),
    ):
        desk = Desk(setup, start)
        accepted(desk, text)
        assert desk.lines()[-1] == line
        desk.back(turn=True)
        if "*" in line:
            refused(desk, line.replace("*", ""))
    assert refused(Desk(setup, start), "9m7-").message.text("en", CLUB) == "Aiko has no 7 in hand"


def test_a_draw_that_nobody_saw_is_taken_back_with_the_play_that_was_typed() -> None:
    """Ben revealed two cards; `m3-` alone was a mistake and can be typed otherwise at once."""
    desk = jewels("none", "m9-", "m3-")
    answer = desk.back()
    assert isinstance(answer, Accepted)
    assert answer.lines == ("B: draw ?; market 3 = -",)
    accepted(desk, "43m3-")
    assert desk.lines()[-1] == "B: reveal 4 3; market 3 = -"
    desk.back()
    assert desk.lines()[-1] == "B: reveal 4 3"


def test_a_refused_short_form_is_shown_as_it_was_read() -> None:
    desk = jewels("none", "m9-")
    answer = refused(desk, "m258")
    assert answer.message.text("en", CLUB) == "Ben has no more than five cards in hand"
    assert answer.meant == "B: draw ?; market 2; discard 5 8"
    assert refused(desk, "market 3").meant == ""
    accepted(desk, "d")
    assert refused(desk, "43m3-").message.text("en", CLUB) == "Ben has already drawn"
    mine = jewels("mine", "5* 7 8")
    assert refused(mine, "m7-").remedy is not None


def test_the_closing_card_that_is_drawn_with_a_hidden_card_is_written_with_it() -> None:
    match = played("diams", 2, {"length": "quick"}, Random(6), None)
    at = next(n for n, line in enumerate(match.lines) if "draw END ?" in line)
    desk = Desk(match.setup, match.lines[:at])
    assert accepted(desk, "de").lines == (f"{match.lines[at][0]}: draw END ?",)


def test_a_play_of_somebody_else_is_refused_with_the_player_whose_turn_it_is() -> None:
    desk = jewels("none", "m3-")
    for text in ("chie m4-", "chie d", "chie r34"):
        assert refused(desk, text).message.text("en", CLUB) == "it is Ben's turn"


def test_what_nobody_saw_is_counted_where_a_revealed_hand_does_not_fit() -> None:
    match = played("diams", 2, {"length": "quick"}, Random(6), None)
    desk = Desk(match.setup, match.lines[:-1])
    answer = refused(desk, "-- reveal A hand -")
    said = "by the entries so far, Aiko's hand has 3 cards, 2 of them unseen"
    assert answer.message.text("en", CLUB) == said


def test_taken_back_is_named_the_action_and_its_player() -> None:
    desk = diamonds("none", "c6 c12 c4 d14 c1")
    answer = desk.back()
    assert isinstance(answer, Accepted)
    assert answer.lines == ("A: C1 = C",)
    desk.back()
    again = desk.redo()
    assert isinstance(again, Accepted)
    assert again.lines == ("E: D14",)
    before = desk.back_to(2)
    assert isinstance(before, Accepted)
    assert before.lines == ("C: C12 C4 D14",)
    desk = diamonds("mine")
    desk.skip()
    desk.skip()
    accepted(desk, "c6 c12")
    whole = desk.back_to(0)
    assert isinstance(whole, Accepted)
    assert (whole.lines, desk.lines()) == (("-- round 1 dealer A pass 3", "B: C6 C12"), ())


def test_after_turns_that_nobody_saw_a_play_of_a_named_player_comes_after_a_hidden_draw() -> None:
    """Whose turn it is must be said; Enter is no draw, since it would be anybody's."""
    desk = jewels("none", "m3-", "-- gap")
    assert desk.due().unseen == ""
    accepted(desk, "chie m8-")
    assert desk.lines()[-1] == "C: draw ?; market 8 = -"
