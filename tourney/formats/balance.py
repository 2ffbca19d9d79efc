"""Tables over several rounds in which pairs meet as equally often as a search can find.

The cost of a schedule is the sum of m(m - 1) over all pairs, where m is how often a pair meets:
twice the number of pairs of rounds in which the same two share a table. Only integers, a seeded
generator and a number of steps decide, so that every machine finds the same schedule.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, repeat
from operator import mul
from random import Random
from typing import Final, TypeAlias

from tourney.formats.splits import Split

Rounds: TypeAlias = list[list[list[int]]]
"""Rounds of tables of places; the places with a bye are one more table at the end."""

Meetings: TypeAlias = list[list[int]]
"""How often each pair of places has met, as a symmetric matrix."""

_LEVELS: Final = 50
_FIRST: Final = 0.4
_COOLING: Final = 0.85
"""Levels of the search, the probability to accept one more repeat at the first one, and its factor
from level to level."""

_HOPELESS: Final = 12
"""An exchange with as many repeats more is never accepted."""

_BYE: Final = 1000
"""Weight of an uneven bye, in repeats."""


def lowest_cost(places: int, sizes: Split, rounds: int) -> int:
    """A number that the cost of no schedule is below: the larger of two bounds.

    One counts how many meetings there are for the pairs. The other counts how many entrants of a
    table must come from the same table of an earlier round, for any two rounds.
    """
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes.tables)
    pairs = places * (places - 1) // 2
    by_pairs = _even(meetings, pairs, lambda m: 2 * _pairs(m)) if pairs else 0
    if sizes.byes:
        return by_pairs
    tables = len(sizes.tables)
    common = sum(_even(size, tables, _pairs) for size in sizes.tables)
    return max(by_pairs, common * rounds * (rounds - 1))


def _even(total: int, parts: int, worth: Callable[[int], int]) -> int:
    """The smallest sum of a convex function over parts with this total: equal to within one."""
    share, more = divmod(total, parts)
    return more * worth(share + 1) + (parts - more) * worth(share)


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def meetings_of(rounds: Sequence[Sequence[Sequence[int]]], places: int) -> Meetings:
    """How often each pair of places shares a table."""
    matrix = [[0] * places for _ in range(places)]
    for tables in rounds:
        for table in tables:
            for place in table:
                row = matrix[place]
                for other in table:
                    row[other] += 1
                row[place] -= 1
    return matrix


def cost_of(meetings: Meetings) -> int:
    """The cost of these meetings."""
    return sum(m * (m - 1) for row in meetings for m in row) // 2


class ScheduleSearch:
    """A search by simulated annealing: two places of different tables of a round are exchanged.

    `meetings` and `byes` are those of the rounds before; the search adds those of its own rounds.
    If `bench` is set, the last table of each round is the places with a bye.
    """

    def __init__(self, rounds: Rounds, meetings: Meetings, byes: list[int], bench: bool) -> None:
        self.rounds = rounds
        self.meetings = meetings
        self.byes = byes
        self.bench = bench
        for tables in rounds:
            self._count(tables)
        uneven = sum(map(_pairs, byes)) - _even(sum(byes), len(byes), _pairs)
        self.repeats = cost_of(meetings) // 2 + _BYE * uneven

    def _count(self, tables: list[list[int]]) -> None:
        for table in tables[: len(tables) - self.bench]:
            for place in table:
                for other in table:
                    self.meetings[place][other] += place != other
        for place in tables[-1] if self.bench else ():
            self.byes[place] += 1

    def run(self, seed: int, steps: int, goal: int) -> Rounds:
        """Search until the number of steps is done or the cost is the goal."""
        random = Random(seed)
        best, found = self.repeats, self._copy()
        chance = _FIRST
        for _ in range(_LEVELS):
            if 2 * self.repeats <= goal or len(self.rounds[0]) < 2:
                break
            self._level(random, max(1, steps // _LEVELS), chance, goal // 2)
            if self.repeats < best:
                best, found = self.repeats, self._copy()
            chance *= _COOLING
        return found

    def _copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _level(self, random: Random, steps: int, chance: float, goal: int) -> None:
        """Some steps; an exchange with d more repeats is accepted with probability chance^d."""
        # Powers by multiplication: the result of pow() is not the same on every machine.
        accept = list(accumulate(repeat(chance, _HOPELESS), mul, initial=1.0))
        draw, rounds = random.random, self.rounds
        count = len(rounds[0])
        for _ in range(steps):
            tables = rounds[int(draw() * len(rounds))]
            first = int(draw() * count)
            second = int(draw() * (count - 1))
            second += second >= first
            here, there = tables[first], tables[second]
            at, to = int(draw() * len(here)), int(draw() * len(there))
            one, other = here[at], there[to]
            worse = self._worse(tables, first, one, other) + self._worse(tables, second, other, one)
            if worse <= 0 or (worse < _HOPELESS and draw() < accept[worse]):
                self._replace(tables, first, at, other)
                self._replace(tables, second, to, one)
                self.repeats += worse
                if self.repeats <= goal:
                    return

    def _worse(self, tables: list[list[int]], number: int, leaves: int, joins: int) -> int:
        """How many repeats more there are if one place leaves a table and another joins it."""
        if self.bench and number == len(tables) - 1:
            return _BYE * (self.byes[joins] - self.byes[leaves] + 1)
        old, new = self.meetings[leaves], self.meetings[joins]
        worse = 0
        for mate in tables[number]:
            if mate != leaves:
                worse += new[mate] - old[mate] + 1
        return worse

    def _replace(self, tables: list[list[int]], number: int, at: int, joins: int) -> None:
        """Give the seat at an index of a table to another place."""
        table = tables[number]
        leaves = table[at]
        table[at] = joins
        if self.bench and number == len(tables) - 1:
            self.byes[joins] += 1
            self.byes[leaves] -= 1
            return
        for mate in table:
            if mate != joins:
                for place, change in ((leaves, -1), (joins, 1)):
                    self.meetings[place][mate] += change
                    self.meetings[mate][place] += change
