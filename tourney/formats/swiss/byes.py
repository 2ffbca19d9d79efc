"""Who may have a bye: everyone has as few as the settings say, and the lowest come first."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from engines.messages import say
from tourney.domain.draws import EntrantId, Situation
from tourney.domain.errors import UsageFault
from tourney.formats.swiss.options import SwissOptions
from tourney.formats.swiss.pricing import points_of

CHOICES: Final = 40
"""How many sets of entrants are tried until the restrictions can be kept."""


def lowest_first(situation: Situation) -> list[EntrantId]:
    """The entrants in order of points, the fewest first, then by seed, the worst first."""
    seed = {one: at for at, one in enumerate(situation.entrants)}
    return sorted(situation.entrants, key=lambda one: (points_of(situation, one), -seed[one]))


def eligible_for_bye(situation: Situation, needed: int, options: SwissOptions) -> list[EntrantId]:
    """Who may have a bye, the lowest first; a fault if they are too few."""
    found = [one for one in lowest_first(situation) if situation.byes.get(one, 0) < options.byes]
    if len(found) < needed:
        raise UsageFault(
            say(
                "formats.swiss-no-bye-left",
                needed=needed,
                most=options.byes,
                left=len(found),
                round=situation.round,
            )
        )
    return found


def bye_choices(
    situation: Situation, needed: int, options: SwissOptions
) -> Iterator[tuple[EntrantId, ...]]:
    """Who may have the byes of a round: first the lowest, then other sets."""
    return islice(combinations(eligible_for_bye(situation, needed, options), needed), CHOICES)
