"""The safety net of a search: it normally ends by its number of steps, not by the clock."""

from dataclasses import dataclass, field
from time import process_time
from typing import Final

WALL: Final = 6
"""The solver measures by the wall; other programs may use the processor most of the time."""


@dataclass(slots=True)
class SearchTime:
    """Seconds of the processor that a search may take, and whether it was ended by them.

    A round whose search was ended by the clock may be another one on another machine.
    """

    seconds: float
    exceeded: bool = False
    _began: float = field(default_factory=process_time)

    def over(self) -> bool:
        """Whether the time is over."""
        self.exceeded = self.exceeded or process_time() - self._began > self.seconds
        return self.exceeded

    @property
    def wall(self) -> float:
        """Seconds by the wall after which a solver must end."""
        return WALL * self.seconds
