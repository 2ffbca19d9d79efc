"""Fixed schedules for tables of three and more: a known design, or the result of a search."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, islice, repeat
from operator import mul
from random import Random
from typing import Final, TypeAlias

from tourney.domain.draw_values import Pod, Sizes
from tourney.formats.designs import KnownSchedule, known_schedules
from tourney.formats.format_settings import Effort
from tourney.formats.seating import equal_seats, improved_seats, seat_counts, seat_difference
from tourney.formats.table_sizes import Split, split

# Tables over several rounds in which pairs meet as equally often as a search can find.
#
# The cost of a schedule is the sum of m(m - 1) over all pairs, where m is how often a pair meets:
# twice the number of pairs of rounds in which the same two share a table. Only integers, a seeded
# generator and a number of steps decide, so that every machine finds the same schedule.

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
            for table in tables[: len(tables) - self.bench]:
                for place in table:
                    for other in table:
                        self.meetings[place][other] += place != other
            for place in tables[-1] if self.bench else ():
                self.byes[place] += 1
        uneven = sum(map(_pairs, byes)) - _even(sum(byes), len(byes), _pairs)
        self.repeats = cost_of(meetings) // 2 + _BYE * uneven

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


# Fixed schedules for tables of three and more: a known design, or else the result of a search.

_LARGE: Final = 60_000
"""Seats of a schedule from which on it is computed round by round and not improved."""

_COUNTED: Final = 1_200
"""Entrants up to which the meetings of all pairs are counted: their number is a square."""

_STEPS: Final = 1_000
"""Steps of a search for each seat of the schedule."""

_MOST_STEPS: Final = 600_000

_SEARCHES: Final = 4
"""Searches from different beginnings, as long as they have twice the most steps together."""


Figures: TypeAlias = Mapping[str, tuple[Fraction, Fraction | None]]


@dataclass(frozen=True)
class PodSchedule:
    """Tables of places over some rounds.

    Places from `entrants` on are free: a late entrant can take one. `cost` is None for a schedule
    that is too large to count its meetings. `searched` says that a search found it, `late` that the
    search would have taken more steps than its time limit stands for.
    """

    entrants: int
    sizes: Split
    rounds: int
    source: KnownSchedule
    bound: int
    cost: int | None = None
    searched: bool = False
    late: bool = False

    @property
    def large(self) -> bool:
        """Whether it is too large for methods that need all rounds at the same time."""
        return self.entrants > _COUNTED or self.entrants * self.rounds > _LARGE

    def tables(self, number: int) -> list[tuple[int, ...]]:
        """The tables of a round, counted from 0, with free places, but without seats."""
        tables = self.source.tables(number % self.source.rounds)
        return sorted(tables, key=len, reverse=True)[: len(self.sizes.tables)]

    def taken(self, number: int) -> list[tuple[int, ...]]:
        """The tables of a round without free places."""
        return [tuple(p for p in table if p < self.entrants) for table in self.tables(number)]

    def pods(self, number: int) -> list[Pod]:
        """The tables of a round with seats, in the order of `tables`; free places come last."""
        if self.large:
            start = number - number % self._seats
            block = [self.taken(start + step) for step in range(self._seats)]
            seated = equal_seats(block, self._seats)[number - start]
        else:
            seated = self._seated[number]
        free = [tuple(p for p in table if p >= self.entrants) for table in self.tables(number)]
        return [(*pod, *places) for pod, places in zip(seated, free, strict=True)]

    @property
    def free(self) -> int:
        """Number of free places."""
        return sum(map(len, self.tables(0))) - sum(map(len, self.taken(0)))

    @property
    def _seats(self) -> int:
        return self.sizes.tables[0]

    @cached_property
    def _seated(self) -> list[list[Pod]]:
        return improved_seats(equal_seats(self._all_taken, self._seats))

    @cached_property
    def _all_taken(self) -> list[list[tuple[int, ...]]]:
        return [self.taken(number) for number in range(self.rounds)]

    @cached_property
    def figures(self) -> Figures:
        """The most and the fewest meetings of a pair, and the difference between seats."""
        if self.large or self.entrants < 2:
            return {}
        matrix = meetings_of(self._all_taken, self.entrants)
        met = [m for one, row in enumerate(matrix) for m in row[:one]]
        share, more = divmod(sum(met), len(met))
        pods = [pod for pods in self._seated for pod in pods]
        seats = seat_difference(seat_counts(pods))
        equal = len(set(self.sizes.tables)) == 1 and not self.sizes.byes
        least = Fraction(self.rounds % self._seats > 0) if equal else None
        return {
            "most meetings of a pair": (Fraction(max(met)), Fraction(share + (more > 0))),
            "fewest meetings of a pair": (Fraction(min(met)), Fraction(share)),
            "seats": (
                Fraction(seats),
                least,
            ),
            **({"time limit": (Fraction(1), Fraction(0))} if self.late else {}),
        }


@lru_cache(maxsize=32)
def pod_schedule(
    entrants: int, sizes: Sizes, rounds: int | None, seed: int, seconds: int
) -> PodSchedule:
    """The best schedule that is known or found; without `rounds` until all pairs could have met."""
    tables = split(entrants, sizes)
    of_sizes, byes = tables
    # For these sizes, or for equal tables with free places.
    known = list(known_schedules((*of_sizes, byes) if byes else of_sizes))
    if not byes and of_sizes[0] - of_sizes[-1] == 1:
        free = sum(size < of_sizes[0] for size in of_sizes)
        known += known_schedules((of_sizes[0],) * len(of_sizes), free)
    if not rounds:
        # As many as a perfect design has, else as many as an entrant needs to meet all.
        full = -(-(entrants - 1) // max(1, of_sizes[0] - 1))
        rounds = next((source.rounds for source in known if source.perfect), full)
    bound = lowest_cost(entrants, tables, rounds)
    found = [PodSchedule(entrants, tables, rounds, source, bound) for source in known]
    lots = PodSchedule(entrants, tables, rounds, _by_lot(entrants, tables, rounds, seed), bound)
    if lots.large:
        return (found or [lots])[0]
    found = [_counted(schedule) for schedule in found]
    best = min(found, key=lambda schedule: schedule.cost or 0, default=None)
    if best is not None and best.cost == bound:
        return best
    effort = Effort.of(seconds)
    for number in range(min(_SEARCHES, 2 * _MOST_STEPS // search_steps(entrants, rounds))):
        begin = seed * _SEARCHES + number
        searched = _searched(entrants, tables, rounds, bound, seed=begin, effort=effort)
        if best is None or (searched.cost or 0) < (best.cost or 0):
            best = searched
        if best.cost == bound or searched.late:
            break
    return best or lots


def _by_lot(entrants: int, split: Split, rounds: int, seed: int) -> KnownSchedule:
    """Tables by lot, for numbers of entrants for which nothing better is known or searched.

    Byes go round.
    """

    def tables(number: int) -> tuple[tuple[int, ...], ...]:
        turn = number * split.byes % entrants
        order = [(turn + at) % entrants for at in range(entrants)]
        playing = order[split.byes :]
        Random(f"{seed} {number}").shuffle(playing)
        waiting = iter(playing)
        return tuple(tuple(islice(waiting, size)) for size in split.tables)

    return KnownSchedule(rounds, tables)


def search_steps(entrants: int, rounds: int) -> int:
    """How many steps a search has: a function of the size alone, so that no clock decides."""
    return min(_MOST_STEPS, _STEPS * entrants * rounds)


def _counted(schedule: PodSchedule) -> PodSchedule:
    """The schedule with its cost."""
    rounds = [schedule.taken(number) for number in range(schedule.rounds)]
    return replace(schedule, cost=cost_of(meetings_of(rounds, schedule.entrants)))


def _searched(
    entrants: int, split: Split, rounds: int, bound: int, *, seed: int, effort: Effort
) -> PodSchedule:
    """The result of the search, from tables by lot."""
    steps = effort.granted(search_steps(entrants, rounds))
    effort.steps -= steps
    start = random_rounds(range(entrants), split, rounds, seed)
    nothing = [[0] * entrants for _ in range(entrants)]
    search = ScheduleSearch(start, nothing, [0] * entrants, bench=split.byes > 0)
    found = search.run(seed, steps, goal=bound)
    tables = [tuple(map(tuple, tables)) for tables in found]
    source = KnownSchedule(rounds, tables.__getitem__)
    schedule = _counted(PodSchedule(entrants, split, rounds, source, bound, searched=True))
    return replace(schedule, late=effort.exceeded and schedule.cost != bound)


def random_rounds(places: Sequence[int], split: Split, rounds: int, seed: int) -> Rounds:
    """Rounds with tables by lot; places with a bye are one more table at the end."""
    random = Random(seed)
    found = []
    for _ in range(rounds):
        order = iter(random.sample(places, len(places)))
        sizes = (*split.tables, split.byes) if split.byes else split.tables
        found.append([list(islice(order, size)) for size in sizes])
    return found
