"""Particles: worlds as often as they are likely, given what the others have done.

`resample` draws any world that a seat considers possible. But hands with which the others would
have moved differently are less likely. So more worlds are drawn than are needed, each weighted by
how likely the moves of the others since the last deal are in it, and some are drawn from them by
weight. Nothing is kept from one decision to the next: the past of a world is replayed each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Any, Final, TypeVar

from engines.api import Game, Seat, State
from tourney.bots.heuristics import TELLING, Telling
from tourney.domain.observation import Observation

M = TypeVar("M")

# The same time spent on exchanging particles for new worlds (independent Metropolis-Hastings) gave
# half as much as more worlds to choose from.
MOST_DRAWN: Final = 8
"""Worlds drawn for each particle, at most."""


class BlindObservation(Observation[M]):
    """A decision in a resampled state: no hidden card of the match is in it.

    It answers every question as the observation does, because no answer depends on hidden cards.
    """

    __slots__ = ()

    def __init__(self, observation: Observation[M], rng: Random) -> None:
        super().__init__(observation.game, observation.resample(rng), observation.seat)

    def particles(self, count: int, rng: Random) -> list[State[M]]:
        """Full states as `resample` draws them, but the likelier ones more often."""
        return particles(self, rng, count)


def particles(
    observation: Observation[M], rng: Random, count: int, drawn: int = MOST_DRAWN
) -> list[State[M]]:
    """So many worlds of an observation, in random order; each may be changed by itself.

    They are plain worlds in a game without hidden hands, or whose moves nobody can interpret. At
    most `drawn` worlds are drawn for each.
    """
    game, seat = observation.game, observation.seat
    telling = TELLING.get(game.name)
    if telling is None or not count:
        return [observation.resample(rng) for _ in range(count)]
    worlds: list[State[M]] = []
    logs: list[float] = []
    while len(worlds) < drawn * count:
        for _ in range(count):
            world = observation.resample(rng)
            worlds.append(world)
            logs.append(log_likelihood(game, telling, world, seat))
        weights = relative(logs)
        if effective(weights) >= count:
            break
    chosen = systematic(weights, count, rng)
    picked: list[State[M]] = []
    last = -1
    for number in chosen:
        # What is in the list twice must not change twice.
        picked.append(worlds[number].clone() if number == last else worlds[number])
        last = number
    rng.shuffle(picked)
    return picked


def log_likelihood(game: Game[Any], telling: Telling, world: State[Any], seat: Seat) -> float:
    """The logarithm of how likely the latest moves of the others are in a world."""
    past = game.since_deal(world)
    if past is None:
        return 0.0
    state, moves = past
    first = len(moves) - telling.recent
    total = 0.0
    for number, (actor, move) in enumerate(moves):
        if number >= first and actor != seat:
            total += log(telling.likelihood(state, actor, move))
        state.apply(actor, move)
    return total


def relative(logs: Sequence[float]) -> list[float]:
    """Weights from their logarithms, relative to the greatest."""
    most = max(logs)
    return [exp(one - most) for one in logs]


def effective(weights: Sequence[float]) -> float:
    """The number of equal weights that would vary as little in their mean."""
    total = sum(weights)
    squares = sum([weight * weight for weight in weights])
    return total * total / squares


def systematic(weights: Sequence[float], count: int, rng: Random) -> list[int]:
    """Indices drawn by weight with equal steps, in ascending order."""
    step = sum(weights) / count
    mark = rng.random() * step
    chosen: list[int] = []
    passed = 0.0
    for number, weight in enumerate(weights):
        passed += weight
        while mark < passed and len(chosen) < count:
            chosen.append(number)
            mark += step
    while len(chosen) < count:  # rounding
        chosen.append(len(weights) - 1)
    return chosen
