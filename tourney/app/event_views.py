"""Events as tables: all events, the players of one, its rounds."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from engines.messages import Message, Sentence, say
from tourney.app.event_session import EventSession
from tourney.domain.errors import NotFound
from tourney.events.dates import shown
from tourney.events.ranking import bye_points, table_points
from tourney.events.stage_table import match_name
from tourney.events.state import Entrant, RoundState, StageState, TableState
from tourney.render.tables import Column, Row, Table, fixed

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
    return Table(columns, [_event(one) for one in sessions])


def _event(session: EventSession) -> Row:
    state = session.state
    stage = state.stage
    missing = len(state.missing())
    here = sum(not (one.away or one.fills) for one in state.entrants.values())
    phase = PHASES[state.phase]()
    return (session.event.name, phase, here, stage.plan.name, len(stage.rounds), missing)


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
    rows = [
        (one.number, session.names.get(one.number), _status(one),
         joined.get(one.number, 0) + 1, one.bot.target if one.bot else None)
        for one in session.state.entrants.values()
    ]  # fmt: skip
    return Table(columns, [row[: len(columns)] for row in rows])


def _status(entrant: Entrant) -> Message:
    if entrant.away:
        return say("app.event-has-left")
    return say("app.event-fills-seats") if entrant.fills else say("app.event-plays")


def tables_table(
    session: EventSession, numbers: Collection[int] = (), stages: Sequence[StageState] = ()
) -> Table:
    """The tables of all rounds or of some, of all stages or of some; the newest comes last.

    NotFound if no stage has any of these rounds.
    """
    dates = session.state.dates
    drawn = _rounds(session, numbers, stages)
    called = any(match_name(stage, one.number, 1) for stage, one in drawn)
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
    rows = [row for stage, one in drawn for row in _round(session, stage, one, called)]
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
    return [
        one for stage, drawn in _rounds(session, numbers) for one in _objects(session, stage, drawn)
    ]


def _objects(
    session: EventSession, stage: StageState, drawn: RoundState
) -> Iterator[dict[str, object]]:
    date = session.state.dates.get((stage.plan.name, drawn.number))
    first = {"stage": stage.plan.name, "round": drawn.number, "date": date or None}
    names = session.names
    for table in drawn.tables:
        worth = table_points(session.state, stage, drawn, table)
        yield {
            **first, "table": table.number, "game": drawn.game,
            "players": [names.get(one) for one in table.seats],
            "absent": [names.get(one) for one in table.absent],
            "result": {names[one]: float(worth[one]) for one in table.seats if one in worth}
            or None,
            "match": table.match,
        }  # fmt: skip
    for one in drawn.byes:
        bye = {str(names.get(one)): float(bye_points(session.state, stage.plan) or 0)}
        yield {**first, "table": None, "game": None, "players": [names.get(one)], "absent": [],
               "result": bye, "match": None}  # fmt: skip


def _round(
    session: EventSession, stage: StageState, round_: RoundState, called: bool
) -> Iterator[Row]:
    dates = session.state.dates
    date = shown(dates.get((stage.plan.name, round_.number), ""))
    first = (stage.plan.name, round_.number, *([date or None] if dates else []))
    for table in round_.tables:
        known = ((one, session.names.get(one, f"#{one}")) for one in table.seats)
        players = ", ".join(f"({name})" if one in table.absent else name for one, name in known)
        result = result_text(session, stage, round_, table)
        name = [match_name(stage, round_.number, table.number)] if called else []
        yield (*first, table.number, *name, round_.game, players, result, table.match)
    for one in round_.byes:
        points = bye_points(session.state, stage.plan)
        worth = (
            say("app.event-bye-alone")
            if points is None
            else say("app.event-bye-worth", points=fixed(points, 2))
        )
        yield (*first, None, *([None] if called else []), None, session.names.get(one), worth, None)


def result_text(
    session: EventSession, stage: StageState, round_: RoundState, table: TableState
) -> str | None:
    """The points of a table by player, best first; None while its result is missing."""
    worth = table_points(session.state, stage, round_, table)
    if not worth:
        return None
    ordered = sorted(worth, key=lambda one: -worth[one])
    return "  ".join(f"{session.names.get(one, one)} {fixed(worth[one], 2)}" for one in ordered)
