"""What good players of Diamonds say of a card or a pass: tricks, actions of suits, the thief."""

from __future__ import annotations

from typing import Final

from engines.api import Seat
from engines.diamonds.cards import (
    ANNOUNCE,
    CLUB,
    DIAMOND,
    HEART,
    MAX_PASSED,
    RANKS,
    SPADE,
    SUIT,
    SUIT_WORDS,
    Move,
)
from engines.diamonds.position import ANNOUNCING, PASSING, PLAYING
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import receiver
from tourney.insight.reasons import Arguments, Concept

HIGH: Final = 3
"""So many ranks from the top are high cards."""


def _rank(card: int) -> int:
    return card % RANKS + 1


def _played(state: Diamonds, move: Move) -> int:
    """The card that is played, -1 where cards are passed."""
    return move if state.step == PLAYING and isinstance(move, int) else -1


def _sure(state: Diamonds, seat: Seat, move: Move) -> bool:
    """Whether a card wins its trick whatever is played after it."""
    card = _played(state, move)
    if card < 0 or (state.laid and (SUIT[card] != state.led or card < state.best)):
        return False
    to_come = {(seat + step) % state.seats for step in range(1, state.size - state.laid)} - {seat}
    return all(other < card for whose in to_come for other in state.hands[whose][SUIT[card]])


# -- Winning tricks, and losing them.


# DM-R6
def wins(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Nobody can beat the card."""
    return {} if _sure(state, seat, move) else None


# DM-R8
def ends_clean(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Takes the first trick, so that there is no reward for taking none."""
    return {} if seat not in state.won and _sure(state, seat, move) else None


# DM-R6
def leads_alone(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Leads a suit that nobody else has: each of the others does an action at once."""
    card = _played(state, move)
    if card < 0 or state.laid:
        return None
    suit = SUIT[card]
    others = [hand for other, hand in enumerate(state.hands) if other != seat and hand[suit]]
    return None if others else {"suit": SUIT_WORDS[suit].code}


# DM-R6, DM-R7
def leads_diamonds(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Leads the suit whose action is worth most."""
    card = _played(state, move)
    return {} if card >= 0 and not state.laid and SUIT[card] == DIAMOND else None


# DM-R6
def highest(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Plays the highest card of a suit that has others in the hand."""
    card = _played(state, move)
    suit = state.hands[seat][SUIT[card]]
    high = card >= 0 and len(suit) > 1 and card == suit[-1]
    return {"suit": SUIT_WORDS[SUIT[card]].code} if high else None


# -- Cards of other suits, which act at once.


def _acting(state: Diamonds, move: Move) -> int:
    """The suit of a card that is played to a trick of another suit; -1 for other moves."""
    card = _played(state, move)
    return SUIT[card] if card >= 0 and state.laid and SUIT[card] != state.led else -1


# DM-R7, DM-E6, DM-E7
def fills_vault(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """A diamond, or a spade that has a crystal to move."""
    suit = _acting(state, move)
    moves = suit == SPADE and state.showroom[state.team[seat]] > 0
    return {} if moves or suit == DIAMOND else None


# DM-R7, DM-E11
def fills_showroom(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """A heart played to a trick of another suit."""
    return {} if _acting(state, move) == HEART else None


# DM-R7, DM-Q1, DM-Q2, DM-Q15
def _loot(state: Diamonds, seat: Seat) -> bool:
    """Whether a club would take a crystal from the holder of the thief token."""
    theirs = state.team[state.thief]
    return theirs != state.team[seat] and state.showroom[theirs] > 0


def steals(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """A club that takes a crystal."""
    return {"whom": state.thief} if _acting(state, move) == CLUB and _loot(state, seat) else None


# DM-E4, DM-E5, DM-E6
def wastes(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """A club that takes nothing, or a spade without a crystal to move."""
    suit = _acting(state, move)
    vain = suit == CLUB and not _loot(state, seat)
    return {} if vain or (suit == SPADE and not state.showroom[state.team[seat]]) else None


# -- The shape of the hand.


def _gone(state: Diamonds, move: Move) -> tuple[int, ...]:
    """The cards that leave the hand."""
    if isinstance(move, tuple):
        return move
    return (move,) if state.step == PLAYING else ()


# DM-R6
def empties(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Has no card of a suit any more, so that actions are possible later."""
    gone = _gone(state, move)
    if state.step == PLAYING and sum(map(len, state.hands[seat])) == 1:
        return None  # nothing comes later
    for suit, cards in enumerate(state.hands[seat]):
        if cards and set(cards) <= set(gone):
            return {"suit": SUIT_WORDS[suit].code}
    return None


# DM-R4
def passes_high(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Passes one of the highest ranks."""
    least = state.highest_rank() - HIGH + 1
    high = [card for card in _gone(state, move) if _rank(card) >= least]
    return {"whom": receiver(state, seat)} if state.step == PASSING and high else None


# DM-R4, DM-R7
def passes_diamond(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Passes a card of the suit whose action is worth most."""
    diamonds = [card for card in _gone(state, move) if SUIT[card] == DIAMOND]
    return {"whom": receiver(state, seat)} if state.step == PASSING and diamonds else None


# DM-R4
def passes_low(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Passes only cards of the lower half, with which tricks can be avoided."""
    low = [card for card in _gone(state, move) if 2 * _rank(card) <= state.highest_rank()]
    return {} if state.step == PASSING and len(low) == state.announced else None


# DM-R4, DM-Q21
def announces_most(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Lets everybody pass as many cards as possible."""
    most = state.step == ANNOUNCING and move == ANNOUNCE + MAX_PASSED
    return {} if most else None


# DM-R4, DM-Q21
def announces_least(state: Diamonds, seat: Seat, move: Move) -> Arguments | None:
    """Lets everybody pass one card only."""
    return {} if state.step == ANNOUNCING and move == ANNOUNCE + 1 else None


CONCEPTS: Final = (
    Concept("insight.diamonds-leads-alone", leads_alone, hidden=True),
    Concept("insight.diamonds-ends-clean", ends_clean, hidden=True),
    Concept("insight.diamonds-fills-vault", fills_vault),
    Concept("insight.diamonds-steals", steals),
    Concept("insight.diamonds-fills-showroom", fills_showroom),
    Concept("insight.diamonds-wastes", wastes),
    Concept("insight.diamonds-wins", wins, hidden=True),
    Concept("insight.diamonds-passes-diamond", passes_diamond),
    Concept("insight.diamonds-passes-high", passes_high),
    Concept("insight.diamonds-passes-low", passes_low),
    Concept("insight.diamonds-empties", empties),
    Concept("insight.diamonds-leads-diamonds", leads_diamonds),
    Concept("insight.diamonds-highest", highest),
    Concept("insight.diamonds-announces-most", announces_most),
    Concept("insight.diamonds-announces-least", announces_least),
)
