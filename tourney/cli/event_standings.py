"""The standings of an event with a plan: points and reasons, what is missing, who shares a line."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from engines.messages import Message
from tourney.cli import event_messages as say
from tourney.cli.base import App
from tourney.cli.event_session import EventSession, open_sessions
from tourney.cli.event_tables import planned_event
from tourney.cli.event_views import stage_table
from tourney.domain.errors import NotFound, quoted
from tourney.events.messages import entrant, source
from tourney.events.plan import StagePlan
from tourney.events.qualifying import qualified
from tourney.events.state import StageState
from tourney.scoring import point_system
from tourney.scoring.tiebreaks import tiebreak


def planned_session(app: App, name: str | None) -> EventSession | None:
    """The event with a plan that `standings` is about; None if it is about a run or another event.

    Without a name, it is the only open event in which a round is drawn.
    """
    with suppress(NotFound):  # there is no database yet
        store = app.store()
        if name is None:
            found = [one for one in open_sessions(app, store) if one.state.stages[0].rounds]
            return found[0] if len(found) == 1 else None
        event = planned_event(store, name.removeprefix("event:"))
        return event and EventSession(app, store, event)
    return None


def show_standings(
    session: EventSession, name: str | None, by: str | None, tiebreaks: Sequence[str] | None
) -> None:
    """Write the standings of a stage, by default the newest one with a round."""
    stage = _stage(session, name)
    shown = replace(stage, plan=_with(stage.plan, by, tiebreaks))
    session.app.show(stage_table(session, shown))
    for line in notes(session, stage):
        session.say(line)


def _stage(session: EventSession, name: str | None) -> StageState:
    stages = session.state.stages
    if name is None:
        return next((one for one in reversed(stages) if one.rounds), stages[0])
    found = session.state.stage_named(name)
    if found is None:
        known = ", ".join(one.plan.name for one in stages)
        raise NotFound(say.NO_STAGE_OF(name=quoted(name), known=known))
    return found


def _with(plan: StagePlan, by: str | None, tiebreaks: Sequence[str] | None) -> StagePlan:
    """The plan with another point system or other tie-breaks; UsageFault for unknown ones."""
    if by is not None:
        point_system(by)
        plan = replace(plan, points=by)
    if tiebreaks is not None:
        for one in tiebreaks:
            tiebreak(one)
        plan = replace(plan, tiebreaks=tuple(tiebreaks))
    return plan


def notes(session: EventSession, stage: StageState) -> Iterator[Message]:
    """Whether standings are final, and lines to the next stage that fall among equals."""
    words = {"name": session.event.name, "stage": stage.plan.name}
    missing = [one for one in stage.rounds if one.missing()]
    if not stage.rounds:
        yield say.NO_ROUND_YET(**words)
    elif missing:
        last = missing[-1]
        counts = {"missing": len(last.missing()), "tables": len(last.tables)}
        yield say.OPEN_STANDINGS(**words, round=last.number, **counts)
    else:
        yield say.FINAL_STANDINGS(**words, count=len(stage.rounds))
        yield from shared_lines(session, stage)


def shared_lines(session: EventSession, stage: StageState) -> Iterator[Message]:
    """The lines to stages that have not begun which fall among equals."""
    begun = {one.plan.name for one in session.state.stages}
    for plan in session.state.plan.stages:
        wanted = [one for one in plan.sources if one.stage == stage.plan.name]
        if plan.name in begun or not wanted:
            continue
        rules = session.rules
        found = qualified(session.state, wanted, plan.name, rules.formats, rules.seats)
        for line in found.lines:
            who = tuple(map(entrant, line.equals))
            yield say.CUT_SHARED(who=who, places=line.places, source=source(line.source))
