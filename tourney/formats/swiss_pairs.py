"""Swiss rounds of tables of two, and their prices: repeats, points, floats, seats, order of groups.

An entrant floats if the opponent has other points. One node more than there are entrants stands for
the bye, if somebody must have it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from engines.messages import say
from tourney.domain.errors import SearchFault
from tourney.domain.event_log import Draw, EntrantId, Situation
from tourney.formats.history import Meetings, pair, present
from tourney.formats.matching import Ladder, Pairs, matched, price
from tourney.formats.seating import Seats, Split, seated
from tourney.formats.swiss_pricing import (
    Alternative,
    SwissOptions,
    eligible_for_bye,
    figures_of,
    forbidden_pairs,
    points_of,
    ranked,
    scaled,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.int64]

# Prices of a pair; `win` squared is the price of a difference of one win in points, times 256.
POINTS: Final = 256
# Floating in the same direction as in the last round; half a win more or less costs 64.
FLOAT: Final = 24
SEAT: Final = 6
# Two who must both have the same seat: as much as a difference of ten wins, so it is avoided
# wherever somebody else can be met.
TURN: Final = 100 * POINTS
SLIDE: Final = 8  # distance in a score group from the entrant of the other half, at most


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
    if options.order == "slide":  # in order of points, then of seeds
        points_now = situation.points
        order = tuple(sorted(situation.entrants, key=lambda one: -points_now.get(one, 0)))
    else:
        order = ranked(situation, situation.entrants)
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
    for index, one in enumerate(order):
        if situation.fixed.get(one, 0) > 1:  # a table of two has no such seat
            bare[index, :] = bare[:, index] = forbidden
    np.fill_diagonal(bare, forbidden)
    nodes = list(points)
    if candidates is not None:
        # One node more: the candidates pay by their place from the end, the others may not.
        count, last = len(order), max(at[one] for one in candidates)
        whole = np.full((count + 1, count + 1), forbidden, dtype=np.int64)
        whole[:count, :count] = bare
        for one in candidates:
            whole[at[one], count] = whole[count, at[one]] = last - at[one]
        bare = whole
        nodes.append(points[at[candidates[0]]])  # all who may have the bye have equal points
    # A level for all points; crossing an odd gap costs at least the square of the difference. So a
    # pair costs at least as much as all the gaps together that it crosses.
    values, levels, counts = np.unique(
        -np.array(nodes, dtype=np.int64), return_inverse=True, return_counts=True
    )
    odd = counts.cumsum()[:-1] % 2
    steps = POINTS * odd * np.diff(values) ** 2
    ladder = Ladder(levels, np.concatenate([[0], steps.cumsum()])[levels])
    return Duels(order, bare, ladder, repeat, forbidden)


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
    # Two who must both have the same seat next.
    due = np.array([situation.fixed.get(one, seats.due(one)) for one in order], dtype=object)
    must = np.array([seat is not None for seat in due])
    matrix += TURN * win * win * (must[:, None] & (due[:, None] == due[None, :]))
    # How often more each has had the first seat than the second.
    lead = np.array([seats.counts[one][0] - seats.counts[one][1] for one in order], dtype=np.int64)
    # The better of the two orders lowers the imbalance by this much less than the best possible.
    wasted = (np.abs(lead)[:, None] + np.abs(lead)[None, :]) - np.abs(lead[:, None] - lead[None, :])
    matrix += SEAT * win * win * wasted
    # In a score group, how far pairs are from upper half against lower half, at most `SLIDE`.
    sizes = Counter(points)
    first: dict[int, int] = {}
    place = np.array([at - first.setdefault(value, at) for at, value in enumerate(points)])
    half = np.array([max(sizes[value] // 2, 1) for value in points])
    off = np.abs(np.abs(place[:, None] - place[None, :]) - half[:, None])
    slides = np.minimum(SLIDE * off // half[:, None], SLIDE)
    matrix += win * win * (slides * (x[:, None] == x[None, :]))
    return matrix


def _floats(situation: Situation, order: Sequence[EntrantId]) -> tuple["Matrix", "Matrix"]:
    """Who floated down and up in the last round, as 0 and 1; a bye counts as down."""
    last = situation.round - 1
    # Twice the wins of everyone before a round; half of a win for a shared first place.
    before: Counter[EntrantId] = Counter()
    for one in situation.met:
        if one.round < last and one.places is not None:
            first = [seat for seat, place in enumerate(one.places) if place == 1]
            for seat in first:
                before[one.pod[seat]] += 2 // len(first)
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


# Draws a round of tables of two: the bye, the pairs, the seats, and how good the round is.

# How many groups of equal points are tried for the bye until the restrictions can be kept.
BYE_GROUPS: Final = 10

# The search for rounds of tables of two; to be raised with each change that draws other rounds.
METHOD: Final = 5


def draw_pairs(situation: Situation, plan: Split, options: SwissOptions) -> Draw:
    """Draw a round with tables of two."""
    # One of a group of equal points has the bye, the lowest group first.
    groups: Sequence[list[EntrantId] | None] = [None]
    if plan.byes:
        eligible = eligible_for_bye(situation, plan.byes, options)
        equals = groupby(eligible, key=lambda one: points_of(situation, one))
        groups = [list(group) for _, group in equals][:BYE_GROUPS]
    seed = f"{situation.seed} {situation.round}"
    for candidates in groups:
        prices = duels(situation, candidates, options)
        found = matched(prices.matrix, prices.forbidden, prices.ladder, f"pairs {seed}")
        if found is None:
            continue
        order, pairs = prices.entrants, sorted(found.pairs)
        tables = [(order[one], order[two]) for one, two in pairs if two < len(order)]
        byes = tuple([order[one] for one, two in found.pairs if two == len(order)])
        met, fixed, new = situation.met, situation.fixed, situation.new_seats
        pods = seated(tables, met, fixed, seed, new=new, turns=True)
        figures = figures_of(situation, pods, found.bound // prices.repeat)
        cost = price(prices.matrix, found.pairs)
        return Draw(pods, byes, cost, found.bound, figures, method=METHOD)
    raise SearchFault(say("formats.swiss-no-round", count=len(situation.entrants)), METHOD)


# The best round of tables of two in which two entrants play each other.

# Up to this number of entrants a round is drawn again, in less than a tenth of a second.
EXACT: Final = 200


def together_in_pairs(
    situation: Situation, draw: Draw, both: tuple[EntrantId, EntrantId], options: SwissOptions
) -> Alternative:
    """The cheapest round for few entrants; for many, their two opponents play each other."""
    prices = duels(situation, draw.byes or None, options)
    matrix, names = prices.matrix, prices.entrants
    at = {one: index for index, one in enumerate(names)}
    now = [pair(at[pod[0]], at[pod[1]]) for pod in draw.pods]
    now += [(at[one], len(at)) for one in draw.byes]
    fixed = pair(at[both[0]], at[both[1]])
    pairs: Pairs | None = [fixed]
    exact = len(matrix) <= EXACT
    rest = [one for one in range(len(matrix)) if one not in fixed]
    if exact and rest:
        found = matched(matrix[np.ix_(rest, rest)], prices.forbidden)
        pairs = found and [fixed, *((rest[one], rest[two]) for one, two in found.pairs)]
    elif not exact:
        broken = [two for two in now if set(two) & set(fixed)]
        left = [one for two in broken for one in two if one not in fixed]
        pairs = [*(two for two in now if two not in broken), fixed, pair(left[0], left[1])]
    change = price(matrix, pairs or ()) - price(matrix, now)
    if pairs is None or any(matrix[two] >= prices.forbidden for two in pairs):
        return Alternative(None, change, exact)
    pods = [(names[one], names[two]) for one, two in sorted(pairs) if two < len(names)]
    return Alternative(pods, change, exact)
