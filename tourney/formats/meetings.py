"""Who met whom in the rounds of a stage, and who may not share a table."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from tourney.domain.draws import EntrantId, Met, Pod, Situation

# What the earlier rounds of a stage say about two entrants and about one.
#
# Knows pods and rounds; does not know points.


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


# Which entrants may not share a table, whatever a format would draw.


def apart(situation: Situation) -> frozenset[frozenset[EntrantId]]:
    """All pairs that may not share a table: by the plan, or by fixed seats or tables."""
    pairs = map(frozenset, combinations(sorted({*situation.fixed, *situation.tables}), 2))
    return situation.never | {
        pair for pair in pairs if same_seat(situation, *pair) or other_table(situation, *pair)
    }


def never_together(situation: Situation, one: EntrantId, other: EntrantId) -> bool:
    """Whether the plan says that two entrants may never share a table."""
    return frozenset((one, other)) in situation.never


def same_seat(situation: Situation, one: EntrantId, other: EntrantId) -> bool:
    """Whether two entrants have the same fixed seat."""
    fixed = situation.fixed
    return one in fixed and other in fixed and fixed[one] == fixed[other]


def other_table(situation: Situation, one: EntrantId, other: EntrantId) -> bool:
    """Whether two entrants have different fixed tables."""
    tables = situation.tables
    return one in tables and other in tables and tables[one] != tables[other]


def together(pod: Pod, pairs: Iterable[frozenset[EntrantId]]) -> tuple[EntrantId, ...] | None:
    """The first of these pairs who share a table; None if no pair does."""
    everybody = set(pod)
    return next((tuple(sorted(pair)) for pair in pairs if pair <= everybody), None)
