"""Diamonds: a round: passing cards, then the tricks."""

from bisect import insort
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from engines.api import Fact, Ply, Refusal, Seat
from engines.diamonds.cards import ANNOUNCE, ANNOUNCEMENTS, CARDS, NAMES, SUIT, SUIT_WORDS, Move
from engines.diamonds.crystals import act, finish_round
from engines.diamonds.position import ALONE, PASSING, PLAYING, DiamondsPosition
from engines.messages import Player, say

# The tricks of a round: who leads, which card may be played, who wins.

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


def refuse_card(position: DiamondsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why this card may not be played; None if it may."""
    if isinstance(move, tuple) or not 0 <= move < CARDS:
        return Refusal("DM-R6", say("diamonds.must-play"))
    if move not in position.hands[seat][SUIT[move]]:
        return Refusal("DM-R6", say("diamonds.not-in-hand", card=NAMES[move]), (move,), True)
    cards = following(position, seat)
    if not cards or move in cards:
        return None
    led = SUIT_WORDS[position.led]()
    message = say("diamonds.must-follow", card=NAMES[move], who=Player(seat), suit=led)
    return Refusal("DM-R6", message, (move,))


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


# The dealer announces a number, and everybody passes that many cards.


def refuse_announcement(move: Move) -> Refusal | None:
    """Why this move is not an announcement; None if it is."""
    if isinstance(move, int) and move in ANNOUNCEMENTS:
        return None
    return Refusal("DM-R4", say("diamonds.must-announce"))


def announce(
    position: DiamondsPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Announce how many cards are passed; the log then shows the hands."""
    position.announced = move - ANNOUNCE
    position.step = PASSING
    position.owing = tuple(range(position.seats))
    if log is not None:
        fact = Fact("round", (position.round, position.dealer, position.announced))
        log.append(Ply(seat, move, (fact,)))
        for other in range(position.seats):
            cards = tuple(position.hand(other))
            log.append(Ply(other, None, (Fact("hand", cards, (other,)),), cards))


def receiver(position: DiamondsPosition, seat: Seat) -> Seat:
    """The seat that gets this seat's pass: the left neighbour, in teams the partner (DM-R15)."""
    step = position.seats // 2 if position.options.teams else 1
    return (seat + step) % position.seats


def passes(position: DiamondsPosition, seat: Seat) -> Sequence[Move]:
    """All sets of cards that may be passed, of the announced size, each of them sorted."""
    return list(combinations(position.hand(seat), position.announced))


def refuse_pass(position: DiamondsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why these cards may not be passed; None if they are one of `passes`, without listing it."""
    count = position.announced
    if isinstance(move, int):
        return Refusal(
            "DM-R4", say("diamonds.must-pass", count=count), (move,) if move < CARDS else ()
        )
    hand = position.hand(seat)
    for card in move:
        if card not in hand:
            name = NAMES[card] if 0 <= card < len(NAMES) else str(card)
            return Refusal("DM-R4", say("diamonds.not-in-hand", card=name), (card,), True)
    if len(set(move)) != count or len(move) != count:
        return Refusal("DM-R4", say("diamonds.passed", count=len(set(move)), announced=count), move)
    ok = list(move) == sorted(move)
    return None if ok else Refusal("DM-R4", say("kit.not-sorted"), move)


def drawn_pass(position: DiamondsPosition, seat: Seat, rng: Random) -> tuple[int, ...]:
    """A uniformly random one of `passes`, drawn without listing them."""
    cards = position.hand(seat)
    found = []
    for _ in range(position.announced):
        found.append(cards.pop(int(rng.random() * len(cards))))
    found.sort()
    return tuple(found)


# DM-R4: all choose before they see any card passed to them; then all cards are passed at once
def choose(
    position: DiamondsPosition, seat: Seat, cards: tuple[int, ...], log: list[Ply[Move]] | None
) -> None:
    """Take a seat's choice, hidden until the last seat has chosen."""
    position.chosen[seat] = cards
    owing = position.owing
    place = owing.index(seat)
    position.owing = owing[:place] + owing[place + 1 :]
    if not position.owing:
        _hand_on(position, log)
        begin(position)


def _hand_on(position: DiamondsPosition, log: list[Ply[Move]] | None) -> None:
    hands = position.hands
    for giver, passed in enumerate(position.chosen):
        hand = hands[giver]
        for card in passed:
            hand[SUIT[card]].remove(card)
    for giver, passed in enumerate(position.chosen):
        to = receiver(position, giver)
        hand = hands[to]
        for card in passed:
            insort(hand[SUIT[card]], card)
        if log is not None:
            log.append(Ply(giver, passed, (), (), (giver, to)))
