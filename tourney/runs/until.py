"""The matches of a run by deal: when a run stops, and what a change to a bot gained.

Matches come in the order of their numbers, without gaps, so a deal is complete with its last match,
and a decision does not depend on the number of processes or on interruptions. A forfeit counts as
the result it is. A deal with an abandoned match has no result; a rule decides only if no result of
these deals could turn the decision.

Two runs of the same deals are compared deal by deal. Bots are matched by their position in the
runs; a bot whose version, target or name differs in the second run has changed.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from engines.messages import Argument, Message, in_a_row, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import Ending, StoredMatch, pack_options
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.results.sums import contest, score_prior
from tourney.runs.run_plan import Prepared
from tourney.runs.run_schedule import Schedule
from tourney.scoring import UNIT, finishes, in_units, point_system
from tourney.stats import Known, Meter, Paired, Prior, Quantity, RuleState, RuleWatch, rule
from tourney.store import Database
from tourney.store.matches import NumberRange, finished_numbers, run_endings
from tourney.store.runs import StoredRun, run_named

NAMED = 5  # how many deals of a kind are listed by number

# Codes that do not count as a fault of a deal: resigning is a decision.
FORGIVEN = frozenset({"resigned"})


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
        if self._counts is None or self._counts(self._schedule.lineup(ending.number)):
            if ending.result is None or any(code not in FORGIVEN for code in ending.faults):
                self._clean = False
            if ending.result is None:
                self._whole = False
            else:
                finish = finishes(ending.result)
                for player, end in zip(ending.result.players, finish, strict=True):
                    self._matches[self._bots[player]] += 1
                    self._units[self._bots[player]] += self._worth(end)
        if ending.number % self._size:
            return None
        shares = tuple(map(DealShare, self._matches, self._units))
        deal = Deal(ending.number // self._size - 1, shares, self._clean, self._whole)
        self._begin()
        return deal


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
    before = schedule.deal(int(number)) * schedule.deal_size
    stored = finished_numbers(store, run, NumberRange(before, before + schedule.deal_size))
    return [f"{name}/{other}" for other in stored if other != int(number)]


def counted_deals(faulty: Sequence[int], left_out: Sequence[int]) -> Message | str:
    """Notes on the deals with faults and those left out: how many, and the first numbers."""
    notes: Message | str = ""
    for code, deals in (("runs.deals-with-faults", faulty), ("runs.deals-left-out", left_out)):
        if deals:
            shown = ", ".join(map(str, deals[:NAMED])) + (", …" if len(deals) > NAMED else "")
            notes = say(code, before=notes, count=len(deals), numbers=shown)
    return notes


@dataclass(frozen=True, slots=True)
class BotChange:
    """A bot of the first run, the bot at its position in the second, and their pairs of deals.

    `clean` are the pairs without a fault of any bot, `deals` those of every deal by its number.
    """

    before: BotEntry
    after: BotEntry
    pairs: Paired
    clean: Paired
    deals: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def add(self, deal: int, before: Fraction, after: Fraction, *, clean: bool) -> None:
        """Add a deal."""
        self.deals[deal] = before, after
        self.pairs.add(before, after)
        if clean:
            self.clean.add(before, after)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes between two runs over `deals` shared deals.

    `faulty` are the numbers of deals with faults that count, `left_out` those of deals with an
    abandoned match. If no bot differs, every bot is compared with itself.
    """

    changes: tuple[BotChange, ...]
    deals: int
    faulty: tuple[int, ...]
    left_out: tuple[int, ...]

    @property
    def doubtful(self) -> bool:
        """Whether the deals left out could turn a verdict."""
        return any(change.pairs.doubtful() for change in self.changes)


def compare(store: Database, first: StoredRun, second: StoredRun, by: str = "scaled") -> Comparison:
    """Compare two runs; UsageFault if they do not play the same deals in the same seats."""
    point_system(by)
    _require_alike(first.spec, second.spec)
    pairs = list(zip(first.spec.bots, second.spec.bots, strict=True))
    playing = Schedule(first.spec).bots
    places = [place for place in playing if pairs[place][0] != pairs[place][1]] or playing
    single = points_prior(first.spec, by)
    prior = single and single.difference()
    changes = tuple(BotChange(*pairs[place], Paired(prior), Paired(prior)) for place in places)
    shared, faulty, left_out = 0, list[int](), list[int]()
    later = {deal.number: deal for deal in stored_deals(store, second, by)}
    for old in stored_deals(store, first, by):
        new = later.get(old.number)
        if new is None:
            continue
        if not (old.whole and new.whole):
            left_out.append(old.number)
            continue
        clean = old.clean and new.clean
        if not clean:
            faulty.append(old.number)
        shared += 1
        for place, change in zip(places, changes, strict=True):
            change.add(old.number, _mean(old, place), _mean(new, place), clean=clean)
    if not shared:
        one, other = first.spec.name, second.spec.name
        if left_out:
            why = say("runs.shared-abandoned", one=one, other=other, count=len(left_out))
            raise UsageFault(why)
        raise UsageFault(say("runs.nothing-shared", one=one, other=other))
    for change in changes:
        change.pairs.missing = len(left_out)
    return Comparison(changes, shared, tuple(faulty), tuple(left_out))


def points_prior(spec: RunSpec, by: str) -> Prior | None:
    """The prior of points per match in a run; None if they have no known limits."""
    system, options = point_system(by), dict(spec.options)
    if not system.by_place:
        return score_prior(spec.game, options, spec.seats)
    sides = set(contest(spec.game, options, spec.seats).sides)
    return Prior.of_places(system.of_places(len(sides)))


def compare_bots(store: Database, run: StoredRun, names: tuple[str, str], by: str) -> Comparison:
    """Compare two bots of one run, the first less the second; UsageFault for an unknown bot.

    Only those matches count that both played against the same opponents.
    """
    spec = run.spec
    new, old = (_place(spec, name) for name in names)
    if new == old:
        raise UsageFault(say("runs.with-itself", bot=names[0]))
    prior = points_prior(spec, by)
    known = prior and prior.opposed()
    change = BotChange(spec.bots[old], spec.bots[new], Paired(known), Paired(known))
    faulty, left_out = list[int](), list[int]()
    counts = Schedule(spec).comparable(new, old)
    for deal in stored_deals(store, run, by, counts):
        if not deal.whole:
            left_out.append(deal.number)
            continue
        if not deal.clean:
            faulty.append(deal.number)
        change.add(deal.number, _mean(deal, old), _mean(deal, new), clean=deal.clean)
    if not change.pairs.blocks.blocks:
        if left_out:
            raise UsageFault(say("runs.all-abandoned", run=spec.name, count=len(left_out)))
        raise UsageFault(say("runs.no-whole-deal", run=spec.name))
    change.pairs.missing = len(left_out)
    return Comparison((change,), change.pairs.blocks.blocks, tuple(faulty), tuple(left_out))


def _place(spec: RunSpec, name: str) -> int:
    names = [bot.name for bot in spec.bots]
    if name not in names:
        known = ", ".join(names)
        raise UsageFault(say("runs.no-such-bot", bot=quoted(name), run=spec.name, known=known))
    playing = Schedule(spec).bots
    if names.index(name) not in playing:
        others = ", ".join(names[bot] for bot in playing)
        raise UsageFault(say("runs.no-seat", bot=quoted(name), run=spec.name, known=others))
    return names.index(name)


def _mean(deal: Deal, bot: int) -> Fraction:
    share = deal.shares[bot]
    return Fraction(share.units, UNIT * share.matches)


LONG: Final = 64
"""Characters of a seed that nobody has chosen by hand."""


def _require_alike(first: RunSpec, second: RunSpec) -> None:
    """Raise UsageFault if two runs differ in anything but their bots."""
    # What determines which deals are played in which seats; the numbers of deals may differ.
    settings: list[list[tuple[Message, Argument]]] = []
    for spec in (first, second):
        schedule: Argument = spec.schedule
        if (champion := Schedule(spec).champion) is not None:
            schedule = say("runs.gauntlet-of", bot=champion + 1)  # its name may differ
        options = pack_options(spec.options)
        settings.append(
            [
                (say("runs.setting-game"), f"{spec.game}/{spec.rules}"),
                (say("runs.setting-options"), options or say("runs.default")),
                (say("runs.setting-seats"), spec.seats),
                (say("runs.number-of-bots"), len(spec.bots)),
                (say("runs.setting-schedule"), schedule),
                (say("runs.setting-block"), spec.block),
                # The whole seed of a sealed run would tell its cards.
                (say("runs.seed"), spec.seed if len(spec.seed) < LONG else f"{spec.seed[:12]}…"),
            ]
        )
    others = [
        say("runs.both-settings", what=what, one=one, other=two)
        for (what, one), (_, two) in zip(*settings, strict=True)
        if one != two
    ]
    if others:
        which = in_a_row(others)
        words = say("runs.other-deals", one=first.name, other=second.name, settings=which)
        raise UsageFault(words)


# The most points of a match by `scaled`, the point system of stopping rules.
MOST_POINTS: Final = Fraction(4)
# Number of deals after which a run stops if too many of them were abandoned.
ENOUGH_DEALS: Final = 20
# With more abandoned deals than this share, hardly any rule could come to a decision.
MOST_ABANDONED: Final = Fraction(1, 10)


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
        # What the rule watches.
        self.quantities = [Quantity(name, Fraction(0), MOST_POINTS) for name in names]
        if self._one:
            other = names[self._field[0]] if len(self._field) == 1 else say("runs.the-field")
            # Two bots at a table share its points, so a deal has few possible differences.
            size, two = schedule.deal_size, spec.seats == len(names) == 2
            possible = tuple(MOST_POINTS * n / size for n in range(-size, size + 1)) if two else ()
            hero, most = names[self._hero], MOST_POINTS
            gap = say("runs.gap", one=hero, other=other)
            difference = Quantity(gap, -most, most, possible, (hero, other))
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
                values = [_joint_mean(deal, [self._hero]) - _joint_mean(deal, self._field)]
            else:
                values = [_joint_mean(deal, [bot]) for bot in range(len(self.quantities))]
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


def _joint_mean(deal: Deal, bots: list[int]) -> Fraction:
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
