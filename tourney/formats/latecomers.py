"""Who belongs to a schedule that was drawn at the start of a stage, and who came later.

A schedule is computed from the entrants, so one who comes later must not change the rounds before.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, takewhile
from typing import NamedTuple, TypeAlias

from tourney.domain.draws import EntrantId, Pod, Situation

FirstRound: TypeAlias = Callable[[tuple[EntrantId, ...]], Iterable[Sequence[EntrantId]]]
"""The tables of the first round if these entrants take part, best seed first."""

TablesOf: TypeAlias = Callable[[int], Iterable[Sequence[EntrantId]]]
"""The tables of a schedule in a round, counted from 1."""

_LAST = 3
"""Rounds that are compared with a schedule."""


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
