"""`tourney match edit, result, void, restore, log`: corrections; nothing is overwritten."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.output import TEXT_ENDINGS
from tourney.cli.revisions import as_json, title, with_diffs
from tourney.cli.usage import WholeNumber
from tourney.domain.bounds import REASON
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import is_text
from tourney.render.text import harmless, json_text, visible

if TYPE_CHECKING:
    from tourney.app.corrections import CorrectionSession
    from tourney.cli.editor import Draft
    from tourney.domain.match_values import StoredMatch
    from tourney.store.revisions import Revision

_match_id = click.argument("match_id", metavar="ID")
_reason = click.option("--reason", default="", metavar="TEXT")
_dry_run = click.option("--dry-run", is_flag=True)


def _session(app: App, author: str | None, reason: str, dry_run: bool) -> "CorrectionSession":
    from tourney.app.corrections import CorrectionSession
    from tourney.cli.announcements import announce

    app.by = author
    if len(reason) > REASON or not is_text(reason):
        raise UsageFault(say("cli.bad-reason", reason=quoted(reason), most=REASON))
    return CorrectionSession(app, app.store(), partial(announce, app), reason, dry_run)


@contextmanager
def _showing_problems(app: App) -> Iterator[None]:
    """Show what is wrong with a record, line by line, before the error of the command."""
    from tourney.app.corrections import RefusedRecord
    from tourney.records.problems import full

    try:
        yield
    except RefusedRecord as fault:
        for problem in fault.problems:
            click.echo(full(problem, app.text(fault.name), fault.source, app.lang), err=True)
        raise


def _known(app: App, name: str) -> str:
    """The id of a match, which may be named by its table."""
    from tourney.app.event_tables import match_id

    return match_id(app, name)


@command("edit", endings=TEXT_ENDINGS)
@_match_id
@click.option("--at", type=WholeNumber(min=1), metavar="PLY")
@click.option("--from", "file", metavar="FILE")
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
    author: str | None,
) -> None:
    """Correct the record of match ID in an editor, $VISUAL or $EDITOR, or take it from a file."""
    from tourney.app.corrections import passing
    from tourney.cli.editor import Draft, editor
    from tourney.cli.records import content
    from tourney.records import record

    session = _session(app, author, reason, dry_run)
    old = session.correctable(_known(app, match_id))
    if file is not None:
        with _showing_problems(app):
            session.save(old, passing(content(file), file, old), "edit")
        return
    line = _line_of_ply(old, at) if at else 1
    words, draft = editor(os.environ), Draft(old.name, record(old))
    new = _typed(app, draft, words, old, line)
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


def _typed(
    app: App, draft: "Draft", words: list[str], old: "StoredMatch", line: int
) -> "StoredMatch":
    """The match as corrected in the editor, opened again until it passes or the user gives up."""
    from tourney.app.corrections import passing
    from tourney.domain.errors import Conflict, DataFault, TourneyError

    while True:
        data = draft.edit(words, line)
        try:
            with _showing_problems(app):
                return passing(data, str(draft.path), old)
        except (DataFault, Conflict) as fault:
            if app.yes or not app.answers:
                kept = say("cli.match-draft-kept", fault=fault.message, file=draft.word)
                raise type(fault)(kept) from None
            app.say(fault.message)
            if not app.confirm(say("cli.match-edit-again")):
                raise TourneyError(say("cli.match-only-draft", file=draft.word)) from None


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
    author: str | None,
) -> None:
    """Set the scores of match ID: by seat letter or player, all seats or those that change."""
    from tourney.app.event_tables import named_table
    from tourney.app.match_result import TypedResult, enter_result, first_result, say_open
    from tourney.cli.event_scores import show_points
    from tourney.records.field_values import rank_text, scores_text
    from tourney.store.incoming import has_match

    session = _session(app, author, reason, dry_run)
    typed = TypedResult(",".join(scores), rank, date)
    at = None if has_match(session.store, match_id) else named_table(app, match_id)
    stored = at.stored_name() if at else match_id
    if at is None or stored is not None:
        if date is not None:
            raise UsageFault(say("cli.match-date-of-first"))
        with _showing_problems(app):
            session.result(stored or match_id, typed)
        return
    if dry_run:
        match = first_result(at, typed)
        rank = rank_text([place for place in match.places if place is not None])
        lines = f"result: {scores_text(match.scores)}; rank: {rank}"
        app.say(say("cli.event-would-store", name=match.name, result=lines))
        return
    entered = enter_result(at, typed)
    show_points(app, entered)
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
def void(app: App, match_id: str, *, reason: str, dry_run: bool, author: str | None) -> None:
    """Take match ID out: it stays in the database and counts nowhere."""
    session = _session(app, author, reason, dry_run)
    with _showing_problems(app):
        session.void(_known(app, match_id))


@command("restore", endings=TEXT_ENDINGS)
@_match_id
@click.option("--revision", "number", type=WholeNumber(min=1), metavar="N")
@_reason
@_dry_run
@author_option
def restore(
    app: App, match_id: str, *, number: int | None, reason: str, dry_run: bool, author: str | None
) -> None:
    """Store revision N of match ID again, as its newest revision."""
    if number is None:
        raise _without_revision(app, match_id)
    session = _session(app, author, reason, dry_run)
    with _showing_problems(app):
        session.restore(_known(app, match_id), number)


def _listed(app: App, revisions: Sequence[tuple["Revision", str]]) -> Iterator[str]:
    """Revisions with what changed, in lines."""
    for revision, diff in revisions:
        yield app.folded(visible(app.text(title(revision))))
        yield from (f"    {harmless(line)}" for line in diff.splitlines())


def _without_revision(app: App, match_id: str) -> UsageFault:
    """What to write instead, after the list of the revisions."""
    from tourney.store.incoming import match_named
    from tourney.store.revisions import match_revisions

    store = app.store()
    match = match_named(store, _known(app, match_id), entries=False)
    found = with_diffs(match_revisions(store, match))
    if len(found) == 1:
        return UsageFault(say("cli.match-no-earlier", name=quoted(match.name)))
    for line in _listed(app, found):
        app.say(line)
    last = found[-2][0].number
    return UsageFault(say("cli.match-which-revision", name=quoted(match.name), last=last))


@command("log", endings=TEXT_ENDINGS)
@_match_id
def log(app: App, match_id: str) -> None:
    """List the revisions of match ID: when, who, why, and what changed in the text."""
    from tourney.store.incoming import match_named
    from tourney.store.revisions import match_revisions

    store = app.store()
    found = with_diffs(
        match_revisions(store, match_named(store, _known(app, match_id), entries=False))
    )
    if app.format in ("json", "jsonl"):
        app.draw(json_text([as_json(*each) for each in found], indent=2) + "\n")
        return
    for line in _listed(app, found):
        app.draw(f"{line}\n")
