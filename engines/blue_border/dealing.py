"""Blue Border: setting up a round, taking cards from the deck, and shuffling it."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from engines.api import CHANCE, Fact, Ply, Refusal, Seat
from engines.blue_border.calls import begin, open_window, resume
from engines.blue_border.cards import DECK, Move, bands
from engines.blue_border.position import DEALER, RESHUFFLING, WINDOW, BlueBorderPosition
from engines.kit.shuffling import shuffle
from engines.messages import say

P = TypeVar("P", bound=BlueBorderPosition)

# Setting up a round.


def refuse_deal(pool: tuple[int, ...], move: Move) -> Refusal | None:
    """Why the dealer's move is not an order of the pool; None if it is."""
    if isinstance(move, tuple) and len(move) == len(pool) and sorted(move) == list(pool):
        return None
    return Refusal("BB-R4", say("blue-border.dealer-order"))


# BB-R4: four cards of the deck begin the piles of the field.
def deal(position: BlueBorderPosition, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
    """Set up a round from scratch."""
    position.round += 1
    seats = position.seats
    position.lines = [[] for _ in range(seats)]
    position.discards = []
    position.opened = 0
    position.ruled_out = {}
    position.moves = 0
    position.skips = [False] * seats  # see BB-Q24
    position.winner = -1
    position.limited = False
    position.called = -1
    position.placer = -1
    lay_out(position, order)
    facts = (Fact("start", (position.first,)), Fact("field", order[:4], ()))
    position.write(log, Ply(CHANCE, None, facts, order[:4]))
    begin(position, position.first)


def lay_out(position: BlueBorderPosition, order: tuple[int, ...]) -> None:
    """Take a new deck and start the piles with its first four cards."""
    position.field = [[card] for card in order[:4]]
    position.order = order
    position.top = 4


# Taking a card from the deck or a pile, and shuffling when the deck is empty.


# BB-R10, BB-Q11: one card goes to the next free point; an emptied pile is refilled at once.
def lay(position: BlueBorderPosition, seat: Seat, source: int) -> tuple[int, int]:
    """Put the top card of a pile (1 to 4) or the deck (5) in a line: the card, the refill or 0."""
    position.moves += 1
    if source == DECK:
        card = position.order[position.top]
        position.top += 1
        position.lines[seat].append(card)
        return card, 0
    pile = position.field[source - 1]
    card = pile.pop()
    position.lines[seat].append(card)
    if pile:
        return card, 0
    refill = position.order[position.top]
    position.top += 1
    pile.append(refill)
    return card, refill


def entry(seat: Seat, move: int, drawn: bool, card: int, refill: int) -> Ply[Move]:
    """The log entry of a card taken from the deck or from a pile, which may have been refilled."""
    taken = Fact("card", (card,), ())
    if refill:
        return Ply(seat, move, (taken, Fact("refill", (refill,), ())), (refill,))
    return Ply(seat, move, (taken,), (card,) if drawn else ())


# BB-Q12: the deck is reshuffled as soon as it is empty, before the new card can be called.
def laid(
    position: BlueBorderPosition, seat: Seat, rewarded: bool, log: list[Ply[Move]] | None
) -> None:
    """Go on after a card was put in a line, in a turn or as a reward."""
    position.placer = seat
    position.rewarded = rewarded
    if position.top == len(position.order):
        owe_shuffle(position, WINDOW)
    else:
        open_window(position, log)


def owe_shuffle(position: BlueBorderPosition, after: int) -> None:
    """Let the dealer shuffle; then a call window (WINDOW) or the next turn (TURN) follows."""
    position.after = after
    position.step = RESHUFFLING
    position.owing = DEALER


# BB-R18: the field and the discard pile become the new deck; the lines stay.
def reshuffle(
    position: BlueBorderPosition, order: tuple[int, ...], log: list[Ply[Move]] | None
) -> None:
    """Lay out the new deck and continue where play stopped."""
    position.reshuffles += 1
    # BB-Q13: an opened number stays known until its card is shuffled into the deck.
    gone = sum(1 << card for card in order)
    seen = position.opened & gone
    position.opened &= ~gone
    before, ruled_out = position.ruled_out, dict[int, int]()
    for line in position.lines:
        for card in line:
            if not position.opened >> card & 1 and (not_these := before.get(card, 0) | seen):
                ruled_out[card] = not_these
    position.ruled_out = ruled_out
    position.discards = []
    lay_out(position, order)
    facts = (Fact("reshuffle", order[:4], ()),)
    position.write(log, Ply(CHANCE, None, facts, order[:4]))
    if position.after == WINDOW:
        open_window(position, log)
    else:
        resume(position, log)


def redrawn(position: P, rng: Random) -> P:
    """The same position with another order of what is left of the deck."""
    twin = position.clone()
    cards = list(position.order[position.top :])
    if cards:
        # Everybody has seen the shade of the top card of the deck.
        shades = bands(position.options.sight)
        alike = [card for card in cards if shades[card] == shades[cards[0]]]
        first = alike[int(rng.random() * len(alike))]
        cards.remove(first)
        shuffle(cards, rng)
        twin.order = (*position.order[: position.top], first, *cards)
    return twin
