"""Simultaneous attempts to store the same names: one succeeds, the others get a clear message."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import func, select

from tests.examples import times
from tests.store.sample import add, fill, played, record, spec, unchecked
from tourney.domain.errors import Conflict
from tourney.domain.run_spec import BotEntry
from tourney.store import Database, open_store
from tourney.store.corrections import Reason, match_revisions
from tourney.store.imports import correct_match
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_named, run_matches
from tourney.store.models import MATCH, SEAT
from tourney.store.players import add_player, all_players
from tourney.store.runs import StoredRun, add_run, all_runs

ROUNDS = times(4, 2)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path or URL of an empty database."""
    sqlite = request.param == "sqlite"
    found = str(tmp_path / "tourney.db" if sqlite else request.getfixturevalue("database"))
    open_store(found, create=True).close()
    return found


def at_once(place: str, work: Callable[[Database, int], object]) -> list[object]:
    """The results of three threads that do the same work at once; a Conflict as its message."""
    barrier = Barrier(3)

    def do(number: int) -> object:
        with open_store(place) as store:
            barrier.wait()
            try:
                return work(store, number)
            except Conflict as conflict:
                return str(conflict)

    with ThreadPoolExecutor(3) as threads:
        return list(threads.map(do, range(3)))


def test_of_processes_that_find_an_empty_server_one_creates_the_tables(database: str) -> None:
    barrier = Barrier(3)

    def begin(_: int) -> int:
        barrier.wait()
        with open_store(database, create=True) as store:
            return len(all_runs(store))

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(begin, range(3))) == [0, 0, 0]


def test_of_runs_with_one_name_one_is_stored_and_the_others_are_told(place: str) -> None:
    for n in range(ROUNDS):
        bots = tuple(BotEntry(f"b{n}-{i}", "random", "1") for i in range(3))
        found = at_once(place, lambda store, _, n=n, b=bots: add_run(store, spec(f"r{n}", bots=b)))
        told = [words for words in found if isinstance(words, str)]
        assert told == [f"run 'r{n}' already exists: choose another --name, or resume it"] * 2


def test_runs_that_bring_the_same_new_bots_are_all_stored(place: str) -> None:
    for n in range(ROUNDS):
        bots = tuple(BotEntry(f"b{n}-{i}", "random", "1") for i in range(3))
        found = at_once(
            place, lambda store, i, n=n, b=bots: add_run(store, spec(f"r{n}-{i}", bots=b))
        )
        assert len({run.id for run in found if isinstance(run, StoredRun)}) == 3


def test_changes_at_once_are_a_log_without_gaps(place: str) -> None:
    names = [f"player {'abc'[i]}{n}" for n in range(ROUNDS) for i in range(3)]

    def work(store: Database, number: int) -> None:
        store.actor = f"author {number % 2}"
        for n in range(ROUNDS):
            add_player(store, names[3 * n + number])

    at_once(place, work)
    with open_store(place) as store:
        assert sorted(one.name for one in all_players(store)) == sorted(names)
        assert [entry.number for entry in log_entries(store)] == list(range(1, 3 * ROUNDS + 1))
        assert problems(store) == []


def test_what_is_read_at_once_is_one_state_also_while_a_run_is_stored(place: str) -> None:
    with open_store(place) as store, open_store(place) as other:
        run = fill(store, range(1, 4))
        reader = run_matches(store, run)
        first = next(reader)
        with other.reading() as connection:
            before = connection.execute(select(func.count()).select_from(MATCH)).scalar_one()
            with MatchWriter(store, run) as writer:
                for number in range(4, 10):
                    writer.add(played(number))
            seats = connection.execute(select(func.count()).select_from(SEAT)).scalar_one()
        assert (before, seats) == (3, 3 * len(first.players))
        assert len(list(reader)) == 2


def test_of_two_corrections_at_once_one_is_stored(place: str) -> None:
    with open_store(place) as store:
        add(store, record())
        old = match_named(store, "club/1")
    new = replace(old, text="match: club/1\n# corrected\n")
    found = at_once(
        place,
        lambda store, _: correct_match(store, old, new, Reason("Ann", "edit"), check=unchecked),
    )
    assert sorted(map(str, found))[0] == "2"
    assert sum("was corrected meanwhile" in str(words) for words in found) == 2
    with open_store(place) as store:
        assert [one.number for one in match_revisions(store, old)] == [1, 2]
        assert problems(store) == []


def test_one_record_that_comes_in_three_times_is_one_match(place: str) -> None:
    for n in range(ROUNDS):
        new = record(f"club/{n}", f"match: club/{n}\n", players=(f"Ann {n}", "?", "greedy"))
        found = at_once(place, lambda store, _, new=new: add(store, new))
        assert len(set(found)) == 1
        assert isinstance(found[0], int)
