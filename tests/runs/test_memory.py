"""A long run takes no more memory than a short one."""

import gc
import sys
from collections.abc import Iterator

import pytest

from tests.benchmarks.workers import watched
from tourney.work.interrupts import look_rarely

MATCHES = 100_000
MEGABYTE = 2**20


@pytest.fixture
def _garbage_as_in_the_program() -> Iterator[None]:
    """Tests do not look for garbage; the program does, and it is what is measured here."""
    usual = gc.get_threshold()
    look_rarely()
    gc.enable()
    yield
    gc.disable()
    gc.set_threshold(*usual)


@pytest.mark.full
@pytest.mark.usefixtures("_garbage_as_in_the_program")
@pytest.mark.skipif(sys.platform != "linux", reason="sizes of processes are found in /proc")
@pytest.mark.parametrize("log", ["rows", "packed"])
def test_runner_and_workers_stay_as_large_as_they_are(log: str) -> None:
    """Measured after the caches of texts and moves, which have a limit, are full."""
    watch = watched(MATCHES, log, [MATCHES // 4, MATCHES * 99 // 100])
    (_, _, _, before), (_, _, _, after) = watch.seen
    assert len(before) == len(after) >= 3
    grown = [(late - early) / MEGABYTE for early, late in zip(before, after, strict=True)]
    print("grown by MB:", [round(size, 1) for size in grown])
    assert max(grown) < 4
