"""`tourney record --from-notes`: a record typed in an editor, with its errors in place.

The draft is a file in the current folder. It is removed when its record is stored, unless the user
has named it: then it is the user's own file.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import click

from engines.messages import say
from tourney.app.choose import find_game
from tourney.app.record_match import AskedRecording
from tourney.cli.base import App
from tourney.cli.record_setup import free_id, table_setup
from tourney.cli.terminal.dialogue import Asker, InputEnded
from tourney.cli.terminal.editor import NotesDraft, editor
from tourney.desk.typed_text import folded
from tourney.domain.errors import Conflict, DataFault, TourneyError, UsageFault, quoted
from tourney.domain.safe_text import file_word
from tourney.events.decisions import check_results
from tourney.records import Document, check, read, read_bytes, stored
from tourney.records.problems import Problem, headline
from tourney.records.record_edits import as_unfinished
from tourney.store.imports import add_match, import_records

AGAIN, UNFINISHED = "", "s"
"""Answers to the question what to do with a draft that does not pass."""


def record_notes(
    app: App, asker: Asker, game: str | None, asked: AskedRecording, file: str
) -> str | None:
    """Edit a draft until its record passes, and store it; None if it was stopped before."""
    words = editor(os.environ)
    session = NotesSession(app, asker, _draft(app, asker, game, asked, file))
    try:
        return session.run(words)
    except BaseException:
        session.say_kept()
        raise


class NotesSession:
    """Edits one draft until its record is stored, or the person stops."""

    def __init__(self, app: App, asker: Asker, draft: NotesDraft) -> None:
        self.app = app
        self.asker = asker
        self.draft = draft
        self._said = False

    def run(self, words: list[str]) -> str | None:
        """Open the editor again and again; the id of the stored match, None without one."""
        line = 1
        while True:
            self.draft.edit(words, line)
            if self.draft.unchanged():
                self.draft.finish()
                raise TourneyError(say("cli.record-nothing-typed"))
            document = read_bytes(self.draft.content())
            problems = _problems(document)
            fault = _show(problems, self.draft.path, self.app)
            try:
                if document.matches and not problems:
                    return self._stored(document)
            except Conflict as conflict:  # the id or the table of an event is taken
                if not self.asker.terminal:
                    raise
                fault = conflict.text(self.app.lang)
                self.app.say(fault)
            if problems:
                line = self.draft.annotate(problems, self.app.lang)
            answer = self._answer(fault, len(problems))
            if answer == UNFINISHED:
                if name := self._unfinished():
                    return name
            elif answer != AGAIN:
                self.say_kept()
                return None

    def _answer(self, fault: str, count: int) -> str:
        """What to do with a draft that was not stored; without a terminal nobody can answer."""
        if not self.asker.terminal:
            self._said = True
            raise DataFault(
                say("cli.record-draft-wrong", why=fault, file=self._file(), command=self._command())
            )
        while True:
            try:
                typed = folded(self.asker.ask(say("cli.record-again", count=count)).strip())
            except InputEnded:
                return "q"
            if typed in (AGAIN, UNFINISHED, "q"):
                return typed

    def _unfinished(self) -> str | None:
        """Store the draft as an unfinished match; None, with the reason said, if that fails."""
        found = as_unfinished(self.draft.content().decode("utf-8", "replace"))
        if found is None:
            self.app.say(say("cli.record-head-wrong").text(self.app.lang))
            return None
        try:
            name = self._stored(read(found.text))
        except Conflict as conflict:
            self.app.say(conflict.text(self.app.lang))
            return None
        call = self.app.command("match", "edit", names=(name,))
        words = say("cli.record-unfinished", match=name, count=found.unread, command=call)
        self.app.say(words.text(self.app.lang))
        return name

    def _stored(self, document: Document) -> str:
        """Store the matches and remove the draft; the id of the first one."""
        store = self.app.store(create=True)
        if len(document.matches) == 1:
            add_match(store, stored(document.matches[0]), check=check_results)
        else:
            import_records(store, lambda: map(stored, document.matches), check=check_results)
        self.draft.finish()
        return document.matches[0].name

    def say_kept(self) -> None:
        """Say where the draft is and how to go on, if it is there and that was not said before."""
        if not self._said and self.draft.path.exists():
            words = say("cli.record-draft-kept", file=self._file(), command=self._command())
            self.app.say(words.text(self.app.lang))

    def _file(self) -> str:
        return file_word(self.draft.path)

    def _command(self) -> str:
        return self.app.command("record", "--from-notes", names=(str(self.draft.path),))


def _problems(document: Document) -> Sequence[Problem]:
    return document.faults() or [
        problem for match in document.matches for problem in check(match).problems
    ]


def _show(problems: Sequence[Problem], path: Path, app: App) -> str:
    """Print each error; what is wrong, in a few words."""
    for problem in problems:
        click.echo(headline(problem, str(path), app.lang), err=True)
    if problems:
        return say("cli.record-errors", count=len(problems)).text(app.lang)
    return say("cli.record-no-match").text(app.lang)


def _draft(
    app: App, asker: Asker, game: str | None, asked: AskedRecording, file: str
) -> NotesDraft:
    """The file to edit: the given one, or a new one with a skeleton of the record."""
    if file:
        path = Path(file)
        if path.is_dir():
            raise UsageFault(say("cli.a-folder", name=quoted(str(path))))
        if path.exists() or game is None:
            _require_game(path, game)
            return NotesDraft(path, given=True)
    if game is None:
        from engines.games import GAMES

        raise UsageFault(say("cli.record-no-game", known=", ".join(GAMES)))
    setup = table_setup(asker, game, asked, source="notes")
    name = setup.match or free_id(app.store(create=True), setup)
    path = Path(file or f"{name.replace('/', '-')}.tmr")
    draft = NotesDraft(path, given=False)
    if draft.path.exists():
        app.say(say("cli.record-draft-found", file=file_word(draft.path)).text(app.lang))
        return draft
    sheet = setup.engine.notation.template(app.lang).strip().split("\n")
    head = [f"match: {name}", *setup.head()[1:], ""]
    text = [*head, *(f"# {line}".rstrip() for line in sheet), "", ""]
    draft.begin("\n".join(text).encode())
    return draft


def _require_game(path: Path, game: str | None) -> None:
    """UsageFault if a file has records of another game; OSError if it cannot be read."""
    matches = read_bytes(path.read_bytes()).matches
    if game is None or not matches:
        return
    wanted, found = find_game(game), matches[0].game
    if found is not None and found.name != wanted.name:
        file = quoted(str(path))
        raise UsageFault(
            say("cli.record-other-game", file=file, found=found.name, asked=wanted.name)
        )
