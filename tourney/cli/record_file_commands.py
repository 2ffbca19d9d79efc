"""`tourney check, fmt, import`: files of records are checked, written anew and stored."""

import pickle
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from tempfile import TemporaryFile, gettempdir
from typing import IO, TYPE_CHECKING, Any

import click

from engines.messages import Sentence, say
from tourney.app.similar import SIMILAR, Tables, same_people, say_similar
from tourney.cli.base import App, command
from tourney.cli.common_options import author_option, executor_options, workers_of
from tourney.cli.event_files import FATES, WOULD_FATES, import_events
from tourney.cli.failures import failure
from tourney.cli.output import RECORD_ENDINGS, TEXT_ENDINGS, Output
from tourney.cli.record_input import STDIN, content, held, parsed
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.errors import (
    Conflict,
    DataFault,
    NotFound,
    TourneyError,
    Unreachable,
    UsageFault,
    quoted,
)
from tourney.domain.match_values import StoredMatch
from tourney.events.decisions import check_results
from tourney.records import Document, check, read_bytes, stored, to_json, write
from tourney.records.check_report import (
    Checking,
    CheckLine,
    CheckRequest,
    RecordSource,
    check_source,
    crashed,
)
from tourney.records.lines import pieces
from tourney.records.problems import full
from tourney.render.text import visible
from tourney.render.text_changes import unified
from tourney.store import Database
from tourney.store.imports import Clash, Records, foresee_records, import_records, remove_records
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.worker_process import Job

if TYPE_CHECKING:
    from tourney.store import Database
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from tourney.exports.result_records import records_of

if TYPE_CHECKING:
    from tourney.domain.match_values import StoredMatch
from tourney.render.text import cell_width, wrapped

MAX_ERRORS = 20
RESULT_KINDS: Final = ("csv", "jsonl", "bgstats")
SUFFIXES: Final = {".csv": "csv", ".jsonl": "jsonl", ".bgsplay": "bgstats"}


@command("check", endings=TEXT_ENDINGS)
@click.argument("records", nargs=-1, required=True, metavar="FILE|-|run:NAME|match:ID|event:NAME…")
@click.option("--strict", is_flag=True)
@click.option("--only", metavar="CODE,…")
@click.option(
    "--max-errors", type=WholeNumber(min=1), metavar="N", default=MAX_ERRORS, show_default=True
)
@click.option("--style", type=OneWordOf(("full", "short")), default="full", show_default=True)
@click.option("--after", type=WholeNumber(min=0), metavar="N", default=0)
@executor_options("check")
def check_(
    app: App,
    records: tuple[str, ...],
    *,
    strict: bool,
    only: str | None,
    max_errors: int,
    style: str,
    after: int,
    **given: Any,
) -> int:
    """Replay records by the rules: check every move, count, result and rank in them."""
    codes = tuple(code.strip() for code in only.split(",")) if only else ()
    asked = CheckRequest(
        app.format in ("json", "jsonl"), style, max_errors, strict, codes, app.lang
    )
    if after and not (len(records) == 1 and records[0].startswith("run:")):
        raise UsageFault(say("cli.check-after"))
    workers = workers_of(app, given)
    show = CheckOutput(app)
    names = deque[str]()
    sources = _noting(names, _held_all(app, records, after, show))
    try:
        for line in _all_lines(sources, asked, workers):
            show.take(line)
            if line.passed is not None and names:
                after = _number(names.popleft())
    except (KeyboardInterrupt, Unreachable):
        if len(records) == 1 and records[0].startswith("run:"):
            command = app.command("check", records[0], "--after", str(after))
            app.say(say("cli.interrupted", command=command))
        raise
    return show.end()


def _held_all(
    app: App, names: tuple[str, ...], after: int, show: "CheckOutput"
) -> Iterator[RecordSource]:
    """The records of each name; one that cannot be read does not stop the check of the others."""
    for name in names:
        try:
            yield from held(app, (name,), after)
        except Unreachable:
            raise
        except (TourneyError, OSError) as error:
            found = failure(error, app.lang)
            if found is None:
                raise
            show.take(CheckLine(talk=f"tourney: {found.message}", code=found.exit_code))


def _noting(names: deque[str], sources: Iterator[RecordSource]) -> Iterator[RecordSource]:
    """The sources; their names are noted, to know later which of them were checked."""
    for name, text in sources:
        names.append(name)
        yield name, text


def _number(name: str) -> int:
    """The number at the end of the name of a match of a run; 0 for other records."""
    number = name.rpartition("/")[2]
    return int(number) if number.isdecimal() else 0


def _all_lines(
    given: Iterator[RecordSource], asked: CheckRequest, workers: Workers
) -> Iterator[CheckLine]:
    """The lines of the report, in the order of the sources."""
    if workers.here:
        return chain.from_iterable(check_source(name, text, asked) for name, text in given)
    job: Job[RecordSource, list[CheckLine]] = Job(Checking, asked)
    without = partial(crashed, lang=asked.lang)
    batches = spread(job, given, SpreadOptions(workers, without, lambda: True))
    return chain.from_iterable(batches)


class CheckOutput:
    """Writes the report line by line; JSON as one list, element by element."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.json = app.format == "json"
        self.count = 0
        self.code = 0
        self.matches = 0
        self.passed = 0

    def take(self, line: CheckLine) -> None:
        """Write a line and count it."""
        self.code = max(self.code, line.code)
        if line.passed is not None:
            self.matches += 1
            self.passed += line.passed
        if line.data and self.json:
            self.app.write(f"{',' if self.count else '['}\n{line.data}")
            self.count += 1
        elif line.data:
            self.app.write(f"{self._folded(line.data)}\n")
        if line.talk:
            self.app.say(line.talk, error=bool(line.code))

    def _folded(self, text: str) -> str:
        """The lines of a report for people, within the terminal if stdout is one."""
        width = self.app.width()
        return text if width is None or self.app.format == "jsonl" else folded_report(text, width)

    def end(self) -> int:
        """Close the list, print the number of matches and return the exit code."""
        if self.json:
            self.app.write("\n]\n" if self.count else "[]\n")
        if self.matches > 1:
            ended = say("cli.pass", passed=self.passed, count=self.matches)
            self.app.say(ended.text(self.app.lang))
        return self.code


@command("fmt", endings=RECORD_ENDINGS)
@click.argument("files", nargs=-1, metavar="[FILE|-]…")
@click.option("--check", is_flag=True)
@click.option("--diff", is_flag=True)
@click.option("-i", "--in-place", is_flag=True)
def fmt(app: App, files: tuple[str, ...], check: bool, diff: bool, in_place: bool) -> int:
    """Write records as canonical text, or as JSON with --format json; both forms can be read."""
    names = files or (STDIN,)
    if in_place and STDIN in names:
        raise UsageFault(say("cli.stdin-in-place"))
    codes = []
    for name in names:
        try:
            codes.append(_one(app, name, check=check, diff=diff, in_place=in_place))
        except (TourneyError, OSError) as error:  # the other files are written
            found = failure(error, app.lang)
            if found is None or len(names) == 1:
                raise
            app.say(f"tourney: {found.message}", error=True)
            codes.append(found.exit_code)
    return max(codes)


def _one(app: App, name: str, *, check: bool, diff: bool, in_place: bool) -> int:
    data = content(name)
    document = parsed(data, name)
    faults = document.faults()
    if faults:
        for problem in faults:
            click.echo(full(problem, name, document.source, app.lang), err=True)
        return DataFault.exit_code
    text = to_json(document) if app.format == "json" else write(document)
    same = text.encode() == data
    if check or diff:
        before, after = _lines(data.decode("utf-8")), _lines(text)
        shown = visible(name)
        canonical = say("cli.canonical", name=shown).text(app.lang)
        for line in unified(before, after, (shown, canonical)):
            cut = app.text(say("cli.fmt-no-line-end"))
            app.write(line if line.endswith("\n") else f"{line}\n\\ {cut}\n")
        return DataFault.exit_code if check and not same else 0
    if not in_place:
        (app.write_json if app.format == "json" else app.write)(text)
    elif not same:
        with Output(name) as file:
            file.write(text)
        app.say(say("cli.wrote", name=name).text(app.lang))
    return 0


def _lines(text: str) -> list[str]:
    """The lines of a text with their line breaks."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


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


def kind_of_files(names: "Sequence[str]") -> str:
    """The format that the suffixes of files mean if all agree; else that of records."""
    kinds = {SUFFIXES.get(PurePath(name).suffix.lower(), "tmr") for name in names}
    return kinds.pop() if len(kinds) == 1 else "tmr"


def results_in(app: App, kind: str, name: str) -> "Sequence[StoredMatch]":
    """The records of the results in a file; says which plays are left out, and what ties mean."""
    from tourney.exports.result_files import read_csv, read_jsonl

    data = content(name)
    if kind == "bgstats":
        from tourney.cli.settings import bgg_ids
        from tourney.exports.bgstats import read_plays

        taken = read_plays(data, name, bgg_ids(app.settings["bgg_ids"]))
        for where, reason in taken.left_out:
            app.say(say("exports.left-out", where=where, fault=reason))
        found = records_of(taken.results)
    else:
        found = records_of(
            read_csv(data, name, app.say) if kind == "csv" else read_jsonl(data, name)
        )
    if found.shared:
        app.say(say("exports.ties-shared", count=len(found.shared), where=quoted(found.shared[0])))
    return found.matches


INDENT: Final = "    "
_CARETS: Final = re.compile(r"( *\| )( *[\^-]+) (.*)")
_SOURCE: Final = re.compile(r" *\d* \|.*")


def folded_report(text: str, width: int) -> str:
    """The lines of a report within `width` columns, except lines of records."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def _parts(line: str, width: int) -> Iterator[str]:
    if cell_width(line) <= width:
        yield line
    elif carets := _CARETS.fullmatch(line):
        margin, marks, words = carets.groups()
        yield margin + marks
        yield from (margin + part for part in wrapped(words, max(width - len(margin), 1)))
    elif _SOURCE.fullmatch(line):
        yield line
    else:
        margin = line[: len(line) - len(line.lstrip())]
        room = max(width - len(margin), 1)
        yield from (margin + part for part in wrapped(line.lstrip(), room, INDENT))
