"""Results that players hand in themselves, from their telephones: reported, confirmed, disputed.

What somebody at a table reports is a row of the event's log and does not count yet. It becomes the
result of the match when a second person at the table says the same, or the organiser confirms it.
Reports that differ wait for the organiser.
"""

from collections import Counter
from typing import Final

from engines.api import seat_letter
from engines.messages import Player, say
from tourney.app.enter_result import TypedResult, enter_result, first_result
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef, table_at
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.event_log import EntrantId, EventChange, ReportedResult
from tourney.events import decisions
from tourney.events.event_state import EventState, TableState
from tourney.records.field_values import rank_text

OPEN: Final = "open"
REPORTED: Final = "reported"
"""Somebody has reported a result, which nobody has confirmed."""
DISPUTED: Final = "disputed"
"""Reports differ, or somebody contradicts the result."""
ENTERED: Final = "entered"
"""The match has a result."""
NOT_PLAYED: Final = "not played"


def status_of(table: TableState) -> str:
    """How far the result of a table is."""
    said = set(table.reports.values())
    if table.result is not None:
        # Places that a forfeit or a ruling gave say nothing about what was reported.
        seats, scores = table.result.entrants, table.result.scores
        entered = dict(zip(seats, scores, strict=False))
        differs = any(dict(zip(one.entrants, one.scores, strict=True)) != entered for one in said)
        return DISPUTED if differs and table.changed < table.reported else ENTERED
    if not table.playable:
        return NOT_PLAYED
    return OPEN if not said else REPORTED if len(said) == 1 else DISPUTED


def agreed(state: EventState, table: TableState) -> ReportedResult | None:
    """The result that enough people at an open table reported, and nobody else contradicts."""
    if not table.missing or len(set(table.reports.values())) != 1:
        return None
    persons = sum(state.entrants[one].bot is None for one in table.present())
    ((report, count),) = Counter(table.reports.values()).items()
    return report if count >= min(2, persons) else None


def report(at: EventTableRef, entrant: EntrantId, typed: TypedResult) -> EventTableRef:
    """Somebody at a table reports how the match ended; the same report again changes nothing.

    UsageFault or DataFault for what is no result of the game.
    """
    session, table = at.session, at.table
    if entrant in table.present() and session.state.entrants[entrant].bot is not None:
        raise UsageFault(say("app.report-bot", who=Player(entrant)))
    found = first_result(at, typed)
    scores, places = (tuple(one or 0 for one in each) for each in (found.scores, found.places))
    said = ReportedResult(table.present(), scores, places)
    place = at.stage.plan.name, at.round.number, table.number

    def decide(state: EventState, _: object) -> list[EventChange]:
        # Looked at under the lock: the telephone may have sent the same twice at once.
        now = decisions.check_place(state, place[0], str(place[1]), str(place[2]))[2]
        if now.reports.get(entrant) == said:
            return []
        return [decisions.reported(state, place, entrant, said)]

    if table.reports.get(entrant) != said:
        session.change(decide)
    enter_agreed(session)
    return table_at(session, place[0], str(place[1]), str(place[2]))


def enter_agreed(session: EventSession) -> None:
    """Enter the results of all tables on which enough people agree."""
    for stage in session.state.stages:
        for round_, table in list(stage.tables()):
            found = agreed(session.state, table)
            if found is not None:
                _enter(EventTableRef(session, stage, round_, table), found)


def confirm(at: EventTableRef, entrant: EntrantId | None = None) -> EventTableRef:
    """The organiser takes what was reported, of differing reports that of an entrant."""
    reports = at.table.reports
    words = {"round": at.round.number, "table": at.table.number}
    if entrant is None and len(set(reports.values())) > 1:
        raise Conflict(say("app.report-which", **words))
    said = next(iter(reports.values()), None) if entrant is None else reports.get(entrant)
    if said is None:
        raise NotFound(say("app.report-none", **words))
    return _enter(at, said)


def _enter(at: EventTableRef, said: ReportedResult) -> EventTableRef:
    """Enter a reported result, unless another process has entered one just now."""
    place = at.stage.plan.name, str(at.round.number), str(at.table.number)
    order = [said.entrants.index(one) for one in at.table.present()]
    scores = [f"{seat_letter(seat)}={said.scores[of]}" for seat, of in enumerate(order)]
    rank = rank_text([said.places[of] for of in order])
    try:
        return enter_result(at, TypedResult(",".join(scores), rank))
    except Conflict:
        at.session.load()
        found = table_at(at.session, *place)
        if found.table.match is None:
            raise
        return found
