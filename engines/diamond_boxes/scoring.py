"""Diamond Boxes: scores and places in both rule sets, and which ones are possible."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from engines.api import Outcome, Refusal, ScoreLimits, SheetColumn, SheetResult, SheetRow, places
from engines.diamond_boxes import cards
from engines.diamond_boxes.cards import DECK, HAND
from engines.diamond_boxes.position import deck_size
from engines.messages import say

CELLS: Final = 6
"""The most cards that are drawn in a turn by rule 1: one for each cell of a card."""


# DJ1-R18, DJ1-Q9: fewest cards first, then the smallest number in hand; no place is shared
def by_hand(hands: Sequence[Sequence[int]]) -> Outcome:
    """Outcome of rule 1; hands are sorted."""
    marks = [(len(hand), hand[0] if hand else 0) for hand in hands]
    return Outcome(tuple([len(hand) for hand in hands]), places(marks, fewer=True))


# DJ2-R14: fewest cards in hand and deck first, equal numbers share a place; a draw is shared by all
def by_rest(left: Sequence[int], drawn: str | None = None) -> Outcome:
    """Outcome of rule 2; `drawn` is the reason if the match is drawn."""
    scores = tuple(left)
    if drawn is not None:
        return Outcome(scores, (1,) * len(scores), drawn)
    return Outcome(scores, places(scores, fewer=True))


def open_limits(seats: int) -> ScoreLimits:
    """The limits of the cards left in a hand by rule 1."""
    match = say("diamond-boxes.a-match-1", seats=seats)
    return ScoreLimits(0, _longest_hand(seats), match, "DJ1-R14")


def _turns(seats: int) -> Iterator[tuple[int, list[int]]]:
    """Every way to share out the turns of a match: who has the last one, turns of each seat."""
    for turns in range(1, len(DECK) - 1):
        for last in range(seats):
            more = turns % seats
            yield last, [turns // seats + ((last - seat) % seats < more) for seat in range(seats)]


@lru_cache
def _longest_hand(seats: int) -> int:
    """The most cards that a hand can have when the deck is empty.

    All others draw no more than they need to have a card left.
    """
    deck, most = len(DECK) - 2 - HAND * seats, 0
    for _, turns in _turns(seats):
        for seat, own in enumerate(turns):
            others = [count for other, count in enumerate(turns) if other != seat]
            drawn = min(CELLS * own, deck - sum(max(0, count - HAND + 1) for count in others))
            if drawn >= 0 and drawn + CELLS * sum(others) >= deck:
                most = max(most, HAND - own + drawn)
    return most


def open_fault(hands: Sequence[int | None]) -> Refusal | None:
    """Why no match ends with these hands by rule 1.

    In every turn one card is placed and up to six are drawn, and turns go round. The last one
    empties either the hand or the deck.
    """
    if hands.count(0) > 1:
        return Refusal("DJ1-R16", say("diamond-boxes.one-out"))
    known = [hand for hand in hands if hand is not None]
    seats, deck = len(hands), len(DECK) - 2 - HAND * len(hands)
    if len(known) < seats:
        return None
    for last, turns in _turns(seats):
        drawn = [hand - HAND + count for hand, count in zip(known, turns, strict=True)]
        if not all(0 <= cards <= CELLS * count for cards, count in zip(drawn, turns, strict=True)):
            continue
        if 0 in known:  # the last card of a hand is placed without drawing (DJ1-Q5)
            unhurried = drawn[last] <= CELLS * (turns[last] - 1)
            fits = known[last] == 0 and unhurried and sum(drawn) < deck
        else:
            fits = sum(drawn) == deck and drawn[last] > 0
        if fits:
            return None
    return Refusal("DJ1-R14", say("diamond-boxes.not-in-turns", deck=deck))


def colour_limits(seats: int) -> ScoreLimits:
    """The limits of the cards left in hand and deck by rule 2: there are no penalties."""
    return ScoreLimits(0, deck_size(seats), say("diamond-boxes.a-match-2", seats=seats), "DJ2-R2")


def colour_fault(left: Sequence[int | None], places: Sequence[int]) -> Refusal | None:
    """Why no match ends with these cards left by rule 2: somebody is out, or it is a draw."""
    if left.count(0) > 1:
        return Refusal("DJ2-R8", say("diamond-boxes.one-out"))
    if not {0, None} & {*left} and any(place != 1 for place in places):
        return Refusal("DJ2-R13", say("diamond-boxes.no-winner"))
    return None


# A score sheet: the cards left at the end, in both rule sets.


def columns(rule: int, seats: int) -> Sequence[SheetColumn]:
    """The hand; by rule 2 also the own deck, of which five cards are drawn at the start."""
    if rule == 1:
        return (SheetColumn("hand", say("diamond-boxes.left-in-hand"), 0, open_limits(seats).high),)
    deck = colour_limits(seats).high - cards.HAND
    return (
        SheetColumn("hand", say("diamond-boxes.left-in-hand"), 0, cards.HAND),
        SheetColumn("deck", say("diamond-boxes.left-in-deck"), 0, deck),
    )


def result(rule: int, row: SheetRow) -> SheetResult:
    """The result; by rule 1 the smallest number in hand decides between equal counts."""
    if rule == 2:
        left = [a + b for a, b in zip(row["hand"], row["deck"], strict=True)]
        if wrong := colour_fault(left, ()):
            return SheetResult(wrong.message)
        return SheetResult(over=True, outcome=by_rest(left))
    counts = tuple(row["hand"])
    if wrong := open_fault(counts):
        return SheetResult(wrong.message)
    places = tuple(
        0 if counts.count(own) > 1 else 1 + sum(other < own for other in counts) for own in counts
    )
    return SheetResult(over=True, outcome=Outcome(counts, places))
