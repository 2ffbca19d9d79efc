"""The schedule of a run: match number -> line-up, seats and deal, a pure function of the spec.

Nothing is listed in advance; a run of a million matches costs as much memory as a run of one.
"""

from collections.abc import Iterable

from tourney.domain.matches import Fixture
from tourney.domain.runs import RunSpec
from tourney.formats.blocks import block_size, position, rotated
from tourney.formats.lineups import LineUp, lineups
from tourney.play.luck import base_order


class Schedule:
    """The matches of a run, numbered from 1."""

    def __init__(self, spec: RunSpec) -> None:
        self._seed = spec.seed
        self._lineups = lineups(spec.schedule, [bot.name for bot in spec.bots], spec.seats)
        self.lineups = self._lineups.count
        """How many line-ups every deal is played by."""
        self.block_size = block_size(spec.block, spec.seats)
        """How many seatings every line-up plays a deal in."""
        self.total = spec.deals * self.lineups * self.block_size
        """How many matches there are."""

    def lineup(self, number: int) -> LineUp:
        """The bots of a line-up, counted from 0."""
        return self._lineups.pick(number)

    def fixture(self, number: int) -> Fixture:
        """Match `number`."""
        deal, lineup, rotation = position(number, self.lineups, self.block_size)
        order = base_order(self._seed, deal, lineup, self.lineup(lineup))
        return Fixture(number, deal, lineup, rotation, rotated(order, rotation))


def total(spec: RunSpec) -> int:
    """How many matches a run has."""
    return Schedule(spec).total


def fixture(spec: RunSpec, number: int) -> Fixture:
    """Match `number` of a run, counted from 1."""
    return Schedule(spec).fixture(number)


def missing(total: int, finished: Iterable[int]) -> list[range]:
    """The stretches of match numbers that are not in `finished`, which ascends."""
    gaps, expected = [], 1
    for number in finished:
        if number > expected:
            gaps.append(range(expected, number))
        expected = number + 1
    if expected <= total:
        gaps.append(range(expected, total + 1))
    return gaps
