"""Finds placements that cover many cells, without listing all placements.

The cells of a berth are one word (see `engines.diamond_boxes.board`); a table has the patterns that
fit over four cells and more, so that few berths must be checked card by card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.diamond_boxes.board import ALL, COUNT, DIAMONDS, SIDES, SIX, fitting
from engines.diamond_boxes.laying import WAYS


def deep(hand: Sequence[int], words: Mapping[int, int], shows: int = ALL) -> list[tuple[int, int]]:
    """Placements over at least four cells that touch the colours `shows`: cells, placement."""
    patterns = 0
    for card in hand:
        patterns |= SIDES[card]
    patterns |= patterns << 1
    depth = fitting()
    berths = [
        (berth, under)
        for berth, under in words.items()
        if depth[under & DIAMONDS] & patterns and under & shows
    ]
    if not berths:
        return []
    ways = [way for card in hand for way in WAYS[card]]
    return [
        (COUNT[(under | under >> 6) & SIX], way + berth)
        for way, clash in ways
        for berth, under in berths
        if not under & clash
    ]


def shallow(hand: Sequence[int], words: Mapping[int, int]) -> list[tuple[int, int]]:
    """Placements over most cells, if that is fewer than four: cells, placement."""
    by_depth: list[list[tuple[int, int]]] = [[] for _ in range(7)]
    for berth, under in words.items():
        by_depth[COUNT[(under | under >> 6) & SIX]].append((berth, under))
    for covered in (3, 2, 1, 0):
        found = [
            (covered, way + berth)
            for card in hand
            for way, clash in WAYS[card]
            for berth, under in by_depth[covered]
            if not under & clash
        ]
        if found:
            return found
    return []
