"""Diamonds: findings used by several modules of this folder."""

from collections.abc import Iterable
from typing import Final

from engines.api import Finding, Refusal, Seat
from engines.messages import Argument, Message, Player, say

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


def problem(code: str, rule: str, message: Message) -> Finding:
    """A problem of the current entry."""
    return Finding("problem", Refusal(rule, message), code)


def due(message: Message) -> Finding:
    """The problem that something else must come here."""
    return problem("K-due", "", message)


def any_of(seats: Iterable[Seat]) -> Argument:
    """`A or B`: one of these players, for a message."""
    first, *others = sorted(seats)
    found: Argument = Player(first)
    for seat in others:
        found = say("kit.or", one=found, other=Player(seat))
    return found


def in_order(first: Seat, seats: int, count: int) -> tuple[Argument, ...]:
    """The players of `count` cards, clockwise from the first one, for a message."""
    return tuple(Player((first + at) % seats) for at in range(count))
