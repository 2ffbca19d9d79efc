"""Diamond Boxes: findings of a tracker, and cards as records write them."""

from typing import Final

from engines.api import Fact, Finding, Refusal
from engines.diamond_boxes.cards import TENTATIVE, UNKNOWN
from engines.diamond_boxes.inference.layers import ANY, Cards
from engines.messages import Message

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


def problem(message: Message, rule: str, *cards: int, code: str = "") -> Finding:
    """A contradiction."""
    return Finding("problem", Refusal(rule, message, tuple(filter(None, cards))), code)


def missing(message: Message, rule: str, *cards: int) -> Finding:
    """A card is not where it is taken from, which cannot be let stand."""
    return Finding("problem", Refusal(rule, message, cards, missing=True))


def due(message: Message) -> Finding:
    """Something else comes here."""
    return problem(message, "", code="K-due")


def irregular(wrong: Finding | None) -> Finding:
    """What was let stand, with what speaks against it, if anything does."""
    return Finding("irregular", wrong.refusal if wrong else None)


def known(code: int) -> int:
    """A card's number as written, tentative cards taken as known; 0 for an unknown one."""
    card = code % TENTATIVE
    return 0 if card == UNKNOWN else card


def cards_of(fact: Fact) -> list[int]:
    """The cards of a fact, 0 for unknown ones."""
    return [known(code) for code in fact.values]


def as_set(card: int) -> Cards:
    """What a card can be that is written so."""
    return 1 << card if card else ANY
