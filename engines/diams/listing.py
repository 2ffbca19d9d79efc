"""Diam's: the plays that are legal after the draw, listed or drawn at random."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.api import Seat
from engines.diams.cards import CONVOY, KINDS, MAGIC, SAFECRACKER
from engines.diams.moves import (
    CRACK,
    FIELD,
    FORCE,
    LOW,
    MARKET,
    PASS,
    SAME,
    TAKE,
    Move,
    convoy_moves,
    has_collection,
    sum_counts,
    sums,
    vault_moves,
)

if TYPE_CHECKING:
    from engines.diams.state import Diams


def plays(state: Diams, seat: Seat) -> list[Move]:
    """Every legal play, in order (DI-R7)."""
    hand = state.hands[seat]
    diamonds = sorted({card for card in hand if card < KINDS})
    market = state.market
    found: list[Move] = []
    for kind in diamonds:
        found.append((MARKET, kind))
        found.extend((MARKET, kind, *taken) for taken in sums(market, (kind >> 1) + 1))
    found.extend((SAME, kind) for kind in diamonds if market[kind & 30] or market[kind | 1])
    found.extend(vault_moves(hand, state.vaults[seat]))
    if hand and hand[-1] >= KINDS:
        found.extend(_special_plays(state, seat, diamonds))
    if not diamonds:
        found.append((PASS,))  # DI-Q9
    return found


def _special_plays(state: Diams, seat: Seat, diamonds: list[int]) -> list[Move]:
    hand = state.hands[seat]
    others = [other for other in range(state.seats) if other != seat]
    found: list[Move] = []
    if CONVOY in hand:
        found.extend(convoy_moves(hand, state.vaults[seat]))
    if SAFECRACKER in hand:
        found.extend((CRACK, other, kind) for other in others for kind in range(KINDS))
    if MAGIC in hand:
        found.extend((TAKE, kind) for kind in range(KINDS) if state.market[kind])
    specials = [card for card in hand if card >= KINDS]
    found.extend(
        (FORCE, other, kind, special)
        for other in others
        for kind in diamonds
        for special in specials
    )
    return found


def sample_play(state: Diams, seat: Seat, rng: Random) -> Move:
    """A legal play drawn uniformly; without a list where only the market is open."""
    hand = state.hands[seat]
    if not hand:
        return (PASS,)
    if hand[-1] < KINDS and not has_collection(hand):
        return _sample_market(state, hand, rng)
    moves = plays(state, seat)
    return moves[int(rng.random() * len(moves))]


def _sample_market(state: Diams, hand: list[int], rng: Random) -> Move:
    market = state.market
    counts = sum_counts(market) if state.lying > 1 else 1
    ways = []
    total = 0
    last = -1
    for kind in hand:
        if kind == last:
            continue
        last = kind
        same = (market[kind & 30] > 0) + (market[kind | 1] > 0)
        sets = counts >> FIELD * ((kind >> 1) + 1) & LOW
        if kind < KINDS - 2:  # single cards of the quality itself are counted as well
            sets -= same
        total += 1 + sets + (same > 0)
        ways.append((total, kind, same))
    pick = int(rng.random() * total)
    below = 0
    for upto, kind, same in ways:
        if pick < upto:
            return _market_move(market, kind, pick - below, same)
        below = upto
    return (MARKET, hand[0])


def _market_move(market: list[int], kind: int, pick: int, same: int) -> Move:
    if pick == 0:
        return (MARKET, kind)
    if same:
        if pick == 1:
            return (SAME, kind)
        pick -= 1
    return (MARKET, kind, *sums(market, (kind >> 1) + 1)[pick - 1])
