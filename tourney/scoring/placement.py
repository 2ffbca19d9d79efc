"""The text of a point system that is a table: points of every place by the number of sides.

`4=10,6,3,1;3=9,4,1` gives 10, 6, 3 and 1 points in a match of four sides, 9, 4 and 1 in one of
three. Does not depend on how points are added.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted

MOST_SIDES: Final = 8
_ENTRY: Final = re.compile(r"(\d)=(-?\d{1,6}(?:\.[05])?(?:,-?\d{1,6}(?:\.[05])?)*)", re.ASCII)

Tables = Mapping[int, tuple[Fraction, ...]]
"""The points of the first place, the second place and so on, by the number of sides."""


def placement_tables(text: str) -> Tables:
    """The tables in a text; UsageFault if it is not one or a worse place has more points."""
    tables: dict[int, tuple[Fraction, ...]] = {}
    for entry in text.split(";"):
        found = _ENTRY.fullmatch(entry.strip())
        sides = int(found[1]) if found else 0
        points = tuple(map(Fraction, found[2].split(","))) if found else ()
        if not 2 <= sides <= MOST_SIDES or len(points) != sides or sides in tables:
            raise UsageFault(say("scoring.bad-placement", entry=quoted(entry.strip())))
        _refuse_rising(entry, points)
        tables[sides] = points
    return tables


def _refuse_rising(entry: str, points: tuple[Fraction, ...]) -> None:
    """Refuse points that rise, and halves that eight tied sides cannot share in whole units."""
    if list(points) != sorted(points, reverse=True):
        raise UsageFault(say("scoring.rising-placement", entry=quoted(entry.strip())))
    if len(points) == MOST_SIDES and any(one.denominator > 1 for one in points):
        raise UsageFault(say("scoring.bad-placement", entry=quoted(entry.strip())))
