"""Blue Border: contradictions about the numbers of cards and the verdicts of calls."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.blue_border.lines import D, G
from engines.messages import Message, Sentence, say

AT_POINT: Final[dict[int, Sentence]] = {
    D: Sentence("blue-border.at-deepest"),
    G: Sentence("blue-border.at-last"),
}


class CallOutcome(NamedTuple):
    """The verdict of a call: whether the card called fits at its point."""

    point: int
    before: int  # the card before it, 0 at A
    card: int
    fits: bool
    entry: int

    def message(self) -> Message:
        """The verdict as a message."""
        return say("blue-border.misses") if self.fits else say("blue-border.hits")

    def contradiction(self, before: int, number: int) -> Message:
        """The message that by the rules these numbers contradict the verdict."""
        where = say("blue-border.after", number=before) if before else say("blue-border.as-first")
        point = AT_POINT.get(self.point, Sentence("kit.nowhere"))()
        sentence = Sentence("blue-border.fits-not") if self.fits else Sentence("blue-border.fits")
        return sentence(number=number, where=where, point=point)


class Clash(NamedTuple):
    """A contradiction: message, rule if one is broken, the entry that proves it, the note there."""

    message: Message
    rule: str = ""
    proof: int | None = None
    there: Message | None = None
