"""What a round of tables of two costs: repeats, points, floats, seats, order of score groups.

An entrant floats if the opponent has other points. One node more than there are entrants stands for
the bye, if somebody must have it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from tourney.domain.draws import EntrantId, Situation
from tourney.formats.matching import Ladder
from tourney.formats.meetings import Meetings, present
from tourney.formats.seating import Seats
from tourney.formats.swiss.options import SwissOptions
from tourney.formats.swiss.pricing import forbidden_pairs, ranked, scaled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.int64]

# Prices of a pair; `win` squared is the price of a difference of one win in points, times 256.
POINTS: Final = 256
FLOAT: Final = 24
"""Floating in the same direction as in the last round; half a win more or less costs 64."""
SEAT: Final = 6
TURN: Final = 100 * POINTS
"""Two who must both have the same seat: as much as a difference of ten wins, so it is avoided
wherever somebody else can be met."""
SLIDE: Final = 8
"""Distance in a score group from the entrant of the other half, at most."""


@dataclass(frozen=True, slots=True)
class Duels:
    """The prices of all pairs, in order of points, and the price of the bye in the last column.

    On the ladder, entrants with equal points have a level.
    """

    entrants: tuple[EntrantId, ...]
    matrix: "Matrix"
    ladder: Ladder
    repeat: int
    forbidden: int


def duels(
    situation: Situation, candidates: Sequence[EntrantId] | None, options: SwissOptions
) -> Duels:
    """The prices of all pairs; one of the candidates must have the bye, nobody if None."""
    order = (
        _by_seed(situation) if options.order == "slide" else ranked(situation, situation.entrants)
    )
    at = {one: index for index, one in enumerate(order)}
    points, win = scaled(situation, order)
    bare = _bare(situation, order, points, win)
    met = {
        (at[one], at[two]) if at[one] < at[two] else (at[two], at[one]): len(rounds)
        for (one, two), rounds in Meetings(situation.met).rounds.items()
        if one in at and two in at
    }
    most = max(met.values(), default=0)
    repeat = 1 + (len(order) // 2 + 1) * int(bare.max()) + len(order)
    forbidden = 1 + repeat * (1 + len(order) * most)
    for (one, two), count in met.items():
        barred = options.meetings is not None and count >= options.meetings
        price = forbidden if barred else int(bare[one, two]) + repeat * count
        bare[one, two] = bare[two, one] = price
    for one, two in forbidden_pairs(situation, at):
        bare[one, two] = bare[two, one] = forbidden
    _bar_missing_seats(situation, order, bare, forbidden)
    np.fill_diagonal(bare, forbidden)
    nodes = list(points)
    if candidates is not None:
        bare = _with_bye(bare, [at[one] for one in candidates], forbidden, len(order))
        nodes.append(points[at[candidates[0]]])  # all who may have the bye have equal points
    return Duels(order, bare, _ladder(nodes), repeat, forbidden)


def _ladder(points: Sequence[int]) -> Ladder:
    """A level for all points; crossing an odd gap costs at least the square of the difference.

    So a pair costs at least as much as all the gaps together that it crosses.
    """
    values, levels, counts = np.unique(
        -np.array(points, dtype=np.int64), return_inverse=True, return_counts=True
    )
    odd = counts.cumsum()[:-1] % 2
    steps = POINTS * odd * np.diff(values) ** 2
    return Ladder(levels, np.concatenate([[0], steps.cumsum()])[levels])


def _by_seed(situation: Situation) -> tuple[EntrantId, ...]:
    """Entrants in order of points, then of seeds."""
    points = situation.points
    return tuple(sorted(situation.entrants, key=lambda one: -points.get(one, 0)))


def _bare(
    situation: Situation, order: Sequence[EntrantId], points: Sequence[int], win: int
) -> "Matrix":
    """Prices without repeats and restrictions."""
    x = np.array(points, dtype=np.int64)
    apart = x[:, None] - x[None, :]
    matrix = POINTS * apart * apart
    down, up = _floats(situation, order)
    matrix += FLOAT * win * win * ((apart > 0) * (down[:, None] + up[None, :]))
    matrix += FLOAT * win * win * ((apart < 0) * (up[:, None] + down[None, :]))
    seats = Seats(situation.met)
    matrix += TURN * win * win * _same_seat_due(situation, order, seats)
    lead = _leads(order, seats)
    # The better of the two orders lowers the imbalance by this much less than the best possible.
    wasted = (np.abs(lead)[:, None] + np.abs(lead)[None, :]) - np.abs(lead[:, None] - lead[None, :])
    matrix += SEAT * win * win * wasted
    matrix += win * win * _slides(points)
    return matrix


def _slides(points: Sequence[int]) -> "Matrix":
    """In a score group, how far pairs are from upper half against lower half, at most `SLIDE`."""
    sizes = Counter(points)
    first: dict[int, int] = {}
    place = np.array([at - first.setdefault(value, at) for at, value in enumerate(points)])
    half = np.array([max(sizes[value] // 2, 1) for value in points])
    x = np.array(points)
    off = np.abs(np.abs(place[:, None] - place[None, :]) - half[:, None])
    found: Matrix = np.minimum(SLIDE * off // half[:, None], SLIDE) * (x[:, None] == x[None, :])
    return found


def _same_seat_due(situation: Situation, order: Sequence[EntrantId], seats: Seats) -> "Matrix":
    """1 for two who must both have the same seat next, 0 for others."""
    due = np.array([situation.fixed.get(one, seats.due(one)) for one in order], dtype=object)
    must = np.array([seat is not None for seat in due])
    found: Matrix = (must[:, None] & (due[:, None] == due[None, :])).astype(np.int64)
    return found


def _leads(order: Sequence[EntrantId], seats: Seats) -> "Matrix":
    """How often more each has had the first seat than the second."""
    return np.array([seats.counts[one][0] - seats.counts[one][1] for one in order], dtype=np.int64)


def _floats(situation: Situation, order: Sequence[EntrantId]) -> tuple["Matrix", "Matrix"]:
    """Who floated down and up in the last round, as 0 and 1; a bye counts as down."""
    last = situation.round - 1
    before = _wins_before(situation, last)
    down: set[EntrantId] = set()
    up: set[EntrantId] = set()
    played: set[EntrantId] = set()
    for one in situation.met:
        if one.round == last:
            there = present(one)
            played.update(there)
            high = max((before[each] for each in there), default=0)
            low = min((before[each] for each in there), default=0)
            if high > low:
                down.update(each for each in there if before[each] == high)
                up.update(each for each in there if before[each] == low)
    down.update(one for one in order if last > 0 and one not in played and one in situation.byes)
    return (
        np.array([one in down for one in order], dtype=np.int64),
        np.array([one in up for one in order], dtype=np.int64),
    )


def _wins_before(situation: Situation, last: int) -> Counter[EntrantId]:
    """Twice the wins of everyone before a round; half of a win for a shared first place."""
    wins: Counter[EntrantId] = Counter()
    for one in situation.met:
        if one.round < last and one.places is not None:
            first = [seat for seat, place in enumerate(one.places) if place == 1]
            for seat in first:
                wins[one.pod[seat]] += 2 // len(first)
    return wins


def _bar_missing_seats(
    situation: Situation, order: Sequence[EntrantId], matrix: "Matrix", forbidden: int
) -> None:
    for index, one in enumerate(order):
        if situation.fixed.get(one, 0) > 1:
            matrix[index, :] = matrix[:, index] = forbidden


def _with_bye(matrix: "Matrix", candidates: Sequence[int], forbidden: int, count: int) -> "Matrix":
    """One node more: the candidates pay by their place from the end, the others may not."""
    whole = np.full((count + 1, count + 1), forbidden, dtype=np.int64)
    whole[:count, :count] = matrix
    for one in candidates:
        whole[one, count] = whole[count, one] = max(candidates) - one
    return whole
