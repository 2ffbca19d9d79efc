"""Diam's: the 54 cards as small integers, their names and the value of a collection.

A diamond is represented by its kind: 2 * (quality - 1), plus 1 with special purity, so bit 0 is the
star and the four plain copies of a quality have the same number. Numbers are in the order of a
sorted hand: quality, plain before special purity, then convoy, safecracker, magic. Does not depend
on the position.
"""

from typing import Final

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
