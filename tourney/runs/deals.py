"""Sums up the matches of a run by deal: the points of every bot on each deal.

Matches come in the order of their numbers, without gaps, so a deal is complete with its last
match. Does not depend on intervals or stopping rules.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engines.messages import Message, say
from tourney.domain.match_values import Ending, MatchResult, StoredMatch
from tourney.domain.run_spec import RunSpec
from tourney.formats.lineups import position
from tourney.runs.schedule import Schedule
from tourney.scoring import finishes, in_units, point_system
from tourney.store import Database, NumberRange, StoredRun
from tourney.store.matches import finished_numbers, run_endings
from tourney.store.runs import run_named

NAMED = 5
"""How many deals of a kind are listed by number."""

FORGIVEN = frozenset({"resigned"})
"""Codes that do not count as a fault of a deal: resigning is a decision."""


class DealShare(NamedTuple):
    """The matches of one bot on a deal, and their points in 840ths."""

    matches: int
    units: int


class Deal(NamedTuple):
    """A complete deal, counted from 0; shares in the order of the run's bots.

    `clean`: no match of the deal was abandoned or had a fault. `whole`: no match was abandoned, so
    every match has a result; a forfeit is a result.
    """

    number: int
    shares: tuple[DealShare, ...]
    clean: bool
    whole: bool = True


class Deals:
    """Sums up the matches of one run by deal; of those line-ups whose numbers `counts` accepts."""

    def __init__(
        self,
        spec: RunSpec,
        schedule: Schedule,
        by: str = "scaled",
        counts: Callable[[int], bool] | None = None,
    ) -> None:
        self._bots = {bot.name: number for number, bot in enumerate(spec.bots)}
        self._size = schedule.deal_size
        self._schedule, self._counts = schedule, counts
        self._worth = in_units(point_system(by))
        self._begin()

    def _begin(self) -> None:
        self._matches = [0] * len(self._bots)
        self._units = [0] * len(self._bots)
        self._clean = self._whole = True

    def take(self, ending: Ending) -> Deal | None:
        """Add the next match; the deal if this match completes one."""
        if self._counted(ending.number):
            self._note(ending)
        if ending.number % self._size:
            return None
        shares = tuple(map(DealShare, self._matches, self._units))
        deal = Deal(ending.number // self._size - 1, shares, self._clean, self._whole)
        self._begin()
        return deal

    def _counted(self, number: int) -> bool:
        if self._counts is None:
            return True
        _, lineup, _ = position(number, self._schedule.lineups, self._schedule.block_size)
        return self._counts(lineup)

    def _note(self, ending: Ending) -> None:
        if ending.result is None or any(code not in FORGIVEN for code in ending.faults):
            self._clean = False
        if ending.result is not None:
            self._enter(ending.result)
        else:
            self._whole = False

    def _enter(self, result: MatchResult) -> None:
        for player, end in zip(result.players, finishes(result), strict=True):
            bot = self._bots[player]
            self._matches[bot] += 1
            self._units[bot] += self._worth(end)


def stored_deals(
    store: Database,
    run: StoredRun,
    by: str = "scaled",
    counts: Callable[[int], bool] | None = None,
) -> Iterator[Deal]:
    """The stored deals of a run, in order; a deal with a missing match is left out.

    With `counts` only the matches of some line-ups are summed up, as in `Deals`.
    """
    schedule = Schedule(run.spec)
    deals, due = Deals(run.spec, schedule, by, counts), 1
    for ending in run_endings(store, run):
        if ending.number != due:
            if (ending.number - 1) % schedule.deal_size:
                continue  # the rest of a deal that lacks a match
            deals = Deals(run.spec, schedule, by, counts)
        due = ending.number + 1
        deal = deals.take(ending)
        if deal is not None:
            yield deal


def other_seatings(store: Database, match: StoredMatch) -> list[str]:
    """The ids of the other stored matches on the deal of a match of a run; empty for a record."""
    name, _, number = match.name.rpartition("/")
    if match.text is not None or not name or not number.isdecimal():
        return []
    run = run_named(store, name)
    schedule = Schedule(run.spec)
    on_deal = schedule.deal_numbers((int(number) - 1) // schedule.deal_size)
    stored = finished_numbers(store, run, NumberRange(on_deal.start - 1, on_deal.stop - 1))
    return [f"{name}/{other}" for other in stored if other != int(number)]


def counted_deals(faulty: Sequence[int], left_out: Sequence[int]) -> Message | str:
    """Notes on the deals with faults and those left out: how many, and the first numbers."""
    notes: Message | str = ""
    for code, deals in (("runs.deals-with-faults", faulty), ("runs.deals-left-out", left_out)):
        if deals:
            shown = ", ".join(map(str, deals[:NAMED])) + (", …" if len(deals) > NAMED else "")
            notes = say(code, before=notes, count=len(deals), numbers=shown)
    return notes
