"""How a checked match is told: one line for people, one object for programs."""

from typing import Any

from engines.api import Seat, seat_letter
from tourney.records.problems import Problem
from tourney.records.verdict import Report
from tourney.render.text import visible


def summary(report: Report) -> str:
    """`ID  game  N seats  M plies  verified …` of a match that passed."""
    match = report.match
    game = match.game.name if match.game else "?"
    parts = [match.name, game, f"{len(match.players)} seats", f"{report.plies} plies"]
    return visible("  ".join((*parts, _verified(report))))


def _verified(report: Report) -> str:
    if not report.plies:
        words = "no plies to verify"
    elif report.verified == report.plies:
        words = "verified all"
    else:
        words = f"verified {report.verified} of {report.plies}"
    if report.consistent:
        words += f", {report.consistent} consistent"
    if report.confirmed:
        words += f", {', '.join(report.confirmed)}"
    if report.irregular:
        words += f"; {report.irregular} irregular"
    if report.unverified:
        words += f"; not verified: {'; '.join(report.unverified)}"
    return words


def as_json(report: Report) -> dict[str, Any]:
    """A report as JSON values."""
    match = report.match
    return {
        "match": match.name,
        "game": match.game.name if match.game else None,
        "status": match.result.status or None,
        "passed": report.passed,
        "plies": report.plies,
        "verified": report.verified,
        "consistent": report.consistent,
        "irregular": report.irregular,
        "unchecked": report.unchecked,
        "unverified": list(report.unverified),
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
        "message": problem.words,
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
