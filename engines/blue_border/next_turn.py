"""Blue Border: the order of turns."""

from __future__ import annotations

from engines.api import CHANCE, Fact, Ply, Seat
from engines.blue_border.ending import give_up, is_spent
from engines.blue_border.moves import Move
from engines.blue_border.position import ALONE, TURN, BlueBorderPosition


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
