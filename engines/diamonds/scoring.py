"""Diamonds: the final score and who has won."""

from collections.abc import Sequence

from engines.api import Outcome


# DM-R11, DM-Q17: showroom plus twice the vault; of equal scores the fuller vault; else shared
def outcome(showroom: Sequence[int], vault: Sequence[int], team: Sequence[int]) -> Outcome:
    """Scores and places; a team takes one place, which its partners share."""
    keys = [(open_ + 2 * safe, safe) for open_, safe in zip(showroom, vault, strict=True)]
    scores = tuple(keys[own][0] for own in team)
    places = tuple(1 + sum(other > keys[own] for other in keys) for own in team)
    return Outcome(scores, places)
