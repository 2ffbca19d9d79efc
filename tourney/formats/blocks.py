"""Deal blocks: the seatings that share one deal.

Arithmetic only: the caller draws the base order of a line-up for every deal.
"""

from collections.abc import Callable, Sequence
from math import factorial
from typing import NamedTuple

from tourney.domain.errors import UsageFault

Pair = tuple[int, int]
"""The two bots of a line-up that change seats in a `swap`."""

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


BLOCKS: dict[str, Block] = {
    "rotation": Block(lambda seats: seats, lambda order, turn, _: rotated(order, turn)),
    "swap": Block(
        lambda seats: min(seats, 2),
        lambda order, turn, pair: swapped(order, pair) if turn else order,
    ),
    "all": Block(factorial, lambda order, turn, _: permuted(order, turn)),
    "none": Block(lambda seats: 1, lambda order, turn, _: order),
}
"""`rotation`: every bot once in every seat. `swap`: two bots exchange seats, the others stay.
`all`: every order. `none`: a new deal for every match."""


def block(name: str) -> Block:
    """The kind of block with this name."""
    if name not in BLOCKS:
        raise UsageFault(f"unknown block '{name}'; use {', '.join(BLOCKS)}")
    return BLOCKS[name]


def position(number: int, lineup_count: int, size: int) -> tuple[int, int, int]:
    """Deal, line-up and turn within the block of match `number`, counted from 1.

    Deals change slowest, so that a run with more deals begins with the same matches.
    """
    rest, turn = divmod(number - 1, size)
    deal, lineup = divmod(rest, lineup_count)
    return deal, lineup, turn
