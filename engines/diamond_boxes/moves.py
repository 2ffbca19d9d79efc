"""Diamond Boxes: what a move is, and listing, drawing and judging placements of a hand.

A placement is a number (see `board`); those of a hand in ascending order are by card, row, column
and turn. Works on bare hands and boards.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from engines.diamond_boxes.board import (
    CARD,
    CLASH,
    DIAMONDS,
    SIDES,
    Board,
    DeepBoard,
    fitting,
)

Move: TypeAlias = int | tuple[int, ...]
"""PASS, CHOOSE + colour or a placement; of the dealer an order of cards or seats."""

PASS: Final = 0
CHOOSE: Final = 1
CHOSEN: Final = 6  # what is below and no PASS chooses a colour

STARTING: Final = 0
DEALING: Final = 1
CHOOSING: Final = 2
PLAYING: Final = 3
OVER: Final = 4
PHASES: Final = ("start", "deal", "colour", "play", "over")

WAYS: Final = tuple(
    tuple((card << CARD | half << 1, CLASH[card << 1 | half]) for half in (0, 1))
    for card in range(51)
)
"""Per card: what makes a berth a placement, upright and upside down, and what may not lie there."""


def placements(hand: Sequence[int], words: dict[int, int]) -> list[int]:
    """Where the cards of a hand fit among all these berths, in order."""
    berths = [(berth, words[berth]) for berth in sorted(words)]
    found: list[int] = []
    for card in hand:
        (first, clash), (turned, against) = WAYS[card]
        part = [first + berth for berth, under in berths if not under & clash]
        part += [turned + berth for berth, under in berths if not under & against]
        part.sort()
        found += part
    return found


def draw(hand: Sequence[int], board: Board, rng: Random) -> int:
    """A placement that fits, each as likely: any on the frontier until one fits."""
    frontier = board.frontier
    words = board.words
    count = len(frontier)
    sides = 2 * count * len(hand)
    while True:
        number = int(rng.random() * sides)
        berth = frontier[number % count]
        side = number // count
        card = hand[side >> 1]
        if not words[berth] & CLASH[card << 1 | side & 1]:
            return card << CARD | berth | (side & 1) << 1


def deep_placements(hand: Sequence[int], board: DeepBoard, shows: int) -> list[int]:
    """Where the cards of a hand fit over four cells and more that show something, in no order.

    Most berths fit no pattern of the hand, which one look tells.
    """
    patterns = 0
    for card in hand:
        patterns |= SIDES[card]
    patterns |= patterns << 1
    depth = fitting()
    berths = [
        (berth, under)
        for berth, under in board.words.items()
        if under & shows and depth[under & DIAMONDS] & patterns
    ]
    if not berths:
        return []
    ways = [way for card in hand for way in WAYS[card]]
    return [first + berth for first, clash in ways for berth, under in berths if not under & clash]
