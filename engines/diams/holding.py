"""Diam's: checks shared by several rules: whether cards are where a move takes them from."""

from engines.api import Refusal, Seat
from engines.diams.cards import KINDS, NAMES
from engines.diams.moves import Move
from engines.diams.position import DiamsPosition
from engines.messages import Player, say


def not_in_hand(hand: list[int], cards: Move, rule: str) -> Refusal | None:
    """Refusal for the first of these cards that the hand lacks; None if it has all."""
    for card in cards:
        held = hand.count(card)
        if held < cards.count(card):
            name = NAMES[card]
            words = (
                say("diams.fewer-in-hand", held=held, card=name)
                if held
                else say("diams.not-in-hand", card=name)
            )
            return Refusal(rule, words, (card,), True)
    return None


def not_in_market(market: list[int], cards: Move, rule: str) -> Refusal | None:
    """Refusal for the first of these cards that the market lacks; None if it has all."""
    for card in cards:
        lying = market[card] if card < KINDS else 0
        if lying < cards.count(card):
            name = NAMES[card]
            words = (
                say("diams.fewer-in-market", held=lying, card=name)
                if lying
                else say("diams.not-in-market", card=name)
            )
            return Refusal(rule, words, (card,), True)
    return None


def no_opponent(position: DiamsPosition, seat: Seat, other: Seat) -> Refusal | None:
    """Refusal if `other` is not an opponent of `seat`."""
    if other == seat or not 0 <= other < position.seats:
        return Refusal("DI-R10", say("diams.no-opponent", who=Player(other)))
    return None
