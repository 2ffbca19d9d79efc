"""Diamond Boxes: the legal placements of a hand in both rule sets.

For each rule set there are a list of placements, a check of one placement and the reason against
one, for rule 1 also a random one; all use the same words of the same berths (see `board`).
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.api import Fact, Refusal
from engines.diamond_boxes.board import (
    ALL,
    BERTH,
    BLACK,
    CARD,
    CLASH,
    COLOURED,
    DIAMONDS,
    LEAST,
    SHOWS,
    SIDES,
    SIX,
    Board,
    DeepBoard,
    covered,
    fitting,
)
from engines.diamond_boxes.cards import COLOUR, COLOUR_WORDS, DECK, NAMES
from engines.messages import say

WAYS: Final = tuple(
    tuple((card << CARD | half << 1, CLASH[card << 1 | half]) for half in (0, 1))
    for card in range(51)
)
"""Per card, upright and upside down: what to add to a berth, bits its word must not have."""

COVERED: Final = tuple((Fact("covered", (cells,)),) for cells in range(7))
"""The fact for a placement, by the number of cells it covers."""


def refuse_card(hand: Sequence[int], move: int, rule: str) -> Refusal | None:
    """Refusal if the move has no card or one that is not in the hand."""
    card = move >> CARD
    if card not in DECK:
        return Refusal(rule, say("kit.no-such-move"))
    if card not in hand:
        message = say("diamond-boxes.not-in-hand", card=NAMES[card])
        return Refusal(rule, message, (card,), missing=True)
    return None


def refuse_clash(under: int, move: int, rule: str) -> Refusal | None:
    """Refusal if diamonds differ or the card would cover its own colour."""
    card = move >> CARD
    wrong = under & CLASH[card << 1 | move >> 1 & 1]
    unlike = (wrong & DIAMONDS | (wrong & DIAMONDS) >> BLACK) & SIX
    if unlike:
        words = say(
            "diamond-boxes.diamonds-differ", count=unlike.bit_count(), covered=covered(under)
        )
        return Refusal(rule, words, (card,))
    if wrong >> COLOURED:
        words = say(
            "diamond-boxes.same-colour", card=NAMES[card], colour=COLOUR_WORDS[COLOUR[card]]()
        )
        return Refusal(rule, words, (card,))
    return None


# -- rule 1: over or beside other cards


def placements(hand: Sequence[int], words: dict[int, int]) -> list[int]:
    """All legal placements of a hand on these berths, in order."""
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
    """A uniformly random legal placement, drawn from the frontier until one fits."""
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


def may_lie(hand: Sequence[int], board: Board, move: int) -> bool:
    """Whether a placement is among those of the hand."""
    card = move >> CARD
    if card not in hand:
        return False
    under = board.words.get(move & BERTH, ALL)
    return not under & CLASH[card << 1 | move >> 1 & 1]


# DJ1-R10, DJ1-Q10: one card of the hand is placed on top, and then never moved
def refuse_lying(hand: Sequence[int], board: Board, move: int) -> Refusal | None:
    """Why a placement is not among those of the hand."""
    refusal = refuse_card(hand, move, "DJ1-R10") or refuse_clash(board.under(move), move, "DJ1-R12")
    if refusal is None and move & BERTH not in board.words:
        return Refusal("DJ1-R13", say("diamond-boxes.apart"), (move >> CARD,))
    return refusal


# -- rule 2: over at least four cells, at least one with the specified colour


# DJ2-R6, DJ2-Q14: diamonds and colours as in rule 1, four cells, the specified colour among them
def deep_placements(hand: Sequence[int], board: DeepBoard, shows: int) -> list[int]:
    """All legal placements of a hand over at least four cells, not sorted.

    `shows` are the bits of the specified colour in a word, or of all colours. Most berths fit no
    pattern of the hand; a table lookup excludes them quickly.
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


def may_lie_deep(hand: Sequence[int], board: DeepBoard, shows: int, move: int) -> bool:
    """Whether a placement is among those of the hand."""
    card = move >> CARD
    if card not in hand:
        return False
    under = board.words.get(move & BERTH, 0)
    return bool(under & shows) and not under & CLASH[card << 1 | move >> 1 & 1]


def refuse_lying_deep(
    hand: Sequence[int], board: DeepBoard, colour: int, move: int
) -> Refusal | None:
    """Why a placement is not among those of the hand."""
    card, under = move >> CARD, board.under(move)
    refusal = refuse_card(hand, move, "DJ2-R5") or refuse_clash(under, move, "DJ2-R6")
    if refusal is None and not under & SHOWS[colour]:
        message = say("diamond-boxes.without-colour", colour=COLOUR_WORDS[colour]())
        return Refusal("DJ2-R6", message, (card,))
    if refusal is None and covered(under) < LEAST:
        words = say("diamond-boxes.shallow", count=covered(under), least=LEAST)
        return Refusal("DJ2-R6", words, (card,))
    return refusal
