"""An event as people follow it on a screen: its tables, standings and what is missing.

Stages that are played at the same time are below each other.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engines.games import GAMES
from engines.messages import Message, say
from tourney.app.choose import planned_event
from tourney.app.event_session import EventSession, event_session
from tourney.app.event_tables import EventTableRef
from tourney.app.event_views import result_text
from tourney.app.host import Host
from tourney.domain.errors import NotFound, quoted
from tourney.domain.match_values import PLACE_IN_EVENT
from tourney.events.decisions import is_schedule
from tourney.events.event_state import CLOSED, RoundState, StageState, TableState
from tourney.events.final_standings import TablesOfStage, final_ranking
from tourney.events.stages import stages_to_watch
from tourney.render.code_words import stage_word
from tourney.render.screen_values import EventPicture
from tourney.render.text_tables import Column, Row, Table, objects
from tourney.store.events import event_version, stored_events
from tourney.store.log import ranges
from tourney.store.matches import unfinished_matches
from tourney.store.players import all_players
from tourney.store.runs import all_runs

LISTED_FROM: Final = 3
"""Tables from which a list by name says who sits where."""


def event_to_watch(host: Host, name: str | None) -> EventSession | None:
    """The event that is meant; None for a run. A run comes first if both have the name."""
    store = host.store()
    if not stored_events(store):
        return None
    if name is None:
        return None if all_runs(store) else event_session(host, None, any_phase=True)
    if name.startswith("run:") or any(run.spec.name == name for run in all_runs(store)):
        return None
    event = planned_event(store, name.removeprefix("event:"))
    if event is None and not name.startswith("event:"):
        try:
            return event_session(host, name)
        except NotFound:
            raise NotFound(say("app.event-watch-neither", name=quoted(name))) from None
    return EventSession(host, store, event) if event else event_session(host, name)


class EventWatch:
    """Pictures of an event; with `public` only what all players may see.

    The public screen shows a round when it is published or has all results, and its results when
    all are there: until then the organiser may still correct a result that was typed wrongly. A
    schedule is known from the beginning; in it, only the results of the round that is being played
    wait for each other, because matches of earlier ones may have been postponed.
    """

    def __init__(self, session: EventSession, *, public: bool) -> None:
        self.session = session
        self._public = public
        self._version: object = None
        self._playing: set[tuple[str, ...]] = set()

    def read(self) -> None:
        """Read the event again if something has changed."""
        session = self.session
        # The screen asks again and again: the log is read only when it has grown.
        version = event_version(session.store, session.event)
        if version != self._version:
            session.load()
            self._version = version
        self._playing = {
            tuple(one.headers.get(key, "") for key in PLACE_IN_EVENT)
            for one in unfinished_matches(session.store)
            if one.headers.get("event") == session.event.name
        }

    def say_unpublished(self) -> None:
        """Say how to publish the rounds that are left out."""
        host, name, stages = self.session.host, self.session.event.name, self.stages()
        for stage in stages:
            if hidden := self.hidden(stage):
                which = ("--stage", stage.plan.name) if len(stages) > 1 else ()
                command = host.command("event", "lock", *which, names=(name,))
                words: dict[str, Any] = {"round": hidden.number, "command": command}
                host.say(say("app.event-watch-how-to-publish", event=quoted(name), **words))

    def objects(self) -> dict[str, Any]:
        """The present state for programs: of the first stage, and of all if there are several."""
        stages = list(map(self._stage_object, self.stages()))
        several = {"stages": stages} if len(stages) > 1 else {}
        return {"event": self.session.event.name, **stages[0], **several}

    def _stage_object(self, stage: StageState) -> dict[str, Any]:
        known = self.known(stage)
        tables: list[dict[str, Any]] = []
        if known:
            (_, shown), *_by_name = self._round(stage, known)
            # Rows of the table are texts for people: programs get the players as a list.
            round_ = current_round(known)
            seats = [self._names(table.present()) for table in round_.tables]
            seats += [self._names([one]) for one in round_.byes]
            rows = zip(objects(shown), seats, strict=True)
            tables = [{**row, "players": names} for row, names in rows]
        ranked = [row for _, table in self.standings(stage, known) for row in objects(table)]
        place = {"stage": stage.plan.name, "round": len(known)}
        return {**place, "tables": tables, "standings": ranked}

    def picture(self, *hints: str) -> EventPicture:
        """The present state for people, with these hints below it."""
        session, stages = self.session, self.stages()
        if session.state.phase == CLOSED:
            return self._final_picture(*hints)
        parts: list[tuple[str, Table]] = []
        notes: list[str] = []
        about: list[str] = []
        for stage in stages:
            name, known = stage_word(stage.plan.name), self.known(stage)
            shown = [*self._round(stage, known), *self.standings(stage, known)]
            # Why a stage has no newer round on the screen.
            missing: list[str] = []
            if hidden := self.hidden(stage):
                words = say("app.event-watch-not-published", round=hidden.number)
                missing = [session.text(words)]
            elif not stage.rounds:
                missing = [session.text(say("app.event-watch-not-drawn"))]
            if len(stages) > 1:
                shown = [(self.in_stage(stage, title), table) for title, table in shown]
                missing = [self.in_stage(stage, note) for note in missing]
            parts += shown
            notes += missing
            game = stage.plan.game(max(len(known), 1))
            title = GAMES[game].title.get(session.host.lang, game)
            about.append(session.text(say("app.event-watch-about", stage=name, game=title)))
        return EventPicture(session.event.name, " · ".join(about), parts, (*notes, *hints))

    def _final_picture(self, *hints: str) -> EventPicture:
        """A closed event: the order of everybody over all stages."""
        session = self.session
        columns = (
            Column("place", "#", "right", importance=9),
            Column("player", importance=9),
            Column("stage", importance=5),
            Column("points", align="right", importance=7),
            Column("matches", align="right", importance=1),
        )
        rows: list[Row] = []
        for row in final_ranking(session.state, session.rules):
            name, stage = session.names[row.entrant], stage_word(row.stage)
            rows.append((row.place, name, stage, row.row.points, row.matches))
        title = session.text(say("app.event-watch-final-order"))
        notes = (session.text(say("app.event-watch-closed")), *hints)
        return EventPicture(session.event.name, "", [(title, Table(columns, rows))], notes)

    def stages(self) -> Sequence[StageState]:
        """The stages that are played or were played last."""
        return stages_to_watch(self.session.state, self.session.rules)

    def hidden(self, stage: StageState) -> RoundState | None:
        """The newest round if the public may not see it yet."""
        last = stage.rounds[-1] if stage.rounds else None
        if last is None or not self._public or is_schedule(stage):
            return None
        published = last.locked or not last.missing() or self.session.state.phase == CLOSED
        return None if published else last

    def known(self, stage: StageState) -> list[RoundState]:
        """The rounds of a stage that may be shown."""
        return stage.rounds[:-1] if self.hidden(stage) else stage.rounds

    def in_stage(self, stage: StageState, text: str) -> str:
        """A text about one of several stages."""
        name = stage_word(stage.plan.name)
        return self.session.text(say("app.event-watch-in-stage", stage=name, text=text))

    def _names(self, entrants: Sequence[int]) -> list[str]:
        return [self.session.names[one] for one in entrants]

    def _round(self, stage: StageState, known: list[RoundState]) -> Iterator[tuple[str, Table]]:
        """The tables of the round that is being played, and where everybody sits."""
        if not known:
            return
        session, last = self.session, current_round(known)
        results_shown = not self._public or not last.missing()
        columns = (
            Column("table", "", "right", importance=9),
            Column("players", importance=8),
            Column("result", importance=7),
        )
        rows: list[Row] = []
        named = TablesOfStage(session.state, stage, session.rules)
        for table in last.tables:
            name = named.name(last.number, table.number) or table.number
            players = ", ".join(self._names(table.present()))
            rows.append((name, players, self._result(stage, last, table, results_shown)))
        rows += [(None, session.names[one], say("app.event-watch-bye")) for one in last.byes]
        counts = {"open": len(last.missing()), "tables": len(last.tables)}
        title = say("app.event-watch-round", round=last.number, **counts)
        yield session.text(title), Table(columns, rows)
        if not last.missing() or len(last.tables) < LISTED_FROM:
            return
        # Everybody with the table, in the order of names or their readings.
        order = {one.id: number for number, one in enumerate(all_players(session.store))}
        persons = session.view.persons
        seated = [(one, table.number) for table in last.tables for one in table.present()]
        seated.sort(key=lambda at: order.get(persons.get(at[0], 0), len(order)))
        places = (Column("player", importance=9), Column("table", align="right", importance=9))
        by_name = Table(places, [(session.names[one], number) for one, number in seated])
        yield session.text(say("app.event-watch-who-sits-where")), by_name

    def _result(
        self, stage: StageState, round_: RoundState, table: TableState, shown: bool
    ) -> Message | str | None:
        """The points of a table, or whether it is being played."""
        if table.result is None and table.playable:
            # A match that is being played or recorded names its table in its headers.
            at = EventTableRef(self.session, stage, round_, table).headers()
            if tuple(at.get(key, "") for key in PLACE_IN_EVENT) in self._playing:
                return say("app.event-watch-playing")
            return say("app.event-watch-open")
        points = result_text(self.session, stage, round_, table)
        return points if shown else say("app.event-watch-done")

    def standings(self, stage: StageState, known: list[RoundState]) -> Iterator[tuple[str, Table]]:
        """The standings; the public ones without a round that is not complete."""
        session = self.session
        last = current_round(known).number if known else 0
        # Half a round would show who is ahead by having played already.
        waits = self._public and known and current_round(known).missing()
        counted = [one for one in known if one.number < last + (not waits)]
        if not counted:
            return
        open_ = [one.number for one in counted if one.missing()]
        so_far = StageState(stage.plan, stage.seeding, counted, stage.joined, stage.undrawn)
        columns = (
            Column("place", "#", "right", importance=9),
            Column("player", importance=9),
            Column("points", align="right", importance=9),
            Column("matches", align="right", importance=1),
        )
        rows = [
            (row.place, session.names[row.entrant], row.points, row.matches)
            for row in session.rules.standings(session.state, so_far)
        ]
        if not open_:
            title = say("app.event-watch-standings", count=len(counted))
        elif len(open_) == 1:
            title = say("app.event-watch-so-far", round=open_[0])
        else:
            rounds = ranges(open_).replace(" ", ", ")
            title = say("app.event-watch-so-far-in", rounds=rounds)
        yield session.text(title), Table(columns, rows)


def current_round(known: Sequence[RoundState]) -> RoundState:
    """The round that is being played: after the newest one with results, if that has all."""
    begun = [at for at, one in enumerate(known) if any(table.result for table in one.tables)]
    if not begun:
        return known[0]
    newest = begun[-1]
    return known[min(newest + (not known[newest].missing()), len(known) - 1)]
