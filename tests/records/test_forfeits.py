"""Places after forfeits: last, a later forfeit higher, equal places for the same moment."""

import pytest

from tests.records.said import said
from tests.records.test_examples import EXAMPLE, problems
from tourney.records import check, read, write


def forfeited(lines: dict[str, str], rank: str, trailer: str) -> str:
    """The example with `-- forfeit` lines inserted, another rank, and forfeits in the trailer."""
    text = EXAMPLE.replace("rank: A > C > B", f"rank: {rank}")
    text = text.replace("status: complete\n", f"status: forfeit\n{trailer}")
    for before, line in lines.items():
        assert text.count(f"\n{before}") == 1
        text = text.replace(f"\n{before}", f"\n{line}\n{before}")
    return text


FIRST, LATER = "C: draw 1;", "C: draw 3;"


@pytest.mark.parametrize(
    ("lines", "trailer", "rank"),
    [
        ({FIRST: "-- forfeit A crash"}, "forfeit: A crash\n", "C > B > A"),
        (
            {FIRST: "-- forfeit A crash", LATER: "-- forfeit C left"},
            "forfeit: A crash\nforfeit: C left\n",
            "B > C > A",
        ),
        (
            {FIRST: "-- forfeit A crash\n-- forfeit C left"},
            "forfeit: A crash\nforfeit: C left\n",
            "B > A = C",
        ),
        ({}, "forfeit: A no-show\n", "C > B > A"),
        (
            {FIRST: "-- forfeit A crash"},
            "forfeit: A crash\nforfeit: C no-show\n",
            "B > A > C",
        ),
    ],
)
def test_those_who_forfeit_stand_last(lines: dict[str, str], trailer: str, rank: str) -> None:
    text = forfeited(lines, rank, trailer)
    assert problems(text) == []
    assert write(read(text)) == text
    report = check(read(text).matches[0])
    assert said(report.confirmed) == ("2 checks", "result", "rank")
    wrong = forfeited(lines, "A > B > C", trailer)
    assert [one.split(": ")[1] for one in problems(wrong)] == ["error[K-rank]"]


def test_a_forfeit_in_the_course_needs_one_in_the_trailer() -> None:
    text = forfeited({FIRST: "-- forfeit A crash"}, "C > B > A", "")
    assert any("K-forfeit" in found for found in problems(text))


def test_a_forfeit_may_end_the_match_early() -> None:
    lines = EXAMPLE[: EXAMPLE.index(LATER)]
    end = "\nresult: A 0, B 0, C 0\nrank: A > B > C\nstatus: forfeit\nforfeit: C timeout\n"
    text = f"{lines}-- forfeit C timeout\n{end}"
    report = check(read(text).matches[0])
    assert report.problems == ()
    assert said(report.unverified) == ("result and rank: status forfeit",)


TEAMS = """match: t
game: diamonds
options: teams=on
seat A: Ann
seat B: Ben
seat C: Cem
seat D: Dee

result: {}
rank: {}
status: complete
"""


@pytest.mark.parametrize(
    ("result", "rank", "found"),
    [
        ("A 30, B 20, C 30, D 20", "A = C > B = D", []),
        ("A 20, B 20, C 20, D 20", "A = B = C = D", []),
        (
            "A 30, B 20, C 31, D 20",
            "A = C > B = D",
            ["9:1 Ann and Cem are partners and have one score"],
        ),
        (
            "A 30, B 20, C 30, D 20",
            "A > C > B = D",
            ["10:1 Ann and Cem are partners and have one place"],
        ),
        (
            "A 30, B 20, C 30, D 20",
            "B = D > A = C",
            ["10:1 Ben is ranked above Ann with a lower score"],
        ),
    ],
)
def test_partners_have_one_score_and_one_place(result: str, rank: str, found: list[str]) -> None:
    said = [one.split(":", 3) for one in problems(TEAMS.format(result, rank))]
    assert [
        f"{line}:{column}{words.partition(']:')[2]}" for _, line, column, words in said
    ] == found
