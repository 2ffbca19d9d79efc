"""Ctrl-C, SIGTERM and SIGHUP end a run in the same way for every way to start the program."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.program import Program
from tests.runs.test_parallel import a_worker_starts
from tests.until import AGES, until
from tourney.store import open_store
from tourney.store.matches import finished_numbers
from tourney.store.runs import run_named, run_state

HOUSE = Path(__file__).parents[2]
RECORD = HOUSE / "data/records/spring-diams.tmr"
ENVIRON = {**os.environ, "PYTHONPATH": str(HOUSE)}
QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random")
LONG = (*QUICK, "--deals", "50000", "--name", "x")
SLOW = """
import time
class Slow:
    def choose(self, view, legal):
        print("thinking", flush=True)
        time.sleep(600)
"""
GO_ON = "interrupted; continue with: tourney run --resume x\n"
Process = subprocess.Popen[str]


@contextmanager
def running(folder: Path, *args: str, start: Sequence[str] = ()) -> Iterator[Process]:
    """A run in its own process group; `start` is the command of a program that starts it."""
    command = [*start, sys.executable, "-m", "tourney", *args]
    with subprocess.Popen(
        command, cwd=folder, env=ENVIRON, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as child:  # fmt: skip
        try:
            yield child
        finally:
            child.kill()


def said(child: Process, words: str) -> str:
    """Its stderr output up to the line that contains these words."""
    assert child.stderr is not None
    lines = ""
    while words not in lines:
        line = child.stderr.readline()
        assert line, lines
        lines += line
    return lines


def ended(child: Process) -> tuple[int, str]:
    """Its exit code and the rest of its stderr output."""
    assert child.stderr is not None
    err = child.stderr.read()
    return child.wait(AGES), err


def stored(folder: Path) -> list[int]:
    with open_store(str(folder / "tourney.db")) as store:
        return list(finished_numbers(store, run_named(store, "x")))


@pytest.mark.parametrize(
    ("number", "jobs"),
    [
        pytest.param(signal.SIGTERM, "1", marks=pytest.mark.full),
        (signal.SIGHUP, "2"),
        pytest.param(signal.SIGTERM, "2", marks=pytest.mark.full),
        pytest.param(signal.SIGHUP, "1", marks=pytest.mark.full),
        pytest.param(signal.SIGINT, "2", marks=pytest.mark.full),
    ],
)
@pytest.mark.full
def test_a_signal_to_all_processes_finishes_what_is_played_and_saves(
    tmp_path: Path, number: signal.Signals, jobs: str
) -> None:
    with running(tmp_path, *LONG, "-j", jobs, "--progress", "json") as child:
        said(child, '"playing"')
        os.killpg(child.pid, number)
        code, err = ended(child)
    assert code == 130
    assert "finishing the running matches" in err
    assert err.endswith(GO_ON.replace("\n", f" -j {jobs}\n"))
    assert "Traceback" not in err
    assert "no faults" in err
    found = stored(tmp_path)
    assert found == list(range(1, len(found) + 1))
    assert f"run 'x': {len(found)} of 100000 matches stored" in err


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(signal.SIGTERM, signal.SIGTERM, marks=pytest.mark.full),
        pytest.param(signal.SIGHUP, signal.SIGINT, marks=pytest.mark.full),
        pytest.param(signal.SIGINT, signal.SIGTERM, marks=pytest.mark.full),
    ],
)
def test_a_second_signal_waits_for_nobody(
    tmp_path: Path, first: signal.Signals, second: signal.Signals
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    with running(tmp_path, *QUICK, "--bot", "slow.py", "--name", "x") as child:
        said(child, "thinking")
        child.send_signal(first)
        said(child, "to stop at once")
        child.send_signal(second)
        code, err = ended(child)
    assert code == 130
    assert err.endswith(f"{GO_ON}tourney: interrupted\n")


@pytest.mark.full
def test_ctrl_c_counts_twice_where_it_was_ignored_before(tmp_path: Path) -> None:
    """A shell script ignores SIGINT for its background jobs."""
    (tmp_path / "slow.py").write_text(SLOW)
    start = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
    with running(tmp_path, *QUICK, "--bot", "slow.py", "--name", "x", start=start) as child:
        said(child, "thinking")
        child.send_signal(signal.SIGINT)
        said(child, "Ctrl-C again to stop at once")
        child.send_signal(signal.SIGINT)
        assert ended(child)[0] == 130


@pytest.mark.full
def test_who_was_started_by_nohup_survives_the_terminal(tmp_path: Path) -> None:
    start = ("sh", "-c", 'trap "" HUP; exec "$@"', "sh")
    run = (*QUICK, "--deals", "1500", "--name", "x", "--progress", "json", "-j", "2")
    with running(tmp_path, *run, start=start) as child:
        said(child, '"playing"')
        os.killpg(child.pid, signal.SIGHUP)
        assert ended(child)[0] == 0
    assert stored(tmp_path) == list(range(1, 3001))


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_all_while_workers_start_is_answered_by_the_runner(
    tmp_path: Path, number: signal.Signals
) -> None:
    with running(tmp_path, *LONG, "-j", "2") as child:
        until(lambda: a_worker_starts(child.pid))
        os.killpg(child.pid, number)
        code, err = ended(child)
    assert (code, "Traceback" in err) == (130, False)
    assert err.endswith(GO_ON.replace("\n", " -j 2\n"))


def test_a_terminal_that_is_closed_saves_the_run_that_is_drawn_on_it(tmp_path: Path) -> None:
    with Session(LONG, tmp_path, (80, 24), talk=True) as shown:
        shown.until("1 ", "2 ", "%")
        shown.hang_up()
        code = shown.process.wait(AGES)
    assert code == 130
    with open_store(str(tmp_path / "tourney.db")) as store:
        status = run_state(store, run_named(store, "x"))
        assert status is not None
        assert '"stopped"' in status.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_any_other_command_ends_as_after_ctrl_c_and_leaves_no_draft(
    tmp_path: Path, number: signal.Signals
) -> None:
    os.mkfifo(tmp_path / "endless")
    words = ("fmt", RECORD, "endless", "-o", "out.tmr")
    with Program(
        words, cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as child, open(tmp_path / "endless", "w"):  # fmt: skip
        assert len(list(tmp_path.iterdir())) == 2  # the command is now reading the second file
        child.send_signal(number)
        code, err = ended(child)
    assert (code, err) == (130, "tourney: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["endless"]
