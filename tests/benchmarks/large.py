"""How costs grow with the size of a database: python -m tests.benchmarks.large --plies 20000000

Fills a database with one run and measures at 1, 2, 4 … million plies: the time to insert a ply in
the last part, standings, one match, the first and last 300 matches of a check (their records), and
bytes per ply. The last line is the growth from the first to the last size. Then a copy while
the run is still written, and the removal of the run. Nothing should grow.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import perf_counter
from typing import Any, NamedTuple

from tests.benchmarks.writer import SPEC, match_of
from tourney.domain.match_values import Entries, KeptMatch
from tourney.exports.standings_fields import standings_table
from tourney.play.packed_logs import kept
from tourney.records import record
from tourney.runs.stored_results import read_sums
from tourney.store import Database, open_store
from tourney.store import runs as stored_runs
from tourney.store.care import backup, status
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import NumberRange, match_named, run_matches
from tourney.store.runs import StoredRun, add_run, delete_run

KINDS = 200
CHECKED = 300
MILLION = 1_000_000
COLUMNS = (
    "plies", "insert us/ply", "standings ms", "match ms", "first 300 ms", "last 300 ms",
    "bytes/ply",
)  # fmt: skip


class Costs(NamedTuple):
    """The costs at one size."""

    plies: int
    insert: float
    standings: float
    match: float
    first: float
    last: float
    size: float


def timed(work: Callable[[], object], times: int = 5) -> float:
    """Milliseconds of the fastest of some calls."""
    found = []
    for _ in range(times):
        began = perf_counter()
        work()
        found.append(perf_counter() - began)
    return 1000 * min(found)


class Filler:
    """Fills a database with one run of matches that were played before."""

    def __init__(self, store: Database, url: str) -> None:
        self.store, self.url = store, url
        self.run = add_run(store, SPEC)
        self._kinds = [kept(match_of(number), "rows") for number in range(1, KINDS + 1)]
        self._numbers = count(1)
        self.matches = self.plies = 0

    def matches_for(self, plies: int) -> Iterator[KeptMatch]:
        """The next matches, until there are so many plies in all."""
        while self.plies < plies:
            self.matches = number = next(self._numbers)
            match = self._kinds[number % KINDS]
            assert isinstance(match.log, Entries)
            self.plies += len(match.log.seats)
            yield match._replace(fixture=match.fixture._replace(number=number, deal=number - 1))

    def fill(self, plies: int) -> float:
        """Fill up to so many plies; microseconds per ply, building rows included."""
        before, began = self.plies, perf_counter()
        with MatchWriter(self.store, self.run) as writer:
            for match in self.matches_for(plies):
                writer.take(match)
        return (perf_counter() - began) * 1e6 / (self.plies - before)

    def costs(self, plies: int) -> Costs:
        """Fill up to so many plies, and measure."""
        luck, store, run = Random(plies), self.store, self.run
        insert = self.fill(plies)
        name = f"{run.spec.name}/{luck.randrange(1, self.matches)}"
        return Costs(
            self.plies,
            insert,
            timed(lambda: standings_table(read_sums(store, run))),
            timed(lambda: match_named(store, name)),
            timed(lambda: records(store, run, 0), 3),
            timed(lambda: records(store, run, self.matches - CHECKED), 3),
            status(self.url).size / self.plies,
        )


def records(store: Database, run: StoredRun, after: int) -> int:
    """The length of some records, as a check reads them."""
    stretch = NumberRange(after, after + CHECKED)
    return sum(len(record(match)) for match in run_matches(store, run, stretch=stretch))


@contextmanager
def writing(filler: Filler) -> Iterator[list[int]]:
    """Go on writing in another thread; the list has the number of matches written meanwhile."""
    over, written = Event(), [0]

    def write() -> None:
        with MatchWriter(filler.store, filler.run) as writer:
            for match in filler.matches_for(10**12):
                writer.take(match)
                written[0] += 1
                if over.is_set():
                    return

    thread = Thread(target=write)
    thread.start()
    try:
        yield written
    finally:
        over.set()
        thread.join()


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--plies", type=int, default=20 * MILLION)
    options.add_argument("--db", help="an empty database; by default a temporary file")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.db or str(Path(folder) / "large.db")
        with open_store(url, create=True) as store:
            measure(Filler(store, url), given.plies, Path(folder))


def measure(filler: Filler, plies: int, folder: Path) -> None:
    """Measure at every size up to `plies`."""
    print(" ".join(f"{name:>13}" for name in COLUMNS))
    sizes = [size for power in range(20) if (size := MILLION << power) < plies]
    found = []
    for size in [*sizes, plies]:
        found.append(filler.costs(size))
        print(" ".join(f"{value:13,.2f}" for value in found[-1]), flush=True)
    growth = [
        last / first if first else 0.0 for first, last in zip(found[0], found[-1], strict=True)
    ]
    print(" ".join(f"{value:13,.2f}" for value in growth), " growth")
    if filler.store.is_file:
        copy(filler, folder / "copy.db")
    remove(filler)


def copy(filler: Filler, target: Path) -> None:
    """Copy the database while the run is written."""
    with writing(filler) as written:
        began = perf_counter()
        backup(filler.store, target, verify=False)
        seconds, meanwhile = perf_counter() - began, written[0]
    size = target.stat().st_size
    rate, matches = size / 1e6 / seconds, meanwhile / seconds
    print(f"copy: {rate:,.0f} MB/s while {matches:,.0f} matches/s were written")


def remove(filler: Filler) -> None:
    """Remove the run; the longest transaction is how long another writer has to wait."""
    parts: list[float] = []
    delete_last: Any = stored_runs._delete_last

    def counted(*args: Any) -> int:
        began = perf_counter()
        found: int = delete_last(*args)
        parts.append(perf_counter() - began)
        return found

    stored_runs._delete_last = counted
    began = perf_counter()
    delete_run(filler.store, filler.run)
    seconds = perf_counter() - began
    longest = max(parts, default=0.0)
    rate = filler.plies / MILLION / seconds
    print(f"runs rm: {seconds:.1f} s, {rate:.1f} million plies/s, longest part {longest:.2f} s")


if __name__ == "__main__":
    main()
