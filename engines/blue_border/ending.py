"""Blue Border: how a round and a match end, and what they come to."""

from __future__ import annotations

from engines.api import CHANCE, Fact, Outcome, Ply, Seat
from engines.blue_border.moves import Move
from engines.blue_border.position import DEALER, OVER, STARTING, BlueBorderPosition


# BB-R19: a card that stands at G wins the round.
def win(position: BlueBorderPosition, seat: Seat) -> None:
    """A diver has arrived."""
    position.winner = seat
    position.wins[seat] += 1
    _finish_round(position)


def is_spent(position: BlueBorderPosition) -> bool:
    """Whether a round has reached the limit of moves: what is open is resolved, no more."""
    return position.moves >= position.options.limit


# BB-Q26: after so many moves a round ends without a winner.
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


# BB-R20: places by scores; equal ones share a place.
def outcome(position: BlueBorderPosition) -> Outcome | None:
    """Scores and places once the match is over."""
    if position.step != OVER:
        return None
    scores = _scores(position)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Outcome(scores, places, "turn limit" if position.limited else "normal")


# BB-Q24: rounds won count where there are several, else the points held.
def _scores(position: BlueBorderPosition) -> tuple[int, ...]:
    if position.options.rounds > 1:
        return tuple(position.wins)
    return tuple(len(line) for line in position.lines)
