"""Runs with several processes: the same database for any number of workers and after any crash."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.examples import times
from tests.play.tables import mine
from tests.until import AGES, until
from tourney.domain.match_values import Fault
from tourney.play.luck import bot_luck
from tourney.runs import missing_matches
from tourney.runs.run_plan import Plan, Prepared, prepare
from tourney.store import open_store
from tourney.store.matches import finished_numbers, run_matches
from tourney.store.runs import add_run, all_runs, run_named
from tourney.work import chunks
from tourney.work.executors import Workers

pytestmark = pytest.mark.slow

DEALS = times(8, 4)
ALL = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


def settings(**changes: Any) -> Prepared:
    """A run of three bots at two seats; one bot fails sometimes."""
    bots = {"a": "random", "b": "greedy", "c": mine("Fickle")}
    plan: dict[str, Any] = {
        "name": "x", "game": "diams", "options": {"length": "quick"}, "bots": bots, "seats": 2,
        "deals": DEALS, "seed": "6",
    }  # fmt: skip
    return prepare(Plan(**{**plan, **changes}))


def session(file: Path, prepared: Prepared, jobs: int, matches: int | None = None) -> int:
    """Plays one session, stopped after `matches` matches, and returns how many it played."""
    with open_store(str(file), create=True) as store:
        found = [run for run in all_runs(store) if run.spec.name == prepared.spec.name]
        run = found[0] if found else add_run(store, prepared.spec)
        session = missing_matches.RunSession(store, run, prepared, workers=Workers(jobs))
        end = session.play(
            lambda snapshot: None,
            lambda: matches is not None and session.snapshot().played >= matches,
        )
        return end.played


def dump(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, without what depends on time, sessions and the uid of the run."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE run SET created = '', uid = ''")
        db.execute("UPDATE log SET at = '', details = '', previous = '', hash = ''")
        db.execute("DELETE FROM log WHERE what = 'run write'")
        db.execute("DELETE FROM run_digest")
        db.execute("UPDATE move_info SET us = 0")
        db.execute("UPDATE log_end SET hash = '', count = 0")
        names = [name for (name,) in db.execute(ALL)]
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Any, ...]]]:
    """The content of the database after this process has played the run in one session."""
    file = tmp_path_factory.mktemp("alone") / "x.db"
    assert session(file, settings(), 1) == 6 * DEALS
    return dump(file)


@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.full)])
def test_the_database_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, alone: dict[str, list[tuple[Any, ...]]], jobs: int
) -> None:
    session(tmp_path / "x.db", settings(), jobs)
    assert dump(tmp_path / "x.db") == alone
    assert alone["fault"]
    assert len(alone["match"]) == 6 * DEALS


@pytest.mark.full
def test_nor_on_sittings_nor_on_the_size_of_chunks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    alone: dict[str, list[tuple[Any, ...]]],
) -> None:
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.0)
    file = tmp_path / "x.db"
    first = session(file, settings(), 2, matches=5)
    second = session(file, settings(), 1, matches=7)
    third = session(file, settings(), 3)
    assert min(first, second, third) > 0
    assert first + second + third == 6 * DEALS
    assert dump(file) == alone


HOUSE = Path(__file__).parents[2]
QUICK = (
    "run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--name", "x", "-j", "2",
)  # fmt: skip


def deadly_matches(prepared: Prepared, bot: int) -> list[int]:
    """The numbers of the matches that kill the process of bot `Mortal`."""
    found = []
    for number in range(1, prepared.schedule.total + 1):
        fixture = prepared.schedule.fixture(number)
        if bot in fixture.seats:
            seat = fixture.seats.index(bot)
            luck = bot_luck(prepared.spec.bot_seed, fixture.deal, seat, "m")
            if luck.rng().random() < 1 / 10:
                found.append(number)
    return found


MORTAL = ("--bot", f"m={mine('Mortal')}", "--seats", "2", "--deals", "6", "--seed", "9")


@pytest.mark.full
def test_matches_that_kill_their_process_are_given_up_and_no_other_is_touched(
    tourney: Tourney, tmp_path: Path
) -> None:
    bots = {"a": "random", "b": "random", "m": mine("Immortal")}
    unhurt = settings(bots=bots, deals=6, seed="9")
    deadly = deadly_matches(unhurt, 2)
    assert len(deadly) == 2
    session(tmp_path / "y.db", unhurt, 1)
    told = tourney(*QUICK, *MORTAL, "--max-faults", "0", "--json")
    assert told.code == 0
    assert ", 2 faults: runner 2, " in told.err
    assert f"first runner: match {deadly[0]}: the process that played the match died" in told.err
    assert json.loads(told.out)["faults"] == {"": {"runner": 2}}
    with open_store("tourney.db") as store, open_store("y.db") as other:
        for lost, whole in zip(
            run_matches(store, run_named(store, "x")),
            run_matches(other, run_named(other, "x")),
            strict=True,
        ):
            if lost.id not in deadly:
                assert replace(lost, infos=()) == replace(whole, infos=())  # times differ
                continue
            (fault,) = lost.faults
            assert replace(fault, evidence="") == Fault(-1, "runner", 0, "")
            assert replace(lost, faults=()) == replace(
                whole, status="abandoned", scores=(None, None), places=(None, None), entries=[],
                infos=(),
            )  # fmt: skip
    given_up_is_told_and_costs_no_bot(tourney, deadly)


def given_up_is_told_and_costs_no_bot(tourney: Tourney, deadly: list[int]) -> None:
    shown = tourney("runs", "show", "x", "--format", "csv").out
    assert f'first runner,"match {deadly[0]}: ' in shown
    text = tourney("export", "tmr", "x").out
    assert text.count("status: abandoned") == 2
    assert "forfeit" not in text
    assert tourney("check", "run:x").code == 0
    assert tourney("export", "matches", "x").out.count(",abandoned,") == 2
    rows = json.loads(tourney("standings", "x", "--json").out)
    assert sum(row["matches"] for row in rows) == 2 * (36 - 2)


SCRIPT = """
import re
import sys
from tourney.__main__ import script
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(script())
"""
SPY = """
import sys

class Spy:
    def start(self, game, seat, seats, rules):
        with open("modules", "a") as file:
            print(*sorted(sys.modules), file=file)

    def choose(self, view, legal):
        print("thinking")
        return legal[0]
"""
HEAVY = {"sqlmodel", "sqlalchemy", "pydantic", "click", "rich", "tabulate", "alembic"}


STARTS = (["tourney"], ["-m", "tourney"])


@pytest.mark.parametrize("starts", [STARTS[:1], pytest.param(STARTS, marks=pytest.mark.full)])
@pytest.mark.full
def test_workers_import_neither_database_nor_terminal_and_print_no_data(
    tmp_path: Path, starts: Sequence[list[str]]
) -> None:
    entry = re.search(r'^tourney = "(\S+)"$', (HOUSE / "pyproject.toml").read_text(), re.M)
    assert entry is not None
    assert entry[1] == "tourney.__main__:script"
    (tmp_path / "tourney").write_text(SCRIPT)
    (tmp_path / "spy.py").write_text(SPY)
    environ = {**os.environ, "PYTHONPATH": str(HOUSE)}
    for number, start in enumerate(starts):
        command = [sys.executable, *start, *QUICK, "--bot", "spy.py", "--deals", "2", "--json"]
        done = subprocess.run(
            [*command, "--db", f"{number}.db"], cwd=tmp_path, env=environ, capture_output=True,
            text=True, check=True,
        )  # fmt: skip
        assert json.loads(done.stdout)["matches"] == 6
        assert "thinking" in done.stderr
        seen = {name.split(".")[0] for name in (tmp_path / "modules").read_text().split()}
        assert "engines" in seen
        assert not seen & HEAVY
        assert "tourney.store" not in (tmp_path / "modules").read_text().split()
        (tmp_path / "modules").unlink()


def a_worker_starts(group: int) -> bool:
    """Whether a worker of this process group has started; it has not imported anything yet."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            pgrp = int((folder / "stat").read_text().rpartition(")")[2].split()[2])
            if pgrp == group and b"spawn_main" in (folder / "cmdline").read_bytes():
                return True
    return False


def until_a_worker_starts(group: int) -> None:
    until(lambda: a_worker_starts(group))


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")


@pytest.mark.full
@pytest.mark.parametrize("when", ["playing", pytest.param("starting", marks=on_linux)])
def test_ctrl_c_at_the_terminal_stops_all_of_them_together(tmp_path: Path, when: str) -> None:
    command = [sys.executable, "-m", "tourney", *QUICK, "--deals", "100000", "--progress", "json"]
    environ = {**os.environ, "PYTHONPATH": str(HOUSE)}
    db = tmp_path / f"{when}.db"
    with subprocess.Popen(
        [*command, "--db", str(db)], cwd=tmp_path, env=environ, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    ) as child:  # fmt: skip
        assert child.stderr is not None
        if when == "playing":
            child.stderr.readline()
        else:
            until_a_worker_starts(child.pid)
        os.killpg(child.pid, signal.SIGINT)
        err = child.stderr.read()
        assert child.wait(AGES) == 130
    assert "finishing the running match" in err
    assert err.endswith(f"interrupted; continue with: tourney run --resume x -j 2 --db {db}\n")
    assert "Traceback" not in err
    with open_store(str(db)) as store:
        stored = list(finished_numbers(store, run_named(store, "x")))
    assert stored == list(range(1, len(stored) + 1))
    assert f"run 'x': {len(stored)} of 200000 matches stored" in err


@pytest.mark.full
def test_ctrl_c_twice_does_not_wait_for_anybody(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\n"
        "class Slow:\n"
        "    def choose(self, view, legal):\n"
        "        print('thinking', flush=True)\n"
        "        time.sleep(600)\n"
    )
    command = [sys.executable, "-m", "tourney", *QUICK, "--bot", "slow.py"]
    environ = {**os.environ, "PYTHONPATH": str(HOUSE)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environ, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as child:  # fmt: skip
        assert child.stderr is not None
        # Both workers write the word and the line end, in any order.
        while "thinking" not in (line := child.stderr.readline()):
            assert line, "it ended before it was interrupted"
        began = monotonic()
        os.killpg(child.pid, signal.SIGINT)
        while "Ctrl-C again" not in child.stderr.readline():
            pass
        os.killpg(child.pid, signal.SIGINT)
        err = child.stderr.read()
        assert child.wait(AGES) == 130
    assert monotonic() - began < AGES, "it waited for the bot, which thinks for ten minutes"
    assert "interrupted; continue with: tourney run --resume x -j 2\n" in err
