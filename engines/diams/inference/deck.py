"""Diam's: cards drawn from the deck in a record, and whether their number can be right."""

from collections.abc import Sequence

from engines.api import Ply
from engines.diams.cards import UNKNOWN
from engines.diams.dealing import LAID
from engines.diams.inference.checks import EntryCheck
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import DIAMOND, SPECIAL, mask_of, with_cards
from engines.diams.moves import PLAYING, Move
from engines.messages import say


class Deck:
    """Fixed data of the deck: `window` last cards may include the closing card."""

    def __init__(self, seats: int, window: int) -> None:
        self.seats = seats
        self.window = window


def _drawn(
    check: EntryCheck, deck: Deck, at: Hypothesis, cards: Sequence[int], full: bool, ended: bool
) -> bool:
    """Draw cards from the deck; `full` if the full number was drawn (DI-R4, DI-Q4)."""
    proof = check.mentions.closing
    if ended and at.ended:
        there = say("diams.closing-came")
        check.contradict("DI-R1", say("diams.one-closing"), code="K-card", proof=proof, there=there)
        return False
    rest = at.deck - len(cards) - ended
    if rest < 0:
        message, there = (
            say("diams.deck-too-small", count=at.deck - (not at.ended)),
            say("diams.closing-came"),
        )
        check.contradict("DI-Q4", message, code="K-revealed", proof=proof, there=there)
        return False
    if at.loose and not full:
        rest = 0  # nobody counted it: it was empty
    if not rest and not ended and not at.ended:
        check.contradict("DI-R4", say("diams.closing-missed"), code="K-revealed")
        return False
    if not full and not check.require(rest == 0, "DI-Q4", say("diams.deck-not-empty", count=rest)):
        return False
    if ended:
        if at.loose:
            rest = max(0, min(rest, deck.window - 1 - full))
        below = rest + 1 + full
        message = say("diams.closing-too-high", below=below, most=deck.window)
        if not check.require(below <= deck.window, "DI-R4", message):
            return False
        at.ended, at.left = True, deck.seats
    at.deck = rest
    check.sure = check.sure and UNKNOWN not in cards
    return True


def draw(check: EntryCheck, deck: Deck, at: Hypothesis, ply: Ply[Move]) -> bool:
    """One card to the hand, or none from an empty deck; whether it is possible."""
    drawn = ply.facts[-1].values
    if not _drawn(check, deck, at, drawn, bool(drawn), len(ply.facts) > 1):
        return False
    at.hands[ply.seat] = with_cards(at.hands[ply.seat], map(mask_of, drawn))
    at.step = PLAYING
    return True


def reveal(check: EntryCheck, deck: Deck, at: Hypothesis, ply: Ply[Move]) -> bool:
    """Two diamonds to the market, special cards met to the hand; whether it is possible."""
    laid, special = ply.facts[0].values, values(ply, "special")
    ended = ply.facts[-1].name == "end"
    if not _drawn(check, deck, at, (*laid, *special), len(laid) == 2, ended):
        return False
    at.market = with_cards(at.market, (mask_of(card, DIAMOND) for card in laid))
    specials = (mask_of(card, SPECIAL) for card in special)
    at.hands[ply.seat] = with_cards(at.hands[ply.seat], specials)
    at.step = PLAYING
    return True


def refilled(check: EntryCheck, deck: Deck, at: Hypothesis) -> bool:
    """Refill an empty market at the end of a turn; whether the entry does so when it must."""
    if all(fact.name != "refill" for fact in check.ply.facts):
        fine = bool(at.market) or not at.deck
        return fine or check.require(False, "DI-R12", say("diams.market-empty"))
    if not check.require(not at.market, "DI-R12", say("diams.market-not-empty")):
        return False
    return refill(check, deck, at)


def refill(check: EntryCheck, deck: Deck, at: Hypothesis) -> bool:
    """Lay out the diamonds of a refill; whether the deck can have given them."""
    laid, out = values(check.ply, "refill"), values(check.ply, "out")
    ended = any(fact.name == "end" for fact in check.ply.facts)
    if not _drawn(check, deck, at, (*laid, *out), len(laid) == LAID, ended):
        return False
    at.market = with_cards(at.market, (mask_of(card, DIAMOND) for card in laid))
    at.gone = with_cards(at.gone, (mask_of(card, SPECIAL) for card in out))
    return True


def values(ply: Ply[Move], name: str) -> tuple[int, ...]:
    """The cards of a fact; none if the entry has no such fact."""
    return next((fact.values for fact in ply.facts if fact.name == name), ())
