"""Diam's: whether a move is legal, and if not, which rule refuses it.

Checks are made in a fixed order: turn, phase, cards held, then the rule of the play itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.api import CHANCE, Refusal, Seat, seat_letter
from engines.diams.cards import CONVOY, END, HAND_LIMIT, KINDS, MAGIC, NAMES, QUALITY, SAFECRACKER
from engines.diams.moves import (
    CRACK,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    MARKET,
    PASS,
    REVEAL,
    SAME,
    STARTING,
    TAKE,
    VAULT,
    Move,
    is_order,
    matching,
    well_formed,
)

if TYPE_CHECKING:
    from engines.diams.state import Diams


def refuse(state: Diams, seat: Seat, move: Move) -> Refusal | None:
    """None for a legal move."""
    owing = state.pending()
    if seat not in owing:
        whose = "the match is over" if not owing else f"it is {_name(owing[0])}'s turn"
        return Refusal("DI-R7", whose)
    if seat == CHANCE:
        return _deal(state, move)
    if not well_formed(move):
        return Refusal("DI-R7", "there is no such move")
    op = move[0]
    if state.step == DRAWING:
        ok = op in (DRAW, REVEAL) and len(move) == 1
        return None if ok else Refusal("DI-R6", "a turn starts with a draw", _cards(move))
    if state.step == GIVING:
        return _give(state, seat, move)
    if state.step == DISCARDING:
        return _discard(state.hands[seat], move)
    if op not in (MARKET, SAME, VAULT, ESCORT, CRACK, TAKE, FORCE, PASS):
        return Refusal("DI-R7", "after the draw comes one play", _cards(move))
    return _play(state, seat, move)


def _name(seat: Seat) -> str:
    return "the dealer" if seat == CHANCE else seat_letter(seat)


def _cards(move: Move) -> tuple[int, ...]:
    if move[0] in (DRAW, REVEAL, PASS):
        return ()
    if move[0] == FORCE:
        return move[2:]
    return move[2:3] if move[0] == CRACK else move[1:]


def _deal(state: Diams, order: Move) -> Refusal | None:
    if not is_order(order, state.pool()):
        return Refusal("DI-R3", "a deal is an order of all the cards")
    if state.step == STARTING:
        return None
    below = len(order) - order.index(END)
    if below > state.window():
        words = f"the closing card lies {below} from the bottom, not within {state.window()}"
        return Refusal("DI-R4", words, (END,))
    return None


def _give(state: Diams, seat: Seat, move: Move) -> Refusal | None:
    named = state.asked[1]
    if move[0] != GIVE or len(move) != 2:
        return Refusal("DI-R10", f"{seat_letter(seat)} has to give a diamond", _cards(move))
    if move[1] not in state.vaults[seat]:
        words = f"no {NAMES[move[1]]} in the vault of {seat_letter(seat)}"
        return Refusal("DI-R10", words, move[1:], True)
    if move[1] not in matching(state.vaults[seat], named):
        return Refusal("DI-R10", f"{NAMES[move[1]]} is not what was named", move[1:])
    return None


def _discard(hand: list[int], move: Move) -> Refusal | None:
    if move[0] != DISCARD:
        return Refusal("DI-R11", "more than five cards in hand: discard first", _cards(move))
    missing = _missing(hand, move[1:])
    if missing:
        return missing
    surplus = len(hand) - HAND_LIMIT
    if len(move) - 1 != surplus:
        words = f"{len(move) - 1} discarded, {surplus} have to go"
        return Refusal("DI-R11", words, move[1:])
    return None if _sorted(move[1:]) else Refusal("DI-R11", "not in order", move[1:])


def _sorted(cards: Move) -> bool:
    return all(cards[i - 1] <= cards[i] for i in range(1, len(cards)))


def _missing(hand: list[int], cards: Move, rule: str = "DI-R7") -> Refusal | None:
    for card in cards:
        if hand.count(card) < cards.count(card):
            return Refusal(rule, f"{_missing_words(hand, card)} in hand", (card,), True)
    return None


def _missing_words(cards: list[int], card: int) -> str:
    held = cards.count(card)
    return f"no {NAMES[card]}" if not held else f"only {held} of {NAMES[card]}"


def _play(state: Diams, seat: Seat, move: Move) -> Refusal | None:
    op = move[0]
    hand = state.hands[seat]
    if op == PASS:
        diamonds = tuple(card for card in hand if card < KINDS)
        return Refusal("DI-Q9", "a hand with a diamond cannot pass", diamonds) if diamonds else None
    if op in (MARKET, SAME):
        return _market(state, hand, move)
    if op in (VAULT, ESCORT):
        return _store(state, seat, move)
    if op == CRACK:
        return _missing(hand, (SAFECRACKER,), "DI-R10") or _opponent(state, seat, move[1])
    if op == TAKE:
        return _missing(hand, (MAGIC,), "DI-R10") or _lying(state, move[1:], "DI-R10")
    return _force(state, seat, move)


def _market(state: Diams, hand: list[int], move: Move) -> Refusal | None:
    card, taken = move[1], move[2:]
    if card >= KINDS:
        return Refusal("DI-Q8", "only diamonds go to the market", (card,))
    missing = _missing(hand, (card,), "DI-R8")
    if missing:
        return missing
    if move[0] == SAME:
        same = state.market[card & 30] or state.market[card | 1]
        words = f"no other diamond of quality {QUALITY[card]} in the market"
        return None if same else Refusal("DI-Q5", words, (card,))
    if not taken:
        return None
    lacking = _lying(state, taken, "DI-R8")
    if lacking:
        return lacking
    total = sum(QUALITY[kind] for kind in taken)
    if len(taken) < 2:
        return Refusal("DI-Q6", "a sum is of two cards or more", taken)
    if total != QUALITY[card]:
        return Refusal("DI-R8", f"the cards taken add up to {total}, not {QUALITY[card]}", taken)
    return None if _sorted(taken) else Refusal("DI-R8", "not in order", taken)


def _lying(state: Diams, cards: Move, rule: str) -> Refusal | None:
    for card in cards:
        lying = state.market[card] if card < KINDS else 0
        if lying < cards.count(card):
            words = f"no {NAMES[card]}" if not lying else f"only {lying} of {NAMES[card]}"
            return Refusal(rule, f"{words} in the market", (card,), True)
    return None


def _store(state: Diams, seat: Seat, move: Move) -> Refusal | None:
    hand, vault, cards = state.hands[seat], state.vaults[seat], move[1:]
    rule = "DI-R9" if move[0] == VAULT else "DI-R10"
    if move[0] == ESCORT:
        spent = _missing(hand, (CONVOY,), rule)
        if spent:
            return spent
    specials = tuple(card for card in cards if card >= KINDS)
    if specials:
        return Refusal(rule, "only diamonds go to the vault", specials)
    missing = _missing(hand, cards, rule)
    if missing:
        return missing
    if not cards or not _sorted(cards):
        return Refusal(rule, "no cards, or not in order", cards)
    return _collections(move[0], vault, cards)


def _collections(op: int, vault: list[int], cards: Move) -> Refusal | None:
    stored = {QUALITY[card] for card in vault}
    sizes = {QUALITY[card]: 0 for card in cards}
    for card in cards:
        sizes[QUALITY[card]] += 1
    if op == VAULT and not any(size >= 3 for size in sizes.values()):
        return Refusal("DI-R9", "no collection of three to five of one quality", cards)
    for quality, size in sizes.items():
        if quality in stored or (op == VAULT and size >= 3):
            continue
        loose = tuple(card for card in cards if QUALITY[card] == quality)
        if op == VAULT:
            return Refusal("DI-R9", f"{size} of quality {quality} are no collection", loose)
        return Refusal("DI-Q15", f"no diamond of quality {quality} in the vault", loose)
    return None


def _opponent(state: Diams, seat: Seat, other: Seat) -> Refusal | None:
    if other == seat or not 0 <= other < state.seats:
        return Refusal("DI-R10", f"{seat_letter(other)} is no opponent")
    return None


def _force(state: Diams, seat: Seat, move: Move) -> Refusal | None:
    _, victim, card, special = move
    hand = state.hands[seat]
    if special < KINDS:
        return Refusal("DI-R10", f"{NAMES[special]} is no special card", (special,))
    if card >= KINDS:
        return Refusal("DI-R10", f"{NAMES[card]} is no diamond", (card,))
    return (
        _missing(hand, (special,), "DI-R10")
        or _missing(hand, (card,), "DI-R10")
        or _opponent(state, seat, victim)
    )
