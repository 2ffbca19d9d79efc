"""Processes, their memory and how long they waited for a core, read from Linux's /proc.

Without /proc all results are empty or 0. Imports only quick parts of the standard library, because
the supervisor of every bot does.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from math import inf
from time import CLOCK_BOOTTIME, clock_gettime, monotonic
from typing import Final

KILOBYTE: Final = 1024
SECTOR: Final = 512


def seen_descendants(ancestor: int) -> list[int]:
    """Descendants of `ancestor`, found in a time that depends on their number alone.

    A process whose sibling ends in the same instant may be missed; the next call finds it. To end
    all descendants use `descendants`.
    """
    family = _children(ancestor)
    if family is None:
        return descendants(ancestor)
    for pid in family:
        family += _children(pid) or ()
    return family


def _children(pid: int) -> list[int] | None:
    """The children of a process; None if the system does not list them."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    except OSError:
        return None
    return found


def descendants(ancestor: int) -> list[int]:
    """All descendants of `ancestor` that have not ended."""
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc/self") else ()):
        # The name of a program stands in brackets before these fields and may contain any.
        with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            state, parent = file.read().rpartition(b")")[2].split()[:2]
            if state not in b"ZX":  # a zombie, or a process that ends just now
                children.setdefault(int(parent), []).append(int(name))
    family = list(children.get(ancestor, ()))
    for pid in family:  # which grows meanwhile
        family += children.get(pid, ())
    return family


def threads() -> int:
    """The number of threads on the machine, a cheap sign of new processes."""
    try:
        with open("/proc/loadavg", "rb") as file:
            return int(file.read().split()[3].partition(b"/")[2])
    except OSError:
        return 0


def resident(pid: int) -> int:
    """Bytes of resident memory of a process."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def share(pid: int) -> int:
    """Bytes of memory of a process, shared pages counted in part; slower than `resident`."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            sizes = [line.split()[1] for line in file if line.startswith(b"Pss:")]
    except OSError:
        return 0
    return KILOBYTE * sum(map(int, sizes))


def in_files(pids: Iterable[int], folders: Iterable[str]) -> int:
    """Bytes of memory that processes use in files: in `folders`, and in files without a name."""
    held: dict[tuple[int, int], int] = {}
    for pid in pids:
        # File systems that the process sees in these folders and this one does not.
        for folder in folders:
            with suppress(OSError):
                path, ours = f"/proc/{pid}/root{folder}", -1
                device = os.stat(path).st_dev
                with suppress(OSError):
                    ours = os.stat(folder).st_dev
                if device != ours:
                    found = os.statvfs(path)
                    held[device, 0] = (found.f_blocks - found.f_bfree) * found.f_frsize
        # Files in memory that are reachable only by a descriptor.
        with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
            for entry in entries:
                with suppress(OSError):
                    if os.readlink(entry.path).startswith("/memfd:"):
                        file = os.stat(entry.path)
                        held[file.st_dev, file.st_ino] = SECTOR * file.st_blocks
    return sum(held.values())


def in_segments() -> int:
    """Bytes of System V memory in the namespace of this process."""
    try:
        with open("/proc/sysvipc/shm", "rb") as file:
            names, *segments = [line.split() for line in file]
        at = names.index(b"rss")
    except (OSError, ValueError):
        return 0
    return sum(int(segment[at]) for segment in segments)


TICK: Final = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.0
"""Seconds; the system counts the time of ended threads in whole ticks."""
TICK_ERROR: Final = 2 * TICK
STALE: Final = 0.5
"""Seconds for which the list of a bot's processes is used again, except for a decision."""


class _Times:
    """The times of a bot's processes at one moment, in seconds.

    `ran` and `waited` are by thread; `ended` is the time of ended threads and children, by process;
    `born` is the start of each process.
    """

    __slots__ = ("born", "ended", "ran", "waited")

    def __init__(self) -> None:
        self.ran: dict[int, float] = {}
        self.waited: dict[int, float] = {}
        self.ended: dict[int, float] = {}
        self.born: dict[int, float] = {}


class QueueTime:
    """The waiting time of a supervisor's bot with all processes that it has started."""

    def __init__(self, supervisor: int, bot: int) -> None:
        self._supervisor = supervisor
        self._family = [bot]
        self._counted = b""
        self._when = 0.0
        self._seen: dict[int, tuple[float, float]] = {}
        self._mark = self._last = _Times()

    def mark(self) -> None:
        """Count from now."""
        self._mark = self._last = self._measured(STALE)

    def since(self) -> float:
        """Seconds since the mark in which other processes kept the bot from running."""
        before, now = self._mark, self._measured(0.0)
        ran = _ran(before, now)
        own = sum(ran.values()) + _ended(before, now)
        # A thread that waited while another one of the bot ran was not kept by other processes.
        waits = (
            now.waited[task] - before.waited.get(task, 0.0) - (own - ran[task]) for task in ran
        )
        # Before the youngest process started, children may have ended unseen.
        youngest = max((now.born[pid] for pid in now.born.keys() - before.born.keys()), default=0.0)
        known = max(0.0, clock_gettime(CLOCK_BOOTTIME) - youngest) if youngest else inf
        return min(max(waits, default=0.0), known)

    def used(self) -> float:
        """Seconds that the bot computed since the last call; infinite if unknown."""
        before, self._last = self._last, self._measured(STALE)
        if self._last.born.keys() - before.born.keys():
            return inf
        return sum(_ran(before, self._last).values()) + _ended(before, self._last)

    def _measured(self, stale: float) -> _Times:
        if monotonic() - self._when >= stale:
            # List the bot's processes again, unless the machine's latest process is still the same:
            # this reads every process.
            with suppress(OSError), open("/proc/loadavg", "rb") as file:
                last = file.read().split()[-1]
                if last != self._counted:
                    self._family = seen_descendants(self._supervisor) or self._family
                    self._counted = last
            self._when = monotonic()
        look = _Times()
        for pid in self._family:
            with suppress(OSError):
                with open(f"/proc/{pid}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                # The time used by the process with its ended threads and children (utime, stime,
                # cutime, cstime), and when it started (starttime).
                spent, begun = sum(map(int, fields[11:15])) * TICK, int(fields[19]) * TICK
                alive = 0.0
                for name in os.listdir(f"/proc/{pid}/task"):
                    with suppress(OSError):
                        with open(f"/proc/{pid}/task/{name}/schedstat", "rb") as file:
                            ran, waited = (int(field) / 1e9 for field in file.read().split()[:2])
                        task = int(name)
                        look.ran[task] = ran
                        look.waited[task] = waited + self._waiting(pid, task, ran)
                        alive += ran
                look.ended[pid], look.born[pid] = spent - alive, begun
        return look

    def _waiting(self, pid: int, task: int, ran: float) -> float:
        """The present wait of a thread, because the system counts a wait only when it is over.

        The thread is runnable and has not run since the last look.
        """
        now = monotonic()
        before, since = self._seen.setdefault(task, (ran, now))
        if ran != before:
            self._seen[task] = ran, now
        else:
            with suppress(OSError), open(f"/proc/{pid}/task/{task}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].split()[0] == b"R":
                    return now - since
        return 0.0


def _ran(before: _Times, now: _Times) -> dict[int, float]:
    """The time that each thread computed between two looks."""
    return {task: time - before.ran.get(task, 0.0) for task, time in now.ran.items()}


def _ended(before: _Times, now: _Times) -> float:
    """The time used by threads and children that have ended since."""
    spent = sum(time - before.ended.get(pid, 0.0) for pid, time in now.ended.items())
    return spent if spent > TICK_ERROR else 0.0
