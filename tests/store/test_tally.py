"""Standings from stored sums equal those from all results, also after interruptions."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from tests.play.tables import mine
from tests.runs.test_parallel import session
from tourney.exports.standings_fields import crosstable, standings_table
from tourney.play.packed_logs import kept
from tourney.render.text_tables import objects
from tourney.results.sums import ResultSums
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Plan, Prepared, prepare
from tourney.store import Database, open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import NumberRange, match_count, run_endings
from tourney.store.run_sums import run_sums
from tourney.store.runs import add_run, delete_run, replan, run_named

pytestmark = pytest.mark.slow

BUILT_IN = {"a": "random", "b": "greedy", "c": "random"}
"""Bots that need no process of their own."""
ABORT = "BEGIN SELECT RAISE(ABORT, 'no'); END"


def settings(**changes: Any) -> Prepared:
    """A run of three bots at two seats; one bot fails sometimes."""
    bots = {"a": "random", "b": "greedy", "c": mine("Fickle")}
    plan: dict[str, Any] = {
        "name": "x", "game": "diamonds", "options": {"rounds": "1"}, "bots": bots, "seats": 2,
        "deals": 12, "seed": "5",
    }  # fmt: skip
    return prepare(Plan(**{**plan, **changes}))


def tables(sums: ResultSums) -> list[Any]:
    return [*objects(standings_table(sums)), *objects(crosstable(sums))]


def counted(store: Database) -> int:
    """The last match in the stored sums; also compares both ways to compute standings."""
    run = run_named(store, "x")
    upto, sums = run_sums(store, run) or (0, ResultSums())
    for ending in run_endings(store, run, NumberRange(after=upto)):
        sums.take(ending)
    whole = ResultSums()
    for ending in run_endings(store, run):
        whole.take(ending)
    assert sums.matches == whole.matches
    assert tables(sums) == tables(whole)
    return upto


def after(folder: Path) -> int:
    with open_store(str(folder / "x.db")) as store:
        return counted(store)


@pytest.mark.full
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_finished_run_is_counted_whole(tmp_path: Path, jobs: int) -> None:
    session(tmp_path / "x.db", settings(), jobs)
    assert after(tmp_path) == 72


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"on_fault": "abort"}, marks=pytest.mark.full),
        {"game": "diamonds", "options": {"teams": "on"}, "seats": 4, "deals": 5, "bots": {
            "a": "random", "b": "greedy", "c": mine("Fickle"), "d": "random"}},
        pytest.param(
            {"game": "diamond-boxes", "options": {}, "block": "swap", "deals": 3},
            marks=pytest.mark.full,
        ),
    ],
)  # fmt: skip
def test_teams_and_lost_matches_and_low_scores_are_counted_as_they_are_read(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    prepared = settings(**changes)
    session(tmp_path / "x.db", prepared, 1)
    assert after(tmp_path) == prepared.schedule.total


def test_later_sessions_continue_the_sums(tmp_path: Path) -> None:
    for stop in (5, 20):
        session(tmp_path / "x.db", settings(bots=BUILT_IN), 1, stop)
        assert after(tmp_path) > 0
    session(tmp_path / "x.db", settings(bots=BUILT_IN), 1)
    assert after(tmp_path) == 72


@pytest.mark.full
def test_a_run_without_sums_is_read_whole_and_gets_them(tmp_path: Path) -> None:
    prepared = settings()
    with open_store(str(tmp_path / "x.db"), create=True) as store:
        run = add_run(store, prepared.spec)
        with MatchWriter(store, run) as writer:
            for number in range(1, 31):
                writer.take(kept(play_match(prepared, number)[0], "rows"))
        write(store, "DELETE FROM tally")
    assert after(tmp_path) == 0
    session(tmp_path / "x.db", settings(), 1)
    assert after(tmp_path) == 72


def test_matches_after_a_gap_are_counted_once_it_is_closed(tmp_path: Path) -> None:
    prepared = settings()
    numbers = [*range(1, 8), *range(20, 30), *range(8, 20)]
    with open_store(str(tmp_path / "x.db"), create=True) as store:
        run = add_run(store, prepared.spec)
        for part in (numbers[:12], numbers[12:20], numbers[20:]):
            with MatchWriter(store, run, batch=3) as writer:
                for number in part:
                    writer.take(kept(play_match(prepared, number)[0], "rows"))
            assert counted(store) == {12: 7, 20: 10, 29: 29}[match_count(store, run)]


def test_two_that_write_one_run_count_each_match_once(tmp_path: Path) -> None:
    prepared = settings()
    with open_store(str(tmp_path / "x.db"), create=True) as store:
        run = add_run(store, prepared.spec)
        with MatchWriter(store, run, batch=2) as one, MatchWriter(store, run, batch=3) as two:
            for number in range(1, 25):
                match = kept(play_match(prepared, number)[0], "rows")
                one.take(match)
                two.take(match)
        assert counted(store) == 24


def test_a_transaction_that_failed_is_not_counted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourney.store.match_writer.TALLY_EVERY", 1)
    prepared = settings()
    with open_store(str(tmp_path / "x.db"), create=True) as store:
        run = add_run(store, prepared.spec)
        with MatchWriter(store, run, batch=10, seconds=60) as writer:
            for number in range(1, 15):
                writer.take(kept(play_match(prepared, number)[0], "rows"))
            assert match_count(store, run) == 10
            write(store, f"CREATE TRIGGER full BEFORE UPDATE ON tally {ABORT}")
            with pytest.raises(IntegrityError):
                writer.flush()
            assert match_count(store, run) == 10
            write(store, "DROP TRIGGER full")
            writer.flush()
        assert counted(store) == 14


def write(store: Database, statement: str) -> None:
    with store.writing() as connection:
        connection.execute(text(statement))


def test_sums_are_deleted_with_their_matches(tmp_path: Path) -> None:
    session(tmp_path / "x.db", settings(bots=BUILT_IN), 1)
    with open_store(str(tmp_path / "x.db")) as store:
        replan(store, run_named(store, "x"), 20, "")
        assert counted(store) == 72
        replan(store, run_named(store, "x"), 5, "")
        assert counted(store) == 0
        delete_run(store, run_named(store, "x"))
        with store.reading() as connection:
            assert connection.execute(text("SELECT count(*) FROM tally")).scalar_one() == 0
