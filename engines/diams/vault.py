"""Diam's, a play at the vault: storing collections and extending stored ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final

from engines.api import Ply, Refusal, Seat
from engines.diams.cards import KINDS, QUALITY, VAULT, Move, is_sorted
from engines.diams.position import ALONE, DiamsPosition, not_in_hand
from engines.diams.round_end import finish_play
from engines.messages import say

# DI-Q17: three of a quality are a collection, whatever is already in the vault
COLLECTION: Final = 3


# DI-Q16: any diamond in the vault can be extended, also one left over after a theft
def stored_qualities(vault: Sequence[int]) -> set[int]:
    """The qualities in a vault."""
    return {QUALITY[kind] for kind in vault}


def may_store(quality: int, size: int, stored: Collection[int]) -> bool:
    """Whether this many diamonds of a quality may be among the cards stored."""
    return size >= COLLECTION or quality in stored


# DI-R9, DI-Q33: at least one collection, and together with it extensions of stored qualities
def plays(hand: Sequence[int], vault: Sequence[int]) -> list[Move]:
    """Every set of cards that may go to the vault, in order."""
    if not has_collection(hand):
        return []
    found = []
    for parts in product(*_groups(hand, stored_qualities(vault))):
        if any(size >= COLLECTION for _, size in parts):
            found.append((VAULT, *(card for cards, _ in parts for card in cards)))
    found.sort()
    return found


def _groups(hand: Sequence[int], stored: Collection[int]) -> Iterator[list[tuple[Move, int]]]:
    """Per quality in hand: the sets of cards that may be stored, and their sizes."""
    counts = count_kinds(hand)
    for quality in sorted({QUALITY[kind] for kind in counts}):
        plain = 2 * quality - 2
        choices: list[tuple[Move, int]] = []
        for taken in range(counts.get(plain, 0) + 1):
            for star in range(counts.get(plain + 1, 0) + 1):
                size = taken + star
                if size == 0 or may_store(quality, size, stored):
                    choices.append(((plain,) * taken + (plain + 1,) * star, size))
        yield choices


def count_kinds(hand: Sequence[int]) -> dict[int, int]:
    """The diamonds in a hand by kind."""
    counts: dict[int, int] = {}
    for card in hand:
        if card < KINDS:
            counts[card] = counts.get(card, 0) + 1
    return counts


def has_collection(hand: Sequence[int]) -> bool:
    """Whether a sorted hand holds three diamonds of one quality."""
    return any(hand[i] >> 1 == hand[i - 2] >> 1 and hand[i] < KINDS for i in range(2, len(hand)))


def refuse(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why these cards cannot be stored; None for a legal play."""
    cards = move[1:]
    refused = refuse_cards(position.hands[seat], cards, "DI-R9")
    if refused:
        return refused
    stored = stored_qualities(position.vaults[seat])
    sizes = count_qualities(cards)
    if not any(size >= COLLECTION for size in sizes.values()):
        return Refusal("DI-R9", say("diams.no-collection"), cards)
    for quality, size in sizes.items():
        if not may_store(quality, size, stored):
            loose = tuple(card for card in cards if QUALITY[card] == quality)
            message = say("diams.too-few-of-quality", count=size, quality=quality)
            return Refusal("DI-R9", message, loose)
    return None


def refuse_cards(hand: list[int], cards: Move, rule: str) -> Refusal | None:
    """Why these cards cannot go to the vault: special, missing, none at all, or not sorted."""
    specials = tuple(card for card in cards if card >= KINDS)
    if specials:
        return Refusal(rule, say("diams.only-diamonds-in-vault"), specials)
    missing = not_in_hand(hand, cards, rule)
    if missing:
        return missing
    if not cards:
        return Refusal(rule, say("diams.no-cards-named"), cards)
    return None if is_sorted(cards) else Refusal(rule, say("kit.not-sorted"), cards)


def count_qualities(cards: Sequence[int]) -> dict[int, int]:
    """Diamonds by quality, in the order of the cards."""
    sizes: dict[int, int] = {}
    for card in cards:
        sizes[QUALITY[card]] = sizes.get(QUALITY[card], 0) + 1
    return sizes


def store(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Move cards from the hand to the vault, seen by their owner alone."""
    hand = position.hands[seat]
    for card in move[1:]:
        hand.remove(card)
    position.vaults[seat].extend(move[1:])
    position.vaults[seat].sort()
    finish_play(position, seat, move, log, seen=ALONE[seat])
