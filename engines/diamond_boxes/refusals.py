"""Diamond Boxes: why a move is refused, by which rule.

Works on what a position hands in: whose turn it is, a hand, the board, the specified colour.
"""

from collections.abc import Sequence

from engines.api import CHANCE, Refusal, Seat, seat_letter
from engines.diamond_boxes.board import (
    BERTH,
    BLACK,
    CARD,
    CLASH,
    COLOURED,
    DIAMONDS,
    SHOWS,
    SIX,
    SPOT,
    Board,
    DeepBoard,
    cells,
    covered,
)
from engines.diamond_boxes.cards import COLOUR, COLOUR_WORDS, DECK, NAMES


def is_order(order: Sequence[int], pool: Sequence[int]) -> bool:
    """Whether it has everything of the pool once."""
    return len(order) == len(pool) and sorted(order) == list(pool)


def is_deal(order: Sequence[int]) -> bool:
    """An order of the cards; the spots of the first two may follow it."""
    deck = len(DECK)
    layout = order[deck:]
    return is_order(order[:deck], DECK) and (not layout or is_layout(layout))


def is_layout(spots: Sequence[int]) -> bool:
    """Whether two cards lie one tall, one wide, and share exactly four cells (DJ1-R7)."""
    if len(spots) != 2 or not all(0 <= where <= SPOT for where in spots):
        return False
    one, two = spots
    return (one ^ two) & 1 == 1 and len({*cells(one), *cells(two)}) == 8


def turn(owing: Sequence[Seat], rule: str) -> Refusal:
    """It is somebody else's turn."""
    if not owing:
        return Refusal(rule, "the match is over")
    who = "the dealer" if owing[0] == CHANCE else seat_letter(owing[0])
    return Refusal(rule, f"it is {who}'s turn")


def deal(order: object, rule: str) -> Refusal:
    """What the dealer did is no deal."""
    if isinstance(order, tuple) and len(order) > len(DECK) and is_order(order[: len(DECK)], DECK):
        words = "the first two cards lie one tall, one wide, and share exactly four cells"
        return Refusal("DJ1-R7", words, order[:2])
    return Refusal(rule, "a deal is an order of all the cards, a start one of all the seats")


def not_held(hand: Sequence[int], move: int, rule: str) -> Refusal | None:
    """A placement of a card that the hand lacks, or none at all."""
    card = move >> CARD
    if card not in DECK:
        return Refusal(rule, "there is no such move")
    if card not in hand:
        return Refusal(rule, f"no {NAMES[card]} in hand", (card,), missing=True)
    return None


def clash(board: Board | DeepBoard, move: int, rule: str) -> Refusal | None:
    """Other diamonds or the card's own colour under it: diamonds are looked at first."""
    card = move >> CARD
    under = board.under(move)
    wrong = under & CLASH[card << 1 | move >> 1 & 1]
    unlike = (wrong & DIAMONDS | (wrong & DIAMONDS) >> BLACK) & SIX
    if unlike:
        count = unlike.bit_count()
        words = f"diamonds differ on {count} of {covered(under)} cells covered"
        return Refusal(rule, words, (card,))
    same = wrong >> COLOURED
    if same:
        word = COLOUR_WORDS[COLOUR[card]]
        words = f"{NAMES[card]} would cover {word} with {word}"
        return Refusal(rule, words, (card,))
    return None


def apart(board: Board, move: int) -> Refusal | None:
    """By rule 1: nothing under it and nothing beside it (DJ1-R13)."""
    if move & BERTH in board.words:
        return None
    return Refusal("DJ1-R13", "it touches the cards by none of its edges", (move >> CARD,))


def shallow(board: DeepBoard, move: int, colour: int) -> Refusal | None:
    """By rule 2: the specified colour not covered, or fewer than four cells (DJ2-R6)."""
    card = move >> CARD
    under = board.under(move)
    if not under & SHOWS[colour]:
        words = f"it covers no cell that shows {COLOUR_WORDS[colour]}, the specified colour"
        return Refusal("DJ2-R6", words, (card,))
    if covered(under) < 4:
        words = f"it covers {covered(under)} of at least 4 cells"
        return Refusal("DJ2-R6", words, (card,))
    return None
