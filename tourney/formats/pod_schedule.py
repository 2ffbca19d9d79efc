"""Fixed schedules for tables of three and more: a known design, or else the result of a search."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from tourney.domain.events import Pod, Sizes
from tourney.formats import splits
from tourney.formats.balance import (
    Rounds,
    ScheduleSearch,
    cost_of,
    lowest_cost,
    meetings_of,
)
from tourney.formats.designs import KnownSchedule, known_schedules
from tourney.formats.effort import Effort
from tourney.formats.seats import equal_seats, improved_seats, seat_counts, seat_difference
from tourney.formats.splits import Split

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
    split = splits.split(entrants, sizes)
    known = list(_known(split))
    rounds = rounds or _full_rounds(entrants, split, known)
    bound = lowest_cost(entrants, split, rounds)
    found = [PodSchedule(entrants, split, rounds, source, bound) for source in known]
    lots = PodSchedule(entrants, split, rounds, _by_lot(entrants, split, rounds, seed), bound)
    if lots.large:
        return (found or [lots])[0]
    found = [_counted(schedule) for schedule in found]
    best = min(found, key=lambda schedule: schedule.cost or 0, default=None)
    if best is not None and best.cost == bound:
        return best
    effort = Effort.of(seconds)
    for number in range(min(_SEARCHES, 2 * _MOST_STEPS // search_steps(entrants, rounds))):
        begin = seed * _SEARCHES + number
        searched = _searched(entrants, split, rounds, bound, seed=begin, effort=effort)
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


def _known(split: Split) -> Iterator[KnownSchedule]:
    """Known schedules for a split: for its sizes, or for equal tables with free places."""
    sizes, byes = split
    yield from known_schedules((*sizes, byes) if byes else sizes)
    if not byes and sizes[0] - sizes[-1] == 1:
        free = sum(size < sizes[0] for size in sizes)
        yield from known_schedules((sizes[0],) * len(sizes), free)


def _full_rounds(entrants: int, split: Split, known: Sequence[KnownSchedule]) -> int:
    """As many rounds as a perfect design has, else as many as an entrant needs to meet all."""
    for source in known:
        if source.perfect:
            return source.rounds
    return -(-(entrants - 1) // max(1, split.tables[0] - 1))


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
