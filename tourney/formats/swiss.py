"""The Swiss system as a format: entrants with equal points meet, and nobody meets twice.

This is not the Dutch system of FIDE; it minimises the prices of `swiss_pricing` and `swiss_pairs`.
"""

from collections.abc import Mapping, Sequence

from engines.messages import Message
from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.formats.format_settings import Order
from tourney.formats.swiss_pricing import DEFAULTS, SwissOptions
from tourney.formats.table_sizes import split


class Swiss:
    """Swiss rounds for tables of two, and for pods of three to six."""

    settings: Mapping[str, str] = DEFAULTS

    def rounds(self, situation: Situation) -> int | None:
        """The number of rounds of the plan; without a plan the organiser ends the stage."""
        return situation.rounds

    def draw(self, situation: Situation) -> Draw:
        """Draw the next round."""
        plan = split(len(situation.entrants), situation.sizes)
        options = SwissOptions.of(situation)
        if max(plan.tables) == 2:
            from tourney.formats.swiss_pairs import draw_pairs

            return draw_pairs(situation, plan, options)
        from tourney.formats.swiss_pods import draw_pods

        return draw_pods(situation, plan, options)

    def order(self, situation: Situation) -> Order | None:
        """None: points decide."""
        return None

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """Who would have been closer in points, and why that was not possible."""
        from tourney.formats.swiss_reasons import reasons

        return reasons(situation, draw, entrant)
