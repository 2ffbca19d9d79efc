"""Ratings at several dates, and between two fits."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from typing import Literal, NamedTuple

import numpy as np

from tourney.domain.rating_values import Estimate, RatedPlayer, RatingTable
from tourney.ratings.design import (
    MEAN,
    POINTS,
    Bools,
    Ints,
    ResultArrays,
    day_number,
    day_text,
    design,
    terms,
)
from tourney.ratings.fit import fit, less_bias
from tourney.ratings.prior import believed, centred, closeness, in_one_game
from tourney.ratings.rate import rate

# Ratings between two fits: each result moves the players of its match at once.
#
# One step of Newton's method for each player, with the other strengths as they are (an extended
# Kalman filter that keeps variances only). It is an estimate: later results do not change the
# weight of earlier ones, as they do in a fit.


class Belief(NamedTuple):
    """A strength in natural logarithms of odds, and its variance."""

    mean: float
    variance: float


class LiveRatings:
    """Strengths that follow results one by one; unknown players start with the prior."""

    def __init__(
        self,
        beliefs: Mapping[int, Belief] | None = None,
        seats: Mapping[tuple[int, int], float] | None = None,
        variance: float = 1.0,
    ) -> None:
        """`seats` has the effect of a seat for the number of seats and the seat.

        `variance` is that of an unknown strength.
        """
        self.beliefs = dict(beliefs or {})
        self._unknown = Belief(0.0, variance)
        self._seats = dict(seats or {})

    def add(self, order: Sequence[Sequence[tuple[int, int]]], ties: tuple[int, ...]) -> None:
        """Add a match: players and seats of each side in the order of finish.

        `ties` are the numbers of sides that share each place.
        """
        seats = sum(map(len, order))
        worth = []
        for side in order:
            values = [
                self.beliefs.get(player, self._unknown).mean + self._seats.get((seats, seat), 0.0)
                for player, seat in side
            ]
            worth.append(exp(sum(values) / len(values)))
        # Slope and negative curvature of the log-likelihood by the strength of each side.
        slopes, curves = [1.0] * len(worth), [0.0] * len(worth)
        for inside, weight in zip(*terms(ties), strict=True):
            left = sum([w for w, there in zip(worth, inside, strict=True) if there])
            for number, there in enumerate(inside):
                if there:
                    chance = worth[number] / left
                    slopes[number] -= weight * chance
                    curves[number] += weight * chance * (1 - chance)
        for side, slope, curve in zip(order, slopes, curves, strict=True):
            for player, _ in side:
                mean, variance = self.beliefs.get(player, self._unknown)
                # A side of n has the mean strength of them: 1/n of the slope, 1/n² of the curve.
                sharper = 1 / (1 / variance + curve / len(side) ** 2)
                self.beliefs[player] = Belief(mean + sharper * slope / len(side), sharper)


# Ratings at several dates: after every month or event, and of the newest day as it goes on.

NORMAL_95 = 1.959964
Period = Literal["month", "event"]


class RatingMoment(NamedTuple):
    """The ratings at the end of a month (2026-11) or of an event, and the last day of matches."""

    name: str
    day: str
    table: RatingTable


def history(
    results: ResultArrays, chosen: Bools, per: Period, *, overall: bool = False
) -> Iterator[RatingMoment]:
    """The ratings after every month or event, from all results up to then, oldest first.

    Matches without a date are left out.
    """
    dated = chosen & (results.days > 0)
    last: dict[str, str] = {}
    for number in np.unique(results.setting[dated]):
        kind = results.kinds[number]
        name = kind.day[:7] if per == "month" else kind.event
        if name:
            last[name] = max(kind.day, last.get(name, ""))
    for name, end in sorted(last.items(), key=lambda item: (item[1], item[0])):
        until = dated & (results.days <= day_number(end))
        table = rate(results, until, overall=overall)
        yield RatingMoment(name, table.last_day, table)


@dataclass(frozen=True, slots=True)
class LiveRating:
    """A rating that follows the newest day: its change on that day, and its matches there."""

    place: int
    player: RatedPlayer
    rating: Estimate
    change: float
    matches: int


class LiveTable(NamedTuple):
    """Ratings that follow the matches of `day`, from a fit of `before` matches before that day."""

    day: str
    before: int
    rows: list[LiveRating]


def live(results: ResultArrays, chosen: Bools) -> LiveTable:
    """The ratings of record before the newest day, moved by each match of that day in turn."""
    day = int(results.days[chosen].max())
    before, today = chosen & (results.days < day), chosen & (results.days == day)
    moved = _fitted(results, before)
    old = {player: belief.mean for player, belief in moved.beliefs.items()}
    # The matches of the day in the order of their rows, which is that of their numbers.
    in_turn = []
    for group in results.ordered(today):
        ends: Ints = np.cumsum(group.shape.sizes)
        for row, players, seats in zip(group.rows, group.players, group.seats, strict=True):
            taken = list(zip(players.tolist(), seats.tolist(), strict=True))
            sides = [
                taken[end - size : end] for end, size in zip(ends, group.shape.sizes, strict=True)
            ]
            in_turn.append((int(row), sides, group.shape.ties))
    matches: Counter[int] = Counter()
    for _, sides, ties in sorted(in_turn, key=itemgetter(0)):
        moved.add(sides, ties)
        matches.update(player for side in sides for player, _ in side)
    means = sorted((belief.mean for belief in moved.beliefs.values()), reverse=True)
    rows = []
    for player, belief in moved.beliefs.items():
        change = POINTS * (belief.mean - old.get(player, 0.0))
        half = POINTS * NORMAL_95 * belief.variance**0.5
        rating = Estimate(MEAN + POINTS * belief.mean, half)
        place = 1 + means.index(belief.mean)
        rows.append(LiveRating(place, results.people[player], rating, change, matches[player]))
    rows.sort(key=lambda row: (row.place, row.player.name, row.player.version or ""))
    return LiveTable(day_text(day), int(before.sum()), rows)


def _fitted(results: ResultArrays, before: Bools) -> LiveRatings:
    """Live ratings that start from a fit."""
    if not before.any():
        return LiveRatings()
    made = design(results, before)
    found = fit(made)
    known = in_one_game(found, found.inverse)
    near = closeness(made, np.arange(made.units), found.parts)
    likely = believed(known, near, found.parts, 1.0, np.ones(made.units), 1.0)
    start = less_bias(made, found, known.parameters(likely.strengths)).values
    strengths, effects = centred(start[: made.units], found.parts), start[made.units :]
    pairs = zip(made.player, strengths, np.diag(found.inverse), strict=False)
    beliefs = {int(player): Belief(float(mean), float(wide)) for player, mean, wide in pairs}
    keys = zip(made.seats, effects.tolist(), strict=True)
    seats = {(key.seats, key.seat): value for key, value in keys}
    return LiveRatings(beliefs, seats, float(likely.variance.mean()))
