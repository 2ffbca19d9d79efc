"""The distribution of match lengths."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Lengths:
    """The number of matches of each length."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, length: int) -> None:
        """Add a match."""
        self.counts[length] += 1

    def share(self, share: float) -> int:
        """A quantile: the least length that this share of all matches does not exceed."""
        left = share * self.counts.total()
        for length in sorted(self.counts):
            left -= self.counts[length]
            if left <= 1e-9 * self.counts.total():
                return length
        return max(self.counts)
