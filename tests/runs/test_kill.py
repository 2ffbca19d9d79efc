"""A run that was killed and resumed, or lost a worker, has the content of an undisturbed run."""

import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.examples import times
from tests.ordinary import Ordinary, ordinary
from tests.play.tables import mine
from tests.runs.killing import Runner, committed, place
from tests.until import AGES
from tourney.cli.root import main
from tourney.records import engine_record
from tourney.store import open_store
from tourney.store.matches import match_count, run_faults, run_matches
from tourney.store.runs import run_named

RUN = (
    "run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--bot", f"c={mine('Fickle')}", "--seed", "3", "--name", "x", "-q",
)  # fmt: skip
DEALS = {1: 12, 2: 80}
"""Number of deals of three matches, by number of jobs: more with workers, which start slowly."""


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
Out = Callable[[], str]


@pytest.fixture(params=["whoever tests", pytest.param("ordinary", marks=pytest.mark.campaign)])
def someone(request: pytest.FixtureRequest) -> Ordinary:
    """The user who runs the processes to be killed."""
    return ordinary() if request.param == "ordinary" else Ordinary(sys.executable)


@pytest.fixture
def folder(someone: Ordinary) -> Iterator[Path]:
    """A temporary folder of that user."""
    with someone.folder() as path:
        yield path


@pytest.fixture(autouse=True)
def _temporary(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sends temporary folders to the test's folder, because killed processes leave them behind."""
    monkeypatch.setenv("TMPDIR", str(folder))


@pytest.fixture
def out(capfd: pytest.CaptureFixture[str]) -> Out:
    """Returns what was printed since its last call."""
    return lambda: capfd.readouterr().out


def content(db: Path, out: Out) -> tuple[Any, ...]:
    """Records, faults and standings of a run, as the program writes them."""
    with open_store(str(db)) as store:
        run = run_named(store, "x")
        records = [engine_record(match) for match in run_matches(store, run)]
        faults = list(run_faults(store, run))
    assert main(["standings", "x", "--db", str(db), "--format", "json"]) == 0
    return records, faults, out()


class Campaign:
    """Runs with the same settings, each disturbed in another way."""

    def __init__(self, runner: Runner, folder: Path, out: Out, jobs: int = 1) -> None:
        """Plays undisturbed runs; keeps the duration from the first match on, and the content.

        For many kills the longer of two: on a busy machine the first match is seen late, and a
        duration that is too short would put all kills before the first commit.
        """
        self.runner, self.folder, self.out = runner, folder, out
        self._args = (*RUN, "--deals", str(DEALS[jobs]), "-j", str(jobs))
        self.duration = 0.0
        for name in ("first", "whole")[times(0, 1) :]:
            self.start(name)
            began = monotonic()
            assert runner.status() == 0
            self.duration = max(self.duration, monotonic() - began)
        self.undisturbed = content(folder / "whole.db", out)
        assert len(self.undisturbed[0]) == 3 * DEALS[jobs]
        assert self.undisturbed[1]

    def start(self, name: str) -> int:
        """Starts a new run, waits until its first match begins, and returns the process id."""
        run = (*self._args, "--db", f"{name}.db")
        return self.runner.start(self.folder, self.folder / f"{name}.marks", *run, at="S")

    def resumed(self, db: Path) -> None:
        """Plays the rest of a run, whose content must then equal that of the undisturbed run."""
        assert main(["run", "--resume", "x", "--db", str(db), "-q"]) == 0
        self.out()
        assert content(db, self.out) == self.undisturbed

    def killed(self, kills: int, left: float = AGES) -> Counter[str]:
        """Kills runs at times distributed uniformly over their duration; each is then resumed.

        After at most `left` seconds no process of a killed run is running.
        """
        luck, where = random.Random(kills), Counter[str]()
        for number in range(kills):
            pid = self.start(str(number))
            sleep(luck.uniform(0, self.duration))
            with suppress(ProcessLookupError):  # the process may have ended already
                os.kill(pid, signal.SIGKILL)
            self.runner.status()
            if sys.platform == "linux":
                assert self.runner.left_over(left) == 0
            db = self.folder / f"{number}.db"
            seen = (self.folder / f"{number}.marks").read_text()
            with open_store(str(db)) as store:
                held = match_count(store, run_named(store, "x"))
            assert held >= committed(seen), "a finished commit was lost"
            where[place(seen, "<", ">")] += 1
            self.resumed(db)
            db.unlink()
        return where

    def workers_killed(self, kills: int) -> int:
        """Kills one worker in each of `kills` runs; returns in how many runs a worker was running.

        The first run waits until a worker exists.
        """
        luck, hits = random.Random(kills), 0
        for number in range(kills):
            self.start(str(number))
            if number:
                sleep(luck.uniform(0, self.duration))
            else:
                while self.runner.family() and not self.runner.workers():
                    pass
            if workers := self.runner.workers():
                with suppress(ProcessLookupError):
                    os.kill(luck.choice(workers), signal.SIGKILL)
                    hits += 1
            assert self.runner.status() == 0
            assert self.runner.left_over() == 0
            db = self.folder / f"{number}.db"
            assert content(db, self.out) == self.undisturbed
            db.unlink()
        return hits


def test_killed_and_resumed_is_undisturbed(someone: Ordinary, folder: Path, out: Out) -> None:
    with Runner(someone) as runner:
        assert Campaign(runner, folder, out).killed(1).total() == 1


@linux_only
@pytest.mark.full
def test_a_runner_killed_with_its_workers_is_resumed_and_undisturbed(
    someone: Ordinary, folder: Path, out: Out
) -> None:
    with Runner(someone) as runner:
        assert Campaign(runner, folder, out, jobs=2).killed(2).total() == 2


@pytest.mark.full
@linux_only
def test_a_killed_worker_changes_nothing(someone: Ordinary, folder: Path, out: Out) -> None:
    with Runner(someone) as runner:
        assert Campaign(runner, folder, out, jobs=2).workers_killed(2) > 0


def told(where: Counter[str]) -> str:
    return "kills: " + ", ".join(f"{n} {place} commits" for place, n in sorted(where.items()))


@pytest.mark.campaign
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_hundred_kills(
    someone: Ordinary, folder: Path, capfd: pytest.CaptureFixture[str], jobs: int
) -> None:
    with Runner(someone) as runner:
        where = Campaign(runner, folder, lambda: capfd.readouterr().out, jobs).killed(100, 2)
    with capfd.disabled():
        print(told(where))
    assert set(where) == {"before", "between", "inside"}


@linux_only
@pytest.mark.campaign
def test_a_hundred_workers_killed(
    someone: Ordinary, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Runner(someone) as runner:
        hits = Campaign(runner, folder, lambda: capfd.readouterr().out, 2).workers_killed(100)
    with capfd.disabled():
        print(f"kills: {hits} of 100 runs had a worker to kill")
    assert hits > 50
