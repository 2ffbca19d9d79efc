"""Blue Border: why what is written of cards' numbers and verdicts cannot be."""

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
    """What a call came to: the card called fits at its point, or not."""

    point: int
    before: int  # the card before it, 0 at A
    card: int
    fits: bool
    entry: int

    def message(self) -> Message:
        """The verdict in words."""
        return MISSES() if self.fits else HITS()

    def contradiction(self, before: int, number: int) -> Message:
        """What the rules say of these numbers, which is not what the verdict says."""
        where = AFTER(number=before) if before else AS_FIRST()
        point = AT_POINT.get(self.point, NOWHERE)()
        sentence = FITS_NOT if self.fits else FITS
        return sentence(number=number, where=where, point=point)


class Clash(NamedTuple):
    """Why something cannot be: words, the rule if one is broken, the entry that says otherwise."""

    message: Message
    rule: str = ""
    proof: int | None = None
    there: Message | None = None
