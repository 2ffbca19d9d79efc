"""`tourney record --from-notes`: a record typed in an editor, with its errors in place.

The draft is a file in the current folder. It is removed only when its record is stored.
"""

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from tourney.cli import record_messages as say
from tourney.cli.asking import Asker, InputEnded
from tourney.cli.base import App
from tourney.cli.next_command import next_command
from tourney.cli.record_setup import free_id, table_setup
from tourney.domain.errors import DataFault, TourneyError, UsageFault, quoted
from tourney.records import Document, check, read, stored
from tourney.records.problems import Problem, headline

ERROR: Final = "#! "
"""Start of a comment with an error, put before its line and removed again."""
EDITORS: Final = ("vi", "vim", "nvim", "nano", "emacs", "micro", "joe", "ne")
"""Editors that open a file at a line given as `+LINE`."""


def record_notes(app: App, asker: Asker, game: str | None, given: Mapping[str, Any]) -> str | None:
    """Edit a draft until its record passes, and store it; None if it was stopped before."""
    path = _draft(app, asker, game, given)
    line = 1
    while True:
        _edit(path, line)
        text = _without_errors(path.read_text("utf-8"))
        document = read(text)
        problems = _problems(document)
        if not problems:
            return _stored(app, document, path)
        line = _with_errors(path, text, problems)
        if not _again(app, asker, path, problems, given):
            return None


def _draft(app: App, asker: Asker, game: str | None, given: Mapping[str, Any]) -> Path:
    """The file to edit: the given one, or a new one with a skeleton of the record."""
    if given["from_notes"]:
        path = Path(given["from_notes"])
        if path.is_dir():
            raise UsageFault(f"{quoted(str(path))} is a folder; give the file of a record")
        if path.exists() or game is None:
            path.read_bytes()  # a missing or unreadable file is reported here
            return path
    if game is None:
        from engines.games import GAMES

        raise UsageFault(say.NO_GAME(known=", ".join(GAMES)))
    setup = table_setup(asker, game, given, source="notes")
    name = setup.match or free_id(app.store(create=True), setup)
    head = [f"match: {name}", *setup.head()[1:]]
    path = Path(given["from_notes"] or f"{name.replace('/', '-')}.tmr")
    if not path.exists():
        sheet = setup.engine.notation.template(app.lang).strip().split("\n")
        text = [*head, "", *(f"# {line}".rstrip() for line in sheet), ""]
        path.write_text("\n".join(text) + "\n", "utf-8")
    return path


def _edit(path: Path, line: int) -> None:
    """Open the draft in the editor of the user and wait until it is closed."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    words = shlex.split(editor)
    at = [f"+{line}"] if line > 1 and Path(words[0]).name in EDITORS else []
    try:
        subprocess.run([*words, *at, str(path)], check=True)
    except (OSError, subprocess.CalledProcessError):
        raise TourneyError(say.NO_EDITOR(editor=quoted(editor))) from None


def _problems(document: Document) -> Sequence[Problem]:
    if not document.matches:
        return document.faults() or _empty()
    return document.faults() or [
        problem for match in document.matches for problem in check(match).problems
    ]


def _empty() -> Sequence[Problem]:
    raise DataFault("the draft has no match; it must start with 'match: ID'")


def _without_errors(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(line for line in lines if not line.startswith(ERROR))


def _with_errors(path: Path, text: str, problems: Sequence[Problem]) -> int:
    """Write each error before its line; the number of the first such line."""
    lines = text.split("\n")
    for problem in sorted(problems, key=lambda one: -one.line):
        words = headline(problem, path.name).partition(": ")[2]
        lines.insert(max(0, problem.line - 1), f"{ERROR}{words}")
    path.write_text("\n".join(lines), "utf-8")
    return 1 + next(at for at, line in enumerate(lines) if line.startswith(ERROR))


def _again(
    app: App, asker: Asker, path: Path, problems: Sequence[Problem], given: Mapping[str, Any]
) -> bool:
    """Whether to open the draft again; without a terminal it is kept, and the errors are shown."""
    for problem in problems:
        click.echo(headline(problem, str(path), app.lang), err=True)
    count = len(problems)
    if not asker.terminal:
        call = next_command(app, "record", "--from-notes", names=(str(path),))
        app.say(say.DRAFT_WRONG(file=quoted(str(path)), count=count, command=call).text(app.lang))
        return False
    try:
        typed = asker.ask(say.AGAIN(count=count))
    except InputEnded:
        typed = "q"
    if typed:
        app.say(say.DRAFT_KEPT(file=quoted(str(path))).text(app.lang))
    return not typed


def _stored(app: App, document: Document, path: Path) -> str:
    store = app.store(create=True)
    store.import_records(lambda: map(stored, document.matches))
    path.unlink()
    return document.matches[0].name
