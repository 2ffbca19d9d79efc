"""`tourney db`: its output, its effects and its errors."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.store.sample import fill, new_store
from tourney.store import open_store
from tourney.store.matches import match_count
from tourney.store.runs import delete_run, run_named
from tourney.store.schema import HEAD


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with a run of twelve matches."""
    with new_store(tmp_path) as store:
        fill(store, range(1, 13))
    return tmp_path / "tourney.db"


def test_status_shows_what_is_there(tourney: Tourney, file: Path) -> None:
    result = tourney("db", "status", "--json")
    assert result.code == 0
    (row,) = json.loads(result.out)
    assert row == {
        "database": "tourney.db",
        "schema": "current",
        "revision": HEAD,
        "size": file.stat().st_size,
        "runs": 1,
        "matches": 12,
        "records": 0,
        "plies": 480,
        "packed": 0,
        "infos": 0,
        "recordings": 0,
        "plays": 0,
    }


def test_backup_and_restore_say_how_to_go_back(tourney: Tourney, file: Path) -> None:
    result = tourney("db", "backup", "my copy.db")
    assert result.code == 0
    assert "to restore it: tourney db restore 'my copy.db'" in result.err
    with open_store(str(file)) as store:
        delete_run(store, run_named(store, "spring"))
    assert tourney("db", "restore", "my copy.db").code == 2
    result = tourney("db", "restore", "my copy.db", "--yes")
    assert result.code == 0
    assert "undo: tourney db restore tourney.db.replaced.bak" in result.err
    with open_store(str(file)) as store:
        assert match_count(store, run_named(store, "spring")) == 12


def test_a_row_noted_from_a_backup_proves_later_that_the_log_is_the_same(
    tourney: Tourney, tmp_path: Path
) -> None:
    sample = Path(__file__).parents[2] / "data/records/spring-diams.tmr"
    assert tourney("import", str(sample)).code == 0
    told = tourney("db", "backup", "copy.db").err.splitlines()[1]
    row = told.rpartition(" ")[2]
    assert told.startswith(f"last row of the log: {row}; note it, and check the log later with: ")
    assert tourney("db", "integrity", "--noted", row) == (0, "", "tourney.db is sound\n")
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db, db:
        db.execute("DELETE FROM log")
        db.execute("UPDATE log_end SET count = 0, hash = ''")
    found = "log: row 1 was noted and is missing: the log was cut off\n"
    assert tourney("db", "integrity", "--noted", row) == (3, found, "")
    refused = tourney("db", "integrity", "--noted", "x")
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_copying_takes_everything_to_another_database(tourney: Tourney, file: Path) -> None:
    result = tourney("db", "copy", "--to", "other.db")
    assert result.code == 0
    assert "12 rows of match, " in result.err
    assert tourney("db", "copy", "--to", "other.db").code == 6


def test_a_schema_from_before_the_first_release_asks_for_an_export_and_a_new_one_for_a_new_program(
    tourney: Tourney, file: Path
) -> None:
    assert "up to date" in tourney("db", "upgrade").err
    for number, words, code in (("0017", "before the first release", 6), ("9999", "newer", 6)):
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("UPDATE alembic_version SET version_num = ?", (number,))
        result = tourney("db", "integrity")
        assert result.code == code
        assert words in result.err
        assert tourney("db", "status").code == 0


def test_integrity_prints_what_is_wrong_and_exits_3(tourney: Tourney) -> None:
    tourney("run", "-g", "diams", "--bot", "a=random", "--bot", "b=random", "--deals", "2")
    assert tourney("db", "integrity") == (0, "", "tourney.db is sound\n")
    with closing(sqlite3.connect("tourney.db")) as db, db:
        db.execute("DELETE FROM ply WHERE match_id = 3 AND number = 7")
    result = tourney("db", "integrity")
    assert (result.code, result.out.count("\n")) == (3, 1)
    assert result.out.startswith("match 3: ")


@pytest.mark.parametrize(
    "args", [("status",), ("upgrade",), ("backup", "x"), ("copy", "--to", "x"), ("integrity",)]
)
def test_a_missing_database_is_not_made(
    tourney: Tourney, tmp_path: Path, args: tuple[str, ...]
) -> None:
    result = tourney("db", *args)
    assert (result.code, result.out, result.err.count("\n")) == (5, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_log_shows_who_changed_what(
    tourney: Tourney, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOURNEY_WHO", "Emi")
    sample = Path(__file__).parents[2] / "data/records/spring-diams.tmr"
    assert tourney("import", str(sample)).code == 0
    first, played, second = json.loads(tourney("db", "log", "--json").out)
    assert (first["what"], first["ids"]) == ("run new", "run 1")
    assert (played["what"], played["ids"]) == ("run write", "run 1")
    assert (second["actor"], second["what"], second["details"]) == ("Emi", "import", "new 1")
    shown = tourney("db", "log", "--limit", "1")
    assert second["hash"][:12] in shown.out
    assert shown.err == "only the newest 1 are listed; --limit 0 lists all\n"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE log SET ids = 'run 2' WHERE number = 1")
    assert tourney("db", "integrity") == (3, "log: row 1 was altered\n", "")
