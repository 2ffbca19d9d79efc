"""Diamonds: the final scores and places."""

from collections.abc import Sequence

from engines.api import Outcome


# DM-R11, DM-Q17: showroom plus twice the vault; a tie goes to the fuller vault, else it is shared
def outcome(showroom: Sequence[int], vault: Sequence[int], team: Sequence[int]) -> Outcome:
    """Scores and places; the partners of a team share one place."""
    keys = [(open_ + 2 * safe, safe) for open_, safe in zip(showroom, vault, strict=True)]
    scores = tuple(keys[own][0] for own in team)
    places = tuple(1 + sum(other > keys[own] for other in keys) for own in team)
    return Outcome(scores, places)
