"""The limit on faults in a run, above which its command fails."""

import re
from dataclasses import dataclass

from engines.messages import say
from tourney.domain.errors import UsageFault


@dataclass(frozen=True, slots=True)
class FaultLimit:
    """A number of faults, or a share of the matches in percent."""

    number: float
    percent: bool = False

    def exceeded(self, faults: int, matches: int) -> bool:
        """Whether so many faults in so many matches are too many."""
        return faults > (self.number * matches / 100 if self.percent else self.number)

    def __str__(self) -> str:
        return f"{self.number:g}{'%' if self.percent else ''}"


def fault_limit(text: str | None) -> FaultLimit | None:
    """A limit written as `5` or `2%`; None if no limit is given."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(%?)", text)
    if found is None or ("." in found[1] and not found[2]):
        raise UsageFault(say("runs.bad-limit", limit=text))
    return FaultLimit(float(found[1]), bool(found[2]))
