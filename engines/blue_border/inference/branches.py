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
"""The largest number of worlds followed; more of them are merged."""


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

    def any_of_candidates(self, number: int, names: Names) -> int:
        """One of the discards that may have this number, as a new card: which one is forgotten."""
        some, left = self.candidates(number), 0
        for card in some:
            left |= self.numbers.left[card]
        new = names.next(len(some))
        self.numbers.replace(some, dict.fromkeys(new, left))
        others = (card for card in self.state.discards if card not in some)
        self.state.discards[:] = *others, *new
        return new[0]

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
    number = worlds[0].numbers.known(card)
    same = number and all(world.numbers.known(card) == number for world in worlds)
    return number if same else 0


def merged(worlds: Sequence[BlueBorderWorld], names: Names) -> BlueBorderWorld:
    """One world with what these have in common.

    Where they have different cards, it has a new one, which can have the numbers of any of them.
    """
    states = [world.state for world in worlds]
    twin, numbers = states[0].clone(), joined([world.numbers for world in worlds])
    old: set[int] = set()
    new: dict[int, int] = {}

    def renamed(cards: Iterable[tuple[BlueBorderWorld, int]]) -> int:
        (card,) = names.next(1)
        new[card] = 0
        for world, other in cards:
            new[card] |= world.numbers.left[other]
            old.add(other)
        return card

    rows = [[*state.lines, *state.field] for state in states]
    for at, row in enumerate([*twin.lines, *twin.field]):
        for place in range(len(row)):
            there = [other[at][place] for other in rows]
            if len({*there}) > 1:
                row[place] = renamed(zip(worlds, there, strict=True))
    same = set.intersection(*(set(state.discards) for state in states))
    loose = [(world, card) for world in worlds for card in world.state.discards if card not in same]
    twin.discards = [card if card in same else renamed(loose) for card in twin.discards]
    numbers.replace(old, new)
    return BlueBorderWorld(twin, numbers)
