"""Cost of a logged run beyond the bare engine, in raw inserts of the same rows.

    python -m tests.benchmarks.logged_run [--matches N] [--rounds N] [--seats N]

Three measurements take turns, all with random bots and quick Diam's: the bare engine (same deals,
one generator, no log), a whole run as `tourney run` plays it into a database file, and
`sqlite3.executemany` of the rows that this run stored, 100 matches per transaction. Times are
processor times, the best of all rounds because the machine may have other work; the last line is
the median of the rounds, each with its own three measurements, which a machine of changing speed
disturbs less. Bar: three inserts per ply.
"""

import argparse
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from engines.api import CHANCE
from tourney.play.luck import deal_seed, dealer_rng
from tourney.runs.plan import Plan
from tourney.runs.play import RunSession
from tourney.runs.spec import Prepared, prepare
from tourney.store import open_store

BAR = 3.0
BATCH = 100
Rows = list[tuple[int, int, int, str]]


def prepared(matches: int, seats: int) -> Prepared:
    """A run of random bots; each deal is played once with every rotation of the seats."""
    bots = {f"r{number}": "random" for number in range(seats)}
    options = {"length": "quick"}
    deals = -(-matches // seats)
    return prepare(Plan(name="bench", game="diams", options=options, bots=bots, deals=deals))


def bare(run: Prepared) -> None:
    """Play the deals of the run on the engine alone."""
    game, setting, luck = run.setup.game, run.setup, Random(0)
    for number in range(1, run.schedule.total + 1):
        deal = deal_seed(setting.seed, run.schedule.fixture(number).deal)
        state = game.start(setting.options, setting.seats)
        while owing := state.pending():
            seat = owing[0]
            if seat == CHANCE:
                state.apply(seat, game.shuffle(state, dealer_rng(deal, state.chance())))
            else:
                state.apply(seat, state.sample(seat, luck))


def logged(run: Prepared, path: Path) -> float:
    """Processor seconds of the run as the command plays it, without its preparation."""
    with open_store(str(path), create=True) as store:
        session = RunSession(store, store.add_run(run.spec), run)
        return timed(lambda: session.play(lambda snapshot: None, lambda: False))


def stored_rows(path: Path) -> Rows:
    """The plies of the database, in the order of its key."""
    with sqlite3.connect(path) as db:
        return db.execute("SELECT * FROM ply ORDER BY match_id, number").fetchall()


def inserted(rows: Rows, path: Path) -> None:
    """Insert the same rows with `executemany`."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute(
        "CREATE TABLE ply (match_id INT, number INT, seat INT, text TEXT,"
        " PRIMARY KEY (match_id, number)) WITHOUT ROWID"
    )
    batches: dict[int, Rows] = {}
    for row in rows:
        batches.setdefault((row[0] - 1) // BATCH, []).append(row)
    for batch in batches.values():
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO ply VALUES (?, ?, ?, ?)", batch)
        db.execute("COMMIT")
    db.close()


def timed(call: Callable[[], object]) -> float:
    """Processor seconds of one call."""
    start = process_time()
    call()
    return process_time() - start


def measured(run: Prepared, folder: Path, number: int) -> tuple[int, dict[str, float]]:
    """One round: the number of plies, and the seconds of all three measurements."""
    path, raw = folder / f"run{number}.db", folder / f"raw{number}.db"
    engine = timed(lambda: bare(run))
    whole = logged(run, path)
    rows = stored_rows(path)
    by_hand = timed(lambda: inserted(rows, raw))
    return len(rows), {"engine": engine, "logged": whole, "inserts": by_hand}


def beyond(seconds: Mapping[str, float]) -> float:
    """What a logged run costs beyond the engine, in raw inserts."""
    return (seconds["logged"] - seconds["engine"]) / seconds["inserts"]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    run = prepared(given.matches, given.seats)
    best = dict.fromkeys(("engine", "logged", "inserts"), float("inf"))
    costs = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.rounds):
            plies, seconds = measured(run, Path(folder), number)
            best = {name: min(best[name], seconds[name]) for name in best}
            costs.append(beyond(seconds))
    for name, value in best.items():
        print(f"{name:<8} {1e6 * value / plies:6.2f} µs a ply")
    print(f"a logged run costs {beyond(best):.2f} raw inserts a ply beyond the engine; bar {BAR}")
    print(f"median of {given.rounds} rounds {median(costs):.2f}")


if __name__ == "__main__":
    main()
