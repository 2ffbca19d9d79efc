"""`tourney undo`: after as many undos as changes, everything is as at the start."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.examples import usual

PEOPLE = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
CUP = ("--game", "diams", "-O", "length=quick", "--sizes", "2-3", "--rounds", "4", "--seed", "1")


def standings(tourney: Tourney) -> list[tuple[str, str]]:
    """Who has how many points; who never played and has none is not counted."""
    rows = json.loads(tourney("standings", "Cup", "--json").out)
    return sorted((row["player"], row["points"]) for row in rows if row["player"] in PEOPLE)


def tables(tourney: Tourney) -> list[dict[str, Any]]:
    """All tables with their players and results."""
    out = tourney("event", "show", "Cup", "--format", "csv").out
    rows = [*csv.DictReader(out.splitlines())]
    return [{k: v for k, v in row.items() if k != "match"} for row in rows if "table" in row]


def count(tourney: Tourney) -> int:
    """How many changes the log has."""
    return len(tourney("db", "log", "--format", "csv", "--columns", "number").out.split()) - 1


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
    states = []
    while len(done) < 6:
        name = rng.choice([*kinds, "pair", "result", "result"])
        before, state = count(tourney), (standings(tourney), tables(tourney))
        args = kinds[name]()
        tourney(*args, "--yes", "--on-similar", "new") if name == "enter" else tourney(
            *args, "--no-input", *(("--yes",) if args[0] == "match" else ())
        )
        if count(tourney) > before and name != "open":
            done.append(" ".join(args))
            states.append(state)
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
