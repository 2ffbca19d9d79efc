"""How a run stands at one moment: what the screen, plain lines and JSON lines are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a run; `done` counts stored matches too that were played before this session.

    `faults` counts by (bot, code) over the whole run; the program's own have no bot.
    `rule` says how its stopping rule stands.
    """

    run: str
    total: int
    done: int
    played: int
    seconds: float
    faults: Mapping[tuple[str, str], int] = field(default_factory=dict)
    interrupted: bool = False
    rule: str = ""

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
