"""Random matches, and the width of a text in terminal columns."""

import unicodedata
from collections.abc import Mapping
from random import Random
from typing import Any

from engines.api import EVERYTHING, Ply, State, View, Who
from engines.games import GAMES

DIAMS = GAMES["diams"]


class Played:
    """A random match of Diam's: its log, and the view of every seat after each entry."""

    def __init__(self, seats: int, seed: int, given: Mapping[str, str] | None = None) -> None:
        rng = Random(seed)
        self.seats = seats
        self.given = dict(given or {})
        self.log: list[Ply[Any]] = []
        self.views: dict[int, dict[Who, View]] = {}
        self.states: dict[int, State[Any]] = {}
        self.eyes: tuple[Who, ...] = (EVERYTHING, None, *range(seats))
        state = DIAMS.start(DIAMS.options(self.given, seats), seats)
        while owing := state.pending():
            seat = owing[0]
            move = DIAMS.shuffle(state, rng) if seat < 0 else state.sample(seat, rng)
            state.apply(seat, move, self.log)
            self.views[len(self.log)] = {who: state.view(who) for who in self.eyes}
            self.states[len(self.log)] = state.clone()

    def record(self) -> str:
        """The match as a record without a trailer."""
        options = " ".join(f"{key}={value}" for key, value in sorted(self.given.items()))
        head = ["match: x", "game: diams", *([f"options: {options}"] if options else [])]
        head += [f"seat {letter}: p{letter}" for letter in "ABCDE"[: self.seats]]
        lines = DIAMS.layout([(ply.seat, DIAMS.text(ply)) for ply in self.log])
        return "\n".join([*head, "", *lines, ""])


def columns(text: str) -> int:
    """Width in terminal columns, from the Unicode width of each character."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    none = sum(unicodedata.combining(c) > 0 for c in text)
    return len(text) + wide - none
