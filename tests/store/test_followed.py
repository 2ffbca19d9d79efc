"""Following a run through the database while another process writes it, on either kind."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from sqlalchemy import update

from tests.store.sample import on_both_kinds, played, spec
from tests.until import until
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.match_values import Fault
from tourney.results.sums import ResultSums
from tourney.runs import heartbeat
from tourney.runs.heartbeat import (
    Follower,
    Heartbeat,
    ResultReader,
    Runner,
    RunStatus,
    claim,
    leave,
    packed,
)
from tourney.runs.run_snapshot import MoveCost, Snapshot
from tourney.stats import Meter
from tourney.store import Database
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import run_results
from tourney.store.models import MATCH, RUN_STATE
from tourney.store.runs import StoredRun, add_run, delete_run, run_named, run_state, set_run_state

pytestmark = pytest.mark.slow

ELSEWHERE = Runner(7, "elsewhere", "another boot", "12", "2026-11-22 10:00:00 UTC")
LATE = Fault(1, "timeout", 3, "2.1 s")


def begun(store: Database, deals: int = 10) -> int:
    return add_run(store, spec(deals=deals))


def write(store: Database, run: StoredRun, numbers: Iterable[int]) -> None:
    with MatchWriter(store, run) as writer:
        for number in numbers:
            faults = (LATE,) if number % 4 == 0 else ()
            writer.add(played(number, status="forfeit" if faults else "complete", faults=faults))


def forget(store: Database, run: StoredRun) -> None:
    """Sets the last heartbeat of a run to one minute ago."""
    with store.writing() as connection:
        told = run_state(store, run)
        assert told is not None
        old = told.seen - timedelta(minutes=1)
        connection.execute(update(RUN_STATE).values(seen=old))


def standings(sums: ResultSums) -> list[object]:
    return [(row, sums.interval(row.player)) for row in sums.standings()]


def test_reading_as_matches_come_says_the_same_as_reading_all_at_the_end(
    any_store: Database,
) -> None:
    run = begun(any_store)
    run = run_named(any_store, "spring")
    results = ResultReader(any_store, run)
    assert not results.read()
    for numbers in (range(1, 3), range(3, 4), range(4, 31)):
        write(any_store, run, numbers)
        results.read()
    assert results.done == 30
    assert standings(results.sums) == standings(ResultSums(run_results(any_store, run)))
    assert sum(results.faults.values()) == 7
    assert {code for _, code in results.faults} == {"timeout"}


def test_who_comes_late_need_not_read_what_is_summed_up(any_store: Database) -> None:
    run = begun(any_store, deals=20)
    early = ResultReader(any_store, run_named(any_store, "spring"))
    write(any_store, run, range(1, 41))
    early.read()
    late = ResultReader(any_store, run_named(any_store, "spring"))
    assert late.done == 40
    assert standings(late.sums) == standings(early.sums)
    assert late.faults == early.faults
    write(any_store, run, range(41, 61))
    for results in (early, late):
        results.read()
    assert standings(late.sums) == standings(ResultSums(run_results(any_store, run)))
    assert late.faults == early.faults


def test_a_long_run_is_read_in_portions(
    any_store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "BATCH", 4)
    run = begun(any_store)
    results = ResultReader(any_store, run_named(any_store, "spring"))
    write(any_store, run, range(1, 11))
    steps = [(results.read(), results.done) for _ in range(4)]
    assert steps == [(True, 4), (True, 8), (False, 10), (False, 10)]


def test_what_lies_behind_a_gap_waits_until_it_is_filled(any_store: Database) -> None:
    run = begun(any_store)
    write(any_store, run, [1, 2, 5, 6])
    results = ResultReader(any_store, run_named(any_store, "spring"))
    results.read()
    assert (results.done, results.sums.matches) == (2, 2)
    write(any_store, run, [3, 4])
    results.read()
    assert (results.done, results.sums.matches) == (6, 6)


def test_reading_while_a_writer_writes_waits_for_nobody(any_store: Database) -> None:
    run = begun(any_store)
    write(any_store, run, [1, 2])
    follower = Follower(any_store, "spring")
    with any_store.writing() as connection:
        connection.execute(update(MATCH).values(status="complete"))
        assert follower.look().sums.matches == 2


class Played:
    """Snapshots of a run that is being played."""

    def __init__(self) -> None:
        self.now = Snapshot("spring", 30, 0, 0, 0.0)

    def __call__(self) -> Snapshot:
        return self.now


def test_a_run_is_played_complete_or_waits(any_store: Database) -> None:
    run, at = begun(any_store), Played()
    follower = Follower(any_store, "spring")
    assert follower.look().state == "waiting"
    with Heartbeat(any_store, run, at):
        assert follower.look().state == "playing"
        at.now = Snapshot("spring", 30, 7, 7, 2.0, {("rho", "crash"): 1},
                              cost={"rho": MoveCost(9, 4.5)})  # fmt: skip
    write(any_store, run, range(1, 8))
    sight = follower.look()
    assert sight.state == "complete"  # reported by the process: a rule may end it early
    assert (sight.snapshot.done, sight.snapshot.cost) == (7, {"rho": MoveCost(9, 4.5)})
    forget(any_store, run)
    assert Follower(any_store, "spring").look().state == "complete"


def test_what_the_process_tells_is_what_is_seen(any_store: Database) -> None:
    at = Played()
    at.now = Snapshot(
        "spring", 30, 7, 5, 2.5, {("rho", "crash"): 2}, rule="r", cost={"rho": MoveCost(3, 1.5)},
        meter=Meter(0.5, -2.0, 3.0),
    )  # fmt: skip
    follower = Follower(any_store, "spring") if begun(any_store) else None
    assert follower is not None
    with Heartbeat(any_store, follower.run, at):
        assert follower.look().snapshot == at.now


def test_a_process_that_was_interrupted_leaves_a_run_that_waits(any_store: Database) -> None:
    run, at = begun(any_store), Played()
    follower = Follower(any_store, "spring")
    with Heartbeat(any_store, run, at):
        at.now = Snapshot("spring", 30, 3, 3, 1.0, interrupted=True)
    assert follower.look().state == "waiting"
    with pytest.raises(KeyboardInterrupt), Heartbeat(any_store, run, Played()):
        raise KeyboardInterrupt
    assert follower.look().state == "waiting"


def test_of_a_process_that_was_killed_nothing_is_heard_any_more(any_store: Database) -> None:
    run = begun(any_store)
    set_run_state(any_store, run, lambda before: packed(RunStatus("s1", "playing", Played().now)))
    assert Follower(any_store, "spring").look().state == "playing"
    forget(any_store, run)
    assert Follower(any_store, "spring").look().state == "waiting"


def test_who_resumes_is_followed_from_the_start(any_store: Database) -> None:
    run, at = begun(any_store), Played()
    write(any_store, run, range(1, 31))
    follower = Follower(any_store, "spring")
    assert follower.look().sums.matches == 30
    with any_store.writing() as connection:
        for table in ("ply", "seat", "fault", "tally"):
            connection.exec_driver_sql(f'DELETE FROM "{table}"')
        connection.exec_driver_sql("DELETE FROM match")
    with Heartbeat(any_store, run, at):
        sight = follower.look()
        assert (sight.state, sight.sums.matches) == ("playing", 0)


def test_a_run_that_is_removed_is_not_found(any_store: Database) -> None:
    run = begun(any_store)
    follower = Follower(any_store, "spring")
    with Heartbeat(any_store, run, Played()):
        follower.look()
        delete_run(any_store, run_named(any_store, "spring"))
        with pytest.raises(NotFound, match="no run 'spring'"):
            follower.look()


@on_both_kinds
def test_a_process_leaves_when_it_is_asked_to(any_store: Database) -> None:
    run, at = begun(any_store), Played()
    assert list(leave(any_store, run)) == []
    with Heartbeat(any_store, run, at) as heartbeat:
        waiting = leave(any_store, run)
        assert next(waiting)
        state = Follower(any_store, "spring").look().state
        assert state == "stopping" or heartbeat.asked()  # a heartbeat that has noticed it
        until(lambda: next(waiting) and heartbeat.asked())
        at.now = Snapshot("spring", 30, 3, 3, 1.0, interrupted=True)
    assert list(waiting) == []
    with Heartbeat(any_store, run, Played()) as another:
        assert not another.asked()


def test_a_runner_on_another_machine_counts_while_its_heartbeat_comes(any_store: Database) -> None:
    add_run(any_store, spec())
    run = run_named(any_store, "spring")
    status = RunStatus("s1", "playing", Played().now, runner=ELSEWHERE)
    set_run_state(any_store, run, lambda before: packed(status))
    words = "by process 7 on elsewhere since 2026-11-22 10:00:00 UTC"
    with pytest.raises(Conflict, match=words):
        claim(any_store, run)
    with pytest.raises(Conflict, match=words), Heartbeat(any_store, run, Played()):
        pass
    forget(any_store, run)
    assert claim(any_store, run) == "s1"
    with Heartbeat(any_store, run, Played(), replaces="s1") as late:
        set_run_state(any_store, run, lambda before: packed(status))
        until(late.asked)
    state = run_state(any_store, run)
    assert state is not None
    assert state.text == packed(status)
