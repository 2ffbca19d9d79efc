"""Checks of Diamond Boxes records from a table: faults found, no false alarms, and the counts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples, times
from tests.records.boxes_gaps import gappy, played, slips
from tests.records.said import said
from tourney.records import Report, check, from_json, read, to_json, write
from tourney.records.check_report import summary
from tourney.records.problems import Problem, full, headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
TABLE = (RECORDS / "table-diamond-boxes.tmr").read_text("utf-8")
NOTES = (RECORDS / "notes-diamond-boxes-2.tmr").read_text("utf-8")
SHARES = (0.02, 0.05, 0.1, 0.3, 0.6, 1.0)
every_rule = pytest.mark.parametrize("rule", [1, 2])
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 6))]


def checked(text: str) -> Report:
    document = read(text)
    assert document.faults() == []
    return check(document.matches[0])


def first_problem(text: str) -> Problem | None:
    document = read(text)
    problems = document.faults() or check(document.matches[0]).problems
    return problems[0] if problems else None


def found(text: str) -> str:
    problem = first_problem(text)
    return headline(problem, "x") if problem else ""


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def until(text: str, line: str) -> str:
    """The record cut off after a line, with status `unfinished`."""
    return f"{text[: text.index(line) + len(line)]}\n\nstatus: unfinished\n"


# -- the examples


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TABLE, "club-2026-11-14/7  diamond-boxes  3 seats  13 plies  verified all, result, rank"),
        (
            NOTES,
            "club-2026-11-21/3  diamond-boxes-2  3 seats  41 plies  verified 19 of 41, "
            "22 consistent, 3 checks, result, rank",
        ),
    ],
    ids=["rule 1", "rule 2"],
)
def test_the_example_is_canonical_and_passes(text: str, told: str) -> None:
    assert write(read(text)) == text
    assert summary(checked(text)) == told


SLIPS_1 = """\
C: p1@1,0e/6 -> A: p1@1,0e/6
    13:4: error[R-DJ1-R9]: Chie begins: p5 is the highest card dealt
b2@-1,0n/4; -> b2@-1,0n/5;
    17:4: error[K-revealed]: the card covers 4 cells, not 5
; penalty p4 y8 -> ; penalty p4
    17:4: error[R-DJ1-R14]: 2 cards are drawn here, not 1
; penalty p4 y8 -> ; penalty p4 y8 y10
    17:4: error[R-DJ1-R14]: 2 cards are drawn here, not 3
; penalty p4 y8 ->\x20
    17:4: error[R-DJ1-R14]: 2 cards are drawn here, not 0
; penalty p4 y8 -> ; penalty p4 b1
    17:27: error[K-card]: 'b1' is shown more often than there are such cards
A: y7@0,0n/6 -> A: y8@0,0n/6
    14:4: error[R-DJ1-R10]: no y8 in hand, so 'y8@0,0n' is not allowed
A: y7@0,0n/6 -> A: r5@0,0n/6
    14:4: error[R-DJ1-R12]: the diamonds differ on 2 of 6 covered cells, so 'r5@0,0n' is not allowed
C: r1@1,0e/6 -> C: p5@9,9n
    16:4: error[R-DJ1-R13]: the card touches no other card by an edge, so 'p5@9,9n' is not allowed
C: g8@0,-1e/6\\n ->\x20
    28:1: error[K-status]: the match is not over: Chie has to play
A 5, B 4 -> A 5, B 3
    27:14: error[K-result]: the result by the replay: B 4
C > B > A -> C > A > B
    28:1: error[K-rank]: the rank by the replay: C > B > A
"""

SLIPS_2 = """\
first A -> first B
    14:4: error[R-DJ2-R4]: Aiko chooses the colour
-- start b8@1,0e b7@0,0n -> -- start b8@1,0e b7@1,2n
    12:1: error[R-DJ1-R7]: the first two cards must lie crosswise and overlap on exactly four cells
A: hand r2 r10 y6 b10 p4 -> A: hand b8 r10 y6 b10 p4
    13:9: error[K-card]: b8 appears twice, but exists only once
C: colour b -> B: colour b
    14:4: error[R-DJ2-R4]: Chie chooses the colour
C: colour b -> C: colour p
    14:4: error[R-DJ2-R10]: no purple cell is visible on the table
A: r2@-1,0n/4 -> B: r2@-1,0n/4
    15:4: error[R-DJ2-R4]: it is Aiko's turn
A: r2@-1,0n/4 -> A: b10@-1,0n/4
    15:4: error[R-DJ2-R6]: the diamonds differ on 2 of 4 covered cells
A: r2@-1,0n/4 -> A: p3@-1,0n/4
    15:4: error[R-DJ2-R5]: Aiko has no p3 in hand
; draw r5 -> ; draw b7
    15:21: error[K-card]: b7 appears twice, but exists only once
B: colour g\\nC: b2 -> A: colour g\\nC: b2
    20:4: error[R-DJ2-R12]: Ben chooses the colour
B: colour g\\nC: b2 -> C: b2
    20:4: error[R-DJ2-R12]: Ben chooses the colour
B: colour g\\nC: b2 -> B: colour b\\nC: b2
    20:4: error[R-DJ2-R10]: blue is already the specified colour
C: pass\\nA: pass -> C: pass\\nA: colour g
    18:4: error[R-DJ2-R10]: the specified colour cannot be changed now
C: b2@-1,0n/6; draw ? -> C: b2@-1,0n/6
    21:4: error[R-DJ2-R7]: 1 card is drawn here, not 0
C: b2@-1,0n/6 -> C: b2@-1,0n/5
    21:4: error[K-revealed]: the card covers 6 cells, not 5
C: colour r\\nA: ~ -> B: colour r\\nA: ~
    24:4: error[R-DJ2-R11]: Chie chooses the colour
A: b10@1,2e/4 -> A: b10@9,9e
    32:4: error[R-DJ2-R6]: the card covers no yellow cell (yellow is the specified colour)
B: r3@1,0s/4 -> B: r2@1,0s/4
    33:4: error[R-DJ2-R5]: Ben has no r2 in hand
C: p1@2,1n/4 -> C: p1@2,1n/4; draw g5
    49:4: error[R-DJ2-Q13]: no card is drawn here, not 1
C: p1@2,1n/4 -> C: p10@2,1n/4
    49:4: error[R-DJ2-R5]: Chie has no p10 in hand
-- check hand A5 B5 C5 -> -- check hand A5 B5 C4
    36:21: error[K-check]: hand by the entries so far: C5
-- check deck A9 -> -- check deck A8
    37:15: error[K-check]: deck by the entries so far: A9
-- check colour b -> -- check colour g
    55:17: error[K-check]: colour by the entries so far: b
C: p9@-2,2n/4\\n -> C: p9@-2,2n/4\\nA: pass\\n
    58:4: error[K-over]: the match is over
C: p9@-2,2n/4\\n ->\x20
    60:1: error[K-status]: the match is not over: Chie has to place or pass
A 11, B 11 -> A 11, B 10
    59:15: error[K-result]: the result by the replay: B 11
"""


def cases(text: str, book: str) -> list[tuple[str, str]]:
    return [(text, slip) for slip in book.strip().replace("\n    ", " => ").split("\n")]


@pytest.mark.parametrize(("text", "slip"), [*cases(TABLE, SLIPS_1), *cases(NOTES, SLIPS_2)])
def test_a_slip_is_found_in_its_line(text: str, slip: str) -> None:
    edit, _, told = slip.partition(" => ")
    old, _, new = edit.replace("\\n", "\n").partition(" -> ")
    assert found(changed(text, old, new)) == f"x:{told}"


def test_a_contradiction_names_the_line_that_says_otherwise() -> None:
    text = changed(NOTES, "B: r8@0,3s/5", "B: r10@0,3s/5")
    problem = first_problem(text)
    assert problem is not None
    assert full(problem, "x", text.split("\n")).split("\n")[:6] == [
        "x:51:4: error[R-DJ2-R5]: Ben has no r10 in hand",
        "    |",
        " 13 | A: hand r2 r10 y6 b10 p4",
        "    |            --- Aiko gets r10 here",
        " 51 | B: r10@0,3s/5; draw ?",
        "    |    ^^^^^^^^^^",
    ]


def test_an_unknown_card_turned_as_no_card_can_lie_is_found_where_it_lies() -> None:
    """No pattern equals its own rotation by 180° or that of another card (DJ1-R2)."""
    text = changed(until(TABLE, "B: b1@1,0e/6"), "B: b1@1,0e/6", "B: ?@0,0s/6")
    problem = first_problem(text)
    assert problem is not None
    assert (problem.line, problem.code, problem.other) == (15, "R-DJ1-R12", None)


@pytest.mark.parametrize(
    ("text", "old", "wrong"),
    [
        (TABLE, "; penalty p4 y8", "; penalty p4"),
        (NOTES, "C: p1@2,1n/4", "C: p1@2,1n/4; draw g5"),
    ],
)
def test_what_is_to_be_written_for_a_wrong_number_of_cards_is_accepted(
    text: str, old: str, wrong: str
) -> None:
    slip = changed(text, old, wrong)
    problem = first_problem(slip)
    assert problem is not None
    waived = str(problem.remedy).removeprefix("if it really happened write ")
    marked = slip.replace(wrong, f"{wrong.partition('; ')[0]}; {waived}")
    report = checked(until(marked, waived))
    assert (report.problems, report.irregular) == ((), 1)


def test_no_mark_is_proposed_for_a_directive() -> None:
    start = ("-- start r1@1,0e y2@0,0n first A", "B: colour r", "A: pass")
    problem = first_problem(two(*start, '-- draw reason "x"'))
    assert problem is not None
    assert (problem.rule, problem.remedy) == ("DJ2-R12", None)


# -- the first player, where some hands are unknown


def with_hands(*hands: str) -> str:
    """The example with other hands; an empty text leaves the line of that hand out."""
    head, _, rest = TABLE.partition("A: hand")
    lines = [f"{letter}: hand {hand}" for letter, hand in zip("ABC", hands, strict=True) if hand]
    return head + "\n".join([*lines, rest[rest.index("C: p1@") :]])


def test_without_hands_the_first_turn_tells_who_began() -> None:
    report = checked(with_hands("", "", ""))
    assert (report.problems, report.consistent) == ((), 12)
    assert said(report.confirmed) == ("result", "rank")


def test_a_seat_that_can_hold_no_higher_card_than_another_has_not_begun() -> None:
    """The highest known card is C's p5; A may hold p10 unless all of A's cards are known."""
    text = with_hands("r5 r8 y7 g9 ?", "r7 y4 g5 b1 p2", "r1 r2 g8 p1 p5")
    assert found(text.replace("C: p1@1,0e/6", "A: r5@9,9n")).startswith("x:13:4: error[R-DJ1-R13]")
    text = with_hands("r5 r8 y7 g9 b2", "r7 y4 g5 b1 ?", "r1 r2 g8 p1 p5")
    told = found(text.replace("C: p1@1,0e/6", "A: r5@9,9n"))
    assert told == "x:13:4: error[R-DJ1-R9]: Ben or Chie begins: p5 is the highest card dealt"


def test_who_began_is_doubted_by_a_card_that_turns_up_later() -> None:
    """A plays p10 later, and can only have got it in the first deal."""
    lain = "A: p10@-1,-1w/2; penalty ? ? ? ?"
    text = with_hands("r5 r8 y7 g9 ?", "r7 y4 g5 b1 p2", "r1 r2 g8 p1 p5")
    problem = first_problem(until(text.replace("A: y7@0,0n/6", lain), lain))
    assert problem is not None
    assert (problem.line, problem.rule) == (13, "DJ1-R9")
    assert problem.other is not None
    assert problem.other.line == 14


def test_a_place_that_hangs_on_an_unknown_number_is_not_verified() -> None:
    """Two hands have equal size when the deck is empty; the smallest numbers decide (DJ1-R17)."""
    seed = next(seed for seed in range(99) if _ends_level(played(1, seed)))
    full_text = played(1, seed)
    assert said(checked(full_text).confirmed) == ("result", "rank")
    report = checked(gappy(full_text, 0, 1.0))
    assert (report.problems, said(report.confirmed)) == ((), ("result",))
    assert said(report.unverified) == ("rank: cards that decide it are unknown",)
    wrong = full_text.replace("result: A ", "result: A 1")
    assert [p.code for p in checked(gappy(wrong, 0, 1.0)).problems] == ["K-result"]


def _ends_level(text: str) -> bool:
    scores = text.partition("\nresult: ")[2].partition("\n")[0].split(", ")
    counts = [score.split()[1] for score in scores]
    return len(set(counts)) < len(counts)


# -- conclusions from the next line (rule 2)


def test_a_card_nobody_remembers_shows_the_colour_that_was_chosen_next() -> None:
    """Ben chose green, so his unknown card has a green cell; b and r are no longer possible."""
    told = "B: colour g"
    for colour, problem in (("g", ""), ("y", ""), ("p", ""), ("b", "R-DJ2-R10")):
        text = until(NOTES, told).replace(told, f"B: colour {colour}")
        assert problem in found(text)
        assert bool(found(text)) == bool(problem)


def test_whether_a_colour_vanished_is_told_by_the_next_line() -> None:
    """Green was chosen, so the unknown card is green; covering it removes the last green cell."""
    before = until(NOTES, "C: b2@-1,0n/6; draw ?")
    for line, fine in (("C: pass", True), ("C: colour r", False), ("A: pass", False)):
        text = before.replace("\n\nstatus", f"\n{line}\n\nstatus")
        assert (found(text) == "") == fine, line


HEAD = "match: m\ngame: diamond-boxes-2\nsource: table\nseat A: ?\nseat B: ?\n\n"


def two(*lines: str) -> str:
    """The record of a match between two players in which A begins."""
    return HEAD + "\n".join(lines) + "\n\nstatus: unfinished\n"


def test_after_a_round_of_passes_the_next_line_tells_whether_the_match_is_drawn() -> None:
    start = ("-- start r1@1,0e y2@0,0n first A", "B: colour r", "A: pass", "B: pass")
    assert found(two(*start, "B: colour y")) == ""
    assert found(two(*start, "A: pass")) == "x:11:4: error[R-DJ2-R12]: B chooses the colour"
    drawn = '-- draw reason "no card can be placed"'
    over = two(*start, drawn).replace("unfinished", "complete")
    assert found(over) == ""
    assert checked(over).verified == 3
    assert found(two(*start[:3], drawn)).startswith("x:10:1: error[R-DJ2-R12]: the match goes on")


def test_a_match_is_not_drawn_while_a_hand_that_is_known_could_lay_a_card() -> None:
    start = ["-- start r1@1,0e y2@0,0n first A", "A: hand r3 r4 y3 g2 ?", "B: colour r"]
    text = two(*start, "A: pass", "B: pass", '-- draw reason "no card can be placed"')
    told = "x:12:1: error[R-DJ2-R12]: the match goes on: A has r3 in hand, which can be placed"
    assert found(text) == told


def test_two_cards_of_one_colour_draw_the_match_and_an_unknown_one_may() -> None:
    start = ["-- start g1@1,0e g2@0,0n first A", "B: colour g", "A: pass", "B: pass"]
    assert found(two(*start, "B: colour y")).startswith("x:11:4: error[K-due]: the match is drawn")
    over = two(*start, '-- draw reason "no other colour"').replace("unfinished", "complete")
    assert found(over) == ""
    unknown = [start[0].replace("g1", "?"), *start[1:]]
    assert found(two(*unknown, "B: colour y")) == ""
    assert found(two(*unknown, '-- draw reason "x"').replace("unfinished", "complete")) == ""
    assert found(two(*start).replace("unfinished", "complete")).endswith("is missing at the end")


def covered_by_g2(*lines: str) -> str:
    """A covers every known yellow cell; the uncovered cells of the unknown card have any colour."""
    start = ("-- start ?@1,0e y2@0,0n first A", "B: colour y", "A: g2@0,0n/6; draw ?")
    return two(*start, *lines)


def test_a_colour_that_was_replaced_is_nowhere_to_be_seen() -> None:
    chosen = ("B: colour g", "A: pass", "B: pass")
    assert found(covered_by_g2(*chosen, "B: colour r")) == ""
    told = found(covered_by_g2(*chosen, "B: colour y"))
    assert told == "x:13:4: error[R-DJ2-R10]: no yellow cell is visible on the table"


def test_a_colour_that_was_not_replaced_is_still_to_be_seen() -> None:
    """A gets its bonus turn without choosing a colour, so the card below is yellow."""
    passed = ("A: pass", "B: pass")
    assert found(covered_by_g2(*passed, "B: colour g")) == ""
    told = found(covered_by_g2(*passed, "B: colour r"))
    assert told == "x:12:4: error[R-DJ2-R10]: no red cell is visible on the table"


def test_the_fifth_round_of_passes_draws_whatever_is_unknown() -> None:
    lines = ["-- start r1@1,0e y2@0,0n first A", "B: colour y", "A: pass", "B: pass"]
    for colour in "ryry":
        lines += [f"B: colour {colour}", "A: pass", "B: pass"]
    assert found(two(*lines)) == ""
    assert "K-due" in found(two(*lines, "B: colour r"))


# -- irregular actions let stand, uncertain cards, and rulings


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (TABLE, "A: y7@0,0n/6", "A: ^r5@0,0n/6"),
        (TABLE, "; penalty p4 y8", "; ^penalty p4!count"),
        (TABLE, "A: y7@0,0n/6", "A: ^pass"),
        (TABLE, "A: y7@0,0n/6", "B: ^r7@0,0n/6!turn"),
        (NOTES, "A: r2@-1,0n/4", "A: ^b10@-1,0n/4"),
        (NOTES, "C: b2@-1,0n/6; draw ?", "A: ^r10@-1,0n/6; draw ?"),
        (NOTES, "B: colour g\nC: b2", "A: ^colour g\nC: b2"),
        (NOTES, "C: b2@-1,0n/6; draw ?", "C: ^b2@-1,0n/6"),
    ],
)
def test_a_mark_waives_the_rule(text: str, old: str, new: str) -> None:
    waived = until(changed(text, old, new), new.partition("\n")[0])
    assert first_problem(waived.replace("^", "")) is not None
    report = checked(waived)
    assert (report.problems, report.irregular) == ((), 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [("A: y7@0,0n/6", "A: ^y4@0,0n/6"), ("; penalty p4 y8", "; ^penalty b1 y8")],
)
def test_a_card_that_is_elsewhere_cannot_be_let_stand(old: str, new: str) -> None:
    problem = first_problem(changed(TABLE, old, new))
    assert problem is not None
    assert problem.code in ("R-DJ1-R10", "K-card")


def test_a_count_that_stood_is_the_count_from_there_on() -> None:
    text = changed(TABLE, "; penalty p4 y8", "; ^penalty p4!count\n-- check deck 32")
    text = until(text, "-- check deck 32")
    assert said(checked(text).confirmed) == ("1 check",)
    assert checked(changed(text, "deck 32", "deck 31")).problems


def test_a_believed_card_that_fits_nowhere_is_a_warning_and_the_rest_is_checked() -> None:
    text = changed(TABLE, "A: y7@0,0n/6", "A: y6?@0,0n/6")
    report = checked(text)
    assert report.problems == ()
    assert [(one.line, one.code) for one in report.warnings] == [(14, "R-DJ1-R10")]
    wrong = text.replace("; penalty g4 g6", "; penalty g4")
    assert [(one.line, one.code) for one in checked(wrong).problems] == [(20, "R-DJ1-R14")]


def test_a_ruling_changes_counts_of_hands_and_decks() -> None:
    line = "A: b2@-1,0n/4; penalty p4 y8\n"
    ruling = '-- ruling adjust A hand +1 reason "one card too few, agreed"\n'
    text = changed(TABLE, line, f"{line}{ruling}-- check hand A6 B4 C3\n-- check deck 30\n")
    report = checked(text)
    assert [problem.code for problem in report.problems] == ["K-result"]
    assert said(report.confirmed) == ("2 checks", "rank")
    line = "A: r2@-1,0n/4; draw r5\n"
    ruling = '-- ruling adjust A deck -1 turn C reason "agreed"\n'
    text = changed(NOTES, line, f"{line}{ruling}-- check deck A9 B11\nC: pass\n")
    assert said(checked(until(text, "-- check deck A9 B11\nC: pass")).confirmed) == ("1 check",)


@pytest.mark.parametrize("change", ["B hand -9", "B points +1", "deck B"])
def test_a_ruling_that_cannot_be_is_refused(change: str) -> None:
    text = changed(TABLE, "A: y7", f'-- ruling adjust {change} reason "x"\nA: y7')
    assert "[K-ruling]" in found(text)


# -- properties of whole matches


@every_rule
@examples(25)
@given(seed=st.integers(0, 60), share=st.sampled_from(SHARES))
def test_unknown_cards_never_create_an_error(rule: int, seed: int, share: float) -> None:
    report = checked(gappy(played(rule, seed), seed, share))
    assert report.problems == ()
    assert report.verified + report.consistent == report.plies
    assert said(report.confirmed)[:1] == ("result",)


@every_rule
@pytest.mark.full
def test_thousands_of_records_with_gaps(rule: int) -> None:
    for seed in range(300):
        for share in SHARES:
            text = gappy(played(rule, seed), seed, share)
            assert first_problem(text) is None, text


@every_rule
@examples(15)
@given(seed=st.integers(0, 60))
def test_records_with_gaps_come_back_as_they_were(rule: int, seed: int) -> None:
    text = write(read(gappy(played(rule, seed), seed, 0.3)))
    assert write(read(text)) == text
    assert write(from_json(to_json(read(text)))) == text


@every_rule
@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_finds_a_slip_in_the_line_where_the_replay_does(rule: int, seed: int) -> None:
    """The record is checked by replay, and, with a ruling that has no effect, by tracking."""
    count = 0
    for slip in slips(played(rule, seed), seed, 20):
        followed = slip.replace("\n\nresult:", '\n-- ruling reason "x"\n\nresult:')
        one, two_ = first_problem(slip), first_problem(followed)
        if one and two_ and one.line > slip[: slip.index("\nresult:")].count("\n"):
            assert two_.line == one.line + 1  # in the trailer
        else:
            assert (one and (one.line, one.code)) == (two_ and (two_.line, two_.code))
        count += one is not None
    assert count > 15


@every_rule
def test_with_gaps_nothing_is_found_before_the_first_line_that_no_match_has(rule: int) -> None:
    there = later = never = 0
    for seed in range(times(4, 2)):
        for number, slip in enumerate(slips(played(rule, seed), seed, 12)):
            known = first_problem(slip)
            if known is None or known.code.startswith("T-"):
                continue
            problem = first_problem(gappy(slip, number, 0.05, hands=False))
            assert problem is None or problem.line >= known.line
            there += problem is not None and problem.line == known.line
            later += problem is not None and problem.line > known.line
            never += problem is None
    assert there > 2 * (later + never)
