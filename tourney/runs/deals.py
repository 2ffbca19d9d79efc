"""Matches of a run folded into deals: what each deal was worth to every bot.

Matches come in the order of their numbers, without gaps, so a deal is complete with its last
match. Knows nothing of intervals and rules.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tourney.domain.matches import Ending, MatchResult
from tourney.domain.runs import RunSpec
from tourney.runs.schedule import Schedule
from tourney.scoring import finishes, in_units, point_system
from tourney.store import Store, StoredRun

NAMED = 5
"""Deals with faults that are told of by number."""

FORGIVEN = frozenset({"resigned"})
"""To give up is a decision of the bot like any other; what it costs must not be left out."""


class DealShare(NamedTuple):
    """What a deal was to one bot: how many matches, and their points in 840ths."""

    matches: int
    units: int


class Deal(NamedTuple):
    """A complete deal, counted from 0; shares in the order of the run's bots.

    `clean` says that no match of it was abandoned or had a fault: others do not compare bots.
    """

    number: int
    shares: tuple[DealShare, ...]
    clean: bool


class Deals:
    """Folds the matches of one run."""

    def __init__(self, spec: RunSpec, schedule: Schedule, by: str = "scaled") -> None:
        self._bots = {bot.name: number for number, bot in enumerate(spec.bots)}
        self._size = schedule.deal_size
        self._worth = in_units(point_system(by))
        self._begin()

    def _begin(self) -> None:
        self._matches = [0] * len(self._bots)
        self._units = [0] * len(self._bots)
        self._clean = True

    def take(self, ending: Ending) -> Deal | None:
        """Enter the next match; the deal it was the last of."""
        if ending.result is None or any(code not in FORGIVEN for code in ending.faults):
            self._clean = False
        if ending.result is not None:
            self._enter(ending.result)
        if ending.number % self._size:
            return None
        shares = tuple(map(DealShare, self._matches, self._units))
        deal = Deal(ending.number // self._size - 1, shares, self._clean)
        self._begin()
        return deal

    def _enter(self, result: MatchResult) -> None:
        for player, end in zip(result.players, finishes(result), strict=True):
            bot = self._bots[player]
            self._matches[bot] += 1
            self._units[bot] += self._worth(end)


def stored_deals(store: Store, run: StoredRun, by: str = "scaled") -> Iterator[Deal]:
    """The complete deals of a run as stored, in order; a deal that lacks a match is left out."""
    schedule = Schedule(run.spec)
    deals, due = Deals(run.spec, schedule, by), 1
    for ending in store.endings(run):
        if ending.number != due:
            if (ending.number - 1) % schedule.deal_size:
                continue  # the rest of a deal that lacks a match
            deals = Deals(run.spec, schedule, by)
        due = ending.number + 1
        deal = deals.take(ending)
        if deal is not None:
            yield deal


def named(deals: Sequence[int]) -> str:
    """How deals with faults are told of: how many, and which the first ones are."""
    if not deals:
        return ""
    more = ", …" if len(deals) > NAMED else ""
    shown = ", ".join(map(str, deals[:NAMED]))
    return f", {len(deals)} with faults left out (deal {shown}{more})"
