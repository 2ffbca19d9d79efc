"""Results of the tables of a bracket, read from the pods that were really played.

A bracket knows which entrants belong to a table. The pods may differ: entrants were absent, or the
organiser exchanged some. What was played decides.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from tourney.domain.events import EntrantId, Met, Situation

Entrants: TypeAlias = tuple[EntrantId, ...]

TieBreaker: TypeAlias = Callable[[Entrants, "TableResult"], Entrants]
"""Orders entrants who share a place across the line between those who advance and the others."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """Those who appeared, from best to worst in groups of equals, and those who did not.

    `number` is the number of the table in the round, from 1; 0 if nothing was played.
    """

    groups: tuple[Entrants, ...] = ()
    absent: Entrants = ()
    round: int = 0
    number: int = 0

    def cut(self, count: int, ties: TieBreaker) -> tuple[Entrants, Entrants]:
        """The best `count` entrants, and the others with the absent ones at the end."""
        order: list[EntrantId] = []
        for group in self.groups:
            across = len(order) < count < len(order) + len(group)
            order.extend(ties(group, self) if across else group)
        return tuple(order[:count]), (*order[count:], *self.absent)

    def place(self, entrant: EntrantId) -> int:
        """The place of an entrant from 1; the absent ones come after all others."""
        before = 0
        for group in self.groups:
            if entrant in group:
                return before + 1
            before += len(group)
        return before + 1


class BracketResults:
    """The results of the rounds before the one that is drawn."""

    def __init__(self, situation: Situation) -> None:
        self._rounds: dict[int, list[Met]] = {}
        self._last = dict.fromkeys(situation.entrants, situation.round)
        for one in situation.met:
            self._rounds.setdefault(one.round, []).append(one)
            for seat, entrant in enumerate(one.pod):
                if seat not in one.absent:
                    self._last[entrant] = max(one.round, self._last.get(entrant, 0))
        self._situation = situation
        self._byes: Counter[EntrantId] = Counter()

    def open_table(self, number: int) -> int | None:
        """The first table of a round whose result is missing."""
        pods = enumerate(self._rounds.get(number, ()), 1)
        return next((at for at, one in pods if one.places is None), None)

    def of_round(self, number: int, tables: Iterable[Entrants]) -> list[TableResult]:
        """The results of the tables of a round. Ask for every round once, in their order."""
        pods = dict(enumerate(self._rounds.get(number, ()), 1))
        pod_of = {entrant: at for at, one in pods.items() for entrant in one.pod}
        found: list[TableResult] = []
        expected = 0
        for table in tables:
            expected += len(table) > 1
            shared = Counter(pod_of[each] for each in table if pod_of.get(each) in pods)
            missing = tuple(entrant for entrant in table if entrant not in pod_of)
            if shared:
                at = max(shared, key=lambda at: (shared[at], at == expected, at))
                found.append(_result(pods.pop(at), missing, at))
            else:
                found.append(self._not_played(number, missing))
        return found

    def appeared(self, number: int, entrant: EntrantId) -> bool:
        """Whether an entrant took part in a round, also with a bye."""
        if number >= self._situation.round:
            return entrant in self._situation.entrants
        if any(entrant in one.pod for one in self._rounds.get(number, ())):
            return True
        return self._had_bye(number, entrant)

    def _not_played(self, number: int, table: Entrants) -> TableResult:
        """Who advances without a match: the only one, or those who had a bye because of others."""
        here = table if len(table) == 1 else tuple(e for e in table if self._had_bye(number, e))
        self._byes.update(here)
        absent = tuple(entrant for entrant in table if entrant not in here)
        return TableResult(tuple((entrant,) for entrant in here), absent, number)

    def _had_bye(self, number: int, entrant: EntrantId) -> bool:
        """Whether an entrant without a pod had a bye.

        If only the number of byes is known, it is one that no round before explains.
        """
        if self._situation.bye_rounds:
            return number in self._situation.bye_rounds.get(entrant, ())
        spare = self._situation.byes.get(entrant, 0) > self._byes[entrant]
        return spare and self._last.get(entrant, 0) > number


def _result(one: Met, missing: Entrants, number: int) -> TableResult:
    """The result of a pod; `missing` belong to its table, but did not play."""
    here = [seat for seat in range(len(one.pod)) if seat not in one.absent]
    places = one.places or ()
    ranked = sorted(here, key=places.__getitem__)
    groups = [tuple(group) for _, group in groupby(ranked, key=places.__getitem__)]
    away = tuple(one.pod[seat] for seat in one.absent)
    named = tuple(tuple(one.pod[seat] for seat in group) for group in groups)
    return TableResult(named, away + missing, one.round, number)
