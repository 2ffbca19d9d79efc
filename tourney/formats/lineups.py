"""Line-ups: which bots of a run play a match together.

A line-up is computed from its number, so that a long schedule needs no memory. Bots are identified
by their index in the run; module `blocks` seats them.
"""

from collections.abc import Callable, Sequence
from math import comb

from tourney.domain.errors import UsageFault

LineUp = tuple[int, ...]
"""Indices of bots, ascending."""


class LineUps:
    """The line-ups of a schedule, by number from 0."""

    def __init__(self, count: int, pick: Callable[[int], LineUp]) -> None:
        self.count = count
        self.pick = pick


def combination(items: int, size: int, number: int) -> LineUp:
    """The combination of `size` out of `items` at index `number` in lexicographic order."""
    chosen = []
    for item in range(items):
        if size == 0:
            break
        with_item = comb(items - item - 1, size - 1)
        if number < with_item:
            chosen.append(item)
            size -= 1
        else:
            number -= with_item
    return tuple(chosen)


def _fixed(bots: Sequence[str], seats: int, _: str) -> LineUps:
    return LineUps(1, lambda number: tuple(range(seats)))


def _round_robin(bots: Sequence[str], seats: int, _: str) -> LineUps:
    size = len(bots)
    return LineUps(comb(size, seats), lambda number: combination(size, seats, number))


def _gauntlet(bots: Sequence[str], seats: int, champion: str) -> LineUps:
    if champion not in bots:
        raise UsageFault(
            f"the run has no bot '{champion}' for the gauntlet; its bots are {', '.join(bots)}"
        )
    hero = bots.index(champion)
    others = [bot for bot in range(len(bots)) if bot != hero]

    def pick(number: int) -> LineUp:
        fellows = combination(len(others), seats - 1, number)
        return tuple(sorted((hero, *(others[fellow] for fellow in fellows))))

    return LineUps(comb(len(others), seats - 1), pick)


SCHEDULES: dict[str, Callable[[Sequence[str], int, str], LineUps]] = {
    "fixed": _fixed,
    "roundrobin": _round_robin,
    "gauntlet": _gauntlet,
}


def champion(schedule: str) -> str | None:
    """The bot in a schedule written `gauntlet:NAME`; None for other schedules."""
    word, _, name = schedule.partition(":")
    return name if word == "gauntlet" else None


def lineups(schedule: str, bots: Sequence[str], seats: int) -> LineUps:
    """The line-ups of a schedule written `fixed`, `roundrobin` or `gauntlet:NAME`."""
    word, colon, champion = schedule.partition(":")
    if word not in SCHEDULES or bool(colon) != (word == "gauntlet"):
        raise UsageFault(f"unknown schedule '{schedule}'; use fixed, roundrobin or gauntlet:NAME")
    if len(bots) < seats:
        raise UsageFault(
            f"{len(bots)} bots cannot fill {seats} seats; add a bot (a target may be used twice "
            "under two names) or lower the number of seats"
        )
    return SCHEDULES[word](bots, seats, champion)
