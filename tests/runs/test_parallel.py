"""Runs played by several processes: the same database, whoever plays and whatever dies."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.play.tables import mine
from tourney.runs import play as sessions
from tourney.runs.plan import Plan
from tourney.runs.spec import Prepared, prepare
from tourney.store import open_store
from tourney.work import chunks

TABLES = ("run", "run_bot", "bot", "match", "seat", "fault", "ply", "packed_log")


def settings(**changes: Any) -> Prepared:
    """A run of three bots at two seats, one of which fails now and then."""
    bots = {"a": "random", "b": "greedy", "c": mine("Fickle")}
    plan: dict[str, Any] = {
        "name": "x", "game": "diams", "options": {"length": "quick"}, "bots": bots, "seats": 2,
        "deals": 8, "seed": 5,
    }  # fmt: skip
    return prepare(Plan(**{**plan, **changes}))


def sitting(file: Path, prepared: Prepared, jobs: int, matches: int | None = None) -> int:
    """One sitting at the run, stopped after so many matches; how many were played."""
    with open_store(str(file), create=True) as store:
        found = [run for run in store.runs() if run.spec.name == prepared.spec.name]
        run_id = found[0].id if found else store.add_run(prepared.spec)
        session = sessions.Session(store, run_id, prepared, jobs=jobs)
        end = session.play(
            lambda snapshot: None,
            lambda: matches is not None and session.snapshot().played >= matches,
        )
        return end.played


def dump(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, but for the time at which the run was made."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE run SET created = ''")
        return {t: db.execute(f"SELECT * FROM {t} ORDER BY 1, 2").fetchall() for t in TABLES}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Any, ...]]]:
    """What the run leaves when this process plays it in one sitting."""
    file = tmp_path_factory.mktemp("alone") / "x.db"
    assert sitting(file, settings(), 1) == 48
    return dump(file)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_database_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, alone: dict[str, list[tuple[Any, ...]]], jobs: int
) -> None:
    sitting(tmp_path / "x.db", settings(), jobs)
    assert dump(tmp_path / "x.db") == alone
    assert alone["fault"]
    assert len(alone["match"]) == 48


def test_nor_on_sittings_nor_on_the_size_of_chunks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    alone: dict[str, list[tuple[Any, ...]]],
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.0)
    file = tmp_path / "x.db"
    first = sitting(file, settings(), 2, matches=5)
    second = sitting(file, settings(), 1, matches=7)
    third = sitting(file, settings(), 3)
    assert min(first, second, third) > 0
    assert first + second + third == 48
    assert dump(file) == alone
