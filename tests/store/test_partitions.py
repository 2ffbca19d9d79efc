"""On a server each run has its own part of the table of plies, which is dropped with the run."""

from dataclasses import asdict

import pytest
from sqlalchemy import Connection, MetaData

from tests.store.sample import fill, played, record, spec, unchecked
from tests.store.test_schema import config
from tourney.domain.runs import RunSpec
from tourney.store import Store, open_store
from tourney.store.bulk import BULK
from tourney.store.connect import Database, address
from tourney.store.copying import copy_all
from tourney.store.integrity import problems
from tourney.store.models import MATCH, PLY, SEAT, RunTable
from tourney.store.partitions import RANGE
from tourney.store.schema import HEAD
from tourney.store.upgrade import migrate, upgrade

pytestmark = pytest.mark.full

PARTS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ply'::regclass"


def parts(store: Store) -> dict[str, int]:
    """The number of plies in each partition."""
    with store.database.reading() as connection:
        names = connection.exec_driver_sql(PARTS).scalars().all()
        counts = {n: f"SELECT count(*) FROM {n}" for n in names}
        return {n: connection.exec_driver_sql(text).scalar_one() for n, text in counts.items()}


def test_removing_a_run_drops_its_part(database: str) -> None:
    with open_store(database, create=True) as store:
        one, two = fill(store, range(1, 6), "one"), fill(store, range(1, 4), "two")
        store.import_records(lambda: [record()], check=unchecked)
        before = list(store.matches(two))
        assert parts(store) == {"ply_first": 3, f"ply_run_{one.id}": 200, f"ply_run_{two.id}": 120}
        assert store.match(str(RANGE * one.id + 2)).name == "one/2"
        store.delete_run(one)
        assert parts(store) == {"ply_first": 3, f"ply_run_{two.id}": 120}
        assert list(store.matches(two)) == before
        again = fill(store, range(1, 3), "one")
        assert again.id > two.id
        assert problems(store.database) == []


def test_a_run_is_removed_while_others_read_and_its_part_is_dropped_later(database: str) -> None:
    with open_store(database, create=True) as store, open_store(database) as other:
        one, two, three = (fill(store, range(1, 4), name) for name in ("one", "two", "three"))
        reader = other.matches(two)
        first = next(reader)
        same = other.matches(one)
        names = [next(same).name]
        store.delete_run(one)
        assert parts(store) == {
            "ply_first": 0, f"ply_run_{one.id}": 0, f"ply_run_{two.id}": 120,
            f"ply_run_{three.id}": 120,
        }  # fmt: skip
        assert [first.name, *(match.name for match in reader)] == ["two/1", "two/2", "two/3"]
        names += [match.name for match in same if len(match.entries) == 40]
        assert names == ["one/1", "one/2", "one/3"]
        assert problems(store.database) == []
        store.delete_run(three)
        assert parts(store) == {"ply_first": 0, f"ply_run_{two.id}": 120}


def test_parts_that_others_have_added_stay(database: str) -> None:
    with open_store(database, create=True) as store:
        run = fill(store, range(1, 4))
        with store.database.writing() as connection:
            bounds = f"FROM ({1000 * RANGE}) TO ({1001 * RANGE})"
            connection.exec_driver_sql(f"CREATE TABLE mine PARTITION OF ply FOR VALUES {bounds}")
        store.delete_run(run)
        assert parts(store) == {"mine": 0, "ply_first": 0}


def add_old_run(connection: Connection, run: RunSpec) -> None:
    """Store the settings and bots of run 1 in the columns that the tables have."""
    there = MetaData()
    there.reflect(connection)
    bots = [{"id": n, "name": b.name, "target": b.target, "version": b.version}
            for n, b in enumerate(run.bots, 1)]  # fmt: skip
    settings = RunTable(
        **{"id": 1, "uid": "old", **asdict(run), "options": "", "reproducible": True}
    )
    played = [{"run_id": 1, "number": n, "bot_id": n + 1, "content": ""} for n in range(len(bots))]
    for name, rows in (("bot", bots), ("run", [settings.model_dump()]), ("run_bot", played)):
        table = there.tables[name]
        known = [{key: row[key] for key in row.keys() & table.columns.keys()} for row in rows]
        connection.execute(table.insert(), known)
    connection.exec_driver_sql("SELECT setval('run_id_seq', 1), setval('bot_id_seq', 3)")


def test_runs_from_before_can_be_continued_and_removed(database: str) -> None:
    old = Database(address(database), 5)
    with old.writing() as connection:
        migrate(connection, config(), "0011")
        add_old_run(connection, spec("old"))
        bulk = BULK["postgresql"]
        bulk.insert(connection, MATCH, iter([(7, 1, 1, 0, 0, 0, "complete")]))
        bulk.insert(connection, SEAT, iter((7, s, 1 + s, None, 3 - s, 1 + s) for s in range(3)))
        bulk.insert(connection, PLY, iter([(7, 1, 0, "draw 7")]))
    old.close()
    assert upgrade(database).after == HEAD
    with open_store(database) as store:
        run = store.run("old")
        with store.writer(run) as writer:
            writer.add(played(2))
        assert [len(match.entries) for match in store.matches(run)] == [1, 40]
        assert parts(store) == {"ply_first": 1, f"ply_run_{run.id}": 40}
        store.delete_run(run)
        assert parts(store) == {"ply_first": 0}


def test_a_copy_to_and_from_a_server_goes_on_with_new_ids(database: str, store: Store) -> None:
    run = fill(store, range(1, 6))
    with open_store(database, create=True) as server:
        copy_all(store, server)
        there = server.run(run.spec.name)
        for each in (store, server):
            with each.writer(there) as writer:
                writer.add(played(6))
        names = [(match.name, match.entries) for match in server.matches(there)]
        assert names == [(match.name, match.entries) for match in store.matches(run)]
        assert problems(server.database) == []
