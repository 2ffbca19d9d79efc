"""The Swiss system as a format: entrants with equal points meet, and nobody meets twice.

This is not the Dutch system of FIDE; it minimises the prices of `swiss_pricing` and `swiss_pairs`.
"""

from collections.abc import Sequence

from engines.messages import Message
from tourney.domain.draw_values import Draw, EntrantId, Situation
from tourney.formats import swiss_pricing
from tourney.formats.swiss_pricing import SwissOptions
from tourney.formats.table_sizes import split

SETTINGS = swiss_pricing.DEFAULTS


# The solvers and numpy take long to load, and most commands of an event draw nothing.


def draw(situation: Situation) -> Draw:
    """A round of tables of two, or of pods of three to six."""
    plan = split(len(situation.entrants), situation.sizes)
    options = SwissOptions.of(situation)
    if max(plan.tables) == 2:
        from tourney.formats.swiss_pairs import draw_pairs

        return draw_pairs(situation, plan, options)
    from tourney.formats.swiss_pods import draw_pods

    return draw_pods(situation, plan, options)


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """Who would have been closer in points, and why that was not possible."""
    from tourney.formats.swiss_reasons import reasons

    return reasons(situation, draw, entrant)
