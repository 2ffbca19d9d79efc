"""The schedule of a run: line-up, seats and deal of each match number, computed from the spec.

Nothing is listed in advance; a run of a million matches takes as much memory as a run of one.
"""

from collections.abc import Callable, Iterable

from tourney.domain.match_values import Fixture
from tourney.domain.run_spec import RunSpec
from tourney.formats.lineups import LineUp, Pair, block, champion, lineups, position
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
        self.bots = range(spec.seats if spec.schedule == "fixed" else len(names))
        """The bots that play; in a fixed line-up those that have a seat."""
        self._block = block(spec.block)
        self.lineups = self._lineups.count
        """The number of line-ups that play each deal."""
        self.block_size = self._block.size(spec.seats)
        """The number of seatings in which a line-up plays a deal."""
        self.deal_size = self.lineups * self.block_size
        """The number of matches on each deal."""
        self.total = spec.deals * self.deal_size
        """The number of matches in the run."""

    def lineup(self, number: int) -> LineUp:
        """The bots of a line-up, counted from 0."""
        return self._lineups.pick(number)

    def deal(self, number: int) -> int:
        """The deal of match `number`."""
        return (number - 1) // self.deal_size

    def fixture(self, number: int) -> Fixture:
        """Match `number`."""
        deal, lineup, turn = position(number, self.lineups, self.block_size)
        bots = self.lineup(lineup)
        order = base_order(self._seed, deal, lineup, bots)
        seats = self._block.seating(order, turn, self._pair(deal, bots))
        return Fixture(number, deal, lineup, turn, seats)

    def comparable(self, one: int, two: int) -> Callable[[int], bool]:
        """Whether the matches of a line-up tell two bots apart, from the number of the line-up.

        They do if both bots are in it, or if the other bot meets the same opponents in another
        line-up. The champion of a gauntlet meets everybody else alone.
        """

        def counts(number: int) -> bool:
            bots = self.lineup(number)
            return (one in bots and two in bots) or self.champion not in (one, two)

        return counts

    def deal_numbers(self, deal: int) -> range:
        """The numbers of all matches on a deal, counted from 0."""
        return range(deal * self.deal_size + 1, (deal + 1) * self.deal_size + 1)

    def _pair(self, deal: int, bots: LineUp) -> Pair:
        """The bots that change seats in a `swap`: the first two, or the champion and one other."""
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
    """The ranges of match numbers up to `total` missing in `finished`, which must ascend."""
    gaps, expected = [], 1
    for number in (number for number in finished if 1 <= number <= total):
        if number > expected:
            gaps.append(range(expected, number))
        expected = number + 1
    if expected <= total:
        gaps.append(range(expected, total + 1))
    return gaps
