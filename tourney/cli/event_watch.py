"""`tourney watch EVENT`: tables and standings on a screen that follows the event.

Stages that are played at the same time are below each other.
"""

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, Final

from engines.games import GAMES
from engines.messages import Message, say
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.event_views import result_text
from tourney.cli.base import App
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT
from tourney.events.decisions import is_schedule
from tourney.events.event_state import CLOSED, RoundState, StageState, TableState
from tourney.events.final_standings import final_lines, final_ranking, match_name, stage_lines
from tourney.events.stages import stages_to_watch
from tourney.exports.standings_fields import plan_table
from tourney.render.code_words import stage_word
from tourney.render.live_screens import EventPicture, event_pages, event_text
from tourney.render.scenes import Theme, plain
from tourney.render.text import json_text
from tourney.render.text_tables import Column, Row, Table, objects
from tourney.store.events import event_version
from tourney.store.log import ranges
from tourney.store.matches import unfinished_matches
from tourney.store.players import all_players

LOOK_EVERY: Final = 0.5
PAGE_SECONDS: Final = 8.0
WIDTH: Final = 100
"""Columns of the text if there is no terminal."""
LISTED_FROM: Final = 3
"""Tables from which a list by name says who sits where."""


class EventWatcher:
    """Shows an event; with `public` only what all players may see.

    The public screen shows a round when it is published or has all results, and its results when
    all are there: until then the organiser may still correct a result that was typed wrongly. A
    schedule is known from the beginning; in it, only the results of the round that is being played
    wait for each other, because matches of earlier ones may have been postponed.
    """

    def __init__(self, app: App, session: EventSession, *, public: bool) -> None:
        self._session = session
        self._app = app
        self._public = public
        self._version: object = None
        self._playing: set[tuple[str, ...]] = set()

    def once(self) -> int:
        """Write the present state."""
        self._read()
        self._say_unpublished()
        if self._app.format in ("table", "plain"):
            theme = self._theme(self._app.width() or WIDTH)
            self._app.draw(plain(event_text(self._picture(), theme), theme))
        elif self._app.format in ("json", "jsonl"):
            self._app.draw(f"{json_text(self._object())}\n")
        else:
            raise UsageFault(say("cli.event-watch-no-format", format=quoted(self._app.format)))
        return 0

    def _object(self) -> dict[str, Any]:
        """The present state for programs: of the first stage, and of all if there are several."""
        stages = list(map(self._stage_object, self._stages()))
        several = {"stages": stages} if len(stages) > 1 else {}
        return {"event": self._session.event.name, **stages[0], **several}

    def _stage_object(self, stage: StageState) -> dict[str, Any]:
        known = self._known(stage)
        tables: list[dict[str, Any]] = []
        if known:
            (_, shown), *_by_name = self._round(stage, known)
            round_ = _current(known)
            seats = list(map(self._names, round_.tables))
            seats += [[self._session.names[one]] for one in round_.byes]
            rows = zip(objects(shown), seats, strict=True)
            tables = [{**row, "players": names} for row, names in rows]
        ranked = [row for _, table in self._standings(stage, known) for row in objects(table)]
        place = {"stage": stage.plan.name, "round": len(known)}
        return {**place, "tables": tables, "standings": ranked}

    def live(self) -> int:
        """Show the event on the whole terminal until q is pressed, also after it is closed."""
        from tourney.cli.terminal.screen import taken

        self._read()
        self._say_unpublished()
        began, key = monotonic(), ""
        with taken() as terminal:
            while key != "q":
                width, height = terminal.size()
                theme = self._theme(width)
                pages = event_pages(
                    self._picture(self._app.text(say("cli.event-watch-leave"))), theme, height
                )
                page = pages[int((monotonic() - began) / PAGE_SECONDS) % len(pages)]
                terminal.show(plain(page, theme).splitlines())
                key = terminal.key(LOOK_EVERY)
                self._read()
        return 0

    def _theme(self, width: int) -> Theme:
        app = self._app
        return Theme(width, app.ascii, app.color, app.lang, app.wide_signs)

    def _read(self) -> None:
        """Read the event again if something has changed."""
        session = self._session
        version = event_version(session.store, session.event)
        if version != self._version:
            session.load()
            self._version = version
        self._playing = {
            tuple(one.headers.get(key, "") for key in PLACE_IN_EVENT)
            for one in unfinished_matches(session.store)
            if one.headers.get("event") == session.event.name
        }

    # What is shown.

    def _hidden(self, stage: StageState) -> RoundState | None:
        """The newest round if the public may not see it yet."""
        last = stage.rounds[-1] if stage.rounds else None
        if last is None or not self._public or is_schedule(stage):
            return None
        published = last.locked or not last.missing() or self._session.state.phase == CLOSED
        return None if published else last

    def _known(self, stage: StageState) -> list[RoundState]:
        """The rounds of a stage that may be shown."""
        return stage.rounds[:-1] if self._hidden(stage) else stage.rounds

    def _say_unpublished(self) -> None:
        name, stages = self._session.event.name, self._stages()
        for stage in stages:
            hidden = self._hidden(stage)
            if hidden:
                which = ("--stage", stage.plan.name) if len(stages) > 1 else ()
                command = self._app.command("event", "lock", *which, names=(name,))
                words: dict[str, Any] = {"round": hidden.number, "command": command}
                self._app.say(say("cli.event-watch-how-to-publish", event=quoted(name), **words))

    def _stages(self) -> Sequence[StageState]:
        return stages_to_watch(self._session.state, self._session.rules)

    def _picture(self, *hints: str) -> EventPicture:
        stages = self._stages()
        if self._session.state.phase == CLOSED:
            return self._final_picture(*hints)
        several = len(stages) > 1
        parts: list[tuple[str, Table]] = []
        notes: list[str] = []
        for stage in stages:
            known = self._known(stage)
            found = [*self._round(stage, known), *self._standings(stage, known)]
            missing = list(map(self._text, self._missing(stage)))
            if several:
                found = [(self._in_stage(stage, title), table) for title, table in found]
                missing = [self._in_stage(stage, note) for note in missing]
            parts += found
            notes += missing
        return EventPicture(
            title=self._session.event.name,
            about=" · ".join(map(self._about, stages)),
            parts=parts,
            notes=(*notes, *hints),
        )

    def _final_picture(self, *hints: str) -> EventPicture:
        """A closed event: the order of everybody over all stages."""
        session = self._session
        lines = final_lines(session.names, final_ranking(session.state, session.rules))
        title = self._text(say("cli.event-watch-final-order"))
        notes = (self._text(say("cli.event-watch-closed")), *hints)
        return EventPicture(
            session.event.name, "", [(title, plan_table(lines, "final screen"))], notes
        )

    def _about(self, stage: StageState) -> str:
        game = stage.plan.game(max(len(self._known(stage)), 1))
        title = GAMES[game].title.get(self._app.lang, game)
        return self._text(
            say("cli.event-watch-about", stage=stage_word(stage.plan.name), game=title)
        )

    def _missing(self, stage: StageState) -> Iterator[Message]:
        """Why a stage has no newer round on the screen."""
        hidden = self._hidden(stage)
        if hidden:
            yield say("cli.event-watch-not-published", round=hidden.number)
        elif not stage.rounds:
            yield say("cli.event-watch-not-drawn")

    def _in_stage(self, stage: StageState, text: str) -> str:
        return self._text(
            say("cli.event-watch-in-stage", stage=stage_word(stage.plan.name), text=text)
        )

    def _text(self, message: Message) -> str:
        return self._session.text(message)

    def _round(self, stage: StageState, known: list[RoundState]) -> Iterator[tuple[str, Table]]:
        """The tables of the round that is being played, and where everybody sits."""
        if not known:
            return
        last = _current(known)
        shown = not self._public or not last.missing()
        columns = (
            Column("table", "", "right", importance=9),
            Column("players", importance=8),
            Column("result", importance=7),
        )
        rows: list[Row] = [
            (
                match_name(stage, last.number, table.number) or table.number,
                ", ".join(self._names(table)),
                self._result(stage, last, table, shown),
            )
            for table in last.tables
        ]
        rows += [(None, self._session.names[one], say("cli.event-watch-bye")) for one in last.byes]
        counts = {"open": len(last.missing()), "tables": len(last.tables)}
        yield (
            self._text(say("cli.event-watch-round", round=last.number, **counts)),
            Table(columns, rows),
        )
        if last.missing() and len(last.tables) >= LISTED_FROM:
            yield self._text(say("cli.event-watch-who-sits-where")), self._by_name(last)

    def _by_name(self, round_: RoundState) -> Table:
        """Everybody of a round with the table, in the order of names or their readings."""
        session = self._session
        order = {one.id: number for number, one in enumerate(all_players(session.store))}
        persons = session.view.persons
        seated = [(one, table.number) for table in round_.tables for one in table.present()]
        seated.sort(key=lambda at: order.get(persons.get(at[0], 0), len(order)))
        columns = (Column("player", importance=9), Column("table", align="right", importance=9))
        return Table(columns, [(session.names[one], number) for one, number in seated])

    def _names(self, table: TableState) -> list[str]:
        return [self._session.names[one] for one in table.present()]

    def _result(
        self, stage: StageState, round_: RoundState, table: TableState, shown: bool
    ) -> Message | str | None:
        """The points of a table, or whether it is being played."""
        if table.result is None and table.playable:
            at = EventTableRef(self._session, stage, round_, table).headers()
            place = tuple(at.get(key, "") for key in PLACE_IN_EVENT)
            if place in self._playing:
                return say("cli.event-watch-playing")
            return say("cli.event-watch-open")
        found = result_text(self._session, stage, round_, table)
        return found if shown else say("cli.event-watch-done")

    def _standings(self, stage: StageState, known: list[RoundState]) -> Iterator[tuple[str, Table]]:
        """The standings; the public ones without a round that is not complete."""
        last = _current(known).number if known else 0
        waits = self._public and known and _current(known).missing()
        counted = [one for one in known if one.number < last + (not waits)]
        if not counted:
            return
        open_ = [one for one in counted if one.missing()]
        so_far = StageState(stage.plan, stage.seeding, counted, stage.joined, stage.undrawn)
        rows = self._session.rules.standings(self._session.state, so_far)
        lines = stage_lines(self._session.names, rows)
        title = _so_far(open_) if open_ else say("cli.event-watch-standings", count=len(counted))
        yield self._text(title), plan_table(lines, "stage screen")


def _so_far(rounds: Sequence[RoundState]) -> Message:
    """Which rounds are not complete."""
    if len(rounds) == 1:
        return say("cli.event-watch-so-far", round=rounds[0].number)
    return say(
        "cli.event-watch-so-far-in", rounds=ranges(one.number for one in rounds).replace(" ", ", ")
    )


def _current(known: Sequence[RoundState]) -> RoundState:
    """The round that is being played: after the newest one with results, if that has all."""
    begun = [at for at, one in enumerate(known) if any(table.result for table in one.tables)]
    if not begun:
        return known[0]
    newest = begun[-1]
    return known[min(newest + (not known[newest].missing()), len(known) - 1)]
