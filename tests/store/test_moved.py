"""A database file that is renamed, replaced or deleted while in use, and its remaining data."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.examples import usual
from tests.store.sample import fill, new_store, played
from tourney.store import Database, DatabaseMoved, open_store
from tourney.store.care import backup, salvage
from tourney.store.integrity import problems
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import finished_numbers, match_count, run_matches
from tourney.store.runs import all_runs, run_named, set_run_state

HOUSE = Path(__file__).parents[2]
linux_only = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="only /proc tells where a renamed file is"
)


def rename(file: Path) -> None:
    file.rename(file.with_name("other.db"))


def move_all(file: Path) -> None:
    (file.parent / "other").mkdir()
    for path in file.parent.glob("tourney.db*"):
        path.rename(file.parent / "other" / path.name)


def delete(file: Path) -> None:
    file.unlink()


def delete_all(file: Path) -> None:
    for path in file.parent.glob("tourney.db*"):
        path.unlink()


def replace(file: Path) -> None:
    """Replaces the file, as `mv backup.db tourney.db` does."""
    shutil.copy(file.parent / "backup.db", file.parent / "again.db")
    (file.parent / "again.db").rename(file)


def delete_log(file: Path) -> None:
    file.with_name("tourney.db-wal").unlink()


def delete_index(file: Path) -> None:
    file.with_name("tourney.db-shm").unlink()


WAYS = (rename, move_all, delete, delete_all, replace, delete_log, delete_index)


def half_filled(folder: Path) -> Database:
    """A database with three of six matches, and a backup of it with one match."""
    store = new_store(folder)
    run = fill(store, [1])
    backup(store, folder / "backup.db")
    with MatchWriter(store, run) as writer:
        for number in (2, 3):
            writer.add(played(number))
    return store


def stored(store: Database) -> list[int]:
    """The numbers of the stored matches."""
    return list(finished_numbers(store, run_named(store, "spring")))


@pytest.mark.parametrize("way", usual(WAYS[1::2], WAYS))
def test_a_writer_claims_nothing_that_nobody_finds(
    tmp_path: Path, way: Callable[[Path], None]
) -> None:
    file = tmp_path / "tourney.db"
    with half_filled(tmp_path) as store:
        writer = MatchWriter(store, run_named(store, "spring"), batch=100, seconds=1000)
        writer.add(played(4))
        way(file)
        with pytest.raises(DatabaseMoved, match=r"while .* in use"):
            writer.flush()


@pytest.mark.parametrize("way", usual((delete, replace), WAYS))
def test_a_reader_is_told_at_its_next_look(tmp_path: Path, way: Callable[[Path], None]) -> None:
    file = tmp_path / "tourney.db"
    half_filled(tmp_path).close()
    shutil.copy(tmp_path / "backup.db", tmp_path / "spare.db")
    with open_store(str(file)) as store:
        run = run_named(store, "spring")
        assert match_count(store, run) == 3
        if way in (delete_log, delete_index):
            return  # without a second process all data is in the file itself
        way(file)
        with pytest.raises(DatabaseMoved):
            match_count(store, run)
        with pytest.raises(DatabaseMoved):
            all_runs(store)


@linux_only
@pytest.mark.parametrize("way", usual(WAYS[::2], WAYS))
def test_what_was_stored_is_saved_whole_under_a_name_that_is_told(
    tmp_path: Path, way: Callable[[Path], None]
) -> None:
    file = tmp_path / "tourney.db"
    with half_filled(tmp_path) as store:
        run = run_named(store, "spring")
        way(file)
        with pytest.raises(DatabaseMoved):
            set_run_state(store, run, lambda before: "here")
        found = salvage(store)
    assert found is not None
    named = {
        rename: "other.db", move_all: "other/tourney.db", delete_log: "tourney.db",
        delete_index: "tourney.db",
    }.get(way, "tourney.db.saved.bak")  # fmt: skip
    assert found == tmp_path / named
    with open_store(str(found)) as again:
        assert stored(again) == [1, 2, 3]
        assert [m.entries for m in run_matches(again, run)] == [
            played(n).entries for n in (1, 2, 3)
        ]
        assert problems(again) == []


@pytest.mark.parametrize("way", [delete, rename])
def test_the_next_file_of_that_name_is_not_mixed_with_what_was_left_behind(
    tmp_path: Path, way: Callable[[Path], None]
) -> None:
    """The log of the old file still exists under its name."""
    file = tmp_path / "tourney.db"
    with half_filled(tmp_path) as store:
        way(file)
        with pytest.raises(DatabaseMoved):
            all_runs(store)
    shutil.copy(tmp_path / "backup.db", file)
    with open_store(str(file)) as again:
        assert stored(again) == [1]


def test_a_replaced_file_stays_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tourney.db"
    with half_filled(tmp_path) as store:
        replace(file)
        with pytest.raises(DatabaseMoved, match="replaced by another file"):
            all_runs(store)
    with open_store(str(file)) as again:
        assert stored(again) == [1]


def test_a_file_that_is_gone_is_not_made_anew_by_another_connection(tmp_path: Path) -> None:
    file = tmp_path / "tourney.db"
    with half_filled(tmp_path) as store:
        delete_all(file)
        with pytest.raises(DatabaseMoved):
            store.connect()
    assert not file.exists()


def test_a_folder_that_is_renamed_while_it_is_the_current_one_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    with open_store("tourney.db", create=True) as store:
        run = fill(store, [1])
        os.rename(tmp_path / "a", tmp_path / "b")
        with MatchWriter(store, run) as writer:
            writer.add(played(2))
        assert list(finished_numbers(store, run)) == [1, 2]


def left_by_a_kill(folder: Path, code: str = "half_filled(folder)") -> Path:
    """A database whose process ended without closing it; its last writes are in its log."""
    lines = (
        "import os, sys",
        "from pathlib import Path",
        "from tests.store.test_moved import *",
        "from tourney.store.care import restore",
        "folder = Path(sys.argv[1])",
        "file = folder / 'tourney.db'",
        f"kept = {code}",
        "os._exit(0)",
    )
    command = [sys.executable, "-c", "\n".join(lines), str(folder)]
    subprocess.run(command, check=True, cwd=HOUSE)
    assert (folder / "tourney.db-wal").stat().st_size > 0
    return folder / "tourney.db"


def test_a_log_that_another_database_left_is_refused_and_not_taken_in(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    left = left_by_a_kill(tmp_path / "old")
    file = tmp_path / "tourney.db"
    with new_store(tmp_path) as store:
        fill(store, range(1, 10), "mine")
    content = file.read_bytes()
    for copied in ("-wal", "-shm"):
        shutil.copy(f"{left}{copied}", f"{file}{copied}")
    with pytest.raises(Exception, match=r"tourney\.db-wal' belongs to another database") as caught:
        open_store(str(file))
    assert getattr(caught.value, "exit_code", None) == 6
    assert file.read_bytes() == content
    (tmp_path / "tourney.db-wal").unlink()
    with open_store(str(file)) as again:
        assert match_count(again, run_named(again, "mine")) == 9


@pytest.mark.full
def test_a_backup_put_in_place_beside_an_old_log_is_not_mixed_with_it(tmp_path: Path) -> None:
    file = left_by_a_kill(tmp_path)
    shutil.copy(tmp_path / "backup.db", file)
    with pytest.raises(Exception, match="belongs to another database"):
        open_store(str(file))
    (tmp_path / "tourney.db-wal").unlink()
    with open_store(str(file)) as again:
        assert stored(again) == [1]


@pytest.mark.full
def test_an_own_log_is_taken_in_also_after_a_restore(tmp_path: Path) -> None:
    """Both causes of a log with unsaved content: a killed process and a restore."""
    file = left_by_a_kill(tmp_path)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as db:
        (number,) = db.execute("PRAGMA user_version").fetchone()
    # A second connection has the database open; otherwise SQLite would empty the log at the end.
    left_by_a_kill(tmp_path, "open_store(str(file)), restore(str(file), folder / 'backup.db')")
    with open_store(str(file)) as again:
        assert stored(again) == [1]
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA user_version").fetchone() != (number,)
