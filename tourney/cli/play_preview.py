"""The board after a placement, drawn before the placement is confirmed."""

from random import Random
from typing import Any

from engines.api import Grid, Scene, Token
from engines.messages import Message
from tourney.domain.observation import Observation


def preview(observation: Observation[Any], move: Any, title: Message, rng: Random) -> Scene | None:
    """The board after a move, with the changed cells in brackets; None if it does not change.

    The move is made in a world that the seat considers possible, so nothing hidden is shown.
    """
    game, seat = observation.game, observation.seat
    before = game.scene(observation.view()).grid
    if before is None:
        return None
    world = observation.resample(rng)
    world.apply(seat, move)
    after = game.scene(world.view(seat)).grid
    if after is None or after == before:
        return None
    return Scene(title, (), grid=_marked(before, after))


def _marked(before: Grid, after: Grid) -> Grid:
    old = {
        (before.left + x, before.top + y): token
        for y, row in enumerate(before.rows)
        for x, token in enumerate(row)
    }
    rows = tuple(
        tuple(
            _bracketed(token) if token != old.get((after.left + x, after.top + y)) else token
            for x, token in enumerate(row)
        )
        for y, row in enumerate(after.rows)
    )
    return after._replace(rows=rows)


def _bracketed(token: Token | None) -> Token | None:
    return token and token._replace(text=f"[{token.text}]")
