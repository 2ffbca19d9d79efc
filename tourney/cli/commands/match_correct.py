"""`tourney match edit, result, void, restore, log`: corrections; nothing is overwritten."""

from collections.abc import Iterator, Sequence
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
from tourney.domain.texts import is_text
from tourney.render.text import harmless, json_text, visible

if TYPE_CHECKING:
    from tourney.cli.corrections import CorrectionSession
    from tourney.store.revisions import Revision

_match_id = click.argument("match_id", metavar="ID")
_reason = click.option("--reason", default="", metavar="TEXT")
_dry_run = click.option("--dry-run", is_flag=True)


def _session(app: App, author: str | None, reason: str, dry_run: bool) -> "CorrectionSession":
    from tourney.cli.corrections import CorrectionSession

    app.by = author
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
    _session(app, author, reason, dry_run).edit(_known(app, match_id), at, file)


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
    session = _session(app, author, reason, dry_run)
    text = ",".join(scores)
    if not _entered(session, match_id, text, rank, date):
        _refuse_date(date)
        session.result(match_id, text, rank)


def _entered(
    session: "CorrectionSession", name: str, scores: str, rank: str | None, date: str | None
) -> bool:
    """Store the first result of a table of an event, or correct it; False for another match."""
    from tourney.app.event_tables import named_table

    if session.store.has_match(name):
        return False
    at = named_table(session.app, name)
    if at is None:
        return False
    from tourney.cli.event_scores import enter_scores, preview_scores, say_result

    stored, app = at.stored_name(), session.app
    if stored is not None:
        _refuse_date(date)
        session.result(stored, scores, rank)
    elif session.dry_run:
        preview_scores(app, at, scores, rank, date)
    else:
        say_result(app, at.session, enter_scores(app, at, scores, rank, date), at)
    return True


def _refuse_date(date: str | None) -> None:
    """UsageFault for the date of a match that is stored already."""
    if date is not None:
        from tourney.domain.errors import UsageFault

        raise UsageFault(say("cli.match-date-of-first"))


@command("void", endings=TEXT_ENDINGS)
@_match_id
@click.option("--reason", required=True, metavar="TEXT")
@_dry_run
@author_option
def void(app: App, match_id: str, *, reason: str, dry_run: bool, author: str | None) -> None:
    """Take match ID out: it stays in the database and counts nowhere."""
    _session(app, author, reason, dry_run).void(_known(app, match_id))


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
    _session(app, author, reason, dry_run).restore(_known(app, match_id), number)


def _listed(app: App, revisions: Sequence[tuple["Revision", str]]) -> Iterator[str]:
    """Revisions with what changed, in lines."""
    for revision, diff in revisions:
        yield app.folded(visible(app.text(title(revision))))
        yield from (f"    {harmless(line)}" for line in diff.splitlines())


def _without_revision(app: App, match_id: str) -> UsageFault:
    """What to write instead, after the list of the revisions."""

    store = app.store()
    match = store.match(_known(app, match_id), entries=False)
    found = with_diffs(store.revisions(match))
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
    store = app.store()
    found = with_diffs(store.revisions(store.match(_known(app, match_id), entries=False)))
    if app.format in ("json", "jsonl"):
        app.draw(json_text([as_json(*each) for each in found], indent=2) + "\n")
        return
    for line in _listed(app, found):
        app.draw(f"{line}\n")
