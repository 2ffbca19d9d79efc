"""Blue Border: possible worlds of a record with gaps, followed in parallel.

In the states here a card is a placeholder, numbered consecutively; `numbers` finds the real numbers
that a placeholder can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engines.blue_border.inference.clashes import Clash
from engines.blue_border.inference.numbers import Numbers, joined
from engines.blue_border.state import BlueBorder

MOST: Final = 40
"""The largest number of worlds followed."""


class BlueBorderWorld(NamedTuple):
    """One possible world; lines and piles have the same lengths in all worlds."""

    state: BlueBorder
    numbers: Numbers

    def clone(self) -> BlueBorderWorld:
        """An independent copy."""
        return BlueBorderWorld(self.state.clone(), self.numbers.clone())

    def learn(self, cards: Iterable[int], written: Iterable[int], entry: int) -> Clash | None:
        """Take the numbers that an entry shows for cards; a contradiction if impossible."""
        for card, number in zip(cards, written, strict=False):
            if clash := self.numbers.learn(card, number, entry):
                return clash
        return None

    def candidates(self, number: int) -> list[int]:
        """Cards of the discard pile that may have a number; only that card if one surely has it."""
        some = [card for card in self.state.discards if self.numbers.can_be(card, number)]
        sure = [card for card in some if number and self.numbers.known(card) == number]
        return sure or some


class Names:
    """A source of new placeholders for cards."""

    def __init__(self) -> None:
        self.given = 0

    def next(self, count: int) -> tuple[int, ...]:
        """`count` new placeholders."""
        first = self.given + 1
        self.given += count
        return tuple(range(first, first + count))


def known(worlds: Sequence[BlueBorderWorld], card: int) -> int:
    """A card's number if it is the same in all worlds, else 0."""
    numbers = {world.numbers.known(card) for world in worlds}
    return numbers.pop() if len(numbers) == 1 else 0


def merged(worlds: list[BlueBorderWorld], names: Names) -> list[BlueBorderWorld]:
    """The worlds, or if there are too many, one world with what they have in common."""
    if len(worlds) <= MOST:
        return worlds
    states = [world.state for world in worlds]
    twin = states[0].clone()
    loose: list[int] = []

    def renamed() -> int:
        loose.extend(names.next(1))
        return loose[-1]

    for at, row in enumerate([*twin.lines, *twin.field]):
        others = [[*state.lines, *state.field][at] for state in states]
        for place in range(len(row)):
            if len({other[place] for other in others}) > 1:
                row[place] = renamed()
    same = set.intersection(*(set(state.discards) for state in states))
    twin.discards = [card if card in same else renamed() for card in twin.discards]
    return [BlueBorderWorld(twin, joined([world.numbers for world in worlds], loose))]
