"""Diam's: worlds a seat could be in."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engines.api import Seat
from engines.diams.cards import END, KINDS

if TYPE_CHECKING:
    from engines.diams.state import Diams, Event


class Story(NamedTuple):
    """What a seat can see, and what it cannot: the unseen cards, how many lie where."""

    seat: Seat
    seen: tuple[int, ...]
    unseen: tuple[int, ...]
    hands: tuple[tuple[int, ...] | int, ...]
    vaults: tuple[tuple[int, ...] | int, ...]
    window: int


class World(NamedTuple):
    """A full state of the cards."""

    order: tuple[int, ...]
    hands: list[list[int]]
    vaults: list[list[int]]
    past: Event | None


def tell(state: Diams, seat: Seat) -> Story:
    """What `seat` sees now."""
    unseen = list(state.order[state.top :])
    for other in range(state.seats):
        if other != seat:
            unseen += state.hands[other] + state.vaults[other]
    return Story(
        seat,
        state.order[: state.top],
        tuple(sorted(unseen)),
        tuple(tuple(h) if s == seat else len(h) for s, h in enumerate(state.hands)),
        tuple(tuple(v) if s == seat else len(v) for s, v in enumerate(state.vaults)),
        state.window(),
    )


def imagine(story: Story, rng: Random) -> World:
    """A world that looks the same now."""
    diamonds = [card for card in story.unseen if card < KINDS]
    rng.shuffle(diamonds)
    vaults = [
        sorted(diamonds.pop() for _ in range(v)) if isinstance(v, int) else list(v)
        for v in story.vaults
    ]
    rest = [card for card in story.unseen if KINDS <= card < END] + diamonds
    rng.shuffle(rest)
    hands = [
        sorted(rest.pop() for _ in range(h)) if isinstance(h, int) else list(h) for h in story.hands
    ]
    if story.unseen[-1] == END:
        below = int(rng.random() * min(story.window, len(rest) + 1))
        rest.insert(len(rest) - below, END)
    return World((*story.seen, *rest), hands, vaults, None)
