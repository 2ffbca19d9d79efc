"""A status may be missing: complete is assumed if the match is over, else unfinished."""

from pathlib import Path

import pytest

from tests.records.test_examples import EXAMPLE
from tourney.records import Report, check, read, write
from tourney.records.check_report import as_json, summary
from tourney.records.problems import headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
TABLE = (RECORDS / "table-blue-border.tmr").read_text("utf-8")
HEAD = "match: m\ngame: {}\nseat A: Ann\nseat B: Ben\n\n"
OPEN = EXAMPLE.replace("status: complete\n", "").replace("source: engine", "source: table")


def checked(text: str) -> Report:
    document = read(text)
    assert document.faults() == []
    assert write(document) == text
    return check(document.matches[0])


def problems(text: str) -> list[str]:
    return [headline(one, "x").removeprefix("x:") for one in checked(text).problems]


def test_result_and_rank_of_a_match_that_is_over_are_compared() -> None:
    report = checked(OPEN)
    verified = "verified all, 2 checks, result, rank"
    assert summary(report).endswith(f"{verified}; no status, so complete is assumed")
    assert (as_json(report)["status"], as_json(report)["assumed_status"]) == (None, "complete")
    found = "38:9: error[K-result]: the result by the replay: A 26"
    assert problems(OPEN.replace("result: A 26", "result: A 27")) == [found]
    found = "39:1: error[K-rank]: the rank by the replay: A > C > B"
    assert problems(OPEN.replace("rank: A > C > B", "rank: A > B > C")) == [found]


def test_the_last_call_window_is_closed_to_see_whether_the_match_is_over() -> None:
    text = TABLE.replace("status: complete\n", "")
    assert "no status, so complete is assumed" in summary(checked(text))
    assert len(problems(text.replace("result: A 7", "result: A 6"))) == 1


def test_a_match_that_is_not_over_is_unfinished() -> None:
    report = checked(
        OPEN.replace("A: draw 7; convoy 7x1\n-- end round 1\n", "").partition("-- check")[0]
    )
    assert report.passed
    assert summary(report).endswith("verified all; no status, so unfinished is assumed")


def test_a_record_of_the_engine_lacks_its_status() -> None:
    report = checked(EXAMPLE.replace("status: complete\n", ""))
    assert "verified 36 of 36" in summary(report)
    assert summary(report).endswith("source: engine: no status, so the file may be cut off")


@pytest.mark.parametrize(
    ("game", "scores"),
    [("diams", "A 9, B 11"), ("diamonds", "A 21, B 23"), ("blue-border", "A 5, B 7")],
)
def test_a_result_without_turns_is_compared_with_its_rank(game: str, scores: str) -> None:
    text = f"{HEAD.format(game)}result: {scores}\nrank: A = B\n"
    assert problems(text) == [
        "7:1: error[K-rank]: Ann and Ben share a place, but their scores differ"
    ]


def test_after_a_forfeit_no_status_is_assumed() -> None:
    report = checked(f"{HEAD.format('diams')}result: A 3, B 5\nrank: A > B\nforfeit: B left\n")
    assert (report.passed, report.assumed) == (True, "")
    assert summary(report).endswith("not verified: result and rank: no status is given")
    report = checked(f"{HEAD.format('diams')}forfeit: B left\n")
    assert (report.passed, report.assumed) == (True, "")
    assert summary(report).endswith("not verified: no status is given")
