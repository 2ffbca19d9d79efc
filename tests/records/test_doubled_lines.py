"""A line typed twice is an error in every record, however little is known of the cards."""

import re

import pytest

from tests.examples import times
from tests.records import diams_gaps
from tests.records.strategies import played
from tourney.records import check, engine_record, read
from tourney.records.problems import Problem

UNCOUNTED = re.compile(r"-- (check|note)")


def first_problem(text: str) -> Problem | None:
    document = read(text)
    found = document.faults() or check(document.matches[0]).problems
    return found[0] if found else None


def undetected(text: str, *, step: int = 1) -> list[str]:
    """The lines of the body that can be typed twice without a problem in one of both lines."""
    rows = text.split("\n")
    body = range(rows.index("") + 1, next(i for i, row in enumerate(rows) if row[:7] == "result:"))
    found = []
    for at in body[::step]:
        if not rows[at] or UNCOUNTED.match(rows[at]):
            continue
        problem = first_problem("\n".join((*rows[: at + 1], *rows[at:])))
        if problem is None or problem.line < at + 1:
            found.append(f"{at + 1}: {rows[at]}")
    return found


@pytest.mark.parametrize("seed", [2, 4])
def test_every_line_of_a_diamonds_record(seed: int) -> None:
    assert undetected(engine_record(played(seed, 1.0, "diamonds"))) == []


def test_every_turn_of_diams_without_any_card() -> None:
    """Only the order of turns and the number of cards in the deck are known."""
    text = diams_gaps.forgotten(diams_gaps.opened(3), 1, 1.0)
    assert undetected(text, step=times(36, 100)) == []


@pytest.mark.full
def test_two_plays_in_one_turn_of_diams_without_any_card() -> None:
    text = diams_gaps.forgotten(diams_gaps.opened(3), 1, 1.0)
    late = text.index("-- round 3")
    plays = [found.end() for found in re.finditer(r"; market [^;\n]+", text) if found.end() > late]
    for end in plays[::8]:
        problem = first_problem(f"{text[:end]}; market ? = -{text[end:]}")
        assert problem is not None
        assert problem.code in ("R-DI-R7", "R-DI-R11", "K-due")
        assert problem.line == text[:end].count("\n") + 1


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["diams", "diamonds", "diamond-boxes", "diamond-boxes-2", "blue-border"]
)
def test_every_line_of_many_records(name: str) -> None:
    for seed in range(4):
        assert undetected(engine_record(played(seed, 1.0, name))) == []


@pytest.mark.full
def test_every_turn_of_diams_with_few_cards() -> None:
    for seed in range(4):
        for rate in (0.3, 0.6, 1.0):
            assert undetected(diams_gaps.forgotten(diams_gaps.opened(seed), seed, rate)) == []
