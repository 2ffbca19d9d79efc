"""Which entrants may not share a table, whatever a format would draw."""

from collections.abc import Iterable
from itertools import combinations

from tourney.domain.events import EntrantId, Pod, Situation


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
