"""Clocks: the time that a run allows, and the time that one seat has used in a match.

Times are milliseconds by a monotonic clock.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MARGIN_MS: Final = 10.0
"""Hidden extra time for every move, because waking a process may take that long."""
READINGS: Final = 5
TOGETHER: Final = 0.001
"""Seconds between two readings that count as taken at one time."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time for a move and the overtime for a match; both 0: no limit."""

    move_ms: int = 0
    bank_ms: int = 0

    @property
    def limited(self) -> bool:
        """Whether there is a limit."""
        return bool(self.move_ms or self.bank_ms)

    def __str__(self) -> str:
        parts = [f"{self.move_ms} ms a move"] if self.move_ms else []
        parts += [f"{self.bank_ms} ms a match"] if self.bank_ms else []
        return " and ".join(parts) or "no limit"


def charged_ms() -> float:
    """Milliseconds of a monotonic clock, without the time that this thread waited for a core.

    Linux tells the latter; elsewhere it counts as 0. The two readings must belong together: if the
    thread waits between them, they are repeated.
    """
    for _ in range(READINGS):
        before, queued = perf_counter(), 0.0
        with suppress(OSError), open("/proc/thread-self/schedstat", "rb") as file:
            queued = int(file.read().split()[1]) / 1e6
        if perf_counter() - before < TOGETHER:
            break
    return 1000 * before - queued


NO_CLOCK: Final = Clock()


class Timer:
    """The clock of one seat in one match."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.limited = clock.limited
        """Whether there is a limit."""
        self.bank_ms = float(clock.bank_ms)
        """The remaining overtime."""

    @property
    def allowed_ms(self) -> float:
        """The time limit of the next move, with overtime and margin."""
        return self.clock.move_ms + self.bank_ms + MARGIN_MS

    def spend(self, ms: float) -> bool:
        """Take a move's overtime from the bank; True if the move came in time."""
        over = ms - self.clock.move_ms
        if over <= 0:
            return True
        late = ms > self.allowed_ms
        self.bank_ms = max(0.0, self.bank_ms - over)
        return not late


class Thinking:
    """The number of decisions of one seat, and their total time."""

    __slots__ = ("moves", "ms")

    def __init__(self) -> None:
        self.moves = 0
        self.ms = 0.0

    def timed(self, choose: Callable[[T], R]) -> Callable[[T], R]:
        """`choose` with its time counted here, even if it fails."""

        def counted(given: T) -> R:
            began = perf_counter()
            try:
                return choose(given)
            finally:
                self.ms += 1000 * (perf_counter() - began)
                self.moves += 1

        return counted
