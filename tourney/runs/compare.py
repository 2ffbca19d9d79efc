"""Compares two runs of the same deals, deal by deal: what a change to a bot gained.

Bots are matched by their position in the runs; a bot whose version, target or name differs in the
second run has changed. A forfeit counts as the result it is. Deals with an abandoned match in one
of the runs have no result; the verdict is withheld if their results could turn it.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from engines.messages import Argument, Message, in_a_row, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.results.sums import score_prior, sides
from tourney.runs.deals import Deal, stored_deals
from tourney.runs.schedule import Schedule
from tourney.scoring import UNIT, point_system
from tourney.stats import Paired, Prior
from tourney.store import Database, StoredRun


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
    return Prior.of_places(system.of_places(len(set(sides(spec.game, options, spec.seats)))))


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


def _require_alike(first: RunSpec, second: RunSpec) -> None:
    """Raise UsageFault if two runs differ in anything but their bots."""
    settings = zip(_deciding(first), _deciding(second), strict=True)
    others = [
        say("runs.both-settings", what=what, one=one, other=two)
        for (what, one), (_, two) in settings
        if one != two
    ]
    if others:
        which = in_a_row(others)
        words = say("runs.other-deals", one=first.name, other=second.name, settings=which)
        raise UsageFault(words)


def _deciding(spec: RunSpec) -> list[tuple[Message, Argument]]:
    """The settings that determine which deals are played in which seats, with their names."""
    schedule: Argument = spec.schedule
    if (champion := Schedule(spec).champion) is not None:
        schedule = say("runs.gauntlet-of", bot=champion + 1)
    options = " ".join(f"{key}={value}" for key, value in spec.options)
    return [
        (say("runs.setting-game"), f"{spec.game}/{spec.rules}"),
        (say("runs.setting-options"), options or say("runs.default")),
        (say("runs.setting-seats"), spec.seats),
        (say("runs.number-of-bots"), len(spec.bots)),
        (say("runs.setting-schedule"), schedule),
        (say("runs.setting-block"), spec.block),
        (say("runs.seed"), spec.seed),
    ]
