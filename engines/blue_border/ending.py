"""Blue Border: the end of a round and of a match, scores and places."""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import CHANCE, Fact, Outcome, Ply, Refusal, ScoreLimits, Seat
from engines.blue_border.cards import POINTS
from engines.blue_border.moves import Move
from engines.blue_border.options import BlueBorderOptions
from engines.blue_border.position import DEALER, OVER, STARTING, BlueBorderPosition
from engines.messages import say


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


# BB-R20: places by score; equal scores share a place.
def outcome(position: BlueBorderPosition) -> Outcome | None:
    """Scores and places once the match is over."""
    if position.step != OVER:
        return None
    scores = _scores(position)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Outcome(scores, places, "turn limit" if position.limited else "normal")


# BB-Q24: with several rounds the rounds won count, with one round the points reached.
def _scores(position: BlueBorderPosition) -> tuple[int, ...]:
    if position.options.rounds > 1:
        return tuple(position.wins)
    return tuple(len(line) for line in position.lines)


def limits(options: BlueBorderOptions, seats: int) -> ScoreLimits:
    """The limits of the score of a seat; within the limit of moves it may be unable to win."""
    line = min(POINTS, options.limit)
    most = line if options.rounds == 1 else options.rounds * (line == POINTS)
    rule = "BB-R2" if options.rounds == 1 else "BB-Q24"
    return ScoreLimits(
        0, most, say("blue-border.a-match", rounds=options.rounds, seats=seats), rule
    )


def fault(options: BlueBorderOptions, scores: Sequence[int | None]) -> Refusal | None:
    """Why no match ends with these scores together."""
    known = [score for score in scores if score is not None]
    if options.rounds == 1:
        return line_fault(options, known)
    if sum(known) > options.rounds:
        return Refusal(
            "BB-R19", say("blue-border.rounds-won", total=sum(known), rounds=options.rounds)
        )
    return None


def line_fault(options: BlueBorderOptions, lengths: Sequence[int]) -> Refusal | None:
    """Why no round ends with lines of these lengths; every card in a line took a move."""
    if list(lengths).count(POINTS) > 1:
        return Refusal("BB-R19", say("blue-border.one-winner"))
    if sum(lengths) > options.limit:
        return Refusal(
            "BB-Q26", say("blue-border.limit-of-moves", total=sum(lengths), limit=options.limit)
        )
    return None
