"""A run that was killed and resumed holds what an undisturbed one holds."""

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
    "--bot", f"c={mine('Fickle')}", "--deals", "50", "--seed", "3", "--name", "x", "-q",
)  # fmt: skip
MATCHES = 150


class Runner:
    """A process that runs tourney in processes of its own; see `marked`."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.runs.marked"]
        self._process = subprocess.Popen(
            command, cwd=HOUSE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def start(self, db: Path, marks: Path) -> int:
        """The run's process, as soon as its first match is about to be played."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(marks), *RUN, "--db", str(db)]) + "\n")
        self._process.stdin.flush()
        pid = self._line()
        while not marks.exists() or not marks.read_bytes():
            sleep(0.001)
        return pid

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
        records = [engine_record(match) for match in store.matches(run.id)]
        faults = list(store.faults(run.id))
    assert main(["standings", "x", "--db", str(db), "--format", "json"]) == 0
    return records, faults, out()


def killed_at(runner: Runner, db: Path, marks: Path, seconds: float) -> str:
    """Kill the run so long after its start; where that was: before, between or inside commits."""
    pid = runner.start(db, marks)
    sleep(seconds)
    with suppress(ProcessLookupError):  # it may be over already
        os.kill(pid, signal.SIGKILL)
    runner.status()
    seen = marks.read_text()
    finished = [int(number) for number in re.findall(r">(\d+) ", seen)]
    with open_store(str(db)) as store:
        held = store.match_count(store.run("x").id)
    assert held >= max(finished, default=0), "a finished commit was lost"
    if seen.endswith("<"):
        return "inside"
    return "between" if finished else "before"


def campaign(runner: Runner, folder: Path, kills: int, out: Callable[[], str]) -> Counter[str]:
    """Kill so many runs at instants uniform over their duration; each is resumed and compared."""
    whole = folder / "whole.db"
    runner.start(whole, folder / "whole.marks")
    began = monotonic()
    assert runner.status() == 0
    duration = monotonic() - began
    undisturbed = content(whole, out)
    assert len(undisturbed[0]) == MATCHES
    assert undisturbed[1]
    luck, where = random.Random(kills), Counter[str]()
    for number in range(kills):
        db, marks = folder / f"{number}.db", folder / f"{number}.marks"
        where[killed_at(runner, db, marks, luck.uniform(0, duration))] += 1
        assert main(["run", "--resume", "x", "--db", str(db), "-q"]) == 0
        out()
        assert content(db, out) == undisturbed
        db.unlink()
    return where


def test_killed_and_resumed_is_undisturbed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Runner() as runner:
        where = campaign(runner, tmp_path, 10, lambda: capfd.readouterr().out)
    print(told(where))
    assert where.total() == 10


def told(where: Counter[str]) -> str:
    return "kills: " + ", ".join(f"{n} {place} commits" for place, n in sorted(where.items()))


@pytest.mark.campaign
def test_a_hundred_kills(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Runner() as runner:
        where = campaign(runner, tmp_path, 100, lambda: capfd.readouterr().out)
    with capfd.disabled():
        print(told(where))
    assert set(where) == {"before", "between", "inside"}
