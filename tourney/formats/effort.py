"""How much work a search may do: steps are counted, because a clock differs between machines.

A time limit in seconds stands for a number of steps at fixed rates. So the same plan and the same
seed give the same round on every machine, whatever else that machine does; only how long the search
takes differs.
"""

from dataclasses import dataclass, field
from typing import Final

STEPS: Final = 500_000
"""Exchanges of two entrants that a second of the time limit stands for: about half of what a usual
machine tries in a second."""
NODES: Final = 20
"""Nodes of a solver's search tree that a second stands for."""


@dataclass(slots=True)
class Effort:
    """The steps that are left to a search, the nodes of each call of a solver, and whether a search
    wanted more steps than were left.
    """

    steps: int
    nodes: int = field(default=0)
    exceeded: bool = False

    @classmethod
    def of(cls, seconds: int) -> "Effort":
        """What a time limit stands for."""
        return cls(STEPS * seconds, NODES * seconds)

    def granted(self, wanted: int) -> int:
        """How many of the wanted steps a search may plan; it counts those it does."""
        self.exceeded = self.exceeded or wanted > self.steps
        return min(wanted, max(self.steps, 0))
