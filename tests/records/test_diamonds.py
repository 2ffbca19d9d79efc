"""Checks of Diamonds records from a table: faults found, no false alarms, and the counts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.records.diamonds_gaps import gappy, slips
from tests.records.said import said
from tests.records.strategies import played
from tourney.records import Report, check, engine_record, read, write
from tourney.records.check_report import summary
from tourney.records.problems import full, headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
NOTEBOOK = (RECORDS / "notebook-diamonds.tmr").read_text("utf-8")


def checked(text: str) -> Report:
    document = read(text)
    assert document.faults() == []
    return check(document.matches[0])


def problems(text: str) -> list[str]:
    document = read(text)
    faults = document.faults() or list(check(document.matches[0]).problems)
    return [headline(problem, "x") for problem in faults]


def changed(old: str, new: str) -> str:
    assert NOTEBOOK.count(old) == 1
    return NOTEBOOK.replace(old, new)


def test_the_notebook_is_canonical_and_passes() -> None:
    assert write(read(NOTEBOOK)) == NOTEBOOK
    assert summary(checked(NOTEBOOK)) == (
        "club-2026-11-14/1  diamonds  5 seats  32 plies  verified 25 of 32, 6 consistent; "
        "1 irregular"
    )


SLIPS = """\
C1 = C -> C1 = B
    20:22: error[K-revealed]: Chie wins the trick, not Ben
H15 S2 -> C12 S2
    21:4: error[K-card]: C12 is played a second time in this round
C: D2 S? -> E: D2 S?
    22:4: error[R-DM-R6]: Emi leads, but Chie won the previous trick and must lead
D1 D12 = E -> D1 D6 = E
    22:17: error[R-DM-R6]: Ben does not have D6: it was dealt to Emi
H12 ^C11 -> D14 ^C11
    23:4: error[K-card]: D14 is played a second time in this round
H12 ^C11 -> H12 ^C12
    23:8: error[K-card]: C12 is played a second time in this round
C3 C5 H13 -> C3 C5 C10
    25:10: error[R-DM-R6]: Emi does not have C10: it was passed to Aiko
S6 S14 = E -> S6 S12 = E
    26:19: error[K-revealed]: Chie wins the trick, not Emi
pass S8 C10 C11 -> pass S9 C10 C11
    19:9: error[R-DM-R4]: Emi has no S9 to pass
pass 3 -> pass 2
    19:4: error[R-DM-R4]: 3 cards passed, but 2 were announced
D3 D6 D14 H1 -> D3 D6 D14
    18:4: error[K-revealed]: a hand has 10 cards, but this one has 9; write ? for each unknown card
C10 C9 = A -> C10 = A
    25:14: error[K-due]: Ben has to play before this trick is over
round 1 dealer A -> round 2 dealer A
    17:1: error[K-revealed]: the next round is round 1
round 1 dealer A -> round 1 dealer B
    20:4: error[R-DM-R5]: Ben leads, but Chie, on the dealer's left, must lead
adjust A showroom -> adjust A chips
    24:1: error[K-ruling]: a ruling cannot change chips in this way
status: abandoned -> status: complete
    29:1: error[K-status]: the match is not over: Emi has to play
"""


@pytest.mark.parametrize("slip", SLIPS.strip().replace("\n    ", " => ").split("\n"))
def test_a_slip_in_the_notebook_is_found_in_its_line(slip: str) -> None:
    edit, _, found = slip.partition(" => ")
    old, _, new = edit.partition(" -> ")
    assert problems(changed(old, new))[0] == f"x:{found}"


def test_a_revoke_is_reported_at_the_discard_and_names_its_proof() -> None:
    text = changed("S14 = E\n", "S14 = E\nE: H2 D9 C13 D8 H? = D\n")
    problem = checked(text).problems[0]
    assert full(problem, "club.tmr", text.split("\n")).split("\n") == [
        "club.tmr:21:8: error[R-DM-R6]: Dan did not follow suit",
        "    |",
        " 21 | C: H15 S2 H1 H5 ? = C",
        "    |        ^^ discards S2 on a heart lead (trick 2) ...",
        " 27 | E: H2 D9 C13 D8 H? = D",
        "    |                 -- ... but plays H? in trick 7 of the same round",
        "    = rule: DM-R6",
        "    = fix:  correct line 21 or 27; if it really happened write ^S2",
    ]
    waived = text.replace("H15 S2", "H15 ^S2!revoke")
    assert [one.partition(": error")[0] for one in problems(waived)] == ["x:23:21"]  # S7 on H12
    assert problems(waived.replace("H14 S7", "H14 ^S7")) == []


def test_a_later_discard_of_the_suit_led_proves_a_revoke() -> None:
    """Dan discards S2 on a heart lead in trick 2, and H6 on a spade lead in trick 7."""
    text = changed("S14 = E\n", "S14 = E\nE: S3 S8 C13 D8 H6 = A\n")
    assert problems(text) == ["x:21:8: error[R-DM-R6]: Dan did not follow suit"]


def test_a_card_that_a_reduced_deck_does_not_have_cannot_be_let_stand() -> None:
    head = "match: m\ngame: diamonds\noptions: perfect=on\nseat A: ?\nseat B: ?\nseat C: ?\n"
    text = f"{head}\n-- round 1 dealer A pass 2\nB: D5 D10 D2\n"
    for slip in (text, text.replace("D10", "^D10")):
        problem = check(read(slip).matches[0]).problems[0]
        assert (problem.rule, problem.remedy) == ("DM-R13", None)


def test_a_card_that_must_still_be_in_hand_proves_a_revoke_at_once() -> None:
    """Emi must still hold H1 after passing three other cards."""
    text = changed("C: H15 S2 H1 H5 ? = C", "C: H15 S2 S3 H5 ? = C")
    assert problems(text) == ["x:21:11: error[R-DM-R6]: Emi did not follow suit"]


def test_a_revoke_is_no_longer_doubted_when_the_round_is_over() -> None:
    text = engine_record(played(4, 1.0, "diamonds"))
    body = "\n".join(line for line in text.split("\n") if " hand " not in line)
    report = checked(body)
    assert report.problems == ()
    assert (report.verified, report.consistent) == (report.plies, 0)
    assert said(report.confirmed) == ("result", "rank")


def test_a_wrong_winner_that_stood_counts_as_the_table_gave_it() -> None:
    text = changed("C: C3 C5 H13 C10 C9 = A\nA:", "C: C3 C5 H13 C10 C9 = ^B!count\nB:")
    text = text.replace("S6 S14 = E", "S6 S14 = A")
    assert write(read(text)) == text
    report = checked(text)
    assert report.problems == ()
    assert report.irregular == 2


def test_a_trick_given_to_another_pays_that_other() -> None:
    head = "match: m\ngame: diamonds\noptions: rounds=1\nsource: table\nseat A: ?\nseat B: ?\n"
    trick = "-- round 1 dealer B pass 1\nA: H5 H6 H7 H8 = {}\n-- check showroom {} thief A\n"
    end = "\nstatus: unfinished\n"
    for winner, counts in (("B", "A3 B4"), ("^A", "A4 B3")):
        text = f"{head}\n{trick.format(winner, counts)}{end}"
        assert problems(text) == []
        assert said(checked(text).confirmed) == ("1 check",)
    assert problems(f"{head}\n{trick.format('B', 'A3 B3')}{end}") == [
        "x:10:22: error[K-check]: showroom by the entries so far: B4"
    ]
    assert problems(f"{head}\n{trick.format('B', 'A3').replace('thief A', 'thief B')}{end}") == [
        "x:10:22: error[K-check]: showroom by the entries so far: thief A"
    ]


@pytest.mark.parametrize(
    ("teams", "stated", "told"),
    [
        ("on", "A3 B3 C3", "with teams a check names the first seat of each team: A and B"),
        ("on", "A3 B4 D3", "with teams a check names the first seat of each team: A and B"),
        ("on", "A3 B4", "showroom by the entries so far: B3"),
        ("on", "A3 F3", "showroom has no 'F'"),
        ("off", "A3 B3 C3 F3", "showroom has no 'F'"),
        ("off", "A3 B3 C3", None),
    ],
)
def test_a_check_of_teams_names_their_first_seats(
    teams: str, stated: str, told: str | None
) -> None:
    seats = "".join(f"seat {letter}: ?\n" for letter in "ABCD")
    head = f"match: m\ngame: diamonds\noptions: rounds=1 teams={teams}\nsource: table\n{seats}"
    body = f"-- round 1 dealer B pass 1\n-- check showroom {stated}\n"
    found = [line.split("]: ")[1] for line in problems(f"{head}\n{body}\nstatus: unfinished\n")]
    assert found == ([told] if told else [])


def test_a_ruling_changes_the_counts_and_never_below_none() -> None:
    head = "match: m\ngame: diamonds\noptions: rounds=1\nsource: table\nseat A: ?\nseat B: ?\n"
    body = "-- round 1 dealer B pass 1\n"
    body += '-- ruling adjust A showroom -{} B vault +2 thief B reason "x"\n'
    end = "-- check showroom A0 B3 thief B\n-- check vault A0 B2\n\nstatus: unfinished\n"
    assert said(checked(f"{head}\n{body.format(3)}{end}").confirmed) == ("2 checks",)
    assert problems(f"{head}\n{body.format(4)}{end}")[0] == (
        "x:9:1: error[K-ruling]: a count would fall below zero"
    )


def test_after_a_card_of_unknown_suit_crystals_are_unknown_to_the_end() -> None:
    text = engine_record(played(8, 1.0, "diamonds"))
    line = next(line for line in text.split("\n") if line[1:3] == ": " and " = " in line)
    seat, cards = line[:3], line[3:].split(" ")
    hidden = seat + " ".join([cards[0], "?", *cards[2:]])
    report = checked(text.replace(line, f"{hidden}\n-- check showroom A9"))
    assert report.problems == ()
    assert said(report.unverified)[0].startswith("'-- check showroom' in line ")
    assert said(report.unverified)[1] == "result and rank: cards that decide it are unknown"


def test_a_believed_card_that_fits_nowhere_is_a_warning_and_the_rest_is_still_checked() -> None:
    text = changed("C: H15 S2 H1 H5 ?", "C: H15 S2 H1 D1? ?")
    report = checked(text)
    assert report.problems == ()
    assert [headline(problem, "x") for problem in report.warnings] == [
        "x:22:14: warning[K-card]: D1 is played a second time in this round"
    ]
    wrong = text.replace("S6 S14 = E", "S6 S12 = E")
    assert [problem.code for problem in checked(wrong).problems] == ["K-revealed"]


def test_lines_of_hands_and_passes_are_written_in_seat_order() -> None:
    text = engine_record(played(12, 1.0, "diamonds"))
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if " pass " in line and line[1:3] == ": ")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    shuffled = "\n".join(lines)
    assert shuffled != text
    assert write(read(shuffled)) == text
    assert checked(shuffled).problems == ()


def test_a_record_without_winners_or_passes_is_no_error() -> None:
    text = engine_record(played(16, 1.0, "diamonds"))
    bare = "\n".join(line.partition(" =")[0] for line in text.split("\n"))
    assert checked(bare).problems == ()
    assert said(checked(bare).confirmed) == ("result", "rank")
    fewer = "\n".join(line for line in bare.split("\n") if ": pass " not in line)
    report = checked(fewer)
    assert report.problems == ()
    assert said(report.confirmed) == ("result", "rank")


def test_how_many_cards_are_passed_need_not_be_known() -> None:
    heading = next(line for line in NOTEBOOK.split("\n") if line.startswith("-- round 1 "))
    text = changed(heading, f"{heading.rpartition(' ')[0]} ?")
    assert write(read(text)) == text
    assert checked(text).problems == ()


@given(st.integers(0, 199), st.sampled_from((0.0, 0.02, 0.1, 0.3, 0.7, 1.0)))
@examples(40)
def test_gaps_never_make_an_error(seed: int, share: float) -> None:
    text = gappy(seed, share)
    assert problems(text) == []
    assert write(read(write(read(text)))) == write(read(text))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_gaps_never_make_an_error_in_many_records(seed: int) -> None:
    for share in (0.0, 0.01, 0.05, 0.2, 0.5, 0.9):
        assert problems(gappy(seed, share)) == []


def test_a_table_finds_a_slip_in_the_line_where_the_replay_does() -> None:
    """The record is checked by replay, and, with a ruling that has no effect, by tracking."""
    count = 0
    for seed in (0, 4, 8, 12):
        for slip in slips(engine_record(played(seed, 1.0, "diamonds")), seed, 20):
            followed = slip.replace("\n\nresult:", '\n-- ruling reason "x"\n\nresult:')
            if not read(slip).faults():
                one, two = problems(slip), problems(followed)
                assert one[:1]
                assert one[0].split(":")[1] == two[0].split(":")[1]
                count += 1
    assert count > 50


ROUND = """\
match: m
game: diamonds
options: rounds=1
source: notes
seat A: Aiko
seat B: Ben
seat C: Chie
seat D: Dan
seat E: Emi

-- round 1 dealer E pass 1
"""
NO_TENS = """\
A: hand D1 D2 D3 D4 D5 D6 D7 D8 D9 H1
B: hand H2 H3 H4 H5 H6 H7 H8 H9 C1 C2
"""


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        # Ben's cards are his own or Aiko's, who sits on his right.
        (NO_TENS + "A: H1 ?10", "14:7: error[R-DM-R6]: Ben does not have ?10"),
        (NO_TENS + "A: D1 S?", "14:7: error[R-DM-R6]: Ben does not have S?"),
        # A card of rank 15 was played first, the four of them after it.
        (
            "A: ?15 C1 C2 C3 C4 = A\nA: C15 C5 C6 C7 C8 = A\nA: H15 H1 H2 H3 H4 = A\n"
            "A: S15 S1 S2 S3 S4 = A\nA: D15",
            "16:4: error[K-card]: the ?15 of Aiko can be no card any more",
        ),
        # Chie still has D15 and H15, and S15 is out: one is left for two players.
        (
            "C: hand D1 D2 D3 D15 H1 H2 H3 H15 S1 S2\nC: pass D1\n"
            "A: S15 S3 S1 S4 S5 = A\nA: ?15 ?15",
            "15:8: error[R-DM-R6]: Ben does not have ?15",
        ),
    ],
)
def test_an_unknown_card_that_no_hand_can_have_is_refused(lines: str, found: str) -> None:
    assert problems(f"{ROUND}{lines}\n")[0].startswith(f"x:{found}")


@pytest.mark.parametrize(
    "lines",
    [
        NO_TENS + "A: H1 ?9",
        NO_TENS + "A: D1 D?",
        NO_TENS.replace("H1\nB", "?\nB") + "A: D1 ?10",
        "A: ?15 C1 C2 C3 C4 = A\nA: C15 C5 C6 C7 C8 = A\nA: H15 H1 H2 H3 H4 = A\n"
        "A: S15 S1 S2 S3 S4 = A\nA: D14",
        "C: hand D1 D2 D3 D15 H1 H2 H3 H15 S1 S2\nC: pass H15\n"
        "A: S15 S3 S1 S4 S5 = A\nA: ?15 C1 D2 ?15",  # Chie passed it to Dan
    ],
)
def test_an_unknown_card_that_some_hand_can_have_is_accepted(lines: str) -> None:
    assert problems(f"{ROUND}{lines}\n") == []


def test_a_card_that_nobody_can_have_is_missed_in_a_deck_that_is_dealt_out() -> None:
    """Three players hold 36 cards of ranks 1 to 9. B and C discard on hearts, so A has H2 to H9.

    After five cards A has seven left, too few for eight hearts, and too few cards are left for C.
    """
    head = "match: m\ngame: diamonds\noptions: perfect=on rounds=1\n"
    tricks = ("A: D9 D1 D2 = A", "A: H1 C1 C2 = A", "A: S9 S1 S2 = A", "A: S8 S3 S4 = A", "A: C9")
    seats = "seat A: ?\nseat B: ?\nseat C: ?\n\n"
    text = "\n".join((f"{head}{seats}-- round 1 dealer C pass 2", *tricks, ""))
    (wrong,) = problems(text)
    assert wrong.startswith("x:13:4: error[K-card]: C can have no such hand any more")
    assert problems(text.replace("A: C9", "A: H9")) == []
