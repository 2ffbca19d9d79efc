"""Improves a round of pods by exchanging entrants, with falling tolerance for worse rounds.

Threshold accepting: integers only and a number of steps, so that the same seed gives the same round
on every machine.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tourney.formats.effort import Effort
from tourney.formats.swiss.pricing import Pricing, Tables

NEAR: Final = 24
"""Most exchanges are tried between entrants whose ranks differ by no more than this."""
BATCH: Final = 512
"""Exchanges tried between two looks at the price."""
REFRESH: Final = 8 * BATCH
"""Exchanges tried between two looks for tables that cost something."""


@dataclass(frozen=True, slots=True)
class SearchEnd:
    """When a search ends: at a price that cannot be improved, or when no steps are left."""

    goal: int
    effort: Effort


def in_order(pricing: Pricing) -> Tables:
    """Tables filled in order of points, the smallest tables last."""
    tables, at = [], 0
    for size in sorted(pricing.sizes, reverse=True):
        tables.append(tuple(range(at, at + size)))
        at += size
    return tables


class Annealing:
    """A round that is being improved."""

    def __init__(self, pricing: Pricing, tables: Iterable[Sequence[int]]) -> None:
        self._pricing = pricing
        self._tables = [list(table) for table in tables]
        self._table_of = [0] * len(pricing.entrants)
        for number, table in enumerate(self._tables):
            for one in table:
                self._table_of[one] = number
        self.price = pricing.total(self._tables)
        self.best_price = self.price
        self.best: Tables = [tuple(sorted(table)) for table in self._tables]

    def change(self, one: int, two: int) -> int:
        """How much the price changes if two entrants of different tables are exchanged."""
        pair = self._pricing.pair
        here, there = (self._tables[self._table_of[each]] for each in (one, two))
        row, other = pair[one], pair[two]
        change = -2 * row[two]
        for each in here:
            change += other[each] - row[each]
        for each in there:
            change += row[each] - other[each]
        if len(here) != len(there):
            single = self._pricing.single
            near, far = single[len(here)], single[len(there)]
            change += near[two] - near[one] + far[one] - far[two]
        return change

    def exchange(self, one: int, two: int, change: int) -> None:
        """Exchange two entrants; the price changes by `change`."""
        here, there = self._table_of[one], self._table_of[two]
        self._tables[here].remove(one)
        self._tables[there].remove(two)
        self._tables[here].append(two)
        self._tables[there].append(one)
        self._table_of[one], self._table_of[two] = there, here
        self.price += change

    def keep(self) -> None:
        """Remember the present round if it is the best so far."""
        if self.price < self.best_price:
            self.best_price = self.price
            self.best = [tuple(sorted(table)) for table in self._tables]

    def run(self, steps: int, first: int, rng: Random, stop: SearchEnd) -> None:
        """Try exchanges; each may make the round worse by a tolerance that falls from `first`."""
        costly: list[int] = []
        pick = _picks(len(self._table_of), rng, costly)
        done = 0
        while done < steps and self.best_price > stop.goal:
            if done % REFRESH == 0:
                costly[:] = self._costly()
            # The last fifth of the steps accepts no worse round.
            left = max(0, 4 * steps - 5 * done)
            self._batch(pick, first * left // (4 * steps), stop.goal)
            self.keep()
            done += BATCH
            stop.effort.steps -= BATCH

    def _costly(self) -> list[int]:
        """The entrants of tables that cost something."""
        return [one for table in self._tables if self._pricing.table(table) for one in table]

    def _batch(self, pick: Callable[[], tuple[int, int]], threshold: int, goal: int) -> None:
        table_of, change = self._table_of, self.change
        for _ in range(BATCH):
            one, two = pick()
            if table_of[one] != table_of[two] and (by := change(one, two)) <= threshold:
                self.exchange(one, two, by)
                if self.price <= goal:
                    return

    def tolerance(self, rng: Random) -> int:
        """A tolerance at which a quarter of the worse exchanges without a repeat is accepted."""
        pick = _picks(len(self._table_of), rng, [])
        tried = [pick() for _ in range(300)]
        found = [self.change(one, two) for one, two in tried if self._apart(one, two)]
        worse = sorted(by for by in found if 0 < by < self._pricing.repeat)
        return worse[len(worse) // 4] if worse else 1

    def _apart(self, one: int, two: int) -> bool:
        return self._table_of[one] != self._table_of[two]

    def settle(self) -> None:
        """Make every exchange of entrants with near ranks that lowers the price."""
        count = len(self._table_of)
        before = self.price + 1
        while self.price < before:
            before = self.price
            for one in range(count):
                for two in range(one + 1, min(one + 2 * NEAR, count)):
                    if self._apart(one, two) and (by := self.change(one, two)) < 0:
                        self.exchange(one, two, by)
        self.keep()


def _picks(count: int, rng: Random, costly: list[int]) -> Callable[[], tuple[int, int]]:
    """Random pairs of entrants: three of four with near ranks, every other one with a costly one.

    In large score groups nearly all tables cost nothing, and exchanges among them gain nothing.
    """
    random = rng.random
    span = min(NEAR, count - 1)

    def pick() -> tuple[int, int]:
        by = random()
        hunt = by < 0.5 and bool(costly)
        one = costly[int(2 * by * len(costly))] if hunt else int(random() * count)
        by = random()
        if by < 0.75:
            step = int(by * 2 * span / 0.75) - span
            return one, (one + step + (step >= 0)) % count
        return one, int(random() * count)

    return pick


def annealed(pricing: Pricing, seed: object, steps: int, stop: SearchEnd) -> Tables:
    """The best round found, starting with the order of points.

    The first quarter of the steps accepts no worse round, which is enough for large score groups;
    each of the others begins at the best round so far with more tolerance.
    """
    rng = Random(f"annealing {seed}")
    best = in_order(pricing)
    steps = stop.effort.granted(steps)  # fewer steps cool faster, which is better than ending hot
    for thirds in (0, 1, 3, 12):
        search = Annealing(pricing, best)
        search.run(steps // 4, thirds * search.tolerance(rng) // 3, rng, stop)
        search = Annealing(pricing, search.best)
        search.settle()
        best = search.best
    return best
