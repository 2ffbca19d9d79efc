"""Diam's: the moves and phases by name, and the parts of a move.

A move is a tuple of integers that starts with its kind; legal moves are listed in the order of
these tuples. Does not depend on the position.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias

from engines.diams.cards import END, KINDS, PLAIN, STAR

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
    parts = move[1:]
    if len(parts) < len(bounds) or (len(parts) > len(bounds) and not open_):
        return False
    limits = (*bounds, *(END for _ in parts[len(bounds) :]))
    return all(0 <= part < limit for part, limit in zip(parts, limits, strict=True))


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
