"""Blue Border: whose turn is next, and the end of a round."""

from __future__ import annotations

from engines.api import CHANCE, Fact, Ply, Seat
from engines.blue_border.cards import Move
from engines.blue_border.position import (
    ALONE,
    DEALER,
    OVER,
    STARTING,
    TURN,
    BlueBorderPosition,
)

# The end of a round and of a match, scores and places.


# BB-R19: a card that stays at G wins the round.
def win(position: BlueBorderPosition, seat: Seat) -> None:
    """Finish the round with this winner."""
    position.winner = seat
    position.wins[seat] += 1
    _finish_round(position)


def is_spent(position: BlueBorderPosition) -> bool:
    """Whether a round has reached the limit of moves; pending calls are still decided."""
    return position.moves >= position.options.limit


# BB-Q26: at the limit of moves a round ends without a winner.
def give_up(position: BlueBorderPosition, log: list[Ply[Move]] | None) -> None:
    """End a round at the limit."""
    position.write(log, Ply(CHANCE, None, (Fact("turn limit", ()),)))
    position.limited = True
    _finish_round(position)


def _finish_round(position: BlueBorderPosition) -> None:
    over = position.round == position.options.rounds
    position.placer = -1
    position.step = OVER if over else STARTING
    position.owing = () if over else DEALER


# The order of turns.


def begin(position: BlueBorderPosition, seat: Seat) -> None:
    """Start the turn of a seat."""
    position.turn = seat
    position.called = -1
    position.step = TURN
    position.owing = ALONE[seat]


# BB-R17, BB-Q20: next is the seat after the diver called last, else after the last turn's diver.
def resume(position: BlueBorderPosition, log: list[Ply[Move]] | None) -> None:
    """Start the next turn; a seat with a skip uses it up instead of having its turn."""
    if is_spent(position):
        give_up(position, log)
        return
    last = position.called if position.called >= 0 else position.turn
    following = last + 1 if last + 1 < position.seats else 0
    while position.skips[following]:
        position.skips[following] = False
        position.write(log, Ply(CHANCE, None, (Fact("skip", (following,)),)))
        following = (following + 1) % position.seats
    position.placer = -1
    begin(position, following)
