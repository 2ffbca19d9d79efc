"""The settings of a Swiss stage."""

from dataclasses import dataclass
from typing import Final, Self

from tourney.domain.errors import UsageFault
from tourney.domain.events import Situation
from tourney.formats.swiss.messages import WRONG_NUMBER, WRONG_ORDER

DEFAULTS: Final = {"byes": "1", "meetings": "", "order": "slide"}
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
        given = {**DEFAULTS, **situation.settings}
        if given["order"] not in ORDERS:
            raise UsageFault(WRONG_ORDER(given=given["order"]))
        meetings = _number("meetings", given["meetings"]) if given["meetings"] else None
        return cls(_number("byes", given["byes"]), meetings, given["order"])


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise UsageFault(WRONG_NUMBER(name=name, given=text))
    return int(text)
