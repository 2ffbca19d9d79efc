"""Unusable databases: one clear line, the right exit code, and no change to the file."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from tests.examples import usual
from tests.store.sample import fill, new_store, played, spec
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault
from tourney.store import open_store
from tourney.store.database_faults import DatabaseGone
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import finished_numbers, run_matches
from tourney.store.players import add_player, all_players
from tourney.store.runs import add_run, all_runs, delete_run

HEADER = b"SQLite format 3\0" + bytes(2000)


def refused(target: object, *, create: bool = False) -> TourneyError:
    with pytest.raises(TourneyError) as caught:
        open_store(str(target), create=create, busy_seconds=0.1)
    assert "\n" not in str(caught.value)
    assert str(caught.value)[:1] in "'abcdefghijklmnopqrstuvwxyz"
    return caught.value


def test_a_missing_file_is_not_found_and_not_made(tmp_path: Path) -> None:
    error = refused(tmp_path / "none.db")
    assert error.exit_code == 5
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_not_found(tmp_path: Path) -> None:
    assert refused(tmp_path / "none" / "t.db", create=True).exit_code == 5


@pytest.mark.parametrize("create", [False, True])
def test_a_folder_is_no_database(tmp_path: Path, create: bool) -> None:
    assert refused(tmp_path, create=create).exit_code == 6


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize("junk", [b"not a database at all\n" * 50, b"\x00\xff" * 999, b"x", HEADER])
def test_junk_is_a_conflict_and_stays_as_it_is(tmp_path: Path, junk: bytes, create: bool) -> None:
    file = tmp_path / "junk.db"
    file.write_bytes(junk)
    assert refused(file, create=create).exit_code == 6
    assert file.read_bytes() == junk


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only /proc tells of open files")
@pytest.mark.parametrize("create", [False, True])
def test_a_file_that_is_refused_is_not_kept_open(tmp_path: Path, create: bool) -> None:
    file = tmp_path / "junk.db"
    file.write_bytes(b"not a database at all\n" * 50)
    error = refused(file, create=create)  # what it holds is not freed yet
    descriptors = os.listdir("/proc/self/fd")
    held = {os.path.realpath(f"/proc/self/fd/{number}") for number in descriptors}
    assert (error.exit_code, str(file.resolve()) in held) == (6, False)


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        "CREATE TABLE recipe (name)",
        "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('0002')",
        "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('ae10');"
        f"PRAGMA application_id = {0x74726E79}",
        "PRAGMA application_id = 252006674",
    ],
)
def test_a_foreign_database_is_a_conflict_and_stays_as_it_is(
    tmp_path: Path, make: str, create: bool
) -> None:
    file = tmp_path / "foreign.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(make)
    content = file.read_bytes()
    error = refused(file, create=create)
    assert error.exit_code == 6
    assert "not a database of tourney" in str(error)
    assert file.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["foreign.db"]


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        fill(store, range(1, 300))
    file = tmp_path / "tourney.db"
    content = bytearray(file.read_bytes())
    content[4096 : len(content)] = bytes(len(content) - 4096)
    file.write_bytes(content)
    assert refused(file).exit_code == 6


def test_a_table_that_is_gone_is_told(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        run = fill(store, [1])
        with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
            db.execute("DROP TABLE ply")
        with pytest.raises(Conflict, match="damaged"):
            list(run_matches(store, run))


def test_an_error_that_no_user_can_cause_stays_as_it_is(tmp_path: Path) -> None:
    with (
        new_store(tmp_path) as store,
        pytest.raises(DBAPIError) as caught,
        store.reading() as connection,
    ):
        connection.exec_driver_sql("SELEC 1")
    assert caught.value.__cause__ is not caught.value


def test_a_place_that_cannot_be_written_is_told() -> None:
    error = refused("/proc/tourney.db", create=True)
    assert error.exit_code == 1
    assert "permissions" in str(error)


@pytest.mark.parametrize(
    "url", ["mysql://host/name", "sqlite://", "sqlite:///:memory:", "://", "postgresql://h:port/n"]
)
def test_a_url_we_do_not_know_is_a_usage_fault(url: str) -> None:
    assert isinstance(refused(url), UsageFault)


def test_a_path_may_look_like_anything_but_a_url(tmp_path: Path) -> None:
    file = tmp_path / "a?b=c#d %20 é.db"
    open_store(str(file), create=True).close()
    assert file.is_file()
    with open_store(f"sqlite:///{tmp_path}/url.db", create=True):
        assert (tmp_path / "url.db").is_file()


def test_a_server_that_does_not_answer_is_told() -> None:
    pytest.importorskip("psycopg")
    error = refused("postgresql://ann:secret@127.0.0.1:1/tourney")
    assert error.exit_code == 1
    assert "secret" not in str(error)


def test_a_database_that_the_server_lacks_is_not_found(database: str) -> None:
    error = refused(database.replace("tourney_test_", "nowhere_"))
    assert isinstance(error, NotFound)


def test_a_servers_other_tables_are_foreign(database: str) -> None:
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute("CREATE TABLE recipe (name text)")
    assert refused(database, create=True).exit_code == 6


def test_limits_of_a_server_for_small_requests_do_not_end_a_large_one(database: str) -> None:
    import psycopg

    name = database.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(database, autocommit=True) as admin:
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            admin.execute(f"ALTER DATABASE {name} SET {limit} = '20ms'")  # type: ignore[arg-type]
    with open_store(database, create=True) as store:
        fill(store, range(1, 4))
        with store.writing() as connection:
            connection.exec_driver_sql("SELECT pg_sleep(0.1)")
            sleep(0.1)
            assert connection.exec_driver_sql("SELECT count(*) FROM match").scalar_one() == 3


def test_a_database_that_can_only_be_read_is_told(database: str) -> None:
    """As is a server that follows another one."""
    import psycopg

    with open_store(database, create=True) as store:
        run = fill(store, [1])
    name = database.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(database, autocommit=True) as admin:
        command = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
        admin.execute(command)  # type: ignore[arg-type]
    with open_store(database) as store:
        assert list(finished_numbers(store, run)) == [1]
        for change in (lambda: add_run(store, spec("summer")), lambda: delete_run(store, run)):
            with pytest.raises(TourneyError, match="can only be read: cannot execute"):
                change()


@pytest.mark.parametrize("encoding", usual(["LATIN1"], ["LATIN1", "EUC_JP", "SQL_ASCII"]))
def test_a_database_without_all_characters_is_not_begun(database: str, encoding: str) -> None:
    import psycopg

    head, mark, tail = database.partition("?")
    name = f"{head.rpartition('/')[2]}_other"
    with psycopg.connect(database, autocommit=True) as admin:
        command = f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0"
        admin.execute(command)  # type: ignore[arg-type]
        error = refused(f"{head}_other{mark}{tail}", create=True)
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]
    assert error.exit_code == 6
    assert f"has the encoding {encoding}, which lacks characters" in str(error)


def test_a_server_is_given_up_also_while_a_connection_to_it_is_made(database: str) -> None:
    with open_store(database, create=True):
        pass
    with open_store(database) as store:
        engine = store.engine
        engine.dispose()
        event.listen(engine, "do_connect", lambda *_: store.give_up())
        for _ in range(2):
            with pytest.raises(DatabaseGone):
                all_runs(store)


def test_the_encoding_of_other_programs_does_not_count(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with open_store(database, create=True) as store:
        add_player(store, "太郎")
        assert [player.name for player in all_players(store)] == ["太郎"]


def test_an_address_with_options_is_used_as_it_is(database: str) -> None:
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute("CREATE SCHEMA club")
    with open_store(f"{database}&options=-c%20search_path%3Dclub", create=True) as store:
        fill(store, [1])
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM club.match").fetchall() == [(1,)]
    error = refused(f"{database}&colour=red")
    assert error.exit_code == 2
    assert 'invalid connection option "colour"' in str(error)


def test_a_server_that_lets_us_only_read_is_told(database: str) -> None:
    import psycopg

    with open_store(database, create=True) as store:
        run = fill(store, [1])
    with psycopg.connect(database) as connection:
        connection.execute("CREATE ROLE reader LOGIN")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    try:
        with open_store(database.replace("tourney@", "reader@")) as store:
            assert list(finished_numbers(store, run)) == [1]
            with pytest.raises(
                TourneyError,
                match=r"does not allow this in .*: permission denied for table run; let",
            ) as caught:
                add_run(store, spec("summer"))
        assert caught.value.exit_code == 1
    finally:
        with psycopg.connect(database) as connection:
            connection.execute("DROP OWNED BY reader; DROP ROLE reader")


def test_a_second_writer_is_told_who_is_in_the_way(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        run = fill(store, [1])
    file = str(tmp_path / "tourney.db")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with open_store(file, busy_seconds=0.1) as store:
            writer = MatchWriter(store, run, seconds=1000)
            writer.add(played(2))
            with pytest.raises(Conflict, match="locked"):
                writer.flush()
            assert list(finished_numbers(store, run)) == [1]
            other.execute("ROLLBACK")
            writer.flush()
            assert list(finished_numbers(store, run)) == [1, 2]


def test_a_second_writer_on_a_server_is_told_too(database: str) -> None:
    with open_store(database, create=True) as store:
        run = fill(store, [1])
        with open_store(database, busy_seconds=0.1) as second:
            writer = MatchWriter(second, run, seconds=1000)
            writer.add(played(2))
            with store.writing() as first:
                first.exec_driver_sql("SELECT id FROM run FOR UPDATE")
                with pytest.raises(Conflict, match="locked"):
                    writer.flush()


def test_two_writers_take_turns_and_store_every_number_once(tmp_path: Path) -> None:
    with new_store(tmp_path) as one, open_store(str(tmp_path / "tourney.db")) as two:
        run = add_run(one, spec())
        with MatchWriter(one, run, batch=3) as first, MatchWriter(two, run, batch=4) as second:
            for number in range(1, 60):
                first.add(played(number))
                second.add(played(60 - number))
        assert list(finished_numbers(two, run)) == list(range(1, 60))
        assert [m.entries for m in run_matches(two, run)] == [
            played(n).entries for n in range(1, 60)
        ]


def test_a_full_disk_stores_whole_batches_or_nothing(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        run = fill(store, [1])
        with store.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
        writer = MatchWriter(store, run, batch=500, seconds=1000)
        for number in range(2, 300):
            writer.add(played(number))
        with pytest.raises(TourneyError, match="disk full") as caught:
            writer.flush()
        assert caught.value.exit_code == 1
        assert list(finished_numbers(store, run)) == [1]
