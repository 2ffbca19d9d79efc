"""Cost of a logged run beyond the bare engine, in raw inserts of the same rows.

    python -m tests.benchmarks.logged_run [--matches N] [--rounds N] [--seats N]

Three measurements, all of the same matches of random bots at quick Diam's: a whole run as `tourney
run` plays it into a database file; within it, before each match, the bare engine (no log,
generators made beforehand); and, before each hundredth, `sqlite3.executemany` of the rows that a
hundred matches of this run store, in one transaction, with making its file. Closing the files,
which writes their logs into them, is part of the times. So a machine whose speed changes by half
within seconds, as with other work, disturbs all three alike. Times are processor times; the figure
is the median of the rounds. Bar: two and a half inserts per ply.
"""

import argparse
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from itertools import count, groupby
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time

from engines.api import CHANCE
from tourney.play.luck import bot_luck, deal_seed, dealer_rng
from tourney.play.referee import MatchSetup
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_plan import Plan, Prepared, prepare
from tourney.store import open_store
from tourney.store.runs import add_run
from tourney.work.interrupts import look_rarely

BAR = 2.5
BATCH = 100
Rows = list[tuple[int, int, int, str]]


def prepared(matches: int, seats: int) -> Prepared:
    """A run of random bots; each deal is played once with every rotation of the seats."""
    bots = {f"r{number}": "random" for number in range(seats)}
    options = {"length": "quick"}
    deals = -(-matches // seats)
    plan = Plan(name="bench", game="diams", options=options, bots=bots, deals=deals, seed="bench")
    return prepare(plan)


def bare(run: Prepared, number: int) -> float:
    """Processor seconds of a match of the run on the engine alone."""
    setting, fixture = run.setup, run.schedule.fixture(number)
    names = [run.spec.bots[bot].name for bot in fixture.seats]
    luck = [
        bot_luck(setting.bot_seed, fixture.deal, seat, name).rng()
        for seat, name in enumerate(names)
    ]
    deal = deal_seed(setting.seed, fixture.deal)
    return timed(lambda: played(setting, luck, deal))


def played(setting: MatchSetup, luck: Sequence[Random], deal: bytes) -> None:
    """Play a match of random moves on the engine alone."""
    game = setting.game
    state = game.start(setting.options, setting.seats)
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            state.apply(seat, game.shuffle(state, dealer_rng(deal, state.chance())))
        else:
            state.apply(seat, state.sample(seat, luck[seat]))
    state.outcome()


def play(run: Prepared, path: Path, stop: Callable[[], bool]) -> float:
    """Processor seconds of the run as the command plays it, until the file is closed."""
    with ExitStack() as files:
        store = files.enter_context(open_store(str(path), create=True))
        session = RunSession(store, add_run(store, run.spec), run)
        return timed(lambda: session.play(lambda snapshot: None, stop)) + timed(files.close)


def stored_batches(path: Path) -> list[Rows]:
    """The plies of the database in the order of its key, a list for every BATCH matches."""
    with sqlite3.connect(path) as db:
        rows: Rows = db.execute("SELECT * FROM ply ORDER BY match_id, number").fetchall()
    return [list(batch) for _, batch in groupby(rows, lambda row: (row[0] - 1) // BATCH)]


def raw_table(path: Path) -> sqlite3.Connection:
    """A database file with a table of plies."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute(
        "CREATE TABLE ply (match_id INT, number INT, seat INT, text TEXT,"
        " PRIMARY KEY (match_id, number)) WITHOUT ROWID"
    )
    return db


def insert(db: sqlite3.Connection, rows: Rows) -> None:
    """Insert rows with `executemany`."""
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT INTO ply VALUES (?, ?, ?, ?)", rows)
    db.execute("COMMIT")


def timed(call: Callable[[], object]) -> float:
    """Processor seconds of one call."""
    start = process_time()
    call()
    return process_time() - start


def measured(run: Prepared, folder: Path, batches: Sequence[Rows]) -> dict[str, float]:
    """The seconds of all three measurements in one round; the files are deleted."""
    seconds = dict.fromkeys(("engine", "inserts", "pauses"), 0.0)
    numbers = count(1)
    with TemporaryDirectory(dir=folder) as name:
        began = process_time()
        raw = raw_table(Path(name) / "raw.db")
        seconds["inserts"] += process_time() - began

        def pause() -> bool:
            number = next(numbers)
            seconds["engine"] += bare(run, number)
            if number % BATCH == 0:
                seconds["inserts"] += timed(lambda: insert(raw, batches[number // BATCH - 1]))
            return False

        def stop() -> bool:
            seconds["pauses"] += timed(pause)
            return False

        whole = play(run, Path(name) / "run.db", stop)
        seconds["inserts"] += timed(raw.close)
    return {**seconds, "logged": whole - seconds["pauses"]}


def beyond(seconds: Mapping[str, float]) -> float:
    """What a logged run costs beyond the engine, in raw inserts."""
    return (seconds["logged"] - seconds["engine"]) / seconds["inserts"]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="a multiple of 100")
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    look_rarely()  # as the command does
    run = prepared(given.matches, given.seats)
    with TemporaryDirectory() as name:
        folder = Path(name)
        play(run, folder / "first.db", lambda: False)
        batches = stored_batches(folder / "first.db")
        found = [measured(run, folder, batches) for _ in range(given.rounds)]
    plies = sum(map(len, batches))
    for part in ("engine", "logged", "inserts"):
        print(
            f"{part:<8} {median([1e6 * seconds[part] / plies for seconds in found]):6.2f} µs a ply"
        )
    lower, middle, upper = quantiles([beyond(seconds) for seconds in found])
    print(f"a logged run costs {middle:.2f} raw inserts a ply beyond the engine; bar {BAR}")
    print(f"half of {given.rounds} rounds are between {lower:.2f} and {upper:.2f}")


if __name__ == "__main__":
    main()
