"""Diam's, the special cards: convoy, safecracker, magic, and any of them as a forced sale."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from itertools import product

from engines.api import Fact, Ply, Refusal, Seat
from engines.diams.cards import (
    CONVOY,
    CRACK,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    KINDS,
    MAGIC,
    NAMES,
    QUALITY,
    SAFECRACKER,
    STAR,
    TAKE,
    Move,
    cards_of,
)
from engines.diams.facts import MISS, PLAYED, TOLD
from engines.diams.market import take_quality
from engines.diams.position import (
    ALONE,
    HIT,
    DiamsPosition,
    Event,
    no_opponent,
    not_in_hand,
    not_in_market,
)
from engines.diams.round_end import finish_play, finish_turn
from engines.diams.vault import count_kinds, count_qualities, refuse_cards, store, stored_qualities
from engines.messages import Player, say


# DI-R10: a special card has its own effect or is used for a forced sale
def plays(position: DiamsPosition, seat: Seat, diamonds: Sequence[int]) -> list[Move]:
    """Every play of a special card, in order; `diamonds` are the kinds in hand."""
    hand = position.hands[seat]
    others = [other for other in range(position.seats) if other != seat]
    found: list[Move] = []
    if CONVOY in hand:
        found.extend(convoys(hand, position.vaults[seat]))
    if SAFECRACKER in hand:
        found.extend((CRACK, other, kind) for other in others for kind in range(KINDS))
    if MAGIC in hand:
        found.extend((TAKE, kind) for kind in range(KINDS) if position.market[kind])
    specials = [card for card in hand if card >= KINDS]
    found.extend(
        (FORCE, other, kind, special)
        for other in others
        for kind in diamonds
        for special in specials
    )
    return found


# DI-Q14: a special card is spent even if it fails
def spend(position: DiamsPosition, seat: Seat, special: int) -> None:
    """Move a special card from the hand to the discard pile."""
    position.hands[seat].remove(special)
    position.discards.append(special)


# DI-Q15: each card that a convoy brings has a quality that is in the vault
def convoys(hand: Sequence[int], vault: Sequence[int]) -> list[Move]:
    """The sets of cards that a convoy may bring to the vault, in order."""
    stored = stored_qualities(vault)
    counts = [(kind, n) for kind, n in count_kinds(hand).items() if QUALITY[kind] in stored]
    found = []
    for taken in product(*(range(n + 1) for _, n in counts)):
        cards = tuple(k for (k, _), n in zip(counts, taken, strict=True) for _ in range(n))
        if cards:
            found.append((ESCORT, *cards))
    found.sort()
    return found


def refuse_convoy(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a convoy cannot bring these cards; None for a legal play."""
    hand, cards = position.hands[seat], move[1:]
    refused = not_in_hand(hand, (CONVOY,), "DI-R10") or refuse_cards(hand, cards, "DI-R10")
    if refused:
        return refused
    stored = stored_qualities(position.vaults[seat])
    for quality in count_qualities(cards):
        if quality not in stored:
            loose = tuple(card for card in cards if QUALITY[card] == quality)
            return Refusal("DI-Q15", say("diams.quality-not-in-vault", quality=quality), loose)
    return None


def escort(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Bring diamonds to the player's own vault."""
    spend(position, seat, CONVOY)
    store(position, seat, move, log)


# DI-Q11: if a quality without star is asked for, the victim may also give the starred diamond
def matching(vault: Sequence[int], named: int) -> list[int]:
    """Kinds in a vault that a safecracker asking for `named` can get, in order."""
    if named & STAR:
        return [named] if named in vault else []
    return [kind for kind in (named, named + 1) if kind in vault]


def refuse_crack(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a safecracker cannot be played; any of the 20 kinds may be asked for."""
    missing = not_in_hand(position.hands[seat], (SAFECRACKER,), "DI-R10")
    return missing or no_opponent(position, seat, move[1])


def crack(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Ask the victim for a diamond, even if only one fits; a miss ends the play."""
    spend(position, seat, SAFECRACKER)
    victim, named = move[1], move[2]
    if not matching(position.vaults[victim], named):
        finish_play(position, seat, move, log, MISS)
        return
    position.past = Event(position.past, seat, move, HIT, ())
    if log is not None:
        log.append(PLAYED[seat][move])
    position.asked = (victim, named)
    position.step = GIVING
    position.owing = ALONE[victim]


def gifts(position: DiamsPosition, seat: Seat) -> list[Move]:
    """The gifts that a victim may choose from, in order."""
    return [(GIVE, kind) for kind in matching(position.vaults[seat], position.asked[1])]


def refuse_gift(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a victim cannot give this; None for a legal gift."""
    if move[0] != GIVE:
        return Refusal("DI-R10", say("diams.must-give", who=Player(seat)), cards_of(move))
    card, vault = move[1], position.vaults[seat]
    if card not in vault:
        message = say("diams.not-in-vault", who=Player(seat), card=NAMES[card])
        return Refusal("DI-R10", message, move[1:], True)
    if card not in matching(vault, position.asked[1]):
        return Refusal("DI-R10", say("diams.not-named", card=NAMES[card]), move[1:])
    return None


# DI-Q10: a stolen diamond goes to the hand, where it counts for the hand limit
def give(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Move a diamond from the victim's vault to the thief's hand; only these two see it."""
    thief = position.turn
    position.vaults[seat].remove(move[1])
    insort(position.hands[thief], move[1])
    position.asked = (-1, -1)
    position.past = Event(position.past, seat, move, (), ())
    if log is not None:
        log.append(TOLD[seat][move, (), (thief, seat)])
    finish_turn(position, thief, log)


def refuse_magic(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why magic cannot take this card; None for a legal play."""
    missing = not_in_hand(position.hands[seat], (MAGIC,), "DI-R10")
    return missing or not_in_market(position.market, move[1:], "DI-R10")


def conjure(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Take any one diamond from the market to the hand."""
    spend(position, seat, MAGIC)
    position.market[move[1]] -= 1
    position.lying -= 1
    insort(position.hands[seat], move[1])
    finish_play(position, seat, move, log)


# DI-Q13: a forced sale uses one of the player's own diamonds against one opponent
def refuse_force(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a forced sale is not allowed; None for a legal one."""
    _, victim, card, special = move
    hand = position.hands[seat]
    if special < KINDS:
        return Refusal("DI-R10", say("diams.no-special", card=NAMES[special]), (special,))
    if card >= KINDS:
        return Refusal("DI-R10", say("diams.no-diamond", card=NAMES[card]), (card,))
    return (
        not_in_hand(hand, (special,), "DI-R10")
        or not_in_hand(hand, (card,), "DI-R10")
        or no_opponent(position, seat, victim)
    )


# DI-Q12: a successful forced sale also takes the diamonds of this quality already in the market
def force(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Own and opponent's diamonds of one quality go to the market; on a hit all go to the hand."""
    _, victim, card, special = move
    spend(position, seat, special)
    position.hands[seat].remove(card)
    market = position.market
    market[card] += 1
    theirs = position.hands[victim]
    shown = tuple(kind for kind in theirs if kind >> 1 == card >> 1)
    for kind in shown:
        theirs.remove(kind)
        market[kind] += 1
    position.lying += 1 + len(shown)
    taken = take_quality(position, seat, card) if shown else ()
    finish_play(position, seat, move, log, (Fact("shown", shown),), shown, taken)
