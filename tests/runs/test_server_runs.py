"""Runs on a PostgreSQL server that is restarted, and runners that fight for one run."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from engines.messages import Message
from tests.conftest import Tourney
from tests.store import servers
from tests.store.sample import spec
from tests.until import AGES, until
from tourney.domain.errors import TourneyError
from tourney.runs.heartbeat import claim, held
from tourney.store import open_store
from tourney.store.connect import Wait
from tourney.store.log import log_entries
from tourney.store.matches import match_count
from tourney.store.runs import RunLock, StoredRun, add_run, all_runs, change_bots, replan, run_named

pytestmark = pytest.mark.full

RUN = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
       "--seed", "3", "--name", "x")  # fmt: skip


@pytest.fixture
def server() -> Iterator[servers.OwnServer]:
    """A server of this test's own."""
    try:
        with servers.own_server() as own:
            yield own
    except servers.NoServer as reason:
        pytest.skip(str(reason))


def program(folder: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tourney", *args], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
    )  # fmt: skip


def stored(url: str) -> int:
    try:
        with open_store(url) as store:
            return sum(match_count(store, run) for run in all_runs(store))
    except TourneyError:
        return 0


@pytest.mark.parametrize("deals", [1000, pytest.param(5000, marks=pytest.mark.campaign)])
def test_a_server_restarted_twice_changes_nothing(
    tourney: Tourney, tmp_path: Path, server: servers.OwnServer, deals: int
) -> None:
    args = (*RUN, "--deals", str(deals))
    url = server.url
    process = program(tmp_path, *args, "--db", url, "--wait", "5m")
    assert process.stderr is not None
    for share in (4, 2):
        until(lambda share=share: stored(url) > deals / share)  # type: ignore[misc]
        server.kill()
        # A line about the progress may come first.
        assert any(line.startswith("no connection to 'postgresql://") for line in process.stderr)
        server.start()
    _, err = process.communicate()
    assert process.returncode == 0, err
    assert tourney(*args, "--db", "2.db", "-q").code == 0
    for what in (("export", "tmr", "x"), ("standings", "x", "--format", "json")):
        assert tourney(*what, "--db", url).out == tourney(*what, "--db", "2.db").out
    assert tourney("db", "integrity", "--db", url).code == 0


def test_without_wait_a_lost_server_ends_the_run(tmp_path: Path, server: servers.OwnServer) -> None:
    url = server.url
    process = program(tmp_path, *RUN, "--deals", "100000", "--db", url)
    until(lambda: stored(url) > 100)
    server.kill()
    _, err = process.communicate()
    server.start()
    assert process.returncode == 1
    lines = err.splitlines()
    assert lines[-2] == f"continue with: tourney run --resume x --db '{url}'"
    assert lines[-1].startswith(f"tourney: no answer from '{url}': ")


def test_a_check_that_loses_its_server_names_the_command_for_the_rest(
    tourney: Tourney, tmp_path: Path, server: servers.OwnServer
) -> None:
    assert tourney(*RUN, "--deals", "1000", "--db", server.url, "-q").code == 0
    process = program(tmp_path, "check", "run:x", "--db", server.url)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("x/1")
    server.kill()
    out, err = process.communicate()
    server.start()
    assert process.returncode == 1
    last, fault = err.splitlines()
    assert fault.startswith(f"tourney: no answer from '{server.url}': ")
    checked = 1 + len(out.splitlines())
    assert last == (
        f"interrupted; continue with: tourney check run:x --after {checked} --db '{server.url}'"
    )
    rest = tourney("check", "run:x", "--after", str(checked), "--db", server.url)
    assert rest.err == f"{2000 - checked} of {2000 - checked} matches pass\n"


def test_a_run_begins_when_the_server_does(tmp_path: Path, server: servers.OwnServer) -> None:
    server.kill()
    process = program(tmp_path, *RUN, "--deals", "10", "--db", server.url, "--wait", "5m")
    assert process.stderr is not None
    first = process.stderr.readline()
    server.start()
    _, err = process.communicate()
    assert process.returncode == 0, err
    assert "no connection to 'postgresql://" in first
    assert stored(server.url) == 20


def test_a_server_lost_before_a_run_is_stored_is_waited_for(server: servers.OwnServer) -> None:
    """It is lost before every step that leads to the first match, and starts when that is said."""
    said: list[str] = []

    def say(message: Message) -> None:
        said.append(str(message))
        server.start()

    with (
        open_store(server.url, create=True, wait=Wait(AGES, say)) as store,
        ExitStack() as stack,
    ):
        made: list[StoredRun] = []
        steps: tuple[Callable[[], object], ...] = (
            partial(all_runs, store),
            lambda: made.append(add_run(store, spec("x"), reproducible=True)),
            lambda: run_named(store, "x"),
            lambda: change_bots(store, made[0], made[0].spec.bots),
            lambda: replan(store, made[0], 7, ""),
            lambda: claim(store, made[0]),
            lambda: stack.enter_context(held(store, made[0])),
        )
        for number, step in enumerate(steps, start=1):
            server.kill()
            step()
            assert len(said) == number
        assert [run.spec.deals for run in all_runs(store)] == [7]
        assert [entry.what for entry in log_entries(store)] == ["run new"]


def test_a_silent_runner_keeps_its_run(tmp_path: Path, server: servers.OwnServer) -> None:
    """The lock on the server decides who plays, not the last stored status."""
    url = server.url
    first = program(tmp_path, *RUN, "--deals", "100000", "--db", url, "-q")
    until(lambda: stored(url) > 100)
    first.send_signal(signal.SIGSTOP)
    with open_store(url) as store:
        run = run_named(store, "x")
        with RunLock(store, run) as lock:
            assert not lock.held
        second = program(tmp_path, "run", "--resume", "x", "--db", url)
        _, err = second.communicate()
        assert second.returncode == 6
        assert f"run 'x' is being played by process {first.pid} on " in err
        first.send_signal(signal.SIGKILL)
        first.communicate()
        with RunLock(store, run) as lock:
            assert lock.held


@pytest.mark.parametrize("more", [(), ("--wait", "5m"), ("-j", "2")])
def test_a_second_ctrl_c_ends_a_run_whose_server_hangs(
    tmp_path: Path, server: servers.OwnServer, more: tuple[str, ...]
) -> None:
    url = server.url
    process = program(tmp_path, *RUN, "--deals", "100000", "--db", url, *more)
    until(lambda: stored(url) > 100)
    server.freeze()
    try:
        process.send_signal(signal.SIGINT)
        err = process.stderr
        assert err is not None
        until(lambda: "Ctrl-C again to stop at once" in err.readline())
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=AGES)
    finally:
        server.thaw()
    assert process.returncode == 130
    again = " ".join(("tourney run --resume x", *more))
    assert said.splitlines()[-2:] == [
        f"interrupted; continue with: {again} --db '{url}'",
        "tourney: interrupted",
    ]
    assert stored(url) > 100
