"""`tourney match`: list, show and correct stored matches."""

import difflib
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

import click

from engines.api import Who, seat_letter
from engines.messages import Message, Sentence, say
from tourney.cli.base import App, AppGroup, command
from tourney.cli.common_options import author_option
from tourney.cli.output import TEXT_ENDINGS
from tourney.cli.usage import WholeNumber
from tourney.domain.bounds import REASON
from tourney.domain.errors import Conflict, DataFault, TourneyError, UsageFault, quoted
from tourney.domain.match_values import StoredMatch, pack_options
from tourney.domain.safe_text import harmless, is_text, visible
from tourney.render.code_words import HEADINGS, word_of
from tourney.render.frames import MatchReplay
from tourney.render.text import json_text, pad

if TYPE_CHECKING:
    from tourney.app.correct_match import CorrectionSession
    from tourney.store.corrections import Revision

SHOWN = 50
NAMED = 5
"""How many other seatings of a deal are named."""
STATUS = {"recording": "recording", "play": "playing"}
"""The status that is shown for an unfinished match, by kind."""
LABEL: Final = 8
"""Columns of the English labels of a match."""


match = AppGroup("match")
"""List, show and correct stored matches."""


@match.command("list")
@click.argument("run", required=False)
@click.option("--limit", type=WholeNumber(min=0), metavar="N", default=SHOWN, show_default=True)
def list_(app: App, run: str | None, limit: int) -> None:
    """List the matches of RUN, or all matches: runs by age, then records."""
    from tourney.render.text_tables import Column, Row, Table
    from tourney.store.matches import run_matches, stored_matches, unfinished_matches
    from tourney.store.runs import run_named

    store = app.store()
    if run:
        found = run_matches(store, run_named(store, run), entries=False)
    else:
        found = stored_matches(store, entries=False)
    columns = (
        Column("match"),
        Column("id", align="right", importance=3),
        Column("game"),
        Column("players", importance=9),
        Column("scores", importance=8),
        Column("places", importance=7),
        Column("status", importance=6),
        Column("revision", align="right", only="data"),
    )
    # The matches are read one after the other, and only as many as are shown.
    shown = islice(found, limit) if limit else found
    ended = (
        (
            one.name,
            one.id,
            one.game,
            ", ".join(one.players),
            ", ".join(map(_or_unknown, one.scores)),
            ", ".join(map(_or_unknown, one.places)),
            one.status,
            one.revision,
        )
        for one in shown
    )
    # A match that goes on has no number, scores and places yet.
    goes_on = () if run else unfinished_matches(store)
    begun = (
        (one.name, None, one.game, ", ".join(one.players), marks, marks, STATUS[one.kind], None)
        for one in goes_on
        for marks in [", ".join("?" for _ in one.players)]
    )
    app.show(Table(columns, chain[Row](ended, begun)))
    if limit and next(found, None) is not None:
        app.say(say("cli.match-first-listed", limit=limit))


def _or_unknown(number: int | None) -> str:
    return "?" if number is None else str(number)


@match.command("show", endings=TEXT_ENDINGS)
@click.argument("match_id", metavar="ID")
@click.option("--as", "seat", metavar="SEAT")
@click.option("--revision", "number", type=WholeNumber(min=1), metavar="N")
def show(app: App, match_id: str, seat: str | None, number: int | None) -> None:
    """Show a stored match: its settings, every turn and the final position."""
    from tourney.app.choose import viewer
    from tourney.cli.replay_commands import STORED
    from tourney.records.record_positions import replay_of_stored
    from tourney.runs.until import other_seatings
    from tourney.store.matches import match_named

    store = app.store()
    stored = match_named(store, _known(app, match_id.removeprefix(STORED)))
    if number is not None:
        from tourney.app.correct_match import revision_of
        from tourney.records import read
        from tourney.records import stored as from_record

        earlier = revision_of(store, stored, number)
        if earlier.text is None:  # the moves of a match of a run are the same in all revisions
            stored = replace(stored, status=earlier.status, revision=number)
        else:
            record = from_record(read(earlier.text).matches[0])
            stored = replace(record, id=stored.id, revision=number)
    replay = replay_of_stored(stored)
    who = viewer(seat, len(stored.players))
    if app.format in ("json", "jsonl"):
        facts = _facts(stored, replay, who) | {"same_deal": other_seatings(store, stored)}
        app.draw(json_text(facts, indent=2) + "\n")
    else:
        for piece in _page(app, stored, replay, who):
            app.draw(piece)


def _page(app: App, stored: StoredMatch, replay: MatchReplay, who: Who) -> Iterator[str]:
    from tourney.render.replay_screen import MatchHeading, ScreenState, position
    from tourney.render.scenes import Theme, plain
    from tourney.render.text import cell_width, indented
    from tourney.runs.until import other_seatings

    theme = Theme(app.width() or 80, app.ascii, app.color, app.lang, app.wide_signs)
    facts = [*_heading(app, stored, other_seatings(app.store(), stored))]
    for fault in stored.faults:
        told = Sentence("cli.match-fault-at") if fault.ply else Sentence("cli.match-fault")
        seat = "" if fault.seat < 0 else f"{seat_letter(fault.seat)} "
        what = word_of(fault.code)
        words = told(seat=seat, fault=what, ply=fault.ply, evidence=fault.evidence)
        facts.append(("fault", app.text(words)))
    names = [app.text(HEADINGS[key]()) if key in HEADINGS else key for key, _ in facts]
    widest = LABEL if app.lang == "en" else max(map(cell_width, names)) + 1
    # Below each fault stands what the bot has written, in the order of the faults.
    details = iter(stored.faults)
    for name, (key, value) in zip(names, facts, strict=True):
        yield visible(f"{pad(f'{name}:', widest)} {value}") + "\n"
        if key == "fault" and (detail := next(details).detail):
            yield indented(detail) + "\n"
    yield "\n"
    for line in replay.record(who, infos=True):
        yield visible(line) + "\n"
    if replay.frames:
        screen = ScreenState(len(replay.frames) - 1, who)
        yield "\n" + plain(
            position(replay, MatchHeading(stored.name, stored.players), screen, theme), theme
        )


def _heading(app: App, stored: StoredMatch, others: Sequence[str]) -> Iterator[tuple[str, str]]:
    from tourney.render.code_words import COLUMNS

    yield "match", app.text(say("cli.match-name-and-id", name=stored.name, id=stored.id))
    rules = f"{stored.game}/{stored.rules}"
    yield "game", app.text(say("cli.match-game-and-rules", game=stored.game, rules=rules))
    if stored.options:
        yield "options", pack_options(stored.options)
    for key, value in stored.headers:
        yield key, app.text(COLUMNS[key](value) if key in COLUMNS else value)
    if others:
        names = ", ".join(others[:NAMED])
        more = len(others) - NAMED
        listed = (
            app.text(say("cli.match-and-more", matches=names, count=more)) if more > 0 else names
        )
        yield "others", app.text(say("cli.match-other-seats", matches=listed))
    for seat, player in enumerate(stored.players):
        version = stored.versions[seat]
        score, place = stored.scores[seat], stored.places[seat]
        bot = app.text(say("cli.match-bot", version=version)) if version is not None else ""
        ended = say(
            "cli.match-place-and-score",
            player=f"{player}{bot}",
            place=_or_unknown(place),
            score=_or_unknown(score),
        )
        yield app.text(say("cli.match-seat", seat=seat_letter(seat))), app.text(ended)
    yield "status", app.text(word_of(stored.status))
    if stored.revision > 1:
        yield "changed", app.text(say("cli.match-see-log", number=stored.revision))


def _facts(stored: StoredMatch, replay: MatchReplay, who: Who) -> dict[str, Any]:
    """A match as JSON values; `position` is the final view, None if it is unknown."""
    from tourney.render.replay_screen import whose

    state = replay.frames[-1].state if replay.frames else None
    return {
        "match": stored.name,
        "id": stored.id,
        "game": stored.game,
        "rules": f"{stored.game}/{stored.rules}",
        "options": dict(stored.options),
        "headers": dict(stored.headers),
        "status": stored.status,
        "revision": stored.revision,
        "seats": [
            {
                "seat": seat_letter(seat),
                "player": stored.players[seat],
                "bot": stored.versions[seat],
                "score": stored.scores[seat],
                "place": stored.places[seat],
            }
            for seat in range(len(stored.players))
        ],
        "faults": [
            {
                "seat": None if fault.seat < 0 else seat_letter(fault.seat),
                "code": fault.code,
                "ply": fault.ply,
                "evidence": fault.evidence,
                "detail": fault.detail,
            }
            for fault in stored.faults
        ],
        "view": str(whose(who)),
        "lines": list(replay.record(who)),
        "infos": [
            {"ply": info.ply, "seat": seat_letter(info.seat), "text": info.text}
            for info in replay.infos(who)
        ],
        "position": state.view(who) if state else None,
    }


_match_id = click.argument("match_id", metavar="ID")
_reason = click.option("--reason", default="", metavar="TEXT")
_dry_run = click.option("--dry-run", is_flag=True)


def _session(app: App, reason: str, dry_run: bool) -> "CorrectionSession":
    from tourney.app.correct_match import CorrectionSession

    if len(reason) > REASON or not is_text(reason):
        raise UsageFault(say("cli.bad-reason", reason=quoted(reason), most=REASON))
    return CorrectionSession(app, app.store(), reason, dry_run)


def _known(app: App, name: str) -> str:
    """The id of a match, which may be named by its table."""
    from tourney.app.event_tables import match_id

    return match_id(app, name)


@command("edit", endings=TEXT_ENDINGS)
@_match_id
@click.option("--at", type=WholeNumber(min=1), metavar="PLY")
@click.option("--file", "file", metavar="FILE")
@_reason
@_dry_run
@author_option
def edit(
    app: App,
    match_id: str,
    *,
    at: int | None,
    file: str | None,
    reason: str,
    dry_run: bool,
) -> None:
    """Correct the record of match ID in an editor, $VISUAL or $EDITOR, or take it from a file."""
    from tourney.cli.record_input import content
    from tourney.cli.terminal.editor import Draft, editor
    from tourney.records import record

    session = _session(app, reason, dry_run)
    old = session.correctable(_known(app, match_id))
    if file is not None:
        session.save(old, session.passing(content(file), file, old), "edit")
        return
    # Without an editor there is no draft, which would be left behind.
    line = _line_of_ply(old, at) if at else 1
    words, draft = editor(os.environ), Draft(old.name, record(old))
    while True:  # until the text passes or the user gives up
        data = draft.edit(words, line)
        try:
            new = session.passing(data, str(draft.path), old)
        except (DataFault, Conflict) as fault:
            # Nobody can correct it now: the draft is kept, as somebody has typed it.
            if app.yes or not app.answers:
                kept = say("cli.match-draft-kept", fault=fault.message, file=draft.word)
                raise type(fault)(kept) from None
            app.say(fault.message)
            if not app.confirm(say("cli.match-edit-again")):
                raise TourneyError(say("cli.match-only-draft", file=draft.word)) from None
        else:
            break
    try:
        session.save(old, new, "edit")
    except BaseException:  # the draft stays
        app.say(say("cli.match-draft", file=draft.word))
        raise
    if dry_run:
        app.say(say("cli.match-draft", file=draft.word))
    else:
        draft.discard()


def _line_of_ply(match: "StoredMatch", ply: int) -> int:
    """The line of the record that has a ply; UsageFault for a number that is too large."""
    from tourney.records import read, record
    from tourney.records.model import Directive

    # One entry for each ply. A line may have several plies, and to forfeit is one, too, although it
    # is no move.
    lines: list[int] = []  # of every ply, numbered as in the database
    for item in read(record(match)).matches[0].body:
        number = item.at.number if item.at else 1
        if isinstance(item, Directive) and item.word == "forfeit":
            lines.append(number)
        lines += [number] * len(item.plies)
    if ply > len(lines):
        raise UsageFault(
            say("cli.match-no-ply", ply=ply, name=quoted(match.name), count=len(lines))
        )
    return lines[ply - 1]


@command(
    "result",
    endings=TEXT_ENDINGS,
    context_settings={"ignore_unknown_options": True},  # -5,31 are scores
)
@_match_id
@click.argument("scores", metavar="A=31 B=22", nargs=-1, required=True)
@click.option("--rank", metavar="TEXT")
@click.option("--date", metavar="DATE")
@_reason
@_dry_run
@author_option
def result(
    app: App,
    match_id: str,
    scores: tuple[str, ...],
    *,
    rank: str | None,
    date: str | None,
    reason: str,
    dry_run: bool,
) -> None:
    """Set the scores of match ID: by seat letter or player, all seats or those that change."""
    from tourney.app.enter_result import (
        TypedResult,
        enter_result,
        first_result,
        say_open,
        show_points,
    )
    from tourney.app.event_tables import named_table
    from tourney.records.field_values import rank_text, scores_text
    from tourney.store.matches import has_match

    session = _session(app, reason, dry_run)
    typed = TypedResult(",".join(scores), rank, date)
    # ID is a stored match, or a table of an event, whose first result makes its match.
    at = None if has_match(session.store, match_id) else named_table(app, match_id)
    if at is None or at.table.match is not None:
        if date is not None:
            raise UsageFault(say("cli.match-date-of-first"))
        session.result(at.stored_name() if at else match_id, typed)
        return
    if dry_run:
        match = first_result(at, typed)
        rank = rank_text([place for place in match.places if place is not None])
        lines = f"result: {scores_text(match.scores)}; rank: {rank}"
        app.say(say("cli.event-would-store", name=match.name, result=lines))
        return
    entered = enter_result(at, typed)
    show_points(entered)
    app.say(say("cli.event-stored-result", name=entered.match))
    say_open(entered)
    why = app.text(say("cli.event-mistake"))
    undo = app.command("match", "void", "--reason", why, names=(entered.match,))
    app.say(say("app.undo", command=undo))


@command("void", endings=TEXT_ENDINGS)
@_match_id
@click.option("--reason", required=True, metavar="TEXT")
@_dry_run
@author_option
def void(app: App, match_id: str, *, reason: str, dry_run: bool) -> None:
    """Take match ID out: it stays in the database and counts nowhere."""
    session = _session(app, reason, dry_run)
    session.void(_known(app, match_id))


@command("restore", endings=TEXT_ENDINGS)
@_match_id
@click.option("--revision", "number", type=WholeNumber(min=1), metavar="N")
@_reason
@_dry_run
@author_option
def restore(app: App, match_id: str, *, number: int | None, reason: str, dry_run: bool) -> None:
    """Store revision N of match ID again, as its newest revision."""
    from tourney.store.corrections import match_revisions
    from tourney.store.matches import match_named

    if number is None:
        store = app.store()
        match = match_named(store, _known(app, match_id), entries=False)
        found = with_diffs(match_revisions(store, match))
        if len(found) == 1:
            raise UsageFault(say("cli.match-no-earlier", name=quoted(match.name)))
        for line in _listed(app, found):
            app.say(line)
        last = found[-2][0].number
        raise UsageFault(say("cli.match-which-revision", name=quoted(match.name), last=last))
    session = _session(app, reason, dry_run)
    session.restore(_known(app, match_id), number)


def _listed(app: App, revisions: Sequence[tuple["Revision", str]]) -> Iterator[str]:
    """Revisions with what changed, in lines."""
    for revision, diff in revisions:
        yield app.folded(visible(app.text(title(revision))))
        yield from (f"    {harmless(line)}" for line in diff.splitlines())


@command("log", endings=TEXT_ENDINGS)
@_match_id
def log(app: App, match_id: str) -> None:
    """List the revisions of match ID: when, who, why, and what changed in the text."""
    from tourney.store.corrections import match_revisions
    from tourney.store.matches import match_named

    store = app.store()
    found = with_diffs(
        match_revisions(store, match_named(store, _known(app, match_id), entries=False))
    )
    if app.format in ("json", "jsonl"):
        facts = [
            {
                "revision": revision.number,
                "time": revision.at or None,
                "by": revision.author or None,
                "what": revision.what,
                "reason": revision.reason or None,
                "status": revision.status,
                "diff": diff,
            }
            for revision, diff in found
        ]
        app.draw(json_text(facts, indent=2) + "\n")
        return
    for line in _listed(app, found):
        app.draw(f"{line}\n")


WHAT: Final = {
    "import": Sentence("cli.match-what-import"),
    "altered": Sentence("cli.match-what-altered"),
    "record": Sentence("cli.match-what-record"),
    "play": Sentence("cli.match-what-play"),
    "event play": Sentence("cli.match-what-event-play"),
    "match result": Sentence("cli.match-what-typed"),
    "edit": Sentence("cli.match-what-edit"),
    "result": Sentence("cli.match-what-result"),
    "void": Sentence("cli.match-what-void"),
    "restore": Sentence("cli.match-what-restore"),
}
"""What a command did to a match, by its name."""


def with_diffs(revisions: Sequence["Revision"]) -> list[tuple["Revision", str]]:
    """Each revision with the lines that differ from the one before."""
    found: list[tuple[Revision, str]] = []
    before: list[str] | None = None
    for revision in revisions:
        text = (revision.text or f"status: {revision.status}\n").splitlines(keepends=True)
        # The lines that differ with one line around them, without the heads of a patch.
        lines = difflib.unified_diff(text if before is None else before, text, n=1)
        changed = (line for line in lines if not line.startswith(("---", "+++", "@@")))
        found.append((revision, "".join(line for line in changed if line.strip())))
        before = text
    return found


def title(revision: "Revision") -> Message:
    """Number, time, command, author and reason of a revision in one line."""
    what = WHAT[revision.what]() if revision.what in WHAT else revision.what
    return say(
        "cli.match-revision",
        number=revision.number,
        time=revision.at[:19].replace("T", " ") or say("cli.match-no-time"),
        what=what,
        by=say("cli.match-by", who=revision.author) if revision.author else "",
        why=say("cli.match-why", reason=revision.reason) if revision.reason else "",
    )


for _command in (edit, result, void, restore, log):
    match.add_command(_command)
