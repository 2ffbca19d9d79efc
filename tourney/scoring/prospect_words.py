"""What is still possible, in messages."""

from engines.messages import Message, say
from tourney.scoring.prospects import Prospect, Prospects


def prospect_text(row: Prospect) -> Message:
    """What is possible for a player, in a few words."""
    if row.status != "open":
        return say("scoring.clinched") if row.status == "clinched" else say("scoring.out")
    if row.share is not None:
        return say("scoring.drawn", percent=round(100 * row.share))
    if row.enough is not None:
        return say("scoring.enough", place=row.enough)
    return say("scoring.open") if row.needs is None else say("scoring.needs", place=row.needs)


def method_text(found: Prospects, top: int) -> Message:
    """Whether all continuations were searched or some were drawn."""
    return (
        say("scoring.searched", top=top)
        if found.exact
        else say("scoring.simulated", top=top, count=found.counted)
    )
