"""Diamonds: a round: passing cards, the tricks, the actions of the suits, the rewards."""

from bisect import insort
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from engines.api import EVERYTHING, Fact, Ply, Refusal, Seat, Who
from engines.diamonds.cards import (
    ANNOUNCE,
    CARDS,
    DIAMOND,
    HEART,
    NAMES,
    SPADE,
    SUIT,
    SUIT_WORDS,
    Move,
)
from engines.diamonds.position import (
    ALONE,
    DEALER,
    DEALING,
    OVER,
    PASSING,
    PLAYING,
    DiamondsPosition,
)
from engines.messages import Player, say

# The tricks of a round: who leads, which card may be played, who wins.

TAKEN: Final = tuple(Fact("trick", (seat,)) for seat in range(6))
"""By winner: the fact that the last card of a trick reveals."""
NOTHING: Final[list[int]] = []


# DM-R5: the player on the dealer's left leads to the first trick
def first_leader(position: DiamondsPosition) -> Seat:
    """The seat that leads to the first trick of the round."""
    return (position.dealer + 1) % position.seats


def leaders(position: DiamondsPosition) -> list[Seat]:
    """The leader of each trick of the round, including the current one."""
    return [first_leader(position), *position.won]


def played_cards(position: DiamondsPosition) -> list[tuple[Seat, int]]:
    """The cards played in this round in their order, each with the seat that played it."""
    first = leaders(position)
    return [
        ((first[at // position.size] + at % position.size) % position.seats, card)
        for at, card in enumerate(position.played)
    ]


def following(position: DiamondsPosition, seat: Seat) -> list[int]:
    """Cards of the suit led, one of which must be played; empty if any card may be played."""
    return position.hands[seat][position.led] if position.laid else NOTHING


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
    """A uniformly random card that may be played; written out for speed in playouts."""
    hand = position.hands[seat]
    if position.laid:
        cards = hand[position.led]
        if cards:
            return cards[int(rng.random() * len(cards))]
    diamonds, hearts, spades, clubs = hand
    cards = [*diamonds, *hearts, *spades, *clubs]
    return cards[int(rng.random() * len(cards))]


def play_at_random(position: DiamondsPosition, rng: Random) -> None:
    """Play random cards to the end of the round, the same as by `drawn_card` and `play`."""
    seat = position.owing[0]
    while position.step == PLAYING:
        draw: float = rng.random()  # a variable, so that it compiles to a plain number
        hand = position.hands[seat]
        suit = position.led
        if position.laid and hand[suit]:
            place = int(draw * len(hand[suit]))
        else:  # any card: its suit follows from the lengths, without joining the suits
            diamonds, hearts, spades, clubs = hand
            place = int(draw * (len(diamonds) + len(hearts) + len(spades) + len(clubs)))
            suit = 0
            while place >= len(hand[suit]):
                place -= len(hand[suit])
                suit += 1
        lay(position, seat, suit, hand[suit].pop(place), None)
        if not position.laid:
            seat = position.leader
        elif seat + 1 < position.seats:
            seat += 1
        else:
            seat = 0


# DM-R6, DM-Q23: a card of another suit than the one led has its action at once; the highest card of
# the suit led wins, and the winner carries out the action of the suit led
def play(position: DiamondsPosition, seat: Seat, card: int, log: list[Ply[Move]] | None) -> None:
    """Play a card of the hand to the trick."""
    suit = SUIT[card]
    position.hands[seat][suit].remove(card)
    lay(position, seat, suit, card, log)


def lay(
    position: DiamondsPosition, seat: Seat, suit: int, card: int, log: list[Ply[Move]] | None
) -> None:
    """Add a card that has left the hand to the trick; the last card ends it."""
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
    winner = position.winner
    if log is not None:
        log.append(Ply(seat, card, (TAKEN[winner],)))
    position.won.append(winner)
    act(position, position.led, winner)
    position.laid = 0
    if len(position.won) < position.tricks:
        position.leader = winner
        position.owing = ALONE[winner]
    else:
        finish_round(position)


# The dealer announces a number, and everybody passes that many cards.


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
    passed: list[int] = []
    for _ in range(position.announced):
        draw: float = rng.random()
        passed.append(cards.pop(int(draw * len(cards))))
    passed.sort()
    return tuple(passed)


# DM-R4: all choose before they see any card passed to them; then all cards are passed at once
def choose(
    position: DiamondsPosition, seat: Seat, cards: tuple[int, ...], log: list[Ply[Move]] | None
) -> None:
    """Take a seat's choice, hidden until the last seat has chosen."""
    position.chosen[seat] = cards
    owing = position.owing
    place = owing.index(seat)
    position.owing = owing[:place] + owing[place + 1 :]
    if position.owing:
        return
    hands = position.hands
    for giver, passed in enumerate(position.chosen):
        for card in passed:
            hands[giver][SUIT[card]].remove(card)
    for giver, passed in enumerate(position.chosen):
        to = receiver(position, giver)
        for card in passed:
            insort(hands[to][SUIT[card]], card)
        if log is not None:
            log.append(Ply(giver, passed, (), (), (giver, to)))
    position.leader = first_leader(position)
    position.step = PLAYING
    position.owing = ALONE[position.leader]


# The actions of the suits on crystals and thief token, and who may count a vault.
#
# Crystals are counted by team; without teams each seat is its own team.


# DM-R7, DM-Q6, DM-Q7: there is nothing to choose, and the supply does not run out
def act(position: DiamondsPosition, suit: int, seat: Seat) -> None:
    """Carry out the action of a suit for a seat."""
    team = position.team[seat]
    if suit == DIAMOND:
        position.vault[team] += 1
    elif suit == HEART:
        position.showroom[team] += 1
    elif suit == SPADE:
        if position.showroom[team]:
            position.showroom[team] -= 1
            position.vault[team] += 1
    else:
        # DM-Q1, DM-Q2, DM-Q3, DM-Q5, DM-Q15, DM-Q20: clubs take only from the showroom of the
        # token's holder, unless it is the player's own or empty; the token always moves to the
        # holder's left
        holder = position.thief
        theirs = position.team[holder]
        if theirs != team and position.showroom[theirs]:
            position.showroom[theirs] -= 1
            position.showroom[team] += 1
        position.thief = holder + 1 if holder + 1 < position.seats else 0


# DM-R14: without `show` the contents of other vaults are hidden during a match
def may_count(position: DiamondsPosition, who: Who, team: int) -> bool:
    """Whether `who` may see the number of crystals in a team's vault."""
    if who == EVERYTHING or position.options.show or not position.owing:
        return True
    return who is not None and who >= 0 and position.team[who] == team


# The end of a round: rewards for the most cards of a suit and for no tricks.

BONUS: Final = 2
"""Crystals for a player without a trick."""


# DM-R8, DM-Q9, DM-Q10: the suits in order, then the bonus for every player without a trick
def finish_round(position: DiamondsPosition) -> None:
    """Finish a round when all cards have been played."""
    # DM-Q11, DM-Q12, DM-Q16: nobody acts if several have the most or all have none; partners count
    # together, and the team acts (its number is also its first seat)
    counted = _counted(position, position.team, len(position.vault))
    for suit in range(4):
        most, winner = 0, -1
        for team, counts in enumerate(counted):
            if counts[suit] > most:
                most, winner = counts[suit], team
            elif counts[suit] == most:
                winner = -1
        if winner >= 0:
            act(position, suit, winner)
    for seat in range(position.seats):
        if seat not in position.won:
            position.vault[position.team[seat]] += BONUS
    position.leader = -1
    over = position.round == position.rounds
    position.step = OVER if over else DEALING
    position.owing = () if over else DEALER


# DM-Q13, DM-Q24: all cards of won tricks count, also the winner's own; the counts are public
def taken(position: DiamondsPosition) -> list[list[int]]:
    """Cards taken in this round, by seat and suit."""
    return _counted(position, range(position.seats), position.seats)


def _counted(position: DiamondsPosition, owner: Sequence[Seat], owners: int) -> list[list[int]]:
    counts = [[0, 0, 0, 0] for _ in range(owners)]
    played = position.played
    start = 0
    for winner in position.won:
        own = counts[owner[winner]]
        end = start + position.size
        for card in played[start:end]:
            own[SUIT[card]] += 1
        start = end
    return counts
