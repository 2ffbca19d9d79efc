"""Stepping through a match with keys: what each key does, and the loop around it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engines.api import EVERYTHING, Who
from tourney.cli.terminal import taken
from tourney.render.replay import MatchReplay
from tourney.render.replay_screen import MatchHeading, ScreenState, compose
from tourney.render.scenes import Theme, ansi

DIGITS: Final = 6

STEPS: Final[Mapping[str, Callable[[MatchReplay, int], int]]] = {
    "right": lambda film, at: min(at + 1, len(film.frames) - 1),
    "left": lambda film, at: max(at - 1, 0),
    "down": lambda film, at: film.onward(film.turns, at),
    "up": lambda film, at: film.back(film.turns, at),
    "pgdn": lambda film, at: film.onward(film.rounds, at),
    "pgup": lambda film, at: film.back(film.rounds, at),
    "home": lambda film, at: 0,
    "end": lambda film, at: len(film.frames) - 1,
}
SAME: Final = {"space": "right", "backspace": "left"}


def press(film: MatchReplay, seats: int, shot: ScreenState, key: str) -> ScreenState | None:
    """What a key turns one shot into; None to quit."""
    if key in ("", "resize"):
        return shot
    if shot.typed:
        return _type(film, shot, key)
    if shot.help:
        return replace(shot, help=False)
    if key == "q":
        return None
    if key.isdigit():
        return replace(shot, typed=key)
    if key == "?":
        return replace(shot, help=True)
    step = STEPS.get(SAME.get(key, key))
    if step:
        return replace(shot, at=step(film, shot.at))
    return replace(shot, who=_who(key, seats, shot.who))


def _type(film: MatchReplay, shot: ScreenState, key: str) -> ScreenState:
    """A number on its way to being gone to."""
    if key == "enter":
        return replace(shot, at=film.at_ply(int(shot.typed)), typed="")
    if key == "backspace":
        return replace(shot, typed=shot.typed[:-1])
    if key.isdigit():
        return replace(shot, typed=(shot.typed + key)[:DIGITS])
    return replace(shot, typed="")


def _who(key: str, seats: int, who: Who) -> Who:
    if key in ("o", "s"):
        return EVERYTHING if key == "o" else None
    seat = "abcdefgh".find(key.lower()) if len(key) == 1 else -1
    return seat if 0 <= seat < seats else who


def view(film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme) -> None:
    """Show the match in the terminal until the person has seen enough."""
    now: ScreenState | None = shot
    with taken() as terminal:
        while now is not None:
            width, height = terminal.size()
            lines = compose(film, cast, now, replace(pen, width=width), height)
            terminal.show(list(ansi(lines)) if pen.color else [line.plain for line in lines])
            now = press(film, len(cast.names), now, terminal.key())
