"""Time to compute the standings of a large run from its stored sums, and the cost of the sums.

    python -m tests.benchmarks.standings [--matches N]

The writer stores made-up results of four bots in rotation. Then standings with intervals and
P(best) are computed from the stored sums and from all results; both must be equal. The reference
for writing is a run whose first match is missing, because the store keeps no sums for it.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from engines.api import Outcome
from tourney.domain.match_values import KeptMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.exports.standings_fields import standings_table
from tourney.render.text_tables import objects
from tourney.results.sums import ResultSums
from tourney.runs.run_schedule import Schedule
from tourney.store import Database, open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import NumberRange, run_results
from tourney.store.run_sums import run_sums
from tourney.store.runs import StoredRun, add_run, run_named

BATCH = 100
SKILL = (3.0, 2.8, 2.0, 1.0)


def spec(name: str, matches: int) -> RunSpec:
    bots = tuple(BotEntry(f"b{number}", "random", "1") for number in range(4))
    return RunSpec(
        name, "diams", 1, (), bots, 4, matches // 4, "fixed", "rotation", "1", "2", log="results"
    )  # fmt: skip


def made_up(run: RunSpec, first: int) -> Iterator[KeptMatch]:
    schedule, luck = Schedule(run), Random(1)
    for number in range(first, schedule.total + 1):
        at = schedule.fixture(number)
        scores = [round(5 * (SKILL[bot] + luck.random() * 3)) for bot in at.seats]
        places = tuple([1 + sum(other > own for other in scores) for own in scores])
        yield KeptMatch(at, Outcome(tuple(scores), places), "complete", (), None)


def written(store: Database, run: RunSpec, first: int) -> list[float]:
    """Processor seconds to write each batch, without the time to make up its matches."""
    seconds = []
    with MatchWriter(store, add_run(store, run), batch=10**9, seconds=10**9) as writer:
        for number, match in enumerate(made_up(run, first), 1):
            writer.take(match)
            if number % BATCH == 0:
                began = process_time()
                writer.flush()
                seconds.append(process_time() - began)
    return seconds


def kept(store: Database, run: StoredRun) -> ResultSums:
    stored = run_sums(store, run)
    assert stored is not None
    upto, sums = stored
    for result in run_results(store, run, NumberRange(after=upto)):
        sums.add(result)
    return sums


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1_000_000)
    matches = parser.parse_args().matches
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(str(Path(folder) / "x.db"), create=True) as store,
    ):
        measure(store, matches)


def measure(store: Database, matches: int) -> None:
    part = max(matches // 10, BATCH)
    bare = written(store, spec("bare", part), 2)
    batches = written(store, spec("whole", matches), 1)
    early, late = batches[: len(bare)], batches[-len(bare) :]
    first, last = 1e3 * middle(early), 1e3 * middle(late)
    print(f"batch of {BATCH}: {first:.2f} ms at first, {last:.2f} ms at the end")
    print(f"  of which sums {1e4 * (middle(early) - middle(bare)):.1f} µs a match")
    run = run_named(store, "whole")
    times = []
    for _ in range(5):
        began = perf_counter()
        rows = list(objects(standings_table(kept(store, run))))
        times.append(perf_counter() - began)
    began = perf_counter()
    same = list(objects(standings_table(ResultSums(run_results(store, run))))) == rows
    whole = perf_counter() - began
    print(f"standings of {matches} matches: {1e3 * min(times):.1f} ms from sums, bar 50 ms")
    print(f"  from all results {whole:.1f} s, {'the same' if same else 'OTHERS'}")


if __name__ == "__main__":
    main()
