"""An event as commands see it: its newest state, the names of its entrants, and its changes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from engines.messages import say
from tourney.app.host import Host
from tourney.domain.errors import NotFound, TourneyError, UsageFault, quoted
from tourney.domain.event_log import EntrantId, EventChange, EventRow, EventView
from tourney.domain.names import NameIndex, name_key
from tourney.events import decisions, stages
from tourney.events.draws import MANUAL, RULES, Wanted
from tourney.events.event_state import CLOSED, EventState, apply, state_of
from tourney.formats.seating import split
from tourney.render.code_words import worded
from tourney.store.events import (
    change_event,
    event_named,
    event_view,
    stored_events,
)
from tourney.store.players import stored_player

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.domain.run_spec import BotEntry
    from tourney.store import Database
    from tourney.store.events import StoredEvent

Change = Callable[[EventState, EventView], Sequence[EventChange]]


class EventSession:
    """An event with its newest state."""

    state: EventState

    def __init__(self, host: Host, store: "Database", event: "StoredEvent") -> None:
        self.host = host
        self.store = store
        self.event = event
        self.rules = RULES
        self.view = EventView((), {}, {})
        self.load()

    def load(self, newer: EventView | None = None) -> None:
        """Take a newer view, which is else read."""
        view = newer or event_view(self.store, self.event)
        if not view.rows:
            raise NotFound(say("app.event-gone", name=quoted(self.event.name)))
        # Rows are only ever added, so the state goes on from the known ones.
        known = len(self.view.rows)
        if known and view.rows[known - 1 : known] == self.view.rows[-1:]:
            for row in view.rows[known:]:
                apply(self.state, row)
        else:
            self.state = state_of(view.rows)
        self.view, self.names = view, view.names

    @property
    def listed(self) -> Sequence[str]:
        """The names by number, for messages; entrants are numbered from 1."""
        return ("", *(self.names.get(one, f"#{one}") for one in self.state.entrants))

    def text(self, message: "Message") -> str:
        """A message with the names of entrants."""
        return worded(message, self.host.lang, self.listed)

    def entrant(self, name: str) -> EntrantId:
        """The entrant with this name, in any width and case, or another name of the player."""
        # An exact name wins over one that only looks like it in another width.
        for number, known in self.names.items():
            if known == name:
                return number
        found = [one for one, known in self.names.items() if name_key(known) == name_key(name)]
        found = found or self._by_alias(name)
        if len(found) == 1:
            return found[0]
        near = NameIndex(self.names.values()).find(name)
        hint = (
            say("app.event-did-you-mean", name=quoted(near))
            if near
            else say("app.event-see-entrants")
        )
        raise NotFound(
            say("app.event-no-entrant", name=quoted(name), event=quoted(self.event.name), hint=hint)
        )

    def _by_alias(self, name: str) -> list[EntrantId]:
        try:
            person = stored_player(self.store, name).id
        except NotFound:
            return []
        return [one for one, known in self.view.persons.items() if known == person]

    def change(self, change: Change, player: "str | BotEntry | None" = None) -> list[EventRow]:
        """Decide and write a change on the newest state; errors have the names of entrants."""

        def decide(view: EventView) -> Sequence[EventChange]:
            self.load(view)
            return change(self.state, view)

        with self.naming():
            rows = change_event(self.store, self.event, decide, player)
        self.load()
        return rows

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Put the names of entrants into errors."""
        try:
            yield
        except TourneyError as fault:
            if isinstance(fault.message, str):
                raise
            raise type(fault)(self.text(fault.message)) from None

    @property
    def over(self) -> bool:
        """Whether all rounds of all stages are drawn, as far as their number is known."""
        if self.state.next_plan() is not None:
            return False
        last, *others = sorted(self.state.stages, key=lambda one: -one.newest)
        lengths = {one.plan.name: self.rules.length(self.state, one) for one in (last, *others)}
        ended = (len(one.rounds) >= (lengths[one.plan.name] or 0) for one in others)
        length = lengths[last.plan.name]
        return length is not None and len(last.rounds) >= length and all(ended)

    def next_step(self) -> str:
        """The command that goes on with the event when all results are there.

        Tables that the organiser gives are proposed in the order of the standings.
        """
        name = self.event.name
        if self.over:
            return self.host.command("event", "close", names=(name,))
        stage = decisions.stage_to_draw(self.state, self.rules)
        goes_on = decisions.can_go_on(self.state, self.rules, self.state.stage)
        if not goes_on and stages.next_is_ready(self.state, self.rules):
            _, found = stages.begun(self.state, self.rules, lots=True)
            if not all(line.decided for line in found.lines):
                return self.host.command("event", "final", "--lots", names=(name,))
        given = stage.plan.format == MANUAL and not stage.plan.settings.get("schedule")
        if not given or not decisions.can_go_on(self.state, self.rules, stage):
            return self.host.command("event", "pair", names=(name,))
        # Who has had the most byes sits first, because those who are left over have one.
        had, order = stage.byes(), [row.entrant for row in self.rules.standings(self.state, stage)]
        playing = self.state.playing(stage)
        places = sorted(playing, key=lambda one: (-had.get(one, 0), order.index(one)))
        rest, pods = iter(places), []
        for size in split(len(playing), stage.plan.sizes).tables:
            pods.append(tuple(islice(rest, size)))
        try:
            decisions.paired(self.state, self.rules, Wanted(tuple(pods)), name=stage.plan.name)
        except TourneyError:  # such as two who may not meet: the organiser finds other tables
            return self.host.command("event", "show", "--players", names=(name,))
        words = ";".join(",".join(self.names[one] for one in pod) for pod in pods)
        return self.host.command("event", "pair", "--pods", words, names=(name,))

    def say(self, message: "Message") -> None:
        """Tell people something, with the names of entrants."""
        self.host.say(message, self.listed)

    def undo(self, *words: str, names: Sequence[str] = ()) -> None:
        """Say how a change is undone."""
        # The only open event need not be named.
        named = self.event.name in names or [self.event.id] == [
            one.event.id for one in open_sessions(self.host, self.store)
        ]
        where = () if named else ("--event", self.event.name)
        command = self.host.command("event", *words, *where, names=names)
        self.host.say(say("app.undo", command=command))


def open_sessions(host: Host, store: "Database") -> list[EventSession]:
    """The events that are not closed."""
    sessions = [EventSession(host, store, event) for event in stored_events(store)]
    return [one for one in sessions if one.state.phase != CLOSED]


def event_session(
    host: Host, name: str | None, *, any_phase: bool = False, closed: bool = False
) -> EventSession:
    """The event that a command is about: the named one, else the only one that is not closed.

    With `any_phase`, also a closed event if it is the only one; with `closed`, the only closed one.
    """
    store = host.store()
    if name is not None:
        return EventSession(host, store, event_named(store, name))
    sessions = [EventSession(host, store, event) for event in stored_events(store)]
    found = [one for one in sessions if (one.state.phase == CLOSED) == closed]
    if any_phase and not found:
        found = sessions
    if not found:
        raise NotFound(say("app.event-no-closed-event") if closed else say("app.event-no-open"))
    if len(found) > 1:
        raise UsageFault(
            say("app.event-which", events=", ".join(quoted(one.event.name) for one in found))
        )
    return found[0]
