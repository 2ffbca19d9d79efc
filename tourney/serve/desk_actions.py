"""What the organiser does at the desk: the use cases of the commands, by the names of these.

A use case says how it is undone by naming a command; the page has a button for it if it is here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.messages import Message, say
from tourney.app.correct_match import CorrectionSession
from tourney.app.draw_rounds import (
    begin,
    draw,
    exchange,
    protect,
    put_back,
    take_back,
    wanted_tables,
)
from tourney.app.enter_players import be_absent, come_back, enter, leave, substitute
from tourney.app.enter_result import TypedResult, enter_result, say_open
from tourney.app.event_picture import EventWatch
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef, table_at
from tourney.app.make_event import close_event, open_event, reopen_event
from tourney.app.publish_site import AskedSite, say_written, write_site
from tourney.app.report_result import confirm
from tourney.app.sign_up import accept, check_in, waiting
from tourney.domain.errors import Conflict, UsageFault, quoted
from tourney.serve.phone_forms import Fields, Visit
from tourney.serve.web_host import WebHost
from tourney.store.matches import match_named
from tourney.store.sign_ups import remove_sign_ups


class DeskAction(NamedTuple):
    """A button of the desk: its words, the fields of its form, and what it does."""

    label: Message
    fields: tuple[str, ...]
    run: Callable[[EventSession, Fields], object]


def act(session: EventSession, fields: Fields) -> None:
    """Do what a form of the desk asks for; UsageFault for an unknown or incomplete form."""
    action = ACTIONS.get(fields.get("do", ""))
    if action is None:
        raise UsageFault(say("serve.no-action"))
    for name in action.fields:
        if not fields.get(name, "").strip() and name not in OPTIONAL:
            raise UsageFault(say("serve.empty-field"))
    with session.naming():
        action.run(session, fields)


def button(words: Sequence[str]) -> Message | None:
    """What stands on the button that does the same as a command; None if there is none."""
    action = ACTIONS.get(_action(words))
    return action and action.label


def steps(host: WebHost) -> list[tuple[str, dict[str, str]]]:
    """The buttons for the steps that a use case proposed, with the fields of their forms.

    A round that is drawn is published at once, as by the form of the desk unless it says otherwise.
    """
    return [
        (
            word,
            {"publish": "1"} | dict(zip(ACTIONS[word].fields, (*names, *words[3:]), strict=False)),
        )
        for words, names in host.next
        if (word := _action(words)) in ACTIONS
    ]


def _action(words: Sequence[str]) -> str:
    """The action of a command; the number of a revision is a field of its form."""
    return RESTORE if tuple(words[:2]) == ("match", "restore") else " ".join(words)


def desk_values(visit: Visit) -> dict[str, Any]:
    """What the desk shows: also what is not published, reports, and the links of players."""
    evening, session = visit.evening, visit.session
    cards, state, names = evening.cards(public=False), session.state, session.names
    people = [
        (names[one], entrant.checked_in, entrant.away, evening.player_key(one))
        for one, entrant in state.entrants.items()
        if entrant.bot is None
    ]
    reports = {
        (stage.plan.name, round_.number, table.number): [
            (one, names[one], [(names[who], score) for who, score in zip(*said[:2], strict=True)])
            for one, said in table.reports.items()
        ]
        for stage in state.stages
        for round_, table in stage.tables()
        if table.reports
    }
    last = state.stage.rounds[-1] if state.stage.rounds else None
    unpublished = last is not None and not last.locked and bool(last.missing())
    found = {"cards": cards, "people": people, "reports": reports, "drawn": last is not None}
    goes_on = state.next_plan() is not None
    return {**found, "unpublished": unpublished, "goes_on": goes_on, "waiting": waiting(session)}


RESTORE: Final = "match restore"
OPTIONAL: Final = frozenset({"event", "who", "rank", "reason"})
"""Fields that may be left empty."""


def _draw(session: EventSession, fields: Fields) -> None:
    draw(session, wanted_tables(session, fields.get("pods", "").strip() or "auto"))
    if fields.get("publish"):
        protect(session, None, None, undo=False)


def _place(session: EventSession, fields: Fields) -> EventTableRef:
    stage, _, rest = fields["table"].rpartition("/r")
    number, _, table = rest.partition("/t")
    return table_at(session, stage, number, table)


def _confirm(session: EventSession, fields: Fields) -> None:
    who = fields.get("who", "")
    say_open(confirm(_place(session, fields), int(who) if who.isdecimal() else None))


def _result(session: EventSession, fields: Fields) -> None:
    at = _place(session, fields)
    typed = TypedResult(fields["scores"], fields.get("rank", "").strip() or None)
    if at.table.match is None:
        say_open(enter_result(at, typed))
    else:
        _correction(session, fields).result(at.stored_name(), typed)


def _void(session: EventSession, fields: Fields) -> None:
    at = _place(session, fields)
    if at.table.match is None:
        raise UsageFault(say("serve.no-result-yet"))
    _correction(session, fields).void(at.stored_name())


def _restore(session: EventSession, fields: Fields) -> None:
    match, number = fields["match"], fields["revision"]
    found = match_named(session.store, match, entries=False)
    if dict(found.headers).get("event") != session.event.name or not number.isdecimal():
        raise UsageFault(say("serve.no-action"))
    _correction(session, fields).restore(match, int(number[:9]))


def _absent(session: EventSession, fields: Fields) -> None:
    # Whether to draw again is a second step, with its own buttons: the first one is done by then.
    assert isinstance(session.host, WebHost)
    session.host.answers = False
    be_absent(session, fields["player"])


def _correction(session: EventSession, fields: Fields) -> CorrectionSession:
    reason = fields.get("reason", "").strip() or session.host.text(say("serve.at-the-desk"))
    return CorrectionSession(session.host, session.store, reason)


def _check_in(session: EventSession, fields: Fields) -> None:
    check_in(session, session.entrant(fields["player"]), "here")


def _accept(session: EventSession, fields: Fields) -> None:
    ids = _ids(fields)
    done = accept(session, ids, _similar(fields))
    if len(ids) > 1:
        # One line instead of two for each of them; all can leave by their own buttons.
        assert isinstance(session.host, WebHost)
        session.host.said.clear()
        session.host.next.clear()
        session.say(say("serve.accepted", count=done.entered))
        if done.unsure:
            session.say(say("serve.accept-alone", count=done.unsure))


def _ids(fields: Fields) -> list[int]:
    words = fields["who"].split(".")
    return [int(word[:9]) for word in words if word.isascii() and word.isdecimal()]


def _publish(session: EventSession, _: Fields) -> None:
    host = session.host
    assert isinstance(host, WebHost)
    assert host.served is not None, "the desk is a page of a server"
    folder = host.served.site
    # The site has all rounds that are drawn: nobody publishes one of them without knowing.
    watch = EventWatch(session, public=True)
    for one in filter(None, map(watch.hidden, watch.stages())):
        host.confirm(say("serve.site-shows-round", round=one.number))
    try:
        # Nobody watches how far it is: the page comes when all is written.
        lang = host.served.lang
        done = write_site(session.store, AskedSite(), folder, lambda *_: None, lang=lang)
        say_written(host, folder, done)
    except OSError as error:
        reason = error.strerror or str(error)
        words = {"folder": quoted(str(folder)), "reason": reason}
        raise Conflict(say("serve.site-not-written", **words)) from error


def _similar(fields: Fields) -> str:
    """What to do about a name that looks like a known one: ask, or it is somebody else."""
    return "new" if fields.get("other") else "ask"


ACTIONS: Final[Mapping[str, DeskAction]] = {
    "event pair": DeskAction(say("serve.do-pair"), ("event",), _draw),
    "event unpair": DeskAction(
        say("serve.do-unpair"), ("event",), lambda session, _: take_back(session, None, None)
    ),
    "event unpair --undo": DeskAction(
        say("serve.do-put-back"), ("event",), lambda session, _: put_back(session)
    ),
    "event lock": DeskAction(
        say("serve.do-publish"),
        ("event",),
        lambda session, _: protect(session, None, None, undo=False),
    ),
    "event lock --undo": DeskAction(
        say("serve.do-hide"), ("event",), lambda session, _: protect(session, None, None, undo=True)
    ),
    "event swap": DeskAction(
        say("serve.do-swap"),
        ("a", "b"),
        lambda session, given: exchange(session, given["a"], given["b"], None),
    ),
    "event add-player": DeskAction(
        say("serve.do-add"),
        ("player",),
        lambda session, given: enter(session, given["player"], _similar(given)),
    ),
    "event drop": DeskAction(
        say("serve.do-drop"), ("player",), lambda session, given: leave(session, given["player"])
    ),
    "event return": DeskAction(
        say("serve.do-return"),
        ("player",),
        lambda session, given: come_back(session, given["player"]),
    ),
    "event no-show": DeskAction(
        say("serve.do-no-show"),
        ("player",),
        _absent,
    ),
    "event no-show --undo": DeskAction(
        say("serve.do-has-come"),
        ("player",),
        lambda session, given: come_back(session, given["player"], undo=True),
    ),
    "event replace": DeskAction(
        say("serve.do-replace"),
        ("player", "by"),
        lambda session, given: substitute(session, given["player"], given["by"], _similar(given)),
    ),
    "event final": DeskAction(
        say("serve.do-begin"), ("event",), lambda session, _: begin(session, None, None)
    ),
    "event open": DeskAction(
        say("serve.do-open"), ("event",), lambda session, _: open_event(session)
    ),
    "event close": DeskAction(
        say("serve.do-close"), ("event",), lambda session, _: close_event(session)
    ),
    "event reopen": DeskAction(
        say("serve.do-reopen"), ("event",), lambda session, _: reopen_event(session)
    ),
    "report site": DeskAction(say("serve.do-site"), (), _publish),
    "sign-up accept": DeskAction(say("serve.do-accept"), ("who",), _accept),
    "sign-up decline": DeskAction(
        say("serve.do-decline"),
        ("who",),
        lambda session, given: remove_sign_ups(session.store, session.event, _ids(given)),
    ),
    "check-in": DeskAction(say("serve.do-check-in"), ("player",), _check_in),
    "confirm": DeskAction(say("serve.do-confirm"), ("table",), _confirm),
    "result": DeskAction(say("serve.do-result"), ("table", "scores"), _result),
    RESTORE: DeskAction(say("serve.do-restore"), ("match", "revision"), _restore),
    "void": DeskAction(say("serve.do-void"), ("table",), _void),
}
"""Everything that the desk can do."""
