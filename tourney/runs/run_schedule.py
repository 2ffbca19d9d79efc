"""The schedule of a run: line-up, seats and deal of each match number, computed from the spec.

Nothing is listed in advance; a run of a million matches takes as much memory as a run of one.

One of several machines plays a `Part` of a run: every N-th deal, or every N-th block. A deal stays
in one part, so that deals can be compared as long as a part is missing. A run with fewer deals than
parts is divided by blocks.

The seatings of a deal share its cards. A process of a bot that has seen a deal is ended before the
deal is played again, and so are those of all other bots of the run, which could pass the cards on.
Many deals are therefore played in one seating, then in the next (`in_turns`): this takes few
starts. A deal is never played by two workers. What is stored does not depend on this order.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import Fixture
from tourney.domain.run_spec import RunSpec
from tourney.formats.lineups import block, champion, lineups, position
from tourney.play.luck import base_order

if TYPE_CHECKING:
    from tourney.agents.loaded_bot import LoadedBot


class Schedule:
    """The matches of a run, numbered from 1."""

    def __init__(self, spec: RunSpec) -> None:
        self._seed = spec.seed
        names = [bot.name for bot in spec.bots]
        self._lineups = lineups(spec.schedule, names, spec.seats)
        hero = champion(spec.schedule)
        # The bot that runs the gauntlet, counted from 0; None in other schedules.
        self.champion = None if hero is None else names.index(hero)
        # The bots that play; in a fixed line-up those that have a seat.
        self.bots = range(spec.seats if spec.schedule == "fixed" else len(names))
        self._block = block(spec.block)
        self.lineups = self._lineups.count  # the number of line-ups that play each deal
        # The number of seatings in which a line-up plays a deal.
        self.block_size = self._block.size(spec.seats)
        self.deal_size = self.lineups * self.block_size  # the number of matches on each deal
        self.total = spec.deals * self.deal_size  # the number of matches in the run

    def deal(self, number: int) -> int:
        """The deal of match `number`."""
        return (number - 1) // self.deal_size

    def lineup(self, number: int) -> int:
        """The number of the line-up of match `number`, counted from 0."""
        return position(number, self.lineups, self.block_size)[1]

    def fixture(self, number: int) -> Fixture:
        """Match `number`."""
        deal, lineup, turn = position(number, self.lineups, self.block_size)
        bots = self._lineups.pick(lineup)
        # Who changes seats in a `swap`: the first two, or the champion and one other.
        pair = bots[0], bots[1]
        if self.champion is not None:
            others = [bot for bot in bots if bot != self.champion]
            pair = self.champion, others[deal % len(others)]
        order = base_order(self._seed, deal, lineup, bots)
        return Fixture(number, deal, lineup, turn, self._block.seating(order, turn, pair))

    def comparable(self, one: int, two: int) -> Callable[[int], bool]:
        """Whether the matches of a line-up tell two bots apart, from the number of the line-up.

        They do if both bots are in it, or if the other bot meets the same opponents in another
        line-up. The champion of a gauntlet meets everybody else alone.
        """

        def counts(number: int) -> bool:
            bots = self._lineups.pick(number)
            return (one in bots and two in bots) or self.champion not in (one, two)

        return counts


def total(spec: RunSpec) -> int:
    """How many matches a run has."""
    return Schedule(spec).total


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
        self.total = self._before(schedule.total + 1)  # the number of matches of the part

    def count(self, ranges: Iterable[range]) -> int:
        """How many match numbers in these ranges belong to the part."""
        return sum(self._before(each.stop) - self._before(each.start) for each in ranges)

    def numbers(self, ranges: Iterable[range]) -> Iterator[int]:
        """The match numbers in these ranges that belong to the part, in order."""
        mine, count = self._part.number - 1, self._part.count
        for stretch in ranges:
            first, last = ((n - 1) // self._unit for n in (stretch.start, stretch.stop - 1))
            for unit in range(first + (mine - first) % count, last + 1, count):
                start = unit * self._unit + 1
                yield from range(max(start, stretch.start), min(start + self._unit, stretch.stop))

    def _before(self, number: int) -> int:
        """How many match numbers below this one belong to the part."""
        # Units (deals or blocks) are dealt out to the parts in turn, like cards.
        units, rest = divmod(number - 1, self._unit)
        rounds, turn = divmod(units, self._part.count)
        mine = self._part.number - 1
        return (rounds + (turn > mine)) * self._unit + (rest if turn == mine else 0)


# Deals after which processes are ended although they could see more, to forget the deals.
MOST_DEALS: Final = 10_000

# Numbers of matches that one worker plays: those of one deal, if bots have their own processes.
Sitting = tuple[int, ...]


def sittings(
    numbers: Iterable[int], deal: Callable[[int], Hashable], bots: "Sequence[LoadedBot]"
) -> Iterator[Sitting]:
    """The matches with these numbers, which ascend by deal, as they are given to workers."""
    if not any(bot.outside for bot in bots):
        return ((number,) for number in numbers)
    return (tuple(same) for _, same in groupby(numbers, deal))


def in_turns(sittings: Sequence[Sitting]) -> Iterator[int]:
    """All matches: the first of every deal, then the second of every deal, and so on."""
    for turn in range(max(map(len, sittings), default=0)):
        for sitting in sittings:
            if turn < len(sitting):
                yield sitting[turn]


class Generation:
    """The processes of all bots since they were last ended, and the deals that they have seen."""

    def __init__(self, bots: "Iterable[LoadedBot]") -> None:
        self._bots = [bot for bot in bots if bot.outside]
        self._seen = set[Hashable]()
        self._effort = sum(bot.effort() for bot in self._bots)

    def see(self, deal: Hashable) -> None:
        """Let the bots see a deal; if they have, the processes end and others will be started."""
        if not self._bots:
            return
        if deal in self._seen or len(self._seen) >= MOST_DEALS:
            for bot in self._bots:
                bot.dismiss()
            for bot in self._bots:
                bot.settle()
            self._seen.clear()
        self._seen.add(deal)

    def effort(self) -> float:
        """Seconds spent on the starts and ends of processes since the last call."""
        before, self._effort = self._effort, sum(bot.effort() for bot in self._bots)
        return self._effort - before
