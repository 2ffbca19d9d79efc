"""Where work is done: what is refused, what is sent to workers, and what workers import."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.examples import times
from tourney.app import run_session
from tourney.domain.errors import DataFault, TakenOver, TourneyError, UsageFault
from tourney.work import remote
from tourney.work.executors import Parcel, Workers, pack, read_duration, read_executor, unpack
from tourney.work.interrupts import NEW_OBJECTS

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None,  # importing it takes a second
    reason="distributed is not installed: pip install '.[dask]'",
)


@pytest.mark.parametrize(
    "text",
    [
        "dask",
        "dask:",
        "ray:tcp://host:1",
        "tcp://host:8786",
        "dask:tcp://me:secret@host:1",
        "dask:me:secret@host:1",
        "dask:host",
        "dask:tcp://host",
        "dask:tcp://host:0",
        "dask:tcp://host:65536",
        "dask:tcp://host:８７８６",
        "dask:tcp://host:8786/path",
        "dask:http://host/a.json",
        "",
    ],
)
def test_other_executors_are_refused(text: str) -> None:
    with pytest.raises(UsageFault) as failure:
        read_executor(text, 1)
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize(
    "address", ["tcp://10.0.0.1:8786", "tls://a-host.example:1", "host:65535", "tcp://[::1]:8786",
                "/shared/of me@home/scheduler.json"],
)  # fmt: skip
@needs_dask
def test_addresses_of_schedulers(address: str) -> None:
    cluster = read_executor(f"dask:{address}", 1).cluster
    assert cluster is not None
    assert cluster.address == address


def test_local_workers_are_the_default() -> None:
    assert read_executor(None, 3) == read_executor("local", 3) == Workers(3)
    with pytest.raises(UsageFault, match="--executor dask"):
        read_executor("local", 3, ["bots"])


@needs_dask
def test_the_number_of_processes_here_says_nothing_about_a_cluster(tourney: Tourney) -> None:
    words = ("check", "x.tmr", "--executor", "dask:host:1")
    refused = tourney(*words, "-j", "2")
    assert (refused.code, "remove --jobs or --executor" in refused.err) == (2, True)
    assert tourney(*words, "--wait", "").code == 2


@pytest.mark.parametrize(("failure", "told"), [(TakenOver, False), (TourneyError, True)])
@needs_dask
def test_a_run_that_another_process_goes_on_with_is_not_to_be_continued(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, failure: type[TourneyError], told: bool
) -> None:
    def fail(*_: object) -> None:
        raise failure("x")

    monkeypatch.setattr(run_session, "_play", fail)
    ended = tourney("run", "-g", "diams", "--bot", "a=random", "--bot", "b=random", "--deals", "1",
                    "--seed", "1", "--executor", "dask:tcp://host:1")  # fmt: skip
    assert ended.code == failure.exit_code
    assert ("continue with: tourney run --resume" in ended.err) is told


@needs_dask
@pytest.mark.parametrize(
    ("bot", "more"),
    [
        (f"cmd:{sys.executable} x.py", ()),
        (f"cmd:{sys.executable} x.py", ("--isolation", "none")),
        ("./x.py", ("--isolation", "bwrap")),
    ][:: times(1, 2)],
)
def test_a_bot_that_could_reach_the_workers_is_not_played_by_them_unless_it_is_trusted(
    tourney: Tourney, tmp_path: Path, bot: str, more: tuple[str, ...]
) -> None:
    (tmp_path / "x.py").write_text("class Bot:\n    def choose(self, view, legal): ...\n")
    words = ("run", "-g", "diams", "--bot", f"x={bot}", "--bot", "r=random", *more, "--dry-run")
    where = ("--executor", "dask:tcp://127.0.0.1:1")
    refused = tourney(*words, *where)
    assert refused.code == 2
    assert "could reach the scheduler of dask" in refused.err
    assert "add --trust-bots" in refused.err
    assert tourney(*words, *where, "--trust-bots").code == 0
    assert tourney(*words, "--trust-bots").code == 2


@pytest.mark.parametrize(
    ("text", "seconds"), [("0", 0), ("90", 90), ("1.5s", 1.5), ("10m", 600), ("2h", 7200)]
)
def test_times_have_units(text: str, seconds: float) -> None:
    assert read_duration(text) == seconds
    with pytest.raises(UsageFault, match="10m"):
        read_duration(f"-{text}")


def test_files_arrive_as_they_were_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots/deep/__pycache__").mkdir(parents=True)
    (tmp_path / "bots/deep/__pycache__/x.pyc").write_text("x")
    (tmp_path / "bots/deep/run").write_text("#!/bin/sh\n")
    (tmp_path / "bots/deep/run").chmod(0o755)
    (tmp_path / "one.py").write_text("1")
    parcel = pack(["bots", "one.py"])
    os.utime(tmp_path / "one.py", (1, 1))
    assert pack(["bots", "one.py"]) == parcel
    there = tmp_path / "there"
    unpack(parcel, there)
    found = sorted(str(file.relative_to(there)) for file in there.rglob("*") if file.is_file())
    assert found == ["bots/deep/run", "one.py"]
    assert os.access(there / "bots/deep/run", os.X_OK)
    with pytest.raises(DataFault, match="damaged"):
        unpack(Parcel(parcel.digest, parcel.data + b"x"), tmp_path / "again")


def test_links_are_followed_and_what_is_no_file_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shared/deep").mkdir(parents=True)
    (tmp_path / "shared/deep/lib.py").write_text("1")
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "lib").symlink_to("../shared")
    (bots / "one.py").symlink_to("../shared/deep/lib.py")
    (bots / "lost").symlink_to("nowhere")
    (tmp_path / "shared/back").symlink_to("../bots")
    os.mkfifo(bots / "pipe")
    odd = "名前 \n'x'"
    (bots / odd).write_text("2")
    there = tmp_path / "there"
    unpack(pack(["bots"]), there)
    files = sorted(str(file.relative_to(there)) for file in there.rglob("*") if file.is_file())
    assert files == ["bots/lib/deep/lib.py", "bots/one.py", f"bots/{odd}"]
    assert not any(file.is_symlink() for file in there.rglob("*"))


@pytest.mark.parametrize("path", ["nothing", "..", ".", "/etc/hostname"])
def test_only_files_inside_the_folder_are_sent(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TourneyError, match="cannot send"):
        pack([path])


def test_a_worker_names_the_versions_that_decide_about_matches() -> None:
    version = ".".join(map(str, sys.version_info[:2]))
    assert remote.origin().python == version
    assert "diams/1" in remote.origin().rules


def test_garbage_is_looked_for_rarely_until_the_worker_is_released() -> None:
    """A Dask worker is a process of somebody else, who may have work of other kinds."""
    code = (
        "import gc\n"
        "from tests.work.jobs import thresholds\n"
        "from tourney.work import remote, worker_process\n"
        "before = gc.get_threshold()\n"
        "job = worker_process.packed(worker_process.Job(thresholds, None))\n"
        "done = remote.work(remote.Task(job, remote.origin()), [1])\n"
        "remote._release()\n"
        "print(*done.result, gc.get_threshold() == before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{NEW_OBJECTS} True\n"


def test_workers_import_neither_the_database_nor_the_command_line() -> None:
    code = (
        "import sys, tourney.work.remote, tourney.runs.batches, tourney.runs.bot_tables, "
        "tourney.records.check_report\n"
        "bad = ('tourney.store', 'tourney.cli', 'sqlalchemy', 'sqlmodel', 'sqlite3', 'click')\n"
        "print([name for name in bad if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
