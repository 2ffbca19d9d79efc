"""Corrects a match: gets the new record, checks it, announces what changes, asks, stores it."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import click

from engines.messages import Message, say
from tourney.app.match_result import TypedResult, typed_result
from tourney.app.similar import Tables, same_people
from tourney.cli.announcements import announce
from tourney.cli.base import App
from tourney.cli.editor import Draft, editor
from tourney.cli.records import content
from tourney.cli.revisions import revision_of
from tourney.desk import TableSetup
from tourney.domain.errors import (
    Conflict,
    DataFault,
    NotFound,
    TourneyError,
    UsageFault,
    quoted,
)
from tourney.domain.matches import StoredMatch
from tourney.events import announcement, require_open_event
from tourney.events.result_check import check_results
from tourney.records import MatchRecord, check, read, read_bytes, record, stored
from tourney.records.amend import with_result, with_status
from tourney.records.model import Directive, Document
from tourney.records.problems import Problem, full
from tourney.records.values import rank_text
from tourney.runs.following import is_played
from tourney.store import Store
from tourney.store.revisions import Reason


@dataclass(frozen=True, slots=True)
class CorrectionSession:
    """One correction of a match; with `dry_run` nothing is saved."""

    app: App
    store: Store
    reason: str = ""
    dry_run: bool = False

    def edit(self, match_id: str, at: int | None, file: str | None) -> None:
        """Take the new record from a file, or from an editor opened at a ply."""
        old = self._correctable(self.store.match(match_id))
        if file is not None:
            self._save(old, _passing(self.app, content(file), file, old), "edit")
        else:
            self._edit(old, _line(old, at))

    def _edit(self, old: StoredMatch, line: int) -> None:
        """Open the record until it passes; the draft stays if it is not saved."""
        words, draft = editor(os.environ), Draft(old.name, record(old))
        new = _typed(self.app, draft, words, old, line)
        try:
            self._save(old, new, "edit")
        except BaseException:
            self.app.say(say("cli.match-draft", file=draft.word))
            raise
        if self.dry_run:
            self.app.say(say("cli.match-draft", file=draft.word))
        else:
            draft.discard()

    def result(self, match_id: str, typed: TypedResult) -> None:
        """Set the scores of some or all seats, and the places that follow from them."""
        try:
            old = self._correctable(self.store.match(match_id))
        except NotFound as fault:
            if match_id in (one.name for one in self.store.unfinished()):
                raise
            raise NotFound(say("cli.match-or-new", fault=fault.message)) from None
        if old.status == "void":
            raise Conflict(say("cli.match-is-void", name=quoted(old.name)))
        match = read(record(old)).matches[0]
        setup = TableSetup(old.name, old.game, old.players, old.options)
        decided = match.result.status not in ("", "complete")
        scores, places = typed_result(self.app, setup, typed, old.scores, decided=decided)
        text = with_result(match, scores, rank_text(places))
        self._save(
            old, _passing(self.app, text.encode(), say("cli.match-the-new-record"), old), "result"
        )

    def void(self, match_id: str) -> None:
        """Take a match out of all standings."""
        old = self._not_played(self.store.match(match_id, entries=False))
        if old.status == "void":
            raise Conflict(say("cli.match-void-already", name=quoted(old.name)))
        if old.text is None:
            self._save(old, _with_status(old, "void"), "void")
            return
        old = self.store.match(match_id)
        text = with_status(read(record(old)).matches[0], "void")
        self._save(
            old, _passing(self.app, text.encode(), say("cli.match-the-void-record"), old), "void"
        )

    def restore(self, match_id: str, number: int) -> None:
        """Store an earlier revision again, as the newest one."""
        old = self._not_played(self.store.match(match_id, entries=False))
        found = revision_of(self.store, old, number)
        if old.text is None:
            self._save(old, _with_status(old, found.status), "restore")
            return
        old = self.store.match(match_id)
        new = _passing(
            self.app, (found.text or "").encode(), say("cli.match-the-revision", number=number), old
        )
        self._save(old, new, "restore")

    def _correctable(self, match: StoredMatch) -> StoredMatch:
        """The match, if its record was imported and its event is open; Conflict."""
        if match.text is None:
            raise Conflict(say("cli.match-by-bots", name=quoted(match.name)))
        require_open_event(self.store, match)
        return match

    def _not_played(self, match: StoredMatch) -> StoredMatch:
        """The match, unless its event is closed or a process is playing its run; Conflict."""
        require_open_event(self.store, match)
        name = match.name.rpartition("/")[0]
        if match.text is None and is_played(self.store, self.store.run(name)):
            raise Conflict(say("cli.match-being-played", name=quoted(name)))
        return match

    def _save(self, old: StoredMatch, new: StoredMatch, what: str) -> None:
        """Announce the correction, ask, and store it."""
        app = self.app
        if (old.text, old.status) == (new.text, new.status):
            app.say(say("cli.match-same", name=old.name))
            return
        require_open_event(self.store, new)
        if old.text is not None and self.store.is_altered(old):
            app.say(say("cli.altered-record", name=quoted(old.name)))
        same = self._announced(old, new)
        if self.dry_run:
            return
        if not app.confirm(say("cli.match-save-as", number=old.revision + 1, name=old.name)):
            raise TourneyError(say("cli.match-not-saved"))
        why = Reason(self.store.database.actor, what, self.reason)
        if old.text is None:
            number = self.store.set_status(old, new.status, why)
        else:
            number = self.store.correct(old, new, why, same, check=check_results)
        app.say(say("cli.match-saved", number=number, name=old.name))
        if old.text is not None and any(_problems(read_bytes(old.text.encode()))):
            return  # an older version stored what no record may say: it cannot be restored
        before = "--revision", str(number - 1)
        back = app.command("match", "restore", *before, names=(old.name,))
        app.say(say("cli.undo", command=back))

    def _announced(self, old: StoredMatch, new: StoredMatch) -> dict[str, str]:
        """Announce a correction with the names that players have in standings.

        Returns the new names that belong to known people.
        """
        seated = Tables()
        if new.text is not None:
            seated.add(new)
        same = dict(same_people(self.app, self.store, seated, "ask"))
        players = tuple(
            same.get(name) or (name if version is not None else self.store.name_in_use(name))
            for name, version in zip(new.players, new.versions, strict=True)
        )
        announce(self.app, old.name, announcement(self.store, old, replace(new, players=players)))
        return same


def _with_status(match: StoredMatch, status: str) -> StoredMatch:
    """A match of a run with another status, as its next revision."""
    return replace(match, status=status, revision=match.revision + 1)


def _line(match: StoredMatch, ply: int | None) -> int:
    """The line of the record that has a ply; UsageFault for a number that is too large."""
    if ply is None:
        return 1
    lines = list(_lines(read(record(match)).matches[0]))
    if ply > len(lines):
        raise UsageFault(
            say("cli.match-no-ply", ply=ply, name=quoted(match.name), count=len(lines))
        )
    return lines[ply - 1]


def _lines(match: MatchRecord) -> Iterator[int]:
    """The line of every ply, numbered as in the database."""
    for item in match.body:
        number = item.at.number if item.at else 1
        if isinstance(item, Directive) and item.word == "forfeit":
            yield number
        yield from (number for _ in item.plies)


def _typed(app: App, draft: Draft, words: list[str], old: StoredMatch, line: int) -> StoredMatch:
    """The match as corrected in the editor, opened again until it passes or the user gives up."""
    while True:
        data = draft.edit(words, line)
        try:
            return _passing(app, data, str(draft.path), old)
        except (DataFault, Conflict) as fault:
            if app.yes or not app.answers:
                kept = say("cli.match-draft-kept", fault=fault.message, file=draft.word)
                raise type(fault)(kept) from None
            app.say(fault.message)
            if not app.confirm(say("cli.match-edit-again")):
                raise TourneyError(say("cli.match-only-draft", file=draft.word)) from None


def _problems(document: Document) -> Sequence[Problem]:
    """What is wrong with a text, or with a match of it."""
    faults = document.faults()
    return faults or [problem for match in document.matches for problem in check(match).problems]


def _passing(app: App, data: bytes, name: Message | str, old: StoredMatch) -> StoredMatch:
    """The one match of a text, checked; DataFault, or Conflict for another id."""
    document = read_bytes(data)
    problems = _problems(document)
    for problem in problems:
        click.echo(full(problem, app.text(name), document.source, app.lang), err=True)
    if problems:
        raise DataFault(say("cli.match-has-errors", name=name))
    if len(document.matches) != 1:
        raise DataFault(
            say("records.no-match", name=quoted(str(name)))
            if not document.matches
            else say("cli.match-several", name=quoted(str(name)))
        )
    new = stored(document.matches[0])
    if new.name != old.name:
        raise Conflict(say("cli.match-other-id", new=quoted(new.name), old=quoted(old.name)))
    return replace(new, id=old.id, revision=old.revision + 1)
