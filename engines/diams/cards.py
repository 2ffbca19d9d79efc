"""Diam's: the 54 cards as small integers, their names and the value of a collection.

A diamond is represented by its kind: 2 * (quality - 1), plus 1 with special purity, so bit 0 is the
star and the four plain copies of a quality have the same number. Numbers are in the order of a
sorted hand: quality, plain before special purity, then convoy, safecracker, magic. Does not depend
on the position.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias

KINDS: Final = 20  # kinds of diamonds
CONVOY: Final = 20
SAFECRACKER: Final = 21
MAGIC: Final = 22
END: Final = 23  # the closing card
UNKNOWN: Final = 24  # only in records: `?`
TENTATIVE: Final = 32  # only in records: added to a card that is followed by `?`

STAR: Final = 1  # kind | STAR: the diamond of special purity of this quality
PLAIN: Final = ~STAR  # kind & PLAIN: a plain diamond of this quality

NAMES: Final[tuple[str, ...]] = (
    *(f"{quality}{star}" for quality in range(1, 11) for star in ("", "*")),
    "CV",
    "CR",
    "MG",
    "END",
    "?",
)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}

QUALITY: Final[tuple[int, ...]] = tuple(k // 2 + 1 if k < KINDS else 0 for k in range(25))

# DI-R1: of each quality four plain diamonds and one of special purity; one of every other card
COPIES: Final[tuple[int, ...]] = (*(1 if k % 2 else 4 for k in range(KINDS)), 1, 1, 1, 1)

DECK: Final[tuple[int, ...]] = tuple(k for k in range(END) for _ in range(COPIES[k]))
"""The 53 cards without the closing card, sorted."""

# DI-R2, DI-Q1: points of 0 to 5 diamonds of a quality in the vault; row 0 is unused
VALUE: Final[tuple[tuple[int, ...], ...]] = (
    (0, 0, 0, 0, 0, 0),
    (0, 0, 0, 4, 7, 12),
    (0, 0, 0, 5, 8, 13),
    (0, 0, 0, 6, 9, 14),
    (0, 0, 0, 7, 10, 15),
    (0, 0, 0, 8, 11, 16),
    (0, 0, 0, 9, 12, 17),
    (0, 0, 0, 10, 13, 18),
    (0, 0, 0, 2, 5, 10),
    (0, 0, 0, 2, 5, 10),
    (0, 0, 0, 2, 5, 10),
)

# DI-R5, DI-Q32: most cards in a hand at the end of its owner's turn
HAND_LIMIT: Final = 5


def is_sorted(cards: tuple[int, ...]) -> bool:
    """Whether the cards are in the order of a sorted hand."""
    return all(cards[i - 1] <= cards[i] for i in range(1, len(cards)))


# The moves and phases by name, and the parts of a move.
#
# A move is a tuple of integers that starts with its kind; legal moves are listed in the order of
# these tuples. Does not depend on the position.

Move: TypeAlias = tuple[int, ...]

DRAW: Final = 0  # ()
REVEAL: Final = 1  # ()
MARKET: Final = 2  # card played, then the cards taken for its sum, sorted; none if none are taken
SAME: Final = 3  # card played
VAULT: Final = 4  # cards, sorted
ESCORT: Final = 5  # cards the convoy takes, sorted
CRACK: Final = 6  # victim, kind asked for: a plain kind means either diamond of its quality
TAKE: Final = 7  # the card the magic takes
FORCE: Final = 8  # victim, own card, special spent
PASS: Final = 9  # ()
GIVE: Final = 10  # card
DISCARD: Final = 11  # cards, sorted

STARTING: Final = 0
DEALING: Final = 1
DRAWING: Final = 2
PLAYING: Final = 3
GIVING: Final = 4
DISCARDING: Final = 5
OVER: Final = 6
PHASES: Final = ("start", "deal", "draw", "play", "give", "discard", "over")

SEATS: Final = 5  # at most

# Per kind of move: upper bounds (exclusive) of its parts, and whether more cards may follow.
SHAPES: Final[tuple[tuple[tuple[int, ...], bool], ...]] = (
    ((), False),
    ((), False),
    ((END,), True),
    ((END,), False),
    ((), True),
    ((), True),
    ((SEATS, KINDS), False),
    ((END,), False),
    ((SEATS, END, END), False),
    ((), False),
    ((END,), False),
    ((), True),
)


def well_formed(move: Sequence[int]) -> bool:
    """Whether the tuple has the form of a move: a known kind with valid seats and cards."""
    if not move or not 0 <= move[0] < len(SHAPES):
        return False
    bounds, open_ = SHAPES[move[0]]
    bounded = 1 + len(bounds)
    if len(move) < bounded or (len(move) > bounded and not open_):
        return False
    for at in range(1, len(move)):
        if not 0 <= move[at] < (bounds[at - 1] if at < bounded else END):
            return False
    return True


def cards_of(move: Move) -> tuple[int, ...]:
    """The cards that a move names."""
    if move[0] in (DRAW, REVEAL, PASS):
        return ()
    if move[0] == FORCE:
        return move[2:]
    return move[2:3] if move[0] == CRACK else move[1:]


STARRED: Final = (MARKET, SAME, VAULT, ESCORT, TAKE, FORCE, DISCARD)
"""The moves whose diamonds come from the hand of the player or from the market."""


def starred(move: Move, there: int) -> Iterator[Move]:
    """The moves that are the same but for stars that this one leaves out, of the kinds `there`.

    The kinds are bits; of each quality only one diamond has a star.
    """
    first = 2 if move[0] == FORCE else 1
    last = {card: at for at, card in enumerate(move) if at >= first and card < KINDS}
    plain = [
        card
        for card in last
        if card == card & PLAIN and card | STAR not in last and there >> (card | STAR) & 1
    ]
    for chosen in product((0, STAR), repeat=len(plain)):
        if any(chosen):
            cards = list(move)
            for card, star in zip(plain, chosen, strict=True):
                cards[last[card]] |= star
            yield tuple(cards)
