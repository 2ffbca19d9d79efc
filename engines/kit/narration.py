"""Action texts as sentences for people: what all games share."""

from engines.api import Seat
from engines.messages import Message, Player, say

HIDDEN = "?"
"""Stands for a card that the reader of the text may not know."""


def player(letter: str) -> Player:
    """The player whose seat letter a text names."""
    return Player(ord(letter) - ord("A"))


def dealt(seat: Seat, cards: str) -> Message:
    """The cards of a dealt hand, or their number if they are hidden."""
    if HIDDEN in cards:
        return say("kit.dealt-hidden", who=Player(seat), count=len(cards.split()))
    return say("kit.dealt", who=Player(seat), cards=cards)


def passes(seat: Seat, rest: str = "") -> Message:
    """A pass."""
    return say("kit.passes", who=Player(seat))
