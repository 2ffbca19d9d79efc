"""Ratings of record: a fit of all results, with intervals of strengths and places."""

from typing import Final, NamedTuple

import numpy as np
import scipy
from scipy.special import ndtri

from tourney.domain.rating_values import (
    Estimate,
    PlayerRating,
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
    day_text,
    design,
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

ROUNDS: Final = 30
"""The most steps of finding likely strengths."""
FAR: Final = 0.2
"""Results are looked at anew where likely strengths are farther from the last ones than this."""


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
        far = float(np.abs(moved - values).max()) > FAR
        new = overall and not np.allclose(likely.variance, variance, rtol=0.02)
        variance, turn = likely.variance, turn + 1
        if turn == ROUNDS or not (far or new):
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
