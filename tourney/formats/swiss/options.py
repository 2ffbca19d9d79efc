"""The settings of a Swiss stage."""

from dataclasses import dataclass
from typing import Final, Self

from tourney.domain.draws import Situation
from tourney.formats.format import (
    TIME_LIMIT,
    USUAL_SECONDS,
    choice_setting,
    count_setting,
    optional_count,
)

DEFAULTS: Final = {"byes": "1", "meetings": "", "order": "slide", TIME_LIMIT: USUAL_SECONDS}
ORDERS: Final = ("slide", "lot")


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """How many byes everyone may have, how often two may meet, and the order of a score group.

    `slide` pairs the upper half of a score group with the lower half by seed; `lot` does not look
    at seeds. The order is only used for tables of two.
    """

    byes: int
    meetings: int | None
    order: str

    @classmethod
    def of(cls, situation: Situation) -> Self:
        """The settings of a situation, with defaults for those that are missing."""
        count_setting(situation, DEFAULTS, TIME_LIMIT)
        return cls(
            count_setting(situation, DEFAULTS, "byes", least=0),
            optional_count(situation, DEFAULTS, "meetings", least=0),
            choice_setting(situation, DEFAULTS, "order", ORDERS),
        )
