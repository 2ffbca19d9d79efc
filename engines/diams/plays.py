"""Diam's, the second phase of a turn: one play, at the market, the vault, or a special card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from engines.api import Ply, Refusal, Seat
from engines.diams import market, specials, vault
from engines.diams.cards import KINDS
from engines.diams.counting import sum_series
from engines.diams.ending import finish_play
from engines.diams.market import diamonds_of
from engines.diams.moves import (
    CRACK,
    ESCORT,
    FORCE,
    MARKET,
    PASS,
    SAME,
    TAKE,
    VAULT,
    Move,
    cards_of,
)
from engines.diams.position import DiamsPosition
from engines.messages import say


# DI-R7, DI-Q34, DI-Q35: one play per turn, also with a special card that has just been drawn
def legal_plays(position: DiamsPosition, seat: Seat) -> list[Move]:
    """Every legal play, in order."""
    diamonds = diamonds_of(position.hands[seat])
    found = market.plays(position.market, diamonds)
    found.extend(_other_plays(position, seat, diamonds))
    return found


def _other_plays(position: DiamsPosition, seat: Seat, diamonds: list[int]) -> list[Move]:
    """Every play that is not at the market; there are many only with a special card in hand."""
    hand = position.hands[seat]
    found = vault.plays(hand, position.vaults[seat])
    if hand and hand[-1] >= KINDS:
        found.extend(specials.plays(position, seat, diamonds))
    if may_pass(diamonds):
        found.append((PASS,))
    return found


# DI-Q9: a player without diamonds in hand may pass, even with a special card
def may_pass(diamonds: list[int]) -> bool:
    """Whether a player with these diamonds in hand may pass."""
    return not diamonds


def sample_play(position: DiamsPosition, seat: Seat, rng: Random) -> Move:
    """A uniformly random legal play; plays at the market are counted, not listed."""
    hand = position.hands[seat]
    if not hand:
        return (PASS,)
    lying = position.market
    series = sum_series(lying)
    counted = market.ways(lying, series, hand)
    total = counted[-1] if counted else 0
    if hand[-1] < KINDS and not vault.has_collection(hand):
        return market.pick(lying, series, hand, counted, int(rng.random() * total))
    others = _other_plays(position, seat, diamonds_of(hand))
    pick = int(rng.random() * (total + len(others)))
    if pick < total:
        return market.pick(lying, series, hand, counted, pick)
    return others[pick - total]


def refuse(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why this play is not allowed; None for a legal one."""
    found = REFUSALS.get(move[0])
    if found is None:
        return Refusal("DI-R7", say("diams.one-play"), cards_of(move))
    return found(position, seat, move)


def refuse_pass(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a pass is not allowed: the diamonds in hand; None if it is allowed."""
    hand = position.hands[seat]
    if may_pass(diamonds_of(hand)):
        return None
    return Refusal("DI-Q9", say("diams.no-pass"), tuple(card for card in hand if card < KINDS))


REFUSALS: Final[Mapping[int, Callable[[DiamsPosition, Seat, Move], Refusal | None]]] = {
    MARKET: market.refuse,
    SAME: market.refuse,
    VAULT: vault.refuse,
    ESCORT: specials.refuse_convoy,
    CRACK: specials.refuse_crack,
    TAKE: specials.refuse_magic,
    FORCE: specials.refuse_force,
    PASS: refuse_pass,
}
APPLY: Final[Mapping[int, Callable[[DiamsPosition, Seat, Move, list[Ply[Move]] | None], None]]] = {
    MARKET: market.put,
    SAME: market.put_for_same,
    VAULT: vault.store,
    ESCORT: specials.escort,
    CRACK: specials.crack,
    TAKE: specials.conjure,
    FORCE: specials.force,
    PASS: finish_play,
}
