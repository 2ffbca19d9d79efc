"""A record with `source: engine` should have everything; the summary names what is missing."""

import re

import pytest

from tests.records.strategies import played
from tests.records.test_examples import EXAMPLE
from tourney.records import check, engine_record, read
from tourney.records.check_report import as_json, summary

BLUE = """match: m
game: blue-border
source: engine
seat A: Ann
seat B: Ben

-- start A field 5 6 12 22
A: take 1 = 5; refill 9
B: take 2 = 6; refill 10
A: take 1 = 9; refill 11
B: call A = 5,9 miss; lose 6

status: unfinished
"""


def summed(text: str) -> str:
    report = check(read(text).matches[0])
    assert report.problems == ()
    return summary(report)


def test_a_full_record_is_verified_completely() -> None:
    assert summed(BLUE).endswith("verified all")
    assert as_json(check(read(BLUE).matches[0]))["incomplete"] is None


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ("; lose 6", "; lose", "unknown card in line 11"),
        (" field 5 6 12 22", "", "unknown card in line 7"),
        ("take 2 = 6", "take 2", "unknown card in line 9"),
        ("; refill 11", "; refill", "unknown card in line 10"),
        ("; refill 11", "", "line 10: 'refill' is missing after 'take 1 = 9'"),
    ],
)
def test_a_number_that_is_missing_is_named(old: str, new: str, missing: str) -> None:
    """Of others than the engine nobody expects the numbers on the backs of cards."""
    text = BLUE.replace(old, new)
    assert f"incomplete for source: engine: {missing}" in summed(text)
    assert "verified all" not in summed(text)
    assert "incomplete" not in summed(text.replace("source: engine", "source: table"))


def test_a_call_without_its_cost_is_never_verified() -> None:
    text = BLUE.replace("; lose 6", "").replace(" field 5 6 12 22", "")
    assert "verified 3 of 4, 1 consistent; incomplete" in summed(text)


def test_a_hand_that_is_missing_is_named() -> None:
    text = EXAMPLE.replace("B: hand 4 6 6*\n", "")
    found = "incomplete for source: engine: 'B: hand' is not written before line 16"
    assert summed(text).endswith(
        f"verified 33 of 36, 3 consistent, 2 checks, result, rank; {found}"
    )


@pytest.mark.parametrize("dropped", ["hand", "pass"])
def test_a_hand_or_a_pass_of_diamonds_is_named(dropped: str) -> None:
    """Every card is played, so nothing else is uncertain."""
    text = engine_record(played(4, 1.0, "diamonds"))
    assert "verified all" in summed(text)
    found = summed(re.sub(rf"A: {dropped} .*\n", "", text, count=1))
    assert re.search(r"verified (\d+) of \1, result, rank; incomplete for source: engine: ", found)
    named = "'A: hand' is not written" if dropped == "hand" else "has to pass cards"
    assert named in found
