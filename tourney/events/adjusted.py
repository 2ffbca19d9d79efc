"""Scores that the organiser corrected after a match: `-- adjust score B -2 reason "…"`.

The record keeps the score of the game; only standings use the corrected one.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engines.api import Seat
from tourney.domain.match_values import MatchResult, StoredMatch
from tourney.records import read
from tourney.records.model import Directive

_CHANGE: Final = re.compile(r"\b([A-H]) ([+-]\d+)\b")


def adjustments(match: StoredMatch) -> Mapping[Seat, int]:
    """What the organiser added to the score of each seat; empty for most matches."""
    found: dict[Seat, int] = {}
    if match.text is None or "adjust" not in match.text.casefold():
        return found
    for line in read(match.text).matches[0].trailer:
        if isinstance(line, Directive) and line.word == "adjust":
            for letter, by in _CHANGE.findall(line.text.partition(" reason ")[0]):
                seat = ord(letter) - ord("A")
                found[seat] = found.get(seat, 0) + int(by)
    return found


def adjusted(result: MatchResult, changes: Mapping[Seat, int]) -> MatchResult:
    """The result with corrected scores, and the places that follow from them.

    Partners have one score. Players whose corrected scores are equal stay in the order of their
    places, or share one if they shared it or had other scores; who has forfeited stays last.
    """
    seats = range(len(result.scores))
    sides = result.sides or tuple(seats)
    by = dict.fromkeys(sides, 0)
    for seat, change in changes.items():
        by[sides[seat]] += change
    scores = tuple(result.scores[seat] + by[sides[seat]] for seat in seats)
    keys = [_key(result, scores, seat) for seat in seats]
    places = tuple(1 + len({sides[o] for o in seats if keys[o] < keys[s]}) for s in seats)
    return replace(result, scores=scores, places=places)


def _key(result: MatchResult, scores: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """The lower, the better."""
    if seat in result.forfeits:
        return (1, result.places[seat], 0)
    worth = scores[seat] if result.fewer_wins else -scores[seat]
    level = [o for o in range(len(scores)) if result.scores[o] == result.scores[seat]]
    tie = result.places[seat] if all(scores[o] == scores[seat] for o in level) else 0
    return (0, worth, tie if len(level) > 1 else 0)
