"""Diamonds: the final score and who has won."""

from collections.abc import Sequence

from engines.api import Outcome


def outcome(showroom: Sequence[int], vault: Sequence[int], team: Sequence[int]) -> Outcome:
    """Showroom plus twice the vault; more in the vault decides a tie (DM-R11, DM-Q17).

    Partners share score and place; a team counts as one in the placing of seats behind it.
    """
    keys = [(open_ + 2 * safe, safe) for open_, safe in zip(showroom, vault, strict=True)]
    scores = tuple(keys[own][0] for own in team)
    places = tuple(1 + sum(keys[other] > keys[own] for other in team) for own in team)
    return Outcome(scores, places)
