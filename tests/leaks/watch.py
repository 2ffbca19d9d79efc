"""Fails a test that leaves something behind which could disturb later tests.

Checks threads, descriptors, processes, timers, signal handlers, the environment, the current
folder, and files in the folder for temporary files except pytest's own. Anything that a fixture
with a wider scope sets up is ignored.

The check takes some tenths of a millisecond per test: the kernel lists the children of each thread.
"""

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from _signal import getsignal  # that of `signal` looks up an enumeration, which takes longer
from collections.abc import Generator, Iterator
from contextlib import suppress
from multiprocessing import active_children, resource_tracker
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import WeakSet

import pytest

from tests import program

GRACE: Final = 20.0
"""Seconds in which processes that were started by a test's processes must end."""
TIMERS: Final = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
SIGNALS: Final = sorted(signal.valid_signals())
HANDLERS: Final = [f"handler of signal {each}" for each in SIGNALS]
LINUX: Final = sys.platform == "linux"
SET_BY_PYTEST: Final = {"PYTEST_CURRENT_TEST"}

STARTED: Final = WeakSet[subprocess.Popen[Any]]()
"""The processes that this process has started and still knows."""

Found = dict[str, object]
"""What exists: the name of each thing as shown in messages -> a value that must not change."""


class Process(NamedTuple):
    """A process as the kernel describes it."""

    pid: int
    parent: int
    state: str
    name: str


class Children:
    """The child processes of this process, with the orphans that it has adopted."""

    def __init__(self) -> None:
        if LINUX:
            from tourney.agents.kernel import SUBREAPER, prctl

            prctl(SUBREAPER, 1)  # so that orphans become children of this process

    def now(self) -> set[int]:
        """Their process ids, with those of zombies."""
        if not LINUX:
            return {child.pid or 0 for child in active_children()}
        found: set[int] = set()
        for thread in os.listdir("/proc/self/task"):
            with suppress(OSError), open(f"/proc/self/task/{thread}/children", "rb") as listed:
                found.update(map(int, listed.read().split()))  # unless the thread has ended
        return found

    def settled(self, before: set[int]) -> set[int]:
        """Ids of new processes that still run after descendants have had time to end."""
        end = time.monotonic() + GRACE
        orphans: set[int] = set()
        while (new := self.now() - before - _lasting()) and time.monotonic() < end:
            if not new <= orphans:  # asked once for each, because all objects are looked at
                if own := new & _started_here():
                    return own
                orphans |= new
            for pid in new:  # orphans have no other parent to reap them
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
            time.sleep(0.01)
        return new


def _process(pid: int) -> Process | None:
    try:
        head, _, tail = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except OSError:
        return None
    state, parent = tail.split()[:2]
    return Process(pid, int(parent), state, head.partition("(")[2])


def _lasting() -> set[int]:
    """Ids of processes that are started once: Python's resource tracker and the fork server."""
    server = program.running_server()
    tracker = getattr(resource_tracker._resource_tracker, "_pid", None)
    return {tracker or 0, server.pid if server else 0}


def _started_here() -> set[int]:
    """Ids of processes that this process has started itself and not waited for."""
    started = {child.pid or 0 for child in active_children()}
    return started | {each.pid for each in list(STARTED) if hasattr(each, "pid")}


def _note_started() -> None:
    """Make every process that is started with `subprocess` known to `STARTED`."""
    start = subprocess.Popen.__init__

    def noted(process: subprocess.Popen[Any], *args: Any, **how: Any) -> None:
        STARTED.add(process)
        start(process, *args, **how)

    subprocess.Popen.__init__ = noted  # type: ignore[method-assign]  # there is no other list


class Change(NamedTuple):
    """Something that was added, removed or changed."""

    name: str
    before: object
    now: object

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.name} ({self.now})"
        return f"{self.name} ({self.now or 'gone'}, was {self.before})"


class State(NamedTuple):
    """What exists at one moment, other than processes."""

    threads: Found
    descriptors: Found
    timers: Found
    signals: Found
    variables: Found
    folder: Found
    files: Found

    @classmethod
    def now(cls, scratch: str) -> "State":
        return cls(
            {f"thread {each.name} {each.ident}": str(each) for each in threading.enumerate()},
            dict(_descriptors()),
            {f"timer {which}": signal.getitimer(which)[0] > 0 for which in TIMERS},
            dict(zip(HANDLERS, map(getsignal, SIGNALS), strict=True)),
            {f"variable {k}": text for k, text in os.environ.items() if k not in SET_BY_PYTEST},
            {"current folder": _folder()},
            {f"file {name}": scratch for name in os.listdir(scratch)},
        )

    def news(self, before: "State") -> Iterator["Change"]:
        """Differences from an earlier state."""
        for new, old in zip(self, before, strict=True):
            if new != old:
                for name in sorted(new.keys() | old.keys()):
                    if new.get(name) != old.get(name):
                        yield Change(name, old.get(name), new.get(name))


def _descriptors() -> Iterator[tuple[str, object]]:
    if not LINUX:
        return
    server = program.running_server()
    tracker = getattr(resource_tracker._resource_tracker, "_fd", None)
    lasting = (tracker, server.fileno() if server else None)
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the descriptor that read this folder is closed
            if int(name) not in lasting:
                yield f"descriptor {name}", os.readlink(f"/proc/self/fd/{name}")


def _folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return "none"


class Watch:
    """The pytest plugin: compares the states before the setup and after the teardown of a test."""

    def __init__(self) -> None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
        self._scratch = tempfile.mkdtemp(prefix="tourney-tests-")
        os.chmod(self._scratch, 0o755)  # PostgreSQL may run as another user
        os.environ["TMPDIR"] = tempfile.tempdir = self._scratch
        self._children = Children()
        _note_started()
        self._before: State | None = None
        self._processes: set[int] = set()
        self._shared: set[str] = set()

    def _now(self) -> State:
        return State.now(self._scratch)

    def pytest_collection_finish(self) -> None:
        """Wait for the end of processes that were started while tests were collected."""
        self._children.settled(set())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        self._before = self._before or self._now()
        self._processes = self._children.now()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        before, processes = self._now(), self._children.now()
        try:
            return (yield)
        finally:
            self._shared |= {change.name for change in self._now().news(before)}
            self._processes |= self._children.now() - processes

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None]:
        result = yield
        assert self._before
        now = self._now()
        if left := self._news(now, self._before):
            gc.collect()  # an exception may keep open files of its frames alive
            left = self._news(now := self._now(), self._before)
        left += [f"process {_process(pid)}" for pid in self._children.settled(self._processes)]
        self._before = now  # the next test starts with what this one leaves
        if left:
            pytest.fail("the test leaves behind: " + "; ".join(left), pytrace=False)
        return result

    def _news(self, now: State, before: State) -> list[str]:
        return [str(each) for each in now.news(before) if not self._allowed(each)]

    def _allowed(self, change: Change) -> bool:
        return change.name in self._shared

    def pytest_unconfigure(self) -> None:
        shutil.rmtree(self._scratch, ignore_errors=True)
