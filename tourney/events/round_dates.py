"""The rounds of an event that have dates, and the row of the log that changes dates."""

from collections.abc import Sequence

from engines.messages import say
from tourney.domain.bounds import ROUNDS
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.event_log import EventChange
from tourney.events.actions import EventRules, require_open
from tourney.events.plan import StagePlan
from tourney.events.state import EventState
from tourney.render.code_words import stage_code


def stage_plans(state: EventState) -> list[StagePlan]:
    """The plans of all stages, those that have not begun last."""
    begun = [stage.plan for stage in state.stages]
    names = {plan.name for plan in begun}
    return [*begun, *(plan for plan in state.plan.stages if plan.name not in names)]


def planned_rounds(state: EventState, rules: EventRules, plan: StagePlan) -> int | None:
    """How many rounds a stage has; None if nobody knows yet."""
    stage = next((one for one in state.stages if one.plan.name == plan.name), None)
    if stage is None:
        return plan.rounds
    length = rules.length(state, stage)
    return None if length is None else max(length, len(stage.rounds))


def known_rounds(state: EventState, rules: EventRules, plan: StagePlan) -> int:
    """How many rounds of a stage are planned, drawn or have a date."""
    drawn = next((len(one.rounds) for one in state.stages if one.plan.name == plan.name), 0)
    dated = (number for name, number in state.dates if name == plan.name)
    return max(planned_rounds(state, rules, plan) or 0, drawn, *dated)


def dated(
    state: EventState, rules: EventRules, stage: str | None, first: int, dates: Sequence[str]
) -> EventChange:
    """Dates of a round and those after it, in the stage of this name or in the newest one.

    NotFound for a stage that does not exist; UsageFault for more dates than rounds.
    """
    require_open(state)
    plans = {one.name: one for one in stage_plans(state)}
    name = state.stage.plan.name if stage is None else stage
    plan = plans.get(name) or plans.get(stage_code(name))
    if plan is None:
        raise NotFound(say("events.no-stage-named", stage=quoted(name), known=", ".join(plans)))
    name = plan.name
    last, rounds = first + len(dates) - 1, planned_rounds(state, rules, plan)
    if last > (ROUNDS if rounds is None else rounds):
        raise UsageFault(
            say(
                "events.date-beyond",
                round=last,
                stage=name,
                count=ROUNDS if rounds is None else rounds,
            )
        )
    return EventChange("event dates", {"stage": name, "round": first, "dates": list(dates)})
