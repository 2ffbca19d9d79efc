"""What a fit has to explain: results as groups of matches, and the parameters."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, log
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tourney.domain.rating_values import ResultColumns

# Types of arrays.

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]


# The scale of ratings: 1500 is the mean of all players, 400 points are odds of ten to one.
#
# So in a match of two, a player who is 400 points ahead wins ten times as often as the other.

MEAN: Final = 1500.0
POINTS: Final = 400 / log(10)
"""Points of one unit of natural logarithms of odds, in which strengths are computed."""
PROVISIONAL: Final = 150.0
"""A rating is provisional while its interval is wider than this to each side."""
ALIKE: Final = 1e-6
"""Ratings closer than this are equal; computers differ in the last digits."""


# The likelihood of an order of finish, as sums over sets of sides.
#
# In the Plackett-Luce model the sides of a match are drawn one after another, each with a
# probability in proportion to its worth among the sides that are left. So the log-likelihood is
# the sum of the strengths less the logarithms of the worth of every set that was left. Of tied
# sides every order is possible; the mean of the log-likelihoods of these orders is taken. A set
# that is left in some of the orders has as weight the share of them. So a tie of two sides is
# half a win and half a loss.

Subset = tuple[int, ...]


class Terms(NamedTuple):
    """For each set of sides: which sides belong to it (1 or 0), and its weight."""

    members: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]


@lru_cache(maxsize=256)
def terms(ties: tuple[int, ...]) -> Terms:
    """The sets of an order of finish; `ties` are the numbers of sides that share each place."""
    found = list(_sets(ties))
    sides = range(sum(ties))
    members = tuple(tuple(int(side in left) for side in sides) for left, _ in found)
    return Terms(members, tuple(weight for _, weight in found))


def _sets(ties: Sequence[int]) -> Iterator[tuple[Subset, float]]:
    start = 0
    for size in ties:
        tied, behind = range(start, start + size), tuple(range(start + size, sum(ties)))
        for count in range(1, size + 1):
            for left in combinations(tied, count):
                yield (*left, *behind), 1 / comb(size, count)
        start += size


# Turns results in columns into groups of matches that can be computed together.
#
# All matches of a group have the same sides and the same tied places, so that each step of a fit
# is a few operations on whole arrays.


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


# The parameters of a fit, and the matches that they have to explain.
#
# The parameters are the strength of every player in every game ("unit"), then the effect of every
# seat at tables of every size in every game.

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
