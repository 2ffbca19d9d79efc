"""Peak memory and time of exports of moves, for a run with many moves and one with ten times more.

    python -m tests.benchmarks.exports [--moves N] [--formats csv,parquet,xlsx,sqlite]
    python -m tests.benchmarks.exports --observations

Stores two runs of made-up matches with N and 10 N log entries, then exports the moves of each in a
process of its own. The peak of the larger export may be at most 1.2 times that of the smaller one,
plus 20 MB: then memory is flat. Times are processor times; the ratio is that to a plain loop that
reads the rows of the larger run with sqlite3 and writes them as Parquet with pyarrow. With
`--observations` it prints how much longer the observations of matches of random bots take than
replaying their records alone, without and with features.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from engines.api import Outcome
from engines.games import GAMES
from tests.exports.sample import SPEC
from tourney.domain.match_values import Entries, PlayedMatch
from tourney.exports.observations import decisions, replayed
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_plan import Plan, prepare
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import run_matches
from tourney.store.runs import add_run, run_named

PLAIN = """
import sqlite3, sys
import pyarrow as arrow
from pyarrow import parquet

found = sqlite3.connect(sys.argv[1]).execute(
    "SELECT match.number, ply.number, seat, text FROM ply JOIN match ON match.id = match_id"
    " ORDER BY match_id, ply.number"
)
kinds = arrow.int64(), arrow.int64(), arrow.int64(), arrow.string()
schema = arrow.schema(zip(("match", "ply", "seat", "text"), kinds))
with parquet.ParquetWriter(sys.argv[2], schema, compression="zstd") as writer:
    while rows := found.fetchmany(65536):
        columns = [arrow.array(one, type=kind) for one, kind in zip(zip(*rows), kinds)]
        writer.write_batch(arrow.record_batch(columns, schema=schema))
"""
"""Writes the moves of a database to a Parquet file."""

ENTRIES = 200
ROUNDS = 3
RATIO, MORE = 1.2, 20 * 1024
"""How much larger the peak may be: as a ratio, and KB for the caches of the file system."""


class Cost(NamedTuple):
    """What an export took: peak memory in KB, processor seconds, bytes of the file."""

    peak: int
    seconds: float
    size: int


def stored(folder: Path, moves: int) -> Path:
    """A database with a run of this many log entries."""
    path = folder / f"{moves}.db"
    entries = [(n % 3, f"market {n % 10} = 1+{n % 9}") for n in range(ENTRIES)]
    with open_store(str(path), create=True) as store:
        schedule = Schedule(SPEC)
        with MatchWriter(store, add_run(store, SPEC), batch=1000, seconds=60) as writer:
            for number in range(1, moves // ENTRIES + 1):
                result = Outcome((3, 2, 1), (1, 2, 3))
                at = schedule.fixture(number)
                writer.add(PlayedMatch(at, result, "complete", Entries.of(entries)))
    return path


def export(database: Path, target: Path) -> Cost:
    """Export the moves, or a snapshot, in a process of its own."""
    kind = "sqlite" if target.suffix == ".db" else "moves"
    words = ["-m", "tourney", "export", kind, SPEC.name, "-q"]
    return cost([*words, "--db", str(database), "-o", str(target)], target)


def cost(words: Sequence[str], target: Path) -> Cost:
    """The cost of a Python program that writes a file."""
    child = subprocess.Popen([sys.executable, *words])
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, child.returncode
    return Cost(usage.ru_maxrss, usage.ru_utime + usage.ru_stime, target.stat().st_size)


def observed(folder: Path, game: str) -> str:
    """The cost of the observations of a game, over that of a replay."""
    bots = {f"r{n}": "random" for n in range(max(2, min(GAMES[game].seats)))}
    run = prepare(Plan(name=game, game=game, options={}, bots=bots, deals=3))
    with open_store(str(folder / f"{game}.db"), create=True) as store:
        RunSession(store, add_run(store, run.spec), run).play(lambda _: None, lambda: False)
        matches = list(run_matches(store, run_named(store, game)))

    def best(work: Callable[[], int]) -> tuple[float, int]:
        times = []
        for _ in range(ROUNDS):
            began = process_time()
            count = work()
            times.append(process_time() - began)
        return min(times), count

    def replay_all() -> int:
        for replay in map(replayed, matches):
            while replay.step():
                pass
        return len(matches)

    alone, _ = best(replay_all)
    plain, count = best(lambda: sum(1 for one in matches for _ in decisions(one)))
    more, _ = best(lambda: sum(1 for one in matches for _ in decisions(one, features=True)))
    ratios = f"{plain / alone:6.2f}  with features {more / alone:6.2f}"
    return f"{game:16} {count:6} decisions  {ratios}  {count / plain:7.0f} a second"


def main() -> None:
    """Print a line for each format; exit 1 if memory grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--formats", default="csv,jsonl,parquet,xlsx,sqlite")
    parser.add_argument("--observations", action="store_true")
    given = parser.parse_args()
    if given.observations:
        with tempfile.TemporaryDirectory() as name:
            for game in GAMES:
                print(observed(Path(name), game), flush=True)
        return
    grown = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        databases = [stored(folder, given.moves), stored(folder, 10 * given.moves)]
        target = folder / "plain.parquet"
        plain = cost(["-c", PLAIN, str(databases[1]), str(target)], target).seconds
        print(f"a plain loop needs {plain:.1f} s for {10 * given.moves} moves", flush=True)
        for form in given.formats.split(","):
            target = folder / ("s.db" if form == "sqlite" else f"m.{form}")
            small, large = (export(database, target) for database in databases)
            target.unlink()
            grown |= large.peak > RATIO * small.peak + MORE
            peaks = f"{small.peak / 1024:6.0f} MB -> {large.peak / 1024:6.0f} MB"
            times = f"{large.seconds:6.1f} s  {large.seconds / plain:5.2f}"
            print(f"{form:8} {peaks}  {times}  {large.size / 1e6:7.1f} MB", flush=True)
    sys.exit(grown)


if __name__ == "__main__":
    main()
