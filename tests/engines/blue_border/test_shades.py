"""Shades are in the views of seats and not in their events, as the pages about bots say."""

from typing import Any

from engines.api import CHANCE, Ply
from engines.games import GAMES

GAME = GAMES["blue-border"]


def dealt(order: tuple[int, ...]) -> tuple[list[str], dict[str, Any]]:
    """What seat A is told when seat A begins and these cards are dealt: events and view."""
    state, log = GAME.start(GAME.options({}, 2), 2), list[Ply[Any]]()
    for move in ((0, 1), order):
        state.apply(CHANCE, move, log)
    return [GAME.text(ply, 0) for ply in log], state.view(0)


def test_equal_events_come_with_other_shades_in_the_view() -> None:
    light_first = tuple(range(1, 33))
    events, view = dealt(light_first)
    other_events, other_view = dealt(light_first[::-1])
    assert events == other_events
    assert (view["field"], view["top"]) == ([[1], [1], [1], [1]], 2)
    assert (other_view["field"], other_view["top"]) == ([[8], [8], [8], [8]], 7)
