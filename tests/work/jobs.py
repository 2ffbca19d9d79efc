"""Jobs for workers, some of which crash or block. Items are numbers."""

import gc
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from tourney.domain.errors import NotFound

MINUTES = 240.0


class Each:
    """Applies one function to every item."""

    def __init__(self, do: Callable[[int], object]) -> None:
        self._do = do

    def work(self, items: Sequence[int]) -> list[object]:
        return [self._do(item) for item in items]

    def close(self) -> None:
        pass


def squares(given: object) -> Each:
    return Each(lambda item: item * item)


def uneven(given: object) -> Each:
    """Some items take much longer than others."""

    def do(item: int) -> int:
        time.sleep(0.1 if item % 10 == 3 else 0.001)
        return item

    return Each(do)


def deadly(given: tuple[int, ...]) -> Each:
    """The given items kill the process that works on them."""

    def do(item: int) -> int:
        if item in given:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.001)
        return item

    return Each(do)


def deadly_once(given: str) -> Each:
    """The first worker that reaches item 30 creates a file and dies; a repetition succeeds."""

    def do(item: int) -> int:
        if item == 30 and not Path(given).exists():
            Path(given).touch()
            os._exit(3)
        time.sleep(0.001)
        return item

    return Each(do)


def deadly_head(given: str) -> Each:
    """Two items take long, and the first then ends its worker; a repetition succeeds."""

    def do(item: int) -> int:
        if item < 2 and not Path(given).exists():
            time.sleep(1 + 10 * item)
            Path(given).touch()
            os._exit(3)
        return item

    return Each(do)


def stillborn(given: object) -> NoReturn:
    """Every worker ends at its start."""
    os._exit(1)


def shot(given: object) -> NoReturn:
    """Every worker is killed at its start."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Unsendable(Exception):
    """Can be pickled, but not unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def buggy(given: str) -> Each:
    """Item 7 fails; `given` selects how."""

    def do(item: int) -> float:
        if item == 7 and given == "bug":
            return 1 / (item - 7)
        if item == 7 and given == "unsendable":
            raise Unsendable(1, 2)
        if item == 7:
            raise NotFound("no such thing; look elsewhere")
        return item

    return Each(do)


def stuck(given: str) -> Each:
    """Writes its process id, then computes for hours without releasing the interpreter lock."""

    def do(item: int) -> object:
        with open(given, "a") as file:
            file.write(f"{os.getpid()}\n")
        return re.match(r"(a+)+$", "a" * 60 + "b")

    return Each(do)


def sleepy(given: object) -> Each:
    """All items except the first take minutes."""
    return Each(lambda item: time.sleep(MINUTES) if item else item)


def modules(given: object) -> Each:
    return Each(lambda item: sorted(sys.modules))


def closing(given: str) -> Each:
    """Writes a line to a file when it is closed."""

    class Closing(Each):
        def close(self) -> None:
            with open(given, "a") as file:
                file.write("closed\n")

    return Closing(lambda item: time.sleep(0.05))


def thresholds(given: object) -> Each:
    return Each(lambda item: gc.get_threshold()[0])
