"""Single slips: one wrong card in a record that shows everything.

The check reports a slip at the first line that fits no legal match. Both sides are confirmed:
the record up to the line before is a legal unfinished match, which the engine has played with a
complete deck; the record up to the line itself is refused.
"""

import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.examples import times
from tests.records.strategies import played
from tourney.records import check, engine_record, read
from tourney.records.problems import Problem

CARDS = [f"{quality}{star}" for quality in range(1, 11) for star in ("", "*")]
CARD = re.compile(r"(?<![\w*])(?:10|[1-9])\*?(?![\w*])")


def slips(text: str, seed: int) -> Iterator[str]:
    """One text for each card in the body, with that card replaced by another."""
    rng = Random(seed)
    start = text.index("\n\n")
    end = text.index("\nresult:")
    for found in CARD.finditer(text, start, end):
        line = text[text.rindex("\n", 0, found.start()) + 1 : found.start()]
        if line.startswith(("-- round", "-- end")):
            continue
        other = rng.choice([card for card in CARDS if card != found[0]])
        yield text[: found.start()] + other + text[found.end() :]


def first_problem(text: str) -> Problem | None:
    """The first problem, or None."""
    document = read(text)
    found = document.faults() or check(document.matches[0]).problems
    return found[0] if found else None


def broken_off(text: str, lines: int) -> str:
    """The first lines of a record, with a status that skips the checks of the end."""
    return "\n".join([*text.split("\n")[:lines], "", "status: adjudicated", ""])


def judged(seed: int) -> tuple[int, int]:
    """In one record, the number of slips found and of slips that no check can find."""
    text = engine_record(played(seed))
    trailer = text[: text.index("\nresult:")].count("\n") + 1
    found = hidden = 0
    for slip in slips(text, seed):
        problem = first_problem(slip)
        if problem is None:
            hidden += 1
            continue
        found += 1
        line = min(problem.line, trailer)
        assert first_problem(broken_off(slip, line - 1)) is None, (problem, slip)
        if problem.line < trailer:
            assert first_problem(broken_off(slip, line)) is not None, (problem, slip)
    return found, hidden


def test_a_wrong_card_is_found_in_the_first_line_that_no_legal_game_has() -> None:
    counts = [judged(seed) for seed in (0, 8)[: times(2, 1)]]
    found, hidden = (sum(column) for column in zip(*counts, strict=True))
    assert found > 4 * hidden


@pytest.mark.full
def test_wrong_cards_in_many_records(capsys: pytest.CaptureFixture[str]) -> None:
    counts = [judged(seed) for seed in range(25)]
    found, hidden = (sum(column) for column in zip(*counts, strict=True))
    with capsys.disabled():
        print(f"\nsingle slips: {found + hidden}, found {found}, cannot be found {hidden}")
    assert found > 4 * hidden
