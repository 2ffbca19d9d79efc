"""Blue Border: scores and places, and which ones are possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.api import (
    Outcome,
    Refusal,
    ScoreLimits,
    SheetColumn,
    SheetResult,
    SheetRow,
    places,
)
from engines.blue_border.cards import POINTS
from engines.blue_border.position import (
    OVER,
    BlueBorderOptions,
    BlueBorderPosition,
)
from engines.messages import say


# BB-R20: places by score; equal scores share a place.
def outcome(position: BlueBorderPosition) -> Outcome | None:
    """Scores and places once the match is over."""
    if position.step != OVER:
        return None
    # BB-Q24: with several rounds the rounds won count, with one round the points reached.
    scores = tuple(map(len, position.lines))
    if position.options.rounds > 1:
        scores = tuple(position.wins)
    return Outcome(scores, places(scores), "turn limit" if position.limited else "normal")


def limits(options: BlueBorderOptions, seats: int) -> ScoreLimits:
    """The limits of the score of a seat; within the limit of moves it may be unable to win."""
    line = min(POINTS, options.limit)
    most = line if options.rounds == 1 else options.rounds * (line == POINTS)
    rule = "BB-R2" if options.rounds == 1 else "BB-Q24"
    match = say("blue-border.a-match", rounds=options.rounds, seats=seats)
    return ScoreLimits(0, most, match, rule)


def fault(options: BlueBorderOptions, scores: Sequence[int | None]) -> Refusal | None:
    """Why no match ends with these scores together."""
    known = [score for score in scores if score is not None]
    if options.rounds == 1:
        return line_fault(options, known)
    if sum(known) > options.rounds:
        message = say("blue-border.rounds-won", total=sum(known), rounds=options.rounds)
        return Refusal("BB-R19", message)
    return None


def line_fault(options: BlueBorderOptions, lengths: Sequence[int]) -> Refusal | None:
    """Why no round ends with lines of these lengths; every card in a line took a move."""
    if list(lengths).count(POINTS) > 1:
        return Refusal("BB-R19", say("blue-border.one-winner"))
    if sum(lengths) > options.limit:
        message = say("blue-border.limit-of-moves", total=sum(lengths), limit=options.limit)
        return Refusal("BB-Q26", message)
    return None


def columns(options: BlueBorderOptions) -> Sequence[SheetColumn]:
    """The number of cards in a line."""
    most = limits(replace(options, rounds=1), 0).high
    return (SheetColumn("points", say("blue-border.cards-in-line"), 0, most),)


def result(options: BlueBorderOptions, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds; only one line can be full."""
    lines = [row["points"] for row in rows]
    if wrong := line_fault(options, lines[-1]):
        return SheetResult(wrong.message)
    if len(rows) < options.rounds:
        return SheetResult()
    wins = [sum(row[seat] == POINTS for row in lines) for seat in range(len(lines[0]))]
    scores = tuple(wins if options.rounds > 1 else lines[0])
    return SheetResult(over=True, outcome=Outcome(scores, places(scores)))
