"""Database maintenance that is killed: all or nothing, and it can be repeated.

Covers import, restore, backup and upgrade, and databases that disappear during a run.
"""

import os
import random
import re
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.ordinary import HOUSE, Ordinary
from tests.runs.killing import Runner, place
from tests.runs.test_kill import Campaign, Out, folder, out, someone
from tests.store.sample import fill, new_store, spec
from tests.store.test_schema import scripts
from tourney.store import open_store
from tourney.store.care import backup, upgrade
from tourney.store.integrity import problems
from tourney.store.matches import match_count
from tourney.store.runs import add_run, all_runs, delete_run, run_named

__all__ = ["folder", "out", "someone"]  # fixtures
SAMPLE = HOUSE / "data/records/spring-diams.tmr"
RECORDS = 300
LARGE = 4000
"""Number of matches in a database that takes some time to copy."""
ALL = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
VARYING = ("uid", "at", "details", "previous", "hash", "us")


def dump(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables without times, hashes and the unique ids of runs."""
    with closing(sqlite3.connect(file)) as db:
        found = {}
        for (table,) in db.execute(ALL).fetchall():
            names = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
            wanted = ", ".join(f'"{name}"' for name in names if name not in VARYING)
            found[table] = sorted(db.execute(f'SELECT {wanted} FROM "{table}"'), key=repr)
        return found


def texts(file: Path) -> list[str]:
    """The texts of the imported records."""
    with closing(sqlite3.connect(file)) as db:
        return sorted(text for (text,) in db.execute("SELECT text FROM record_text"))


class Killing:
    """One command killed at many times, always starting from the same files."""

    def __init__(self, runner: Runner, folder: Path, *command: str) -> None:
        self._runner, self._folder, self._command = runner, folder, command
        self._given = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        self._duration = min(self._undisturbed() for _ in range(3))

    def _undisturbed(self) -> float:
        """The duration of the command when it is not killed."""
        self.settle()
        began = monotonic()
        self._start()
        assert self._runner.status() == 0, (self._folder / "marks.err").read_text()
        return monotonic() - began

    def settle(self) -> None:
        """Restores the files from before the command."""
        for path in self._folder.iterdir():
            if path.is_file():
                path.unlink()
        for name, content in self._given.items():
            (self._folder / name).write_bytes(content)
            shutil.chown(self._folder / name, self._folder.stat().st_uid)

    def _start(self) -> int:
        return self._runner.start(self._folder, self._folder / "marks", *self._command)

    def kills(self, number: int, check: Callable[[], str]) -> Counter[str]:
        """Counted results of `check` after kills spread uniformly over the command's duration."""
        luck, found = random.Random(number), Counter[str]()
        for _ in range(number):
            self.settle()
            pid = self._start()
            sleep(luck.uniform(0, self._duration))
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            self._runner.status()
            where = place((self._folder / "marks").read_text())
            found[f"{check()}, killed {where} commits"] += 1
        return found


def given_records(folder: Path) -> tuple[list[str], list[str]]:
    """Writes `old.tmr` and `new.tmr` (same records, different content); returns their texts."""
    text = SAMPLE.read_text("utf-8")
    both = []
    for name in ("old", "new"):
        records = [
            text.replace("r3-t1", f"t{n}").replace("event: Spring", f"event: {name}")
            for n in range(RECORDS)
        ]
        (folder / f"{name}.tmr").write_text("\n".join(records), "utf-8")
        both.append(sorted(records))
    return both[0], both[1]


def kill_imports(runner: Runner, folder: Path, kills: int) -> Counter[str]:
    """An import adds, replaces or removes all records or none."""
    old, new = given_records(folder)
    file = folder / "tourney.db"
    new_store(folder).close()
    found = Counter[str]()
    for args, before, after in (
        (("old.tmr",), [], old),
        (("--on-duplicate", "update", "new.tmr"), old, new),
        (("--undo", "new.tmr"), new, []),
    ):
        killing = Killing(runner, folder, "import", *args)

        def check(before: list[str] = before, after: list[str] = after) -> str:
            there = texts(file)
            assert there in (before, after)
            with open_store(str(file)) as store:
                assert problems(store) == []
            return f"import {'all' if there == after else 'none'}"

        found += killing.kills(-(-kills // 3), check)
        killing.settle()
        runner.start(folder, folder / "marks", "import", *args)
        assert runner.status() == 0
        assert texts(file) == after
        (folder / "marks").unlink()
    return found


def kill_restores(runner: Runner, folder: Path, kills: int) -> Counter[str]:
    """A database has its old content or that of the backup."""
    with new_store(folder) as store:
        fill(store, range(1, LARGE // 2))
        backup(store, folder / "copy.db")
        delete_run(store, run_named(store, "spring"))
        fill(store, range(1, LARGE), "summer")
    file = folder / "tourney.db"
    new, old = dump(folder / "copy.db"), dump(file)

    def check() -> str:
        there = dump(file)
        assert there in (old, new)
        assert dump(folder / "copy.db") == new
        for kept in folder.glob("*.replaced*.bak"):
            assert dump(kept) == old
        return f"restore {'new' if there == new else 'old'}"

    return Killing(runner, folder, "db", "restore", "copy.db", "-y").kills(kills, check)


def kill_backups(runner: Runner, folder: Path, kills: int) -> Counter[str]:
    """There is a whole copy or none."""
    with new_store(folder) as store:
        fill(store, range(1, LARGE))
    file, copy = folder / "tourney.db", folder / "copy.db"
    content = dump(file)

    def check() -> str:
        assert dump(file) == content
        if not copy.exists():
            return "backup none"
        assert dump(copy) == content
        return "backup whole"

    return Killing(runner, folder, "db", "backup", "copy.db").kills(kills, check)


def kill_upgrades(runner: Runner, folder: Path, kills: int) -> Counter[str]:
    """A database has the old schema or that of one more migration, and no other data is lost."""
    with new_store(folder) as store:
        fill(store, range(1, LARGE))
    file, following = folder / "tourney.db", scripts(folder)
    old = dump(file)
    shutil.copy(file, folder / "other.db")
    upgrade(str(folder / "other.db"), scripts=following)
    new = dump(folder / "other.db")
    for path in folder.glob("other.db*"):
        path.unlink()

    def check() -> str:
        there = dump(file)
        assert there in (old, new)
        for kept in folder.glob("*.bak"):
            assert dump(kept) == old
        upgrade(str(file), scripts=following)
        assert dump(file) == new
        return f"upgrade {'new' if there == new else 'old'}"

    return Killing(runner, folder, "upgrade", str(following)).kills(kills, check)


def rename(file: Path) -> None:
    file.rename(file.with_suffix(".away"))


def remove(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    other = file.with_name("other.db")
    with open_store(str(other), create=True) as store:
        add_run(store, spec("other"))
    other.rename(file)


def take_away(runner: Runner, folder: Path, out: Out, times: int) -> Counter[str]:
    """Renames, deletes or replaces a run's database; its message is true and says how to go on."""
    campaign = Campaign(runner, folder, out)
    luck, found = random.Random(times), Counter[str]()
    for number in range(times):
        way = (rename, remove, replace)[number % 3]
        file = folder / f"{number}.db"
        campaign.start(str(number))
        sleep(luck.uniform(0, campaign.duration))
        way(file)
        code = os.waitstatus_to_exitcode(runner.status())
        err = (folder / f"{number}.marks.err").read_text()
        if code == 0:
            assert err == ""
            found[f"{way.__name__}d after the end"] += 1
            if way is rename:
                campaign.resumed(file.with_suffix(".away"))
            continue
        assert (code, err.count("\n")) == (1, 1)
        told = re.search(r"(\d+) of \d+ matches of run 'x' are stored in '(.*?)'", err)
        assert told, err
        left_in = folder / told[2]
        with open_store(str(left_in)) as store:
            assert match_count(store, run_named(store, "x")) == int(told[1])
        campaign.resumed(left_in)
        found[f"{way.__name__}d in mid-run"] += 1
        if way is replace:
            with open_store(str(file)) as store:
                assert [run.spec.name for run in all_runs(store)] == ["other"]
    return found


OTHERS = (kill_imports, kill_restores, kill_upgrades)
KINDS = (kill_backups, *OTHERS)


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.full) for kind in (kill_backups, *OTHERS)],
)
def test_killed_it_is_all_or_nothing(
    someone: Ordinary, folder: Path, kind: Callable[[Runner, Path, int], Counter[str]]
) -> None:
    with Runner(someone) as runner:
        assert kind(runner, folder, 3).total() == 3


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only /proc tells of the new name")
def test_taken_away_nothing_is_claimed_that_is_not_there(
    someone: Ordinary, folder: Path, out: Out
) -> None:
    with Runner(someone) as runner:
        assert take_away(runner, folder, out, 3).total() == 3


@pytest.mark.campaign
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_kills_leave_all_or_nothing(
    someone: Ordinary,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    kind: Callable[[Runner, Path, int], Counter[str]],
) -> None:
    with Runner(someone) as runner:
        found = kind(runner, folder, 102 if kind is kill_imports else 100)
    with capfd.disabled():
        print(*(f"{words}: {number}" for words, number in sorted(found.items())), sep="\n")
    assert len({words.partition(",")[0] for words in found}) == 2


@pytest.mark.campaign
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only /proc tells of the new name")
def test_a_hundred_databases_taken_away(
    someone: Ordinary, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Runner(someone) as runner:
        found = take_away(runner, folder, lambda: capfd.readouterr().out, 102)
    with capfd.disabled():
        print(*(f"{words}: {number}" for words, number in sorted(found.items())), sep="\n")
    assert sum(n for words, n in found.items() if "mid-run" in words) > 50
