"""`tourney undo`: takes back the last change of a database, and after that the one before it.

The log is only ever continued. What takes a change back is a change itself; a row `undo` after it
says which rows it has taken back, so that the next undo goes further back.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

from engines.messages import Message, say
from tourney.app.correct_match import CorrectionSession
from tourney.app.draw_rounds import (
    begin,
    cancel,
    exchange,
    protect,
    put_back,
    restrict_as_before,
    set_dates,
    take_back,
)
from tourney.app.enter_players import be_absent, come_back, leave, renew_bot, substitute, withdraw
from tourney.app.event_session import EventSession
from tourney.app.host import Host
from tourney.app.make_event import close_event, remove_event, reopen_event
from tourney.domain.errors import Conflict, NotFound, TourneyError, quoted
from tourney.domain.event_log import (
    ADD_BOT,
    ADD_PLAYER,
    NEW,
    PUT_BACK,
    RESULT,
    EventRow,
)
from tourney.events.decisions import check_results
from tourney.events.event_plan import NONE, StagePlan
from tourney.events.event_state import EventState, state_of
from tourney.runs.heartbeat import is_played
from tourney.store import Database
from tourney.store.corrections import ADDING
from tourney.store.events import REMOVED, event_of_row, stored_events
from tourney.store.forget import forget_player
from tourney.store.imports import remove_records
from tourney.store.log import (
    PASSED,
    UNDO,
    LogEntry,
    Undoing,
    log_entries,
    named_matches,
    taking_back,
)
from tourney.store.matches import match_with_id
from tourney.store.players import all_players
from tourney.store.runs import all_runs, delete_run
from tourney.store.sign_ups import add_sign_up

RUN_ROWS: Final = ("run new", "run write")
WHY_NOT: Final[Mapping[str, Message]] = {
    "player forget": say("app.undo-forgotten"),
    "player edit": say("app.undo-no-names"),
    "player unmerge": say("app.undo-no-names"),
    "player merge": say("app.undo-no-names"),
    "run rm": say("app.undo-removed"),
    "run merge": say("app.undo-whole-run"),
    "record discard": say("app.undo-removed"),
    "play discard": say("app.undo-removed"),
    "import undo": say("app.undo-removed"),
}
"""Why some changes cannot be taken back; others are not known here."""


class _Agreed:
    """A host whose people have agreed already, and to whom nothing else is proposed."""

    answers = False

    def __init__(self, host: Host) -> None:
        self._host = host

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host, name)

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        """The question was asked before, about the whole change."""
        return True


@dataclass(frozen=True, slots=True)
class LastChange:
    """The last change that stands: its rows of the log, the newest first, and what it is about."""

    rows: tuple[LogEntry, ...]
    subject: str

    @property
    def row(self) -> LogEntry:
        """The row that says what was done; others, such as a result at a table, come with it."""
        besides = (RESULT, "run write")
        return next((one for one in self.rows if one.what not in besides), self.rows[0])


def undo_last(host: Host) -> None:
    """Say which change was the last one, ask, and take it back; Conflict with the reason if not."""
    store = host.store()
    # Noted before the change is looked for: whatever comes later is noticed when it is taken back.
    newest = next((row.number for row in log_entries(store, newest=True)), 0)
    change = last_change(store)
    row = change.row
    words: dict[str, Any] = {
        "number": row.number, "what": row.what, "subject": change.subject,
    }  # fmt: skip
    act = inverse(cast(Host, _Agreed(host)), store, change)
    if isinstance(act, Message):
        raise Conflict(say("app.undo-cannot", **words, why=act))
    when: dict[str, Any] = {"at": row.at[:16].replace("T", " "), "who": row.actor}
    if not host.confirm(say("app.undo-ask", **words, **when)):
        raise TourneyError(say("app.undo-left"))
    numbers = [one.number for one in change.rows]
    try:
        with taking_back(store, Undoing(numbers, newest)):
            act()
    except TourneyError as fault:
        raise type(fault)(say("app.undo-cannot", **words, why=fault.message)) from fault
    host.say(say("app.undo-done", **words))


def last_change(store: Database) -> LastChange:
    """The last change that was not taken back and takes none back; NotFound."""
    gone: set[int] = set()
    rows: list[LogEntry] = []
    for row in log_entries(store, newest=True):
        if row.what == UNDO:
            gone.update(row.details["undone"])
            gone.update(row.details["by"])
        elif row.number in gone or row.what in PASSED:
            continue
        elif (
            not rows
            or rows[-1].what == RESULT
            or ({row.what, rows[-1].what} <= set(RUN_ROWS) and row.ids == rows[-1].ids)
        ):
            rows.append(row)
        else:
            break
        if rows and rows[-1].what not in (RESULT, "run write"):
            break
    if not rows:
        raise NotFound(say("app.undo-nothing"))
    return LastChange(tuple(rows), _subject(store, rows[-1]))


def _subject(store: Database, row: LogEntry) -> str:
    """The name of what a change is about; its id if the name is gone."""
    kind, _, number = row.ids.split(",")[0].partition(" ")
    names: Mapping[int, str] = {}
    if kind == "event":
        names = {one.id: one.name for one in stored_events(store)}
    elif kind == "run":
        names = {one.id: one.spec.name for one in all_runs(store)}
    elif kind == "player":
        names = {one.id: one.name for one in all_players(store)}
    elif kind == "match" and number.isdecimal():
        try:
            return match_with_id(store, int(number), entries=False).name
        except NotFound:
            return row.ids
    return names.get(int(number), row.ids) if number.isdecimal() else row.ids


def inverse(host: Host, store: Database, change: LastChange) -> Callable[[], object] | Message:
    """What takes a change back, or why nothing does."""
    row = change.row
    if row.what in RUN_ROWS:
        return _without_run(store, change)
    if row.what == REMOVED:
        return say("app.undo-event-name", number=event_of_row(row.ids))
    if row.what == f"{REMOVED} undo":
        return partial(remove_event, host, change.subject)
    if row.what == "player add":
        return partial(forget_player, store, change.subject)
    if row.what.startswith("event ") and row.what not in (RESULT, "event play"):
        return _of_event(host, store, row)
    ids = [number for first, last in named_matches(row.ids) for number in range(first, last + 1)]
    if "revision" in row.details and len(ids) == 1:
        correction = CorrectionSession(host, store, host.text(say("app.undo-reason")))
        return partial(correction.restore, change.subject, int(row.details["revision"]) - 1)
    if row.what in ADDING and row.details.get("new"):
        if row.details.get("update"):
            return say("app.undo-updates")
        return partial(_without_matches, store, ids)
    return WHY_NOT.get(row.what, say("app.undo-unknown"))


def _without_run(store: Database, change: LastChange) -> Callable[[], object] | Message:
    """Removes a run that was begun by this change; nobody may be playing it."""
    if change.rows[-1].what != "run new":
        return say("app.undo-whole-run")
    run = next((one for one in all_runs(store) if one.spec.name == change.subject), None)
    if run is None:
        return say("app.undo-removed")
    if is_played(store, run):
        return say("app.match-being-played", name=quoted(change.subject))
    return partial(delete_run, store, run)


def _without_matches(store: Database, ids: list[int]) -> None:
    """Remove matches; the tables of events where they were played are open again."""
    remove_records(
        store,
        lambda: (match_with_id(store, one, entries=True) for one in ids),
        check=check_results,
    )


def _of_event(host: Host, store: Database, row: LogEntry) -> Callable[[], object] | Message:
    """What takes back a row of an event."""
    found = next((one for one in stored_events(store) if one.id == event_of_row(row.ids)), None)
    if found is None:
        return say("app.undo-removed")
    session = EventSession(host, store, found)
    if row.what == NEW:
        return partial(remove_event, host, found.name)
    if row.what not in _INVERSES:
        return WHY_NOT.get(row.what, say("app.undo-unknown"))
    # The log keeps a round that was taken back until something else is changed: others may rest on
    # its absence, and another round of the same number may have been drawn.
    if row.what == "event unpair" and session.view.rows[-1].number != row.number:
        return say("app.undo-redraw")
    before = state_of([one for one in session.view.rows if one.number < row.number])
    event_row = EventRow(row.number, row.what, row.details)
    return partial(_INVERSES[row.what], session, event_row, before)


def _swap(session: EventSession, row: EventRow, _: EventState) -> None:
    a, b = (session.names[row.details[one]] for one in ("a", "b"))
    exchange(session, a, b, row.details["round"])


def _here_again(session: EventSession, row: EventRow, _: EventState) -> None:
    """Somebody who left, or did not appear, is here."""
    tables = row.details.get("tables", ())
    only = tables[0][1] if row.details.get("stays") and tables else None
    undo = row.what == "event no-show"
    come_back(session, session.names[row.details["entrant"]], undo=undo, number=only)


def _gone_again(session: EventSession, row: EventRow, before: EventState) -> None:
    """Somebody who came back is gone as before."""
    who, tables = row.details["entrant"], row.details["tables"]
    name = session.names[who]
    if not tables:
        leave(session, name)
    else:
        be_absent(session, name, None if before.entrants[who].away else tables[0][1])


def _withdraw(session: EventSession, row: EventRow, _: EventState) -> None:
    number, waits = row.details["entrant"], row.details.get("signed_up")
    who = session.names[number]
    # Noted first: a name that has entered is not shown as waiting, should the program end here.
    if waits:
        add_sign_up(session.store, session.event, who)
    withdraw(session, number)
    if waits:
        session.host.say(say("app.sign-up-again", who=who))


def _replace(session: EventSession, row: EventRow, _: EventState) -> None:
    new, old = session.names[row.details["by"]], session.names[row.details["entrant"]]
    substitute(session, new, old, "join")


def _older_bot(session: EventSession, row: EventRow, before: EventState) -> None:
    number = row.details["entrant"]
    bot = before.entrants[number].bot
    assert bot is not None, "only bots are changed"
    renew_bot(session, f"{session.names[number]}={bot.target}")


def _older_dates(session: EventSession, row: EventRow, before: EventState) -> None:
    stage, first = row.details["stage"], row.details["round"]
    count = len(row.details["dates"])
    old = (before.dates.get((stage, number), "") for number in range(first, first + count))
    set_dates(session, stage, first, ",".join(one or NONE for one in old))


def _begin_again(session: EventSession, _row: EventRow, _before: EventState) -> None:
    """Begin a stage as it was begun."""
    begun = next(one for one in reversed(session.view.rows) if one.what == "event final").details
    plan, planned = StagePlan.from_json(begun["plan"]), session.state.next_plan()
    added = plan != planned
    begin(
        session,
        plan.sources[0].last if added else None,
        plan.games[-1] if added else None,
        lots=begun["lots"],
        ahead=[session.names[one] for one in begun["ahead"]],
    )


_INVERSES: Final[Mapping[str, Callable[[EventSession, EventRow, EventState], None]]] = {
    "event pair": lambda session, row, _: take_back(
        session, row.details["round"], row.details["stage"]
    ),
    "event unpair": lambda session, _row, _: put_back(session),
    PUT_BACK: lambda session, row, _: take_back(
        session, row.details["round"], row.details["stage"]
    ),
    "event swap": _swap,
    "event lock": lambda session, row, _: protect(
        session, row.details["round"], row.details["stage"], undo=True
    ),
    "event unlock": lambda session, row, _: protect(
        session, row.details["round"], row.details["stage"], undo=False
    ),
    ADD_PLAYER: _withdraw,
    ADD_BOT: _withdraw,
    "event drop": _here_again,
    "event no-show": _here_again,
    "event return": _gone_again,
    "event replace": _replace,
    "event change-bot": _older_bot,
    "event dates": _older_dates,
    "event restrict": lambda session, _row, _: restrict_as_before(session),
    "event final": lambda session, _row, _: cancel(session),
    "event final undo": _begin_again,
    "event close": lambda session, _row, _: reopen_event(session),
    "event reopen": lambda session, _row, _: close_event(session),
}
"""By row of an event: the use case that takes it back."""
