"""Blue Border: positions that a seat could be in, given everything it has observed.

`observe` reads from the position the shade of every visible card and the numbers it cannot be: a
card that stayed in a line while the discards were shuffled is not one of them. All seats know the
same, except for their own secret answer to a call.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engines.api import Seat
from engines.blue_border.cards import bands
from engines.blue_border.state import BlueBorder


class BlueBorderKnowledge(NamedTuple):
    """What everybody knows about unopened cards in lines, in piles and on top of the deck.

    For each of these cards its shade and, as bits, the numbers it cannot be (`not_these`); by shade
    all numbers that are not opened (`unopened`).
    """

    shades: list[int]
    not_these: list[int]
    unopened: list[list[int]]


def observe(state: BlueBorder) -> BlueBorderKnowledge:
    """What is known about the cards that are not opened."""
    shades, opened, ruled_out = bands(state.options.sight), state.opened, state.ruled_out
    hidden = [card for line in state.lines for card in line if not opened >> card & 1]
    not_these = [ruled_out.get(card, 0) for card in hidden] if ruled_out else [0] * len(hidden)
    for pile in state.field:
        hidden += pile
    if state.top < len(state.order):
        hidden.append(state.order[state.top])
    not_these += [0] * (len(hidden) - len(not_these))
    count = state.options.cards
    unopened: list[list[int]] = [[] for _ in range(shades[count] + 1)]
    for card in range(1, count + 1):
        if not opened >> card & 1:
            unopened[shades[card]].append(card)
    return BlueBorderKnowledge([shades[card] for card in hidden], not_these, unopened)


def assign(observed: BlueBorderKnowledge, rng: Random) -> tuple[list[int], list[int]]:
    """A random number for each unopened card, and the numbers left for the rest of the deck."""
    draw = rng.random
    left = [sorted(numbers, key=lambda _: draw()) for numbers in observed.unopened]
    if not any(observed.not_these):
        given = [left[shade].pop() for shade in observed.shades]
    else:
        # Some cannot have every number of their shade; those with the fewest choices come first.
        given = [0] * len(observed.shades)
        for index in sorted(range(len(given)), key=lambda i: -observed.not_these[i].bit_count()):
            _exchange(observed, given, left, index, set())
    return given, [card for numbers in left for card in numbers]


def _exchange(
    observed: BlueBorderKnowledge,
    given: list[int],
    left: list[list[int]],
    index: int,
    tried: set[int],
) -> bool:
    """Find a number for a card, changing others if necessary (an augmenting path).

    Does not use the matching in `kit`: the number given must follow the shuffled order of `left`.
    """
    shade, not_these = observed.shades[index], observed.not_these[index]
    numbers = left[shade]
    for at, card in enumerate(numbers):
        if not not_these >> card & 1:
            given[index] = numbers.pop(at)
            return True
    for other, card in enumerate(given):
        same = card and other != index and observed.shades[other] == shade
        if not same or other in tried or not_these >> card & 1:
            continue
        tried.add(other)
        if _exchange(observed, given, left, other, tried):
            given[index] = card
            return True
    return False


def determinize(state: BlueBorder, seat: Seat, rng: Random) -> BlueBorder:
    """A random state that agrees with all observations; secret answers of others are redrawn."""
    twin = state.clone()
    if not state.round:
        return twin
    numbers, rest = assign(observe(state), rng)
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
    draw = rng.random
    rest.sort(key=lambda _: draw())
    drawn = (0,) * state.top  # their numbers are not known and matter no more
    twin.order = (*drawn, *given, *rest)
    if state.phase() == "call":
        twin.callers = _answers(state, seat, rng)
    return twin


def _answers(state: BlueBorder, seat: Seat, rng: Random) -> tuple[Seat, ...]:
    """Random callers among the seats that have answered; the seat's own answer is kept."""
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
