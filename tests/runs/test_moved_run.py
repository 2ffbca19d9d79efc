"""A run whose database disappears during play: its message is true and says how to go on."""

import json
import shlex
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.program import Program
from tests.until import AGES

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).parents[2]
BOTS = ("--bot", "a=random", "--bot", "thief=./thief.py")
RUN = ("run", "-g", "diams", "-O", "length=quick", *BOTS, "--deals", "120", "--name", "x")
THIEF = """
import os, shutil, signal, sqlite3
from contextlib import closing
from pathlib import Path

def stored():
    for file in Path().rglob("tourney.db"):
        with closing(sqlite3.connect(file)) as db:
            return db.execute("SELECT count(*) FROM match").fetchone()[0]

class Thief:
    moves = 0
    def choose(self, view, legal):
        Thief.moves += 1
        if Thief.moves % 100 == 0 and stored():
            Thief.moves = 1
            {act}
        return legal[0]
"""
"""Acts as soon as it finds that a match is stored."""

RENAME = "os.rename('tourney.db', 'other.db')"
DELETE = "os.remove('tourney.db')"
REPLACE = "shutil.copy('other.db', 'copy.db'); os.rename('copy.db', 'tourney.db')"
NO_FOLDER = "os.rename('here', 'there')"
NOTHING_LEFT = (
    "os.kill(os.getppid(), signal.SIGSTOP); shutil.rmtree('here', ignore_errors=True);"
    " os.kill(os.getppid(), signal.SIGCONT)"
)
"""Stops the runner, which could otherwise save the database while the folder is being deleted.

Another worker may have deleted it meanwhile: the runner must go on all the same.
"""


def stored(tourney: Tourney, db: str) -> int:
    return int(json.loads(tourney("runs", "--json", "--db", db).out)[-1]["stored"])


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only /proc tells of the new name")
@pytest.mark.parametrize(
    ("act", "told", "left_in"),
    [
        pytest.param(
            *(RENAME, "database 'tourney.db' was renamed to 'other.db' while it was in use"),
            "other.db",
            marks=pytest.mark.full,
        ),
        (DELETE, "database 'tourney.db' was deleted while it was in use", "tourney.db.saved.bak"),
    ],
    ids=["renamed", "deleted"],
)
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_run_fails_says_what_is_stored_where_and_how_to_go_on(
    tourney: Tourney, tmp_path: Path, act: str, told: str, left_in: str, jobs: int
) -> None:
    (tmp_path / "thief.py").write_text(THIEF.format(act=act))
    result = tourney(*RUN, "-j", str(jobs), "-q")
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
    number = stored(tourney, left_in)
    assert 0 < number < 240
    words = f"{number} of 240 matches of run 'x' are stored in '{left_in}'"
    again = f"continue with: tourney run --resume x -j {jobs} --db {left_in}"
    assert result.err == f"tourney: {told}: {words}; {again}\n"
    (tmp_path / "thief.py").write_text(THIEF.format(act="pass"))
    command = again.removeprefix("continue with: tourney ")
    assert tourney(*shlex.split(command), "--changed").code == 0
    assert stored(tourney, left_in) == 240


@pytest.mark.full
def test_a_file_that_takes_the_place_of_the_database_is_left_alone(
    tourney: Tourney, tmp_path: Path
) -> None:
    tourney("import", HOUSE / "data/records/spring-diams.tmr")
    shutil.move("tourney.db", "other.db")
    before = (tmp_path / "other.db").read_bytes()
    (tmp_path / "thief.py").write_text(THIEF.format(act=REPLACE))
    result = tourney(*RUN, "-q")
    assert result.code == 1
    assert "was replaced by another file while it was in use" in result.err
    assert (tmp_path / "tourney.db").read_bytes() == before


@pytest.mark.full
def test_a_folder_that_is_renamed_is_found(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "thief.py").write_text(THIEF.format(act=NO_FOLDER))
    result = tourney(*RUN, "-q", "--db", "here/tourney.db")
    assert result.code == 1
    assert result.err.endswith("continue with: tourney run --resume x --db there/tourney.db\n")


@pytest.mark.full
def test_where_nothing_can_be_saved_that_is_said(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "thief.py").write_text(THIEF.format(act=NOTHING_LEFT))
    result = tourney(*RUN, "-q", "--db", "here/tourney.db")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert "no match of run 'x' is stored; start again with: tourney run -g diams" in result.err


@pytest.mark.full
def test_who_watches_is_told_too(tourney: Tourney, tmp_path: Path) -> None:
    tourney(*RUN[:5], "--bot", "a=random", "--bot", "b=random", "--deals", "2", "--name", "x")
    with closing(sqlite3.connect("tourney.db")) as db, db:
        db.execute("UPDATE run SET deals = 9")
    words = ("watch", "x", "--progress", "plain")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Program(words, cwd=tmp_path, text=True, **pipes) as watching:
        assert watching.stdout is not None
        assert "4 of 18 matches" in watching.stdout.readline()
        (tmp_path / "tourney.db").unlink()
        _, err = watching.communicate(timeout=AGES)
    assert watching.returncode == 1
    assert err == "tourney: database 'tourney.db' was deleted while it was in use\n"
