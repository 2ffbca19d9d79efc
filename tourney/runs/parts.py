"""The part of a run that one of several machines plays: every N-th deal, or every N-th block.

A deal stays in one part, so that deals can be compared as long as a part is missing. A run with
fewer deals than parts is divided by blocks. Does not list the matches: they follow from numbers.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.runs.schedule import Schedule

MOST_PARTS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Part:
    """Part `number`, from 1, of `count` parts."""

    number: int = 1
    count: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


WHOLE_RUN: Final = Part()


def read_part(text: str) -> Part:
    """A part written as `3/16`; UsageFault."""
    found = re.fullmatch(r"([0-9]{1,7})/([0-9]{1,7})", text)
    if found is None:
        raise UsageFault(say("runs.bad-part", part=quoted(text)))
    part = Part(int(found[1]), int(found[2]))
    if not 1 <= part.number <= part.count <= MOST_PARTS:
        raise UsageFault(say("runs.no-such-part", part=quoted(text), most=MOST_PARTS))
    return part


class Portion:
    """The match numbers of a part."""

    def __init__(self, schedule: Schedule, part: Part) -> None:
        deals = schedule.total // schedule.deal_size
        self._unit = schedule.deal_size if deals >= part.count else schedule.block_size
        self._part = part
        self.total = self._before(schedule.total + 1)
        """The number of matches of the part."""

    def count(self, ranges: Iterable[range]) -> int:
        """How many match numbers in these ranges belong to the part."""
        return sum(self._before(each.stop) - self._before(each.start) for each in ranges)

    def numbers(self, ranges: Iterable[range]) -> Iterator[int]:
        """The match numbers in these ranges that belong to the part, in order."""
        for each in ranges:
            yield from self._within(each)

    def _before(self, number: int) -> int:
        """How many match numbers below this one belong to the part."""
        units, rest = divmod(number - 1, self._unit)
        rounds, turn = divmod(units, self._part.count)
        mine = self._part.number - 1
        whole = rounds + (turn > mine)
        return whole * self._unit + (rest if turn == mine else 0)

    def _within(self, stretch: range) -> Iterator[int]:
        first = (stretch.start - 1) // self._unit
        last = (stretch.stop - 2) // self._unit
        mine, count = self._part.number - 1, self._part.count
        for unit in range(first + (mine - first) % count, last + 1, count):
            start = unit * self._unit + 1
            yield from range(max(start, stretch.start), min(start + self._unit, stretch.stop))
