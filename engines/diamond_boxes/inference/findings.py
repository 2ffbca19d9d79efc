"""Diamond Boxes: findings of the trackers, and cards as written in records."""

from typing import Final

from engines.api import Fact, Finding, Refusal
from engines.diamond_boxes.cards import TENTATIVE, UNKNOWN
from engines.diamond_boxes.inference.layers import ANY, Cards
from engines.messages import Message

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


def problem(message: Message, rule: str, *cards: int, code: str = "") -> Finding:
    """A problem of the current entry."""
    return Finding("problem", Refusal(rule, message, tuple(filter(None, cards))), code)


def missing(message: Message, rule: str, *cards: int) -> Finding:
    """The problem that a card is not where the move takes it from, which cannot be waived."""
    return Finding("problem", Refusal(rule, message, cards, missing=True))


def due(message: Message) -> Finding:
    """The problem that something else must come here."""
    return problem(message, "", code="K-due")


def irregular(wrong: Finding | None) -> Finding:
    """The finding on a waived entry, with the broken rule if it is known."""
    return Finding("irregular", wrong.refusal if wrong else None)


def known(code: int) -> int:
    """A card's number, tentative cards taken as known; 0 for an unknown card."""
    card = code % TENTATIVE
    return 0 if card == UNKNOWN else card


def cards_of(fact: Fact) -> list[int]:
    """The cards of a fact, 0 for unknown ones."""
    return [known(code) for code in fact.values]


def as_set(card: int) -> Cards:
    """The cards that a written card can be."""
    return 1 << card if card else ANY
