"""`tourney match edit, result, void, restore, log`: corrections; nothing is overwritten."""

import difflib
import os
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tourney.cli.announcements import announce
from tourney.cli.authors import asks, author_option
from tourney.cli.base import App, command
from tourney.cli.editor import Draft, editor
from tourney.cli.next_command import next_command
from tourney.cli.records import content
from tourney.cli.similar import Tables, same_people
from tourney.cli.usage import WholeNumber
from tourney.domain.errors import Conflict, DataFault, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.matches import StoredMatch
from tourney.records import MatchRecord, check, read, read_bytes, record, stored
from tourney.records.amend import rank_of, with_result, with_status
from tourney.records.messages import NO_MATCH
from tourney.records.model import Directive
from tourney.records.problems import full
from tourney.render.text import harmless, json_text, visible

if TYPE_CHECKING:
    from tourney.store import Store
    from tourney.store.revisions import Revision

_match_id = click.argument("match_id", metavar="ID")
_reason = click.option("--reason", default="", metavar="TEXT", help="Why the match is corrected.")
_dry_run = click.option("--dry-run", is_flag=True, help="Show what would change, without saving.")


@command("edit", short_help="correct the record of a match")
@_match_id
@click.option("--at", type=WholeNumber(min=1), metavar="PLY", help="Open the record at this ply.")
@click.option("--from", "file", metavar="FILE", help="Take the new record from FILE, - for stdin.")
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
    """Correct the record of match ID in an editor, $VISUAL or $EDITOR, or take it from a file.

    The new record is checked. Before it is saved, the command shows what changes: plies, players,
    scores, places, and the standings of the event of the match. The old revision is kept.
    """
    app.by = author
    store = app.store()
    old = _correctable(store.match(match_id))
    if file is not None:
        new = _passing(content(file), file, old)
        _save(app, store, old, new, what="edit", reason=reason, dry_run=dry_run)
    else:
        _edit(app, store, old, line=_line(old, at), reason=reason, dry_run=dry_run)


def _correctable(match: StoredMatch) -> StoredMatch:
    """The match, if its record was imported; Conflict for a match of a run."""
    if match.text is None:
        raise Conflict(
            f"match {quoted(match.name)} was played by bots, so its moves and result cannot be "
            "corrected; to take it out: tourney match void"
        )
    return match


def _line(match: StoredMatch, ply: int | None) -> int:
    """The line of the record that has a ply; UsageFault for a number that is too large."""
    if ply is None:
        return 1
    lines = list(_lines(read(record(match)).matches[0]))
    if ply > len(lines):
        raise UsageFault(f"no ply {ply} in match {quoted(match.name)}; it has {len(lines)} plies")
    return lines[ply - 1]


def _lines(match: MatchRecord) -> Iterator[int]:
    """The line of every ply, numbered as in the database."""
    for item in match.body:
        number = item.at.number if item.at else 1
        if isinstance(item, Directive) and item.word == "forfeit":
            yield number
        yield from (number for _ in item.plies)


def _edit(
    app: App, store: "Store", old: StoredMatch, *, line: int, reason: str, dry_run: bool
) -> None:
    """Open the record until it passes; the draft stays if it is not saved."""
    words, draft = editor(os.environ), Draft(old.name, record(old))
    new = _typed(app, draft, words, old, line)
    try:
        _save(app, store, old, new, what="edit", reason=reason, dry_run=dry_run)
    except BaseException:
        app.say(f"the draft is in {draft.word}")
        raise
    if dry_run:
        app.say(f"the draft is in {draft.word}")
    else:
        draft.discard()


def _typed(app: App, draft: Draft, words: list[str], old: StoredMatch, line: int) -> StoredMatch:
    """The match as corrected in the editor, opened again until it passes or the user gives up."""
    while True:
        data = draft.edit(words, line)
        try:
            return _passing(data, str(draft.path), old)
        except (DataFault, Conflict) as fault:
            if app.yes or not asks(app):
                raise type(fault)(f"{fault.text(app.lang)}; the draft is in {draft.word}") from None
            app.say(fault.text(app.lang))
            if not app.confirm("edit again?"):
                raise TourneyError(f"nothing saved; the draft is in {draft.word}") from None


def _passing(data: bytes, name: str, old: StoredMatch) -> StoredMatch:
    """The one match of a text, checked; DataFault, or Conflict for another id."""
    document = read_bytes(data)
    problems = document.faults()
    if not problems:
        problems = [problem for match in document.matches for problem in check(match).problems]
    for problem in problems:
        click.echo(full(problem, name, document.source), err=True)
    if problems:
        raise DataFault(f"nothing saved, because {name} has errors")
    if len(document.matches) != 1:
        raise DataFault(NO_MATCH(name=quoted(name)) if not document.matches else _several(name))
    new = stored(document.matches[0])
    if new.name != old.name:
        raise Conflict(
            f"the record has the id {quoted(new.name)} instead of {quoted(old.name)}; "
            "the id of a match cannot be changed"
        )
    return replace(new, id=old.id, revision=old.revision + 1)


def _several(name: str) -> str:
    return f"{quoted(name)} has several matches; correct one match at a time"


def _save(
    app: App,
    store: "Store",
    old: StoredMatch,
    new: StoredMatch,
    *,
    what: str,
    reason: str,
    dry_run: bool,
) -> None:
    """Announce the correction, ask, and store it."""
    if old.text is not None and old.text == new.text:
        app.say(f"match {old.name}: nothing changed")
        return
    same = _announced(app, store, old, new)
    if dry_run:
        return
    if not app.confirm(f"save as revision {old.revision + 1} of match {old.name}?"):
        raise TourneyError("nothing saved")
    from tourney.store.revisions import Reason

    why = Reason(store.database.actor, what, reason)
    if old.text is None:
        number = store.set_status(old, new.status, why)
    else:
        number = store.correct(old, new, why, same)
    app.say(f"saved revision {number} of match {old.name}")
    back = next_command(app, "match", "restore", "--revision", str(number - 1), names=(old.name,))
    app.say(f"undo: {back}")


def _announced(app: App, store: "Store", old: StoredMatch, new: StoredMatch) -> "dict[str, str]":
    """Announce a correction with the names that players have in standings."""
    from tourney.events import announcement

    seated = Tables()
    if new.text is not None:
        seated.add(new)
    same = dict(same_people(app, store, seated, "ask"))
    players = tuple(
        same.get(name) or (name if version is not None else store.name_in_use(name))
        for name, version in zip(new.players, new.versions, strict=True)
    )
    announce(app, old.name, announcement(store, old, replace(new, players=players)))
    return same


@command("result", short_help="set or correct the result of a match")
@_match_id
@click.argument("scores", metavar="A=31,B=22")
@click.option("--rank", metavar="TEXT", help="Order of finish, such as 'A > B = C'.")
@_reason
@_dry_run
@author_option
def result(
    app: App,
    match_id: str,
    scores: str,
    *,
    rank: str | None,
    reason: str,
    dry_run: bool,
    author: str | None,
) -> None:
    """Set the scores of match ID: by seat letter or player, all seats or those that change.

    The places follow from the scores; --rank gives them where equal scores are separated by
    something else. The result of a complete match must agree with its moves: correct those with
    tourney match edit.
    """
    app.by = author
    store = app.store()
    old = _correctable(store.match(match_id))
    if old.status == "void":
        raise Conflict(f"match {quoted(old.name)} is void; bring it back with match restore")
    match = read(record(old)).matches[0]
    known = _scores(old, scores)
    order = rank or rank_of(match, known)
    if not order:
        raise UsageFault("equal scores do not say who is ahead in this game; add --rank 'A > B'")
    new = _passing(with_result(match, known, order).encode(), "the new record", old)
    _save(app, store, old, new, what="result", reason=reason, dry_run=dry_run)


def _scores(match: StoredMatch, text: str) -> list[int]:
    """The scores of all seats: given ones, else those of the match; UsageFault."""
    found = list(match.scores)
    for part in text.split(","):
        who, sign, number = part.partition("=")
        if not sign or not _is_number(number.strip()):
            raise UsageFault(f"invalid score {quoted(part.strip())}; write A=31,B=22")
        found[_seat(match, who.strip())] = int(number)
    missing = [seat for seat, score in enumerate(found) if score is None]
    if missing:
        raise UsageFault(f"no score for {', '.join(match.players[seat] for seat in missing)}")
    return [score for score in found if score is not None]


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 10


def _seat(match: StoredMatch, who: str) -> int:
    """The seat of a letter or of a player."""
    if who in match.players and match.players.count(who) == 1:
        return match.players.index(who)
    seat = ord(who.upper()) - ord("A") if len(who) == 1 else -1
    if not 0 <= seat < len(match.players):
        raise UsageFault(f"no seat or player {quoted(who)} in match {quoted(match.name)}")
    return seat


@command("void", short_help="take a match out of all standings")
@_match_id
@click.option("--reason", required=True, metavar="TEXT", help="Why the match does not count.")
@_dry_run
@author_option
def void(app: App, match_id: str, *, reason: str, dry_run: bool, author: str | None) -> None:
    """Take match ID out: it stays in the database and counts nowhere."""
    app.by = author
    store = app.store()
    old = _not_played(store, store.match(match_id, entries=False))
    if old.status == "void":
        raise Conflict(f"match {quoted(old.name)} is already void")
    if old.text is None:
        new = replace(old, status="void", revision=old.revision + 1)
    else:
        old = store.match(match_id)
        text = with_status(read(record(old)).matches[0], "void")
        new = _passing(text.encode(), "the void record", old)
    _save(app, store, old, new, what="void", reason=reason, dry_run=dry_run)


def _not_played(store: "Store", match: StoredMatch) -> StoredMatch:
    """The match, unless a process is playing its run, which counts it; Conflict."""
    from tourney.runs.following import is_played

    name = match.name.rpartition("/")[0]
    if match.text is None and is_played(store, store.run(name)):
        raise Conflict(f"run {quoted(name)} is being played; stop it with tourney runs stop")
    return match


@command("restore", short_help="bring an earlier revision of a match back")
@_match_id
@click.option("--revision", "number", type=WholeNumber(min=1), required=True, metavar="N")
@_reason
@_dry_run
@author_option
def restore(
    app: App, match_id: str, *, number: int, reason: str, dry_run: bool, author: str | None
) -> None:
    """Store revision N of match ID again, as its newest revision."""
    app.by = author
    store = app.store()
    old = _not_played(store, store.match(match_id, entries=False))
    found = revision_of(store, old, number)
    if old.text is None:
        new = replace(old, status=found.status, revision=old.revision + 1)
        if new.status == old.status:
            app.say(f"match {old.name}: nothing changed")
            return
    else:
        old = store.match(match_id)
        new = _passing((found.text or "").encode(), f"revision {number}", old)
    _save(app, store, old, new, what="restore", reason=reason, dry_run=dry_run)


def revision_of(store: "Store", match: StoredMatch, number: int) -> "Revision":
    """A revision of a match; NotFound."""
    found = {one.number: one for one in store.revisions(match)}
    if number not in found:
        raise NotFound(
            f"no revision {number} of match {quoted(match.name)}; it has {len(found)}: "
            "see tourney match log"
        )
    return found[number]


@command("log", short_help="list the revisions of a match")
@_match_id
def log(app: App, match_id: str) -> None:
    """List the revisions of match ID: when, who, why, and what changed in the text."""
    store = app.store()
    match = store.match(match_id, entries=False)
    before: list[str] | None = None
    found = []
    for revision in store.revisions(match):
        text = (revision.text or f"status: {revision.status}\n").splitlines(keepends=True)
        found.append((revision, "" if before is None else _diff(before, text)))
        before = text
    if app.format in ("json", "jsonl"):
        app.draw(json_text([_revision(*each) for each in found], indent=2) + "\n")
        return
    for revision, diff in found:
        app.draw(visible(_title(revision)) + "\n")
        app.draw("".join(f"    {harmless(line)}\n" for line in diff.splitlines()))


def _diff(before: list[str], after: list[str]) -> str:
    """The lines that differ, with one line around them."""
    lines = difflib.unified_diff(before, after, n=1)
    changed = (line for line in lines if not line.startswith(("---", "+++", "@@")))
    return "".join(line for line in changed if line.strip())


def _title(revision: "Revision") -> str:
    by = f" by {revision.author}" if revision.author else ""
    why = f": {revision.reason}" if revision.reason else ""
    time = revision.at[:19].replace("T", " ") or "time unknown"
    return f"revision {revision.number}  {time}  {revision.what}{by}{why}"


def _revision(revision: "Revision", diff: str) -> dict[str, Any]:
    return {
        "revision": revision.number,
        "time": revision.at or None,
        "by": revision.author or None,
        "what": revision.what,
        "reason": revision.reason or None,
        "status": revision.status,
        "diff": diff,
    }
