"""Blue Border: a turn: taking a card or passing, and the reward for a successful call."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.api import Fact, Ply, Refusal, Seat
from engines.blue_border.calls import is_spent, resume
from engines.blue_border.cards import (
    DECK,
    PASS,
    PILES,
    REWARD_DECK,
    REWARD_DISCARD,
    REWARD_NONE,
    REWARD_TAKE,
    TAKE,
    Move,
)
from engines.blue_border.dealing import entry, laid, lay, owe_shuffle
from engines.blue_border.position import TURN, BlueBorderPosition
from engines.messages import say

# The choices of a diver in a turn.

# BB-R8, BB-Q22: take a card or pass; either is one decision.
TURNS: Final = (
    *(TAKE + pile for pile in PILES),
    DECK,
    *(PASS + pile for pile in PILES),
)


def take(position: BlueBorderPosition, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
    """Put one card at the next free point of the line."""
    card, refill = lay(position, seat, move)
    position.written += 1
    if log is not None:
        log.append(entry(seat, move, move == DECK, card, refill))
    laid(position, seat, False, log)


# BB-R9, BB-Q1, BB-Q21: the top card of the deck goes onto a pile; it cannot be called.
def pass_on(
    position: BlueBorderPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Pass: put the top card of the deck onto a pile; the deck is never empty here."""
    position.moves += 1
    card = position.order[position.top]
    position.top += 1
    position.field[move - PASS - 1].append(card)
    position.written += 1
    if log is not None:
        log.append(Ply(seat, move, (Fact("card", (card,), ()),), (card,)))
    if position.top == len(position.order) and not is_spent(position):
        owe_shuffle(position, TURN)
    else:
        resume(position, log)


# The reward for a successful call.

TOPS: Final = (*(REWARD_TAKE + pile for pile in PILES), REWARD_DECK)


# BB-R13, BB-Q15, BB-Q16: any card of the discard pile, the top of a pile or the deck, or nothing.
def legal_rewards(position: BlueBorderPosition) -> Sequence[Move]:
    """The possible rewards; at the limit of moves only none."""
    if is_spent(position):
        return (REWARD_NONE,)
    cards = sorted(position.discards)
    return [*TOPS, REWARD_NONE, *(REWARD_DISCARD + card for card in cards)]


def drawn_reward(position: BlueBorderPosition, rng: Random) -> int:
    """A uniformly random one of `legal_rewards`, drawn without listing them."""
    if is_spent(position):
        rng.random()
        return REWARD_NONE
    draw: float = rng.random()
    drawn = int(draw * (len(TOPS) + 1 + len(position.discards)))
    if drawn < len(TOPS):
        return TOPS[drawn]
    if drawn == len(TOPS):
        return REWARD_NONE
    return REWARD_DISCARD + sorted(position.discards)[drawn - len(TOPS) - 1]


def refuse_reward(position: BlueBorderPosition, move: Move) -> Refusal | None:
    """Why a move is not a possible reward; None for the moves that `legal` lists."""
    if move == REWARD_NONE:
        return None
    card = 0 if isinstance(move, tuple) else _discard(move)
    if not card and move not in TOPS:
        return Refusal("BB-R13", say("blue-border.a-reward-now"))
    if is_spent(position):
        return Refusal("BB-Q26", say("blue-border.no-more-rewards"))
    if card and card not in position.discards:
        return Refusal("BB-R13", say("blue-border.not-discarded", card=card), (card,), True)
    return None


def _discard(move: int) -> int:
    """The card that a move takes from the discard pile; 0 for other moves."""
    return max(0, move - REWARD_DISCARD)


# BB-R14, BB-Q17: a card taken as a reward can be called too, also at G.
def reward(
    position: BlueBorderPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Put the reward card in the line, or take nothing."""
    position.written += 1
    if move == REWARD_NONE:
        if log is not None:
            log.append(Ply(seat, move))
        resume(position, log)
        return
    if card := _discard(move):
        if log is not None:
            log.append(Ply(seat, move))
        position.moves += 1
        position.discards.remove(card)
        position.lines[seat].append(card)
    else:
        card, refill = lay(position, seat, move - REWARD_TAKE)
        if log is not None:
            log.append(entry(seat, move, move == REWARD_DECK, card, refill))
    laid(position, seat, True, log)
