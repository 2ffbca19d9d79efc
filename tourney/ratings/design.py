"""What a fit has to explain: results as groups of matches, and the parameters."""

from array import array
from collections.abc import Iterator, Mapping
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
# Points of one unit of natural logarithms of odds, in which strengths are computed.
POINTS: Final = 400 / log(10)
# A rating is provisional while its interval is wider than this to each side.
PROVISIONAL: Final = 150.0
SAME_RATING: Final = 1e-6  # ratings closer than this are equal; computers differ in the last digits


# The likelihood of an order of finish, as sums over sets of sides.
#
# In the Plackett-Luce model the sides of a match are drawn one after another, each with a
# probability in proportion to its worth among the sides that are left. So the log-likelihood is
# the sum of the strengths less the logarithms of the worth of every set that was left. Of tied
# sides every order is possible; the mean of the log-likelihoods of these orders is taken. A set
# that is left in some of the orders has as weight the share of them. So a tie of two sides is
# half a win and half a loss.


@lru_cache(maxsize=256)
def terms(ties: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[float, ...]]:
    """The sets of an order of finish: which sides belong to each (1 or 0), and its weight.

    `ties` are the numbers of sides that share each place.
    """
    sides = range(sum(ties))
    members, weights, start = [], [], 0
    for size in ties:
        tied, behind = range(start, start + size), range(start + size, len(sides))
        # Of `size` tied sides, `count` are left in every order; each choice of them as often.
        for count in range(1, size + 1):
            for left in combinations(tied, count):
                members.append(tuple(int(side in left or side in behind) for side in sides))
                weights.append(1 / comb(size, count))
        start += size
    return tuple(members), tuple(weights)


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
        for sides, rows, players, places in self._by_sides(~self.whole):
            if len(sides) > 1:
                known = (players >= 0).all(axis=1) & (places > 0).all(axis=1)
                neighbours = np.sort(players, axis=1)
                twice = (neighbours[:, 1:] == neighbours[:, :-1]).any(axis=1)
                self.whole[rows] = known & ~twice

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

    def _by_sides(self, chosen: Bools) -> Iterator[tuple[tuple[int, ...], Ints, Ints, Ints]]:
        """The chosen matches by the sides of their seats: sides, rows, players and places by seat.

        Matches with more or fewer seats than their kind has are left out.
        """
        for sides in sorted({kind.sides for kind in self.kinds}):
            fits = np.array([kind.sides == sides for kind in self.kinds], dtype=np.bool_)
            rows = np.flatnonzero(chosen & fits[self.setting] & (self._count == len(sides)))
            seats = self._first[rows][:, None] + np.arange(len(sides))
            yield sides, rows, self._player[seats], self._place[seats]

    def ordered(self, chosen: Bools) -> Iterator[OrderedMatches]:
        """The chosen matches in groups of one shape."""
        for sides, rows, players, places in self._by_sides(chosen & self.whole):
            side = np.array(sides, dtype=np.int64)
            order = np.argsort(places * len(sides) + side, axis=1, kind="stable")
            places, side = np.take_along_axis(places, order, axis=1), side[order]
            players = np.take_along_axis(players, order, axis=1)
            # From each seat to the next: 0 to a partner, 1 to a side on the same place, else 2.
            steps = (side[:, 1:] != side[:, :-1]) + (places[:, 1:] != places[:, :-1]) * 1
            code = steps @ (3 ** np.arange(len(sides) - 1, dtype=np.int64))
            for number in np.unique(code):
                same = code == number
                step = steps[same][0]
                side_of_seat = np.concatenate([[0], np.cumsum(step > 0)])
                place_of_side = np.concatenate([[0], np.cumsum(step[step > 0] == 2)])
                sizes, ties = (
                    tuple(np.bincount(part).tolist()) for part in (side_of_seat, place_of_side)
                )
                yield OrderedMatches(rows[same], players[same], order[same], Shape(sizes, ties))


def _rows(numbers: "array[int]") -> tuple[Ints, Ints, Ints]:
    """The columns of rows of three numbers."""
    first, second, third = np.array(numbers, dtype=np.int64).reshape(-1, 3).T.copy()
    return first, second, third


def _numbers(codes: Ints, known: Mapping[int, int]) -> Ints:
    """The numbers of codes; -1 for unknown ones."""
    found, places = np.unique(codes, return_inverse=True)
    numbers = np.array([known.get(code, -1) for code in found.tolist()], dtype=np.int64)
    return numbers[places]


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
    ordered = list(results.ordered(chosen))
    # A code says which player in which game, or which seat of how many in which game.
    unit_parts, seat_parts = [], []
    for matches in ordered:
        here = game[results.setting[matches.rows]][:, None]
        unit_parts.append(matches.players * len(games) + here)
        table = here * MOST_SEATS + matches.seats.shape[1]
        seat_parts.append(table * MOST_SEATS + matches.seats)
    unit_codes, units = _consecutive(unit_parts, len(results.people) * len(games))
    seat_codes, seats = _consecutive(seat_parts, len(games) * MOST_SEATS * MOST_SEATS)
    blocks = [np.zeros(0, dtype=np.int64), *(results.block[matches.rows] for matches in ordered)]
    block_codes, block = np.unique(np.concatenate(blocks), return_inverse=True)
    ends = np.cumsum([len(matches.rows) for matches in ordered])[:-1]
    groups = []
    size = len(unit_codes) + len(seat_codes)
    counts = np.zeros(size, dtype=np.int64)
    split = np.split(block.astype(np.int64), ends)
    for matches, own, seat, blocks_here in zip(ordered, units, seats, split, strict=True):
        rows = (own, len(unit_codes) + seat, blocks_here)
        for parameters in rows[:2]:
            counts += np.bincount(parameters.ravel(), minlength=size)
        # A side is as strong as the mean of its partners.
        sizes, ties = matches.shape
        side = np.repeat(np.arange(len(sizes)), sizes)
        share = np.zeros((len(side), len(sizes)))
        share[np.arange(len(side)), side] = 1 / np.array(sizes)[side]
        members, weights = terms(ties)
        places = np.repeat(np.arange(len(ties)), ties)
        of_sets = np.array(members, dtype=float), np.array(weights)
        groups.append(FinishGroup(*rows, share, places, *of_sets))
    keys = []
    for code in seat_codes.tolist():
        of_table, number = divmod(code, MOST_SEATS)
        of_game, table_size = divmod(of_table, MOST_SEATS)
        keys.append(SeatKey(of_game, table_size, number))
    return RatingDesign(groups, unit_codes // len(games), keys, counts, len(block_codes))


def _consecutive(codes: list[Ints], limit: int) -> tuple[Ints, list[Ints]]:
    """The different codes in rising order, and each array with their numbers in this order.

    All codes are below `limit`; a table of that length is faster than sorting them.
    """
    occurs = np.zeros(limit, dtype=np.bool_)
    for part in codes:
        occurs[part] = True
    numbers = np.cumsum(occurs, dtype=np.int64) - 1
    return np.flatnonzero(occurs), [numbers[part] for part in codes]
