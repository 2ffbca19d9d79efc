"""A snapshot of results for other programs: a SQLite file with few plain tables and readable views.

Does not contain what belongs to the program: settings of runs, the log of changes, unfinished
matches. The views are the interface; docs/exports.md explains every column.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

from tourney.store.database_faults import fault_of

Values: TypeAlias = Sequence[str | int | float | None]

APPLICATION_ID: Final = 0x74726E73
"""The number in the head of the file that says that it is a snapshot."""
VERSION: Final = 1
"""The version of the views."""

TABLES: Final = """
CREATE TABLE match (
  id INTEGER PRIMARY KEY, match TEXT NOT NULL UNIQUE, run TEXT, event TEXT, stage TEXT,
  round TEXT, table_no TEXT, deal INTEGER, lineup INTEGER, game TEXT NOT NULL,
  options TEXT NOT NULL, rules INTEGER NOT NULL, date TEXT, status TEXT NOT NULL,
  irregular INTEGER NOT NULL, plies INTEGER, seconds INTEGER, revision INTEGER NOT NULL);
CREATE TABLE seat (
  match_id INTEGER NOT NULL REFERENCES match, seat INTEGER NOT NULL, player TEXT NOT NULL,
  bot_version TEXT, score INTEGER, place INTEGER, forfeit INTEGER NOT NULL,
  counted_score INTEGER, counted_place INTEGER, points REAL, points_exact TEXT,
  PRIMARY KEY (match_id, seat)) WITHOUT ROWID;
CREATE TABLE move (
  match_id INTEGER NOT NULL REFERENCES match, ply INTEGER NOT NULL, seat INTEGER,
  text TEXT NOT NULL, PRIMARY KEY (match_id, ply)) WITHOUT ROWID;
CREATE TABLE fault (
  match_id INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL, seat INTEGER,
  code TEXT NOT NULL, ply INTEGER NOT NULL, evidence TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (match_id, number)) WITHOUT ROWID;
CREATE TABLE standing (
  kind TEXT NOT NULL, name TEXT NOT NULL, stage TEXT, place INTEGER NOT NULL,
  player TEXT NOT NULL, matches INTEGER NOT NULL, points REAL NOT NULL,
  points_exact TEXT NOT NULL, why TEXT);
"""
WIDTHS: Final = {"match": 18, "seat": 11, "move": 4, "fault": 7, "standing": 9}
"""Columns of each table."""

VIEWS: Final = """
CREATE INDEX seat_player ON seat (player);
CREATE VIEW v_results AS SELECT
  match.match, match.deal, match.lineup,
  substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ', seat.seat + 1, 1) AS seat, seat.player,
  seat.score, seat.place, seat.forfeit, seat.bot_version, seat.counted_score,
  seat.counted_place, seat.points, seat.points_exact, match.run, match.event,
  match.stage, match.round, match.table_no, match.game, match.options, match.rules,
  match.date, match.status, match.irregular, match.plies, match.seconds, match.revision
  FROM match JOIN seat ON seat.match_id = match.id
  WHERE match.status NOT IN ('void', 'abandoned') ORDER BY match.id, seat.seat;
CREATE VIEW v_standings AS SELECT kind, name, stage, place, player, matches, points, points_exact,
  why FROM standing ORDER BY kind, name, rowid;
CREATE VIEW v_moves AS SELECT
  match.match, move.ply,
  substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ', move.seat + 1, 1) AS seat, seat.player,
  move.text, match.run, match.event, match.game
  FROM match JOIN move ON move.match_id = match.id
  LEFT JOIN seat ON seat.match_id = match.id AND seat.seat = move.seat;
CREATE VIEW v_faults AS SELECT
  match.match,
  substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ', fault.seat + 1, 1) AS seat, seat.player,
  seat.bot_version, fault.code, fault.ply, fault.evidence, fault.detail, match.run,
  match.event, match.game, match.status
  FROM match JOIN fault ON fault.match_id = match.id
  LEFT JOIN seat ON seat.match_id = match.id AND seat.seat = fault.seat
  ORDER BY match.id, fault.number;
"""


class SnapshotFile:
    """A snapshot that is being written; complete when its context ends without an error."""

    def __init__(self, path: Path, shown: Path | None = None) -> None:
        """Begin a snapshot at `path`; errors of the disk name `shown`, the file it becomes."""
        self._shown = shown or path
        self._file = sqlite3.connect(path, isolation_level=None)

    def __enter__(self) -> Self:
        self._file.execute("PRAGMA journal_mode = OFF")  # a draft is thrown away after an error
        self._file.execute("PRAGMA synchronous = OFF")
        self._file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._file.execute(f"PRAGMA user_version = {VERSION}")
        self._file.executescript(TABLES)
        self._file.execute("BEGIN")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # After an error the draft is thrown away, so nothing more is written.
        with closing(self._file) as file, self._naming():
            if kind is None:
                file.execute("COMMIT")
                # Last, because an index is built faster over rows that are there.
                file.executescript(VIEWS)
                file.execute("PRAGMA optimize")

    def add(self, table: str, rows: Iterable[Values]) -> None:
        """Add rows to a table of the snapshot, with a value for each of its columns."""
        marks = ", ".join("?" * WIDTHS[table])
        with self._naming():
            self._file.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Errors of the disk name the file that a user knows."""
        try:
            yield
        except sqlite3.OperationalError as error:
            fault = fault_of(error, str(self._shown), None)
            if fault is None:
                raise
            raise fault from error
