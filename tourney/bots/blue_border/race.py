"""Rewards in Blue Border, estimated from the turns that each seat still needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.blue_border.cards import POINTS
from tourney.bots.blue_border.features import last
from tourney.bots.blue_border.odds import RoundRules, turns
from tourney.bots.shares import by_places, likely

SPREAD: Final = 2.2  # typical error of such estimates, in turns


def expected(rules: RoundRules, lines: Sequence[Sequence[int]], first: int) -> list[float]:
    """The expected share of other seats that each seat beats; `first` is to move."""
    seats = len(lines)
    left = [
        turns(rules, len(line), last(line)) + ((seat - first) % seats) / seats
        for seat, line in enumerate(lines)
    ]
    return likely([-more for more in left], SPREAD)


def counted(lines: Sequence[Sequence[int]], winner: int, only_wins: bool) -> list[float]:
    """The shares after the end of a round (BB-R20); with several rounds only the winner gains."""
    points = [len(line) for line in lines]
    if only_wins:
        points = [POINTS if seat == winner else 0 for seat in range(len(lines))]
    return by_places([-n for n in points])
