"""Ratings of record: a fit of all results, with intervals of strengths and places; over time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from typing import Final, Literal, NamedTuple

import numpy as np
import scipy
from scipy.special import ndtri

from tourney.domain.rating_values import (
    Estimate,
    PlayerRating,
    RatedPlayer,
    RatingCycle,
    RatingTable,
    SeatEffect,
    WeakJoint,
)
from tourney.ratings.design import (
    MEAN,
    POINTS,
    PROVISIONAL,
    Bools,
    Floats,
    Ints,
    RatingDesign,
    ResultArrays,
    day_number,
    day_text,
    design,
    terms,
)
from tourney.ratings.fit import (
    SEAT,
    Curve,
    RatingFit,
    connected,
    fit,
    less_bias,
    newton_step,
    weak_cuts,
)
from tourney.ratings.prior import (
    COMMON,
    Knowledge,
    LikelyStrengths,
    Reach,
    believed,
    centred,
    centred_rows,
    closeness,
    in_all_games,
    in_one_game,
)
from tourney.ratings.uncertainty import (
    LEVEL,
    BlockScores,
    EstimateErrors,
    possible_places,
    strongest_cycle,
)

MOST_TURNS: Final = 30  # the most steps of finding likely strengths
# Results are looked at anew where likely strengths are farther from the last ones than this.
MOVED_FAR: Final = 0.2


class Rated(NamedTuple):
    """Players as indices of people, and what results say about their strengths."""

    players: Ints
    matches: Ints
    parts: Ints
    strengths: Floats
    information: Floats
    reach: Reach
    errors: EstimateErrors
    belief: LikelyStrengths


def rate(
    results: ResultArrays, chosen: Bools, *, overall: bool = False, cycles: bool = False
) -> RatingTable:
    """The ratings from the chosen matches, which are of one game unless `overall`.

    The overall rating of a player is the common part of the strengths in all games. With `cycles`,
    those of a single game are tested as well.
    """
    made = design(results, chosen)
    found = fit(made)
    luck = BlockScores(made, found)
    rated = _rated(made, found, luck, overall=overall)
    cycle = None
    if cycles and not overall and (least_lucky := strongest_cycle(made, found)):
        one, two, three = (results.people[made.player[unit]] for unit in least_lucky.units)
        cycle = RatingCycle((one, two, three), *least_lucky[1:])
    days = results.days[chosen & (results.days > 0)]
    return RatingTable(
        rows=_rows(results, rated),
        seats=[] if overall else _seat_effects(made, found, luck),
        joints=_joints(results, made, rated, luck),
        cycle=cycle,
        matches=int(chosen.sum()),
        first_day=day_text(int(days.min())) if len(days) else "",
        last_day=day_text(int(days.max(initial=0))),
        deviation=POINTS * float(rated.belief.variance.mean()) ** 0.5,
    )


def libraries() -> str:
    """The libraries that compute ratings, with their versions."""
    return f"numpy {np.__version__}, scipy {scipy.__version__}"


def _rated(made: RatingDesign, found: RatingFit, luck: BlockScores, *, overall: bool) -> Rated:
    players, place = np.unique(made.player, return_inverse=True)
    matches = np.bincount(place, made.matches[: made.units]).astype(np.int64)
    blocks = np.bincount(place, luck.blocks[: made.units]).astype(np.float64)
    parts = connected(made, place) if overall else found.parts

    def known_from(at: Curve, variance: Floats) -> Knowledge:
        if overall:
            return in_all_games(at, place, parts, variance)
        return in_one_game(at, found.inverse)

    near, share = closeness(made, place, parts), COMMON if overall else 1.0
    variance, values, turn, new = np.ones(len(parts)), found.values, 0, True
    # Likely strengths are closer together than estimates, and results say more about them there;
    # in several games the common parts depend on the variance and the variance on the common parts.
    while True:
        if new:
            reach = known_from(found, variance).reach()
            moves = centred_rows(reach.moves, parts)
            wrong = luck.errors(moves, reach.variances, reach.assumed, blocks)
        at = found if values is found.values else newton_step(made, found.parts, values)
        here = known_from(at, variance)
        del at
        likely = believed(here, near, parts, wrong.noise(), variance, share)
        moved = here.parameters(likely.strengths)
        del here
        far = float(np.abs(moved - values).max()) > MOVED_FAR
        new = overall and not np.allclose(likely.variance, variance, rtol=0.02)
        variance, turn = likely.variance, turn + 1
        if turn == MOST_TURNS or not (far or new):
            break
        values = moved if far else values
        del likely  # a large matrix less while others are computed
    known = known_from(less_bias(made, found, values), variance)
    return Rated(players, matches, parts, known.strengths, known.information, reach, wrong, likely)


def _rows(results: ResultArrays, rated: Rated) -> list[PlayerRating]:
    """The rows of the ratings, part by part, best first."""
    names = [
        (player.name, player.version or "")
        for player in (results.people[number] for number in rated.players)
    ]
    order = sorted(range(len(names)), key=names.__getitem__)
    places = possible_places(rated.belief, rated.errors.longer(), rated.parts, order)
    points, halves = POINTS * rated.strengths, POINTS * rated.errors.halves()
    rows = [
        PlayerRating(
            place=int(places.likely[number]),
            best=int(places.best[number]),
            worst=int(places.worst[number]),
            player=results.people[player],
            rating=Estimate(MEAN + float(points[number]), float(halves[number])),
            matches=int(rated.matches[number]),
            provisional=bool(halves[number] > PROVISIONAL),
            part=int(rated.parts[number]),
        )
        for number, player in enumerate(rated.players)
    ]
    return sorted(
        rows, key=lambda row: (row.part, row.place, row.player.name, row.player.version or "")
    )


def _joints(
    results: ResultArrays, made: RatingDesign, rated: Rated, luck: BlockScores
) -> list[WeakJoint]:
    """Groups of players whose comparison rests on few matches, the least certain first."""
    found = []
    place = np.searchsorted(rated.players, made.player)
    # The deviation from which a difference between two groups is as unsure as a provisional rating.
    least = PROVISIONAL / POINTS / float(ndtri((1 + LEVEL) / 2))
    for cut in weak_cuts(rated.information, rated.reach.inverse, rated.parts, least):
        mean = [float(rated.strengths[side].mean()) for side in (cut.first, cut.second)]
        above, below = (cut.first, cut.second)[:: 1 if mean[0] >= mean[1] else -1]
        joining = 0
        for group in made.groups:
            seats = place[group.players]
            joining += int((above[seats].any(axis=1) & below[seats].any(axis=1)).sum())
        signs = above / above.sum() - below / below.sum()
        variance = np.array([cut.deviation**2])
        moves = (signs @ rated.reach.moves)[None, :]
        shown = np.minimum(float(joining), 4 / variance)
        half = float(luck.errors([moves], variance, np.zeros(1), shown).halves()[0])
        first, second = (
            [results.people[player] for player in rated.players[side]] for side in (above, below)
        )
        difference = Estimate(POINTS * abs(mean[0] - mean[1]), POINTS * half)
        found.append(WeakJoint(first, second, joining, difference))
    return sorted(found, key=lambda one: -one.difference.half)


def _seat_effects(made: RatingDesign, found: RatingFit, luck: BlockScores) -> list[SeatEffect]:
    """The effects of seats, compared with the mean of all seats of a table of the same size."""
    effects = []
    for size in sorted({key.seats for key in made.seats}):
        at = [number for number, key in enumerate(made.seats) if key.seats == size]
        places = made.units + np.array(at)
        matrix = np.eye(len(at)) - 1 / len(at)
        moves = matrix @ found.inverse[places]
        variances = np.diag(moves[:, places] @ matrix)
        assumed = (moves[:, made.units :] ** 2).sum(axis=1) / SEAT
        wrong = luck.errors([moves], variances, assumed, luck.blocks[places])
        values, halves = POINTS * matrix @ found.values[places], POINTS * wrong.halves()
        for number, value, half in zip(at, values, halves, strict=True):
            key, matches = made.seats[number], int(made.matches[made.units + number])
            estimate = Estimate(float(value), float(half))
            effects.append(SeatEffect(key.seats, key.seat, estimate, matches))
    return effects


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
