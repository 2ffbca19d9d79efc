"""A full disk or a file size limit gives one line that names the file, and no half-made file."""

import json
import os
import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest

from tests import program
from tests.conftest import Result
from tests.store.sample import fill, new_store
from tourney.store import open_store
from tourney.store.matches import match_count
from tourney.store.runs import run_named

HOUSE = Path(__file__).parents[2]
SAMPLE = HOUSE / "data/records/spring-diams.tmr"
QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random")


@pytest.fixture
def limited(tmp_path: Path) -> Callable[..., Result]:
    """Runs `tourney ARGS…` with a limit on the size of files, in bytes."""

    def run(most: int, *args: str) -> Result:
        done = program.run(*args, cwd=tmp_path, limits={resource.RLIMIT_FSIZE: most})
        return Result(done.returncode, done.stdout, done.stderr)

    return run


def many(folder: Path) -> Path:
    """A file with many records."""
    text = SAMPLE.read_text("utf-8")
    file = folder / "many.tmr"
    file.write_text("\n".join(text.replace("r3-t1", f"t{n}") for n in range(60)), "utf-8")
    return file


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with a database, a file of records and settings."""
    with new_store(tmp_path) as store:
        fill(store, range(1, 200))
    many(tmp_path)
    (tmp_path / "tourney.toml").write_text('format = "csv"\n')
    return tmp_path


INDEX = 40_000
"""Bytes: enough for SQLite's `-shm` file next to a database, but not for the database."""
LIMITED = (
    (INDEX, ("db", "backup", "copy.db"), "copy.db"),
    (INDEX, ("db", "copy", "--to", "copy.db"), "copy.db"),
    (INDEX, ("import", "many.tmr"), gettempdir()),
    (INDEX, (*QUICK, "--deals", "90", "--name", "y", "-q"), "tourney.db"),
    (INDEX, ("export", "moves", "spring", "-o", "out.csv"), "out.csv"),
    (2000, ("bot", "new", "mine"), "mine"),
    (2000, ("sheet", "diams", "-o", "sheet.html"), "sheet.html"),
    (5, ("config", "set", "lang", "ja"), "tourney.toml"),
)


@pytest.mark.parametrize(
    ("most", "args", "named"),
    [
        pytest.param(
            *case,
            id=" ".join(case[1][:2]),
            marks=[] if case[1][0] == "config" else [pytest.mark.full],
        )
        for case in LIMITED
    ],
)
def test_a_limit_on_the_size_of_files_is_one_line_and_leaves_nothing_half_made(
    filled: Path, limited: Callable[..., Result], most: int, args: tuple[str, ...], named: str
) -> None:
    names = {path.name for path in filled.iterdir()}
    settings = (filled / "tourney.toml").read_text()
    result = limited(most, *args)
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
    assert f"{named}'" in result.err
    assert "ulimit -f" in result.err
    left = {path.name for path in filled.iterdir()} - names
    assert left <= {"copy.db", "tourney.db-wal", "tourney.db-shm"}
    if args[1] == "backup":
        assert not left
    assert (filled / "tourney.toml").read_text() == settings
    with open_store(str(filled / "tourney.db")) as store:
        assert match_count(store, run_named(store, "spring")) == 199


def test_samples_that_were_not_finished_are_finished_the_second_time(
    tmp_path: Path, limited: Callable[..., Result]
) -> None:
    result = limited(5000, "samples")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert "samples/bots/c/bot.c'" in result.err
    assert [path for path in tmp_path.rglob("*") if path.name.endswith(".part")] == []
    assert limited(100_000, "samples").code == 0
    assert (tmp_path / "samples/bots/c/bot.c").is_file()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 KiB."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root mounts a small file system")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def on(place: Path, *args: str) -> Result:
    done = program.run(*args, cwd=place)
    return Result(done.returncode, done.stdout, done.stderr)


def test_a_full_disk_leaves_no_half_of_a_bot(small: Path) -> None:
    (small / "filler").write_bytes(bytes(190 * 1024))
    result = on(small, "bot", "new", "deep/down/mine")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert "no space left on the device: 'deep/down/mine'" in result.err
    assert [path.name for path in small.iterdir()] == ["filler"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("moves", "spring", "-o", "o.xlsx"), "o.xlsx"),
        (("sqlite", "-o", "o.db"), "o.db"),
    ],
)
def test_a_full_disk_is_told_of_the_file_of_an_export(
    small: Path, tmp_path: Path, words: tuple[str, ...], named: str
) -> None:
    with new_store(tmp_path) as store:
        fill(store, range(1, 20))
    (small / "filler").write_bytes(bytes(195 * 1024))
    result = on(small, "export", *words, "--db", str(tmp_path / "tourney.db"))
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
    assert f"{named}'" in result.err
    assert [path.name for path in small.rglob("*") if path.is_file()] == ["filler"]


@pytest.mark.full
def test_a_full_disk_is_told_of_the_copy_and_not_of_the_database(
    small: Path, tmp_path: Path
) -> None:
    with new_store(tmp_path) as store:
        fill(store, range(1, 300))
    (small / "copy.db.part").write_text("somebody's own")
    result = on(small, "db", "backup", "copy.db", "--db", str(tmp_path / "tourney.db"))
    assert (result.code, result.err) == (
        1, "tourney: disk full while writing 'copy.db': free some disk space\n"
    )  # fmt: skip
    assert [path.name for path in small.iterdir()] == ["copy.db.part"]
    assert (small / "copy.db.part").read_text() == "somebody's own"


def test_a_full_disk_changes_no_settings(small: Path) -> None:
    (small / "tourney.toml").write_text('format = "csv"\n')
    (small / "filler").write_bytes(bytes(shutil.disk_usage(small).free))
    result = on(small, "config", "set", "lang", "ja")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert (small / "tourney.toml").read_text() == 'format = "csv"\n'


def test_a_backup_spares_a_draft_that_is_not_its_own_and_keeps_permissions(
    limited: Callable[..., Result], filled: Path
) -> None:
    (filled / "copy.db.part").write_text("somebody's own")
    (filled / "tourney.db").chmod(0o600)
    assert limited(resource.RLIM_INFINITY, "db", "backup", "copy.db").code == 0
    assert (filled / "copy.db.part").read_text() == "somebody's own"
    assert (filled / "copy.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.full
def test_a_command_that_is_too_long_to_be_started_is_one_line(
    tmp_path: Path, limited: Callable[..., Result]
) -> None:
    (tmp_path / "long.toml").write_text(
        f'game = "diams"\n[bots]\na = "random"\nb = "cmd:echo {"😀" * 16_000}"\n'
    )
    result = limited(resource.RLIM_INFINITY, "run", "long.toml")
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "tourney: the command line of a bot is too long; put its arguments into a file\n"
    )


def test_a_full_disk_ends_a_run_with_what_is_stored_and_how_to_go_on(small: Path) -> None:
    room = ["mount", "-o", "remount,size=1500k", str(small)]  # for some hundred matches
    subprocess.run(room, check=True)
    play = ("run", "-g", "diams", "--bot", "a=random", "--bot", "b=random", "--deals", "3000")
    ended = on(small, *play, "--name", "x", "-j", "1", "-q")
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert "disk full while writing 'tourney.db'" in ended.err
    stored = re.search(r"; (\d+) of 6000 matches are stored, continue with: (.*)\n", ended.err)
    assert stored is not None
    assert int(stored[1]) > 0
    assert stored[2] == "tourney run --resume x -j 1"
    subprocess.run([*room[:2], "remount,size=16m", room[-1]], check=True)
    rows = json.loads(on(small, "runs", "show", "x", "--json").out)
    assert {"key": "matches", "value": f"{stored[1]} of 6000"} in rows
