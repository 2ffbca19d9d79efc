"""Blue Border: setting up a round."""

from __future__ import annotations

from engines.api import CHANCE, Fact, Ply, Refusal
from engines.blue_border.moves import Move
from engines.blue_border.next_turn import begin
from engines.blue_border.position import DEALING, BlueBorderPosition
from engines.messages import say


def refuse(pool: tuple[int, ...], move: Move) -> Refusal | None:
    """Why the dealer's move is not an order of the pool; None if it is."""
    if isinstance(move, tuple) and len(move) == len(pool) and sorted(move) == list(pool):
        return None
    return Refusal("BB-R4", say("blue-border.dealer-order"))


# BB-Q25: chance decides who starts.
def choose_starter(position: BlueBorderPosition, order: tuple[int, ...]) -> None:
    """The first seat in this order starts."""
    position.first = order[0]
    position.step = DEALING


# BB-R4: four cards of the deck begin the piles of the field.
def deal(position: BlueBorderPosition, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
    """Set up a round from scratch."""
    position.round += 1
    seats = position.seats
    position.lines = [[] for _ in range(seats)]
    position.discards = []
    position.opened = 0
    position.ruled_out = {}
    position.moves = 0
    position.skips = [False] * seats  # see BB-Q24
    position.winner = -1
    position.limited = False
    position.called = -1
    position.placer = -1
    lay_out(position, order)
    facts = (Fact("start", (position.first,)), Fact("field", order[:4], ()))
    position.write(log, Ply(CHANCE, None, facts, order[:4]))
    begin(position, position.first)


def lay_out(position: BlueBorderPosition, order: tuple[int, ...]) -> None:
    """Take a new deck and start the piles with its first four cards."""
    position.field = [[card] for card in order[:4]]
    position.order = order
    position.top = 4
