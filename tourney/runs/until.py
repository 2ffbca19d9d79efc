"""Applies the stopping rule of a run to its complete deals, in their order.

The decision therefore does not depend on the number of processes or on interruptions. A forfeit
counts as the result it is. A deal with an abandoned match has no result; a rule decides only if no
result of these deals could turn the decision.
"""

from collections import deque
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engines.messages import Message, say
from tourney.domain.match_values import Ending
from tourney.domain.run_spec import RunSpec
from tourney.runs.deals import Deal, Deals, counted_deals, stored_deals
from tourney.runs.run_plan import Prepared
from tourney.runs.run_schedule import Schedule
from tourney.scoring import UNIT
from tourney.stats import Known, Meter, Quantity, RuleState, RuleWatch, rule
from tourney.store import Database
from tourney.store.matches import run_endings
from tourney.store.runs import StoredRun

MOST_POINTS: Final = Fraction(4)
"""The most points of a match by `scaled`, the point system of stopping rules."""
ENOUGH_DEALS: Final = 20
"""Number of deals after which a run stops if too many of them were abandoned."""
MOST_ABANDONED: Final = Fraction(1, 10)
"""With more abandoned deals than this share, hardly any rule could come to a decision."""


@dataclass(frozen=True, slots=True)
class RuleStatus:
    """The state of a stopping rule after `deals` deals.

    `left_out` are the numbers of deals with an abandoned match, `faulty` those of other deals with
    faults. `meter` is the figure that ends the run at one of its bounds, if there is one; `clean`
    is the figure of deals without faults, if some have faults.
    """

    rule: str
    ended: bool
    deals: int
    left_out: tuple[int, ...]
    said: Message
    faulty: tuple[int, ...] = ()
    meter: Meter | None = None
    clean: Message | None = None

    @property
    def words(self) -> str:
        """What the rule says of the run, in English."""
        return str(self.said)

    def message(self) -> Message:
        """The state as one line."""
        notes = counted_deals(self.faulty, self.left_out)
        state = say(
            "runs.rule-state", rule=self.rule, said=self.said, deals=self.deals, notes=notes
        )
        return say("runs.and-clean", state=state, clean=self.clean) if self.clean else state

    def __str__(self) -> str:
        return str(self.message())


class Until:
    """The stopping rule of a run, applied to its matches from the first on."""

    def __init__(self, spec: RunSpec, schedule: Schedule) -> None:
        found = rule(spec.until)
        self._text = found.text
        self._deals = Deals(spec, schedule)
        # With two bots, in swaps, and for a test of differences the rule watches one difference in
        # points per match, between the first two bots or between the champion and the other bots.
        # Otherwise it watches the mean of every bot.
        names = [spec.bots[bot].name for bot in schedule.bots]
        self._one = found.difference or len(names) == 2 or spec.block == "swap"
        self._hero, self._field = 0, [1]
        if schedule.champion is not None:
            self._hero = schedule.champion
            self._field = [bot for bot in range(len(names)) if bot != self._hero]
        self.quantities = [Quantity(name, Fraction(0), MOST_POINTS) for name in names]
        """What the rule watches."""
        if self._one:
            other = names[self._field[0]] if len(self._field) == 1 else say("runs.the-field")
            # Two bots at a table share its points, so a deal has few possible differences.
            size, two = schedule.deal_size, spec.seats == len(names) == 2
            possible = tuple(MOST_POINTS * n / size for n in range(-size, size + 1)) if two else ()
            hero, most = names[self._hero], MOST_POINTS
            difference = Quantity(f"{hero} - {other}", -most, most, possible, (hero, other))
            self.quantities = [difference]
        self._watch = found.watch(self.quantities)
        self._seen = 0
        self._left_out: list[int] = []
        self._faulty: list[int] = []
        self._extremes: tuple[RuleWatch, ...] = ()
        self._clean: RuleWatch | None = None  # the deals without faults, once others had some
        self.ended = False

    def take(self, ending: Ending) -> bool:
        """Add the next match; True if the run ends with it."""
        deal = self._deals.take(ending)
        return deal is not None and self.see(deal)

    def see(self, deal: Deal) -> bool:
        """Add the next deal; True if the run ends with it."""
        self._seen += 1
        if deal.whole:
            if self._one:
                values = [_mean(deal, [self._hero]) - _mean(deal, self._field)]
            else:
                values = [_mean(deal, [bot]) for bot in range(len(self.quantities))]
            if not deal.clean:
                self._faulty.append(deal.number)
                self._clean = self._clean or deepcopy(self._watch)
            elif self._clean:
                self._clean.add(values)
            for watch in (self._watch, *self._extremes):
                watch.add(values)
        else:
            # A deal without a result is the worst in one extreme, the best possible in the other.
            self._left_out.append(deal.number)
            if not self._extremes:
                self._extremes = deepcopy(self._watch), deepcopy(self._watch)
            worst, best = self._extremes
            worst.add([quantity.low for quantity in self.quantities])
            best.add([quantity.high for quantity in self.quantities])
        self.ended = self._watch.due and self._state().enough
        self.ended = self.ended or self._hopeless
        return self.ended

    def _state(self) -> RuleState:
        if self._watch.deals < 2:
            return RuleState(False, say("runs.not-enough-deals"))
        return self._watch.state(self._extremes)

    @property
    def _hopeless(self) -> bool:
        return self._seen >= ENOUGH_DEALS and len(self._left_out) > MOST_ABANDONED * self._seen

    def known(self) -> list[Known]:
        """What is known of each quantity."""
        watch = self._watch
        return [watch.between(number, self._extremes) for number in range(len(self.quantities))]

    def verdict(self) -> RuleStatus:
        """The state of the rule."""
        state = self._state()
        if self._hopeless and not state.enough:
            state = RuleState(True, say("runs.given-up"))
        return RuleStatus(
            self._text,
            self.ended,
            self._seen,
            tuple(self._left_out),
            state.said,
            tuple(self._faulty),
            state.meter,
            self._clean.figure() if self._clean and self._clean.deals > 1 else None,
        )


def _mean(deal: Deal, bots: list[int]) -> Fraction:
    """Points per match of these bots together."""
    matches = sum(deal.shares[bot].matches for bot in bots)
    return Fraction(sum(deal.shares[bot].units for bot in bots), UNIT * max(matches, 1))


class LiveRule:
    """The stopping rule of a run being played: sees the stored matches, then the new ones."""

    def __init__(self, store: Database, run: StoredRun, prepared: Prepared) -> None:
        self._until = Until(prepared.spec, prepared.schedule)
        self._due = 1
        self._behind: deque[Ending] = deque()
        stored = run_endings(store, run)
        for ending in stored:
            if ending.number != self._due:
                self._behind.extend((ending, *stored))  # stored after a gap, which is rare
            elif not self.ended:
                self._enter(ending)

    @property
    def ended(self) -> bool:
        """Whether the rule ends the run."""
        return self._until.ended

    def take(self, ending: Ending) -> bool:
        """Add the match just played and stored matches that follow it; True if the run ends.

        A run that is stopped may have played later matches before earlier ones; they do not count.
        """
        if ending.number == self._due:
            self._enter(ending)
            while not self.ended and self._behind and self._behind[0].number == self._due:
                self._enter(self._behind.popleft())
        return self.ended

    def verdict(self) -> RuleStatus:
        """The state of the rule."""
        return self._until.verdict()

    def _enter(self, ending: Ending) -> None:
        self._due = ending.number + 1
        self._until.take(ending)


def verdict(store: Database, run: StoredRun) -> RuleStatus | None:
    """The state of the stopping rule of a stored run; None for a run without one."""
    if not run.spec.until:
        return None
    until = Until(run.spec, Schedule(run.spec))
    for number, deal in enumerate(stored_deals(store, run)):
        if deal.number != number or until.see(deal):
            break
    return until.verdict()
