"""Backup, restore, copying to another database, and finding faults in a database."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.examples import times
from tests.store.sample import add, fill, played, record, spec
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.match_values import Fault
from tourney.store import Database, open_store
from tourney.store.bots import all_bots
from tourney.store.bulk import RANGE
from tourney.store.care import backup, copy_rows, restore, status
from tourney.store.integrity import problems
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_count, stored_matches
from tourney.store.players import all_players
from tourney.store.runs import all_runs, delete_run, run_named
from tourney.store.schema import HEAD


def filled(store: Database) -> None:
    run = fill(store, range(1, 120))
    with MatchWriter(store, run) as writer:
        writer.add(played(120, status="forfeit", faults=(Fault(1, "crash", 3, "a\tb\\"),)))
    add(store, record())


def content(store: Database) -> list[object]:
    return [*all_runs(store), *stored_matches(store), *all_bots(store), *all_players(store)]


def test_a_copy_made_while_somebody_writes_is_whole(store: Database, tmp_path: Path) -> None:
    filled(store)
    writer = MatchWriter(store, run_named(store, "spring"), seconds=1000)
    writer.add(played(121))
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE run SET name = 'summer'")
        copy = backup(store, tmp_path / "copy.db")
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]
    with open_store(str(copy)) as copied:
        assert run_named(copied, "spring").spec == spec()
        assert match_count(copied, run_named(copied, "spring")) == 120
        assert problems(copied) == []


def test_a_copy_never_overwrites(store: Database, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(Conflict, match="already exists"):
        backup(store, tmp_path / "mine")
    with pytest.raises(NotFound):
        backup(store, tmp_path / "none" / "copy.db")
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_server_is_not_copied_as_a_file(database: str, tmp_path: Path) -> None:
    with (
        open_store(database, create=True) as store,
        pytest.raises(UsageFault, match=r"pg_dump, or into a file with tourney db copy --to FILE$"),
    ):
        backup(store, tmp_path / "copy.db")


def test_restoring_brings_back_what_was_and_keeps_what_is(store: Database, tmp_path: Path) -> None:
    filled(store)
    before = content(store)
    backup(store, tmp_path / "copy.db")
    delete_run(store, run_named(store, "spring"))
    store.close()
    file = tmp_path / "tourney.db"
    kept = restore(str(file), tmp_path / "copy.db")
    with open_store(str(file)) as again:
        assert content(again) == before
    assert kept is not None
    with open_store(str(kept)) as old:
        assert all_runs(old) == []
    assert restore(str(tmp_path / "new.db"), tmp_path / "copy.db") is None
    with open_store(str(tmp_path / "new.db")) as new:
        assert content(new) == before


def test_restoring_over_or_from_something_else_is_a_conflict(
    store: Database, tmp_path: Path
) -> None:
    copy = backup(store, tmp_path / "copy.db")
    other = tmp_path / "other.db"
    other.write_bytes(b"recipes")
    with pytest.raises(Conflict):
        restore(str(other), copy)
    with pytest.raises(Conflict):
        restore(str(tmp_path / "tourney.db"), other)
    with pytest.raises(NotFound):
        restore(str(tmp_path / "tourney.db"), tmp_path / "none.db")
    assert other.read_bytes() == b"recipes"


def test_copying_to_another_kind_and_back_changes_nothing(
    store: Database, database: str, tmp_path: Path
) -> None:
    filled(store)
    with open_store(database, create=True) as server:
        counts = copy_rows(store, server)
        assert (counts["run"], counts["match"], counts["seat"]) == (1, 121, 363)
        assert content(server) == content(store)
        with open_store(str(tmp_path / "back.db"), create=True) as back:
            copy_rows(server, back)
            assert content(back) == content(store)
        added = add(server, record("club/2"))
        assert added == 1 + max(match.id for match in stored_matches(store, entries=False))
        fill(server, [1], "next")


def test_copying_into_a_database_in_use_is_a_conflict(store: Database, tmp_path: Path) -> None:
    filled(store)
    with open_store(str(tmp_path / "other.db"), create=True) as other:
        add(other, record("mine"))
        before = content(other)
        with pytest.raises(Conflict, match="not empty"):
            copy_rows(store, other)
        assert content(other) == before


def test_the_size_of_a_database_on_a_server_grows_with_it(database: str) -> None:
    with open_store(database, create=True) as server:
        before = status(database).size
        fill(server, range(1, 201), "run")
        assert status(database).size > before > 1_000_000


def test_status_tells_what_is_there_whatever_it_is(store: Database, tmp_path: Path) -> None:
    filled(store)
    found = status(str(tmp_path / "tourney.db"))
    assert (found.schema, found.revision, found.runs, found.matches, found.records) == (
        "current", HEAD, 1, 121, 1,
    )  # fmt: skip
    assert found.plies == 119 * 40 + 40 + 3
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE recipe (name)")
    other = status(str(tmp_path / "other.db"))
    assert (other.schema, other.revision, other.matches) == ("foreign", None, None)


DAMAGE = {
    "DELETE FROM ply WHERE match_id = 3 AND number = 7": "match 3: the plies are not",
    "UPDATE ply SET number = 99 WHERE match_id = 4 AND number = 1": "match 4: the plies are not",
    "UPDATE ply SET match_id = 999 WHERE match_id = 5": "match 999: plies of a match that is",
    "DELETE FROM seat WHERE match_id = 6 AND seat = 2": "match 6: the number of seats",
    "UPDATE seat SET seat = 7 WHERE match_id = 7 AND seat = 2": "match 7: the number of seats",
    "UPDATE ply SET seat = 9 WHERE match_id = 8 AND number = 1": "match 8: plies of a seat",
    "UPDATE fault SET seat = 9 WHERE match_id = 120": "match 120: a fault of a seat",
    "UPDATE seat SET score = NULL WHERE match_id = 9": "match 9: a seat without score or place",
    "DELETE FROM record_text": "match 121: belongs to both a run and a record, or to neither",
}


def placed(text: str, store: Database) -> str:
    """The text with the ids that matches have on a server: a run and records count apart."""
    if store.is_file:
        return text

    def there(found: re.Match[str]) -> str:
        number = int(found[2])
        return f"{found[1]}{1 if number == 121 else RANGE + number}"

    return re.sub(r"(match_id = |match )(\d+)", there, text)


def test_what_is_not_sound_is_found(any_store: Database) -> None:
    filled(any_store)
    assert problems(any_store) == []
    for number, (damage, words) in enumerate(DAMAGE.items(), 1):
        with any_store.writing() as connection:
            connection.exec_driver_sql(placed(damage, any_store))
        found = [str(one) for one in problems(any_store)]
        assert len(found) == number
        words = placed(words, any_store)
        assert sum(problem.startswith(words) for problem in found) == 1


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE seat SET score = 'many' WHERE match_id < 4", "table seat: 9 values of score have"),
        ("UPDATE run SET seats = 'two'", "table run: 1 value of seats has the wrong type"),
        ("UPDATE run SET created = 'yesterday'", "table run: values of created cannot be read"),
        (
            "UPDATE bot SET name = CAST(x'ff' AS TEXT) WHERE id = 1",
            "table bot: values of name cannot",
        ),
        ("UPDATE record_text SET headers = '{'", "match 121: the headers cannot be read"),
        ("DROP TABLE tally", "table tally: missing"),
    ][:: times(1, 2)],
)
def test_values_that_nothing_can_read_are_found(
    store: Database, tmp_path: Path, damage: str, words: str
) -> None:
    filled(store)
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db, db:
        db.execute(damage)
    (problem,) = map(str, problems(store))
    assert problem.startswith(words)


def test_a_row_that_refers_to_nothing_is_found(store: Database, tmp_path: Path) -> None:
    filled(store)
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db, db:
        db.execute("DELETE FROM bot WHERE name = 'rho'")
    assert any("bot" in str(problem) for problem in problems(store))


def test_a_file_that_lost_a_page_is_found_damaged(store: Database, tmp_path: Path) -> None:
    filled(store)
    store.close()
    file = tmp_path / "tourney.db"
    content = bytearray(file.read_bytes())
    content[-8192:-4096] = bytes(4096)
    file.write_bytes(content)
    with open_store(str(file)) as again:
        assert problems(again)
