"""Checks one source of records and makes the lines of the report; also in worker processes.

Depends on neither terminal nor database.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from engines.messages import say
from tourney.domain.errors import DataFault, NotFound, quoted
from tourney.domain.rulebook import rule
from tourney.records import Document, Report, check, read, read_bytes
from tourney.records.problems import Problem, full, headline, in_line_order
from tourney.records.report import as_json, problem_json, summary
from tourney.render.text import json_text, visible


class CheckRequest(NamedTuple):
    """How to check and report; at most `limit` problems per source, only those with `codes`."""

    json: bool
    style: str
    limit: int
    strict: bool
    codes: tuple[str, ...]
    lang: str = "en"


class CheckLine(NamedTuple):
    """A line of the report: `data`, perhaps a JSON object, or `talk` for stderr.

    `passed` is set at the end of a match only; the greatest `code` is the exit code.
    """

    data: str = ""
    talk: str = ""
    passed: bool | None = None
    code: int = 0


RecordSource = tuple[str, str | bytes]
"""The name of a source and its content."""


class Checking:
    """Checks sources one after the other; a job for worker processes."""

    def __init__(self, asked: CheckRequest) -> None:
        self._asked = asked

    def work(self, items: Sequence[RecordSource]) -> list[CheckLine]:
        """The lines of the report for these sources."""
        return [
            line for name, content in items for line in check_source(name, content, self._asked)
        ]

    def close(self) -> None:
        """Nothing to release."""


def check_source(name: str, content: str | bytes, asked: CheckRequest) -> Iterator[CheckLine]:
    """The lines of the report for a source, match by match."""
    document = read_bytes(content) if isinstance(content, bytes) else read(content)
    return _SourceCheck(name, document, asked).lines()


def crashed(source: RecordSource, lang: str = "en") -> list[CheckLine]:
    """The line for a source whose check has killed its process every time."""
    return [
        CheckLine(
            say("records.checker-died", name=visible(source[0])).text(lang),
            code=DataFault.exit_code,
        )
    ]


class _SourceCheck:
    def __init__(self, name: str, document: Document, asked: CheckRequest) -> None:
        self._name = name
        self._document = document
        self._asked = asked
        self._left = asked.limit

    def lines(self) -> Iterator[CheckLine]:
        loose = self._chosen(self._document.problems)
        if not self._document.matches and not loose:
            nothing = say("records.no-match", name=quoted(self._name))
            talk = f"tourney: {nothing.text(self._asked.lang)}"
            yield CheckLine(talk=talk, code=DataFault.exit_code)
        if loose and self._asked.json:
            failed = any(problem.sure for problem in loose)
            yield _object({"match": None, "errors": [problem_json(p) for p in loose]}, failed)
        else:
            yield from self._problems(loose)
        for match in self._document.matches:
            report = check(match, strict=self._asked.strict)
            report = replace(report, problems=self._chosen(report.problems))
            yield from self._report(report)
        if self._left < 0 and not self._asked.json:
            more = say("records.more-errors", name=self._name, count=-self._left)
            yield CheckLine(talk=more.text(self._asked.lang))

    def _chosen(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems whose code starts with a requested one; all if none is requested."""
        codes = self._asked.codes
        return tuple(p for p in problems if not codes or p.code.startswith(codes))

    def _report(self, report: Report) -> Iterator[CheckLine]:
        if self._asked.json:
            values = as_json(report)
            yield _object(values, not report.passed)._replace(passed=report.passed)
            return
        yield from self._problems(in_line_order((*report.problems, *report.warnings)))
        if report.unchecked:
            later = say("records.unchecked", match=report.match.name, count=report.unchecked)
            yield CheckLine(talk=later.text(self._asked.lang))
        line = summary(report, self._asked.lang) if report.passed else ""
        yield CheckLine(line, passed=report.passed, code=_code(not report.passed))

    def _problems(self, problems: tuple[Problem, ...]) -> Iterator[CheckLine]:
        for problem in problems:
            self._left -= 1
            text = self._text(problem) if self._left >= 0 else ""
            yield CheckLine(text, code=_code(problem.sure))

    def _text(self, problem: Problem) -> str:
        lang = self._asked.lang
        if self._asked.style == "short":
            return headline(problem, self._name, lang)
        rule = gist(problem.rule, lang) if problem.rule else ""
        return full(problem, self._name, self._document.source, lang, rule)


def _object(values: dict[str, object], failed: bool) -> CheckLine:
    return CheckLine(json_text(values), code=_code(failed))


def _code(failed: bool) -> int:
    return DataFault.exit_code if failed else 0


@cache
def gist(number: str, lang: str = "en") -> str:
    """The number of a rule and its first sentence; in other languages, a hint where to read it."""
    try:
        text = rule(number)
    except NotFound:
        return number
    plain = " ".join(text.replace("*", "").replace("`", "").split())
    first = re.split(r"(?<=[a-z)][.?:])\s", plain.removeprefix(number).strip(), maxsplit=2)
    words = " ".join(first[: 1 + first[0].endswith((":", "?"))])
    return (
        f"{number} {words}" if lang == "en" else say("records.full-rule", number=number).text(lang)
    )
