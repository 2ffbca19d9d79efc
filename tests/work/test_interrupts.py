"""An interrupt is postponed while a lock may be held, and delivered afterwards."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tourney.work.interrupts import interrupt, postponed


@contextmanager
def interrupted_by_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, lambda number, frame: interrupt())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_it_comes_at_once_outside() -> None:
    with interrupted_by_ctrl_c(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def press_twice(reached: list[str]) -> None:
    with postponed():
        with postponed():
            signal.raise_signal(signal.SIGINT)
            reached.append("inner")
        signal.raise_signal(signal.SIGINT)
        reached.append("outer")


def test_it_comes_at_the_end_of_the_outermost_block_and_once() -> None:
    reached: list[str] = []
    with interrupted_by_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            press_twice(reached)
        with postponed():
            reached.append("next")
    assert reached == ["inner", "outer", "next"]
