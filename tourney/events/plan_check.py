"""Refuses plans that cannot be played, with the arithmetic."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_log import EventRow
from tourney.domain.events import Sizes
from tourney.events import plan_messages as say
from tourney.events.actions import EventRules, new
from tourney.events.drawing import MANUAL
from tourney.events.life import state_of
from tourney.events.plan import COMPARISON, EventPlan, StagePlan
from tourney.scoring import point_system
from tourney.scoring.tiebreaks import require_plan


def check_plan(plan: EventPlan, count: int, rules: EventRules) -> None:
    """Raise UsageFault for a plan that cannot be played with so many entrants."""
    for stage in plan.stages:
        _check_names(stage, rules)
        _check_sizes(stage, rules)
        require_plan(stage.tiebreaks, stage.system, stage.sizes.allowed)
    for stage, coming in zip(plan.stages, entrants_of(plan, count), strict=True):
        _check_tables(plan, stage, coming)
    _check_length(plan, count, rules)


def _check_names(stage: StagePlan, rules: EventRules) -> None:
    if stage.format not in rules.formats and stage.format != MANUAL:
        known = ", ".join(dict.fromkeys((*rules.formats, MANUAL)))
        raise UsageFault(say.UNKNOWN_FORMAT(format=quoted(stage.format), known=known))
    known_settings = rules.formats[stage.format].settings if stage.format in rules.formats else {}
    for name in stage.settings:
        if name not in known_settings:
            shown = ", ".join(known_settings) or say.NO_SETTINGS()
            raise UsageFault(
                say.UNKNOWN_SETTING(format=stage.format, name=quoted(name), known=shown)
            )
    if stage.points != COMPARISON:
        point_system(stage.points)


def _check_sizes(stage: StagePlan, rules: EventRules) -> None:
    """Every size must be possible in every game of the stage."""
    for game in stage.games:
        seats = rules.seats[game]
        wrong = [size for size in stage.sizes.allowed if size not in seats]
        if wrong or not stage.sizes.allowed:
            size = wrong[0] if wrong else 0
            raise UsageFault(say.GAME_SIZE(game=game, size=size, low=seats[0], high=seats[-1]))


def entrants_of(plan: EventPlan, count: int) -> list[int]:
    """The number of entrants of every stage."""
    found = [count]
    for at, stage in enumerate(plan.stages[1:], start=1):
        found.append(_coming(plan, stage, at, found[-1]))
    return found


def _coming(plan: EventPlan, stage: StagePlan, at: int, before: int) -> int:
    """How many entrants a stage gets from earlier stages."""
    earlier = {one.name for one in plan.stages[:at]}
    for source in stage.sources:
        if source.stage not in earlier:
            known = ", ".join(earlier)
            raise UsageFault(say.NO_SOURCE(name=quoted(source.stage), known=known))
        if source.last > before and not source.each_group:
            raise UsageFault(say.FEW_FOR_SOURCE(stage=stage.name, last=source.last, count=before))
    groups = {one.name: int(one.settings.get("groups", 1)) for one in plan.stages[:at]}
    return sum(
        (source.last - source.first + 1) * (groups[source.stage] if source.each_group else 1)
        for source in stage.sources
    )


def _check_tables(plan: EventPlan, stage: StagePlan, count: int) -> None:
    """Refuse tables that cannot be filled, and too many rounds for them."""
    low, high = stage.sizes.allowed[0], stage.sizes.allowed[-1]
    given: dict[str, Any] = {"stage": stage.name, "count": count, "low": low, "high": high}
    if count < low:
        raise UsageFault(say.FEW_FOR_TABLE(**given))
    if stage.format == "one-table" and count not in stage.sizes.allowed:
        raise UsageFault(say.MANY_FOR_TABLE(**given))
    byes = least_byes(count, stage.sizes)
    tables = table_sizes(count - byes, stage.sizes) or ()
    if stage.points == COMPARISON and len(set(tables)) == len(tables):
        text = summary_sizes(tables)
        raise UsageFault(say.FEW_TO_COMPARE(stage=stage.name, count=count, tables=text))
    if stage.rounds is None:
        return
    if byes * stage.rounds > count:
        raise UsageFault(
            say.TOO_MANY_BYES(rounds=stage.rounds, byes=byes, need=byes * stage.rounds, count=count)
        )
    if not plan.repeats:
        _check_repeats(stage, count - byes)


def _check_repeats(stage: StagePlan, count: int) -> None:
    """Without repeats everybody needs new opponents in every round."""
    smallest = min(table_sizes(count, stage.sizes) or stage.sizes.allowed)
    need = (stage.rounds or 0) * (smallest - 1) + 1
    if need > count:
        raise UsageFault(
            say.TOO_MANY_ROUNDS(rounds=stage.rounds or 0, size=smallest, need=need, count=count)
        )


def planned_rounds(stage: StagePlan, count: int, rules: EventRules) -> int | None:
    """How many rounds a stage has with so many entrants; None if the organiser ends it."""
    alone = EventPlan((replace(stage, sources=()),))
    first = new(alone, "", range(1, count + 1))
    state = state_of([EventRow(1, first.what, first.details)])
    return rules.length(state, state.stage)


def _check_length(plan: EventPlan, count: int, rules: EventRules) -> None:
    """Refuse more rounds than the format has."""
    stage = plan.stages[0]
    planned, length = stage.rounds, planned_rounds(stage, count, rules)
    if planned is not None and length is not None and length < planned:
        raise UsageFault(
            say.FORMAT_ROUNDS(format=stage.format, count=count, length=length, rounds=planned)
        )


def least_byes(count: int, sizes: Sizes) -> int:
    """The smallest number of entrants without a seat."""
    return next(byes for byes in range(count + 1) if table_sizes(count - byes, sizes) is not None)


def table_sizes(count: int, sizes: Sizes) -> tuple[int, ...] | None:
    """Tables for so many entrants, as close to the preferred size as possible; None if impossible.

    The largest come first.
    """

    @cache
    def best(rest: int) -> tuple[int, tuple[int, ...]] | None:
        if rest == 0:
            return 0, ()
        found = [
            ((size - sizes.preferred) ** 2 + more[0], (size, *more[1]))
            for size in sizes.allowed
            if size <= rest and (more := best(rest - size)) is not None
        ]
        return min(found, key=lambda one: (one[0], len(one[1]))) if found else None

    for below in range(count):  # fills the cache without deep recursion
        best(below)
    found = best(count)
    return None if found is None else tuple(sorted(found[1], reverse=True))


def summary_sizes(sizes: Sequence[int]) -> str:
    """Sizes of tables for people: 5+5+4+4."""
    return "+".join(map(str, sizes))
