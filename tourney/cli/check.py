"""`tourney check`: records against the rules."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import click

from tourney.cli.base import App, command
from tourney.cli.records import Source, sources
from tourney.cli.rulebook import rule
from tourney.domain.errors import DataFault, NotFound
from tourney.records import Report, check
from tourney.records.problems import Problem, full, headline
from tourney.records.report import as_json, problem_json, summary

FAILED = 3
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
def check_(
    app: App, records: tuple[str, ...], strict: bool, only: str | None, max_errors: int, style: str
) -> int:
    """Replay records on the rules and compare everything they state.

    Exit code 3 if anything does not pass.
    """
    codes = tuple(code.strip() for code in only.split(",")) if only else ()
    show = Shown(app, style, max_errors)
    for source in sources(app, records):
        loose = chosen(source.document.problems, codes)
        reports = (_filtered(check(m, strict=strict), codes) for m in source.document.matches)
        show.take(source, loose, reports)
    return show.end()


def chosen(problems: tuple[Problem, ...], codes: tuple[str, ...]) -> tuple[Problem, ...]:
    """The problems whose code starts like one of `codes`; all of them if none are given."""
    return tuple(p for p in problems if not codes or p.code.startswith(codes))


def _filtered(report: Report, codes: tuple[str, ...]) -> Report:
    return replace(report, problems=chosen(report.problems, codes)) if codes else report


@cache
def gist(number: str) -> str:
    """The number of a rule and what it says first."""
    try:
        text = rule(number)
    except NotFound:
        return number
    plain = " ".join(text.replace("*", "").replace("`", "").split())
    first = re.split(r"(?<=[a-z)][.?:])\s", plain.removeprefix(number).strip(), maxsplit=2)
    words = " ".join(first[: 1 + first[0].endswith((":", "?"))])
    return f"{number} {words}"


class Shown:
    """Tells reports as they come; JSON as one list, element by element."""

    def __init__(self, app: App, style: str, limit: int) -> None:
        self.app = app
        self.style = style
        self.limit = limit
        self.json = app.format in ("json", "jsonl")
        self.lines = app.format == "jsonl"
        self.count = 0
        self.failed = False
        self.matches = 0
        self.passed = 0

    def take(self, source: Source, loose: tuple[Problem, ...], reports: Iterator[Report]) -> None:
        """One file or stored match."""
        if not source.document.matches and not loose:
            raise DataFault(f"no match in '{source.name}': a record starts with match: ID")
        left = self._tell(source, loose, self.limit)
        if loose and self.json:
            self._object({"match": None, "errors": [problem_json(p) for p in loose]})
        for report in reports:
            self.failed |= not report.passed
            self.matches += 1
            self.passed += report.passed
            if self.json:
                self._object(as_json(report))
                continue
            left = self._tell(source, (*report.problems, *report.warnings), left)
            if report.unchecked:
                self.app.say(f"{report.match.name}: {report.unchecked} later plies not checked")
            if report.passed:
                self.app.write(f"{summary(report)}\n")
        if left < 0:
            self.app.say(f"{source.name}: {-left} more errors; show them with --max-errors")

    def _tell(self, source: Source, problems: tuple[Problem, ...], left: int) -> int:
        for problem in problems:
            self.failed |= problem.sure
            left -= 1
            if left >= 0 and not self.json:
                self.app.write(f"{self._text(problem, source)}\n")
        return left

    def _text(self, problem: Problem, source: Source) -> str:
        if self.style == "short":
            return headline(problem, source.name)
        if problem.rule:
            problem = replace(problem, rule=gist(problem.rule))
        return full(problem, source.name, source.document.source)

    def _object(self, values: dict[str, object]) -> None:
        text = json.dumps(values, ensure_ascii=False)
        if self.lines:
            self.app.write(f"{text}\n")
        else:
            self.app.write(f"{',' if self.count else '['}\n{text}")
        self.count += 1

    def end(self) -> int:
        """Close the list, say how many there were; the exit code."""
        if self.json and not self.lines:
            self.app.write("\n]\n" if self.count else "[]\n")
        if self.matches > 1:
            self.app.say(f"{self.passed} of {self.matches} matches pass")
        return FAILED if self.failed else 0
