"""Work spread over processes: results in order, each item once, even if workers die."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import DEVNULL
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from tests.until import until
from tests.work import jobs
from tourney.domain.errors import NotFound, TourneyError
from tourney.work import chunks
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers, best_size
from tourney.work.worker_process import Job, WorkerBug

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).parents[2]


def done(
    make: Callable[[Any], Any],
    given: object,
    items: int,
    go_on: Callable[[], bool] = lambda: True,
    workers: int = 2,
) -> list[object]:
    """The results of these items, in the order of delivery."""
    how = SpreadOptions[int, list[object]](Workers(workers), lambda item: [("lost", item)], go_on)
    results = list(chain.from_iterable(spread(Job(make, given), iter(range(items)), how)))
    assert not multiprocessing.active_children()
    return results


def test_results_come_in_the_order_of_the_items() -> None:
    assert done(jobs.uneven, None, 200, workers=3) == list(range(200))


def test_only_so_many_items_are_under_way() -> None:
    """Otherwise endless items would never be finished."""
    taken = given = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    how = SpreadOptions[int, list[object]](Workers(2), lambda item: [], lambda: given < 20_000)
    for result in spread(Job(jobs.squares, None), items(), how):
        given += len(result)
    assert 20_000 <= given == taken


@pytest.mark.full
def test_an_item_that_kills_workers_is_given_up_and_no_other() -> None:
    results = done(jobs.deadly, (17,), 40)
    assert results == [("lost", n) if n == 17 else n for n in range(40)]


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    assert done(jobs.deadly_once, str(tmp_path / "died"), 60) == list(range(60))
    assert (tmp_path / "died").exists()


@pytest.mark.full
def test_what_waits_for_an_item_that_is_repeated_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.0)  # allows as many waiting chunks as possible
    assert done(jobs.deadly_head, str(tmp_path / "died"), 90, workers=3) == list(range(90))


@pytest.mark.parametrize(
    ("job", "words"),
    [
        pytest.param(jobs.stillborn, "exit code 1", marks=pytest.mark.full),
        (jobs.shot, "killed by SIGKILL"),
    ],
    ids=["ended", "killed"],
)
def test_workers_that_cannot_even_start_are_told_of_as_far_as_anybody_knows(
    job: Callable[[Any], Any], words: str
) -> None:
    with pytest.raises(TourneyError, match="as soon as they start") as caught:
        done(job, None, 10)
    assert f"({words})" in str(caught.value)
    assert "memory" not in str(caught.value)


def test_all_workers_killed_at_once_are_replaced() -> None:
    taken = iter(range(60))
    results = spread(
        Job(jobs.uneven, None), taken, SpreadOptions(Workers(2), lambda item: [], lambda: True)
    )
    first = next(results)
    for worker in multiprocessing.active_children():
        worker.kill()
    assert [*first, *chain.from_iterable(results)] == list(range(60))


@pytest.mark.parametrize("kind", ["bug", "unsendable"])
def test_a_bug_comes_out_with_its_traceback(kind: str) -> None:
    with pytest.raises(WorkerBug) as caught:
        done(jobs.buggy, kind, 30)
    assert "jobs.py" in str(caught.value)
    assert {"bug": "ZeroDivisionError", "unsendable": "1 and 2"}[kind] in str(caught.value)


def test_what_a_user_can_cause_stays_what_it_is() -> None:
    with pytest.raises(NotFound, match="no such thing"):
        done(jobs.buggy, "user", 30)


def test_what_is_under_way_is_finished_when_nobody_wants_more() -> None:
    asked = 0

    def go_on() -> bool:
        nonlocal asked
        asked += 1
        return asked < 20

    results = done(jobs.uneven, None, 100_000, go_on)
    assert results == list(range(len(results)))
    assert 0 < len(results) < 100_000


def test_who_stops_listening_does_not_wait() -> None:
    how = SpreadOptions[int, list[object]](Workers(2), lambda item: [], lambda: True)
    results = spread(Job(jobs.sleepy, None), iter(range(100)), how)
    assert next(results) == [0]
    began = monotonic()
    results.close()
    assert monotonic() - began < jobs.MINUTES / 2
    assert not multiprocessing.active_children()


def test_a_worker_lets_go_of_what_it_held(tmp_path: Path) -> None:
    done(jobs.closing, str(tmp_path / "log"), 20)
    assert (tmp_path / "log").read_text() == "closed\n" * 2


def test_a_worker_imports_what_its_job_needs_and_little_else() -> None:
    (names,) = done(jobs.modules, None, 1)
    assert isinstance(names, list)
    tops = {name.split(".")[0] for name in names}
    assert "tourney" in tops
    assert {name for name in names if name.startswith("engines")} <= {"engines", "engines.build"}
    assert not tops & {"sqlmodel", "sqlalchemy", "click", "rich", "pytest"}


RUNNER = """
import sys
from tests.work import jobs
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions
from tourney.work.executors import Workers
from tourney.work.worker_process import Job
if __name__ == "__main__":
    how = SpreadOptions(Workers(2), lambda item: None, lambda: True)
    list(spread(Job(jobs.stuck, sys.argv[1]), range(2), how))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a stuck worker is not ended")
def test_even_a_stuck_worker_dies_with_its_runner(tmp_path: Path) -> None:
    script, said = tmp_path / "runner.py", tmp_path / "pids"
    script.write_text(RUNNER)
    env = {**os.environ, "PYTHONPATH": str(HOUSE)}
    with subprocess.Popen([sys.executable, script, said], env=env, stderr=DEVNULL) as runner:
        until(lambda: said.exists() and len(said.read_text().splitlines()) == 2)
        workers = [int(line) for line in said.read_text().splitlines()]
        assert all(map(alive, workers))
        runner.send_signal(signal.SIGKILL)
    until(lambda: not any(map(alive, workers)))


def alive(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="who waits for what is found in /proc")
def test_a_worker_that_dies_while_all_of_them_end_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two idle workers: one waits for work and holds a lock that the other one waits for."""
    monkeypatch.setattr(chunks, "ENDED", 1.0)
    pool = chunks.Pool(Job(jobs.uneven, None), 2)
    for future in [pool.submit((3,)) for _ in range(4)]:
        future.result()
    pids = [worker.pid or 0 for worker in multiprocessing.active_children()]
    try:
        until(lambda: len([pid for pid in pids if waits_for_a_lock(pid)]) == len(pids) - 1)
    except AssertionError:
        pool.kill()
        pytest.skip("the kernel does not say what processes wait for")
    holders = [pid for pid in pids if not waits_for_a_lock(pid)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    asking = pool._executor._call_queue._reader  # the pool asks workers to end through this pipe
    ending = Thread(target=pool.end)
    ending.start()
    until(lambda: asking.closed or holds_something(asking))
    os.kill(holders[0], signal.SIGKILL)
    os.kill(next(pid for pid in pids if pid not in holders), signal.SIGCONT)
    ending.join()
    assert not multiprocessing.active_children()


def holds_something(pipe: Connection) -> bool:
    with suppress(OSError):  # closed at this moment, so the workers have been asked already
        return pipe.poll()
    return True


def waits_for_a_lock(pid: int) -> bool:
    return "futex" in Path(f"/proc/{pid}/wchan").read_text()


@pytest.mark.parametrize(("starts", "share"), [(0.05, 0.12), (1.0, 0.12), (20.0, 0.34)])
@pytest.mark.parametrize("each", [0.001, 0.1, 5.0])
def test_preparing_chunks_takes_little_of_a_long_work(
    starts: float, share: float, each: float
) -> None:
    items, worked, prepared, size = 20_000, 0.0, 0.0, 1
    while items > 0:
        size = min(size, items)
        worked, prepared, items = worked + size * each, prepared + starts, items - size
        assert size == 1 or size * each <= max(60.0, starts)
        size = best_size(size, size * each + starts, starts, usual=0.075)
    assert prepared <= share * worked + 4 * starts  # the first chunks tell how long they take


def test_the_last_chunks_end_together_but_are_worth_their_preparation() -> None:
    how = SpreadOptions[int, None](Workers(4), lambda item: None, lambda: True, total=1_000)
    assert how.share(100, 0, 4) == 100
    assert how.share(500, 0, 4) == 250
    assert how.share(500, 960, 4) == 100
    assert how._replace(total=0).share(500, 960, 4) == 500
