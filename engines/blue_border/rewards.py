"""Blue Border: the reward for a successful call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.api import Ply, Refusal, Seat
from engines.blue_border.deck import entry, laid, lay
from engines.blue_border.ending import is_spent
from engines.blue_border.moves import (
    PILES,
    REWARD_DECK,
    REWARD_DISCARD,
    REWARD_NONE,
    REWARD_TAKE,
    Move,
)
from engines.blue_border.next_turn import resume
from engines.blue_border.position import BlueBorderPosition
from engines.messages import say

TOPS: Final = (*(REWARD_TAKE + pile for pile in PILES), REWARD_DECK)


# BB-R13, BB-Q15, BB-Q16: any card of the discard pile, the top of a pile or the deck, or nothing.
def legal(position: BlueBorderPosition) -> Sequence[Move]:
    """The possible rewards; at the limit of moves only none."""
    if is_spent(position):
        return (REWARD_NONE,)
    cards = sorted(position.discards)
    return [*TOPS, REWARD_NONE, *(REWARD_DISCARD + card for card in cards)]


def refuse(position: BlueBorderPosition, move: Move) -> Refusal | None:
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
    if move == REWARD_NONE:
        position.write(log, Ply(seat, move))
        resume(position, log)
        return
    if card := _discard(move):
        position.moves += 1
        position.discards.remove(card)
        position.lines[seat].append(card)
        position.write(log, Ply(seat, move))
    else:
        card, refill = lay(position, seat, move - REWARD_TAKE)
        position.write(log, entry(seat, move, move == REWARD_DECK, card, refill))
    laid(position, seat, True, log)
