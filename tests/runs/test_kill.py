"""A run that was killed and resumed, or lost a worker, holds what an undisturbed one holds."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

import pytest

from tests.play.tables import mine
from tourney.cli.root import main
from tourney.records import engine_record
from tourney.store import open_store

HOUSE = Path(__file__).parents[2]
RUN = (
    "run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--seed", "5" * 32,
    "--bot", f"c={mine('Fickle')}", "--seed", "3", "--name", "x", "-q",
)  # fmt: skip
DEALS = {1: 50, 2: 80}
"""Deals of three matches: with workers more, for it takes a while to start them."""

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")


class Runner:
    """A process that runs tourney in processes of its own; see `marked`."""

    def __init__(self, jobs: int = 1) -> None:
        command = [sys.executable, "-m", "tests.runs.marked"]
        self.matches = 3 * DEALS[jobs]
        self._run = (*RUN, "--deals", str(DEALS[jobs]), "-j", str(jobs))
        self._mark = f"{os.getpid()}-{id(self)}"
        self._process = subprocess.Popen(
            command, cwd=HOUSE, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env={**os.environ, "KILL_TEST": self._mark}, text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def start(self, db: Path, marks: Path) -> int:
        """The run's process, as soon as its first match is about to be played."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(marks), *self._run, "--db", str(db)]) + "\n")
        self._process.stdin.flush()
        pid = self._line()
        while not marks.exists() or not marks.read_bytes():
            sleep(0.001)
        return pid

    def family(self) -> list[int]:
        """Every process that came of this one and is still there."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                environ = (folder / "environ").read_bytes().split(b"\0")
                if f"KILL_TEST={self._mark}".encode() in environ:
                    found.append(int(folder.name))
        return [pid for pid in found if pid != self._process.pid]

    def left_over(self) -> int:
        """How many of them are still there two seconds from now, or as soon as none is."""
        until = monotonic() + 2
        while (left := len(self.family())) and monotonic() < until:
            sleep(0.01)
        return left

    def workers(self) -> list[int]:
        """The processes that play for the run."""
        found = []
        for pid in self.family():
            with suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return sorted(found)

    def status(self) -> int:
        """How the process ended that was started last, once it has."""
        return self._line()

    def _line(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


def content(db: Path, out: Callable[[], str]) -> tuple[Any, ...]:
    """Records, faults and standings, as they leave the program."""
    with open_store(str(db)) as store:
        run = store.run("x")
        records = [engine_record(match) for match in store.matches(run)]
        faults = list(store.faults(run))
    assert main(["standings", "x", "--db", str(db), "--format", "json"]) == 0
    return records, faults, out()


def killed_at(runner: Runner, db: Path, marks: Path, seconds: float) -> str:
    """Kill the run so long after its start; where that was: before, between or inside commits."""
    pid = runner.start(db, marks)
    sleep(seconds)
    with suppress(ProcessLookupError):  # it may be over already
        os.kill(pid, signal.SIGKILL)
    runner.status()
    if sys.platform == "linux":
        assert runner.left_over() == 0
    seen = marks.read_text()
    finished = [int(number) for number in re.findall(r">(\d+) ", seen)]
    with open_store(str(db)) as store:
        held = store.match_count(store.run("x"))
    assert held >= max(finished, default=0), "a finished commit was lost"
    if seen.endswith("<"):
        return "inside"
    return "between" if finished else "before"


def undisturbed_run(
    runner: Runner, folder: Path, out: Callable[[], str]
) -> tuple[float, tuple[Any, ...]]:
    """How long a run takes from its first match on, and what it holds."""
    whole = folder / "whole.db"
    runner.start(whole, folder / "whole.marks")
    began = monotonic()
    assert runner.status() == 0
    duration = monotonic() - began
    undisturbed = content(whole, out)
    assert len(undisturbed[0]) == runner.matches
    assert undisturbed[1]
    return duration, undisturbed


def campaign(runner: Runner, folder: Path, kills: int, out: Callable[[], str]) -> Counter[str]:
    """Kill so many runs at instants uniform over their duration; each is resumed and compared."""
    duration, undisturbed = undisturbed_run(runner, folder, out)
    luck, where = random.Random(kills), Counter[str]()
    for number in range(kills):
        db, marks = folder / f"{number}.db", folder / f"{number}.marks"
        where[killed_at(runner, db, marks, luck.uniform(0, duration))] += 1
        assert main(["run", "--resume", "x", "--db", str(db), "-q"]) == 0
        out()
        assert content(db, out) == undisturbed
        db.unlink()
    return where


def worker_campaign(runner: Runner, folder: Path, kills: int, out: Callable[[], str]) -> int:
    """In so many runs kill a worker at such an instant; in how many there was one to kill."""
    duration, undisturbed = undisturbed_run(runner, folder, out)
    luck, hits = random.Random(kills), 0
    for number in range(kills):
        db = folder / f"{number}.db"
        runner.start(db, folder / f"{number}.marks")
        sleep(luck.uniform(0, duration))
        if workers := runner.workers():
            with suppress(ProcessLookupError):
                os.kill(luck.choice(workers), signal.SIGKILL)
                hits += 1
        assert runner.status() == 0
        assert runner.left_over() == 0
        assert content(db, out) == undisturbed
        db.unlink()
    return hits


def test_killed_and_resumed_is_undisturbed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Runner() as runner:
        where = campaign(runner, tmp_path, 10, lambda: capfd.readouterr().out)
    print(told(where))
    assert where.total() == 10


@linux_only
def test_a_runner_killed_with_its_workers_is_resumed_and_undisturbed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Runner(jobs=2) as runner:
        where = campaign(runner, tmp_path, 3, lambda: capfd.readouterr().out)
    assert where.total() == 3


@linux_only
def test_a_killed_worker_changes_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Runner(jobs=2) as runner:
        assert worker_campaign(runner, tmp_path, 3, lambda: capfd.readouterr().out) > 0


def told(where: Counter[str]) -> str:
    return "kills: " + ", ".join(f"{n} {place} commits" for place, n in sorted(where.items()))


@pytest.mark.campaign
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_hundred_kills(tmp_path: Path, capfd: pytest.CaptureFixture[str], jobs: int) -> None:
    with Runner(jobs) as runner:
        where = campaign(runner, tmp_path, 100, lambda: capfd.readouterr().out)
    with capfd.disabled():
        print(told(where))
    assert set(where) == {"before", "between", "inside"}


@linux_only
@pytest.mark.campaign
def test_a_hundred_workers_killed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Runner(jobs=2) as runner:
        hits = worker_campaign(runner, tmp_path, 100, lambda: capfd.readouterr().out)
    with capfd.disabled():
        print(f"kills: {hits} of 100 runs had a worker to kill")
    assert hits > 50
