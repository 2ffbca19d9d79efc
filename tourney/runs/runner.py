"""Identifies the process that plays a run, and whether it still exists.

A process id is given to another process later, and means nothing on another machine. So a runner is
identified by its id, its start time and its machine, if the system tells them.
"""

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Self

from engines.messages import Message, say
from tourney.domain.run_spec import RunSpec
from tourney.domain.safe_text import shell_line

ENDED: Final = (b"Z", b"X")
"""States of processes that have ended and that their parent has not noticed yet."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A process that plays a run; the default is an unknown one.

    `host` is the name of its machine for people, `place` identifies the machine since its start and
    the set of process ids, `started` the process among those with the same id; both are empty if
    unknown. `since` is when it began to play, in UTC.
    """

    pid: int = 0
    host: str = ""
    place: str = ""
    started: str = ""
    since: str = ""

    @classmethod
    def here(cls) -> Self:
        """This process, which begins to play now."""
        return cls.of(os.getpid())

    @classmethod
    def of(cls, pid: int) -> Self:
        """A process of this machine, which begins to play now."""
        now = datetime.now(UTC)
        return cls(pid, platform.node(), _place(), _started(pid), f"{now:%Y-%m-%d %H:%M:%S} UTC")

    @property
    def gone(self) -> bool:
        """Whether it is known that the process has ended."""
        known = bool(self.started and self.place) and self.place == _place()
        return known and _started(self.pid) != self.started

    @property
    def exists(self) -> bool:
        """Whether it is known that the process has not ended."""
        known = bool(self.started and self.place) and self.place == _place()
        return known and _started(self.pid) == self.started

    @property
    def is_this(self) -> bool:
        """Whether it is this process."""
        return self.pid == os.getpid() and self.exists

    def message(self) -> Message:
        """The process, its machine and since when it plays, as far as they are known."""
        if not self.pid:
            return say("runs.another-process")
        host = self.host or say("runs.this-machine")
        return say("runs.process", pid=self.pid, host=host, since=self.since)


UNKNOWN: Final = Runner()


def already_played(spec: RunSpec, runner: Runner) -> Message:
    """The message that another process plays a run."""
    stop = shell_line(("tourney", "runs", "stop", spec.name))
    return say("runs.already-played", run=spec.name, runner=runner.message(), command=stop)


def _place() -> str:
    """The machine since its start, and the namespace of its process ids; empty if unknown."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """When a process started, in ticks since the start of the machine; empty if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in ENDED else fields[19].decode()
