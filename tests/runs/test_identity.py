"""A run contains its own matches and no others, also after removals, copies and changes."""

import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.runs.test_bot_faults import counted
from tests.runs.test_watching import playing
from tests.store.sample import fill, new_store, played, spec
from tests.until import AGES, until
from tourney.domain.errors import NotFound
from tourney.store import Database, open_store
from tourney.store.care import copy_rows
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_count, run_matches, stored_matches
from tourney.store.runs import add_run, change_bots, delete_run, replan, set_run_state

QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    with new_store(tmp_path) as opened:
        yield opened


def test_no_id_is_given_twice(store: Database) -> None:
    first = fill(store, range(1, 20))
    last_match = max(match.id for match in run_matches(store, first))
    delete_run(store, first)
    second = fill(store, range(1, 20))
    assert second.id > first.id
    assert second.uid != first.uid
    assert min(match.id for match in run_matches(store, second)) > last_match


def test_a_copy_counts_on_where_the_original_stopped(store: Database, tmp_path: Path) -> None:
    gone = fill(store, range(1, 20))
    delete_run(store, gone)
    with open_store(str(tmp_path / "copy.db"), create=True) as copy:
        copy_rows(store, copy)
        new = fill(copy, [1])
        assert new.id > gone.id
        assert [match.id for match in run_matches(copy, new)] == [20]


def test_a_removed_run_gets_no_more_matches_and_neither_does_the_next(store: Database) -> None:
    old = add_run(store, spec("old"))
    writer = MatchWriter(store, old, seconds=1000)
    writer.add(played(1))
    delete_run(store, old)
    new = add_run(store, spec("new"))
    with pytest.raises(NotFound, match="the run is no longer in the database"):
        writer.flush()
    assert match_count(store, new) == 0


def test_a_run_that_got_the_same_id_in_a_copy_is_another_run(
    store: Database, tmp_path: Path
) -> None:
    mine = add_run(store, spec("mine"))
    with open_store(str(tmp_path / "other.db"), create=True) as other:
        assert add_run(other, spec("theirs")).id == mine.id
        writer = MatchWriter(other, mine, seconds=1000)
        writer.add(played(1))
        with pytest.raises(NotFound, match="deleted or replaced"):
            writer.flush()
        with pytest.raises(NotFound):
            set_run_state(other, mine, lambda before: "")
        with pytest.raises(NotFound):
            replan(other, mine, 1, "")
        assert list(stored_matches(other)) == []


@pytest.mark.full
def test_a_run_that_is_played_is_removed_only_once_it_is_stopped(
    tourney: Tourney, tmp_path: Path
) -> None:
    with playing(tmp_path) as runner:
        until(lambda: counted(tmp_path, "SELECT count(*) FROM match"))
        runner.send_signal(signal.SIGSTOP)
        refused = tourney("runs", "rm", "x", "--yes")
        runner.send_signal(signal.SIGCONT)
        assert (refused.code, refused.out) == (6, "")
        assert refused.err == (
            "tourney: run 'x' is being played; stop it with tourney runs stop x, or add --stop\n"
        )
        removed = tourney("runs", "rm", "x", "--yes", "--stop")
        assert removed.code == 0, removed.err
        assert "stop requested; run 'x' stops" in removed.err
        assert runner.wait(AGES) == 130
    assert tourney(*QUICK, "--deals", "2", "--name", "y").code == 0
    assert tourney("db", "integrity").err == "tourney.db is sound\n"


def found(tourney: Tourney, statement: str) -> str:
    """Output of `db integrity` for a run of six matches after one SQL statement has changed it."""
    assert tourney(*QUICK, "--deals", "3", "--name", "x").code == 0
    assert tourney("db", "integrity") == (0, "", "tourney.db is sound\n")
    with closing(sqlite3.connect("tourney.db")) as db, db:
        db.execute(statement)
    result = tourney("db", "integrity")
    assert result.code == 3
    return result.out


def test_integrity_finds_matches_that_the_schedule_does_not_have(tourney: Tourney) -> None:
    told = found(tourney, "UPDATE run SET deals = 2")
    assert told == ("run 'x': 2 matches not in the schedule of the run (number 5, 6)\n")


def test_integrity_finds_players_that_the_run_does_not_have(tourney: Tourney) -> None:
    told = found(
        tourney,
        "UPDATE run_bot SET bot_id = (SELECT id FROM bot WHERE name = 'a') WHERE number = 1",
    )
    assert re.fullmatch(
        r"run 'x': 6 matches with players that are not bots of the run "
        r"\(number 1, 2, 3, 4, 5, …\)\n",
        told,
    )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE match SET deal = 0 WHERE number = 4",
        pytest.param(
            "UPDATE match SET rotation = 1 - rotation WHERE number = 4", marks=pytest.mark.full
        ),
        "UPDATE seat SET bot_id = 3 - bot_id WHERE match_id = 4",
    ],
)
def test_integrity_finds_a_match_in_the_wrong_place(tourney: Tourney, change: str) -> None:
    assert found(tourney, change) == (
        "run 'x': 1 match with a deal, seating or order of bots that differs from the schedule "
        "(number 4)\n"
    )


def test_bots_in_new_versions_are_players_of_the_run(store: Database, tourney: Tourney) -> None:
    run = fill(store, [])
    changed = [replace(bot, version="9") for bot in run.spec.bots]
    assert change_bots(store, run, changed).spec.bots == tuple(changed)
    assert tourney("db", "integrity").code == 0
