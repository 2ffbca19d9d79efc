"""What `check` says of one source of records, by whichever process it is checked.

Knows nothing of the terminal or the database; worker processes import this.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tourney.domain.errors import DataFault, NotFound, quoted
from tourney.domain.rulebook import rule
from tourney.records import Document, Report, check, read, read_bytes
from tourney.records.messages import (
    CHECKER_DIED,
    FULL_RULE,
    MORE_ERRORS,
    NO_MATCH,
    UNCHECKED,
)
from tourney.records.problems import Problem, full, headline
from tourney.records.report import as_json, problem_json, summary
from tourney.render.text import json_text, visible


class CheckRequest(NamedTuple):
    """How to check and to report: `limit` problems of a source, all or those of some `codes`."""

    json: bool
    style: str
    limit: int
    strict: bool
    codes: tuple[str, ...]
    lang: str = "en"


class CheckLine(NamedTuple):
    """One thing to say: a line of `data`, which may be an object of JSON, or of `talk`.

    `passed` is None for what is not the end of a match; `failed` is what the exit code tells.
    """

    data: str = ""
    talk: str = ""
    passed: bool | None = None
    failed: bool = False


RecordSource = tuple[str, str | bytes]
"""The name of a source and what it holds."""


class Checking:
    """Checks sources one after the other, wherever that is."""

    def __init__(self, asked: CheckRequest) -> None:
        self._asked = asked

    def work(self, items: Sequence[RecordSource]) -> list[CheckLine]:
        """What there is to say of these."""
        return [said for name, held in items for said in judged(name, held, self._asked)]

    def close(self) -> None:
        """Nothing is held."""


def judged(name: str, held: str | bytes, asked: CheckRequest) -> Iterator[CheckLine]:
    """What there is to say of a source, match by match; DataFault if it holds none."""
    document = read_bytes(held) if isinstance(held, bytes) else read(held)
    return _Judge(name, document, asked).judged()


def given_up(given: RecordSource, lang: str = "en") -> list[CheckLine]:
    """What to say of a source that kills whatever checks it."""
    return [CheckLine(CHECKER_DIED(name=visible(given[0])).text(lang), failed=True)]


class _Judge:
    def __init__(self, name: str, document: Document, asked: CheckRequest) -> None:
        self._name = name
        self._document = document
        self._asked = asked
        self._left = asked.limit

    def judged(self) -> Iterator[CheckLine]:
        loose = self._chosen(self._document.problems)
        if not self._document.matches and not loose:
            raise DataFault(NO_MATCH(name=quoted(self._name)))
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
            more = MORE_ERRORS(name=self._name, count=-self._left)
            yield CheckLine(talk=more.text(self._asked.lang))

    def _chosen(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems whose code starts like one of those asked for; all if none are."""
        codes = self._asked.codes
        return tuple(p for p in problems if not codes or p.code.startswith(codes))

    def _report(self, report: Report) -> Iterator[CheckLine]:
        if self._asked.json:
            values = as_json(report)
            yield _object(values, not report.passed)._replace(passed=report.passed)
            return
        yield from self._problems((*report.problems, *report.warnings))
        if report.unchecked:
            later = UNCHECKED(match=report.match.name, count=report.unchecked)
            yield CheckLine(talk=later.text(self._asked.lang))
        line = summary(report, self._asked.lang) if report.passed else ""
        yield CheckLine(line, passed=report.passed, failed=not report.passed)

    def _problems(self, problems: tuple[Problem, ...]) -> Iterator[CheckLine]:
        for problem in problems:
            self._left -= 1
            yield CheckLine(self._text(problem) if self._left >= 0 else "", failed=problem.sure)

    def _text(self, problem: Problem) -> str:
        lang = self._asked.lang
        if self._asked.style == "short":
            return headline(problem, self._name, lang)
        rule = gist(problem.rule, lang) if problem.rule else ""
        return full(problem, self._name, self._document.source, lang, rule)


def _object(values: dict[str, object], failed: bool) -> CheckLine:
    return CheckLine(json_text(values), failed=failed)


@cache
def gist(number: str, lang: str = "en") -> str:
    """The number of a rule and what it says first; in another language where to read it."""
    try:
        text = rule(number)
    except NotFound:
        return number
    plain = " ".join(text.replace("*", "").replace("`", "").split())
    first = re.split(r"(?<=[a-z)][.?:])\s", plain.removeprefix(number).strip(), maxsplit=2)
    words = " ".join(first[: 1 + first[0].endswith((":", "?"))])
    return f"{number} {words}" if lang == "en" else FULL_RULE(number=number).text(lang)
