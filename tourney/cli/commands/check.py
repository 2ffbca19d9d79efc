"""`tourney check`: check records against the rules."""

from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.executor_options import executor_options, workers_of
from tourney.cli.failures import failure
from tourney.cli.output import TEXT_ENDINGS
from tourney.cli.records import held
from tourney.cli.report_folding import folded_report
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.errors import TourneyError, Unreachable, UsageFault
from tourney.records.check_report import (
    Checking,
    CheckLine,
    CheckRequest,
    RecordSource,
    check_source,
    crashed,
)
from tourney.work.chunks import spread
from tourney.work.executors import Workers
from tourney.work.spread_options import SpreadOptions
from tourney.work.worker import Job

MAX_ERRORS = 20


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
