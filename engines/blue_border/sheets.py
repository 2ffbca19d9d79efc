"""Blue Border: a score sheet: the cards in every line at the end of each round."""

from collections.abc import Sequence
from dataclasses import replace

from engines.api import Outcome, SheetColumn, SheetResult, SheetRow
from engines.blue_border import ending
from engines.blue_border.cards import POINTS
from engines.blue_border.options import BlueBorderOptions
from engines.messages import say


def columns(options: BlueBorderOptions) -> Sequence[SheetColumn]:
    """The number of cards in a line."""
    most = ending.limits(replace(options, rounds=1), 0).high
    return (SheetColumn("points", say("blue-border.cards-in-line"), 0, most),)


def result(options: BlueBorderOptions, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds; only one line can be full."""
    lines = [row["points"] for row in rows]
    if wrong := ending.line_fault(options, lines[-1]):
        return SheetResult(wrong.message)
    if len(rows) < options.rounds:
        return SheetResult()
    wins = [sum(row[seat] == POINTS for row in lines) for seat in range(len(lines[0]))]
    scores = tuple(wins if options.rounds > 1 else lines[0])
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return SheetResult(over=True, outcome=Outcome(scores, places))
