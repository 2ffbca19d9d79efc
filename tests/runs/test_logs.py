"""`tourney run --log`: the output of every command for runs with packed moves or without moves."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from tests.conftest import Tourney
from tests.play.tables import mine

pytestmark = pytest.mark.slow

QUICK = (
    "run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", f"c={mine('Fickle')}",
    "--seed", "5" * 32,
    "--deals", "3", "-q", "--name",
)  # fmt: skip
ABOUT_MOVES = (
    ("export", "tmr", "results"),
    ("export", "moves", "results"),
    ("export", "tmr", "match:results/2"),
    ("match", "show", "results/2"),
    ("replay", "match:results/2"),
    ("check", "run:results"),
)
ABOUT_RESULTS = (
    ("standings", "results"),
    ("crosstable", "results"),
    ("export", "results", "results"),
    ("export", "matches", "results"),
    ("export", "results", "results/2"),
    ("match", "list", "results"),
    ("runs", "show", "results"),
)


def without_id(text: str) -> str:
    """The output of a command without database ids and without the words `rows` and `packed`."""
    return re.sub(r"\brows\b|\bpacked\b|\bid\W+\d+", "-", text)


def test_packed_moves_leave_the_program_as_rows_do(tourney: Tourney) -> None:
    assert tourney(*QUICK, "rows").code == 0
    assert tourney(*QUICK, "packed", "--log", "packed").code == 0
    for command in (
        ("export", "tmr", "{}"),
        ("export", "moves", "{}", "--columns", "match,ply,seat,player,text,info"),
        ("export", "matches", "{}"),
        ("match", "show", "{}/4"),
        ("match", "show", "{}/4", "--json"),
        ("replay", "match:{}/4", "--plain"),
        ("check", "run:{}"),
        ("standings", "{}", "--json"),
    ):
        rows, packed = (
            tourney(*(word.format(run) for word in command)) for run in ("rows", "packed")
        )
        assert (packed.code, without_id(packed.out)) == (0, without_id(rows.out))
        assert len(rows.out) > 100
    again = tourney("run", "--resume", "packed", "--only", "4")
    assert "identical to the stored match" in again.err
    assert "sound" in tourney("db", "integrity").err
    (row,) = json.loads(tourney("db", "status", "--json").out)
    assert row["packed"] == 6


@pytest.fixture
def results(tourney: Tourney) -> Tourney:
    """A database with a run that stores results only."""
    assert tourney(*QUICK, "results", "--log", "results").code == 0
    return tourney


def test_where_no_moves_are_kept_one_line_says_how_to_see_them(results: Tourney) -> None:
    for command in ABOUT_MOVES:
        refused = results(*command)
        assert (refused.code, refused.out) == (3, "")
        (line,) = refused.err.splitlines()
        assert "stores only results, no moves; play a match again with: tourney run " in line
    again = results("run", "--resume", "results", "--only", "2")
    assert again.code == 0
    assert "same result as the stored match" in again.err
    for command in ABOUT_RESULTS:
        assert (results(*command).code, results(*command).err) == (0, "")


@pytest.mark.full
def test_another_result_than_the_stored_one_is_told(results: Tourney) -> None:
    with closing(sqlite3.connect("tourney.db")) as db, db:
        db.execute("UPDATE seat SET score = score + 1 WHERE match_id = 2 AND seat = 0")
    told = results("run", "--resume", "results", "--only", "2")
    assert (told.code, told.err.count("\n")) == (1, 1)


def test_an_unknown_way_to_keep_logs_is_refused(tourney: Tourney) -> None:
    refused = tourney(*QUICK, "x", "--log", "paper")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "rows, packed, results" in refused.err


def test_the_log_of_a_run_is_shown_and_asked_for_again(tourney: Tourney) -> None:
    tourney(*QUICK, "x", "--log", "packed")
    shown = tourney("runs", "show", "x").out
    assert "packed" in shown
    assert "--log packed --name x" in shown
    assert (
        "and every move (packed) into" in tourney(*QUICK, "y", "--log", "packed", "--dry-run").out
    )
