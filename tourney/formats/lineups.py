"""Which bots of a run play a match together, and the seatings that share one deal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, factorial
from typing import NamedTuple

from engines.messages import say
from tourney.domain.errors import UsageFault

# Deal blocks: the seatings that share one deal.
#
# Arithmetic only: the caller draws the base order of a line-up for every deal.

Pair = tuple[int, int]  # the two bots of a line-up that change seats in a `swap`

Order = tuple[int, ...]


class Block(NamedTuple):
    """A kind of block: how many matches share a deal, and the seating of each."""

    size: Callable[[int], int]
    seating: Callable[[Order, int, Pair], Order]


def rotated(order: Sequence[int], turn: int) -> Order:
    """The base order moved by `turn` seats, clockwise."""
    start = -turn % len(order)
    return (*order[start:], *order[:start])


def swapped(order: Sequence[int], pair: Pair) -> Order:
    """The base order with two bots exchanged."""
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    return tuple([other.get(bot, bot) for bot in order])


def permuted(order: Sequence[int], turn: int) -> Order:
    """The order at index `turn` among all orders; the base order has index 0."""
    rest, chosen = list(order), []
    for left in range(len(rest) - 1, -1, -1):
        place, turn = divmod(turn, factorial(left))
        chosen.append(rest.pop(place))
    return tuple(chosen)


# `rotation`: every bot once in every seat. `swap`: two bots exchange seats, the others stay. `all`:
# every order. `none`: a new deal for every match.
BLOCKS: dict[str, Block] = {
    "rotation": Block(lambda seats: seats, lambda order, turn, _: rotated(order, turn)),
    "swap": Block(
        lambda seats: min(seats, 2),
        lambda order, turn, pair: swapped(order, pair) if turn else order,
    ),
    "all": Block(factorial, lambda order, turn, _: permuted(order, turn)),
    "none": Block(lambda seats: 1, lambda order, turn, _: order),
}


def block(name: str) -> Block:
    """The kind of block with this name."""
    if name not in BLOCKS:
        raise UsageFault(say("formats.unknown-block", block=name, known=", ".join(BLOCKS)))
    return BLOCKS[name]


def position(number: int, lineup_count: int, size: int) -> tuple[int, int, int]:
    """Deal, line-up and turn within the block of match `number`, counted from 1.

    Deals change slowest, so that a run with more deals begins with the same matches.
    """
    rest, turn = divmod(number - 1, size)
    deal, lineup = divmod(rest, lineup_count)
    return deal, lineup, turn


# Line-ups: which bots of a run play a match together.
#
# A line-up is computed from its number, so that a long schedule needs no memory. Bots are
# identified by their index in the run; `BLOCKS` seats them.

LineUp = tuple[int, ...]  # indices of bots, ascending


@dataclass(frozen=True, slots=True)
class LineUps:
    """The line-ups of a schedule, by number from 0."""

    count: int
    pick: Callable[[int], LineUp]


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
        raise UsageFault(say("formats.no-hero", bot=champion, known=", ".join(bots)))
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
        raise UsageFault(say("formats.unknown-schedule", schedule=schedule))
    if len(bots) < seats:
        raise UsageFault(say("formats.too-few-bots", bots=len(bots), seats=seats))
    return SCHEDULES[word](bots, seats, champion)
