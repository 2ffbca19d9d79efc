"""The report names unknown cards, only doubts uncertain ones, and counts irregular actions."""

import pytest

from tests.records.said import said
from tests.records.test_examples import EXAMPLE, changed
from tourney.records import Report, check, read
from tourney.records.check_report import summary
from tourney.records.problems import full, headline


def checked(text: str) -> Report:
    document = read(text)
    assert document.faults() == []
    return check(document.matches[0])


def test_what_an_unknown_card_decides_is_consistent_not_verified() -> None:
    report = checked(changed("A: draw 7; convoy 7x1", "A: draw ?; convoy ?x1"))
    assert (report.problems, report.plies, report.verified) == ((), 36, 34)
    assert summary(report) == (
        "spring-diams/r3-t1  diams  3 seats  36 plies  verified 34 of 36, 2 consistent; "
        "incomplete for source: engine: unknown card in line 33; "
        "not verified: '-- check points' in line 35; '-- check chips' in line 36; "
        "result and rank: cards that decide it are unknown"
    )


def test_what_comes_before_an_unknown_card_is_still_checked() -> None:
    text = changed("A: draw 7; convoy 7x1", "A: draw ?; convoy ?x1")
    report = checked(text.replace("B: draw 2*; market 2*", "B: draw 3; market 2*"))
    assert [problem.line for problem in report.problems] == [19]


def test_a_hand_nobody_wrote_down_leaves_open_what_came_from_it() -> None:
    """Without B's hand nobody can verify its 6, its discarded 4 or the group 6x3* it stores."""
    report = checked(changed("B: hand 4 6 6*\n", ""))
    assert (report.problems, report.unverified) == ((), ())
    assert (report.verified, report.consistent) == (33, 3)
    assert said(report.confirmed) == ("2 checks", "result", "rank")


def test_a_contradiction_with_a_believed_card_is_a_warning() -> None:
    assert said(checked(changed("draw 3; vault 3x4*", "draw 3?; vault 3x4*")).confirmed) == (
        "2 checks",
        "result",
        "rank",
    )
    report = checked(changed("draw 3; vault 3x4*", "draw 4?; vault 3x4*"))
    assert report.problems == ()
    assert [headline(problem, "x") for problem in report.warnings] == [
        "x:29:13: warning[R-DI-R9]: ucb has only 2 of 3 in hand"
    ]


def test_what_stood_is_applied_and_counted() -> None:
    """After the wrong sum, C has fewer cards and the market more; nothing else changes."""
    text = changed("market 10 = 3+3+4; discard 8 10", "^market 10 = 3+4!count; discard 8")
    text = text.replace("discard 8\n", 'discard 8\n-- note "agreed"\n')
    report = checked(text)
    assert report.irregular == 1
    assert all(problem.line > 23 for problem in report.problems)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("B: draw 2*; market 2*", "B: draw 3; ^market 2*"),
        ("market 10 = 3+3+4; discard 8 10", "^market 10 = 1+1*+4+4; discard 8 10"),
        ("vault 5x3*", "^vault 5x4*"),
        ("crack B 6* -> 6*", "^crack E 6* -> -"),
    ],
)
def test_a_card_that_is_not_there_cannot_be_let_stand(old: str, new: str) -> None:
    problems = checked(changed(old, new)).problems
    assert len(problems) == 1
    assert problems[0].code.startswith("R-DI-")


def test_a_turn_out_of_order_that_stood_goes_on_from_there() -> None:
    report = checked(changed("B: draw 2*; market 2*\nC: reveal", "C: reveal"))
    assert [problem.code for problem in report.problems] == ["R-DI-R7"]
    text = changed("B: draw 2*; market 2*\n", "")
    text = text.replace("C: reveal 7 6; market 10", "C: ^reveal 7 6!turn; market 10")
    report = checked(text[: text.index("B: reveal 3 3")] + "\nstatus: unfinished\n")
    assert report.problems == ()
    assert (report.plies, report.verified, report.irregular) == (6, 5, 1)
    report = checked(text)
    assert [problem.line for problem in report.problems] == [21]  # B has one card less to discard


def test_a_ruling_counts_from_where_it_stands() -> None:
    ruling = '-- ruling adjust A points -1 C points +1 reason "late"\n'
    text = changed("-- end round 1\n", f"-- end round 1\n{ruling}")
    report = checked(text)
    assert [problem.code for problem in report.problems] == ["K-check", "K-result"]
    text = text.replace("A26 B8 C12", "A25 B8 C13").replace("A 26, B 8, C 12", "A 25, B 8, C 13")
    report = checked(text)
    assert (report.problems, report.verified) == ((), 36)
    assert said(report.confirmed) == ("2 checks", "result", "rank")


def test_the_caret_stands_under_wide_characters() -> None:
    text = EXAMPLE.replace("B: draw 2*; market 2*", "Ｂ：　draw 2*; markte 2*  # 遅い")
    document = read(text)
    assert full(document.faults()[0], "x", document.source).split("\n")[2:4] == [
        " 19 | Ｂ：　draw 2*; markte 2*  # 遅い",
        "    |                ^^^^^^",
    ]


def test_an_escape_sequence_in_a_record_does_not_reach_the_terminal() -> None:
    text = EXAMPLE.replace("B: draw 2*", "B: \x1b[31mdraw 2*")
    document = read(text)
    shown = full(document.faults()[0], "x", document.source)
    assert "T-control" in shown
    assert "\x1b" not in shown
