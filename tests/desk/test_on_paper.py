"""A match that was written on a printed sheet is typed in at the desk, row by row."""

import re
from random import Random

import pytest

from tests.desk.typist import played
from tests.engines.on_paper import ROWS, TYPED, turns, written
from tourney.desk import Accepted, Desk

TABLES = [
    ("diams", 5, {"length": "quick"}),
    ("diams", 2, {}),
    ("diamonds", 2, {}),
    ("diamonds", 6, {"teams": "on", "rounds": "1"}),
    ("diamond-boxes", 4, {}),
    ("diamond-boxes-2", 3, {}),
    ("blue-border", 4, {"limit": "60"}),
    ("blue-border", 2, {"rounds": "2", "bl": "8,12", "limit": "90"}),
]
QUICK = [("diams", 5), ("diamonds", 6), ("diamond-boxes", 4), ("blue-border", 4)]
MARKS = [
    pytest.param(*table, marks=[] if table[:2] in QUICK else [pytest.mark.full]) for table in TABLES
]


@pytest.mark.parametrize(("name", "seats", "options"), MARKS)
def test_the_rows_of_a_sheet_are_accepted_in_their_order(
    name: str, seats: int, options: dict[str, str]
) -> None:
    match = played(name, seats, options, Random(3), None)
    desk = Desk(match.setup)

    def put(text: str) -> None:
        assert isinstance(desk.accept(text), Accepted), text

    for block in written(name, match.lines):
        for line in block:
            if re.match(r"-- (round|start|market) ", line):
                put(line)
        lines = turns(block)
        if name == "diamond-boxes-2":
            put(lines[0])
        for row in ROWS[name](lines):
            for text in TYPED[name](row):
                put(text)
    blocks = written(name, match.lines)
    assert turns(desk.lines()) == [line for block in blocks for line in turns(block)]
