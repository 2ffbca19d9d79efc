"""Why an entrant sits with these others: who would have been closer in points, and at what price.

An entrant is the player of its number in messages: entrant 1 is the first name.
"""

from collections.abc import Sequence
from fractions import Fraction

from engines.messages import Message, Player
from tourney.domain.events import Draw, EntrantId, Situation
from tourney.formats.swiss.messages import BYE, SITS
from tourney.formats.swiss.pricing import points_of


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """Why an entrant has this pod or the bye."""
    points = shown(points_of(situation, entrant))
    if entrant in draw.byes:
        return [BYE(who=Player(entrant - 1), points=points)]
    (pod,) = [pod for pod in draw.pods if entrant in pod]
    others = tuple(Player(one - 1) for one in pod if one != entrant)
    return [SITS(who=Player(entrant - 1), points=points, others=others)]


def shown(points: Fraction) -> str:
    """Points as people write them: whole, or with two digits."""
    return str(points) if points.denominator == 1 else f"{float(points):.2f}"
