"""Checks one source of records and reports it: lines for people, objects for programs.

People read it in their language; programs get English sentences. Also runs in worker processes;
depends on neither terminal nor database.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, reduce
from itertools import islice
from typing import Any, NamedTuple

from engines.api import Seat, seat_letter
from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, quoted
from tourney.domain.match_values import StoredMatch
from tourney.domain.rulebook import rule
from tourney.domain.safe_text import visible
from tourney.records.clean_match import clean_report, clean_reports
from tourney.records.model import Document
from tourney.records.problems import Problem, full, headline, in_line_order
from tourney.records.reader import read, read_bytes
from tourney.records.stored import record
from tourney.records.verdict import Report, check
from tourney.render.text import json_text


def summary(report: Report, lang: str = "en") -> str:
    """`ID  game  N seats  M plies  verified …` of a match that passed."""
    match = report.match
    game = match.game.name if match.game else "?"
    seats = _worded(say("records.seats", count=len(match.players)), lang)
    plies = _worded(say("records.plies", count=report.plies), lang)
    # Only what could not be verified may name players.
    names = match.names if report.incomplete or report.unverified else ()
    verified = _worded(_verified(report), lang, names)
    return visible("  ".join((match.name, game, seats, plies, verified)))


@lru_cache(maxsize=1 << 10)
def _worded(message: Message, lang: str, names: tuple[str, ...] = ()) -> str:
    """A message as text, which is remembered: most matches have the same ones."""
    return message.text(lang, names)


def _verified(report: Report) -> Message:
    extent = say("records.verified-some", count=report.verified, plies=report.plies)
    if not report.plies:
        extent = say("records.no-plies")
    elif report.verified == report.plies and not report.incomplete:
        extent = say("records.verified-all")
    found = [extent]
    if report.consistent:
        found.append(say("records.consistent", count=report.consistent))
    found += report.confirmed
    parts = [reduce(lambda one, other: say("records.also", one=one, other=other), found)]
    if report.irregular:
        parts.append(say("records.irregular", count=report.irregular))
    if report.gaps:
        parts.append(say("records.gaps", count=report.gaps))
    if report.assumed:
        parts.append(say("records.assumed", status=report.assumed))
    if report.incomplete:
        parts.append(say("records.incomplete", why=report.incomplete))
    if report.unverified:
        parts.append(say("records.not-verified", what=_one_by_one(report.unverified)))
    return _one_by_one(parts)


def _one_by_one(parts: Sequence[Message]) -> Message:
    return reduce(lambda one, other: say("records.further", one=one, other=other), parts)


def as_json(report: Report) -> dict[str, Any]:
    """A report as JSON values."""
    match, outcome = report.match, report.outcome
    # The scores as replayed, else as written.
    scores = outcome.scores if outcome and report.passed else match.result.scores
    by_place: dict[int, list[Seat]] = {}
    for seat, place in enumerate(report.places):
        by_place.setdefault(place, []).append(seat)
    return {
        "match": match.name,
        "game": match.game.name if match.game else None,
        "status": match.result.status or None,
        "assumed_status": report.assumed or None,
        "passed": report.passed,
        "plies": report.plies,
        "verified": report.verified,
        "consistent": report.consistent,
        "irregular": report.irregular,
        "gaps": report.gaps,
        "incomplete": report.incomplete and report.incomplete.text("en", report.match.names),
        "unchecked": report.unchecked,
        "unverified": [one.text("en", report.match.names) for one in report.unverified],
        "result": {seat_letter(seat): score for seat, score in enumerate(scores)},
        "rank": [[seat_letter(seat) for seat in by_place[place]] for place in sorted(by_place)],
        "errors": [problem_json(problem) for problem in report.problems],
        "warnings": [problem_json(problem) for problem in report.warnings],
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    """A problem as JSON values."""
    return {
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "message": problem.text(),
        "ply": problem.ply,
    }


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


# The name of a source and its content: text, or a match of a run.
RecordSource = tuple[str, str | bytes | StoredMatch]


def check_source(
    name: str, content: str | bytes | StoredMatch, asked: CheckRequest
) -> Iterator[CheckLine]:
    """The lines of the report for a source, match by match."""
    if isinstance(content, StoredMatch):
        report = clean_report(content)
        if report is not None:
            return SourceCheck(name, Document(()), asked).report(report)
        content = record(content)
    if isinstance(content, str):
        return _lines_of_text(name, content, asked)
    try:
        return _lines_of_text(name, content.decode("utf-8"), asked)
    except UnicodeDecodeError:
        return SourceCheck(name, read_bytes(content), asked).lines()


def _lines_of_text(name: str, text: str, asked: CheckRequest) -> Iterator[CheckLine]:
    clean, done = SourceCheck(name, Document(()), asked), 0
    for report in clean_reports(text):
        if report is None:
            break
        yield from clean.report(report)
        done += 1
    else:
        if done:
            return
    # Places and doubled names need the whole text. A clean match has a single line.
    yield from islice(SourceCheck(name, read(text), asked).lines(), done, None)


def crashed(name: str, lang: str = "en") -> list[CheckLine]:
    """The line for a source whose check has killed its process every time."""
    words = say("records.checker-died", name=visible(name)).text(lang)
    return [CheckLine(words, code=DataFault.exit_code)]


class SourceCheck:
    """The full check of what was read from a source, and its report."""

    def __init__(self, name: str, document: Document, asked: CheckRequest) -> None:
        self._name = name
        self._document = document
        self._asked = asked
        self._left = asked.limit

    def lines(self) -> Iterator[CheckLine]:
        """The lines of the report, match by match."""
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
            yield from self.report(report)
        if self._left < 0 and not self._asked.json:
            more = say("records.more-errors", name=self._name, count=-self._left)
            yield CheckLine(talk=more.text(self._asked.lang))

    def _chosen(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems whose code starts with a requested one; all if none is requested."""
        codes = self._asked.codes
        return tuple(p for p in problems if not codes or p.code.startswith(codes))

    def report(self, report: Report) -> Iterator[CheckLine]:
        """The lines for one match."""
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
        lang = self._asked.lang
        for problem in problems:
            self._left -= 1  # below zero it counts those that are not shown
            text = ""
            if self._left >= 0 and self._asked.style == "short":
                text = headline(problem, self._name, lang)
            elif self._left >= 0:
                rule = gist(problem.rule, lang) if problem.rule else ""
                text = full(problem, self._name, self._document.source, lang, rule)
            yield CheckLine(text, code=_code(problem.sure))


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
    hint = say("records.full-rule", number=number)
    return f"{number} {words}" if lang == "en" else hint.text(lang)
