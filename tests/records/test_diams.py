"""Diam's with unknown cards: no false alarms, and each impossible action reported in its line."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples, times, usual
from tests.records.diams_gaps import forgotten, opened
from tests.records.said import said
from tests.records.strategies import edited, let_stand, played
from tests.records.test_examples import EXAMPLE
from tests.records.test_slips import CARD, slips
from tourney.domain.match_values import StoredMatch
from tourney.records import Report, check, read, write
from tourney.records.problems import Problem, full

RECORDS = Path(__file__).parents[2] / "data" / "records"
EVENING = (RECORDS / "evening-diams.tmr").read_text("utf-8")
RATES = (0.02, 0.05, 0.05, 0.1, 0.2, 0.4, 1.0)


def checked(text: str) -> Report:
    document = read(text)
    assert document.faults() == []
    return check(document.matches[0])


def unsuspected(text: str) -> Report:
    """The report on a record that has no problems and no warnings."""
    report = checked(text)
    found = [full(one, "x", text.split("\n")) for one in (*report.problems, *report.warnings)]
    assert found == []
    assert report.verified + report.consistent + report.irregular == report.plies
    return report


# -- no false alarms


@given(st.integers(0, 199), st.integers(0, 999), st.sampled_from(RATES))
@examples(15)
def test_no_card_that_is_forgotten_makes_an_error(seed: int, forget: int, rate: float) -> None:
    unsuspected(forgotten(opened(seed), forget, rate))


@pytest.mark.full
@given(st.integers(0, 199), st.integers(0, 999), st.sampled_from(RATES))
@settings(max_examples=400, deadline=None)
def test_nor_do_many_cards_of_many_records(seed: int, forget: int, rate: float) -> None:
    unsuspected(forgotten(opened(seed), forget, rate))


BROKEN_OFF = st.builds(played, st.integers(0, 199), st.sampled_from((1.0, 0.05, 0.5, 0.98)))


@given(BROKEN_OFF, st.integers(1, 3), st.integers(0, 999), st.sampled_from(RATES))
@examples(25)
def test_nor_does_one_in_a_record_that_breaks_off_or_let_something_stand(
    match: StoredMatch, times: int, seed: int, rate: float
) -> None:
    unsuspected(forgotten(edited(match, (let_stand,) * times, seed), seed, rate))


@pytest.mark.parametrize("seed", usual([0, 3, 9], [0, 1, 2, 3, 6, 7, 9, 11]))
def test_what_one_seat_saw_and_the_rows_opened_give_all_totals(seed: int) -> None:
    for who in (None, 0, 1):
        report = unsuspected(opened(seed, who))
        assert said(report.confirmed)[1:] == ("result", "rank")
        assert not [
            words for words in said(report.unverified) if "check" in words or "result" in words
        ]


def test_the_matches_forgotten_here_have_every_table_and_every_action() -> None:
    texts = [opened(seed) for seed in range(60)]
    tables = {(text.count("\nseat "), "quick" in text, "fixed" in text) for text in texts}
    assert len(tables) == 4 * 2 * 2
    words = set(re.findall(r"[a-z]+(?= )", "\n".join(texts)))
    assert words >= {"vault", "convoy", "crack", "force", "magic", "discard", "refill", "out"}


def test_any_single_card_of_the_example_may_be_unknown() -> None:
    start, end = EXAMPLE.index("\n\n"), EXAMPLE.index("\nresult:")
    for found in CARD.finditer(EXAMPLE, start, end):
        line = EXAMPLE[EXAMPLE.rindex("\n", 0, found.start()) + 1 : found.start()]
        if not line.startswith(("-- round", "-- end")):
            unsuspected(EXAMPLE[: found.start()] + "?" + EXAMPLE[found.end() :])


@pytest.mark.full
def test_thousands_of_records_with_gaps() -> None:
    for seed in range(400):
        for rate in RATES:
            unsuspected(forgotten(opened(seed), seed, rate))


# -- faults reported in the right line


def first_problem(text: str) -> Problem | None:
    document = read(text)
    problems = document.faults() or check(document.matches[0]).problems
    return problems[0] if problems else None


def found_with_gaps(seeds: range, rate: float, each: int) -> tuple[int, int, int]:
    """Slips found with unknown cards: in the same line as with all cards known, later, not at all.

    That line is the first that fits no legal match, so no check can find the slip before it.
    """
    counts = [0, 0, 0]
    for seed in seeds:
        texts = list(slips(opened(seed), seed))
        for number, text in enumerate(Random(seed).sample(texts, min(each, len(texts)))):
            known = first_problem(text)
            if known is None or known.code.startswith("T-"):
                continue
            less = forgotten(text, number, rate, hands=False)
            if less == forgotten(opened(seed), number, rate, hands=False):
                continue  # the wrong card itself is unknown
            problem = first_problem(less)
            assert problem is None or problem.line >= known.line, (full(known, "x", []), less)
            counts[2 if problem is None else problem.line > known.line] += 1
    return counts[0], counts[1], counts[2]


def test_a_slip_is_mostly_found_in_its_line_although_cards_are_unknown() -> None:
    there, later, never = found_with_gaps(range(times(2, 1)), 0.05, 10)
    assert there > 4 * (later + never)


@pytest.mark.full
def test_slips_in_many_records_with_gaps() -> None:
    for rate in (0.05, 0.2):
        there, later, never = found_with_gaps(range(40), rate, 40)
        assert there > later + never
    there, later, _ = found_with_gaps(range(20), 0.5, 40)  # most fit the many unknown cards
    assert there > later


def test_the_sample_is_canonical_and_its_totals_are_verified() -> None:
    assert write(read(EVENING)) == EVENING
    report = unsuspected(EVENING)
    assert (report.plies, report.verified, report.consistent) == (87, 28, 59)
    assert said(report.confirmed) == ("3 checks", "result", "rank")


# Old text, new text; line of the problem (relative), code and rule; the earlier line it names.
PLANTED = [
    # the same card twice, more than five of a quality, a second special-purity card
    ("discard 2* 5 5 6", "discard 2* 5 5 8*", 0, "K-card DI-R1", 37),
    ("C: draw 5; market 5", "C: reveal 5 5; market 5", 0, "K-card DI-R1", 49),
    ("discard 1 1*", "discard 1* 1*", 0, "K-card DI-R1", 53),
    ("market 8; discard 8 8", "market 8; discard 8* 8", 4, "K-card DI-R1", 33),
    ("using CV -> -", "using MG -> -", 0, "K-card DI-R1", 20),
    ("7x3 hand 8?", "7x3* hand 8?", 0, "K-card DI-R1", None),
    # a card that cannot be in the hand
    ("C: draw 7; market 7 = -", "C: draw 7; market 9 = -", 0, "R-DI-R8 DI-R8", 29),
    ("C: draw 4; vault 9x3", "C: draw 4; vault 3x3", 0, "R-DI-R9 DI-R9", 21),
    ("A: draw -; vault ?x5", "A: draw -; vault ?x6", 0, "R-DI-R9 DI-R9", 57),
    ("B: draw ?; market 8 = -", "B: draw ?; vault 8x4", 4, "R-DI-R11 DI-R11", 28),
    # the market
    ("9* = 4+5", "9* = 4+4", 0, "R-DI-R8 DI-R8", 43),
    ("9* = 4+5", "8 = 4+5", 0, "R-DI-R8 DI-R8", None),
    ("9* = 4+5", "? = 4+10", 0, "R-DI-R8 DI-R8", None),
    ("9* = 4+5", "9* = 10+?", 0, "R-DI-R8 DI-R8", None),
    ("9* = 4+5", "9* = 3+?+?", 0, "R-DI-R8 DI-R8", 39),
    ("9* = 4+5", "9* = ?", 0, "R-DI-Q6 DI-Q6", None),
    ("market 1; discard 4 10", "market 7; discard 4 10", 0, "R-DI-Q5 DI-Q5", None),
    ("; magic 6 ", "; magic 7 ", 0, "R-DI-R10 DI-R10", None),
    ("C: draw 5; market 5\n", "C: draw 5; market 5; refill 9\n", 0, "R-DI-R12 DI-R12", None),
    # hand limit and discards
    ("discard 1 5", "discard 1", 0, "R-DI-R11 DI-R11", 25),
    ("discard 1 5", "discard 1 5 9", 0, "R-DI-R11 DI-R11", 25),
    ("; discard 1 5", "", 1, "R-DI-R11 DI-R11", 25),
    ("; discard 8 8", "", 1, "R-DI-R11 DI-R11", 33),
    ("market 6 = -", "market 6 = -; discard ?", 0, "R-DI-R11 DI-R11", 34),
    # turns
    ("B: draw ?; market 8 = -", "C: draw ?; market 8 = -", 0, "R-DI-R7 DI-R7", 23),
    ("B: draw ?; market 8 = -\n", "", 0, "R-DI-R7 DI-R7", 23),
    ("B: draw ?; market 8 = -", "B: draw ?", 1, "R-DI-R7 DI-R7", 24),
    ("B: draw ?; market 8 = -", "B: market 8 = -", 0, "R-DI-R6 DI-R6", 23),
    ("market 8 = -", "market 8 = -; market 8 = -", 0, "R-DI-R7 DI-R7", 24),
    # the closing card and the end of the round
    ("C: draw 9; vault 5x3 9x1", "-- end round 1", 0, "K-due DI-R13", 54),
    ("A: draw -; vault ?x5\n", "A: draw -; vault ?x5\nB: draw -; pass\n", 1, "K-due DI-R13", 54),
    ("discard 8*\n", "discard 8*\n-- end round 1\n", 1, "K-due DI-R13", None),
    ("B: draw END ?;", "B: draw ?;", 3, "R-DI-Q4 DI-Q4", None),
    ("?; market 4; discard 3*", "END ?; market 4; discard 3*", 0, "R-DI-R4 DI-R4", None),
    ("C: draw 9; vault 5x3 9x1", "C: draw END 9; vault 5x3 9x1", 0, "K-card DI-R1", 54),
    # too few or too many cards
    ("C: draw 4; market 4 = -", "C: draw -; market 9 = -", 0, "R-DI-Q4 DI-Q4", None),
    ("B: reveal 6 1 +MG", "B: reveal 6 +MG", 0, "R-DI-Q4 DI-Q4", None),
    ("A: draw -; vault ?x5", "A: draw ?; vault ?x5", 0, "K-revealed DI-Q4", 54),
    # vault groups
    ("vault ?x3\n-- pause", "vault ?x2\n-- pause", 0, "R-DI-R9 DI-R9", None),
    ("vault ?x3\n-- pause", "vault 9x2 ?x1\n-- pause", 0, "R-DI-R9 DI-R9", None),
    ("vault ?x3\n-- pause", "vault ?x7\n-- pause", 0, "R-DI-R9 DI-R9", 30),
    ("C: draw 4; vault 9x3", "C: draw 4; vault ?x4", 0, "R-DI-R9 DI-R9", None),
    # convoy, safecracker, forced sale against known cards
    ("crack C 7 -> -", "crack C 9 -> -", 0, "K-revealed DI-R10", 39),
    ("crack C 7 -> -", "crack C 7 -> ?", 0, "R-DI-R10 DI-R10", 39),
    ("crack C 7 -> -", "crack C 9* -> ?", 0, "R-DI-R10 DI-R10", 39),
    ("crack C 7 -> -", "crack C 9 -> 3", 0, "R-DI-R10 DI-R10", None),
    ("crack C 7 -> -", "crack C ? -> 7", 0, "R-DI-R10 DI-R10", 39),
    ("crack C 7 -> -", "crack A 7 -> -", 0, "R-DI-R10 DI-R10", None),
    ("C: draw 4; market 4 = -", "C: draw CV; convoy ?x1", 0, "R-DI-R10 DI-R10", 43),
    ("force D 3 using CV -> -", "force C 5 using CV -> -", 0, "K-revealed DI-R10", 51),
    ("force D 3 using CV -> -", "force C 5 using CV -> 5x1", 0, "K-revealed DI-R10", 51),
    ("force D 3 using CV -> -", "force C 5 using CV -> 5x4", 0, "R-DI-R10 DI-R10", 51),
    # rows and totals
    ("hand 3* 7 7*", "hand 3 7 7*", 0, "K-check DI-R14", 38),
    ("hand 3* 7 7*", "hand 3* 7", 0, "K-check DI-R14", None),
    ("vault 1x3 6x5* 7x3", "vault 1x3 6x4* 7x3", 0, "K-check DI-R14", 56),
    ("vault 3x3 5x3 8x3 9x4", "vault 3x3 5x4 8x3 9x3", 0, "K-check DI-R14", 55),
    ("points A20", "points A19", 0, "K-check ", None),
    ("purity A1", "purity A2", 0, "K-check ", None),
    ("B 15, C 21", "B 16, C 21", 0, "K-result ", None),
    ("D > C > A > B", "D > A > C > B", 0, "K-rank ", None),
]


@pytest.mark.parametrize(("old", "new", "below", "code", "earlier"), PLANTED)
def test_what_cannot_be_is_found_with_its_rule_and_the_earlier_line(
    old: str, new: str, below: int, code: str, earlier: int | None
) -> None:
    assert EVENING.count(old) == 1
    line = EVENING[: EVENING.index(old)].count("\n") + 1 + below
    report = checked(EVENING.replace(old, new))
    problem = (*report.problems, *report.warnings)[0]
    assert (problem.line, f"{problem.code} {problem.rule}") == (line, code)
    assert (problem.other.line if problem.other else None) == earlier


def test_the_message_names_the_player_the_rule_and_both_lines() -> None:
    text = EVENING.replace("C: draw 7; market 7 = -", "C: draw 7; market 9 = -")
    assert full(checked(text).problems[0], "x", text.split("\n")).split("\n") == [
        "x:47:19: error[R-DI-R8]: Chie has no 9 in hand",
        "    |",
        " 29 | C: draw 4; vault 9x3",
        "    |            --------- 9 was last named here",
        " 47 | C: draw 7; market 9 = -",
        "    |                   ^",
        "    = rule: DI-R8",
        "    = fix:  correct line 29 or 47",
    ]


# -- irregular actions let stand, uncertain cards, and rulings


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("market 9* = 4+5", "^market 9* = 4+?+?"),
        ("vault ?x3\n-- pause", "^vault ?x2\n-- pause"),
        ("market 8; discard 8 8", "^market 8"),
        ("C: draw 4; market 4 = -", "C: draw 4; ^pass"),
        ("A: draw -; vault ?x5", "A: ^draw -; vault ?x5"),
    ],
)
def test_a_mark_waives_the_rule_and_not_the_cards(old: str, new: str) -> None:
    text = EVENING.replace(old, new)
    text = text[: text.index("-- reveal A")] + "\nstatus: adjudicated\n"
    at = text.index(new)
    assert checked(text[:at] + text[at:].replace("^", "", 1)).problems or "draw -" in new
    end = text.index("\n", at + len(new)) + 1
    report = checked(text[:end] + "\nstatus: unfinished\n")
    assert (report.problems, report.irregular) == ((), 1)


def test_a_card_that_is_nowhere_cannot_be_let_stand() -> None:
    report = checked(EVENING.replace("crack C 7 -> -", "^crack C 7 -> 7"))
    assert [problem.code for problem in report.problems] == ["R-DI-R10"]


def test_a_row_that_was_only_believed_to_be_seen_gives_a_warning() -> None:
    report = checked(EVENING.replace("hand 3* 7 7*", "hand 3? 7 7*"))
    assert report.problems == ()
    assert [problem.code for problem in report.warnings] == ["K-check"]


def test_a_ruling_on_points_moves_the_result() -> None:
    ruling = '-- ruling adjust B points -3 A points +3 reason "agreed"\n'
    text = EVENING.replace("-- check points A20 B15", f"{ruling}-- check points A23 B12")
    assert [problem.code for problem in checked(text).problems] == ["K-result", "K-rank"]
    text = text.replace("A 20, B 15", "A 23, B 12").replace("D > C > A > B", "D > A > C > B")
    unsuspected(text)


@pytest.mark.parametrize("change", ["B purity -1", "B points -16", "market B"])
def test_a_ruling_that_cannot_be_is_refused(change: str) -> None:
    ruling = f'-- ruling adjust {change} reason "agreed"\n'
    report = checked(EVENING.replace("-- check points", f"{ruling}-- check points"))
    assert [problem.code for problem in report.problems] == ["K-ruling"]


def test_two_seats_whose_points_nobody_knows_may_stop_after_two_rounds_or_go_on() -> None:
    seed = next(seed for seed in range(0, 99, 4) if "-- round 3" in opened(seed))
    text = re.sub(r"-- (reveal|check).*\n", "", opened(seed, None))
    assert said(unsuspected(text).unverified) == (
        "result and rank: cards that decide it are unknown",
    )
    assert checked(text[: text.index("-- round 3")] + "\nstatus: complete\n").problems == ()
    known = opened(seed)[: opened(seed).index("-- round 3")]
    assert [one.code for one in checked(known + "\nstatus: complete\n").problems] == ["K-status"]


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ("?x3 ?x3", "write '?x6'"),
        ("5x3 ?x1 ?x2", "write '?x3'"),
        ("5x3 5x1", "write '5x4'"),
        ("5x3 5x2", "write '5x5*'"),
        ("5x1* 5x3?", "write '5x4*?'"),
        ("5x3 5x4", "see `tourney help notation`"),  # there are only five
    ],
)
def test_a_quality_in_two_groups_is_to_be_written_as_one(written: str, remedy: str) -> None:
    text = f"""\
match: x
game: diams
seat A: a
seat B: b
seat C: c

-- round 1 first A
-- market 2 5 10
A: draw ?; vault {written}
"""
    (problem,) = read(text).faults()
    assert "is written twice" in problem.text()
    assert problem.remedy is not None
    assert problem.remedy.text("en") == remedy


@pytest.mark.parametrize("tentative", ["vault 3x3? 8x3", "vault 3x3 8x3?", "vault 3x3? 8x3?"])
def test_a_group_that_was_only_believed_may_be_another(tentative: str) -> None:
    sure = EVENING.replace("hand 8?", "hand 8")
    unsuspected(sure.replace("vault 3x3 8x3", tentative))
    wrong = tentative.replace("3x3?", "2x3?").replace("8x3?", "7x3?")
    report = checked(sure.replace("vault 3x3 8x3", wrong))
    assert report.problems == ()
    assert [(problem.line, problem.code) for problem in report.warnings] == [(39, "R-DI-R9")]
    assert said(report.confirmed)[1:] == ("result", "rank")


def test_a_fifth_card_of_a_kind_that_a_forced_sale_takes_along_is_found() -> None:
    head = "match: x\ngame: diams\noptions: length=quick\nseat A: Anna\nseat B: Ben\n\n"
    body = "-- round 1 first A\n-- market 3 3 3\nA: reveal 3 5; force B 3* using CV -> 3x1\n"
    problem = first_problem(head + body)
    assert problem is not None
    assert (problem.code, problem.rule, problem.line) == ("K-card", "DI-R1", 9)
