"""Blue Border: contradictions about the numbers of cards and the verdicts of calls."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.blue_border.lines import D, G
from engines.blue_border.messages import (
    AFTER,
    AS_FIRST,
    AT_DEEPEST,
    AT_LAST,
    FITS,
    FITS_NOT,
    HITS,
    MISSES,
)
from engines.kit.messages import NOWHERE
from engines.messages import Message, Sentence

AT_POINT: Final[dict[int, Sentence]] = {D: AT_DEEPEST, G: AT_LAST}


class CallOutcome(NamedTuple):
    """The verdict of a call: whether the card called fits at its point."""

    point: int
    before: int  # the card before it, 0 at A
    card: int
    fits: bool
    entry: int

    def message(self) -> Message:
        """The verdict as a message."""
        return MISSES() if self.fits else HITS()

    def contradiction(self, before: int, number: int) -> Message:
        """The message that by the rules these numbers contradict the verdict."""
        where = AFTER(number=before) if before else AS_FIRST()
        point = AT_POINT.get(self.point, NOWHERE)()
        sentence = FITS_NOT if self.fits else FITS
        return sentence(number=number, where=where, point=point)


class Clash(NamedTuple):
    """A contradiction: message, rule if one is broken, the entry that proves it, the note there."""

    message: Message
    rule: str = ""
    proof: int | None = None
    there: Message | None = None
