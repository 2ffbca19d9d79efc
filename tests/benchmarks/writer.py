"""Speed and size of what the store writes, compared with raw inserts of the same rows.

    python -m tests.benchmarks.writer [--matches N] [--rounds N] [--postgres URL]

The matches are random matches of Diam's, so that texts and sizes are realistic. The reference on
SQLite is `sqlite3.executemany` of ready tuples into the same layout without its constraints, 100
matches per transaction; on PostgreSQL it is COPY. Rounds alternate and every time is the best of
all rounds, because the machine may have other work.
"""

import argparse
import gc
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import select, text

from engines.api import CHANCE, Ply
from engines.diams import GAME
from tourney.domain.match_values import Entries, Fixture, PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.store import open_store
from tourney.store.connect import Database, address
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_count
from tourney.store.models import MATCH
from tourney.store.runs import add_run

BATCH = 100
SEATS = 3
SPEC = RunSpec(
    name="bench",
    game="diams",
    rules=GAME.version,
    options=(),
    bots=tuple(BotEntry(f"r{number}", "random", "1") for number in range(SEATS)),
    seats=SEATS,
    deals=1,
    schedule="fixed",
    block="none",
    seed="1",
    bot_seed="2",
)
Rows = list[tuple[object, ...]]


def match_of(number: int) -> PlayedMatch:
    """A match of random moves, with its number as the random seed."""
    luck = Random(number)
    state = GAME.start(GAME.options({}, SEATS), SEATS)
    log: list[Ply[object]] = []
    while owing := state.pending():
        seat = owing[0]
        move = GAME.shuffle(state, luck) if seat == CHANCE else state.sample(seat, luck)
        state.apply(seat, move, log)
    outcome = state.outcome()
    assert outcome is not None
    entries = [(ply.seat, GAME.text(ply)) for ply in log]
    fixture = Fixture(number, number, 0, 0, tuple(range(SEATS)))
    return PlayedMatch(fixture, outcome, "complete", Entries.of(entries))


def batches(matches: Sequence[PlayedMatch]) -> Iterator[tuple[Rows, Rows, Rows]]:
    """Rows of match, seat and ply as the store writes them, per transaction."""
    for start in range(0, len(matches), BATCH):
        part = matches[start : start + BATCH]
        at = [match.fixture for match in part]
        yield (
            [(f.number, 1, f.number, f.deal, f.lineup, f.rotation, "complete") for f in at],
            [
                (m.fixture.number, seat, seat + 1, None, m.outcome.scores[seat], place)
                for m in part
                for seat, place in enumerate(m.outcome.places)
            ],
            [
                (m.fixture.number, number, seat, words)
                for m in part
                for number, (seat, words) in enumerate(m.entries, 1)
            ],
        )


RAW_PLY = """CREATE TABLE ply (match_id INTEGER NOT NULL, number INTEGER NOT NULL,
    seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match_id, number)) WITHOUT ROWID"""
RAW_OTHERS = """
CREATE TABLE match (id INTEGER PRIMARY KEY, run_id, number, deal, lineup, rotation, status,
    UNIQUE (run_id, number));
CREATE TABLE seat (match_id, seat, bot_id, player_id, score, place, PRIMARY KEY (match_id, seat))
    WITHOUT ROWID;
"""


def by_hand(path: Path, rows: list[tuple[Rows, Rows, Rows]], *, plies_only: bool) -> float:
    """Seconds of `sqlite3.executemany` for the rows."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.executescript(RAW_PLY + ";" + RAW_OTHERS)
    began = perf_counter()
    for matches, seats, plies in rows:
        db.execute("BEGIN IMMEDIATE")
        if not plies_only:
            db.executemany("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", matches)
            db.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)", seats)
        db.executemany("INSERT INTO ply VALUES (?, ?, ?, ?)", plies)
        db.execute("COMMIT")
    spent = perf_counter() - began
    db.close()
    return spent


def by_store(url: str, matches: Sequence[PlayedMatch]) -> float:
    """Seconds of the store's writer for the matches; it also makes the rows from them."""
    with open_store(url, create=True) as store:
        run = add_run(store, SPEC)
        began = perf_counter()
        with MatchWriter(store, run, batch=BATCH, seconds=1000) as writer:
            for match in matches:
                writer.add(match)
        spent = perf_counter() - began
        assert match_count(store, run) == len(matches)
    return spent


def best(rounds: int, *ways: Callable[[Path], float]) -> list[float]:
    """The best time of each function, called in turn with new folders."""
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for spent, way in zip(times, ways, strict=True):
            with tempfile.TemporaryDirectory() as folder:
                gc.collect()
                spent.append(way(Path(folder) / "bench.db"))
    return [min(spent) for spent in times]


def sizes(matches: Sequence[PlayedMatch], rows: list[tuple[Rows, Rows, Rows]]) -> list[int]:
    """Bytes of a file with a raw table of plies, of the store's ply table and its whole file."""
    with tempfile.TemporaryDirectory() as name:
        raw, ours = Path(name) / "raw.db", Path(name) / "ours.db"
        by_hand(raw, rows, plies_only=True)
        by_store(str(ours), matches)
        db = sqlite3.connect(ours)
        pages = "SELECT sum(pgsize) FROM dbstat WHERE name = 'ply'"
        (plies,) = db.execute(pages).fetchone()
        db.close()
        return [raw.stat().st_size, plies, ours.stat().st_size]


def sqlite_table(matches: Sequence[PlayedMatch], rounds: int) -> None:
    """Print speed and size on SQLite."""
    rows = list(batches(matches))
    plies = sum(len(match.entries) for match in matches)
    raw, raw_plies, ours = best(
        rounds,
        lambda path: by_hand(path, rows, plies_only=False),
        lambda path: by_hand(path, rows, plies_only=True),
        lambda path: by_store(str(path), matches),
    )
    print(f"SQLite: {len(matches)} matches, {plies} plies, best of {rounds}")
    print(f"  raw executemany, all rows      {plies / raw:10,.0f} plies/s  1.00")
    print(
        f"  raw executemany, plies only    {plies / raw_plies:10,.0f} plies/s  "
        f"{raw / raw_plies:.2f}"
    )
    print(
        f"  the store's writer             {plies / ours:10,.0f} plies/s  {raw / ours:.2f}"
        f"   (bar 0.85)"
    )
    print(f"  a ply costs {ours / raw_plies:.2f} raw inserts of a ply, seats and match included")
    raw_size, ply_size, size = sizes(matches, rows)
    print(
        f"  bytes a ply: raw table {raw_size / plies:.1f}, table ply {ply_size / plies:.1f} "
        f"({ply_size / raw_size:.2f}, bar 1.10), whole file {size / plies:.1f} "
        f"({size / raw_size:.2f})"
    )


def postgres_table(matches: Sequence[PlayedMatch], rounds: int, url: str) -> None:
    """Print the speed on PostgreSQL; the database must be empty and is emptied afterwards."""
    rows = list(batches(matches))
    plies = sum(len(match.entries) for match in matches)
    times = [(copied(url, rows), stored(url, matches)) for _ in range(rounds)]
    raw, ours = (min(column) for column in zip(*times, strict=True))
    print(f"PostgreSQL: {len(matches)} matches, {plies} plies, best of {rounds}")
    print(f"  COPY of the same rows          {plies / raw:10,.0f} plies/s  1.00")
    print(
        f"  the store's writer             {plies / ours:10,.0f} plies/s  {raw / ours:.2f}"
        f"   (bar 0.90)"
    )


def copied(url: str, rows: list[tuple[Rows, Rows, Rows]]) -> float:
    """Seconds of COPY for ready tuples, with the time to format them as text."""
    with open_store(url, create=True) as store:
        add_run(store, SPEC)
    database = Database(address(url), 5)
    began = perf_counter()
    for batch in rows:
        with database.writing() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            for table, lines in zip(("match", "seat", "ply"), batch, strict=True):
                line = "\t".join(["%s"] * len(lines[0])) + "\n"
                with driver.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
                    copy.write("".join([line % row for row in lines]).replace("None", "\\N"))
    spent = perf_counter() - began
    with database.reading() as connection:
        assert len(connection.execute(select(MATCH.c.id)).all()) == sum(len(b[0]) for b in rows)
    empty(database)
    return spent


def stored(url: str, matches: Sequence[PlayedMatch]) -> float:
    """Seconds of the store's writer on PostgreSQL; empties the database afterwards."""
    spent = by_store(url, matches)
    empty(Database(address(url), 5))
    return spent


def empty(database: Database) -> None:
    """Drop everything in the database."""
    with database.writing() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    database.close()


def main() -> None:
    """Play the matches, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--postgres", metavar="URL", help="an empty database to write to as well")
    given = parser.parse_args()
    matches = [match_of(number) for number in range(1, given.matches + 1)]
    sqlite_table(matches, given.rounds)
    if given.postgres:
        postgres_table(matches, given.rounds, given.postgres)


if __name__ == "__main__":
    main()
