"""The parameters of a fit, and the matches that they have to explain.

The parameters are the strength of every player in every game ("unit"), then the effect of every
seat at tables of every size in every game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tourney.ratings.finishes import FinishGroup, ResultArrays, group
from tourney.ratings.kinds import Bools, Floats, Ints

MOST_SEATS = 16


class SeatKey(NamedTuple):
    """A seat at tables of some size in a game, which is an index."""

    game: int
    seats: int
    seat: int


@dataclass(frozen=True, slots=True)
class RatingDesign:
    """Groups of matches whose players and seats are numbers of parameters.

    `player` belongs to each unit, `seats` to each parameter after the units. `matches`
    are the numbers of matches by parameter, `blocks` the number of blocks.
    """

    groups: list[FinishGroup]
    player: Ints
    seats: list[SeatKey]
    matches: Ints
    blocks: int

    @property
    def units(self) -> int:
        """The number of units."""
        return len(self.player)

    @property
    def size(self) -> int:
        """The number of parameters."""
        return len(self.player) + len(self.seats)


def design(results: ResultArrays, chosen: Bools) -> RatingDesign:
    """The parameters and groups of the chosen matches."""
    games = sorted({kind.game for kind in results.kinds})
    game = np.array([games.index(kind.game) for kind in results.kinds], dtype=np.int64)
    found = list(results.ordered(chosen))
    units = _Numbers(len(results.people) * len(games))
    seats = _Numbers(len(games) * MOST_SEATS * MOST_SEATS)
    for one in found:
        here = game[results.setting[one.rows]][:, None]
        units.note(one.players * len(games) + here)
        seats.note((here * MOST_SEATS + one.seats.shape[1]) * MOST_SEATS + one.seats)
    codes, seat_codes = units.codes(), seats.codes()
    blocks = _Blocks([results.block[one.rows] for one in found])
    rows = zip(
        units.numbers(), (one + len(codes) for one in seats.numbers()), blocks.parts, strict=True
    )
    groups = [group(parts, one.shape) for parts, one in zip(rows, found, strict=True)]
    size = len(codes) + len(seat_codes)
    return RatingDesign(
        groups,
        codes // len(games),
        [_seat_key(int(code)) for code in seat_codes],
        _counted(groups, size),
        blocks.count,
    )


class _Numbers:
    """Consecutive numbers for those codes that occur, in their order."""

    def __init__(self, size: int) -> None:
        self._occurs = np.zeros(size, dtype=np.bool_)
        self._noted: list[Ints] = []

    def note(self, codes: Ints) -> None:
        self._noted.append(codes)
        self._occurs[codes] = True

    def codes(self) -> Ints:
        return np.flatnonzero(self._occurs)

    def numbers(self) -> Iterator[Ints]:
        """The numbers for each array of codes."""
        numbers = np.cumsum(self._occurs, dtype=np.int64) - 1
        return (numbers[codes] for codes in self._noted)


class _Blocks:
    """Consecutive numbers for the blocks of several groups of matches."""

    def __init__(self, groups: list[Ints]) -> None:
        empty = np.zeros(0, dtype=np.int64)
        codes, numbers = np.unique(np.concatenate([empty, *groups]), return_inverse=True)
        self.count = len(codes)
        ends = np.cumsum([len(one) for one in groups])[:-1]
        self.parts = np.split(numbers.astype(np.int64), ends)


def _seat_key(code: int) -> SeatKey:
    rest, seat = divmod(code, MOST_SEATS)
    return SeatKey(*divmod(rest, MOST_SEATS), seat)


def _counted(groups: list[FinishGroup], size: int) -> Ints:
    found = np.zeros(size, dtype=np.int64)
    for one in groups:
        found += np.bincount(one.players.ravel(), minlength=size)
        found += np.bincount(one.seats.ravel(), minlength=size)
    return found


def zeros(size: int) -> Floats:
    """No effect at all."""
    return np.zeros(size)
