"""Diam's: a turn: a draw, then one play, or a pass where it is allowed."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from engines.api import Ply, Refusal, Seat
from engines.diams import market, specials, vault
from engines.diams.cards import (
    CRACK,
    DRAW,
    END,
    ESCORT,
    FORCE,
    KINDS,
    MARKET,
    PASS,
    PLAYING,
    REVEAL,
    SAME,
    TAKE,
    VAULT,
    Move,
    cards_of,
)
from engines.diams.facts import DRAWN, REVEALED
from engines.diams.market import diamonds_of
from engines.diams.numbered_sets import sum_series
from engines.diams.position import DiamsPosition, Event
from engines.diams.round_end import close, finish_play
from engines.messages import say

# One card to the hand, or two diamonds to the market.

# DI-R6, DI-Q4: two ways to draw, both open with too few cards in the deck as well
DRAWS: Final[tuple[Move, ...]] = ((DRAW,), (REVEAL,))


def refuse_draw(move: Move) -> Refusal | None:
    """Why a turn cannot start with this move; None for a draw."""
    return None if move in DRAWS else Refusal("DI-R6", say("diams.draw-first"), cards_of(move))


# DI-Q3: the closing card is set aside and the draw goes on with the next card
def draw(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """One card to the hand, unseen by others; none from an empty deck."""
    order = position.order
    start = position.top
    if start < len(order) and order[start] == END:
        close(position, seat)
        start += 1
    end = start + 1 if start < len(order) else start
    drawn = order[start:end]
    if drawn:
        insort(position.hands[seat], drawn[0])
    position.past = Event(position.past, seat, move, (start,) if drawn else (), ())
    if log is not None:
        log.append(DRAWN[seat][order[position.top : end]])
    position.top = end
    position.step = PLAYING


def reveal(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Two diamonds to the market; special cards met go to the hand."""
    order = position.order
    top = start = position.top
    market = position.market
    laid = 0
    special: list[int] = []
    ended = False
    while laid < 2 and top < len(order):
        card = order[top]
        top += 1
        if card < KINDS:
            laid += 1
            market[card] += 1
        elif card == END:
            ended = True
        else:
            special.append(card)
    position.lying += laid
    position.top = top
    for card in special:
        insort(position.hands[seat], card)
    if ended:
        close(position, seat)
    position.past = Event(position.past, seat, move, tuple(special), ())
    position.step = PLAYING
    if log is not None:
        log.append(REVEALED[seat][order[start:top]])


# One play, at the market, the vault, or a special card.


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
    if may_pass(hand):
        found.append((PASS,))
    return found


# DI-Q9: a player without diamonds in hand may pass, even with a special card
PASSING: Final = frozenset(range(KINDS, END))
"""The kinds that may be in a hand when its owner passes; inference uses it, too."""


def may_pass(hand: list[int]) -> bool:
    """Whether a player with this hand may pass."""
    return PASSING.issuperset(hand)


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


def refuse_play(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why this play is not allowed; None for a legal one."""
    found = REFUSALS.get(move[0])
    if found is None:
        return Refusal("DI-R7", say("diams.one-play"), cards_of(move))
    return found(position, seat, move)


def refuse_pass(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a pass is not allowed: the cards in hand that forbid it; None if it is allowed."""
    hand = position.hands[seat]
    if may_pass(hand):
        return None
    return Refusal(
        "DI-Q9", say("diams.no-pass"), tuple(card for card in hand if card not in PASSING)
    )


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
