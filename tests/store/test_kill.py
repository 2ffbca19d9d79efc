"""A writer killed at any time leaves complete matches only, and missing ones can be added."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.store.sample import fill, new_store, played, spec
from tourney.store import open_store
from tourney.store.integrity import problems
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import finished_numbers, run_matches
from tourney.store.runs import add_run

LAST = 3000
CHILD = f"""
import sys
from pathlib import Path
from tests.store.sample import played
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import run_named
matches = [played(number) for number in range(1, {LAST + 1})]
with open_store(sys.argv[1]) as store:
    run = run_named(store, "spring")
    with MatchWriter(store, run, batch=5) as writer:
        print("go", flush=True)
        for match in matches:
            writer.add(match)
"""
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.full) for n in range(1, 10))]
)
@pytest.mark.full
def test_a_killed_writer_leaves_whole_matches_only(tmp_path: Path, seed: int) -> None:
    with new_store(tmp_path) as store:
        run = add_run(store, spec())
    file = tmp_path / "tourney.db"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(file)], stdout=subprocess.PIPE, cwd=ROOT
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"go\n"
        time.sleep(Random(seed).uniform(0.0, 0.25))
        child.kill()
    with open_store(str(file)) as store:
        stored = list(finished_numbers(store, run))
        print(f"killed after {len(stored)} of {LAST} matches")
        assert stored == list(range(1, len(stored) + 1))
        assert len(stored) % 5 == 0
        for match in run_matches(store, run):
            number = int(match.name.partition("/")[2])
            assert match.entries == played(number).entries
            assert len(match.players) == 3
        assert problems(store) == []
        with MatchWriter(store, run) as writer:
            for number in range(1, 101):
                writer.add(played(number))
        resumed = [replace(m, id=0) for m in run_matches(store, run) if m.id <= 100]
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    (tmp_path / "undisturbed").mkdir()
    with new_store(tmp_path / "undisturbed") as store:
        fill(store, range(1, 101))
        undisturbed = [replace(m, id=0) for m in run_matches(store, run)]
    assert resumed[:100] == undisturbed
