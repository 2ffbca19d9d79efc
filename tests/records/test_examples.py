"""The record of the specification passes unchanged, and a wrong card in it is found."""

from pathlib import Path

import pytest

from tests.records.said import said
from tourney.records import check, read, write
from tourney.records.problems import full, headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
EXAMPLE = (RECORDS / "spring-diams.tmr").read_text("utf-8")


def problems(text: str) -> list[str]:
    document = read(text)
    faults = document.faults() or [p for m in document.matches for p in check(m).problems]
    return [headline(problem, "x.tmr") for problem in faults]


def changed(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


def test_the_example_is_canonical_and_passes() -> None:
    document = read(EXAMPLE)
    assert document.faults() == []
    assert write(document) == EXAMPLE
    report = check(document.matches[0])
    assert report.problems == ()
    assert (report.plies, report.verified) == (36, 36)
    assert said(report.confirmed) == ("2 checks", "result", "rank")
    assert report.outcome is not None
    assert report.outcome.scores == (26, 8, 12)


def test_the_copy_with_a_wrong_card_fails_where_the_card_is_wrong() -> None:
    text = (RECORDS / "spring-diams-wrong.tmr").read_text("utf-8")
    assert problems(text) == [
        "x.tmr:33:12: error[R-DI-R10]: no 7 in hand, so 'convoy 7x1' is not allowed",
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("B: draw 2*; market 2*", "B: draw 3; market 2*", "19:19", "R-DI-R8"),
        ("A: reveal 2 9; market 7", "B: reveal 2 9; market 7", "24:4", "R-DI-R7"),
        ("A: reveal 2 9; market 7", "A: reveal 2 9; market 4", "24:23", "R-DI-R8"),
        ("discard 8 10", "discard 8", "23:31", "R-DI-R11"),
        ("market 6; discard 4", "market 6", "23:4", "R-DI-R11"),  # C's 1 is not what B owes
        ("market 10 = 3+3+4", "market 10 = 3+3", "23:19", "R-DI-R8"),
        ("crack B 6* -> 6*", "crack B 6* -> -", "30:24", "K-revealed"),
        ("reveal END 4* 8", "reveal 4* 8", "34:1", "K-due"),
        ("reveal 3 3; market 6", "reveal END 3 3; market 6", "22:4", "R-DI-R4"),
        ("A: hand 5* 7 8", "A: hand 5* 7 7*", "18:13", "K-card"),
        ("-- check points A26 B8 C12", "-- check points A26 B9 C12", "35:21", "K-check"),
        ("-- check chips A4 B2 C3", "-- check chips A4 B2 C2", "36:22", "K-check"),
        ("result: A 26, B 8, C 12", "result: A 26, B 9, C 12", "38:15", "K-result"),
        ("rank: A > C > B", "rank: A > B > C", "39:1", "K-rank"),
        ("status: complete", "status: unfinished", "40:1", "K-status"),
        ("-- end round 1", "-- reveal C vault 3x4* hand 10\n-- end round 1", "34:1", "K-check"),
        ("-- end round 1\n", "", "39:1", "K-status"),
        ("-- market 2 5 10", "-- market 2 5", "14:1", "K-revealed"),
        ("-- round 1 first A", "-- round 2 first A", "13:1", "K-revealed"),
    ],
)
def test_what_is_wrong_is_found_in_its_line(old: str, new: str, place: str, code: str) -> None:
    found = problems(changed(old, new))
    assert len(found) == 1
    assert found[0].startswith(f"x.tmr:{place}: error[{code}]: ")


def test_a_card_shown_twice_is_told_where_it_comes_again_and_where_it_was() -> None:
    text = changed("A: reveal 5 7*; market 5*", "A: reveal 5 6*; market 5*")
    problem = check(read(text).matches[0]).problems[0]
    assert full(problem, "x.tmr", text.split("\n")).split("\n") == [
        "x.tmr:18:13: error[K-card]: '6*' is shown more often than there are such cards",
        "    |",
        " 16 | B: hand 4 6 6*",
        "    |             -- shown here",
        " 18 | A: reveal 5 6*; market 5*",
        "    |             ^^",
        "    = fix:  correct one of the places where it is shown",
    ]


def test_later_plies_are_counted_not_judged_after_a_violation() -> None:
    report = check(read(changed("B: draw 2*; market 2*", "B: draw 3; market 2*")).matches[0])
    assert len(report.problems) == 1
    assert (report.plies, report.verified, report.unchecked) == (36, 3, 32)


def test_hands_and_vaults_opened_for_counting_are_compared() -> None:
    """A keeps the 6* that it cracked and an 8; B put its last two fours into its vault."""
    rows = "-- reveal A vault 5x3* 7x4* hand 6* 8\n-- reveal B hand -\n"
    text = changed("-- end round 1\n", f"{rows}-- end round 1\n")
    assert problems(text) == []
    assert said(check(read(text).matches[0]).confirmed)[0] == "4 checks"
    wrong = text.replace("hand 6* 8", "hand 6 8").replace("B hand -", "B vault 2x4")
    assert problems(wrong) == [
        "x.tmr:34:1: error[K-check]: by the entries so far, rho has hand 6* 8",
        "x.tmr:35:1: error[K-check]: by the entries so far, greedy has vault 2x4* 6x2",
    ]
