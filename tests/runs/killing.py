"""Processes of tourney that tests kill, run as an ordinary user or as the user of the tests."""

import json
import os
import re
import subprocess
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from tests.ordinary import HOUSE, Ordinary
from tests.until import AGES


class Runner:
    """A process of the given user that starts tourney commands as child processes; see `marked`."""

    def __init__(self, someone: Ordinary) -> None:
        self._mark = f"{os.getpid()}-{id(self)}"
        self._process = subprocess.Popen(
            [someone.python, "-m", "tests.runs.marked"], cwd=HOUSE, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**someone.environ, "KILL_TEST": self._mark}, **someone.user,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def start(self, folder: Path, marks: Path, *args: str, at: str = "B") -> int:
        """Starts a command in a folder, waits for its first mark, and returns the process id."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(folder), str(marks), *args]) + "\n")
        self._process.stdin.flush()
        pid = self._line()
        while not marks.exists() or at not in marks.read_text():
            sleep(0.001)
        return pid

    def family(self) -> list[int]:
        """The ids of all running processes that this runner has started, directly or not."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                environ = (folder / "environ").read_bytes().split(b"\0")
                if f"KILL_TEST={self._mark}".encode() in environ:
                    found.append(int(folder.name))
        return [pid for pid in found if pid != self._process.pid]

    def left_over(self, seconds: float = AGES) -> int:
        """Number of these processes that are still running after at most so many seconds."""
        until = monotonic() + seconds
        while (left := len(self.family())) and monotonic() < until:
            sleep(0.01)
        return left

    def workers(self) -> list[int]:
        """The ids of the worker processes of a run."""
        found = []
        for pid in self.family():
            with suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return sorted(found)

    def status(self) -> int:
        """Waits for the last process started and returns its exit status as from `os.wait`."""
        return self._line()

    def _line(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


def place(seen: str, begin: str = "(", end: str = ")") -> str:
    """Where the marks show that a process was killed: before, between or inside commits."""
    if seen.count(begin) > seen.count(end):
        return "inside"
    return "between" if end in seen else "before"


def committed(seen: str) -> int:
    """How many matches a process had stored, by its marks."""
    return max(map(int, re.findall(r">(\d+) ", seen)), default=0)
