"""Finds the Python class that is to blame when a worker process dies or hangs in its code.

A worker notes in shared memory which seat of which match it is calling. The runner reads this: if
the worker dies in such a call, or the call does not return, the class is to blame. The match is
played again, and that call becomes the fault. Does not depend on how workers are started.
"""

import json
import mmap
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from struct import Struct
from threading import get_ident
from time import monotonic
from typing import Any, Final, NamedTuple, NoReturn, Self, TypeVar

from engines.api import Seat
from tourney.agents.bot_process import status_words
from tourney.play.agent import AgentFault
from tourney.play.clock import Clock

T = TypeVar("T")

NOTE: Final = Struct("=?qqq")
"""Whether a call is running, then its match, seat and number."""
BUSY: Final = 0
KNOWN: Final = "known"
THINK: Final = 60.0
"""Seconds for a call in a run without a clock."""
PATIENCE: Final = 2.0
"""Seconds beyond its clock after which a call counts as hanging."""
STOPPED: Final = 2.0
"""Seconds for a call to return once the run is to stop."""
BEAT: Final = 0.5
"""The longest time counted between two looks, because the runner itself may have been stopped."""
BY_ITSELF: Final = frozenset(
    {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP}
)
"""Signals caused by a process's own errors; any other may have come from outside."""


class Call(NamedTuple):
    """A call of a class: its match, its seat, and its number within them."""

    match: int
    seat: Seat
    number: int


class _Watched(NamedTuple):
    """A running call, the seconds it has taken, and those its process has waited for a core."""

    call: Call
    taken: float
    queued: float


class UnwatchedCalls:
    """Calls a class without noting it."""

    def call(self, function: Callable[..., T], *given: Any, **more: Any) -> T:
        """Call a function; raises SystemExit where it would end this process with `os._exit`."""
        real, caller = os._exit, (os.getpid(), get_ident())

        def leave(status: int) -> NoReturn:
            if (os.getpid(), get_ident()) != caller:
                real(status)
            raise SystemExit(f"called os._exit({status})")

        os._exit = leave
        try:
            return function(*given, **more)
        finally:
            os._exit = real


class WatchedCalls(UnwatchedCalls):
    """Notes the calls of one seat in one match."""

    def __init__(self, notes: "CallNotes", match: int, seat: Seat) -> None:
        self._memory = notes.memory
        self._deadly = notes.deadly
        self._match = match
        self._seat = seat
        self._number = 0

    def call(self, function: Callable[..., T], *given: Any, **more: Any) -> T:
        """Note and make a call; AgentFault instead if this call is known to end the process."""
        self._number += 1
        if self._deadly and (
            fault := self._deadly.get(Call(self._match, self._seat, self._number))
        ):
            raise AgentFault(*fault)
        NOTE.pack_into(self._memory, 0, True, self._match, self._seat, self._number)
        try:
            return super().call(function, *given, **more)
        finally:
            self._memory[BUSY] = 0


class CallNotes:
    """The notes of a worker for its runner, in a folder that both know."""

    def __init__(self, folder: str) -> None:
        file = Path(folder) / str(os.getpid())
        file.write_bytes(bytes(NOTE.size))
        with file.open("r+b") as opened:
            self.memory = mmap.mmap(opened.fileno(), NOTE.size)
        self.deadly: dict[Call, tuple[str, str]] = {}
        with suppress(FileNotFoundError):
            found = json.loads((Path(folder) / KNOWN).read_bytes())
            self.deadly = {Call(*call): (code, words) for call, code, words in found}

    def watched(self, match: int, seat: Seat) -> WatchedCalls:
        """The object that calls the class of a seat."""
        return WatchedCalls(self, match, seat)


class CallWatch:
    """The runner's side: reads the notes of all workers, and ends those that hang."""

    def __init__(self, clock: Clock) -> None:
        self.folder = tempfile.mkdtemp(prefix="tourney-")
        """Where workers put their notes."""
        self._late = f"took longer than the clock allows: {clock}"
        self._allowed = THINK
        if clock.limited:
            self._allowed = (clock.move_ms + clock.bank_ms) / 1000 + PATIENCE
        else:
            self._late = f"no answer within {THINK:g} s"
        self._deadly: dict[Call, tuple[str, str]] = {}
        self._suspect: set[Call] = set()
        self._seen: dict[int, _Watched] = {}
        self._looked = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def tend(self, over: bool) -> None:
        """Check every worker; if `over` the run is to stop, and hanging calls are not blamed."""
        now = monotonic()
        passed, self._looked = min(now - self._looked, BEAT), now
        seen: dict[int, _Watched] = {}
        for pid, call in self._calls():
            queued, before = _queued(pid), self._seen.get(pid)
            taken = 0.0
            if before is not None and before.call == call:
                taken = before.taken + max(0.0, passed - (queued - before.queued))
            seen[pid] = _Watched(call, taken, queued)
            if taken > (STOPPED if over else self._allowed):
                if not over:
                    self._blame(call, "timeout", self._late)
                self._end(pid)
        self._seen = seen

    def died(self, exits: Mapping[int, int]) -> None:
        """Find the calls in which workers died, given exit statuses by process id.

        When one worker dies, the others are ended with SIGTERM; that alone blames no call.
        """
        calls = {pid: call for pid, call in self._calls() if pid in exits}
        for pid, call in calls.items():
            status = exits[pid]
            if call in self._deadly or (-status == signal.SIGTERM and len(calls) > 1):
                continue
            if status >= 0 or -status in BY_ITSELF or call in self._suspect:
                words = f"the process died while the bot was called: {status_words(status)}"
                self._blame(call, "crash", words)
            self._suspect.add(call)
        for pid in exits:
            self._forget(pid)

    def _blame(self, call: Call, code: str, words: str) -> None:
        """Make this call of the class a fault when the match is played again."""
        self._deadly[call] = code, words
        known = [[call, *fault] for call, fault in self._deadly.items()]
        file = Path(self.folder) / KNOWN
        part = file.with_suffix(".part")
        part.write_text(json.dumps(known), "utf-8")
        part.replace(file)

    def _calls(self) -> Iterator[tuple[int, Call]]:
        """The running calls with the processes that make them."""
        for file in Path(self.folder).iterdir():
            note = file.read_bytes() if file.name.isdigit() else b""
            if len(note) == NOTE.size:
                busy, *call = NOTE.unpack(note)
                if busy:
                    yield int(file.name), Call(*call)

    def _end(self, pid: int) -> None:
        self._forget(pid)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def _forget(self, pid: int) -> None:
        (Path(self.folder) / str(pid)).unlink(missing_ok=True)


def _queued(pid: int) -> float:
    """Seconds that the main thread of a process was runnable but not running (Linux; else 0)."""
    with suppress(OSError), open(f"/proc/{pid}/schedstat", "rb") as file:
        return int(file.read().split()[1]) / 1e9
    return 0.0
