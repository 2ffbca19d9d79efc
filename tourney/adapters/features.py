"""Turns the view of a seat into numbers from 0 to 1: named vectors of fixed length.

Seats are counted clockwise from the observing seat. Uses only the JSON view, not the position, so
hidden information cannot leak.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

from engines.api import Seat, View

Features: TypeAlias = list[tuple[str, list[float]]]
"""Named vectors in a fixed order; each has the same length in every position of a match."""


class SeatKnowledge(NamedTuple):
    """What a seat knows: its view, and what its coding remembers for it."""

    view: View
    seat: Seat
    seats: int
    memory: Any = None

    def offset(self, seat: Seat) -> int:
        """The distance to a seat, counted to the left."""
        return (seat - self.seat) % self.seats

    def players(self) -> list[dict[str, Any]]:
        """The part of the view for each seat, the own first."""
        players = self.view["players"]
        return [*players[self.seat :], *players[: self.seat]]

    def seat_hot(self, seat: Seat | None) -> list[float]:
        """A one-hot vector of a seat."""
        return hot((seat,) if seat is None else (self.offset(seat),), self.seats)

    def pending(self) -> list[float]:
        """Ones for the seats that are to decide."""
        return hot((self.offset(s) for s in self.view["pending"] if s >= 0), self.seats)


def flat(pieces: Features) -> list[float]:
    """All vectors in one list."""
    return list(chain.from_iterable([row for _, row in pieces]))


def hot(places: Iterable[int | None], size: int) -> list[float]:
    """Ones at these indices, zeros elsewhere."""
    row = [0.0] * size
    for place in places:
        if place is not None:
            row[place] = 1.0
    return row


def word_hot(word: str | None, words: Sequence[str]) -> list[float]:
    """A one-hot vector of a word."""
    return [float(word == each) for each in words]


def share(number: float, most: float) -> float:
    """A number as a fraction of its maximum, from 0 to 1."""
    part = number / most
    return 0.0 if part < 0 else 1.0 if part > 1 else part


def counts(
    names: Iterable[str] | None, numbers: Mapping[str, int], copies: Sequence[int]
) -> list[float]:
    """The number of each card as a fraction of its copies."""
    row = [0.0] * len(copies)
    for name in names or ():
        number = numbers[name]
        row[number] += 1 / copies[number]
    return row


BUCKETS = 512


def hashed(view: View) -> list[float]:
    """Any view as BUCKETS numbers: a fixed hash puts each leaf with its path into one of them.

    Different leaves may collide, so the numbers distinguish positions but cannot be interpreted.
    """
    row = [0.0] * BUCKETS
    for leaf in leaves(view, ""):
        row[crc32(leaf.encode()) % BUCKETS] = 1.0
    return row


def leaves(value: Any, path: str) -> Iterator[str]:
    """Every path to a leaf of a JSON value, with the leaf."""
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, f"{path}.{index}")
    else:
        yield f"{path}={value}"
