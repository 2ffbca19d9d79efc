"""Every possible single wrong card in the samples: where the check finds it, and when it cannot.

The check reports a slip at the line from which the text fits no match: the line of the slip, or
a later line that proves it. Both sides are confirmed: the record up to the line before passes,
the record up to the line fails. A slip that is not found must fit some match: in samples that
show every card, the strict replay has played that match with a complete deck.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from engines.diamond_boxes.cards import NAMES as BOXES
from engines.diamonds.cards import NAMES as DIAMONDS
from tests.examples import times
from tests.records import blue_border_gaps, boxes_gaps, diamonds_gaps, test_slips
from tourney.records import check, read
from tourney.records.problems import Problem

RECORDS = Path(__file__).parents[2] / "data" / "records"


class Sample(NamedTuple):
    """A sample: the pattern of its cards, the whole deck, and the expected counts of slips."""

    name: str
    card: re.Pattern[str]
    deck: tuple[str, ...]
    there: int  # found in the line of the slip
    below: int
    hidden: int  # texts that fit some match

    def text(self) -> str:
        return (RECORDS / f"{self.name}.tmr").read_text("utf-8")


NUMBERS = tuple(map(str, range(1, 31)))
SAMPLES = [
    Sample("spring-diams", test_slips.CARD, tuple(test_slips.CARDS), 528, 463, 111),
    Sample("notebook-diamonds", diamonds_gaps.CARD, DIAMONDS[:60], 1296, 560, 622),
    Sample("table-diamond-boxes", boxes_gaps.CARD, BOXES[1:51], 947, 631, 235),
    Sample("notes-diamond-boxes-2", boxes_gaps.CARD, BOXES[1:51], 1314, 410, 138),
    Sample("table-blue-border", blue_border_gaps.NUMBER, NUMBERS, 294, 171, 144),
]
every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)


def slips(sample: Sample) -> Iterator[tuple[int, str]]:
    """The line and the text of every slip."""
    text = sample.text()
    end = text.index("\nresult:") if "\nresult:" in text else text.index("\nstatus:")
    for found in sample.card.finditer(text, text.index("\n\n"), end):
        start = text.rindex("\n", 0, found.start()) + 1
        if text.startswith(("-- round", "-- end", "-- check", "#"), start):
            continue
        if "#" in text[start : found.start()]:
            continue
        line = text[: found.start()].count("\n") + 1
        for other in sample.deck:
            if other != found[0]:
                yield line, text[: found.start()] + other + text[found.end() :]


def first_problem(text: str) -> Problem | None:
    document = read(text)
    problems = document.faults() or check(document.matches[0]).problems
    return problems[0] if problems else None


def broken_off(text: str, lines: int) -> str:
    """The first lines of a record, with a status that skips the checks of the end."""
    return "\n".join([*text.split("\n")[:lines], "", "status: adjudicated", ""])


def confirm(text: str, line: int, trailer: int) -> None:
    """No match fits the lines up to this one, and some match fits those before it."""
    if line < trailer:
        assert first_problem(broken_off(text, line)) is not None
    assert first_problem(broken_off(text, min(line, trailer) - 1)) is None


def judged(sample: Sample, some: list[tuple[int, str]]) -> tuple[int, int, int]:
    """Numbers of slips found in their own line, in a later line, and not at all."""
    counts = [0, 0, 0]
    for line, text in some:
        problem = first_problem(text)
        if problem is None:
            counts[2] += 1
            continue
        proof = max(problem.line, problem.other.line if problem.other else 0)
        assert proof >= line, text
        counts[problem.line != line] += 1
        if "T-" not in problem.code:
            confirm(text, proof, text[: text.index("\nstatus:")].count("\n"))
    return counts[0], counts[1], counts[2]


@every_sample
def test_a_wrong_card_is_found_in_the_first_line_that_no_match_has(sample: Sample) -> None:
    every = list(slips(sample))
    there, below, hidden = judged(sample, Random(sample.name).sample(every, times(24, 10)))
    assert there + below > hidden


@pytest.mark.full
@every_sample
def test_all_wrong_cards(sample: Sample, capsys: pytest.CaptureFixture[str]) -> None:
    counts = judged(sample, list(slips(sample)))
    with capsys.disabled():
        print(f"\n{sample.name}: {counts[0]} in their line, {counts[1]} below, {counts[2]} hidden")
    assert counts == (sample.there, sample.below, sample.hidden)
