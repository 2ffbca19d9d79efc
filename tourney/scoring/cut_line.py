"""The line below the last place that goes on, and who shares it.

Does not draw lots: a line among equals stays open until the organiser orders lots or a play-off.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.messages import Message, say
from tourney.domain.errors import UsageFault
from tourney.domain.matches import Standing


@dataclass(frozen=True, slots=True)
class CutResult:
    """The players above and below the line; `shared` are equals of whom only `free` can go on."""

    inside: tuple[str, ...]
    shared: tuple[str, ...]
    outside: tuple[str, ...]
    free: int
    place: int
    """The place that the equals share."""

    def warning(self) -> Message | None:
        """That the line falls among equals, and how to decide; None if it does not."""
        if not self.shared:
            return None
        first = len(self.inside) + self.free
        return say(
            "scoring.cut-among-equals",
            top=first,
            place=self.place,
            players=self.shared,
            free=self.free,
        )


def cut_line(rows: Sequence[Standing], top: int) -> CutResult:
    """Who is among the first `top` rows of the standings, which are in order; UsageFault below 1.

    If there are no more than `top` players, all of them are inside.
    """
    if top < 1:
        raise UsageFault(say("scoring.cut-too-low", top=top))
    place = rows[top - 1].place if top < len(rows) else 0
    split = top < len(rows) and rows[top].place == place
    inside = [r for r in rows[:top] if not (split and r.place == place)]
    shared = [r.player for r in rows if split and r.place == place]
    return CutResult(
        inside=tuple(row.player for row in inside),
        shared=tuple(shared),
        outside=tuple(row.player for row in rows[len(inside) + len(shared) :]),
        free=top - len(inside) if split else 0,
        place=place,
    )
