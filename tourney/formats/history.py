"""What a stage says about its entrants: who met whom, who may not meet, who came late."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, takewhile
from typing import NamedTuple, TypeAlias

from tourney.domain.event_log import EntrantId, Met, Pod, Situation

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
            there = present(one)
            for pair_ in combinations(sorted(there), 2):
                self.rounds[pair_].append(one.round)
            if len(one.pod) < largest[one.round]:
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


# Who belongs to a schedule that was drawn at the start of a stage, and who came later.
#
# A schedule is computed from the entrants, so one who comes later must not change the rounds
# before.

# The tables of the first round if these entrants take part, best seed first.
FirstRound: TypeAlias = Callable[[tuple[EntrantId, ...]], Iterable[Sequence[EntrantId]]]

# The tables of a schedule in a round, counted from 1.
TablesOf: TypeAlias = Callable[[int], Iterable[Sequence[EntrantId]]]

_LAST = 3  # rounds that are compared with a schedule


class Membership(NamedTuple):
    """Entrants of the first round, best seed first, and those who came later, in that order."""

    original: tuple[EntrantId, ...]
    late: tuple[EntrantId, ...]


def membership(situation: Situation, first_round: FirstRound) -> Membership:
    """Those of the first round and those who came later, also if `joined` does not say it."""
    if situation.joined:
        late = sorted((round_, who) for who, round_ in situation.joined.items() if round_ > 1)
        after = {entrant for _, entrant in late}
        here = tuple(entrant for round_, entrant in late if round_ <= situation.round)
        return Membership(tuple(e for e in situation.seeding if e not in after), here)
    return _guessed(situation, first_round)


def _guessed(situation: Situation, first_round: FirstRound) -> Membership:
    """Tell those who entered late from those who were only absent in the first round.

    Numbers of entrants grow in the order of entry. So the late ones are the newest of those who
    were not seen in the first round: as many as explain its pods best.
    """
    pods = [set(one.pod) for one in takewhile(lambda one: one.round == 1, situation.met)]
    byes = (entrant for entrant, rounds in situation.bye_rounds.items() if 1 in rounds)
    seen = set(byes).union(*pods)
    by_number = sorted(situation.seeding, reverse=True)
    newest = list(takewhile(lambda entrant: entrant not in seen, by_number)) if pods else []
    pairs = [frozenset(pair) for pod in pods for pair in combinations(pod, 2)]
    best, explained = tuple(situation.seeding), -1
    for count in range(len(newest) + 1):
        late = set(newest[:count])
        original = tuple(entrant for entrant in situation.seeding if entrant not in late)
        known = _explained(pairs, first_round(original)) if len(original) > 1 else -1
        if known > explained:
            best, explained = original, known
        if explained == len(pairs):
            break
    return Membership(best, _arrivals(situation, set(newest) - set(best)))


def _explained(pairs: Iterable[frozenset[EntrantId]], tables: Iterable[Sequence[EntrantId]]) -> int:
    """How many pairs share a table of the schedule."""
    table_of = {entrant: number for number, table in enumerate(tables) for entrant in table}
    found = [{table_of.get(entrant) for entrant in pair} for pair in pairs]
    return sum(len(tables) == 1 and None not in tables for tables in found)


def _arrivals(situation: Situation, late: set[EntrantId]) -> tuple[EntrantId, ...]:
    """The late entrants in the order in which they were seen first; without those never seen."""
    first: dict[EntrantId, int] = {}
    for one in situation.met:
        for entrant in one.pod:
            first.setdefault(entrant, one.round)
    for entrant in situation.entrants:
        first.setdefault(entrant, situation.round)
    return tuple(sorted(late & first.keys(), key=lambda entrant: (first[entrant], entrant)))


def follows(situation: Situation, tables_of: TablesOf) -> bool:
    """Whether at least half of the pairs of the last rounds are those of a schedule.

    Otherwise the organiser gave other pods or another size of tables.
    """
    pairs = explained = 0
    for number in range(max(1, situation.round - _LAST), situation.round):
        pods = (one.pod for one in situation.met if one.round == number)
        met = [frozenset(pair) for pod in pods for pair in combinations(pod, 2)]
        pairs += len(met)
        explained += _explained(met, tables_of(number)) if met else 0
    return 2 * explained >= pairs


def filled(table: Iterable[int], by_place: Sequence[EntrantId], present: set[EntrantId]) -> Pod:
    """The entrants of the places of a table who are present, in the same order."""
    return tuple(
        by_place[place] for place in table if place < len(by_place) and by_place[place] in present
    )
