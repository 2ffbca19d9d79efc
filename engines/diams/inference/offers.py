"""Diam's: the decisions that are possible for a player whose hand and market are known."""

from __future__ import annotations

from collections.abc import Sequence

from engines.diams import drawing, ending, plays
from engines.diams.cards import UNKNOWN
from engines.diams.inference import masks
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.moves import DISCARDING, DRAWING, PLAYING, Move
from engines.diams.state import Diams


def possible(at: Hypothesis, seats: int) -> Sequence[Move]:
    """The decisions of the player whose turn it is; none if they depend on an unknown card.

    Only cards of this player and of the market are used, so nothing hidden is revealed.
    """
    if at.step == DRAWING:
        return drawing.DRAWS
    hand = masks.kinds_of(at.hands[at.turn])
    if UNKNOWN in hand:
        return ()
    if at.step == DISCARDING:
        return ending.discards(hand)
    return _plays(at, seats, hand) if at.step == PLAYING else ()


def _plays(at: Hypothesis, seats: int, hand: list[int]) -> Sequence[Move]:
    market, vault = masks.kinds_of(at.market), masks.kinds_of(at.vaults[at.turn])
    if UNKNOWN in (*market, *vault):
        return ()
    position = Diams(seats=seats)
    position.hands[at.turn], position.vaults[at.turn] = hand, vault
    for kind in market:
        position.market[kind] += 1
    return plays.legal_plays(position, at.turn)
