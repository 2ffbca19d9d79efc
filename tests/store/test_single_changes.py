"""Whatever another program changes in stored results, `tourney db integrity` names the place.

Each change is one statement of plain SQL on a copy of a database in which every table with results
has rows. What is not noticed is a list of its own, and docs/trust.md has it.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.cli.test_integrity import RECORD
from tests.conftest import Result, Tourney
from tests.examples import times
from tests.proofs.sealed import SHAKY
from tourney.cli.root import main

pytestmark = pytest.mark.slow

RUN: Final = (
    "-g", "diamonds", "-O", "rounds=1", "--bot", "a=random", "--bot", "b=greedy", "--seed", "3",
    "-q",
)  # fmt: skip
BEACON: Final = ("--beacon", "Lotto of 5 December")
HISTORY: Final = (
    ("run", *RUN, "--deals", "2", "--name", "rows", "--log", "rows"),
    ("run", *RUN, "--deals", "2", "--name", "packed", "--log", "packed"),
    ("run", *RUN, "--deals", "2", "--name", "results", "--log", "results"),
    ("run", "-g", "blue-border", "--bot", "a=./shaky.py", "--bot", "b=greedy", "--bot", "c=greedy",
     "--deals", "2", "--seed", "3", "--name", "faults", "--isolation", "none", "-q"),
    ("run", *RUN[:-3], "-q", "--deals", "2", "--name", "sealed", "--commit", *BEACON),
    ("run", "--resume", "sealed", "--beacon", "3 17 22", "-q"),
    ("export", "proof", "sealed", "-o", "sealed.proof", "-q"),
    ("match", "void", "results/2", "--reason", "test", "-y", "-q"),
    ("analyse", "match:rows/1", "--budget", "4", "-q"),
    ("analyse", "match:packed/2", "--budget", "4", "-q"),
    ("export", "tmr", "rows/3", "-o", "moves.tmr", "-q"),
    ("import", "records.tmr", "-q"),
    ("match", "result", "club/2", "B=4", "--reason", "misread", "-y", "-q"),
    ("match", "void", "club/3", "--reason", "test", "-y", "-q"),
    ("event", "new", "Cup", "--players", "Ken,Mei,Yui,Aoi,Rin,Sho", "--game", "diamonds",
     "--sizes", "3", "-q"),
    ("event", "pair", "-q"),
    ("match", "result", "Cup/r1/t1", "41", "38", "20", "-q"),
    ("match", "result", "Cup/r1/t2", "41", "38", "20", "-q"),
    ("event", "pair", "-q"),
    ("player", "merge", "Aiko", "Ken", "-y", "-q"),
)  # fmt: skip
UNNOTICED: Final = {
    "actor": ("name",),
    "analysis": ("row removed",),
    "bot": ("target",),
    "event": ("runner",),
    "player": ("reading", "nick", "shown"),
    "record_digest": ("salt",),
    "revision": ("reason",),
    "run_state": ("seen", "snapshot", "row removed"),
    "tally": ("row removed",),
}
"""What may change unnoticed: no result follows from it, or it is made again, or it has names."""
NO_RESULTS: Final = {
    "alembic_version", "bot_log", "decision", "event_bot_log", "open_match", "recording",
    "recording_change", "server_key", "sign_up",
}  # fmt: skip
"""Tables without results: what bots printed, matches that have not ended, who wants to play."""


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of runs, records, corrections, analyses, a sealed run and an event."""
    folder = tmp_path_factory.mktemp("stored")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("shaky.py").write_text(SHAKY)
        for words in HISTORY:
            if words[0] == "import":
                records = [RECORD.format(name=f"club/{n}", event="") for n in range(1, 4)]
                moves = Path("moves.tmr").read_text("utf-8").replace("match: rows/3", "match: me")
                moves = re.sub("(?m)^(event|round|table|date|source|run|deal|seed).*\n", "", moves)
                Path("records.tmr").write_text("\n".join([*records, moves]), "utf-8")
            assert main([*words]) == 0, words
    return folder / "tourney.db"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the database with its rows."""

    name: str
    columns: Sequence[str]
    key: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def where(self, row: Sequence[Any]) -> tuple[str, list[Any]]:
        """The condition for one row."""
        found = dict(zip(self.columns, row, strict=True))
        return " AND ".join(f"{one} = ?" for one in self.key), [found[one] for one in self.key]


def tables(path: Path) -> Iterator[Table]:
    """The tables with results."""
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        for (name,) in names.fetchall():
            if name in NO_RESULTS or name.startswith("sqlite_"):
                continue
            info = db.execute(f"PRAGMA table_info({name})").fetchall()
            rows = db.execute(f"SELECT * FROM {name}").fetchall()
            yield Table(name, [one[1] for one in info], [one[1] for one in info if one[5]], rows)


def other(value: Any, luck: Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, int):
        return luck.choice([value + 1, value - 1, 0 if value else 1])
    if isinstance(value, bytes):
        at = luck.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << luck.randrange(8)]) + value[at + 1 :]
    if isinstance(value, str) and value:
        at = luck.randrange(len(value))
        return value[:at] + luck.choice("abc123") + value[at + 1 :]
    return luck.choice([1, 2]) if value is None else "x"


@dataclass(frozen=True, slots=True)
class Change:
    """One statement of SQL; `part` is the column, or what was done with the row."""

    table: Table
    part: str
    row: Sequence[Any]
    new: Sequence[Any]
    sql: str
    values: Sequence[Any]


def some_change(found: Sequence[Table], luck: Random) -> Change:
    """A change by lot: another value, a row removed, copied, or with the values of another row."""
    table = luck.choice(found)
    row = luck.choice(table.rows)
    where, key = table.where(row)
    kind = luck.choice(["value"] * 6 + ["removed", "copied", "swapped"])
    if kind == "removed":
        sql = f"DELETE FROM {table.name} WHERE {where}"
        return Change(table, "row removed", row, row, sql, key)
    if kind == "copied":
        at = table.columns.index(table.key[-1])
        new = [*row[:at], 900, *row[at + 1 :]]
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO {table.name} VALUES ({marks})"
        return Change(table, "row copied", row, new, sql, new)
    column = luck.choice(table.columns)
    at = table.columns.index(column)
    own = row[at]
    taken = luck.choice(table.rows)[at] if kind == "swapped" else other(own, luck)
    sql = f"UPDATE {table.name} SET {column} = ? WHERE {where}"
    new = [*row[:at], taken, *row[at + 1 :]]
    return Change(table, column, row, new, sql, [taken, *key])


def places(path: Path, made: Change) -> str:
    """A pattern of the places by which a change may be named, before and after it."""
    both = [dict(zip(made.table.columns, one, strict=True)) for one in (made.row, made.new)]
    return "|".join(place for row in both for place in places_of_row(path, made.table, row))


def places_of_row(path: Path, table: Table, row: Mapping[str, Any]) -> list[str]:
    """Patterns of the places that a row is about."""
    # References that lead nowhere.
    found = [rf"\btable {table.name}\b", rf"missing row of {table.name}\b"]
    with closing(sqlite3.connect(path)) as db:

        def match(match_id: int) -> None:
            found.append(rf"\bmatch {match_id}:")
            query = (
                "SELECT run.name, number FROM match JOIN run ON run.id = run_id WHERE match.id = ?"
            )
            for run, number in db.execute(query, [match_id]):
                found.append(rf"run '{run}': .*\bnumbers? ([0-9, ]*, )?{number}\b")
                found.append(f"match rows/{number}, entry")

        def run(run_id: int) -> None:
            for name, uid in db.execute("SELECT name, uid FROM run WHERE id = ?", [run_id]):
                found.extend([f"run '{name}'", f"run with uid {uid[:8]}", "run '.*': the settings"])
            query = "SELECT id FROM match WHERE run_id = ?"
            for (one,) in db.execute(query, [run_id]).fetchall():
                match(one)

        if "match_id" in row or table.name == "match":
            match(row["id" if table.name == "match" else "match_id"])
        if table.name in ("run", "run_bot", "tally", "run_digest", "sealing"):
            run(row["id"] if table.name == "run" else row["run_id"])
        if table.name == "bot":
            for (one,) in db.execute("SELECT run_id FROM run_bot WHERE bot_id = ?", [row["id"]]):
                run(one)
        if table.name in ("bot", "player"):
            query = f"SELECT match_id FROM seat WHERE {table.name}_id = ?"
            for (one,) in db.execute(query, [row["id"]]).fetchall():
                match(one)
        if table.name == "log":
            found += [rf"\brow {row['number']}\b", rf"\brow {row['number'] + 1}\b", "rows .* to"]
        if table.name in ("event_log", "record_digest"):
            found.append(rf"\brow {row['log_number']}\b")
        if table.name == "event":
            found += ["its event has another name", f"event {row['id']}:"]
        if table.name == "entrant":
            found.append(rf"event {row['event_id']}: entrant {row['number']}\b")
        found += {"log_end": [r"log_end|\blog: row"], "merged_player": ["merged_player"]}.get(
            table.name, []
        )
    return found


def after(change: Change, source: Path, tourney: Tourney) -> Result | None:
    """What `tourney db integrity` says; None where SQLite itself refuses, or nothing changes."""
    target = Path("tourney.db")
    target.write_bytes(source.read_bytes())
    where, key = change.table.where(change.row)
    look = partial(f"SELECT * FROM {change.table.name} WHERE {{}}".format, where)
    with closing(sqlite3.connect(target)) as db:
        try:
            before = db.execute(look(), key).fetchall(), db.total_changes
            db.execute(change.sql, change.values)
        except sqlite3.IntegrityError:
            return None
        if db.execute(look(), key).fetchall() == before[0] and change.part != "row copied":
            return None
        db.commit()
    return tourney("db", "integrity")


def unnoticed(change: Change, runs: frozenset[int]) -> bool:
    """Whether nothing follows from a change; of bots the target, if only records name them."""
    if change.table.name == "bot":
        return change.part == "target" and change.row[0] not in runs
    return change.part in UNNOTICED.get(change.table.name, ())


@pytest.mark.parametrize("part", range(8))
def test_every_change_of_a_result_is_named_with_its_place(
    stored: Path, tourney: Tourney, tmp_path: Path, part: int
) -> None:
    """48 changes in `make test`, 600 in `make full`."""
    found, luck, done = list(tables(stored)), Random(part), 0
    (bots,) = (one for one in found if one.name == "run_bot")
    runs = frozenset(row[bots.columns.index("bot_id")] for row in bots.rows)
    while done < times(75, 6):
        change = some_change(found, luck)
        if unnoticed(change, runs) or (said := after(change, stored, tourney)) is None:
            continue
        done += 1
        assert said.code == 3, (change.table.name, change.part, change.sql, change.values)
        pattern = places(stored, change)
        assert re.search(pattern, said.out), (change.table.name, change.part, said.out, pattern)


def test_every_table_with_results_is_changed(stored: Path) -> None:
    assert [one.name for one in tables(stored) if not one.rows] == []


@pytest.mark.parametrize(
    ("table", "part"), [(table, part) for table, parts in UNNOTICED.items() for part in parts]
)
def test_what_is_not_noticed_is_said_in_the_documentation(table: str, part: str) -> None:
    name = f"`{table}`" if part == "row removed" else f"`{table}.{part}`"
    for page in ("docs/trust.md", "docs/ja/trust.md"):
        assert name in (Path(__file__).parents[2] / page).read_text("utf-8"), (page, name)


def test_a_changed_ply_is_named_by_its_number(
    stored: Path, tourney: Tourney, tmp_path: Path
) -> None:
    """The built-in bots are asked again: one that plays by lot has one answer, too."""
    query = (
        "SELECT match.number, ply.* FROM ply JOIN match ON match.id = match_id "
        "JOIN run ON run.id = run_id WHERE run.name = ? AND ply.seat >= 0 AND match.status = ?"
    )
    for seed in range(times(40, 4)):
        (tmp_path / "tourney.db").write_bytes(stored.read_bytes())
        with closing(sqlite3.connect(tmp_path / "tourney.db")) as db, db:
            plies = db.execute(query, ["rows", "complete"]).fetchall()
            luck = Random(seed)
            number, match_id, entry, _, text = luck.choice(plies)
            other_text = luck.choice([one[4] for one in plies if one[4] != text])
            mine = "WHERE match_id = ? AND number = ?"
            db.execute(f"UPDATE ply SET text = ? {mine}", [other_text, match_id, entry])
        said = tourney("db", "integrity").out
        assert f"match rows/{number}, entry {entry} of its log" in said, (text, other_text, said)
