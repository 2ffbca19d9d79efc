"""Measures how long a bot waited for a core because other processes used it.

Time that its own processes and threads used meanwhile is not counted as waiting. Reads Linux's
/proc; on other systems no waiting is counted.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import CLOCK_BOOTTIME, clock_gettime, monotonic
from typing import Final

from tourney.agents import proc

TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds; the system counts the time of ended threads in whole ticks."""
NOISE: Final = 2 * TICK
STALE: Final = 0.5
"""Seconds for which the list of a bot's processes is used again, except for a decision."""


@dataclass(slots=True)
class _Look:
    """The times of a bot's processes at one moment, in seconds.

    `ran` and `waited` are by thread; `ended` is the time of ended threads and children, by process;
    `born` is the start of each process.
    """

    ran: dict[int, float] = field(default_factory=dict)
    waited: dict[int, float] = field(default_factory=dict)
    ended: dict[int, float] = field(default_factory=dict)
    born: dict[int, float] = field(default_factory=dict)


class QueueTime:
    """The waiting time of a supervisor's bot with all processes that it has started."""

    def __init__(self, supervisor: int, bot: int) -> None:
        self._supervisor = supervisor
        self._family = [bot]
        self._counted = b""
        self._when = 0.0
        self._seen: dict[int, tuple[float, float]] = {}
        self._mark = self._last = _Look()

    def mark(self) -> None:
        """Count from now."""
        self._mark = self._last = self._look(STALE)

    def since(self) -> float:
        """Seconds since the mark in which other processes kept the bot from running."""
        before, now = self._mark, self._look(0.0)
        ran = _ran(before, now)
        own = sum(ran.values()) + _ended(before, now)
        waits = (
            now.waited[task] - before.waited.get(task, 0.0) - (own - ran[task]) for task in ran
        )
        return min(max(waits, default=0.0), _known(before, now))

    def used(self) -> float:
        """Seconds that the bot computed since the last call; infinite if unknown."""
        before, self._last = self._last, self._look(STALE)
        if self._last.born.keys() - before.born.keys():
            return inf
        return sum(_ran(before, self._last).values()) + _ended(before, self._last)

    def _look(self, stale: float) -> _Look:
        self._count(stale)
        found = _Look()
        for pid in self._family:
            with suppress(OSError):
                self._add(pid, found)
        return found

    def _count(self, stale: float) -> None:
        """List the bot's processes again, unless that was done a moment ago.

        Skipped if no process was started on this machine, because it reads every process.
        """
        if monotonic() - self._when < stale:
            return
        with suppress(OSError), open("/proc/loadavg", "rb") as file:
            last = file.read().split()[-1]
            if last != self._counted:
                self._family = proc.seen_descendants(self._supervisor) or self._family
                self._counted = last
        self._when = monotonic()

    def _add(self, pid: int, found: _Look) -> None:
        """Read the times of one process and all its threads."""
        spent, begun = _ticks(pid)
        alive = 0.0
        for task, ran, waited in _threads(pid):
            found.ran[task], found.waited[task] = ran, waited + self._waiting(pid, task, ran)
            alive += ran
        found.ended[pid], found.born[pid] = spent - alive, begun

    def _waiting(self, pid: int, task: int, ran: float) -> float:
        """The present wait of a thread, because the system counts a wait only when it is over.

        The thread is runnable and has not run since the last look.
        """
        now = monotonic()
        before, since = self._seen.setdefault(task, (ran, now))
        if ran != before:
            self._seen[task] = ran, now
        elif _wants_to_run(pid, task):
            return now - since
        return 0.0


def _ran(before: _Look, now: _Look) -> dict[int, float]:
    """The time that each thread computed between two looks."""
    return {task: time - before.ran.get(task, 0.0) for task, time in now.ran.items()}


def _ended(before: _Look, now: _Look) -> float:
    """The time used by threads and children that have ended since."""
    spent = sum(time - before.ended.get(pid, 0.0) for pid, time in now.ended.items())
    return spent if spent > NOISE else 0.0


def _known(before: _Look, now: _Look) -> float:
    """Seconds since the youngest process started; before that, children may have ended unseen."""
    youngest = max((now.born[pid] for pid in now.born.keys() - before.born.keys()), default=0.0)
    return max(0.0, clock_gettime(CLOCK_BOOTTIME) - youngest) if youngest else inf


def _ticks(pid: int) -> tuple[float, float]:
    """The time used by a process with its ended threads and children, and when it started."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    return sum(map(int, fields[11:15])) * TICK, int(fields[19]) * TICK


def _threads(pid: int) -> Iterator[tuple[int, float, float]]:
    """The threads of a process with the seconds that each ran and waited."""
    for name in os.listdir(f"/proc/{pid}/task"):
        with suppress(OSError), open(f"/proc/{pid}/task/{name}/schedstat", "rb") as file:
            ran, waited = map(int, file.read().split()[:2])
            yield int(name), ran / 1e9, waited / 1e9


def _wants_to_run(pid: int, task: int) -> bool:
    with suppress(OSError), open(f"/proc/{pid}/task/{task}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()[0] == b"R"
    return False
