"""Which games the bots understand, and what understanding one means.

A game without a guide is played by drawing uniformly.
"""

from typing import Any, Protocol

from engines.api import Seat, View
from tourney.bots.diams.guide import DiamsGuide


class Guide(Protocol):
    """Sound play of one game; it reads no more than what the seat concerned may know."""

    def advice(self, view: View) -> Any:
        """The move that is sound for the seat of a view."""

    def move(self, state: Any, seat: Seat) -> Any:
        """The same for a seat of a state, for play that goes on inside a search."""


GUIDES: dict[str, Guide] = {
    "diams": DiamsGuide(),
}
