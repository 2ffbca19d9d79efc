"""Fixtures for all tests, and the settings of pytest and hypothesis."""

import gc
import os
import secrets
import shutil
import sys
from collections.abc import Callable
from inspect import isfunction
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from engines import CATALOGUES
from tests import examples, program
from tests.engines.own import adapter
from tests.leaks.watch import Watch
from tourney.cli.root import main
from tourney.cli.settings import LOCALE
from tourney.contracts.secrets import ADAPTERS
from tourney.work.interrupts import look_rarely


class Result(NamedTuple):
    """How a command line ended: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


CATALOGUES.append(str(Path(__file__).parent / "engines"))  # sentences that only tests use
ADAPTERS.append(adapter)  # what a seat cannot know in the games of the program

Tourney = Callable[..., Result]
Once = Callable[[Callable[[], object]], None]

MEMORY = Path("/dev/shm")
"""Folders of tests lie in memory if there is room: on a disk, each of the many small databases
waits for it at every change, which takes a tenth of all the time."""
ROOM = 2**31


def pytest_configure(config: pytest.Config) -> None:
    """Enable stored bytecode, choose the number of examples, and watch for leftovers of tests."""
    # Tests start hundreds of processes; without bytecode each would compile the program again.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else each worker has a thread per core
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    gc.disable()  # until all tests are collected: nearly all that is made until then stays
    look_rarely()
    if "not full" not in config.option.markexpr:
        examples.try_all()
    examples.load_profile()
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(Watch())
        program.hear_signals()  # where tests run: what starts them stays as it is


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Each worker gets tests that follow each other, so that few modules are set up twice."""
    if config.getoption("numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"  # else the plugin would deal them out one by one


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores, because many tests wait for other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[object] | None:
    """Workers of `make test` do not even make the tests that it leaves out."""
    marks = [mark.name for mark in getattr(obj, "pytestmark", ())] if isfunction(obj) else []
    left_out = "full" in marks and not examples.tries_all()
    return [] if left_out and hasattr(collector.config, "workerinput") else None


def pytest_collection_finish() -> None:
    """Exclude everything imported so far from the few garbage collections of tests."""
    # Python looks for no garbage on its own: tests leave little, and a look takes seconds.
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Spare each worker the last garbage collections, which would look at everything once more."""
    program.close_server()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_settings_from_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for name in os.environ:
        if name.startswith("TOURNEY_") and not name.startswith("TOURNEY_TEST_"):
            monkeypatch.delenv(name)
    for name in LOCALE:
        if os.environ.get(name, "").startswith("ja"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "no-config"))


@pytest.fixture(autouse=True)
def _seeds_follow_from_the_test(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seed that nobody chose is the same in every session, and another one in every test."""
    draw_from(Random(request.node.nodeid), monkeypatch)


def draw_from(luck: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds that nobody chose from this generator."""
    monkeypatch.setattr(secrets, "token_hex", lambda size: luck.randbytes(size).hex())


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `once` keeps what it made."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture
def once(_made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Once:
    """Fill the empty folder of the test (`tmp_path`) with what a function makes there.

    It is called once in a process; later tests get a copy of what it made.
    """

    def fill(make: Callable[[], object]) -> None:
        name = f"{make.__module__}.{make.__qualname__}"
        kept = _made / "".join(sign if sign.isalnum() else "-" for sign in name)
        if not kept.exists():
            with monkeypatch.context() as patch:
                draw_from(Random(name), patch)  # and not what the first test would draw
                make()
            shutil.copytree(tmp_path, kept)
        else:
            shutil.copytree(kept, tmp_path, dirs_exist_ok=True)

    return fill


@pytest.fixture
def tourney(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> Tourney:
    """Run `tourney ARGS…` in this process, in an empty folder (`tmp_path`), without a terminal."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> Result:
        capfd.readouterr()
        code = main([str(arg) for arg in args])
        return Result(code, *capfd.readouterr())

    return run
