"""Cost of a logged run beyond the bare engine, in raw inserts of the same rows.

    python -m tests.benchmarks.logged_run [--matches N] [--rounds N] [--seats N]

Three measurements take turns, all of the same matches of random bots at quick Diam's: the bare
engine (no log, generators made beforehand), a whole run as `tourney run` plays it into a database
file, and `sqlite3.executemany` of the rows that this run stored, 100 matches per transaction, four
times. Times are processor times. The figure is the median of the rounds, each with its own three
measurements: the speed of a machine can change by half within seconds, so the least times of
different rounds do not belong together. Bar: three inserts per ply.
"""

import argparse
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time

from engines.api import CHANCE
from tourney.play.luck import bot_luck, deal_seed, dealer_rng
from tourney.play.referee import MatchSetup
from tourney.runs.plan import Plan
from tourney.runs.play import RunSession
from tourney.runs.spec import Prepared, prepare
from tourney.store import open_store
from tourney.work.garbage import look_rarely

BAR = 3.0
BATCH = 100
TIMES = 4
Rows = list[tuple[int, int, int, str]]


def prepared(matches: int, seats: int) -> Prepared:
    """A run of random bots; each deal is played once with every rotation of the seats."""
    bots = {f"r{number}": "random" for number in range(seats)}
    options = {"length": "quick"}
    deals = -(-matches // seats)
    plan = Plan(name="bench", game="diams", options=options, bots=bots, deals=deals, seed="bench")
    return prepare(plan)


def bare(run: Prepared) -> float:
    """Processor seconds of the matches of the run on the engine alone."""
    setting, seconds = run.setup, 0.0
    versions = [bot.version for bot in run.spec.bots]
    for number in range(1, run.schedule.total + 1):
        fixture = run.schedule.fixture(number)
        luck = [
            bot_luck(setting.bot_seed, fixture.deal, seat, versions[bot]).rng()
            for seat, bot in enumerate(fixture.seats)
        ]
        deal = deal_seed(setting.seed, fixture.deal)
        seconds += timed(lambda luck=luck, deal=deal: played(setting, luck, deal))
    return seconds


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
    path = folder / f"run{number}.db"
    engine = bare(run)
    whole = logged(run, path)
    rows = stored_rows(path)
    raw = [folder / f"raw{number}-{time}.db" for time in range(TIMES)]
    by_hand = [timed(lambda file=file: inserted(rows, file)) for file in raw]
    for file in (path, *raw):
        file.unlink()
    again = bare(run)
    return len(rows), {
        "engine": (engine + again) / 2,
        "logged": whole,
        "inserts": sum(by_hand) / TIMES,
    }


def beyond(seconds: Mapping[str, float]) -> float:
    """What a logged run costs beyond the engine, in raw inserts."""
    return (seconds["logged"] - seconds["engine"]) / seconds["inserts"]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    look_rarely()  # as the command does
    run = prepared(given.matches, given.seats)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.rounds):
            found.append(measured(run, Path(folder), number))
    for name in ("engine", "logged", "inserts"):
        print(f"{name:<8} {median([1e6 * s[name] / plies for plies, s in found]):6.2f} µs a ply")
    lower, middle, upper = quantiles([beyond(seconds) for _, seconds in found])
    print(f"a logged run costs {middle:.2f} raw inserts a ply beyond the engine; bar {BAR}")
    print(f"half of {given.rounds} rounds are between {lower:.2f} and {upper:.2f}")


if __name__ == "__main__":
    main()
