"""Fixtures that every room's tests may use."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import examples
from tests.leaks.watch import Watch
from tourney.cli.root import main
from tourney.work.worker import GARBAGE


class Result(NamedTuple):
    """How a command line ended: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


Tourney = Callable[..., Result]


def pytest_configure(config: pytest.Config) -> None:
    """Let Python store bytecode; watch what tests leave behind, in the processes that run them."""
    # Tests start hundreds of processes, each of which would compile the program again.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gc.set_threshold(GARBAGE)
    if "not full" not in config.option.markexpr:
        examples.try_all()
    examples.load_profile()
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(Watch())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: some tests wait for processes and programs."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of every later garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_settings_from_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for name in os.environ:
        if name.startswith("TOURNEY_") and not name.startswith("TOURNEY_TEST_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "no-config"))


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
