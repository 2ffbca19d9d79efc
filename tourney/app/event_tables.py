"""Where a match is in an event: a table by its name such as AL/r1/t3, by its place or players."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.app.choose import planned_event
from tourney.app.event_session import (
    EventSession,
    event_session,
    open_sessions,
)
from tourney.app.host import Host
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT, PairedMatch
from tourney.events.decisions import check_place
from tourney.events.event_plan import game_options
from tourney.events.event_state import RoundState, StageState, TableState
from tourney.store.events import event_named, paired_on, require_place, stored_events
from tourney.store.matches import has_match, match_named
from tourney.store.players import name_in_use

if TYPE_CHECKING:
    from tourney.domain.event_log import EnteredBot

TABLE: Final = re.compile(r"(?:(?P<event>.+)/)?r(?P<round>\d{1,4})/t(?P<table>\d{1,4})")
"""A table: EVENT/r1/t3, EVENT/STAGE/r1/t3 or r1/t3."""


@dataclass(frozen=True, slots=True)
class EventTableRef:
    """A table of a drawn round, in its event."""

    session: EventSession
    stage: StageState
    round: RoundState
    table: TableState
    match: str = ""
    """The id of the match that was stored for it just now."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players who are there, in the order of seats."""
        return tuple(self.session.names[one] for one in self.table.present())

    @property
    def players(self) -> tuple[tuple[str, "EnteredBot | None"], ...]:
        """The name of everybody who is there, in the order of seats, and the bot if it is one."""
        names, entrants = self.session.names, self.session.state.entrants
        return tuple((names[one], entrants[one].bot) for one in self.table.present())

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options of the game that the plan gives, as far as so many can play with them."""
        if not self.stage.plan.options:
            return ()
        seats = len(self.table.present())
        return tuple(game_options(self.stage.plan, self.round.game, seats).items())

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of everybody who is there: partners share one."""
        game, seats = GAMES[self.round.game], len(self.table.present())
        if seats not in game.seats:  # nobody can play
            return tuple(range(seats))
        return game.sides(game.options(dict(self.options), seats), seats)

    def headers(self) -> dict[str, str]:
        """The headers of a record that name this table."""
        # Above 2 there is a second stage, planned or begun: one alone counts in both sums.
        stages = len(self.session.state.plan.stages) + len(self.session.state.stages)
        stage = {"stage": self.stage.plan.name} if stages > 2 else {}
        place = {"round": str(self.round.number), "table": str(self.table.number)}
        return {"event": self.session.event.name, **stage, **place}

    def match_ids(self) -> list[str]:
        """The ids of the stored matches of this table, also of void ones, then that of a new one.

        The first one is autumn-league/r1/t3, the second one autumn-league/r1/t3-2.
        """
        store, event = self.session.store, self.session.event
        # Ids stay the same for ever: a newer event of the same words has to give way.
        older = (one for one in stored_events(store) if one.id < event.id)
        # The words of Latin letters and digits in a name, narrow and in lower case.
        words, *taken = (
            "-".join(re.findall(r"[a-z0-9]+", normalize("NFKC", one.name).lower()))
            for one in (event, *older)
        )
        if not words or words in taken:  # the number of the event is its own
            words = f"{words or 'event'}-{event.id}"
        headers = self.headers()
        stage = [headers["stage"]] if "stage" in headers else []
        ids = ["/".join((words, *stage, f"r{self.round.number}", f"t{self.table.number}"))]
        while has_match(store, ids[-1]):
            ids.append(f"{ids[0]}-{len(ids) + 1}")
        return ids

    def stored_name(self) -> str:
        """The id of the match that is stored for this table."""
        return match_named(self.session.store, str(self.table.match), entries=False).name

    def place(self) -> dict[str, Any]:
        """Round, table and players for a message."""
        return {
            "event": self.session.event.name,
            "stage": self.stage.plan.name,
            "round": self.round.number,
            "table": self.table.number,
            "players": ", ".join(self.names),
        }


def named_table(host: Host, text: str) -> EventTableRef | None:
    """The table that a text such as AL/r1/t3 names; None if it has another form.

    NotFound for an unknown event or table.
    """
    found = TABLE.fullmatch(text)
    if found is None:
        return None
    session, stage = _event_and_stage(host, found["event"])
    return table_at(session, stage, found["round"], found["table"])


def match_id(host: Host, name: str) -> str:
    """The id of the match that a text names, also by its table, such as AL/r1/t3.

    NotFound for a table of a known event that has no match, with the void match of it.
    """
    place = TABLE.fullmatch(name)
    if place is None or has_match(host.store(), name):
        return name
    try:
        session, stage = _event_and_stage(host, place["event"])
    except NotFound:
        return name  # the id of a match that is not there
    at = table_at(session, stage, place["round"], place["table"])
    if at.table.match is not None:
        return at.stored_name()
    words: dict[str, Any] = {"round": at.round.number, "table": at.table.number}
    void = at.match_ids()[:-1]
    if void:
        raise NotFound(say("app.event-table-void", **words, match=quoted(void[-1])))
    raise NotFound(say("app.event-table-empty", **words, name=name))


def _event_and_stage(host: Host, text: str | None) -> tuple[EventSession, str]:
    """The event and stage of EVENT or EVENT/STAGE; the stage is empty if it is not named."""
    if text is None:
        return event_session(host, None), ""
    store = host.store()
    try:
        return EventSession(host, store, event_named(store, text)), ""
    except NotFound:
        event, slash, stage = text.rpartition("/")
        if slash:
            return EventSession(host, store, event_named(store, event)), stage
        # The only open event, if it has a stage of this name.
        sessions = open_sessions(host, store)
        if len(sessions) != 1 or sessions[0].state.stage_named(stage) is None:
            raise
        return sessions[0], stage


def table_at(
    session: EventSession, stage: str, number: str, table: str, match: str = ""
) -> EventTableRef:
    """A table by stage, round and number; without a stage, that of the newest one that fits."""
    if not stage:
        begun = [one for one in session.state.stages if one.rounds]
        stage = begun[-1].plan.name if begun else ""
    with session.naming():
        return EventTableRef(session, *check_place(session.state, stage, number, table), match)


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """Where somebody says that a match is in an event; None for what is not said.

    A `casual` match belongs to no event, whatever is open today.
    """

    event: str | None = None
    stage: str | None = None
    round: str | None = None
    table: str | None = None
    casual: bool = False

    @property
    def words(self) -> dict[str, str]:
        """What is said, by header."""
        values = ((key, getattr(self, key)) for key in PLACE_IN_EVENT)
        return {key: value for key, value in values if value}


def asked_table(host: Host, asked: AskedPlace, players: Sequence[str]) -> EventTableRef | None:
    """The table of an event with a plan at which a match is recorded or played.

    None if the match belongs to no such event.
    """
    if asked.casual:
        return None
    session = _asked_event(host, asked.event)
    if session is None:
        return None
    tables = list(_open_tables(session, asked))
    if asked.round and asked.table:
        return table_at(session, asked.stage or "", asked.round.strip(), asked.table.strip())
    if players:
        wanted = {name_in_use(session.store, name) for name in players}
        tables = [one for one in tables if _is_for(one, wanted)] or tables
    # Players alone mean a table only if it is exactly theirs: they may play for fun.
    if len(tables) == 1 and (asked.event or asked.table or set(players)):
        exact = _is_for(tables[0], {name_in_use(session.store, name) for name in players})
        return tables[0] if asked.event or asked.table or exact else None
    if asked.event is None and asked.table is None:
        return None
    sentence = Sentence("app.event-which-table") if tables else Sentence("app.event-no-open-table")
    raise UsageFault(sentence(event=quoted(session.event.name)))


def _is_for(table: EventTableRef, players: set[str]) -> bool:
    """Whether these players sit at a table; its bots need not be named."""
    people = {name for name, bot in table.players if bot is None}
    return players in (set(table.names), people)


def _asked_event(host: Host, name: str | None) -> EventSession | None:
    """The event with a plan of this name, else the only open one."""
    with suppress(NotFound):  # there is no database yet
        store = host.store()
        if name is None:
            found = open_sessions(host, store)
            return found[0] if len(found) == 1 else None
        event = planned_event(store, name)
        return EventSession(host, store, event) if event else None
    return None


def _open_tables(session: EventSession, asked: AskedPlace) -> Iterator[EventTableRef]:
    """The tables without a match at a place that is asked for."""
    for stage in session.state.stages:
        for round_, table in stage.tables():
            named = (
                asked.stage in (None, "", stage.plan.name)
                and asked.round in (None, "", str(round_.number))
                and asked.table in (None, "", str(table.number))
            )
            if named and table.playable and table.match is None:
                yield EventTableRef(session, stage, round_, table)


def require_same(found: EventTableRef, game: str | None, names: Sequence[str]) -> None:
    """UsageFault if game or players are others than those of the table."""
    place = found.place()
    if game is not None and game != found.round.game:
        words = {"round": place["round"], "game": found.round.game, "other": quoted(game)}
        raise UsageFault(say("app.event-other-game", **words))
    known = {name_in_use(found.session.store, name) for name in names}
    if names and not _is_for(found, known):
        words = {key: place[key] for key in ("round", "table", "players")}
        raise UsageFault(say("app.event-other-players", **words))


def place_headers(
    host: Host, asked: AskedPlace, players: Sequence[str], day: str
) -> dict[str, str]:
    """The headers that say where a match of these players is in an event.

    Without a named event they follow from the only event of today, which is said. `day` is the date
    of the match: a match of another day belongs to no event of today. Conflict if the place is
    taken.
    """
    headers = _headers_of(host, asked, players, day)
    if headers.keys() >= {"event", "round", "table"}:  # only one match can be there
        with suppress(NotFound):  # there is no database yet
            require_place(host.store(), headers)
    return headers


def _headers_of(host: Host, asked: AskedPlace, players: Sequence[str], day: str) -> dict[str, str]:
    headers = {key: header_text(key, value) for key, value in asked.words.items()}
    if asked.casual:
        if asked.event:
            raise UsageFault(say("app.record-casual-event", event=quoted(headers["event"])))
        return headers
    today = f"{date.today():%Y-%m-%d}"
    if asked.event is not None or not day.startswith(today):
        return headers
    return _in_open_event(host, headers, players, today)


def _in_open_event(
    host: Host, headers: dict[str, str], players: Sequence[str], today: str
) -> dict[str, str]:
    """The headers with the place in the only event of today, if there is one."""
    from tourney.events.open_event import next_place, open_events

    matches: list[PairedMatch] = []
    with suppress(NotFound):  # there is no database yet
        store = host.store()
        # In events with a plan nobody takes the next free table: it was drawn for others.
        planned = {event.name for event in stored_events(store)}
        matches = [one for one in paired_on(store, today) if one.event not in planned]
    events = open_events(matches)
    if len(events) > 1:
        names = ", ".join(map(quoted, events))
        host.say(say("app.record-open-events", events=names))
    if len(events) != 1:
        return headers
    found = next_place(matches, headers, players)
    place = ", ".join(f"{key} {found[key]}" for key in PLACE_IN_EVENT if key in found)
    host.say(say("app.record-open-event", place=place))
    return found


def header_text(key: str, text: str) -> str:
    """The value of a header with free text, as a record has it; UsageFault if it is impossible."""
    from tourney.records.field_values import check_name, filled
    from tourney.records.lines import LineFault, line

    value = normalize("NFC", " ".join(text.split()))
    try:
        check_name(say("app.record-header", key=key), value, filled(value))
    except LineFault as fault:
        raise UsageFault(fault.message) from None
    if not value.isprintable() or line(1, value).fault:
        raise UsageFault(say("app.record-bad-header", key=key, value=quoted(value)))
    return value
