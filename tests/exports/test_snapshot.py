"""The snapshot for other programs: its views show what the exports and the standings show."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.exports.sample import SPEC, played, store_run
from tests.exports.test_results import CLUB, CUP
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.care import frozen
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_count, stored_matches
from tourney.store.runs import run_named

KEPT: dict[str, bytes] = {}
"""The files of the database, which is made once."""


def shown(tourney: Tourney, *args: str) -> list[dict[str, Any]]:
    result = tourney(*args, "--format", "json")
    assert result.code == 0, result.err
    found: list[dict[str, Any]] = json.loads(result.out)
    return found


def view(path: Path, name: str, where: str = "1") -> list[dict[str, Any]]:
    with closing(sqlite3.connect(path)) as file:
        file.row_factory = sqlite3.Row
        return [dict(row) for row in file.execute(f"SELECT * FROM {name} WHERE {where}")]


@pytest.fixture
def filled(tourney: Tourney, tmp_path: Path) -> Tourney:
    """A database with a run, an event with a plan, and one that a record names."""
    for name, data in KEPT.items():
        (tmp_path / name).write_bytes(data)
    if not KEPT:
        store_run(tmp_path)
        for words in CUP:
            assert tourney(*words).code == 0
        (tmp_path / "m.tmr").write_text(CLUB, "utf-8")
        assert tourney("import", "m.tmr").code == 0
        KEPT.update({path.name: path.read_bytes() for path in tmp_path.iterdir()})
    return tourney


def test_views_show_what_the_exports_show(filled: Tourney, tmp_path: Path) -> None:
    assert filled("export", "sqlite", "-o", "s.db").code == 0
    path = tmp_path / "s.db"
    results = shown(filled, "export", "results", "spring", "Cup", "Club")
    for row in results:
        row["table_no"] = row.pop("table")
    assert view(path, "v_results") == results
    moves = shown(filled, "export", "moves", "spring")
    keys = ("match", "ply", "seat", "player", "text")
    found = [{key: row[key] for key in keys} for row in view(path, "v_moves")]
    assert found == [{key: row[key] for key in keys} for row in moves]
    for name in ("spring", "Cup", "Club"):
        rows = view(path, "v_standings", f"name = '{name}'")
        told = [(row["place"], row["player"], row["points"]) for row in rows]
        standings = shown(filled, "standings", name)
        assert told == [(row["place"], row["player"], row["points"]) for row in standings]


def test_some_runs_and_events_can_be_chosen(filled: Tourney, tmp_path: Path) -> None:
    assert filled("export", "sqlite", "-o", "s.db").code == 0
    assert filled("export", "sqlite", "-o", "s.db", "Cup", "spring/4").code == 0
    path = tmp_path / "s.db"
    assert {row["match"] for row in view(path, "v_results")} == {"cup/r1/t1", "spring/4"}
    assert {row["name"] for row in view(path, "v_standings")} == {"Cup"}
    assert filled("export", "sqlite", "-o", "s.db", "cup/r1/t1").code == 0
    assert view(path, "v_standings") == []
    assert {row["code"] for row in view(path, "v_faults")} == set()


def test_a_snapshot_is_the_database_at_one_instant(tmp_path: Path) -> None:
    store_run(tmp_path)
    with open_store(str(tmp_path / "tourney.db")) as store, frozen(store, tmp_path) as copy:
        run = run_named(store, "spring")
        with MatchWriter(store, run) as writer:
            writer.add(played(Schedule(SPEC).fixture(7), (1, 2, 3)))
        assert match_count(store, run) == 7
        assert match_count(copy, run_named(copy, "spring")) == 6
        assert len(list(stored_matches(copy))) == 6
    assert [one.name for one in tmp_path.glob(".tourney-*")] == []


def test_only_a_snapshot_is_replaced(filled: Tourney, tmp_path: Path) -> None:
    refused = filled("export", "sqlite", "-o", "tourney.db")
    assert refused.code == 6
    sqlite3.connect(tmp_path / "mine.db").execute("CREATE TABLE t (a)").connection.close()
    before = (tmp_path / "mine.db").read_bytes()
    assert filled("export", "sqlite", "-o", "mine.db").code == 6
    assert (tmp_path / "mine.db").read_bytes() == before
    assert filled("export", "sqlite", "-o", "s.db", "nobody").code == 5
    assert not (tmp_path / "s.db").exists()
    assert filled("export", "sqlite").code == 2
