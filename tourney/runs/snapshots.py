"""How a run stands at one moment: what the screen, plain lines and JSON lines are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class MoveCost(NamedTuple):
    """What moves of a bot were timed: how many, and their milliseconds together."""

    moves: int
    ms: float

    @property
    def mean(self) -> float | None:
        """Milliseconds a move."""
        return self.ms / self.moves if self.moves else None


class TimeUsed(Protocol):
    """Time that decisions took."""

    @property
    def moves(self) -> int:
        """How many decisions."""

    @property
    def ms(self) -> float:
        """Their milliseconds together."""


def add_cost(costs: dict[str, MoveCost], bot: str, used: TimeUsed) -> None:
    """Count more decisions of a bot."""
    before = costs.get(bot, MoveCost(0, 0.0))
    costs[bot] = MoveCost(before.moves + used.moves, before.ms + used.ms)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a run; `done` counts stored matches too that were played before this session.

    `faults` counts by (bot, code) over the whole run; the program's own have no bot.
    `rule` says how its stopping rule stands. `cost` is by bot.
    """

    run: str
    total: int
    done: int
    played: int
    seconds: float
    faults: Mapping[tuple[str, str], int] = field(default_factory=dict)
    interrupted: bool = False
    rule: str = ""
    cost: Mapping[str, MoveCost] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Matches a second in this session."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds to the end at this rate; None as long as nobody can say."""
        return (self.total - self.done) / self.rate if self.rate else None

    @property
    def fault_count(self) -> int:
        """Faults of all bots together; the program's own are nobody's."""
        return sum(number for (bot, _), number in self.faults.items() if bot)
