"""Numbers made of what a seat is shown: named pieces of fixed length, each number from 0 to 1.

Seats are counted from the one that looks: itself first, then clockwise. Knows views as JSON and
no position, so that nothing hidden can get in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

from engines.api import Seat, View

Features: TypeAlias = list[tuple[str, list[float]]]
"""Pieces by name, in a fixed order; a piece is as long in every position of a match."""


class SeatKnowledge(NamedTuple):
    """What a seat has before its eyes: its view and what else its game keeps in mind for it."""

    view: View
    seat: Seat
    seats: int
    memory: Any = None

    def away(self, seat: Seat) -> int:
        """How many places to the left a seat is."""
        return (seat - self.seat) % self.seats

    def players(self) -> list[dict[str, Any]]:
        """What the view says of each seat, the own first."""
        players = self.view["players"]
        return [*players[self.seat :], *players[: self.seat]]

    def seat_hot(self, seat: Seat | None) -> list[float]:
        """A one at a seat's place."""
        return hot((seat,) if seat is None else (self.away(seat),), self.seats)

    def pending(self) -> list[float]:
        """Ones at the places of those who owe a decision."""
        return hot((self.away(s) for s in self.view["pending"] if s >= 0), self.seats)


def flat(pieces: Features) -> list[float]:
    """All pieces in one row."""
    return [number for _, row in pieces for number in row]


def hot(places: Iterable[int | None], size: int) -> list[float]:
    """Ones at these places, zeros elsewhere."""
    row = [0.0] * size
    for place in places:
        if place is not None:
            row[place] = 1.0
    return row


def word_hot(word: str | None, words: Sequence[str]) -> list[float]:
    """A one at the place of a word."""
    return [float(word == each) for each in words]


def share(number: float, most: float) -> float:
    """A number as a part of what it may come to."""
    return max(0.0, min(1.0, number / most))


def counts(
    names: Iterable[str] | None, numbers: Mapping[str, int], copies: Sequence[int]
) -> list[float]:
    """How many of each card there are, as a part of its copies."""
    row = [0.0] * len(copies)
    for name in names or ():
        number = numbers[name]
        row[number] += 1 / copies[number]
    return row


BUCKETS = 512


def hashed(view: View) -> list[float]:
    """Any view in so many numbers: each leaf with its path falls into one by a fixed hash.

    Different leaves may fall together, so this distinguishes positions and explains nothing.
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
