"""How a checked match is reported: one line for people, one object for programs.

People read it in their language; programs get English sentences.
"""

from functools import reduce
from typing import Any

from engines.api import Seat, seat_letter
from engines.messages import Message, say
from tourney.records.problems import Problem
from tourney.records.verdict import Report
from tourney.render.text import visible


def summary(report: Report, lang: str = "en") -> str:
    """`ID  game  N seats  M plies  verified …` of a match that passed."""
    match = report.match
    game = match.game.name if match.game else "?"
    counts = (
        say("records.seats", count=len(match.players)),
        say("records.plies", count=report.plies),
    )
    seats, plies = (count.text(lang) for count in counts)
    return visible("  ".join((match.name, game, seats, plies, _verified(report, lang))))


def _verified(report: Report, lang: str) -> str:
    found = [_extent(report)]
    if report.consistent:
        found.append(say("records.consistent", count=report.consistent))
    found += report.confirmed
    words = reduce(lambda one, other: say("records.also", one=one, other=other), found)
    if report.irregular:
        words = say(
            "records.further", one=words, other=say("records.irregular", count=report.irregular)
        )
    if report.gaps:
        words = say("records.further", one=words, other=say("records.gaps", count=report.gaps))
    if report.assumed:
        words = say(
            "records.further", one=words, other=say("records.assumed", status=report.assumed)
        )
    if report.incomplete:
        words = say(
            "records.further", one=words, other=say("records.incomplete", why=report.incomplete)
        )
    if report.unverified:
        what = reduce(
            lambda one, other: say("records.further", one=one, other=other), report.unverified
        )
        words = say("records.further", one=words, other=say("records.not-verified", what=what))
    return words.text(lang, report.match.names)


def _extent(report: Report) -> Message:
    """How many plies were verified."""
    if not report.plies:
        return say("records.no-plies")
    if report.verified == report.plies and not report.incomplete:
        return say("records.verified-all")
    return say("records.verified-some", count=report.verified, plies=report.plies)


def _open(report: Report, lang: str = "en") -> list[str]:
    """What was not verified."""
    return [one.text(lang, report.match.names) for one in report.unverified]


def as_json(report: Report) -> dict[str, Any]:
    """A report as JSON values."""
    match = report.match
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
        "unverified": _open(report),
        "result": _result(report),
        "rank": _rank(report),
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


def _result(report: Report) -> dict[str, int | None]:
    """The scores as replayed, else as written."""
    outcome = report.outcome
    scores = outcome.scores if outcome and report.passed else report.match.result.scores
    return {seat_letter(seat): score for seat, score in enumerate(scores)}


def _rank(report: Report) -> list[list[str]]:
    """Seats by place, better ones first, those who share a place together."""
    by_place: dict[int, list[Seat]] = {}
    for seat, place in enumerate(report.places):
        by_place.setdefault(place, []).append(seat)
    return [[seat_letter(seat) for seat in by_place[place]] for place in sorted(by_place)]
