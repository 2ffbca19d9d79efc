"""The order in which the matches of several deals are played, so that nobody plays a deal twice.

The seatings of a deal share its cards. A process of a bot that has seen a deal is ended before the
deal is played again, and so are those of all other bots of the run, which could pass the cards on.
Many deals are therefore played in one seating, then in the next: this takes few starts. A deal is
never played by two workers. What is stored does not depend on this order.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from tourney.agents.loaded_bot import LoadedBot

MOST_DEALS: Final = 10_000
"""Deals after which processes are ended although they could see more, to forget the deals."""

Sitting = tuple[int, ...]
"""Numbers of matches that one worker plays: those of one deal, if bots have their own processes."""


def sittings(
    numbers: Iterable[int], deal: Callable[[int], Hashable], bots: Sequence[LoadedBot]
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

    def __init__(self, bots: Iterable[LoadedBot]) -> None:
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
