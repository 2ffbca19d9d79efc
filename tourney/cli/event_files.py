"""Events as files: `tourney export event` and `tourney import --as event`."""

from collections import Counter
from typing import TYPE_CHECKING, Final

from engines.messages import Sentence, say
from tourney.app.choose import counted
from tourney.app.similar import Tables, same_people, say_similar
from tourney.cli.base import App
from tourney.cli.record_input import content
from tourney.domain.errors import DataFault, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.event_log import RESULT, EventRow
from tourney.domain.event_schema import EventOutcome
from tourney.exports.event_document import event_document, read_event
from tourney.records import correcting_words, impossible_result
from tourney.render.text import visible
from tourney.results.sums import ending_of
from tourney.store.event_transfer import event_content, foresee_event, import_event
from tourney.store.events import stored_events
from tourney.store.matches import event_matches, unfinished_matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tourney.domain.event_schema import EventContent, IncomingEvent
    from tourney.domain.match_values import StoredMatch
    from tourney.store import Database
    from tourney.store.imports import Clash

FATES: Final = {
    "new": Sentence("cli.import-new"),
    "same": Sentence("cli.import-same"),
    "skip": Sentence("cli.import-skip"),
    "update": Sentence("cli.import-update"),
    "undo": Sentence("cli.import-undo"),
    "gone": Sentence("cli.import-gone"),
}
"""What has become of the matches of an import."""
WOULD_FATES: Final = {
    "new": Sentence("cli.would-add"),
    "same": Sentence("cli.is-there"),
    "refused": Sentence("cli.would-refuse"),
    "skip": Sentence("cli.would-skip"),
    "update": Sentence("cli.would-update"),
    "undo": Sentence("cli.would-remove"),
    "gone": Sentence("cli.not-there"),
}
"""What would become of a match of an import."""
MOST_IMPOSSIBLE: Final = 5
"""How many matches with an impossible result are named; the others are counted."""


def export_event(app: App, names: "Sequence[str | None]") -> None:
    """Write the document of an event; says which of its matches have not ended."""
    store = app.store()
    name = one_event(store, names)
    found = event_content(store, name)
    for piece in event_document(found):
        app.write(piece)
    if say_impossible(app, event_matches(store, name)):
        app.say(say("cli.not-imported-so"))
    open_ones = [one.name for one in unfinished_matches(store) if one.headers.get("event") == name]
    if open_ones:
        app.say(say("cli.left-out-unfinished", matches=counted(open_ones)))


def say_impossible(app: App, matches: "Iterable[StoredMatch]") -> int:
    """Name the matches with a result that their game does not have; how many there are."""
    count = 0
    for match in matches:
        found = impossible_result(match)
        if found is None:
            continue
        count += 1
        if count <= MOST_IMPOSSIBLE:
            words = correcting_words(match)
            command = app.command(*words[:2], names=words[2:])
            fault = found.message.named(found.names)
            name, rule = quoted(match.name), found.rule
            app.say(
                say("cli.impossible-result", match=name, fault=fault, rule=rule, command=command)
            )
    if count > MOST_IMPOSSIBLE:
        app.say(say("cli.impossible-left", count=count - MOST_IMPOSSIBLE))
    return count


def one_event(store: "Database", names: "Sequence[str | None]") -> str:
    """The only event that is named; without a name, the only event of the database."""
    if len(names) > 1:
        raise UsageFault(say("cli.one-event", count=len(names)))
    if names and names[0] is not None:
        return names[0].removeprefix("event:")
    known = [event.name for event in stored_events(store)]
    if not known:
        raise NotFound(say("cli.no-events"))
    if len(known) > 1:
        raise UsageFault(say("cli.which-event", known=", ".join(map(quoted, known))))
    return known[0]


def import_events(
    app: App, files: "Sequence[str]", clash: "Clash", on_similar: str, *, dry_run: bool
) -> None:
    """Import documents of events, each of them completely or not at all."""
    incoming = [(name, read_event(content(name), name)) for name in files]
    for name, one in incoming:
        _check_decisions(app, one.content, name)
        _check_results(one, name)
    for _, one in incoming:
        if dry_run:
            outcome = _foreseen(app, one.content, clash)
            for match, fate in outcome.fates.items():
                app.write(f"{app.text(WOULD_FATES[fate](name=visible(match)))}\n")
        else:
            store = app.store(create=True)
            same = same_people(app, store, _all_at_one_table(one.content), on_similar)
            outcome = import_event(store, one, clash, same)
        _report(app, one.content.event, outcome, dry_run=dry_run)


def _foreseen(app: App, found: "EventContent", clash: "Clash") -> EventOutcome:
    """The outcome of importing an event; says which new names look like known players."""
    try:
        store = app.store()
    except NotFound:  # a dry run creates no database
        return EventOutcome({one.name: "new" for one in found.matches}, changed=True)
    outcome = foresee_event(store, found, clash)
    say_similar(app, store, _all_at_one_table(found))
    return outcome


def _all_at_one_table(found: "EventContent") -> Tables:
    """The players of an event: two of them are never the same person."""
    tables, everybody = Tables(), {one.name for one in found.players}
    tables.people = dict.fromkeys((one.name for one in found.players), everybody)
    return tables


def _check_decisions(app: App, found: "EventContent", name: str) -> None:
    """Raise DataFault for the first change that cannot have been made after those before it."""
    from tourney.app.make_event import event_title
    from tourney.cli.event_replays import named
    from tourney.events.decisions import rules
    from tourney.events.log_replay import checked

    rows = [EventRow(place, one.what, one.details) for place, one in enumerate(found.log, 1)]
    if not rows and not found.entrants:
        return
    names = {one.number: found.entrant_names(one.number)[0] for one in found.entrants}
    try:
        if not rows:
            raise DataFault(say("cli.no-changes"))
        event_title(found.event)
        state, _ = checked(rows, rules())
        entered = {number: (one.player or 0) for number, one in state.entrants.items()}
        if entered != {one.number: one.player for one in found.entrants}:
            raise DataFault(say("cli.other-entrants"))
    except TourneyError as fault:
        text = named(app.lang, fault, rows, names) if rows else fault.text(app.lang)
        raise DataFault(say("cli.impossible-change", file=quoted(name), fault=text)) from None


def _check_results(incoming: "IncomingEvent", name: str) -> None:
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
            fault = say("cli.other-result", file=quoted(name), match=quoted(match.name))
            raise DataFault(fault)


def _report(app: App, event: str, outcome: EventOutcome, *, dry_run: bool) -> None:
    fates, name = Counter(outcome.fates.values()), quoted(event)
    if fates["skip"]:
        app.write(f"{app.text(say('cli.event-skipped', event=name))}\n")
    elif not outcome.changed:
        app.write(f"{app.text(say('cli.event-unchanged', event=name))}\n")
    elif not fates:
        alone = Sentence("cli.event-alone-would-be") if dry_run else Sentence("cli.event-alone")
        app.write(f"{app.text(alone(event=name))}\n")
    else:
        words = FATES.items()
        parts = [text(count=fates[fate]) for fate, text in words if fates[fate]]
        found = ("、" if app.lang == "ja" else ", ").join(map(app.text, parts))
        summary = Sentence("cli.event-would-be") if dry_run else Sentence("cli.event-imported")
        app.write(f"{app.text(summary(event=name, count=fates.total(), fates=found))}\n")
