"""`tourney import`: add records to the database, all of them or none."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from tempfile import TemporaryFile, gettempdir
from typing import IO

import click

from engines.messages import Sentence, say
from tourney.app.similar import SIMILAR, Tables, same_people, say_similar
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.event_files import FATES, WOULD_FATES, import_events
from tourney.cli.output import TEXT_ENDINGS
from tourney.cli.records import content, parsed
from tourney.cli.result_imports import RESULT_KINDS, kind_of_files, results_in
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import Conflict, DataFault, NotFound, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.events.result_check import check_results
from tourney.records import Document, check, read_bytes, stored
from tourney.records.lines import pieces
from tourney.records.problems import full
from tourney.render.text import visible
from tourney.store import Database
from tourney.store.incoming import Clash, Records, foresee_records, import_records, remove_records


@command("import", endings=TEXT_ENDINGS)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--as", "kind", type=OneWordOf(("tmr", "event", *RESULT_KINDS)))
@click.option("--dry-run", is_flag=True)
@click.option("--undo", is_flag=True)
@click.option(
    "--on-duplicate",
    type=OneWordOf(("skip", "update", "error")),
    default="error",
    show_default=True,
)
@click.option("--on-similar", type=OneWordOf(SIMILAR), default="ask", show_default=True)
@author_option
def import_(
    app: App,
    files: tuple[str, ...],
    *,
    kind: str | None,
    dry_run: bool,
    undo: bool,
    on_duplicate: Clash,
    on_similar: str,
    author: str | None,
) -> None:
    """Check files and store what they contain, all of it or nothing."""
    app.by = author
    given, kind = kind, kind or kind_of_files(files)
    if kind == "event":
        if undo:
            raise UsageFault(say("cli.no-undo"))
        import_events(app, files, on_duplicate, on_similar, dry_run=dry_run)
        return
    with _spool() as spool:
        tables = _check_all(app, kind, files, spool)
        clash = None if undo else on_duplicate
        records = partial(_spooled, spool)
        store = _opened(app, dry_run or undo)
        if store is None:  # there is no database, and none is created
            fates = Counter[str]()
            for one in records():
                fates["gone" if undo else "new"] += 1
                _would(app, one.name, "gone" if undo else "new")
        elif dry_run:
            fates = foresee_records(store, records, clash, partial(_would, app))
            if clash is not None:
                say_similar(app, store, tables)
        else:
            same = partial(same_people, app, store, tables, on_similar)
            fates = _changed(store, records, clash, same)
    _summarize(app, fates, dry_run)
    if not dry_run and fates["new"]:
        # --undo would also remove matches that were there before.
        only_new = not fates["same"] and not fates["update"]
        form = ("--as", given) if given not in (None, "tmr") else ()
        back = app.command("import", *form, "--undo", names=files)
        app.say(
            say("cli.import-in-and-undo", database=app.database, command=back)
            if only_new
            else say("cli.import-in-database", database=app.database)
        )


def _changed(
    store: Database, records: Records, clash: Clash | None, same: Callable[[], Mapping[str, str]]
) -> Counter[str]:
    """Import the records, or remove them without `clash`; the outcomes."""
    if clash is None:
        return remove_records(store, records, check=check_results)
    return import_records(store, records, clash, same(), check=check_results)


@contextmanager
def _spool() -> Iterator[IO[bytes]]:
    """A temporary file for checked records; an OSError about it names its folder."""
    try:
        with TemporaryFile() as spool:
            yield spool
    except OSError as error:
        error.filename = error.filename or gettempdir()
        raise


def _would(app: App, name: str, fate: str) -> None:
    """Write what would become of a match."""
    app.write(f"{app.text(WOULD_FATES[fate](name=visible(name)))}\n")


def _check_all(app: App, kind: str, files: Iterable[str], spool: IO[bytes]) -> Tables:
    """Check all files and keep their matches on disk; the people in them.

    This takes time, so it is done before the database is locked.
    """
    seen, tables = set[str](), Tables()
    for name in files:
        found = _passing(app, name) if kind == "tmr" else results_in(app, kind, name)
        for match in found:
            if match.name in seen:
                raise Conflict(say("cli.import-in-two-files", match=quoted(match.name)))
            seen.add(match.name)
            pickle.dump(match, spool, pickle.HIGHEST_PROTOCOL)
            tables.add(match)
    return tables


def _spooled(spool: IO[bytes]) -> Iterator[StoredMatch]:
    spool.seek(0)
    with suppress(EOFError):
        while True:
            yield pickle.load(spool)


def _passing(app: App, name: str) -> Iterator[StoredMatch]:
    """The matches of a file, piece by piece; DataFault if one does not pass."""
    data, seen = content(name), set[str]()
    try:
        for document in _documents(data, name):
            if document.faults() or not document.matches:
                raise _refusal(app, data, name)
            for match in document.matches:
                if match.name in seen or check(match).problems:
                    raise _refusal(app, data, name)
                seen.add(match.name)
                yield stored(match)
    except UnicodeDecodeError:
        raise _refusal(app, data, name) from None


def _documents(data: bytes, name: str) -> Iterator[Document]:
    if data.lstrip()[:1] == b"{":  # JSON is one piece
        yield parsed(data, name)
    else:
        yield from map(read_bytes, pieces(data))


def _refusal(app: App, data: bytes, name: str) -> DataFault:
    """Print every problem of a file that does not pass; the error to raise."""
    document = parsed(data, name)
    problems = document.faults()
    if not problems:
        problems = [problem for match in document.matches for problem in check(match).problems]
    for problem in problems:
        click.echo(full(problem, name, document.source, app.lang), err=True)
    if not problems:
        return DataFault(say("records.no-match", name=quoted(name)))
    return DataFault(say("cli.import-nothing-imported", name=quoted(name)))


def _opened(app: App, existing: bool) -> Database | None:
    """Open the database; None if it does not exist and must not be created."""
    try:
        return app.store(create=not existing)
    except NotFound:
        return None


def _summarize(app: App, fates: Counter[str], dry_run: bool) -> None:
    if not fates:
        app.write(f"{app.text(say('cli.import-none'))}\n")
        return
    parts = [words(count=fates[fate]) for fate, words in FATES.items() if fates[fate]]
    found = ("、" if app.lang == "ja" else ", ").join(map(app.text, parts))
    summary = Sentence("cli.import-would-be") if dry_run else Sentence("cli.import-done")
    app.write(f"{app.text(summary(count=fates.total(), fates=found))}\n")
