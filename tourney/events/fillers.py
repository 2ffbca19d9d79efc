"""Bots that only fill empty seats: they take part in matches, but not in draws and standings.

A table below the preferred size gets bots up to that size. A bot may fill several tables of a round
and has one seat at each.
"""

from collections.abc import Collection, Sequence
from random import Random

from tourney.domain.draws import EntrantId, Pod
from tourney.domain.event_log import EventResult
from tourney.events.state import EventState, StageState

Filled = list[list[int]]
"""The number of a table, a seat and the bot that is put there, in the order of insertion."""


def fillers(state: EventState) -> list[EntrantId]:
    """The bots that fill empty seats and have not left."""
    return [one.number for one in state.entrants.values() if one.fills and not one.away]


def seats_to_fill(
    state: EventState, stage: StageState, pods: Sequence[Pod], allowed: Sequence[int], seed: int
) -> Filled:
    """The bots for tables below the preferred size; nobody in a stage for which one qualifies."""
    bots, luck = fillers(state), Random(seed)
    if stage.plan.sources or not bots:
        return []
    size = max((one for one in allowed if one <= stage.plan.sizes.preferred), default=0)
    return [
        [table, luck.randrange(len(pod) + at + 1), bot]
        for table, pod in enumerate(pods, start=1)
        for at, bot in enumerate(luck.sample(bots, min(len(bots), max(size - len(pod), 0))))
    ]


def with_fillers(pods: Sequence[Sequence[int]], filled: Filled) -> list[list[EntrantId]]:
    """The tables with the bots that fill them."""
    found = [list(pod) for pod in pods]
    for table, seat, bot in filled:
        found[table - 1].insert(seat, bot)
    return found


def without(result: EventResult, bots: Collection[EntrantId]) -> tuple[Pod, tuple[int, ...]]:
    """The entrants of a result and their places among themselves."""
    pairs = list(zip(result.entrants, result.places, strict=True))
    kept = [(one, place) for one, place in pairs if one not in bots]
    places = tuple(1 + sum(other < place for _, other in kept) for _, place in kept)
    return tuple(one for one, _ in kept), places
