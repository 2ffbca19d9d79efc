"""All commands that only read work on databases that cannot be written."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import Result
from tests.ordinary import HOUSE, Ordinary, ordinary
from tests.store.sample import fill, new_store, played
from tourney.cli.root import main
from tourney.domain.errors import Conflict
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import run_named

SAMPLE = str(HOUSE / "data/records/spring-diams.tmr")
QUICK = (
    "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--seed", "3", "-q",
)  # fmt: skip
MAKE = (
    ("run", *QUICK, "--deals", "3", "--name", "x"),
    ("run", *QUICK, "--deals", "3", "--name", "p", "--log", "packed", "--until", "ci<0.9"),
    ("import", SAMPLE),
)
SOME = (
    ("runs",), ("standings", "x"), ("match", "show", "p/3"), ("db", "integrity"), ("db", "status"),
)  # fmt: skip
ALL = (
    *SOME, ("export", "tmr", "x"), ("watch", "x", "--once", "--progress", "plain"),
    ("bot", "list"), ("runs", "show", "x"), ("runs", "show", "p"), ("standings", "x"),
    ("standings", "p", "--points", "chips"), ("crosstable", "x"), ("compare", "x", "p"),
    ("ratings",),
    ("stats", "seats", "x"), ("stats", "length", "x"), ("stats", "length", "p"),
    ("stats", "faults", "x"), ("export", "results", "x"), ("export", "matches", "p"),
    ("export", "moves", "x"), ("export", "moves", "p"), ("export", "tmr", "x"),
    ("export", "standings", "x"), ("match", "list"), ("match", "show", "x/3"),
    ("match", "show", "spring-diams/r3-t1"), ("replay", "match:p/2", "--plain"),
    ("check", "run:x"), ("check", "match:spring-diams/r3-t1"), ("bot", "logs", "a"),
    ("run", "--resume", "x", "--dry-run"), ("run", "--resume", "x", "--only", "2"),
    ("import", "--dry-run", SAMPLE),
)  # fmt: skip
WRITE = (
    ("run", *QUICK, "--deals", "3", "--name", "y"), ("run", "--extend", "x", "--deals", "1"),
    ("run", "--resume", "x"), ("runs", "rm", "x", "-y"), ("import", "--undo", SAMPLE),
    ("db", "restore", "tourney.db", "-y"),
)  # fmt: skip


def results(someone: Ordinary, folder: Path, lines: Sequence[tuple[str, ...]]) -> list[Result]:
    """Results of commands in a folder, run one after the other in a process of the given user."""
    done = subprocess.run(
        [someone.python, "-m", "tests.commands"], cwd=folder, env=someone.environ, check=True,
        input=json.dumps(lines), text=True, stdout=subprocess.PIPE, **someone.user,
    )  # fmt: skip
    return [Result(*each) for each in json.loads(done.stdout)]


ME = Ordinary(sys.executable)


def told(args: tuple[str, ...]) -> Result:
    """The result of a command in the current folder, run in this process."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        return Result(main([*args]), out.getvalue(), err.getvalue())


class Made(NamedTuple):
    """A database and the results of commands that only read it."""

    file: Path
    said: dict[tuple[str, ...], Result]


@pytest.fixture(
    scope="module", params=[SOME, pytest.param(ALL, marks=pytest.mark.full)], ids=["some", "all"]
)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A database, read by some of these commands or by all."""
    folder = tmp_path_factory.mktemp("made")
    with chdir(folder):
        said = [told(args) for args in (*MAKE, *request.param)]
    assert [one.err for one in said if one.code != 0] == []
    assert not (folder / "tourney.db-wal").exists()
    return Made(folder / "tourney.db", dict(zip(request.param, said[len(MAKE) :], strict=True)))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Makes a folder read-only for all users except root."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        yield
    finally:
        folder.chmod(0o755)


def readable_as_before(someone: Ordinary, folder: Path, made: Made) -> None:
    before = sorted(os.listdir(folder))
    found = dict(zip(made.said, results(someone, folder, list(made.said)), strict=True))
    assert found == made.said
    assert sorted(os.listdir(folder)) == before


def refused(someone: Ordinary, folder: Path) -> None:
    content = {path.name: path.read_bytes() for path in folder.iterdir()}
    are_refusals(results(someone, folder, WRITE))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == content


def are_refusals(found: Sequence[Result]) -> None:
    for args, result in zip(WRITE, found, strict=True):
        assert (args, result.code, result.out) == (args, 1, "")
        assert result.err.count("\n") == 1
        assert "no permission" in result.err or "read-only" in result.err


def test_a_file_in_a_folder_that_cannot_be_written_is_read_and_left_alone(made: Made) -> None:
    someone = ordinary()
    with someone.folder() as folder:
        shutil.copy(made.file, folder)
        content = {path.name: path.read_bytes() for path in folder.iterdir()}
        with locked(folder):
            found = results(someone, folder, (*made.said, *WRITE))
        assert dict(zip(made.said, found[: len(made.said)], strict=True)) == made.said
        are_refusals(found[len(made.said) :])
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == content


@pytest.mark.full
def test_a_file_that_cannot_be_written_is_read_without_a_trace_in_its_folder(made: Made) -> None:
    someone = ordinary()
    with someone.folder() as folder:
        shutil.copy(made.file, folder)
        (folder / "tourney.db").chmod(0o444)
        readable_as_before(someone, folder, made)


@pytest.mark.full
def test_what_a_killed_process_left_in_the_log_is_read_too(made: Made) -> None:
    someone = ordinary()
    with someone.folder() as folder:
        left = "import os; from tests.commands import *; from tourney.store import open_store; "
        left += "from tourney.store.runs import all_runs; "
        left += "keep = open_store('tourney.db', create=True); list(all_runs(keep)); "
        left += f"print([outcome(list(args))[0] for args in {MAKE!r}]); "
        left += "import sys; sys.stdout.flush(); os._exit(0)"
        assert someone.run("-c", left, cwd=folder).stdout == "[0, 0, 0]\n"
        assert (folder / "tourney.db-wal").stat().st_size > 100_000
        with locked(folder):
            found = dict(zip(made.said, results(someone, folder, list(made.said)), strict=True))
            assert {result.code for result in found.values()} == {0}
            tmr = ("export", "tmr", "x")
            assert found.get(tmr) == made.said.get(tmr)
            refused(someone, folder)
        (folder / "tourney.db-shm").unlink()
        with locked(folder):
            (result,) = results(someone, folder, [("runs",)])
            assert (result.code, result.err.count("\n")) == (1, 1)
            assert "cannot be read without write permission in its folder" in result.err


@pytest.mark.full
@pytest.mark.skipif(
    os.geteuid() != 0 or sys.platform != "linux", reason="only root mounts file systems"
)
def test_a_file_system_that_is_mounted_read_only_is_read(made: Made, tmp_path: Path) -> None:
    place = tmp_path / "mounted"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        shutil.copy(made.file, place)
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        readable_as_before(ME, place, made)
        refused(ME, place)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.full
def test_a_file_that_changes_while_it_is_read_as_one_that_does_not_is_told(tmp_path: Path) -> None:
    """The owner starts to write while a user without write permission is reading."""
    someone = ordinary()
    with someone.folder() as folder:
        code = (
            "import sys\n"
            "from tourney.store import open_store\n"
            "from tourney.store.matches import finished_numbers, match_count\n"
            "from tourney.store.runs import run_named\n"
            "store = open_store('tourney.db')\n"
            "run = run_named(store, 'spring')\n"
            "numbers = finished_numbers(store, run)\n"
            "print(next(numbers), flush=True)\n"
            "sys.stdin.readline()\n"
            "try:\n"
            "    print(len(list(numbers)))\n"
            "except Exception as error:\n"
            "    print(type(error).__name__, error)\n"
            "print(match_count(store, run))\n"
        )
        with new_store(folder) as store:
            fill(store, range(1, 4))
        with locked(folder), subprocess.Popen(
            [someone.python, "-c", code], cwd=folder, env=someone.environ, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, **someone.user,
        ) as reader:  # fmt: skip
            assert reader.stdout is not None
            assert reader.stdout.readline() == "1\n"
            folder.chmod(0o755)
            (folder / "tourney.db").chmod(0o644)
            with (
                open_store(str(folder / "tourney.db")) as store,
                MatchWriter(store, run_named(store, "spring")) as writer,
            ):
                writer.add(played(4))
            out, _ = reader.communicate("go\n")
    assert out == (
        f"{Conflict.__name__} 'tourney.db' was changed while it was read: repeat the command\n4\n"
    )
