"""Diamond Boxes: what the cards of a match can be, according to a record with gaps."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engines.api import Finding, Refusal, Seat
from engines.diamond_boxes.board import COLUMN, ROW, STEPS, cells
from engines.diamond_boxes.cards import DECK, HAND, TENTATIVE, UNKNOWN, WHITE
from engines.kit.possible import uncovered
from engines.messages import Message

# The possible identities of the cards on the table in a record with gaps.
#
# Each card on the table is the set of cards it can be. A card placed over others is tied to them:
# equal diamonds where they overlap, different colours. Does not depend on turns or hands.

Cards: TypeAlias = int
"""A set of cards, bit c for card c."""

ANY: Final[Cards] = (1 << 51) - 2
PATTERNS: Final = 1023  # ten bits: the cards of one colour
OF_COLOUR: Final = tuple(PATTERNS << 10 * colour + 1 for colour in range(5))
WHITE_AT: Final = tuple(
    sum(1 << card for card in DECK if WHITE[2 * card] >> cell & 1) for cell in range(6)
)
"""Per cell: the cards with a white diamond there."""

NEIGHBOURS: Final = (1 << ROW, -(1 << ROW), 1 << COLUMN, -(1 << COLUMN))


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


def _by_card(met: Iterable[Meeting]) -> dict[int, list[tuple[int, int]]]:
    """For each card covered: pairs of a cell of the new card and the cell under it."""
    pairs: dict[int, list[tuple[int, int]]] = {}
    for cell, lower, below in met:
        pairs.setdefault(lower, []).append((cell, below))
    return pairs


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
    fitting = 0
    for colour in range(5):
        own = cards >> 10 * colour + 1 & PATTERNS
        if not own:
            continue
        rest = 0
        for other, row in enumerate(rows):
            rest |= row if other != colour else 0
        for place, fit in enumerate(match):
            if own >> place & 1 and fit & rest:
                fitting |= 1 << 10 * colour + 1 + place
    return fitting


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
        meetings = []
        for cell, place in enumerate(cells(spot)):
            if place in self.top:
                meetings.append(Meeting(cell, *self.top[place]))
        return meetings

    def touches(self, spot: int) -> bool:
        """Whether a card there would share an edge with another card (DJ1-R13)."""
        return any(place + step in self.top for place in cells(spot) for step in NEIGHBOURS)

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
        count = 0
        for cell, lower, below in met:
            others, here, there = self.can_be[lower], WHITE_AT[cell], WHITE_AT[below]
            white = cards & here and others & there
            count += not (white or (cards & ~here and others & ~there))
        return count

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
        fitting = 0
        # Every spot that covers a cell of the table.
        spots = (
            place - step + turn
            for turn, steps in enumerate(STEPS)
            for step in steps
            for place in self.top
        )
        for spot in {*spots}:
            met = self.under(spot)
            if len(met) >= 4:
                fitting |= self._fit(met, sure=sure)
        return fitting

    def _fit(self, met: Sequence[Meeting], *, sure: bool) -> Cards:
        fitting = ANY
        for cell, lower, below in met:
            cards = self.can_be[lower]
            white, black = cards & WHITE_AT[below], cards & ~WHITE_AT[below]
            if white and black:
                fitting = 0 if sure else fitting
            else:
                fitting &= WHITE_AT[cell] if white else ~WHITE_AT[cell]
            under = colours(cards)
            if sure or under & under - 1 == 0:
                for colour in range(5):
                    fitting &= ~OF_COLOUR[colour] if under >> colour & 1 else ANY
        return fitting


def _among(cards: Sequence[Cards], colour: int) -> bool | None:
    """Whether one of these cards has a colour; None if that is unknown."""
    own = OF_COLOUR[colour]
    if any(not some & ~own for some in cards):
        return True
    return None if any(some & own for some in cards) else False


# Findings of the trackers, and cards as written in records.

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


def problem(message: Message, rule: str, *cards: int, code: str = "") -> Finding:
    """A problem of the current entry."""
    return Finding("problem", Refusal(rule, message, tuple(filter(None, cards))), code)


def missing(message: Message, rule: str, *cards: int) -> Finding:
    """The problem that a card is not where the move takes it from, which cannot be waived."""
    return Finding("problem", Refusal(rule, message, cards, missing=True))


def due(message: Message) -> Finding:
    """The problem that something else must come here."""
    return problem(message, "", code="K-due")


def irregular(wrong: Finding | None) -> Finding:
    """The finding on a waived entry, with the broken rule if it is known."""
    return Finding("irregular", wrong.refusal if wrong else None)


def known(code: int) -> int:
    """A card's number, tentative cards taken as known; 0 for an unknown card."""
    card = code % TENTATIVE
    return 0 if card == UNKNOWN else card


def as_set(card: int) -> Cards:
    """The cards that a written card can be."""
    return 1 << card if card else ANY


# The hands that each card can have been in, according to a record.
#
# A hand is a list of places in the order they were filled, with known or unknown cards; every
# card placed leaves one of them. Does not depend on turns or on the rules of placement.

CENTRE = -1  # the owner of the two cards at the start


class HandPlace(NamedTuple):
    """A place of a hand: its card (0 if unknown) and the entry in which it came."""

    card: int
    entry: int


class Laid(NamedTuple):
    """A card placed: its number on the table, the number of places until then, the entry."""

    number: int
    places: int
    entry: int


class FirstMention(NamedTuple):
    """Where a card was first written: the entry, its owner, whether it was being placed."""

    entry: int
    seat: Seat
    laid: bool


class BoxesHoldings:
    """All hands of a match."""

    def __init__(self, seats: int = 0, layers: Layers | None = None) -> None:
        self.layers = Layers() if layers is None else layers
        self.places: list[list[HandPlace]] = [[HandPlace(0, 0)] * HAND for _ in range(seats)]
        self.laid: list[list[Laid]] = [[] for _ in range(seats)]
        self.seen: dict[int, FirstMention] = {}
        self.removed = [0] * seats  # cards taken away by rulings, negative if given
        self.certain = True  # False once a ruling moved unnamed cards

    def count(self, seat: Seat) -> int:
        """Number of cards in a hand."""
        return len(self.places[seat]) - len(self.laid[seat]) - self.removed[seat]

    # -- taking entries

    def twice(self, cards: Sequence[int]) -> int:
        """One of these cards that was written before or is written twice here; 0 if none."""
        if not self.certain:
            return 0
        known = [card for card in cards if card]
        return next((c for c in known if c in self.seen or known.count(c) > 1), 0)

    def centre(self, cards: Sequence[int], entry: int) -> None:
        """Take the two cards at the start."""
        self._note(cards, FirstMention(entry, CENTRE, laid=False))

    def deal(self, seat: Seat, cards: Sequence[int], entry: int) -> None:
        """Take a hand as dealt."""
        self.places[seat] = []
        self.draw(seat, cards, entry)

    def draw(self, seat: Seat, cards: Sequence[int], entry: int) -> None:
        """Take cards that come to a hand."""
        self._note(cards, FirstMention(entry, seat, laid=False))
        self.places[seat] += [HandPlace(card, entry) for card in cards]

    def _note(self, cards: Sequence[int], seen: FirstMention) -> None:
        for card in cards:
            if card:
                self.seen.setdefault(card, seen)

    def lay(self, seat: Seat, number: int, entry: int) -> None:
        """Take a card from a hand to the table."""
        card = single(self.layers.can_be[number])
        self._note([card], FirstMention(entry, seat, laid=True))
        self.laid[seat].append(Laid(number, len(self.places[seat]), entry))

    def elsewhere(self, seat: Seat, card: int) -> FirstMention | None:
        """Where a known card is that a seat places; None if it can be in its hand."""
        seen = self.seen.get(card) if self.certain else None
        if seen is None:
            return None
        for laid in self.laid[seat]:
            if single(self.layers.can_be[laid.number]) == card:
                return FirstMention(laid.entry, seat, laid=True)
        return None if seen.seat == seat and not seen.laid else seen

    # -- conclusions

    def propagate(self) -> int | None:
        """Propagate all changes; a card on the table that can be nothing, None if there is none."""
        layers = self.layers
        changed = True
        while changed:
            empty = layers.propagate()
            if empty is not None or not self.certain:
                return empty
            changed = self._restrict()
        for seat in range(len(self.places)):
            row = uncovered(self._rows(seat)) if self.certain else None
            if row is not None:
                return self.laid[seat][row].number
        return None

    def _restrict(self) -> bool:
        """Restrict placed cards to those that can have been in the hand; whether any changed."""
        layers = self.layers
        unseen = ANY & ~sum(1 << card for card, seen in self.seen.items() if not seen.laid)
        changed = False
        for number in (0, 1):
            if not single(layers.can_be[number]):
                changed |= layers.restrict(number, unseen)
        for seat, row in enumerate(self.laid):
            for laid in row:
                places = self.places[seat][: laid.places]
                held = sum(1 << place.card for place in places if place.card)
                unknown = unseen if any(not place.card for place in places) else 0
                changed |= layers.restrict(laid.number, held | unknown)
        return changed

    def lacks(self, seat: Seat, card: int) -> bool:
        """Whether a hand has no place left for a card that was not shown before."""
        if not self.certain or card in self.seen:
            return False
        unknown = [number for number, place in enumerate(self.places[seat]) if not place.card]
        return uncovered([*self._rows(seat), unknown]) is not None

    def _rows(self, seat: Seat) -> list[list[int]]:
        """For each card placed from a hand: the places it can have come from."""
        unseen = ANY & ~sum(1 << card for card, seen in self.seen.items() if not seen.laid)
        rows = []
        for laid in self.laid[seat]:
            cards = self.layers.can_be[laid.number]
            places = self.places[seat][: laid.places]
            rows.append(
                [n for n, p in enumerate(places) if cards & (1 << p.card if p.card else unseen)]
            )
        return rows

    # -- the current hand

    def must_hold(self, seat: Seat) -> Cards:
        """Cards that are certainly in a hand."""
        gone = 0  # those that may have been placed from it
        for laid in self.laid[seat]:
            gone |= self.layers.can_be[laid.number]
        here = sum(1 << place.card for place in self.places[seat] if place.card)
        return here & ~gone if self.certain else 0

    def may_hold(self, seat: Seat) -> Cards:
        """Cards that can be in a hand."""
        if not self.certain:
            return ANY
        can_be = self.layers.can_be
        laid = sum({1 << single(cards) for cards in can_be if single(cards)})
        here = sum(1 << place.card for place in self.places[seat] if place.card)
        seen = sum(1 << card for card in self.seen)
        unknown = sum(1 for place in self.places[seat] if not place.card)
        # Cards that came from an unknown place of the hand, as no known one can be them.
        named = 0
        for one_laid in self.laid[seat]:
            cards = self.layers.can_be[one_laid.number]
            named += not any(place.card and cards >> place.card & 1 for place in self.places[seat])
        return (here | (ANY & ~seen if unknown > named else 0)) & ~laid

    def known(self, seat: Seat, laid: Laid) -> bool:
        """Whether a placed card is known to have been in the hand."""
        card = single(self.layers.can_be[laid.number])
        places = self.places[seat][: laid.places]
        return self.certain and card > 0 and any(place.card == card for place in places)
