"""Diam's: hand and vault of a seat under one hypothesis: revealing and scoring them."""

from collections.abc import Sequence

from engines.api import Seat
from engines.diams import scoring
from engines.diams.inference import masks
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import Cards, mask_of
from engines.diams.moves import DRAWING, OVER
from engines.diams.scoring import RoundScore


def is_over(at: Hypothesis) -> bool:
    """Whether the round can be over; after a waived turn out of order, turns are not counted."""
    return at.step == OVER or (at.left < 0 and at.step == DRAWING)


def zone(at: Hypothesis, seat: Seat, part: str) -> Cards:
    """The hand or the vault of a seat."""
    return (at.vaults if part == "vault" else at.hands)[seat]


def opened(at: Hypothesis, seat: Seat, part: str, cards: Sequence[int]) -> list[Hypothesis]:
    """The hypotheses in which a zone consists of the revealed cards."""
    there = zone(at, seat, part)
    if len(there) != len(cards):
        return []
    found = []
    for shown, _ in masks.take(there, [mask_of(card) for card in cards]):
        after = at.clone()
        (after.vaults if part == "vault" else after.hands)[seat] = shown
        found.append(after)
    return found


def score(at: Hypothesis) -> RoundScore | None:
    """The points of every seat; None if a card that counts is unknown."""
    if not all(masks.is_known(mask) for cards in (*at.hands, *at.vaults) for mask in cards):
        return None
    vaults = [masks.kinds_of(cards) for cards in at.vaults]
    return scoring.score_round(vaults, [masks.kinds_of(cards) for cards in at.hands])


def stars(cards: Cards) -> str:
    """Number of diamonds of special purity, "?" if not all are known."""
    if any(mask & masks.STARS and mask & ~masks.STARS for mask in cards):
        return "?"
    return str(sum(1 for mask in cards if mask & masks.STARS))


def hand_sum(cards: Cards) -> str:
    """Sum of qualities, "?" if not all are known."""
    total = 0
    for mask in cards:
        bits = masks.qualities(mask)
        if bits.bit_count() > 1 or (bits and mask & masks.SPECIAL):
            return "?"
        total += bits.bit_length() - 1 if bits else 0
    return str(total)
