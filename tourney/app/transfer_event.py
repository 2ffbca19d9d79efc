"""An event as a document: written, read in again, and rebuilt from its log alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engines.messages import Sentence, say
from tourney.app.choose import counted, only_event
from tourney.app.event_session import event_session
from tourney.app.host import Host
from tourney.app.import_records import say_fates, say_would
from tourney.app.make_event import event_title
from tourney.app.similar import Tables, same_people, say_similar
from tourney.domain.errors import Conflict, DataFault, NotFound, TourneyError, quoted
from tourney.domain.event_log import RESULT, EntrantId, EventResult, EventRow
from tourney.domain.event_schema import EventOutcome
from tourney.events.draws import RULES
from tourney.events.event_state import EventState
from tourney.events.log_replay import checked, rating_text, replay
from tourney.exports.event_document import event_document, read_event
from tourney.records import correcting_words, impossible_result
from tourney.render.code_words import worded
from tourney.results.sums import ending_of
from tourney.store import open_store
from tourney.store.event_transfer import event_content, foresee_event, import_event
from tourney.store.events import copy_event, event_named, event_view, stored_events
from tourney.store.matches import event_matches, unfinished_matches

if TYPE_CHECKING:
    from tourney.domain.event_schema import EventContent, IncomingEvent
    from tourney.domain.match_values import StoredMatch
    from tourney.store import Database
    from tourney.store.imports import Clash

IMPOSSIBLE_SAID: Final = 5
"""How many matches with an impossible result are named; the others are counted."""


def export_event(host: Host, names: Sequence[str | None]) -> None:
    """Write the document of an event; says which of its matches have not ended."""
    store = host.store()
    name = only_event(store, names)
    for piece in event_document(event_content(store, name)):
        host.write(piece)
    if say_impossible(host, event_matches(store, name)):
        host.say(say("app.not-imported-so"))
    # What is being played or recorded is in no document.
    open_ones = [one.name for one in unfinished_matches(store) if one.headers.get("event") == name]
    if open_ones:
        host.say(say("app.left-out-unfinished", matches=counted(open_ones)))


def say_impossible(host: Host, matches: "Iterable[StoredMatch]") -> int:
    """Name the matches with a result that their game does not have; how many there are."""
    count = 0
    for match in matches:
        wrong = impossible_result(match)
        if wrong is None:
            continue
        count += 1
        if count <= IMPOSSIBLE_SAID:
            words = correcting_words(match)
            command = host.command(*words[:2], names=words[2:])
            fault = wrong.message.named(wrong.names)
            about = {"match": quoted(match.name), "rule": wrong.rule, "command": command}
            host.say(say("app.impossible-result", fault=fault, **about))
    if count > IMPOSSIBLE_SAID:
        host.say(say("app.impossible-left", count=count - IMPOSSIBLE_SAID))
    return count


# Reading in.


def import_events(
    host: Host,
    files: Sequence[tuple[str, bytes]],
    clash: "Clash",
    on_similar: str,
    *,
    dry_run: bool,
) -> None:
    """Import documents of events, each of them completely or not at all."""
    incoming = [(name, read_event(data, name)) for name, data in files]
    for name, one in incoming:
        decided(host, one.content, name)
        # All documents are checked before the first one is stored.
        check_results(one, name)
    for _, one in incoming:
        # Nobody plays for two people in an event: of its players no two are the same person.
        seated = Tables()
        everybody = {player.name for player in one.content.players}
        seated.people = dict.fromkeys((player.name for player in one.content.players), everybody)
        if dry_run:
            try:
                store = host.store()
            except NotFound:  # a dry run creates no database
                fates: dict[str, str] = {match.name: "new" for match in one.content.matches}
                outcome = EventOutcome(fates, changed=True)
            else:
                outcome = foresee_event(store, one.content, clash)
                say_similar(host, store, seated)
            for match, fate in outcome.fates.items():
                say_would(host, match, fate)
        else:
            store = host.store(create=True)
            same = same_people(host, store, seated, on_similar)
            outcome = import_event(store, one, clash, same)
        _report(host, one.content.event, outcome, dry_run=dry_run)


def decided(host: Host, found: "EventContent", name: str) -> EventState | None:
    """The state after all changes, each decided again; None for an event of records, without log.

    DataFault for the first change that cannot have been made after those before it.
    """
    rows = [EventRow(place, one.what, one.details) for place, one in enumerate(found.log, 1)]
    if not rows and not found.entrants:
        return None
    names = {one.number: found.entrant_names(one.number)[0] for one in found.entrants}
    try:
        if not rows:
            raise DataFault(say("app.no-changes"))
        event_title(found.event)
        state, _ = checked(rows, RULES)
        # The document says twice who plays: in the log, and in the list that people read.
        entered = {number: (one.player or 0) for number, one in state.entrants.items()}
        if entered != {one.number: one.player for one in found.entrants}:
            raise DataFault(say("app.other-entrants"))
    except TourneyError as fault:
        text = _named(host.lang, fault, rows, names) if rows else fault.text(host.lang)
        raise DataFault(say("app.impossible-change", file=quoted(name), fault=text)) from None
    return state


def check_results(incoming: "IncomingEvent", name: str) -> None:
    """Raise DataFault if a record has another result than the log says."""
    newest = {
        one.details["match"]: one.details for one in incoming.content.log if one.what == RESULT
    }
    for match in incoming.content.matches:
        logged = newest.get(match.number)
        if logged is None:
            continue
        record = incoming.records[match.number]
        ending = ending_of(record)
        result = ending.result if ending else None
        scores, places = (result.scores, result.places) if result else ((), ())
        told = (logged["status"], logged.get("scores", []), logged.get("places", []))
        if told != (record.status, list(scores), list(places)):
            fault = say("app.other-result", file=quoted(name), match=quoted(match.name))
            raise DataFault(fault)


def _report(host: Host, event: str, outcome: EventOutcome, *, dry_run: bool) -> None:
    fates, name = Counter(outcome.fates.values()), quoted(event)
    if fates and not fates["skip"] and outcome.changed:
        summary = Sentence("app.event-would-be") if dry_run else Sentence("app.event-imported")
        say_fates(host, fates, summary, event=name)
        return
    if fates["skip"]:
        sentence = Sentence("app.event-skipped")
    elif not outcome.changed:
        sentence = Sentence("app.event-unchanged")
    else:
        sentence = Sentence("app.event-alone-would-be" if dry_run else "app.event-alone")
    host.write(f"{worded(sentence(event=name), host.lang)}\n")


# Rebuilding.


def replay_event(host: Host, name: str | None, into: str | None) -> None:
    """Replay, compare with the stored matches, and perhaps replay again in another database."""
    store = host.store()
    if name is not None:
        event = event_named(store, name)
    else:
        # No session where it can be helped, because it believes every row.
        known = stored_events(store)
        only = known[0] if len(known) == 1 else None
        event = only or event_session(host, None, any_phase=True).event
    view = event_view(store, event)
    rows = view.rows
    try:
        state, text, earlier = replay(rows, RULES)
    except DataFault as fault:
        raise DataFault(_named(host.lang, fault, rows, view.names)) from None
    # The log against the records, which are stored apart from it.
    _compare(store, event.name, state)
    text += rating_text(state)
    host.write(text)
    if earlier:
        host.say(say("app.event-replayed-tables", count=len(rows), draws=earlier))
    else:
        host.say(say("app.event-replayed", count=len(rows)))
    if into is None:
        return
    # Once more in a new database that has only the rows of the event.
    if Path(into).exists():
        raise Conflict(say("app.event-file-exists", file=quoted(into)))
    with open_store(into, create=True, actor=store.actor) as other:
        copied = event_view(other, copy_event(other, event.name, rows)).rows
    state, again, _ = replay(copied, RULES)
    # Other numbers of rows, other ids: none of them may change a byte.
    if again + rating_text(state) != text:
        raise TourneyError(say("app.event-other-bytes", file=quoted(into)))
    host.say(say("app.event-copied", file=quoted(into), count=len(text.encode())))


def _named(
    lang: str, fault: TourneyError, rows: Sequence[EventRow], names: Mapping[EntrantId, str]
) -> str:
    """An error with the names of entrants; each row makes at most one of them, but the first."""
    if isinstance(fault.message, str):
        return fault.message
    most = len(rows[0].details.get("entrants", ())) + len(rows[0].details.get("bots", ()))
    listed = (names.get(one, f"#{one}") for one in range(1, most + len(rows)))
    return fault.message.text(lang, ("", *listed))


def _compare(store: "Database", name: str, state: EventState) -> None:
    """DataFault if a result of the log differs from its match."""
    logged: dict[int, tuple[int, EventResult]] = {}
    for stage in state.stages:
        for _, table in stage.tables():
            if table.result is not None:
                logged[table.result.match] = (table.changed, table.result)
    for match in event_matches(store, name):
        ending = ending_of(match)
        if ending is None or ending.result is None:
            continue
        if match.id not in logged:
            raise DataFault(say("events.not-logged", match=quoted(match.name)))
        row, result = logged.pop(match.id)
        if (result.scores, result.places) != (ending.result.scores, ending.result.places):
            raise DataFault(say("events.other-result", row=row, match=quoted(match.name)))
    # A database with the log alone, such as the copy of a replay, has no matches at all.
    if logged and any(True for _ in event_matches(store, name)):
        row, result = next(iter(logged.values()))
        raise DataFault(say("events.other-result", row=row, match=str(result.match)))
