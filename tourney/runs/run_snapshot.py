"""The state of a run at one moment, shown on the screen, in plain lines or in JSON lines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tourney.stats import Meter


class MoveCost(NamedTuple):
    """The timed moves of a bot: their number, and their total time in milliseconds."""

    moves: int
    ms: float

    @property
    def mean(self) -> float | None:
        """Mean time of a move, in milliseconds."""
        return self.ms / self.moves if self.moves else None


def add_cost(costs: dict[str, MoveCost], bot: str, moves: int, ms: float) -> None:
    """Add timed moves of a bot."""
    before = costs.get(bot, MoveCost(0, 0.0))
    costs[bot] = MoveCost(before.moves + moves, before.ms + ms)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a run; `done` includes matches from earlier sessions, `played` does not.

    `faults` counts by (bot, code) over the whole run; faults of the program itself have an empty
    bot name. `rule` is the state of the stopping rule in words, `rule_in` the same by language;
    `meter`, if the rule has one, the
    figure that ends the run at one of its bounds. `cost` is by bot. `absent` are the bots that are
    no longer started, because they failed to.
    """

    run: str
    total: int
    done: int
    played: int
    seconds: float
    faults: Mapping[tuple[str, str], int] = field(default_factory=dict)
    interrupted: bool = False
    rule: str = ""
    rule_in: Mapping[str, str] = field(default_factory=dict)
    cost: Mapping[str, MoveCost] = field(default_factory=dict)
    meter: Meter | None = None
    absent: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Matches per second in this session."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds to the end at this rate; None while no rate is known, or if a rule ends the run.

        The greatest number of deals of a run with a rule says nothing about its end.
        """
        return (self.total - self.done) / self.rate if self.rate and not self.rule else None

    @property
    def fault_count(self) -> int:
        """The number of faults of all bots, without those of the program itself."""
        return sum(number for (bot, _), number in self.faults.items() if bot)
