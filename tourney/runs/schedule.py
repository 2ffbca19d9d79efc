"""The schedule of a run: match number -> line-up, seats and deal, a pure function of the spec.

Nothing is listed in advance; a run of a million matches costs as much memory as a run of one.
"""

from collections.abc import Iterable

from tourney.domain.matches import Fixture
from tourney.domain.runs import RunSpec
from tourney.formats.blocks import Pair, block, position
from tourney.formats.lineups import LineUp, champion, lineups
from tourney.play.luck import base_order


class Schedule:
    """The matches of a run, numbered from 1."""

    def __init__(self, spec: RunSpec) -> None:
        self._seed = spec.seed
        names = [bot.name for bot in spec.bots]
        self._lineups = lineups(spec.schedule, names, spec.seats)
        hero = champion(spec.schedule)
        self.champion = None if hero is None else names.index(hero)
        """The bot that runs the gauntlet, counted from 0; None in other schedules."""
        self._block = block(spec.block)
        self.lineups = self._lineups.count
        """How many line-ups every deal is played by."""
        self.block_size = self._block.size(spec.seats)
        """How many seatings every line-up plays a deal in."""
        self.deal_size = self.lineups * self.block_size
        """How many matches are played on every deal."""
        self.total = spec.deals * self.deal_size
        """How many matches there are."""

    def lineup(self, number: int) -> LineUp:
        """The bots of a line-up, counted from 0."""
        return self._lineups.pick(number)

    def fixture(self, number: int) -> Fixture:
        """Match `number`."""
        deal, lineup, turn = position(number, self.lineups, self.block_size)
        bots = self.lineup(lineup)
        order = tuple(base_order(self._seed, deal, lineup, bots))
        seats = self._block.seating(order, turn, self._pair(deal, bots))
        return Fixture(number, deal, lineup, turn, seats)

    def _pair(self, deal: int, bots: LineUp) -> Pair:
        """Who change seats in a `swap`: the first two, or the champion and each other in turn."""
        if self.champion is None:
            return bots[0], bots[1]
        others = [bot for bot in bots if bot != self.champion]
        return self.champion, others[deal % len(others)]


def total(spec: RunSpec) -> int:
    """How many matches a run has."""
    return Schedule(spec).total


def fixture(spec: RunSpec, number: int) -> Fixture:
    """Match `number` of a run, counted from 1."""
    return Schedule(spec).fixture(number)


def missing(total: int, finished: Iterable[int]) -> list[range]:
    """The stretches of match numbers up to `total` that are not in `finished`, which ascends."""
    gaps, expected = [], 1
    for number in (number for number in finished if 1 <= number <= total):
        if number > expected:
            gaps.append(range(expected, number))
        expected = number + 1
    if expected <= total:
        gaps.append(range(expected, total + 1))
    return gaps
