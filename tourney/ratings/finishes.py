"""Turns results in columns into groups of matches that can be computed together.

All matches of a group have the same sides and the same tied places, so that each step of a fit is
a few operations on whole arrays.
"""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from tourney.domain.ratings import ResultColumns
from tourney.ratings.kinds import Bools, Floats, Ints
from tourney.ratings.terms import terms


@dataclass(frozen=True, slots=True)
class FinishGroup:
    """Matches of one kind; `players` and `seats` have a row per match, in the order of finish.

    `share` has the part of each seat in the strength of each side, `places` the place of each side.
    `members` and `weights` are those of `terms`. `blocks` numbers the block of each match.
    """

    players: Ints
    seats: Ints
    blocks: Ints
    share: Floats
    places: Ints
    members: Floats
    weights: Floats

    @property
    def alone(self) -> bool:
        """Whether every seat plays for itself."""
        return bool(self.share.shape[0] == self.share.shape[1])

    def part(self, rows: Bools | slice) -> "FinishGroup":
        """Some matches of the group."""
        players, seats, blocks = self.players[rows], self.seats[rows], self.blocks[rows]
        return replace(self, players=players, seats=seats, blocks=blocks)


class Shape(NamedTuple):
    """The number of partners of each side, and of the sides that share each place."""

    sizes: tuple[int, ...]
    ties: tuple[int, ...]


def shape(boundaries: Ints) -> Shape:
    """The shape of matches in the order of finish.

    `boundaries` has for each seat but the first 0 if its player is a partner of the one before, 1
    if their sides share a place, otherwise 2.
    """
    side = np.concatenate([[0], np.cumsum(boundaries > 0)])
    place = np.concatenate([[0], np.cumsum(boundaries[boundaries > 0] == 2)])
    return Shape(*(tuple(map(int, np.bincount(one))) for one in (side, place)))


class OrderedMatches(NamedTuple):
    """Matches of one shape by their rows; players and seats are in the order of finish.

    Partners are together.
    """

    rows: Ints
    players: Ints
    seats: Ints
    shape: Shape


class ResultArrays:
    """Results as arrays.

    `whole` are the matches whose players and places are known and whose players differ; others are
    doubtful and never count.
    """

    def __init__(self, columns: ResultColumns) -> None:
        self.kinds = columns.kinds
        self.people = columns.people
        ids, kinds, blocks = _rows(columns.matches)
        setting = _numbers(kinds, columns.kind_codes)
        counts = setting >= 0
        self.setting, self.block = setting[counts], blocks[counts]
        seat_ids, players, self._place = _rows(columns.seats)
        self._player = _numbers(players, columns.player_codes)
        self._first = np.searchsorted(seat_ids, ids[counts])
        self._count = np.searchsorted(seat_ids, ids[counts], side="right") - self._first
        self.whole = np.zeros(len(self.setting), dtype=np.bool_)
        for sides in self._layouts():
            rows = self._of_layout(sides)
            self.whole[rows] = _whole(*self._seats(rows, len(sides)))

    def __len__(self) -> int:
        return len(self.setting)

    @cached_property
    def days(self) -> Ints:
        """The day of each match as a number, see `day_number`."""
        numbers = [day_number(kind.day) for kind in self.kinds]
        return np.array(numbers or [0], dtype=np.int64)[self.setting]

    def of_game(self, game: str) -> Bools:
        """The matches of a game that count."""
        return np.asarray(self._kind_of(game) & self.whole, dtype=np.bool_)

    def doubtful(self, game: str) -> int:
        """The number of matches of a game that do not count."""
        return int((self._kind_of(game) & ~self.whole).sum())

    def _kind_of(self, game: str) -> Bools:
        wanted = [kind.game == game for kind in self.kinds]
        return np.array(wanted or [False], dtype=np.bool_)[self.setting]

    def _layouts(self) -> list[tuple[int, ...]]:
        return sorted({kind.sides for kind in self.kinds})

    def _of_layout(self, sides: tuple[int, ...]) -> Ints:
        """The matches with these sides, and as many seats."""
        fits = np.array([kind.sides == sides for kind in self.kinds], dtype=np.bool_)
        return np.flatnonzero(fits[self.setting] & (self._count == len(sides)))

    def _seats(self, rows: Ints, seats: int) -> tuple[Ints, Ints]:
        """Players and places of matches, by seat."""
        at = self._first[rows][:, None] + np.arange(seats)
        return self._player[at], self._place[at]

    def ordered(self, chosen: Bools) -> Iterator[OrderedMatches]:
        """The chosen matches in groups of one shape."""
        for sides in self._layouts():
            rows = self._of_layout(sides)
            rows = rows[chosen[rows] & self.whole[rows]]
            players, places = self._seats(rows, len(sides))
            side = np.array(sides, dtype=np.int64)
            order = np.argsort(places * len(sides) + side, axis=1, kind="stable")
            places, side = np.take_along_axis(places, order, axis=1), side[order]
            codes = (side[:, 1:] != side[:, :-1]) + (places[:, 1:] != places[:, :-1]) * 1
            code = codes @ (3 ** np.arange(len(sides) - 1, dtype=np.int64))
            players = np.take_along_axis(players, order, axis=1)
            for one in np.unique(code):
                same = code == one
                yield OrderedMatches(rows[same], players[same], order[same], shape(codes[same][0]))


def group(rows: tuple[Ints, Ints, Ints], found: Shape) -> FinishGroup:
    """A group from players, seats and blocks of its matches."""
    side = np.repeat(np.arange(len(found.sizes)), found.sizes)
    share = np.zeros((len(side), len(found.sizes)))
    share[np.arange(len(side)), side] = 1 / np.array(found.sizes)[side]
    members, weights = terms(found.ties)
    places = np.repeat(np.arange(len(found.ties)), found.ties)
    return FinishGroup(*rows, share, places, np.array(members, dtype=float), np.array(weights))


def _rows(numbers: "array[int]") -> tuple[Ints, Ints, Ints]:
    """The columns of rows of three numbers."""
    first, second, third = np.array(numbers, dtype=np.int64).reshape(-1, 3).T.copy()
    return first, second, third


def _numbers(codes: Ints, known: Mapping[int, int]) -> Ints:
    """The numbers of codes; -1 for unknown ones."""
    found, places = np.unique(codes, return_inverse=True)
    numbers = np.array([known.get(code, -1) for code in found.tolist()], dtype=np.int64)
    return numbers[places]


def _whole(players: Ints, places: Ints) -> Bools:
    """Whether matches have two seats or more, all known, and the players differ."""
    if players.shape[1] < 2:
        return np.zeros(len(players), dtype=np.bool_)
    sorted_players = np.sort(players, axis=1)
    twice = (sorted_players[:, 1:] == sorted_players[:, :-1]).any(axis=1)
    return np.asarray((players >= 0).all(axis=1) & (places > 0).all(axis=1) & ~twice)


def day_number(day: str) -> int:
    """An ISO date as a number, 20261123; 0 for an unknown one."""
    return int(day.replace("-", "")) if day else 0


def day_text(number: int) -> str:
    """The ISO date of a number; empty for an unknown one."""
    text = f"{number:08}"
    return f"{text[:4]}-{text[4:6]}-{text[6:]}" if number else ""
