"""The stages of an event after the first: who goes on, and when a stage can begin."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.messages import Message, say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import Conflict
from tourney.domain.event_log import EventChange
from tourney.events import wording
from tourney.events.actions import EventRules, require_open, require_results
from tourney.events.plan import StagePlan
from tourney.events.qualifying import Qualified, is_ready, qualified
from tourney.events.slots import MATCH, TABLE, StageSource
from tourney.events.state import EventState, StageState


def begun(
    state: EventState,
    rules: EventRules,
    *,
    added_plan: StagePlan | None = None,
    lots: bool = False,
    ahead: Sequence[EntrantId] = (),
) -> tuple[EventChange, Qualified]:
    """The next stage begins, or one that the plan does not have; with those who go on.

    `ahead` are those of equals across a line who go on, after a play-off.
    Conflict while results or rounds are missing on which that depends, or if a line falls among
    equals and lots were not ordered.
    """
    require_open(state)
    plan = added_plan or state.next_plan()
    if plan is None:
        raise Conflict(say("events.no-stage"))
    for source in plan.sources:
        _require_ready(state, rules, source)
    found = qualified(state, plan.sources, plan.name, rules.formats, rules.seats, ahead)
    unclear = [line for line in found.lines if not line.decided]
    if unclear and not lots:
        line = unclear[0]
        equals = tuple(map(wording.entrant, line.equals))
        where = wording.source(line.source)
        raise Conflict(say("events.shared-line", who=equals, places=line.places, source=where))
    if len(found.entrants) < min(plan.sizes.allowed):
        raise Conflict(say("events.too-few-left", stage=plan.name, count=len(found.entrants)))
    details = {
        "plan": plan.as_json(),
        "entrants": list(found.entrants),
        "lots": bool(unclear),
        "ahead": list(ahead),
    }
    return EventChange("event final", details), found


def _require_ready(state: EventState, rules: EventRules, source: StageSource) -> None:
    """Conflict while the places of a slot are not decided."""
    if is_ready(state, rules, source):
        return
    stage = state.stage_named(source.stage)
    if stage is None:
        raise Conflict(say("events.not-begun", stage=source.stage))
    if source.part in (TABLE, MATCH):
        raise Conflict(say("events.not-ready", source=wording.source(source)))
    require_results(state, stage)
    left = (rules.length(state, stage) or 1) - len(stage.rounds)
    raise Conflict(say("events.rounds-left", stage=stage.plan.name, count=left))


def next_is_ready(state: EventState, rules: EventRules) -> bool:
    """Whether the next stage of the plan can begin; not if the organiser ends one before it."""
    plan = state.next_plan()
    if plan is None:
        return False
    for source in plan.sources:
        stage = state.stage_named(source.stage)
        if not is_ready(state, rules, source) or stage is None:
            return False
        if source.part not in (TABLE, MATCH) and rules.length(state, stage) is None:
            return False
    return True


def stages_to_watch(state: EventState, rules: EventRules) -> list[StageState]:
    """The stages that are played now, and those that are over but feed no other one yet.

    They are in the order of the plan; of a stage without a round nothing can be seen.
    """
    drawn = [stage for stage in state.stages if stage.rounds]
    feeding = {source.stage for stage in drawn for source in stage.plan.sources}
    found = [
        stage
        for stage in drawn
        if stage.plan.name not in feeding or stage.missing() or _goes_on(state, rules, stage)
    ]
    return found or state.stages[:1]


def _goes_on(state: EventState, rules: EventRules, stage: StageState) -> bool:
    """Whether a stage has another round, as far as that is known, and enough who play it."""
    length = rules.length(state, stage)
    enough = len(state.playing(stage)) >= min(stage.plan.sizes.allowed)
    return length is not None and len(stage.rounds) < length and enough


def left_out(state: EventState, rules: EventRules) -> list[Message]:
    """What the plan promises and is not drawn: rounds of a stage, and whole stages."""
    found = []
    for stage in state.stages:
        length, drawn = rules.length(state, stage), len(stage.rounds)
        if drawn and length is not None and drawn < length:
            count = length - drawn
            found.append(
                say("events.rounds-left-out", stage=stage.plan.name, count=count, of=length)
            )
    return [*found, *(say("events.stage-left-out", stage=name) for name in state.unplayed())]


def cancelled(state: EventState) -> EventChange:
    """Take back the beginning of a stage of which no round is drawn."""
    require_open(state)
    if len(state.stages) < 2:
        raise Conflict(say("events.no-stage"))
    last = state.stages[-1]
    if last.rounds:
        raise Conflict(say("events.stage-drawn", stage=last.plan.name))
    drawn = [[number, times] for number, times in sorted(last.undrawn.items()) if times]
    details: dict[str, Any] = {"stage": last.plan.name}
    if drawn:
        details["undrawn"] = drawn
    return EventChange("event final undo", details)


def final_plan(state: EventState, top: int, game: str | None, sizes: Sequence[int]) -> StagePlan:
    """A final of the best `top` entrants of the current stage at one table."""
    last = state.stage.plan
    planned = state.next_plan()
    base = planned or replace(last, name="final", format="one-table", rounds=1, settings={})
    names = {stage.plan.name for stage in state.stages}
    if base.name in names:
        raise Conflict(say("events.stage-exists", stage=base.name))
    games = (game,) if game else base.games if planned else last.games[-1:]
    return replace(
        base,
        games=games,
        sizes=replace_sizes(base, sizes) if planned is None or game else base.sizes,
        sources=(StageSource(last.name, 1, top),),
    )


def replace_sizes(base: StagePlan, sizes: Sequence[int]) -> Any:
    """All sizes that a game takes, preferring the largest."""
    return type(base.sizes)(tuple(sizes), max(sizes))
