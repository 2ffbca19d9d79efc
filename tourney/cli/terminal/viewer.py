"""Steps through a match by keys: the action of each key, and the main loop."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engines.api import EVERYTHING
from tourney.cli.terminal.screen import taken
from tourney.render.frames import MatchReplay
from tourney.render.replay_screen import MatchHeading, ScreenState, compose
from tourney.render.scenes import Theme, ansi
from tourney.render.text import gathered

DIGITS: Final = 6
"""The longest number of a ply that can be typed."""

STEPS: Final[Mapping[str, Callable[[MatchReplay, int], int]]] = {
    "right": lambda replay, at: min(at + 1, len(replay.frames) - 1),
    "left": lambda replay, at: max(at - 1, 0),
    "down": lambda replay, at: replay.onward(replay.turns, at),
    "up": lambda replay, at: replay.back(replay.turns, at),
    "pgdn": lambda replay, at: replay.onward(replay.rounds, at),
    "pgup": lambda replay, at: replay.back(replay.rounds, at),
    "home": lambda replay, at: 0,
    "end": lambda replay, at: len(replay.frames) - 1,
}
SAME: Final = {"space": "right", "backspace": "left"}


def press(replay: MatchReplay, seats: int, screen: ScreenState, key: str) -> ScreenState | None:
    """The state of the screen after a key; None to quit."""
    if key in ("", "resize"):
        return screen
    if screen.typed:
        return _type(replay, screen, key)
    # Any key leaves the help, also q: nobody who reads it means to leave the match.
    if screen.help:
        return replace(screen, help=False)
    if key == "q":
        return None
    if key.isdigit():
        return replace(screen, typed=key)
    if key == "?":
        return replace(screen, help=True)
    step = STEPS.get(SAME.get(key, key))
    if step:
        return replace(screen, at=step(replay, screen.at))
    if key in ("o", "s"):  # as an open table, or a spectator, sees the match
        return replace(screen, who=EVERYTHING if key == "o" else None)
    seat = "abcdefgh".find(key.lower()) if len(key) == 1 else -1
    return replace(screen, who=seat) if 0 <= seat < seats else screen


def _type(replay: MatchReplay, screen: ScreenState, key: str) -> ScreenState:
    """The state of the screen while the number of a ply is typed."""
    if key == "enter":
        return replace(screen, at=replay.at_ply(int(screen.typed)), typed="")
    if key == "backspace":
        return replace(screen, typed=screen.typed[:-1])
    if key.isdigit():
        return replace(screen, typed=(screen.typed + key)[:DIGITS])
    return replace(screen, typed="")


def view(replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme) -> None:
    """Show the match in the terminal until the user quits."""
    now: ScreenState | None = screen
    with taken() as terminal:
        while now is not None:
            width, height = terminal.size()
            lines = compose(replay, heading, now, replace(theme, width=width), height)
            terminal.show(
                list(ansi(lines)) if theme.color else [gathered(line.plain) for line in lines]
            )
            now = press(replay, len(heading.names), now, terminal.key())
