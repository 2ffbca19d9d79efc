"""Blue Border: numbers the unopened cards could have, by everything that was shown.

`tell` reads the position and keeps the shade of every card that lies open and what it cannot be:
a card that stayed in a line while the discards were shuffled in is none of those. All seats know
the same, except for their own sealed answer.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engines.api import Seat
from engines.blue_border import views

if TYPE_CHECKING:
    from engines.blue_border.state import BlueBorder


class Slot(NamedTuple):
    """A place whose card shows its shade: a line, a pile or the deck's top."""

    shade: int
    not_these: int  # numbers it cannot be, as bits


class Told(NamedTuple):
    """What everybody knows."""

    slots: tuple[Slot, ...]  # unopened cards of the lines, the piles, the deck's top
    unopened: tuple[tuple[int, ...], ...]  # numbers not opened, by shade


def tell(state: BlueBorder) -> Told:
    """What is known of the cards that are not opened."""
    slots = [
        Slot(views.band(state, card), state.ruled_out.get(card, 0))
        for line in state.lines
        for card in line
        if not state.opened >> card & 1
    ]
    slots += [Slot(views.band(state, card), 0) for pile in state.field for card in pile]
    if state.top < len(state.order):
        slots.append(Slot(views.band(state, state.order[state.top]), 0))
    shades = views.band(state, state.options.cards)
    unopened: list[list[int]] = [[] for _ in range(shades + 1)]
    for card in range(1, state.options.cards + 1):
        if not state.opened >> card & 1:
            unopened[views.band(state, card)].append(card)
    return Told(tuple(slots), tuple(map(tuple, unopened)))


def deal(told: Told, rng: Random) -> tuple[list[int], list[int]]:
    """A number for every slot, and the numbers left for the rest of the deck."""
    left = [list(numbers) for numbers in told.unopened]
    for numbers in left:
        rng.shuffle(numbers)
    found = [0] * len(told.slots)
    bound = sorted(range(len(found)), key=lambda i: -told.slots[i].not_these.bit_count())
    for index in bound:
        slot = told.slots[index]
        numbers = left[slot.shade]
        at = next((n for n, card in enumerate(numbers) if not slot.not_these >> card & 1), None)
        if at is not None:
            found[index] = numbers.pop(at)
        else:
            _exchange(told, found, left, index, set())
    return found, [card for numbers in left for card in numbers]


def _exchange(
    told: Told, found: list[int], left: list[list[int]], index: int, tried: set[int]
) -> bool:
    """Find a number for a slot by moving others along (an augmenting path)."""
    slot = told.slots[index]
    numbers = left[slot.shade]
    for at, card in enumerate(numbers):
        if not slot.not_these >> card & 1:
            found[index] = numbers.pop(at)
            return True
    for other, card in enumerate(found):
        same = card and other != index and told.slots[other].shade == slot.shade
        if not same or other in tried or slot.not_these >> card & 1:
            continue
        tried.add(other)
        if _exchange(told, found, left, other, tried):
            found[index] = card
            return True
    return False


def imagine(state: BlueBorder, seat: Seat, rng: Random) -> BlueBorder:
    """A state in which all that was shown is true and the others' sealed answers are redrawn."""
    twin = state.clone()
    if not state.round:
        return twin
    numbers, rest = deal(tell(state), rng)
    given = iter(numbers)
    ruled_out: dict[int, int] = {}
    for line in twin.lines:
        for at, card in enumerate(line):
            if not state.opened >> card & 1:
                line[at] = next(given)
                if card in state.ruled_out:
                    ruled_out[line[at]] = state.ruled_out[card]
    twin.ruled_out = ruled_out
    twin.field = [[next(given) for _ in pile] for pile in state.field]
    deck = list(given)
    rng.shuffle(rest)
    twin.order = (*state.order[: state.top], *deck, *rest)
    if state.phase() == "call":
        twin.callers = _answers(state, seat, rng)
    return twin


def _answers(state: BlueBorder, seat: Seat, rng: Random) -> tuple[Seat, ...]:
    """Who of those that have answered called: unknown, except one's own."""
    owing = state.pending()
    answered = [
        other
        for other in range(state.seats)
        if other != state.placer and not state.skips[other] and other not in owing
    ]
    calls = [rng.random() < 0.5 for _ in answered]
    return tuple(
        other
        for other, call in zip(answered, calls, strict=True)
        if (other in state.callers if other == seat else call)
    )
