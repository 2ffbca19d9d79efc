"""`tourney check, fmt, import`: files of records are checked, written anew and stored."""

import re
from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import click

from engines.messages import Sentence, say
from tourney.app.check_records import AskedChecks, RecordChecking, Source
from tourney.cli.base import App, command
from tourney.cli.common_options import (
    SIMILAR,
    AskedWorkers,
    author_option,
    executor_options,
    workers_of,
)
from tourney.cli.failures import failure
from tourney.cli.output import RECORD_ENDINGS, TEXT_ENDINGS, Output
from tourney.cli.record_input import STDIN, content, held
from tourney.cli.settings import bgg_ids
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.errors import DataFault, TourneyError, Unreachable, UsageFault
from tourney.domain.safe_text import visible
from tourney.records import to_json, write
from tourney.records.check_report import CheckLine, CheckRequest, crashed
from tourney.records.problems import full
from tourney.render.text import cell_width, unified, wrapped
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.interrupts import look_rarely
from tourney.work.worker_process import Job

if TYPE_CHECKING:
    from tourney.store.imports import Clash

MAX_ERRORS = 20
CHUNK_SECONDS: Final = 0.4
"""For a worker: to find the first match of a chunk in the database takes some milliseconds."""
RESULT_KINDS: Final = ("csv", "jsonl", "bgstats")
SUFFIXES: Final = {".csv": "csv", ".jsonl": "jsonl", ".bgsplay": "bgstats"}
LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


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
    asked = CheckRequest(app.json, style, max_errors, strict, codes, app.lang)
    # Only the matches of a run have numbers, in whose order they are checked.
    if after and not (len(records) == 1 and records[0].startswith("run:")):
        raise UsageFault(say("cli.check-after"))
    workers = workers_of(app, AskedWorkers.taken(given))
    report = CheckOutput(app)
    # The names of matches that are read but not reported yet: workers may be far behind.
    waiting = deque[str]()
    checked = after
    spreads = not workers.here and workers.cluster is None
    told = set[str]()

    def sources() -> Iterator[Source]:
        for record in records:
            try:
                for source in held(app, record, after, spreads=spreads):
                    waiting.append(source[0])
                    yield source
            except Unreachable:
                raise
            except (TourneyError, OSError) as error:  # the others are still checked
                unreadable = failure(error, app.lang)
                if unreadable is None:
                    raise
                talk = f"tourney: {unreadable.message}"
                report.take(CheckLine(talk=talk, code=unreadable.exit_code))

    try:
        for line in _report_lines(sources(), AskedChecks(asked, app.db), workers):
            if line.code and line.talk:
                # What is wrong with the database is wrong for every worker.
                if line.talk in told:
                    continue
                told.add(line.talk)
            report.take(line)
            if line.passed is not None and waiting:
                # The number at the end of the name of a match of a run.
                number = waiting.popleft().rpartition("/")[2]
                checked = int(number) if number.isdecimal() else 0
    except (KeyboardInterrupt, Unreachable):
        # A run can be long: what is checked need not be checked again.
        if len(records) == 1 and records[0].startswith("run:"):
            command = app.command("check", records[0], "--after", str(checked))
            app.say(say("app.interrupted", command=command))
        raise
    return report.end()


def _report_lines(
    given: Iterator[Source], asked: AskedChecks, workers: Workers
) -> Iterator[CheckLine]:
    """The lines of the report, in the order of the sources."""
    look_rarely()
    if workers.here:
        here = RecordChecking(asked)
        return chain.from_iterable(here.lines(source) for source in given)
    job: Job[Source, list[CheckLine]] = Job(RecordChecking, asked)

    def died(source: Source) -> list[CheckLine]:
        """A record that kills its worker is a line of the report, and not the end of the check."""
        return crashed(source[0], asked.request.lang)

    how: SpreadOptions[Source, list[CheckLine]] = SpreadOptions(
        workers, died, lambda: True, seconds=CHUNK_SECONDS
    )
    chunks = spread(job, given, how)
    return chain.from_iterable(chunks)


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
        # One fault anywhere fails the whole command, whatever follows it.
        self.code = max(self.code, line.code)
        if line.passed is not None:
            self.matches += 1
            self.passed += line.passed
        if line.data and self.json:
            self.app.write(f"{',' if self.count else '['}\n{line.data}")
            self.count += 1
        elif line.data:
            width = None if self.app.format == "jsonl" else self.app.width()
            text = line.data if width is None else folded_report(line.data, width)
            self.app.write(f"{text}\n")
        if line.talk:
            self.app.say(line.talk, error=bool(line.code))

    def end(self) -> int:
        """Close the list, print the number of matches and return the exit code."""
        if self.json:  # also without a fault: whoever reads it expects one document
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
            codes.append(_format_file(app, name, check=check, diff=diff, in_place=in_place))
        except (TourneyError, OSError) as error:  # the other files are written
            unreadable = failure(error, app.lang)
            if unreadable is None or len(names) == 1:
                raise
            app.say(f"tourney: {unreadable.message}", error=True)
            codes.append(unreadable.exit_code)
    return max(codes)


def _format_file(app: App, name: str, *, check: bool, diff: bool, in_place: bool) -> int:
    """Write one file as canonical text, or what would change; the exit code."""
    from tourney.app.check_records import parsed

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
        # Only \n ends a line of a record; splitlines() would end one at other signs as well.
        before, after = (LINE.findall(version) for version in (data.decode("utf-8"), text))
        shown = visible(name)
        canonical = say("cli.canonical", name=shown).text(app.lang)
        for line in unified(before, after, (shown, canonical)):
            cut = app.text(say("cli.fmt-no-line-end"))
            app.write(line if line.endswith("\n") else f"{line}\n\\ {cut}\n")
        return DataFault.exit_code if check and not same else 0
    if not in_place:
        (app.write_json if app.format == "json" else app.write)(text)
    elif not same:  # a file that is canonical already keeps its time
        with Output(name) as file:
            file.write(text)
        app.say(say("cli.wrote", name=name).text(app.lang))
    return 0


@command("import", endings=TEXT_ENDINGS)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--type", "kind", type=OneWordOf(("tmr", "event", *RESULT_KINDS)))
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
    on_duplicate: "Clash",
    on_similar: str,
) -> None:
    """Check files and store what they contain, all of it or nothing."""
    from tourney.app.import_records import AskedImport, import_files, say_fates

    # All files of a command are of one kind, so that they are stored together or not at all.
    kinds = {SUFFIXES.get(PurePath(name).suffix.lower(), "tmr") for name in files}
    usual = kinds.pop() if len(kinds) == 1 else "tmr"
    if kind == "event":
        if undo:
            raise UsageFault(say("cli.no-undo"))
        from tourney.app.transfer_event import import_events

        documents = [(name, content(name)) for name in files]
        import_events(app, documents, on_duplicate, on_similar, dry_run=dry_run)
        return
    asked = AskedImport(
        files,
        content,
        kind or usual,
        on_duplicate,
        on_similar,
        dry_run,
        undo,
        bgg_ids=partial(bgg_ids, app.settings["bgg_ids"]),
    )
    fates = import_files(app, asked)
    if fates:
        say_fates(app, fates, Sentence("cli.import-would-be" if dry_run else "cli.import-done"))
    else:
        app.write(f"{app.text(say('cli.import-none'))}\n")
    if not dry_run and fates["new"]:
        # --undo would also remove matches that were there before.
        only_new = not fates["same"] and not fates["update"]
        form = ("--type", kind) if kind not in (None, "tmr") else ()
        back = app.command("import", *form, "--undo", names=files)
        app.say(
            say("cli.import-in-and-undo", database=app.database, command=back)
            if only_new
            else say("cli.import-in-database", database=app.database)
        )


INDENT: Final = "    "
# Below a line of a record, `12 | …`, stands `   | ^^^ what is wrong`.
CARETS: Final = re.compile(r"( *\| )( *[\^-]+) (.*)")
SOURCE: Final = re.compile(r" *\d* \|.*")


def folded_report(text: str, width: int) -> str:
    """The lines of a report within `width` columns, except lines of records."""
    lines: list[str] = []
    for line in text.split("\n"):
        if cell_width(line) <= width:
            lines.append(line)
        elif carets := CARETS.fullmatch(line):
            # The marks stay below the line that they mean; the words follow on lines of their own.
            margin, marks, words = carets.groups()
            lines.append(margin + marks)
            lines += [margin + part for part in wrapped(words, max(width - len(margin), 1))]
        elif SOURCE.fullmatch(line):
            lines.append(line)
        else:
            margin = line[: len(line) - len(line.lstrip())]
            room = max(width - len(margin), 1)
            lines += [margin + part for part in wrapped(line.lstrip(), room, INDENT)]
    return "\n".join(lines)
