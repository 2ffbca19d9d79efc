"""Diamond Boxes: the possible identities of the cards on the table in a record with gaps.

Each card on the table is the set of cards it can be. A card placed over others is tied to them:
equal diamonds where they overlap, different colours. Does not depend on turns or hands.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from engines.diamond_boxes.cards import DECK, WHITE
from engines.diamond_boxes.spots import COLUMN, ROW, STEPS, cells

Cards: TypeAlias = int
"""A set of cards, bit c for card c."""

ANY: Final[Cards] = (1 << 51) - 2
PATTERNS: Final = 1023  # ten bits: the cards of one colour
OF_COLOUR: Final = tuple(PATTERNS << 10 * colour + 1 for colour in range(5))
WHITE_AT: Final = tuple(
    sum(1 << card for card in DECK if WHITE[2 * card] >> cell & 1) for cell in range(6)
)
"""Per cell: the cards with a white diamond there."""

NEAR: Final = (1 << ROW, -(1 << ROW), 1 << COLUMN, -(1 << COLUMN))


class Meeting(NamedTuple):
    """A cell of a card and what is under it: the number of the lower card and its cell."""

    cell: int
    lower: int
    below: int


class Tie(NamedTuple):
    """A card directly over or under another; `match`: per pattern of it, the patterns that fit."""

    other: int
    match: tuple[int, ...]


def single(cards: Cards) -> int:
    """The card if there is only one, else 0."""
    return cards.bit_length() - 1 if cards and cards & cards - 1 == 0 else 0


def first(cards: Cards) -> int:
    """The card with the smallest number."""
    return (cards & -cards).bit_length() - 1


def colours(cards: Cards) -> int:
    """The colours that these cards have, one bit each."""
    return sum(1 << colour for colour, own in enumerate(OF_COLOUR) if cards & own)


def _alike(cards: Cards, cell: int, others: Cards, below: int) -> bool:
    """Whether some card of each set can show the same diamond in these cells."""
    white = cards & WHITE_AT[cell] and others & WHITE_AT[below]
    return bool(white or (cards & ~WHITE_AT[cell] and others & ~WHITE_AT[below]))


def _by_card(met: Iterable[Meeting]) -> dict[int, list[tuple[int, int]]]:
    """For each card covered: pairs of a cell of the new card and the cell under it."""
    found: dict[int, list[tuple[int, int]]] = {}
    for cell, lower, below in met:
        found.setdefault(lower, []).append((cell, below))
    return found


def _matching(meetings: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """For each pattern of a card: patterns of another card with equal diamonds in these cells."""
    here, there = (
        [tuple(WHITE[2 * card] >> meeting[side] & 1 for meeting in meetings) for card in DECK[:10]]
        for side in (0, 1)
    )
    return tuple(sum((own == other) << place for place, other in enumerate(there)) for own in here)


def _fitting(cards: Cards, others: Cards, match: Sequence[int]) -> Cards:
    """Those of `cards` that match one of the others and have a different colour."""
    rows = [others >> 10 * colour + 1 & PATTERNS for colour in range(5)]
    found = 0
    for colour in range(5):
        own = cards >> 10 * colour + 1 & PATTERNS
        if not own:
            continue
        rest = 0
        for other, row in enumerate(rows):
            rest |= row if other != colour else 0
        for place, fit in enumerate(match):
            if own >> place & 1 and fit & rest:
                found |= 1 << 10 * colour + 1 + place
    return found


class Layers:
    """The cards on the table, numbered in the order they were placed."""

    def __init__(self) -> None:
        self.spots: list[int] = []
        self.can_be: list[Cards] = []
        self.written: list[int] = []  # the cards as written, 0 if unknown
        self.top: dict[int, tuple[int, int]] = {}  # cell -> number of the top card, its cell there
        self.ties: list[list[Tie]] = []  # by card, unless both cards are known
        self.changed: set[int] = set()  # cards with changes that are not propagated yet

    def under(self, spot: int) -> list[Meeting]:
        """The cells that a card on this spot would cover."""
        found = []
        for cell, place in enumerate(cells(spot)):
            if place in self.top:
                found.append(Meeting(cell, *self.top[place]))
        return found

    def touches(self, spot: int) -> bool:
        """Whether a card there would share an edge with another card (DJ1-R13)."""
        return any(place + step in self.top for place in cells(spot) for step in NEAR)

    def lay(self, cards: Cards, spot: int, *, tied: bool = True) -> int:
        """Place a card, tied by the rules to what it covers unless waived; its number."""
        met = _by_card(self.under(spot))
        number = len(self.spots)
        self.spots.append(spot)
        self.written.append(single(cards))
        elsewhere = sum(some for some in self.can_be if single(some)) if not single(cards) else 0
        self.can_be.append(cards & ~elsewhere)
        self.changed.add(number)
        for cell, place in enumerate(cells(spot)):
            self.top[place] = (number, cell)
        self.ties.append([])
        for lower, pairs in met.items() if tied else ():
            if not (single(cards) and single(self.can_be[lower])):
                self.ties[number].append(Tie(lower, _matching([(j, i) for i, j in pairs])))
                self.ties[lower].append(Tie(number, _matching(pairs)))
                self.changed |= {number, lower}
        return number

    # -- contradictions

    def unlike(self, cards: Cards, met: Sequence[Meeting]) -> int:
        """Number of cells in which diamonds differ, whichever the cards are."""
        can_be = self.can_be
        return sum(not _alike(cards, cell, can_be[lower], below) for cell, lower, below in met)

    def same_colour(self, cards: Cards, met: Sequence[Meeting]) -> int | None:
        """A colour that would cover itself, whichever the cards are; None if there is none."""
        own = colours(cards)
        if own & own - 1 or not own:
            return None
        below = {colours(self.can_be[lower]) for _, lower, _ in met}
        return own.bit_length() - 1 if own in below else None

    def fitting(self, cards: Cards, met: Sequence[Meeting]) -> Cards:
        """Those of these cards that may be placed on what they would cover."""
        for lower, pairs in _by_card(met).items() if not single(cards) else ():
            cards &= _fitting(cards, self.can_be[lower], _matching(pairs))
        return cards

    def restrict(self, number: int, cards: Cards) -> bool:
        """Restrict what a card can be; whether that changed anything."""
        before = self.can_be[number]
        if not before & ~cards:
            return False
        self.can_be[number] = before & cards
        self.changed.add(number)
        return True

    def propagate(self) -> int | None:
        """Propagate all changes; a card that can be nothing any more, None if there is none."""
        can_be = self.can_be
        while self.changed:
            number = self.changed.pop()
            if not can_be[number]:
                return number
            if single(can_be[number]):
                for other in range(len(can_be)):
                    if other != number:
                        self.restrict(other, ~can_be[number])
            for other, match in self.ties[number]:
                self.restrict(other, _fitting(can_be[other], can_be[number], match))
        return None

    # -- visible cells

    def visible(self) -> list[int]:
        """The cards with a visible cell, in the order they were placed."""
        return sorted({number for number, _ in self.top.values()})

    def shows(self, colour: int) -> bool | None:
        """Whether a colour is visible; None if that is unknown."""
        return _among([self.can_be[number] for number in self.visible()], colour)

    def covers(self, met: Sequence[Meeting], colour: int) -> bool | None:
        """Whether a card over these cells covers a colour; None if that is unknown."""
        return _among([self.can_be[lower] for _, lower, _ in met], colour)

    def must_show(self, numbers: Sequence[int], colour: int) -> None:
        """One of these cards has this colour; if only one can, it must."""
        able = sorted({number for number in numbers if self.can_be[number] & OF_COLOUR[colour]})
        if len(able) == 1:
            self.restrict(able[0], OF_COLOUR[colour])

    def must_be_covered(self, colour: int) -> None:
        """No visible card has this colour."""
        for number in self.visible():
            self.restrict(number, ~OF_COLOUR[colour])

    def one_colour(self) -> bool | None:
        """Whether all visible cells have one colour; None if that is unknown."""
        seen = [colours(self.can_be[number]) for number in self.visible()]
        if not any(all(own >> colour & 1 for own in seen) for colour in range(5)):
            return False
        return True if all(own == seen[0] and own & own - 1 == 0 for own in seen) else None

    # -- placements over at least four cells

    def deep(self, *, sure: bool) -> Cards:
        """Cards that surely (or perhaps) could be placed in rule 2 for some colour (DJ2-Q7)."""
        found = 0
        for spot in self._berths():
            met = self.under(spot)
            if len(met) >= 4:
                found |= self._fit(met, sure=sure)
        return found

    def _berths(self) -> Iterator[int]:
        """Spots that cover at least one cell of the table."""
        for turn, steps in enumerate(STEPS):
            yield from {place - step + turn for step in steps for place in self.top}

    def _fit(self, met: Sequence[Meeting], *, sure: bool) -> Cards:
        found = ANY
        for cell, lower, below in met:
            cards = self.can_be[lower]
            white, black = cards & WHITE_AT[below], cards & ~WHITE_AT[below]
            if white and black:
                found = 0 if sure else found
            else:
                found &= WHITE_AT[cell] if white else ~WHITE_AT[cell]
            under = colours(cards)
            if sure or under & under - 1 == 0:
                for colour in range(5):
                    found &= ~OF_COLOUR[colour] if under >> colour & 1 else ANY
        return found


def _among(cards: Sequence[Cards], colour: int) -> bool | None:
    """Whether one of these cards has a colour; None if that is unknown."""
    own = OF_COLOUR[colour]
    if any(not some & ~own for some in cards):
        return True
    return None if any(some & own for some in cards) else False
