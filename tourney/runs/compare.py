"""Compares two runs of the same deals, deal by deal: what a change to a bot gained.

Bots are matched by their position in the runs; a bot whose version, target or name differs in the
second run has changed. Deals with a fault in either run are left out.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from tourney.domain.errors import UsageFault
from tourney.domain.runs import BotEntry, RunSpec
from tourney.runs.deals import Deal, stored_deals
from tourney.runs.schedule import Schedule
from tourney.scoring import UNIT, point_system
from tourney.stats import Paired
from tourney.store import Store, StoredRun


@dataclass(frozen=True, slots=True)
class BotChange:
    """A bot of the first run, the bot at its position in the second, and their pairs of deals."""

    before: BotEntry
    after: BotEntry
    pairs: Paired = field(default_factory=Paired)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes between two runs over `deals` shared deals; `left_out` are deals with faults.

    If no bot differs, every bot is compared with itself.
    """

    changes: tuple[BotChange, ...]
    deals: int
    left_out: tuple[int, ...]


def compare(store: Store, first: StoredRun, second: StoredRun, by: str = "scaled") -> Comparison:
    """Compare two runs; UsageFault if they do not play the same deals in the same seats."""
    point_system(by)
    _require_alike(first.spec, second.spec)
    pairs = list(zip(first.spec.bots, second.spec.bots, strict=True))
    changed = [place for place, (old, new) in enumerate(pairs) if old != new]
    places = changed or range(len(pairs))
    changes = tuple(BotChange(*pairs[place]) for place in places)
    shared, left_out = 0, list[int]()
    later = {deal.number: deal for deal in stored_deals(store, second, by)}
    for old in stored_deals(store, first, by):
        new = later.get(old.number)
        if new is None:
            continue
        if not (old.clean and new.clean):
            left_out.append(old.number)
            continue
        shared += 1
        for place, change in zip(places, changes, strict=True):
            change.pairs.add(_mean(old, place), _mean(new, place))
    if not shared:
        raise UsageFault(_nothing_shared(first.spec, second.spec, left_out))
    return Comparison(changes, shared, tuple(left_out))


def _mean(deal: Deal, bot: int) -> Fraction:
    share = deal.shares[bot]
    return Fraction(share.units, UNIT * share.matches)


def _nothing_shared(first: RunSpec, second: RunSpec, left_out: list[int]) -> str:
    why = f"all {len(left_out)} shared deals have faults" if left_out else "play more of both"
    return f"runs '{first.name}' and '{second.name}' share no complete deal to compare; {why}"


def _require_alike(first: RunSpec, second: RunSpec) -> None:
    """Raise UsageFault if two runs differ in anything but their bots."""
    settings = zip(_deciding(first), _deciding(second), strict=True)
    others = [f"{word} '{one}' and '{two}'" for (word, one), (_, two) in settings if one != two]
    if others:
        raise UsageFault(
            f"runs '{first.name}' and '{second.name}' do not play the same deals in the same "
            f"seats: {', '.join(others)}; play the second with the settings of the first and "
            f"--seed run:{first.name}"
        )


def _deciding(spec: RunSpec) -> list[tuple[str, str]]:
    """The settings that determine which deals are played in which seats, with their names."""
    schedule, champion = spec.schedule, Schedule(spec).champion
    if champion is not None:
        schedule = f"gauntlet of bot {champion + 1}"
    return [
        ("game", f"{spec.game}/{spec.rules}"),
        ("options", " ".join(f"{key}={value}" for key, value in spec.options) or "default"),
        ("seats", str(spec.seats)),
        ("number of bots", str(len(spec.bots))),
        ("schedule", schedule),
        ("block", spec.block),
        ("seed", spec.seed),
    ]
