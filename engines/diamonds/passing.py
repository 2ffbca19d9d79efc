"""Diamonds: the dealer announces a number, and everybody passes that many cards."""

from bisect import insort
from collections.abc import Sequence
from itertools import combinations
from random import Random

from engines.api import Fact, Ply, Refusal, Seat
from engines.diamonds.cards import CARDS, NAMES, SUIT
from engines.diamonds.moves import ANNOUNCE, ANNOUNCEMENTS, Move
from engines.diamonds.position import PASSING, DiamondsPosition
from engines.diamonds.tricks import begin
from engines.messages import say


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


def refuse(position: DiamondsPosition, seat: Seat, move: Move) -> Refusal | None:
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
