"""Time for thinking: what a run allows, and what one seat has used of it in a match.

Times are milliseconds by a monotonic clock. Knows nothing of who waits for whom.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MARGIN_MS: Final = 10.0
"""What every move is granted beyond its time without being told: a wake-up may take that long."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time for a move and the overtime for a match; both 0: no limit."""

    move_ms: int = 0
    bank_ms: int = 0

    @property
    def limited(self) -> bool:
        """Whether anybody can be late."""
        return bool(self.move_ms or self.bank_ms)

    def __str__(self) -> str:
        parts = [f"{self.move_ms} ms a move"] if self.move_ms else []
        parts += [f"{self.bank_ms} ms a match"] if self.bank_ms else []
        return " and ".join(parts) or "no limit"


def queued_ms() -> float:
    """How long this thread has stood in the queue for a core so far, where the system tells."""
    with suppress(OSError), open("/proc/thread-self/schedstat", "rb") as file:
        return int(file.read().split()[1]) / 1e6
    return 0.0


NO_CLOCK: Final = Clock()


class Timer:
    """The clock of one seat in one match."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.bank_ms = float(clock.bank_ms)
        """What is left of the overtime."""

    @property
    def allowed_ms(self) -> float:
        """How long the next move may take before it is late."""
        return self.clock.move_ms + self.bank_ms + MARGIN_MS

    def spend(self, ms: float) -> bool:
        """Take a move's time from the bank; whether it came in time."""
        late = ms > self.allowed_ms
        if ms > self.clock.move_ms:
            self.bank_ms = max(0.0, self.bank_ms - (ms - self.clock.move_ms))
        return not late


class Thinking:
    """What the decisions of one seat took: how many there were, and their time together."""

    __slots__ = ("moves", "ms")

    def __init__(self) -> None:
        self.moves = 0
        self.ms = 0.0

    def timed(self, choose: Callable[[T], R]) -> Callable[[T], R]:
        """`choose`, its time counted here, also where it fails."""

        def counted(given: T) -> R:
            began = perf_counter()
            try:
                return choose(given)
            finally:
                self.ms += 1000 * (perf_counter() - began)
                self.moves += 1

        return counted
