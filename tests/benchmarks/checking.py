"""Records a second of `tourney check run:NAME`: `python -m tests.benchmarks.checking [GAME …]`.

The reference is the full check, which reads each record as text and then replays it; `check` leaves
it out where a match is exactly what the engine writes. Both read the same matches of random bots
from a new database, by turns; processor time, the best of several turns. The build is the one that
runs; `TOURNEY_PURE=1` takes the sources.

With `--cores` two worker processes are compared with this process alone: the first fifth of the
matches, with which the workers start, is not measured. By the clock, and by the processor time of
a record in all processes, which other work on the machine disturbs less. Beside it stands what the
machine has to give by the clock: the same for two processes that only count.
"""

import argparse
import multiprocessing
import os
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from engines.build import BUILD
from engines.games import GAMES
from tests.benchmarks.workers import Speed, processor_seconds
from tourney.app.check_records import AskedChecks, RecordChecking, numbered
from tourney.cli.record_file_commands import CHUNK_SECONDS
from tourney.domain.match_values import StoredMatch
from tourney.records import read, record
from tourney.records.check_report import CheckRequest, SourceCheck, check_source
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_plan import Plan, prepare
from tourney.store import open_store
from tourney.store.matches import NumberRange, run_matches
from tourney.store.runs import add_run, run_named
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.interrupts import look_rarely
from tourney.work.worker_process import Job

CORES_BAR: Final = 0.9
SEATS: Final = {"diams": 4}  # three in the other games
FULL: Final = 150  # matches that the full check reads in a turn
WARM: Final = 0.2
LATE: Final = 0.95
COUNTED: Final = 10_000_000
ASKED: Final = CheckRequest(json=False, style="full", limit=20, strict=False, codes=())


def play(path: Path, game: str, matches: int) -> None:
    """Store a run `x` of random bots."""
    seats = SEATS.get(game, 3)
    bots = {f"r{number}": "random" for number in range(seats)}
    plan = Plan(name="x", game=game, bots=bots, deals=-(-matches // seats), seed="bench")
    run = prepare(plan)
    with open_store(str(path), create=True) as store:
        RunSession(store, add_run(store, run.spec), run).play(lambda snapshot: None, lambda: False)


def stored(path: Path, last: int) -> Iterator[StoredMatch]:
    """The first matches of the run, from the database."""
    with open_store(str(path)) as store:
        yield from run_matches(store, run_named(store, "x"), stretch=NumberRange(0, last))


def checked(path: Path, matches: int) -> float:
    """Records a second as the command checks them."""
    start = process_time()
    for match in stored(path, matches):
        assert all(line.passed for line in check_source(match.name, match, ASKED))
    return matches / (process_time() - start)


def checked_in_full(path: Path, matches: int) -> float:
    """Records a second if each is read as text."""
    start = process_time()
    for match in stored(path, matches):
        report = SourceCheck(match.name, read(record(match)), ASKED)
        assert all(line.passed for line in report.lines())
    return matches / (process_time() - start)


def alone(path: Path, matches: int) -> Speed:
    """The speed of this process, after the first matches."""
    job, first = RecordChecking(AskedChecks(ASKED, str(path))), int(WARM * matches)
    with open_store(str(path)) as store:
        items = list(numbered(store, "x", 0) or ())
    job.work(items[:first])
    began, used = perf_counter(), process_time()
    for at in range(first, matches, 100):
        job.work(items[at : at + 100])
    spent, used = perf_counter() - began, process_time() - used
    job.close()
    return Speed((matches - first) / spent, used / (matches - first))


def by_two(path: Path, matches: int) -> Speed:
    """The speed of two workers and their runner, after the first matches and before the last."""
    seen, looks = 0, [WARM * matches, LATE * matches]
    found: list[tuple[int, float, float]] = []
    with open_store(str(path)) as store:
        job = Job(RecordChecking, AskedChecks(ASKED, str(path)))
        how = SpreadOptions(Workers(2), lambda item: [], lambda: True, seconds=CHUNK_SECONDS)
        for lines in spread(job, numbered(store, "x", 0) or iter(()), how):
            seen += len(lines)
            if looks and seen >= looks[0]:
                looks.pop(0)
                pids = [os.getpid(), *(child.pid or 0 for child in active_children())]
                found.append((seen, perf_counter(), sum(map(processor_seconds, pids))))
    (first, began, before), (last, ended, after) = found
    return Speed((last - first) / (ended - began), (after - before) / (last - first))


def count() -> float:
    """Seconds to count."""
    start, number = perf_counter(), 0
    while number < COUNTED:
        number += 1
    return perf_counter() - start


def counting() -> float:
    """What two processes that count at the same time get of two cores."""
    single = count()
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(abs, range(2))
        together = [pool.apply_async(count) for _ in range(2)]
        return single / max(one.get() for one in together)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--cores", action="store_true", help="compare two workers with one process")
    given = parser.parse_args()
    look_rarely()  # as the command does
    print(f"{BUILD}: records a second")
    for game in given.games:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "bench.db"
            play(path, game, given.matches)
            quick = full = 0.0
            for _ in range(0 if given.cores else given.turns):
                full = max(full, checked_in_full(path, min(FULL, given.matches)))
                quick = max(quick, checked(path, given.matches))
            if not given.cores:
                print(f"{game:16}{quick:8,.0f}, in full{full:8,.0f}: {quick / full:5.1f} times")
            for _ in range(given.turns if given.cores else 0):
                one, two = alone(path, given.matches), by_two(path, given.matches)
                print(
                    f"{game:16}{one.rate:8,.0f}, two workers{two.rate:8,.0f}:"
                    f" {two.rate / one.rate / 2:.2f} of two (bar {CORES_BAR}), by the processor"
                    f" {one.processor / two.processor:.2f}; counting {counting():.2f}"
                )


if __name__ == "__main__":
    main()
