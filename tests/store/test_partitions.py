"""On a server each run has its own part of the table of plies, which is dropped with the run."""

import pytest

from tests.store.sample import fill, played, record, unchecked
from tourney.store import open_store
from tourney.store.bulk import RANGE
from tourney.store.care import copy_rows
from tourney.store.connect import Database
from tourney.store.imports import import_records
from tourney.store.integrity import problems
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_named, run_matches
from tourney.store.runs import delete_run, run_named

pytestmark = pytest.mark.full

PARTS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ply'::regclass"


def parts(store: Database) -> dict[str, int]:
    """The number of plies in each partition."""
    with store.reading() as connection:
        names = connection.exec_driver_sql(PARTS).scalars().all()
        counts = {n: f"SELECT count(*) FROM {n}" for n in names}
        return {n: connection.exec_driver_sql(text).scalar_one() for n, text in counts.items()}


def test_removing_a_run_drops_its_part(database: str) -> None:
    with open_store(database, create=True) as store:
        one, two = fill(store, range(1, 6), "one"), fill(store, range(1, 4), "two")
        import_records(store, lambda: [record()], check=unchecked)
        before = list(run_matches(store, two))
        assert parts(store) == {"ply_first": 3, f"ply_run_{one.id}": 200, f"ply_run_{two.id}": 120}
        assert match_named(store, str(RANGE * one.id + 2)).name == "one/2"
        delete_run(store, one)
        assert parts(store) == {"ply_first": 3, f"ply_run_{two.id}": 120}
        assert list(run_matches(store, two)) == before
        again = fill(store, range(1, 3), "one")
        assert again.id > two.id
        assert problems(store) == []


def test_a_run_is_removed_while_others_read_and_its_part_is_dropped_later(database: str) -> None:
    with open_store(database, create=True) as store, open_store(database) as other:
        one, two, three = (fill(store, range(1, 4), name) for name in ("one", "two", "three"))
        reader = run_matches(other, two)
        first = next(reader)
        same = run_matches(other, one)
        names = [next(same).name]
        delete_run(store, one)
        assert parts(store) == {
            "ply_first": 0, f"ply_run_{one.id}": 0, f"ply_run_{two.id}": 120,
            f"ply_run_{three.id}": 120,
        }  # fmt: skip
        assert [first.name, *(match.name for match in reader)] == ["two/1", "two/2", "two/3"]
        names += [match.name for match in same if len(match.entries) == 40]
        assert names == ["one/1", "one/2", "one/3"]
        assert problems(store) == []
        delete_run(store, three)
        assert parts(store) == {"ply_first": 0, f"ply_run_{two.id}": 120}


def test_parts_that_others_have_added_stay(database: str) -> None:
    with open_store(database, create=True) as store:
        run = fill(store, range(1, 4))
        with store.writing() as connection:
            bounds = f"FROM ({1000 * RANGE}) TO ({1001 * RANGE})"
            connection.exec_driver_sql(f"CREATE TABLE mine PARTITION OF ply FOR VALUES {bounds}")
        delete_run(store, run)
        assert parts(store) == {"mine": 0, "ply_first": 0}


def test_a_copy_to_and_from_a_server_goes_on_with_new_ids(database: str, store: Database) -> None:
    run = fill(store, range(1, 6))
    with open_store(database, create=True) as server:
        copy_rows(store, server)
        there = run_named(server, run.spec.name)
        for each in (store, server):
            with MatchWriter(each, there) as writer:
                writer.add(played(6))
        names = [(match.name, match.entries) for match in run_matches(server, there)]
        assert names == [(match.name, match.entries) for match in run_matches(store, run)]
        assert problems(server) == []
