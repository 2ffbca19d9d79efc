"""Diamond Boxes: the hands that each card can have been in, according to a record.

A hand is a list of places in the order they were filled, with known or unknown cards; every card
placed leaves one of them. Does not depend on turns or on the rules of placement.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engines.api import Seat
from engines.diamond_boxes.cards import HAND
from engines.diamond_boxes.inference.layers import ANY, Cards, Layers, single
from engines.kit.matching import uncovered

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

    def __init__(self, seats: int, layers: Layers) -> None:
        self.layers = layers
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
            row = self.unheld(seat)
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

    def unheld(self, seat: Seat) -> int | None:
        """The first card placed from a hand that cannot have been in it; None if all can."""
        return uncovered(self._rows(seat)) if self.certain else None

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
        gone = self._perhaps_laid(seat)
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
        named = sum(1 for one_laid in self.laid[seat] if self._from_unknown(seat, one_laid))
        return (here | (ANY & ~seen if unknown > named else 0)) & ~laid

    def _perhaps_laid(self, seat: Seat) -> Cards:
        """Cards that may have been placed from a hand."""
        found = 0
        for laid in self.laid[seat]:
            found |= self.layers.can_be[laid.number]
        return found

    def _from_unknown(self, seat: Seat, laid: Laid) -> bool:
        """Whether a card was certainly placed from an unknown place of the hand."""
        cards = self.layers.can_be[laid.number]
        return not any(place.card and cards >> place.card & 1 for place in self.places[seat])

    def known(self, seat: Seat, laid: Laid) -> bool:
        """Whether a placed card is known to have been in the hand."""
        card = single(self.layers.can_be[laid.number])
        places = self.places[seat][: laid.places]
        return self.certain and card > 0 and any(place.card == card for place in places)
