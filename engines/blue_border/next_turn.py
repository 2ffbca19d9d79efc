"""Blue Border: whose turn is next."""

from __future__ import annotations

from engines.api import CHANCE, Fact, Ply, Seat
from engines.blue_border.ending import give_up, is_spent
from engines.blue_border.moves import Move
from engines.blue_border.position import ALONE, TURN, BlueBorderPosition


def begin(position: BlueBorderPosition, seat: Seat) -> None:
    """The turn of a seat."""
    position.turn = seat
    position.called = -1
    position.step = TURN
    position.owing = ALONE[seat]


# BB-R17, BB-Q20: after the diver called last, else after the one whose turn it was.
def resume(position: BlueBorderPosition, log: list[Ply[Move]] | None) -> None:
    """Go on with the next turn; a skip is used up when the turn would be its owner's."""
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
