"""Diamonds: the tricks of a round: who leads, which card may be played, who wins."""

from random import Random
from typing import Final

from engines.api import Fact, Ply, Refusal, Seat
from engines.diamonds.cards import CARDS, NAMES, SUIT
from engines.diamonds.crystals import act
from engines.diamonds.ending import finish_round
from engines.diamonds.messages import SUITS
from engines.diamonds.moves import Move
from engines.diamonds.position import ALONE, PLAYING, DiamondsPosition
from engines.messages import Player, say

TAKEN: Final = tuple(Fact("trick", (seat,)) for seat in range(6))
"""By winner: the fact that the last card of a trick reveals."""
NOTHING: Final[list[int]] = []


# DM-R5: the player on the dealer's left leads to the first trick
def first_leader(position: DiamondsPosition) -> Seat:
    """The seat that leads to the first trick of the round."""
    return (position.dealer + 1) % position.seats


def begin(position: DiamondsPosition) -> None:
    """Start the play of the cards."""
    position.leader = first_leader(position)
    position.step = PLAYING
    position.owing = ALONE[position.leader]


def leaders(position: DiamondsPosition) -> list[Seat]:
    """The leader of each trick of the round, including the current one."""
    return [first_leader(position), *position.won]


def following(position: DiamondsPosition, seat: Seat) -> list[int]:
    """Cards of the suit led, one of which must be played; empty if any card may be played."""
    return position.hands[seat][position.led] if position.laid else NOTHING


def playable(position: DiamondsPosition, seat: Seat) -> list[int]:
    """The cards that may be played."""
    return following(position, seat) or position.hand(seat)


def refuse(position: DiamondsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why this card may not be played; None if it may."""
    if isinstance(move, tuple) or not 0 <= move < CARDS:
        return Refusal("DM-R6", say("diamonds.must-play"))
    if move not in position.hands[seat][SUIT[move]]:
        return Refusal("DM-R6", say("diamonds.not-in-hand", card=NAMES[move]), (move,), True)
    cards = following(position, seat)
    if not cards or move in cards:
        return None
    led = SUITS[position.led]()
    return Refusal(
        "DM-R6", say("diamonds.must-follow", card=NAMES[move], who=Player(seat), suit=led), (move,)
    )


def drawn_card(position: DiamondsPosition, seat: Seat, rng: Random) -> int:
    """A uniformly random one of `playable`; written out for speed in playouts."""
    hand = position.hands[seat]
    if position.laid:
        cards = hand[position.led]
        if cards:
            return cards[int(rng.random() * len(cards))]
    diamonds, hearts, spades, clubs = hand
    cards = [*diamonds, *hearts, *spades, *clubs]
    return cards[int(rng.random() * len(cards))]


# DM-R6, DM-Q23: a card of another suit than the one led has its action at once; the highest card of
# the suit led wins, and the winner carries out the action of the suit led
def play(position: DiamondsPosition, seat: Seat, card: int, log: list[Ply[Move]] | None) -> None:
    """Play a card to the trick; the last card ends it."""
    suit = SUIT[card]
    position.hands[seat][suit].remove(card)
    position.played.append(card)
    laid = position.laid + 1
    if laid == 1:
        position.led = suit
        position.best = card
        position.winner = seat
    elif suit != position.led:
        act(position, suit, seat)
    elif card > position.best:
        position.best = card
        position.winner = seat
    if laid < position.size:
        position.laid = laid
        position.owing = position.after[seat]
        if log is not None:
            log.append(Ply(seat, card))
        return
    if log is not None:
        log.append(Ply(seat, card, (TAKEN[position.winner],)))
    _finish_trick(position)


def _finish_trick(position: DiamondsPosition) -> None:
    winner = position.winner
    position.won.append(winner)
    act(position, position.led, winner)
    position.laid = 0
    if len(position.won) < position.tricks:
        position.leader = winner
        position.owing = ALONE[winner]
    else:
        finish_round(position)
