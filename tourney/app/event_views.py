"""Events as tables: all events, the players of one, its rounds."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.messages import Message, Player, Sentence, say
from tourney.app.choose import counted, planned_event, planned_standings
from tourney.app.event_session import EventSession
from tourney.app.host import Host
from tourney.domain.errors import NotFound, quoted
from tourney.events.event_plan import shown, slot_text
from tourney.events.event_records import EventStandings, event_standings
from tourney.events.event_state import RoundState, StageState, TableState
from tourney.events.final_standings import (
    TablesOfStage,
    decided,
    final_lines,
    final_ranking,
    places_of,
    stage_lines,
)
from tourney.events.stage_standings import bye_points, chances, table_points
from tourney.events.stages import is_ready, qualified
from tourney.exports.standings_fields import plan_table
from tourney.render.text_tables import Column, Row, Table, fixed
from tourney.scoring import tiebreak_names
from tourney.scoring.ledger import NO_RATINGS
from tourney.scoring.order import cut_line
from tourney.store.matches import event_matches
from tourney.store.runs import all_runs

if TYPE_CHECKING:
    from tourney.store import Database


PHASES: Final[Mapping[str, Sentence]] = {
    "planned": Sentence("app.event-phase-planned"),
    "open": Sentence("app.event-phase-open"),
    "closed": Sentence("app.event-phase-closed"),
}
"""The words of the phases of an event."""


def events_table(sessions: Sequence[EventSession]) -> Table:
    """All events with their phases."""
    columns = (
        Column("event", importance=9),
        Column("phase", importance=8),
        Column("players", align="right"),
        Column("stage"),
        Column("rounds", align="right"),
        Column("open_tables", say("render.heading-open-tables"), "right"),
    )
    rows = list[Row]()
    for one in sessions:
        state = one.state
        # Bots that only fill seats are no players of the event.
        here = sum(not (entrant.away or entrant.fills) for entrant in state.entrants.values())
        last, missing = state.stage, len(state.missing())
        phase = PHASES[state.phase]()
        rows.append((one.event.name, phase, here, last.plan.name, len(last.rounds), missing))
    return Table(columns, rows)


def players_table(session: EventSession) -> Table:
    """The entrants with their numbers and whether they have left."""
    columns = (
        Column("number", say("render.heading-no"), "right"),
        Column("player", importance=9),
        Column("status"),
        Column("since", say("render.heading-from-round"), "right"),
        *([Column("bot")] if any(one.bot for one in session.state.entrants.values()) else []),
    )
    joined = session.state.stages[0].joined
    rows = list[Row]()
    for one in session.state.entrants.values():
        status = "app.event-fills-seats" if one.fills else "app.event-plays"
        status = "app.event-has-left" if one.away else status
        since, bot = joined.get(one.number, 0) + 1, one.bot.target if one.bot else None
        # Without bots there is no column for them.
        row = (one.number, session.names.get(one.number), say(status), since, bot)
        rows.append(row[: len(columns)])
    return Table(columns, rows)


def tables_table(
    session: EventSession, numbers: Collection[int] = (), stages: Sequence[StageState] = ()
) -> Table:
    """The tables of all rounds or of some, of all stages or of some; the newest comes last.

    NotFound if no stage has any of these rounds.
    """
    dates = session.state.dates
    drawn = _rounds(session, numbers, stages)
    # Only a bracket has matches with names; the column would be empty everywhere else.
    named = {
        stage.plan.name: TablesOfStage(session.state, stage, session.rules) for stage, _ in drawn
    }
    called = any(named[stage.plan.name].name(one.number, 1) for stage, one in drawn)
    columns = (
        Column("stage", importance=4),
        Column("round", align="right"),
        *([Column("date", importance=6)] if dates else []),
        Column("table", align="right", importance=8),
        *([Column("called", importance=8)] if called else []),
        Column("game", importance=3),
        Column("players", importance=9),
        Column("result", importance=7),
        Column("match", importance=2),
    )
    rows = list[Row]()
    for stage, round_ in drawn:
        date = shown(dates.get((stage.plan.name, round_.number), ""))
        first = (stage.plan.name, round_.number, *([date or None] if dates else []))
        for table in round_.tables:
            known = ((one, session.names.get(one, f"#{one}")) for one in table.seats)
            players = ", ".join(f"({name})" if one in table.absent else name for one, name in known)
            result = result_text(session, stage, round_, table)
            known_as = named[stage.plan.name].name(round_.number, table.number)
            name = [known_as] if called else []
            rows.append((*first, table.number, *name, round_.game, players, result, table.match))
        # A bye has the line of a table without number, game and match.
        points = bye_points(session.state, stage.plan)
        worth = say("app.event-bye-alone")
        if points is not None:
            worth = say("app.event-bye-worth", points=fixed(points, 2))
        no_name = [None] if called else []
        rows += (
            (*first, None, *no_name, None, session.names.get(one), worth, None)
            for one in round_.byes
        )
    return Table(columns, rows)


def _rounds(
    session: EventSession, numbers: Collection[int], stages: Sequence[StageState] = ()
) -> list[tuple[StageState, RoundState]]:
    """All rounds, or those with some numbers, with their stages; NotFound if there is none."""
    some = stages or session.state.stages
    found = [
        (stage, one)
        for stage in some
        for one in stage.rounds
        if not numbers or one.number in numbers
    ]
    if numbers and not found:
        last = some[-1]
        words = {"round": min(numbers), "count": len(last.rounds)}
        raise NotFound(say("app.event-no-round", stage=last.plan.name, **words))
    return found


def table_objects(session: EventSession, numbers: Collection[int]) -> list[dict[str, object]]:
    """The tables of all rounds or of some for programs; a bye is a table without number."""
    objects, state, names = list[dict[str, object]](), session.state, session.names
    for stage, drawn in _rounds(session, numbers):
        date = state.dates.get((stage.plan.name, drawn.number))
        first = {"stage": stage.plan.name, "round": drawn.number, "date": date or None}
        for table in drawn.tables:
            worth = table_points(state, stage, drawn, table)
            # JSON has no fractions; exact points are in the log and in the standings.
            result = {names[one]: float(worth[one]) for one in table.seats if one in worth}
            objects.append({
                **first, "table": table.number, "game": drawn.game,
                "players": [names.get(one) for one in table.seats],
                "absent": [names.get(one) for one in table.absent],
                "result": result or None, "match": table.match,
            })  # fmt: skip
        for one in drawn.byes:
            bye = {str(names.get(one)): float(bye_points(state, stage.plan) or 0)}
            objects.append({
                **first, "table": None, "game": None, "players": [names.get(one)], "absent": [],
                "result": bye, "match": None,
            })  # fmt: skip
    return objects


def result_text(
    session: EventSession, stage: StageState, round_: RoundState, table: TableState
) -> str | None:
    """The points of a table by player, best first; None while its result is missing."""
    worth = table_points(session.state, stage, round_, table)
    if not worth:
        return None
    ordered = sorted(worth, key=lambda one: -worth[one])
    return "  ".join(f"{session.names.get(one, one)} {fixed(worth[one], 2)}" for one in ordered)


def stage_standings(host: Host, name: str | None) -> "Table | None":
    """The standings of the newest stage of an event with a plan; None for anything else."""
    # A name that a run and an event have means the run; `event:` before it means the event.
    if name is not None and (
        name.startswith("run:") or any(run.spec.name == name for run in all_runs(host.store()))
    ):
        return None
    event = planned_standings(host, name)
    if event is None:
        return None
    session = EventSession(host, host.store(), event)
    stage = _stage(session, None)
    for line in notes(session, stage):
        session.say(line)
    rows = session.rules.standings(session.state, stage)
    return plan_table(stage_lines(session.names, rows), "stage")


def planned_places(host: Host, store: "Database", event: str) -> dict[str, int] | None:
    """The places of the standings of an event with a plan, best first; None without a plan."""
    planned = planned_event(store, event)
    if planned is None:
        return None
    session = EventSession(host, store, planned)
    return places_of(session.state, session.rules, session.names)


def load_event(
    host: Host,
    store: "Database",
    event: str,
    by: str = "scaled",
    tiebreak: str | None = None,
    ratings: Mapping[str, int] | None = None,
) -> EventStandings:
    """The standings of an event; says which matches were corrected or do not count."""
    breaks = tiebreak_names(tiebreak)
    # Only one match at a time is in memory.
    with closing(event_matches(store, event)) as matches:
        found = event_standings(matches, by, breaks, ratings or {})
    for words, names in (
        (Sentence("app.standings-corrected"), found.corrected),
        (Sentence("app.standings-adjusted"), found.adjusted),
        (Sentence("app.standings-void"), found.void),
        (Sentence("app.standings-open"), found.open),
    ):
        if names:
            host.say(words(what=say("events.event", name=event), matches=counted(names)))
    return found


class Shown(NamedTuple):
    """What standings of a stage are asked for; None means as planned."""

    stage: str | None = None
    by: str | None = None
    tiebreaks: Sequence[str] | None = None
    ratings: Mapping[str, int] = NO_RATINGS
    top: int | None = None


def show_standings(session: EventSession, wanted: Shown) -> None:
    """Write the standings of the event; of one stage if it is named or has the only results."""
    if wanted == Shown() and len(decided(session.state)) > 1:
        _show_final(session)
        return
    stage = _stage(session, wanted.stage)
    plan, rules = stage.plan, session.rules
    if wanted.by is not None:
        plan = replace(plan, points=wanted.by)
    if wanted.tiebreaks is not None:
        plan = replace(plan, tiebreaks=tuple(wanted.tiebreaks))
    shown = replace(stage, plan=plan)
    # Tie-breaks by rating know entrants by number, the wish by name.
    ratings = {
        number: wanted.ratings[name]
        for number, name in session.names.items()
        if name in wanted.ratings
    }
    state = session.state
    rows, found = rules.standings(state, shown, ratings), None
    # What is still possible is not asked where the format decides the order itself.
    if wanted.top is not None and not rules.decides(state, shown):
        length, coming = rules.length(state, shown), rules.coming(state, shown)
        found = chances(state, shown, wanted.top, length, coming)
    lines = stage_lines(session.names, rows, found.texts if found else {})
    if wanted.top is not None and found is None:
        cut = cut_line([line.standing for line in lines], wanted.top)
        # All who share the last place are in the list.
        lines = lines[: len(cut.inside) + len(cut.shared)]
        if warning := cut.warning():
            session.say(warning)
    if found is not None:
        session.say(found.method)
    session.host.show(plan_table(lines, "stage"))
    for line in notes(session, stage):
        session.say(line)


def _show_final(session: EventSession) -> None:
    """Write the standings over all stages, and say which stage decides which places."""
    rows = final_ranking(session.state, session.rules)
    session.host.show(plan_table(final_lines(session.names, rows), "final"))
    first = 1
    # Places that one stage decides are next to each other.
    for stage, some in groupby(rows, key=lambda row: row.stage):
        count = len(list(some))
        session.say(say("app.event-places-by", stage=stage, first=first, last=first + count - 1))
        first += count
    missing = session.state.missing()
    name = session.event.name
    if missing:
        session.say(say("app.event-event-open", name=name, count=len(missing)))
    else:
        over = "app.event-event-final" if session.over else "app.event-event-so-far"
        session.say(say(over, name=name))
    for one in session.state.stages:
        for line in shared_lines(session, one):
            session.say(line)


def _stage(session: EventSession, name: str | None) -> StageState:
    stages = session.state.stages
    if name is None:
        return next((one for one in reversed(stages) if one.rounds), stages[0])
    stage = session.state.stage_named(name)
    if stage is None:
        known = ", ".join(one.plan.name for one in stages)
        raise NotFound(say("app.event-no-stage-of", name=quoted(name), known=known))
    return stage


def notes(session: EventSession, stage: StageState) -> Iterator[Message]:
    """Whether standings are final, and lines to the next stage that fall among equals."""
    words = {"name": session.event.name, "stage": stage.plan.name}
    open_ = stage.open_rounds()
    if not stage.rounds:
        yield say("app.event-no-round-yet", **words)
    elif open_ is not None:
        counts = {"missing": open_.missing, "tables": open_.tables}
        if open_.first == open_.last:
            yield say("app.event-open-standings", **words, round=open_.last, **counts)
        else:  # the rounds of a league are drawn together
            rounds = {"first": open_.first, "last": open_.last}
            yield say("app.event-open-rounds", **words, **rounds, **counts)
    else:
        yield say("app.event-final-standings", **words, count=len(stage.rounds))
        yield from shared_lines(session, stage)


def shared_lines(session: EventSession, stage: StageState) -> Iterator[Message]:
    """The lines to stages that have not begun which fall among equals."""
    begun = {one.plan.name for one in session.state.stages}
    for plan in session.state.plan.stages:
        rules = session.rules
        wanted = [
            one
            for one in plan.sources
            if one.stage == stage.plan.name and is_ready(session.state, rules, one)
        ]
        # Lots are drawn when a stage begins; after that its seeding says who went on.
        if plan.name in begun or not wanted:
            continue
        for line in qualified(session.state, rules, wanted, plan.name).lines:
            who = tuple(map(Player, line.equals))
            yield say(
                "app.event-cut-shared", who=who, places=line.places, source=slot_text(line.source)
            )
