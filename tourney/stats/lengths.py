"""How long matches are: counts of each length. Pure; knows no match."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Lengths:
    """How often each length came up."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, length: int) -> None:
        """Enter a match."""
        self.counts[length] += 1

    def share(self, share: float) -> int:
        """The least length that this share of all matches does not exceed."""
        left = share * self.counts.total()
        for length in sorted(self.counts):
            left -= self.counts[length]
            if left <= 1e-9 * self.counts.total():
                return length
        return max(self.counts)
