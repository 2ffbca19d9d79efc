"""The log of changes: what is written to it, and that no row changes unnoticed."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.examples import usual
from tests.store.sample import add, fill, new_store, record, spec, unchecked
from tourney.domain.errors import Conflict
from tourney.store import open_store
from tourney.store.care import copy_rows
from tourney.store.connect import Database
from tourney.store.imports import import_records, remove_records
from tourney.store.integrity import problems
from tourney.store.log import NotedRow, log_entries
from tourney.store.runs import add_run, delete_run


def changes(store: Database) -> list[tuple[str, str]]:
    return [(entry.what, entry.ids) for entry in log_entries(store)]


def test_imports_and_runs_write_one_row_each(any_store: Database) -> None:
    any_store.actor = "Emi"
    many = [record(f"club/{n}", f"match: club/{n}\n", players=("Ann", "Bo", "greedy"))
            for n in range(3)]  # fmt: skip
    import_records(any_store, lambda: many, check=unchecked)
    import_records(any_store, lambda: many, check=unchecked)  # nothing new, so nothing to log
    remove_records(any_store, lambda: many[1:], check=unchecked)
    run = fill(any_store, [1, 2])
    delete_run(any_store, run)
    first, *_ = log_entries(any_store)
    assert (first.number, first.actor, first.details) == (1, "Emi", {
        "new": 3, "digest": first.details["digest"]
    })  # fmt: skip
    assert changes(any_store) == [
        ("import", "match 1-3, player 1-2, bot 1"),
        ("import undo", "match 2-3"),
        ("run new", "run 1"),
        ("run write", "run 1"),
        ("run rm", "run 1"),
    ]
    assert problems(any_store) == []


def test_a_change_that_fails_leaves_no_row(store: Database) -> None:
    add(store, record())
    before = list(log_entries(store))
    with pytest.raises(Conflict):
        import_records(
            store,
            lambda: [record("club/2"), record(text="match: club/1\n# other\n")],
            check=unchecked,
        )
    fill(store, [1])
    with pytest.raises(Conflict):
        add_run(store, spec())
    made = [("run new", "run 1"), ("run write", "run 1")]
    assert changes(store) == [(entry.what, entry.ids) for entry in before] + made


def test_every_row_has_the_sha256_of_its_columns_and_of_the_row_before(
    store: Database, tmp_path: Path
) -> None:
    fill(store, [1])
    add(store, record())
    store.close()
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        rows = db.execute("SELECT * FROM log ORDER BY number").fetchall()
        (end,) = db.execute("SELECT count, hash FROM log_end")
    before = ""
    for *columns, own in rows:
        assert columns[-1] == before
        before = own
        assert own == sha256(json.dumps(columns, ensure_ascii=False).encode()).hexdigest()
    assert end == (3, before)


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with six changes."""
    folder = tmp_path_factory.mktemp("six")
    with new_store(folder) as store:
        for number in range(6):
            add(store, record(f"club/{number}"))
    return folder / "tourney.db"


def rehashed(db: sqlite3.Connection, number: int, column: str, value: object) -> None:
    """Alters a row and computes its hash again, but not those of later rows."""
    db.execute(f"UPDATE log SET {column} = ? WHERE number = ?", (value, number))
    (*columns, _own) = db.execute("SELECT * FROM log WHERE number = ?", (number,)).fetchone()
    own = sha256(json.dumps(columns, ensure_ascii=False).encode()).hexdigest()
    db.execute("UPDATE log SET hash = ? WHERE number = ?", (own, number))


INSERTED = """
    UPDATE log SET number = -1 - number WHERE number >= 3;
    UPDATE log SET number = -number WHERE number < 0;
    INSERT INTO log VALUES (3, 'now', 1, 'import', 'match 9', '{}', 'x', 'y');
"""
TAMPERED = {
    "UPDATE log SET at = '2020' WHERE number = 4": "row 4 was altered",
    "UPDATE log SET details = '{}' WHERE number IN (2, 5)": "row 2 was altered",
    "UPDATE log SET previous = hash WHERE number = 1": "row 1 was altered",
    "UPDATE log SET hash = 'x' WHERE number = 6": "row 6 was altered",
    "DELETE FROM log WHERE number = 1": "row 1 was removed",
    "DELETE FROM log WHERE number IN (3, 4)": "rows 3 to 4 were removed",
    "DELETE FROM log WHERE number > 4": "rows 5 to 6 were removed",
    "DELETE FROM log": "rows 1 to 6 were removed",
    "DELETE FROM log_end; DELETE FROM log": "its end, the row of log_end, was removed",
    "DELETE FROM log_end": "its end, the row of log_end, was removed",
    "UPDATE log_end SET hash = 'x'": "row 6 was altered",
    "INSERT INTO log VALUES (7, 'now', 1, 'import', 'match 9', '{}', 'x', 'y')":
        "row 7 was inserted",
    INSERTED: "row 3 was inserted",
}  # fmt: skip


@pytest.mark.parametrize(("statements", "words"), TAMPERED.items())
def test_integrity_names_the_first_row_that_another_program_changed(
    six: Path, tmp_path: Path, statements: str, words: str
) -> None:
    file = tmp_path / "copy.db"
    file.write_bytes(six.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        db.executescript(statements)
    with open_store(str(file)) as store:
        assert [str(one) for one in problems(store)] == [f"log: {words}"]


def computed_again(db: sqlite3.Connection, number: int) -> None:
    """Computes the hashes of a row and of all later ones again, and that of the end of the log."""
    previous = ""
    for (each,) in db.execute("SELECT number FROM log ORDER BY number").fetchall():
        if each >= number:
            rehashed(db, each, "previous", previous)
        (previous,) = db.execute("SELECT hash FROM log WHERE number = ?", (each,)).fetchone()
    db.execute("UPDATE log_end SET hash = ?, count = (SELECT count(*) FROM log)", (previous,))


CLOSED_UP = """
    DELETE FROM log WHERE number = {0};
    UPDATE log SET number = -number WHERE number > {0};
    UPDATE log SET number = -1 - number WHERE number < 0;
"""
FORGED = (
    *(f"UPDATE log SET what = 'other' WHERE number = {number}" for number in (1, 3, 6)),
    *(CLOSED_UP.format(number) for number in (1, 3, 6)),
    *(INSERTED.replace("3", f"{number}") for number in (1, 3, 6)),
    "DELETE FROM log WHERE number > 4",
)


@pytest.mark.parametrize("statements", usual(FORGED[::3], FORGED))
def test_a_forger_who_computes_all_hashes_again_is_found_by_a_noted_row(
    six: Path, tmp_path: Path, statements: str
) -> None:
    file = tmp_path / "copy.db"
    file.write_bytes(six.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        noted = NotedRow(*db.execute("SELECT number, hash FROM log WHERE number = 6").fetchone())
        db.executescript(statements)
        with db:
            computed_again(db, 1)
    with open_store(str(file)) as store:
        assert problems(store) == []
        (words,) = map(str, problems(store, noted))
    cut = statements in (FORGED[3:6] + FORGED[9:])
    assert words.startswith("log: row 6 was noted and" if cut else "log: row 6 is not the one")


@pytest.mark.parametrize("rehash", [False, True])
def test_any_altered_value_is_found_by_its_row(six: Path, tmp_path: Path, rehash: bool) -> None:
    luck = Random(7)
    for attempt in range(4):
        file = tmp_path / f"{attempt}.db"
        file.write_bytes(six.read_bytes())
        number, column = luck.randrange(1, 7), luck.choice(["at", "what", "ids", "previous"])
        with closing(sqlite3.connect(file)) as db, db:
            if rehash:
                rehashed(db, number, column, "other")
            else:
                db.execute(f"UPDATE log SET {column} = 'other' WHERE number = ?", (number,))
        with open_store(str(file)) as store:
            assert [str(one) for one in problems(store)] == [f"log: row {number} was altered"]


def test_a_row_with_an_author_that_does_not_exist_is_named(six: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    file.write_bytes(six.read_bytes())
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE log SET actor_id = 99 WHERE number = 3")
    with open_store(str(file)) as store:
        assert [str(one) for one in problems(store)] == [
            "table log: row 3 refers to a missing row of actor"
        ]


def test_a_row_inserted_with_a_right_hash_is_named(six: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    file.write_bytes(six.read_bytes())
    with closing(sqlite3.connect(file)) as db, db:
        (before,) = db.execute("SELECT hash FROM log WHERE number = 2").fetchone()
        db.executescript(INSERTED)
        rehashed(db, 3, "previous", before)
    with open_store(str(file)) as store:
        assert [str(one) for one in problems(store)] == ["log: row 3 was inserted"]


def test_a_copy_has_the_same_sound_log(store: Database, tmp_path: Path) -> None:
    add(store, record())
    with open_store(str(tmp_path / "other.db"), create=True) as other:
        copy_rows(store, other)
        assert list(log_entries(other)) == list(log_entries(store))
        add(other, record("club/2"))
        assert problems(other) == []
