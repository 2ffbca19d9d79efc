"""What is still possible, in messages."""

from engines.messages import Message
from tourney.scoring.messages import (
    CLINCHED,
    DRAWN,
    ENOUGH,
    NEEDS,
    OPEN,
    OUT,
    SEARCHED,
    SIMULATED,
)
from tourney.scoring.prospects import Prospect, Prospects


def prospect_text(row: Prospect) -> Message:
    """What is possible for a player, in a few words."""
    if row.status != "open":
        return CLINCHED() if row.status == "clinched" else OUT()
    if row.share is not None:
        return DRAWN(percent=round(100 * row.share))
    if row.enough is not None:
        return ENOUGH(place=row.enough)
    return OPEN() if row.needs is None else NEEDS(place=row.needs)


def method_text(found: Prospects, top: int) -> Message:
    """Whether all continuations were searched or some were drawn."""
    return SEARCHED(top=top) if found.exact else SIMULATED(top=top, count=found.counted)
