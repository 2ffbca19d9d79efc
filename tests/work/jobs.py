"""Jobs for workers to do, wicked ones among them. Items are numbers."""

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
    """Does one thing with every item."""

    def __init__(self, do: Callable[[int], object]) -> None:
        self._do = do

    def work(self, items: Sequence[int]) -> list[object]:
        return [self._do(item) for item in items]

    def close(self) -> None:
        pass


def squares(given: object) -> Each:
    return Each(lambda item: item * item)


def uneven(given: object) -> Each:
    """Now and then an item takes much longer."""

    def do(item: int) -> int:
        time.sleep(0.1 if item % 10 == 3 else 0.001)
        return item

    return Each(do)


def deadly(given: tuple[int, ...]) -> Each:
    """The items given kill whoever does them."""

    def do(item: int) -> int:
        if item in given:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.001)
        return item

    return Each(do)


def deadly_once(given: str) -> Each:
    """The first worker that comes to item 30 dies, and says so in a file."""

    def do(item: int) -> int:
        if item == 30 and not Path(given).exists():
            Path(given).touch()
            os._exit(3)
        time.sleep(0.001)
        return item

    return Each(do)


def deadly_head(given: str) -> Each:
    """Two items take their time, then the first takes its worker; done again all goes well."""

    def do(item: int) -> int:
        if item < 2 and not Path(given).exists():
            time.sleep(1 + 10 * item)
            Path(given).touch()
            os._exit(3)
        return item

    return Each(do)


def stillborn(given: object) -> NoReturn:
    """No worker lives to do anything."""
    os._exit(1)


def shot(given: object) -> NoReturn:
    """Somebody kills every worker before it does anything."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Unsendable(Exception):
    """Can be pickled, but not unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def buggy(given: str) -> Each:
    """Item 7 does not go well."""

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
    """Says who it is, then is busy for hours without letting any other thread run."""

    def do(item: int) -> object:
        with open(given, "a") as file:
            file.write(f"{os.getpid()}\n")
        return re.match(r"(a+)+$", "a" * 60 + "b")

    return Each(do)


def sleepy(given: object) -> Each:
    """All but the first item take minutes."""
    return Each(lambda item: time.sleep(MINUTES) if item else item)


def modules(given: object) -> Each:
    return Each(lambda item: sorted(sys.modules))


def closing(given: str) -> Each:
    """Writes down when it is let go."""

    class Closing(Each):
        def close(self) -> None:
            with open(given, "a") as file:
                file.write("closed\n")

    return Closing(lambda item: time.sleep(0.05))
