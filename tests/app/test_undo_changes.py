"""`tourney undo`: after as many undos as changes, everything is as at the start."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.messages import Message
from tests.app.hosts import ListHost
from tests.conftest import Tourney
from tests.examples import usual
from tourney.app.undo_changes import undo_last
from tourney.domain.errors import Conflict
from tourney.store import Database, open_store

pytestmark = pytest.mark.slow

PEOPLE = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
CUP = ("--game", "diams", "-O", "length=quick", "--sizes", "2-3", "--rounds", "4", "--seed", "1")


def standings(tourney: Tourney) -> list[tuple[str, str]]:
    """Who has how many points."""
    rows = json.loads(tourney("standings", "Cup", "--json").out)
    return sorted((row["player"], row["points"]) for row in rows)


def tables(tourney: Tourney) -> list[dict[str, Any]]:
    """All tables with their players and results."""
    out = tourney("event", "show", "Cup", "--format", "csv").out
    rows = [*csv.DictReader(out.splitlines())]
    return [{k: v for k, v in row.items() if k != "match"} for row in rows if "table" in row]


def count() -> int:
    """How many changes the log has."""
    with closing(sqlite3.connect("tourney.db")) as db:
        return int(db.execute("SELECT count(*) FROM log").fetchone()[0])


def changes(rng: Random) -> dict[str, Callable[[], tuple[str, ...]]]:
    """Commands that change the event."""

    def who() -> str:
        return rng.choice(PEOPLE)

    def place() -> str:
        return f"Cup/r{rng.randint(1, 3)}/t{rng.randint(1, 3)}"

    def result() -> tuple[str, ...]:
        scores = rng.sample(range(6, 30), 3)
        two = rng.random() < 0.7
        given = [f"{seat}={score}" for seat, score in zip("ABC", scores, strict=True)]
        return ("match", "result", place(), *given[: 2 if two else 3])

    return {
        "pair": lambda: ("event", "pair"),
        "result": result,
        "result again": result,
        "void": lambda: ("match", "void", place(), "--reason", "x"),
        "swap": lambda: ("event", "swap", who(), who()),
        "lock": lambda: ("event", "lock"),
        "unlock": lambda: ("event", "lock", "--undo"),
        "drop": lambda: ("event", "drop", who()),
        "return": lambda: ("event", "return", who()),
        "no-show": lambda: ("event", "no-show", who()),
        "came": lambda: ("event", "no-show", who(), "--undo"),
        "restrict": lambda: ("event", "restrict", "--never", ",".join(rng.sample(PEOPLE, 2))),
        "lift": lambda: ("event", "restrict", "--lift", who()),
        "dates": lambda: ("event", "dates", "--dates", f"2026-12-0{rng.randint(1, 9)}"),
        "enter": lambda: ("event", "add-player", f"New {rng.randint(1, 9)}"),
        "open": lambda: ("event", "open"),
    }


@pytest.mark.parametrize("seed", usual(range(3), range(40)))
def test_undoing_all_changes_brings_back_the_standings_of_the_start(
    seed: int, tourney: Tourney
) -> None:
    rng = Random(seed)
    tourney("event", "new", "Cup", "--players", ",".join(PEOPLE), *CUP)
    tourney("event", "pair")
    began, kinds, done = (standings(tourney), tables(tourney)), changes(rng), list[str]()
    # A swap is not taken back where a restriction that came before forbids the old tables.
    del kinds["swap" if seed % 2 else "restrict"]
    states, state = [], began
    while len(done) < 6:
        name = rng.choice([*kinds, "pair", "result", "result"])
        before = count()
        args = kinds[name]()
        tourney(*args, "--yes", "--on-similar", "new") if name == "enter" else tourney(
            *args, "--no-input", *(("--yes",) if args[0] == "match" else ())
        )
        if count() > before:
            if name != "open":
                done.append(" ".join(args))
                states.append(state)
            state = (standings(tourney), tables(tourney))
    for args, state in zip(reversed(done), reversed(states), strict=True):
        result = tourney("undo", "--yes")
        assert result.code == 0, (args, done, result.err)
        assert (standings(tourney), tables(tourney)) == state, (args, done)
    assert (standings(tourney), tables(tourney)) == began
    integrity = tourney("db", "integrity")
    assert integrity.code == 0, integrity.err


def test_the_last_change_is_named_and_taken_back_only_if_somebody_agrees(tourney: Tourney) -> None:
    tourney("player", "add", "Ann")
    refused = tourney("undo")
    assert (refused.code, refused.out) == (2, "")
    assert "player add, Ann?" in refused.err
    assert tourney("undo", "--yes").err.endswith("change 1 is taken back: player add, Ann\n")
    nothing = tourney("undo", "--yes")
    assert (nothing.code, nothing.err.count("\n")) == (5, 1)
    assert "no change is left" in nothing.err


def test_an_import_and_a_run_are_removed(tourney: Tourney) -> None:
    tourney("samples", "-q")
    tourney("import", "samples/records/spring-diams.tmr")
    bots = ("--bot", "a=random", "--bot", "b=random", "--deals", "1")
    tourney("run", "-g", "diams", "-O", "length=quick", *bots, "--name", "x", "-q")
    assert tourney("undo", "--yes").err.endswith("run new, x\n")
    assert tourney("runs", "show", "x").code == 5
    assert tourney("undo", "--yes").code == 0
    assert tourney("match", "list", "--format", "csv").out.count("\n") <= 1


def test_what_cannot_be_taken_back_is_named_with_the_reason(tourney: Tourney) -> None:
    tourney("player", "add", "Ann")
    tourney("player", "forget", "Ann", "--yes")
    result = tourney("undo", "--yes")
    assert (result.code, result.out) == (6, "")
    assert result.err.startswith("tourney: change 2 (player forget, ")
    assert result.err.endswith("cannot be taken back: a forgotten name is kept nowhere\n")
    japanese = tourney("undo", "--yes", "--lang", "ja").err
    assert japanese.endswith("取り消せません: 忘れられた名前はどこにも残っていません\n")
    assert not Path("tourney.db-journal").exists()


def test_a_round_that_was_taken_back_is_put_back_as_long_as_the_log_keeps_it(
    tourney: Tourney,
) -> None:
    tourney("event", "new", "Cup", "--players", ",".join(PEOPLE), *CUP)
    tourney("event", "pair")
    drawn = tables(tourney)
    tourney("event", "unpair")
    assert tourney("undo", "--yes").code == 0
    assert tables(tourney) == drawn
    tourney("event", "unpair")
    tourney("event", "pair")
    assert "event pair" in tourney("undo", "--yes").err
    late = tourney("undo", "--yes")
    assert (late.code, late.out) == (6, "")
    assert "other changes came after it" in late.err


@pytest.mark.parametrize(
    "args",
    [
        ("event", "final", "--top", "2"),
        ("event", "close"),
        ("event", "replace", "Ann", "by", "Gus", "--on-similar", "new"),
        ("event", "add-bot", "rei=greedy"),
    ],
)
def test_rare_changes_of_an_event_are_taken_back(args: tuple[str, ...], tourney: Tourney) -> None:
    tourney("event", "new", "Cup", "--players", ",".join(PEOPLE[:4]), *CUP[:-4], "--rounds", "1")
    tourney("event", "pair")
    for table in ("t1", "t2"):
        tourney("match", "result", f"r1/{table}", "A=9", "B=7")
    before = standings(tourney)
    assert tourney(*args, "--yes").code == 0
    assert tourney("undo", "--yes").code == 0
    assert standings(tourney) == before
    # What takes back is not taken back: the next undo is about the change before.
    assert "match result" in tourney("undo", "--yes").err


@pytest.mark.parametrize("entry", [("add-player", "Gus"), ("add-bot", "rei=greedy")])
def test_an_entry_that_is_taken_back_was_never_there(
    entry: tuple[str, str], tourney: Tourney
) -> None:
    tourney("event", "new", "Cup", "--players", ",".join(PEOPLE), *CUP)

    def seen() -> tuple[str, ...]:
        shown = ("event", "show", "Cup", "--entrants"), ("standings", "Cup")
        return tuple(tourney(*words, "--format", "csv").out for words in shown)

    before = seen()
    for _ in range(2):
        assert tourney("event", entry[0], entry[1]).code == 0
        assert seen() != before
        assert tourney("undo", "--yes").code == 0
        assert seen() == before
    assert tourney("event", "add-player", "Hal").code == 0
    integrity = tourney("db", "integrity")
    assert integrity.code == 0, integrity.err
    # The document of the event has the entry, and goes to another database with all that follows.
    there = ("--db", "there.db", "import", "--type", "event")
    tourney("export", "event", "Cup", "-o", "one.json")
    assert tourney(*there, "one.json").code == 0
    tourney("undo", "--yes")
    tourney("event", "add-player", "Ida")
    tourney("export", "event", "Cup", "-o", "two.json")
    assert tourney(*there, "two.json", "--on-duplicate", "update").code == 0
    assert tourney("--db", "there.db", "db", "integrity").code == 0
    shown = tourney("--db", "there.db", "event", "show", "Cup", "--entrants", "--format", "csv")
    assert shown.out == seen()[0]


def test_a_change_and_the_note_that_it_takes_one_back_are_written_together(
    tourney: Tourney,
) -> None:
    tourney("event", "new", "Cup", "--players", ",".join(PEOPLE), *CUP)
    tourney("event", "pair")
    drawn = tables(tourney)
    # The program ends right before the note: nothing of the change may be left.
    with closing(sqlite3.connect("tourney.db")) as other:
        other.execute(
            "CREATE TRIGGER stop BEFORE INSERT ON log WHEN NEW.what = 'undo' "
            "BEGIN SELECT RAISE(ABORT, 'stopped'); END"
        )
        other.commit()
        with suppress(Exception):
            tourney("undo", "--yes")
        assert tables(tourney) == drawn
        other.execute("DROP TRIGGER stop")
        other.commit()
    assert tourney("undo", "--yes").err.endswith("change 2 is taken back: event pair, Cup\n")
    assert "event new" in tourney("undo", "--yes").err


class _SlowHost(ListHost):
    """Somebody else does something while a question is asked."""

    def __init__(self, store: Database, meanwhile: Callable[[], object]) -> None:
        super().__init__(store, yes=True)
        self._meanwhile = meanwhile

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        self._meanwhile()
        return super().confirm(question, default=default)


def test_what_others_change_during_the_question_is_not_taken_back_with_it(
    tourney: Tourney,
) -> None:
    tourney("event", "new", "Cup", "--players", ",".join(PEOPLE[:4]), *CUP)
    tourney("event", "pair")
    tourney("match", "result", "r1/t1", "A=9", "B=7")
    entered, corrected = tables(tourney), []

    def meanwhile() -> None:
        tourney("match", "result", "r1/t1", "A=7", "B=9", "--yes")
        corrected.extend(tables(tourney))
        tourney("event", "restrict", "--never", "Ann,Bob")

    with open_store("tourney.db") as store:
        host = _SlowHost(store, meanwhile)
        with pytest.raises(Conflict, match="somebody else has changed something"):
            undo_last(host)
    assert tables(tourney)[0] == corrected[0]
    # Without others, the correction is the last change but one.
    assert "event restrict" in tourney("undo", "--yes").err
    assert tables(tourney)[0] == corrected[0]
    tourney("undo", "--yes")
    assert tables(tourney) == entered
