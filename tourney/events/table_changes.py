"""What a correction of a match changes in an event with a plan.

The state is folded twice: with the result as it is in the log, and with the corrected one. A round
that was drawn on the old result stays as it is, and is named.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engines.messages import Argument, Message, Sentence, say
from tourney.domain.draws import EntrantId
from tourney.domain.event_log import RESULT, EventResult, EventRow
from tourney.domain.match_values import PairedMatch, Standing, StoredMatch
from tourney.events import wording
from tourney.events.actions import EventRules, is_schedule
from tourney.events.drawing import AUTO
from tourney.events.life import after, state_of, table_of
from tourney.events.plan import StagePlan
from tourney.events.qualifying import is_ready, qualified
from tourney.events.rules import rules
from tourney.events.slots import MATCH, TABLE, StageSource
from tourney.events.state import EventState, StageState
from tourney.results import ending_of
from tourney.store import Database
from tourney.store.events import StoredEvent, entrant_names, event_view


class TableChange(NamedTuple):
    """The standings of the stage before and after, and what else the correction means."""

    before: list[Standing]
    after: list[Standing]
    notes: tuple[Message, ...]


def table_change(
    store: Database, event: StoredEvent, before: StoredMatch, changed: StoredMatch
) -> TableChange:
    """Compare an event with a match and with its correction."""
    names = entrant_names(store, event)
    old = state_of(event_view(store, event).rows)
    was = _result(event.name, before, names)
    results = [_result(event.name, changed, names)]
    if was is not None and (results[0] is None or _place(was) != _place(results[0])):
        gone = EventResult(was.stage, was.round, was.table, was.match, "void")
        results.insert(0, gone)
    new = old
    for result in filter(None, results):
        new = after(new, EventRow(new.row + 1, RESULT, result.details()))
    at = was or results[0]
    name = at.stage if at else ""
    rows = [_standings(state, state.stage_named(name), names) for state in (old, new)]
    notes = _notes(old, new, at, names) if at and rows[0] != rows[1] else iter(())
    return TableChange(rows[0], rows[1], tuple(notes))


def _place(result: EventResult) -> tuple[str, str, str]:
    return result.stage, result.round, result.table


def _result(event: str, match: StoredMatch, names: Mapping[EntrantId, str]) -> EventResult | None:
    """The result of a match at its table; None if it is at no table of the event."""
    place = PairedMatch.of(match.name, dict(match.headers))
    if place.event != event:
        return None
    number = {name: one for one, name in names.items()}
    entrants = tuple(number[name] for name in match.players if name in number)
    bare = EventResult(place.stage, place.round, place.table, match.id, match.status, entrants)
    ending = ending_of(match)
    if ending is None or ending.result is None or len(entrants) < len(match.players):
        return bare
    found = ending.result
    values = bare.details() | {"scores": list(found.scores), "places": list(found.places)}
    values |= {"forfeits": list(found.forfeits), "sides": list(found.sides)}
    return EventResult.of({**values, "fewer_wins": found.fewer_wins})


def _standings(
    state: EventState, stage: StageState | None, names: Mapping[EntrantId, str]
) -> list[Standing]:
    rows = rules().standings(state, stage) if stage else []
    return [Standing(row.place, names[row.entrant], row.matches, row.points) for row in rows]


def _notes(
    old: EventState, new: EventState, at: EventResult, names: Mapping[EntrantId, str]
) -> Iterator[Message]:
    stage, round_ = new.stage_named(at.stage), int(at.round) if at.round.isdecimal() else 0
    assert stage is not None
    table = table_of(new, at)
    if table is not None and table.missing:
        yield say("events.opens-table", table=table.number, round=round_)
    later = [one.number for one in stage.rounds
             if one.number > round_ and one.details["how"] == AUTO]  # fmt: skip
    if later and not is_schedule(stage):
        yield say("events.paired-on-old", stage=stage.plan.name, rounds=", ".join(map(str, later)))
    known = rules()
    for plan in _following(new, stage.plan):
        yield from _qualifying(old, new, plan, known, names)


def _following(state: EventState, plan: StagePlan) -> Iterator[StagePlan]:
    """The stages that take entrants of a stage, as they were begun or are planned."""
    begun = {stage.plan.name: stage.plan for stage in state.stages}
    for one in {**{each.name: each for each in state.plan.stages}, **begun}.values():
        if any(source.stage == plan.name for source in one.sources):
            yield one


def _is_known(state: EventState, known: EventRules, source: StageSource) -> bool:
    """Whether the places of a slot can be compared: of standings always, of tables at their end."""
    if state.stage_named(source.stage) is None:
        return False
    return source.part not in (TABLE, MATCH) or is_ready(state, known, source)


def _qualifying(
    old: EventState,
    new: EventState,
    plan: StagePlan,
    known: EventRules,
    names: Mapping[EntrantId, str],
) -> Iterator[Message]:
    """Who would go on to a stage instead of others."""
    begun = new.stage_named(plan.name)
    if not all(_is_known(state, known, one) for state in (old, new) for one in plan.sources):
        return
    was, now = (
        qualified(state, plan.sources, plan.name, known.formats, known.seats)
        for state in (old, new)
    )
    for line in now.lines:
        who = ", ".join(names[one] for one in line.equals)
        shared: dict[str, Argument] = {
            "who": who,
            "places": line.places,
            "source": wording.source(line.source),
        }
        yield say("events.now-shared", **shared)
    before = set(was.entrants if begun is None else begun.seeding)
    out, into = sorted(before - set(now.entrants)), sorted(set(now.entrants) - before)
    if (out or into) and not now.lines:
        words = {
            "old": ", ".join(names[one] for one in out) or "-",
            "new": ", ".join(names[one] for one in into) or "-",
        }
        sentence = (
            Sentence("events.would-go-on") if begun is None else Sentence("events.has-begun-with")
        )
        yield sentence(stage=plan.name, **words)
