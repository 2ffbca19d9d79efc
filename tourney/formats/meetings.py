"""What the earlier rounds of a stage say about two entrants and about one.

Knows pods and rounds; does not know points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from tourney.domain.events import EntrantId, Met


def present(met: Met) -> tuple[EntrantId, ...]:
    """The entrants of a pod who appeared, in the order of seats."""
    return tuple([one for seat, one in enumerate(met.pod) if seat not in met.absent])


def pair(one: EntrantId, other: EntrantId) -> tuple[EntrantId, EntrantId]:
    """Two entrants in ascending order: the key of what belongs to both."""
    return (one, other) if one < other else (other, one)


class Meetings:
    """In which rounds two entrants have met, and how often each sat at a small table.

    A table is small if its round had a larger one.
    """

    def __init__(self, met: Iterable[Met]) -> None:
        self.rounds: dict[tuple[EntrantId, EntrantId], list[int]] = defaultdict(list)
        self.small: Counter[EntrantId] = Counter()
        pods = list(met)
        largest: Counter[int] = Counter()
        for one in pods:
            largest[one.round] = max(largest[one.round], len(one.pod))
        for one in pods:
            self._add(one, small=len(one.pod) < largest[one.round])

    def _add(self, met: Met, *, small: bool) -> None:
        there = present(met)
        for pair_ in combinations(sorted(there), 2):
            self.rounds[pair_].append(met.round)
        if small:
            self.small.update(there)

    def count(self, one: EntrantId, other: EntrantId) -> int:
        """How often two entrants have met."""
        return len(self.rounds.get(pair(one, other), ()))

    def among(self, entrants: Iterable[EntrantId]) -> int:
        """How many earlier meetings a table with these entrants would repeat."""
        return sum(self.count(*two) for two in combinations(entrants, 2))

    def repeated(self, entrants: Iterable[EntrantId]) -> Iterator[tuple[EntrantId, EntrantId]]:
        """The pairs of a table who have met before."""
        return (pair(*two) for two in combinations(entrants, 2) if self.count(*two))
