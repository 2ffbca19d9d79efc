"""The later stages of an event: who goes on, ties across a line, and when one can begin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from random import Random
from typing import Any

from engines.messages import Message, Player, say
from tourney.domain.errors import Conflict
from tourney.domain.event_log import EntrantId, EventChange, Sizes
from tourney.events.attendance import without
from tourney.events.decisions import require_open, require_results
from tourney.events.draws import EventRules, seed_of
from tourney.events.event_plan import MATCH, TABLE, StagePlan, StageSource, slot_text
from tourney.events.event_state import EventState, StageState, TableState
from tourney.events.stage_standings import OUT, ranking
from tourney.formats.format_settings import Order
from tourney.scoring.tiebreaks import tiebreak

LOTS_ROUND = 0
"""The number of the round in the seed of lots, which are drawn before round 1 of a stage."""


@dataclass(frozen=True, slots=True)
class SharedLine:
    """A line that falls among equals: who shares it, and how many of them are above it.

    `decided` says that the organiser named those above it, after a play-off.
    """

    source: StageSource
    equals: tuple[EntrantId, ...]
    places: int
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Qualified:
    """The entrants of the next stage, best first, and the lines that lots had to decide."""

    entrants: tuple[EntrantId, ...]
    lines: tuple[SharedLine, ...] = ()


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
        if is_ready(state, rules, source):
            continue
        stage = state.stage_named(source.stage)
        if stage is None:
            raise Conflict(say("events.not-begun", stage=source.stage))
        if source.part in (TABLE, MATCH):
            raise Conflict(say("events.not-ready", source=slot_text(source)))
        require_results(state, stage)
        left = (rules.length(state, stage) or 1) - len(stage.rounds)
        raise Conflict(say("events.rounds-left", stage=stage.plan.name, count=left))
    goes_on = qualified(state, rules, plan.sources, plan.name, ahead)
    unclear = [line for line in goes_on.lines if not line.decided]
    if unclear and not lots:
        line = unclear[0]
        equals = tuple(map(Player, line.equals))
        where = slot_text(line.source)
        raise Conflict(say("events.shared-line", who=equals, places=line.places, source=where))
    if len(goes_on.entrants) < min(plan.sizes.allowed):
        raise Conflict(say("events.too-few-left", stage=plan.name, count=len(goes_on.entrants)))
    details = {
        "plan": plan.as_json(),
        "entrants": list(goes_on.entrants),
        "lots": bool(unclear),
        "ahead": list(ahead),
    }
    return EventChange("event final", details), goes_on


def next_is_ready(state: EventState, rules: EventRules) -> bool:
    """Whether the next stage of the plan can begin; not if the organiser ends one before it."""
    plan = state.next_plan()
    if plan is None:
        return False
    for source in plan.sources:
        stage = state.stage_named(source.stage)
        if not is_ready(state, rules, source) or stage is None:
            return False
        # Who goes on from a stage with an open end is known only when the organiser says so.
        if source.part not in (TABLE, MATCH) and rules.length(state, stage) is None:
            return False
    return True


def stages_to_watch(state: EventState, rules: EventRules) -> list[StageState]:
    """The stages that are played now, and those that are over but feed no other one yet.

    They are in the order of the plan; of a stage without a round nothing can be seen.
    """
    drawn = [stage for stage in state.stages if stage.rounds]
    feeding = {source.stage for stage in drawn for source in stage.plan.sources}
    watched = []
    for stage in drawn:
        length = rules.length(state, stage)
        another = length is not None and len(stage.rounds) < length
        enough = len(state.playing(stage)) >= min(stage.plan.sizes.allowed)
        if stage.plan.name not in feeding or stage.missing() or (another and enough):
            watched.append(stage)
    return watched or state.stages[:1]


def left_out(state: EventState, rules: EventRules) -> list[Message]:
    """What the plan promises and is not drawn: rounds of a stage, and whole stages."""
    missing = []
    for stage in state.stages:
        length, drawn = rules.length(state, stage), len(stage.rounds)
        if drawn and length is not None and drawn < length:
            count = length - drawn
            missing.append(
                say("events.rounds-left-out", stage=stage.plan.name, count=count, of=length)
            )
    return [*missing, *(say("events.stage-left-out", stage=name) for name in state.unplayed())]


def cancelled(state: EventState) -> EventChange:
    """Take back the beginning of a stage of which no round is drawn."""
    require_open(state)
    if len(state.stages) < 2:
        raise Conflict(say("events.no-stage"))
    last = state.stages[-1]
    if last.rounds:
        raise Conflict(say("events.stage-drawn", stage=last.plan.name))
    # Rounds that were drawn and taken back had other seeds: begun again, they go on from there.
    drawn = [[number, times] for number, times in sorted(last.undrawn.items()) if times]
    details: dict[str, Any] = {"stage": last.plan.name}
    if drawn:
        details["undrawn"] = drawn
    return EventChange("event final undo", details)


def final_plan(state: EventState, top: int, game: str | None, sizes: Sequence[int]) -> StagePlan:
    """A final of the best `top` entrants of the current stage at one table.

    `sizes` are all that its game takes; as many as possible sit down if the plan does not say.
    """
    last = state.stage.plan
    planned = state.next_plan()
    # The planned final with other entrants or another game, else one like the last stage.
    base = planned or replace(last, name="final", format="one-table", rounds=1, settings={})
    if any(stage.plan.name == base.name for stage in state.stages):
        raise Conflict(say("events.stage-exists", stage=base.name))
    return replace(
        base,
        games=(game,) if game else base.games if planned else last.games[-1:],
        sizes=Sizes(tuple(sizes), max(sizes)) if planned is None or game else base.sizes,
        sources=(StageSource(last.name, 1, top),),
    )


def qualified(
    state: EventState,
    rules: EventRules,
    sources: Sequence[StageSource],
    stage: str,
    ahead: Sequence[EntrantId] = (),
) -> Qualified:
    """The entrants who go on to a stage; equals across a line are in the order of lots.

    Those in `ahead` come before their equals. Entrants who have left do not go on: the next ones
    move up.
    """
    # The lots follow from the seed of the event, so that a replay draws the same ones.
    luck = Random(seed_of(state, stage, LOTS_ROUND))

    def by_lot(order: Order) -> Order:
        found = []
        for equals in order:
            lots = list(equals)
            luck.shuffle(lots)
            found.append(tuple(sorted(lots, key=lambda one: one not in ahead)))
        return tuple(found)

    found: list[EntrantId] = []
    lines: list[SharedLine] = []
    for source in sources:
        holders: list[EntrantId] = []
        for order in _orders(state, rules, source):
            more, shared = _places(state, source, by_lot(order), ahead)
            holders += more
            lines += shared
        if source.best is not None:
            best = replace(source, first=1, last=source.best)
            order = by_lot(_by_merit(state, source, holders))
            holders, shared = _places(state, best, order, ahead)
            # The line is that of the slot, not of the order by merit that stood for it.
            lines += (replace(line, source=source) for line in shared)
        # Slots may overlap: the first one that names somebody decides the seed.
        found += [entrant for entrant in holders if entrant not in found]
    return Qualified(tuple(found), tuple(lines))


def _by_merit(state: EventState, source: StageSource, some: Sequence[EntrantId]) -> Order:
    """Entrants of different groups or tables, best first, in groups of equals.

    Their points for each round of their stage are compared, then the tie-breaks that all of them
    have; groups may have different numbers of rounds. Who met whom is not compared.
    """
    stage = state.stage_named(source.stage)
    assert stage is not None
    rows = {row.entrant: row for row in ranking(state, stage) if row.entrant in some}
    # Who met whom says nothing about entrants of different groups.
    shared = [
        name
        for name in stage.plan.tiebreaks
        if not tiebreak(name).relative and all(name in dict(row.tiebreaks) for row in rows.values())
    ]

    def merit(entrant: EntrantId) -> tuple[Fraction, ...]:
        row = rows[entrant]
        rounds = row.matches + sum(missed.kind != OUT for missed in row.unplayed)
        values = dict(row.tiebreaks)
        # A bye is a round of theirs; a round that the format drew without them is not.
        return (row.points / max(rounds, 1), *(values[name] for name in shared))

    ordered = sorted(some, key=merit, reverse=True)
    return tuple(tuple(equals) for _, equals in groupby(ordered, key=merit))


def _orders(state: EventState, rules: EventRules, source: StageSource) -> Iterator[Order]:
    """The orders of which a slot takes places: of a stage, its groups or its tables."""
    stage = state.stage_named(source.stage)
    if stage is None:
        raise Conflict(say("events.not-begun", stage=source.stage))
    if source.part in (TABLE, MATCH):
        yield from (_order_at(state, table) for table in _tables(stage, source))
        return
    # That of the format where it has one: in a bracket points say nothing.
    order = rules.order(state, stage)
    if not source.part:
        yield order
        return
    group = {entrant: table.group for _, table in stage.tables() for entrant in table.seats}
    for number in sorted(set(group.values())):
        if source.number in (None, number + 1):
            parts = (
                tuple(entrant for entrant in equals if group.get(entrant) == number)
                for equals in order
            )
            yield tuple(part for part in parts if part)


def _tables(stage: StageState, source: StageSource) -> list[TableState]:
    """The tables of a slot; Conflict if one of them is not drawn."""
    if source.part == MATCH:
        tables = [table for _, table in stage.tables()]
    else:
        round_ = stage.round(source.round or len(stage.rounds))
        tables = round_.tables if round_ else []
    number = source.number
    of_slot = tables if number is None else tables[number - 1 : number]
    if not of_slot:
        raise Conflict(say("events.not-ready", source=slot_text(source)))
    return of_slot


def _order_at(state: EventState, table: TableState) -> Order:
    """The entrants of a table in groups of equals, best first; without those who were absent."""
    if table.result is None:
        return (table.present(),) if table.present() else ()
    bots = [entrant for entrant in table.seats if state.entrants[entrant].fills]
    entrants, places = without(table.result, bots)
    ranked = sorted(zip(places, entrants, strict=True))
    return tuple(
        tuple(one for _, one in equals) for _, equals in groupby(ranked, key=lambda pair: pair[0])
    )


def is_ready(state: EventState, rules: EventRules, source: StageSource) -> bool:
    """Whether the places of a slot are decided: all results are there on which they depend."""
    stage = state.stage_named(source.stage)
    if stage is None:
        return False
    if source.part not in (TABLE, MATCH) or (source.part == TABLE and source.round is None):
        length = rules.length(state, stage)
        drawn = length is None or len(stage.rounds) >= length
        over = drawn or len(state.playing(stage)) < min(stage.plan.sizes.allowed)
        return bool(stage.rounds) and over and not stage.missing()
    try:
        return not any(table.missing for table in _tables(stage, source))
    except Conflict:
        return False


def _places(
    state: EventState, source: StageSource, order: Order, ahead: Sequence[EntrantId]
) -> tuple[list[EntrantId], list[SharedLine]]:
    """The holders of the places of a slot; the lines at its ends if equals share them."""
    placed: list[EntrantId] = []
    shared: list[SharedLine] = []
    lines = [source.first - 1, *([] if source.last is None else [source.last])]
    for equals in order:
        here = [entrant for entrant in equals if not state.entrants[entrant].away]
        for line in lines:
            # A line within the equals: some of them are above it, others below.
            if len(placed) < line < len(placed) + len(here):
                above = line - len(placed)
                decided = sum(entrant in ahead for entrant in here) == above
                shared.append(SharedLine(source, tuple(sorted(here)), above, decided))
        placed += here
    return placed[source.first - 1 : source.last], shared
