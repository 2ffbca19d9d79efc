"""The interface of a format: how the rounds of a stage are drawn.

A format is a pure function of the situation: it has no clock, no files and no random
numbers except those made from the seed of the situation.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from engines.messages import Message
from tourney.domain.events import Draw, EntrantId, Situation

Order: TypeAlias = tuple[tuple[EntrantId, ...], ...]
"""Entrants from best to worst, in groups of equals."""


class Format(Protocol):
    """Draws the rounds of a stage."""

    settings: Mapping[str, str]
    """The settings that the format knows, with their defaults as text."""

    def rounds(self, situation: Situation) -> int | None:
        """How many rounds the stage has; None if the organiser ends it."""

    def draw(self, situation: Situation) -> Draw:
        """Draw the next round; UsageFault with the arithmetic if that is impossible."""

    def order(self, situation: Situation) -> Order | None:
        """The final order that the format itself decides, such as a bracket; None: by points."""

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """Why an entrant has this pod: who could not be met and why, what other pods would cost."""
