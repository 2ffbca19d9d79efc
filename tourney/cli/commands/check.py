"""`tourney check`: records against the rules."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

import click

from tourney.cli.base import App, command
from tourney.cli.messages import PASS
from tourney.cli.records import held
from tourney.cli.settings import MOST_JOBS
from tourney.domain.errors import DataFault
from tourney.records.checking import (
    Checking,
    CheckLine,
    CheckRequest,
    RecordSource,
    given_up,
    judged,
)
from tourney.work.chunks import SpreadOptions, spread
from tourney.work.worker import Job

MAX_ERRORS = 20


@command("check", short_help="records against the rules: every move, count and result")
@click.argument("records", nargs=-1, required=True, metavar="FILE|-|run:NAME|match:ID…")
@click.option("--strict", is_flag=True, help="Let nothing irregular (marked ^) stand.")
@click.option("--only", metavar="CODE,…", help="Only errors whose code starts like this.")
@click.option(
    "--max-errors",
    type=click.IntRange(min=1),
    default=MAX_ERRORS,
    show_default=True,
    help="Errors shown per file.",
)
@click.option("--style", type=click.Choice(("full", "short")), default="full", show_default=True)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Check in N processes.  [default: 1]",
)
def check_(
    app: App,
    records: tuple[str, ...],
    *,
    strict: bool,
    only: str | None,
    max_errors: int,
    style: str,
    jobs: int | None,
) -> int:
    """Replay records on the rules and compare everything they state.

    Exit code 3 if anything does not pass.
    """
    codes = tuple(code.strip() for code in only.split(",")) if only else ()
    asked = CheckRequest(
        app.format in ("json", "jsonl"), style, max_errors, strict, codes, app.lang
    )
    show = CheckOutput(app)
    for said in _all_said(held(app, records), asked, jobs or app.jobs):
        show.take(said)
    return show.end()


def _all_said(given: Iterator[RecordSource], asked: CheckRequest, jobs: int) -> Iterator[CheckLine]:
    """What there is to say, in the order of the names."""
    if jobs == 1:
        return chain.from_iterable(judged(name, text, asked) for name, text in given)
    job: Job[RecordSource, list[CheckLine]] = Job(Checking, asked)
    without = partial(given_up, lang=asked.lang)
    batches = spread(job, given, SpreadOptions(jobs, without, lambda: True))
    return chain.from_iterable(batches)


class CheckOutput:
    """Says things as they come; JSON as one list, element by element."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.json = app.format == "json"
        self.count = 0
        self.failed = False
        self.matches = 0
        self.passed = 0

    def take(self, said: CheckLine) -> None:
        """Say one thing and count it."""
        self.failed |= said.failed
        if said.passed is not None:
            self.matches += 1
            self.passed += said.passed
        if said.data and self.json:
            self.app.write(f"{',' if self.count else '['}\n{said.data}")
            self.count += 1
        elif said.data:
            self.app.write(f"{said.data}\n")
        if said.talk:
            self.app.say(said.talk)

    def end(self) -> int:
        """Close the list, say how many there were; the exit code."""
        if self.json:
            self.app.write("\n]\n" if self.count else "[]\n")
        if self.matches > 1:
            ended = PASS(passed=self.passed, count=self.matches)
            self.app.say(ended.text(self.app.lang))
        return DataFault.exit_code if self.failed else 0
