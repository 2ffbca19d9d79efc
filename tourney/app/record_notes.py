"""A record that is typed in an editor, with its errors in place, until it can be stored.

The draft is a file in the current folder. It is removed when its record is stored, unless the user
has named it: then it is the user's own file.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from engines.games import GAMES
from engines.messages import say
from tourney.app.choose import find_game
from tourney.app.host import InputEnded, Interviewer
from tourney.app.record_match import AskedRecording, free_id, table_setup
from tourney.desk.answers import folded
from tourney.domain.errors import Conflict, DataFault, TourneyError, UsageFault, quoted
from tourney.domain.new_files import draft_name
from tourney.domain.safe_text import file_word
from tourney.events.decisions import check_results
from tourney.records import Document, read, read_bytes, stored
from tourney.records.problems import Problem, headline
from tourney.records.record_edits import as_unfinished
from tourney.records.verdict import problems_of
from tourney.store.imports import add_match, import_records

AGAIN, UNFINISHED, STOP = "", "s", "q"
"""Answers to the question what to do with a draft that does not pass."""
ERROR: Final = b"#! "
"""Start of a comment with an error, put before its line and removed again."""


class NotesDraft:
    """A file that is edited until its record is stored; `given` if the user has named it."""

    def __init__(self, path: Path, *, given: bool, skeleton: bytes | None = None) -> None:
        """Write the `skeleton`, in which nothing is typed yet, if there is one."""
        self.path = path
        self.given = given
        self.skeleton = skeleton
        if skeleton is not None:
            self.write(skeleton)

    def content(self) -> bytes:
        """The text without the comments that name errors."""
        lines = self.path.read_bytes().split(b"\n")
        return b"\n".join(line for line in lines if not line.startswith(ERROR))

    def write(self, data: bytes) -> None:
        """Replace the content; after an OSError it is as before."""
        # Through a link to the file that it means: replaced would be the link, not the file.
        target = Path(os.path.realpath(self.path))
        new = draft_name(target)
        try:
            new.write_bytes(data)
            if target.exists():
                new.chmod(target.stat().st_mode)
            new.replace(target)
        except BaseException:
            new.unlink(missing_ok=True)
            raise

    def annotate(self, problems: Sequence[Problem], lang: str) -> int:
        """Write each error before its line; the number of the first such line.

        If the disk is full the file stays without them.
        """
        lines = self.content().split(b"\n")
        for problem in sorted(problems, key=lambda one: -one.line):
            words = headline(problem, self.path.name, lang).partition(": ")[2]
            # From the last line up: a line that is put in moves all that follow.
            lines.insert(max(0, problem.line - 1), ERROR + words.encode("utf-8", "replace"))
        with suppress(OSError):
            self.write(b"\n".join(lines))
        return min(max(1, problem.line) for problem in problems)

    def finish(self) -> None:
        """Its record is stored: remove a file of the program, and the errors from one of the user.

        If the folder does not allow it the file stays as it is.
        """
        with suppress(OSError):
            if self.given:
                self.write(self.content())
            else:
                self.path.unlink()


def record_notes(
    asker: Interviewer,
    game: str | None,
    asked: AskedRecording,
    file: str,
    edit: Callable[[Path, int], None],
) -> str | None:
    """Edit a draft until its record passes, and store it; None if it was stopped before.

    `edit` opens a file at a line and waits until the person has finished.
    """
    session = NotesSession(asker, _draft(asker, game, asked, file), edit)
    try:
        return session.run()
    except BaseException:
        session.say_kept()
        raise


class NotesSession:
    """Edits one draft until its record is stored, or the person stops."""

    def __init__(
        self, asker: Interviewer, draft: NotesDraft, edit: Callable[[Path, int], None]
    ) -> None:
        self.host = asker.host
        self.asker = asker
        self.draft = draft
        self.edit = edit
        self._said = False

    def run(self) -> str | None:
        """Open the editor again and again; the id of the stored match, None without one."""
        line, host, draft = 1, self.host, self.draft
        while True:
            self.edit(draft.path, line)
            # Saved as it was: whoever opened it by mistake has nothing to remove.
            if draft.skeleton is not None and draft.content() == draft.skeleton:
                draft.finish()
                raise TourneyError(say("app.record-nothing-typed"))
            document = read_bytes(draft.content())
            problems = problems_of(document)
            for problem in problems:
                host.say(headline(problem, str(draft.path), host.lang), error=True)
            try:
                if document.matches and not problems:
                    return self._stored(document)
                count = len(problems)
                why = say("app.record-errors", count=count) if count else say("app.record-no-match")
                fault = why.text(host.lang)
            except Conflict as conflict:  # the id or the table of an event is taken
                if not self.asker.terminal:
                    raise
                fault = conflict.text(host.lang)
                host.say(fault)
            if problems:
                line = draft.annotate(problems, host.lang)
            answer = self._answer(fault, len(problems))
            if answer == UNFINISHED:
                if name := self._unfinished():
                    return name
            elif answer == STOP:
                self.say_kept()
                return None

    def _answer(self, fault: str, count: int) -> str:
        """What to do with a draft that was not stored; without a terminal nobody can answer."""
        if not self.asker.terminal:
            self._said = True
            raise DataFault(say("app.record-draft-wrong", why=fault, **self._how_to_go_on()))
        while True:
            try:
                typed = folded(self.asker.ask(say("app.record-again", count=count)).strip())
            except InputEnded:
                return STOP
            if typed in (AGAIN, UNFINISHED, STOP):
                return typed

    def _unfinished(self) -> str | None:
        """Store the draft as an unfinished match; None, with the reason said, if that fails."""
        host = self.host
        notes = as_unfinished(self.draft.content().decode("utf-8", "replace"))
        if notes is None:
            host.say(say("app.record-head-wrong").text(host.lang))
            return None
        try:
            name = self._stored(read(notes.text))
        except Conflict as conflict:
            host.say(conflict.text(host.lang))
            return None
        call = host.command("match", "edit", names=(name,))
        words = say("app.record-unfinished", match=name, count=notes.unread, command=call)
        host.say(words.text(host.lang))
        return name

    def _stored(self, document: Document) -> str:
        """Store the matches and remove the draft; the id of the first one."""
        store = self.host.store(create=True)
        if len(document.matches) == 1:
            add_match(store, stored(document.matches[0]), check=check_results)
        else:
            import_records(store, lambda: map(stored, document.matches), check=check_results)
        self.draft.finish()
        return document.matches[0].name

    def say_kept(self) -> None:
        """Say where the draft is and how to go on, if it is there and that was not said before."""
        if not self._said and self.draft.path.exists():
            self.host.say(say("app.record-draft-kept", **self._how_to_go_on()).text(self.host.lang))

    def _how_to_go_on(self) -> dict[str, str]:
        command = self.host.command("record", "--from-notes", names=(str(self.draft.path),))
        return {"file": file_word(self.draft.path), "command": command}


def _draft(asker: Interviewer, game: str | None, asked: AskedRecording, file: str) -> NotesDraft:
    """The file to edit: the given one, or a new one with a skeleton of the record."""
    host = asker.host
    if file:
        path = Path(file)
        if path.is_dir():
            raise UsageFault(say("app.a-folder", name=quoted(str(path))))
        if path.exists() or game is None:
            # OSError if the file cannot be read, before an editor is opened.
            matches = read_bytes(path.read_bytes()).matches
            if game is not None and matches:
                wanted, typed = find_game(game), matches[0].game
                if typed is not None and typed.name != wanted.name:
                    words = {"found": typed.name, "asked": wanted.name}
                    raise UsageFault(say("app.record-other-game", file=quoted(str(path)), **words))
            return NotesDraft(path, given=True)
    setup = table_setup(asker, game, asked, source="notes")
    name = setup.match or free_id(host.store(create=True), setup)
    path = Path(file or f"{name.replace('/', '-')}.tmr")
    if path.exists():
        host.say(say("app.record-draft-found", file=file_word(path)).text(host.lang))
        return NotesDraft(path, given=False)
    template = GAMES[setup.game].notation.template(host.lang).strip().split("\n")
    comments = (f"# {line}".rstrip() for line in template)
    text = "\n".join([f"match: {name}", *setup.head()[1:], "", *comments, "", ""])
    return NotesDraft(path, given=False, skeleton=text.encode())
