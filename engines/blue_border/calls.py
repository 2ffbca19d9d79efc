"""Blue Border: which cards fit in a line, calling a card that does not, and whose turn is next."""

from __future__ import annotations

from typing import Final

from engines.api import CHANCE, Fact, Ply, Refusal, Seat
from engines.blue_border.cards import CALL, NO, POINTS, Move
from engines.blue_border.position import (
    ALONE,
    DEALER,
    LOTS,
    OTHERS,
    OVER,
    REWARD,
    STARTING,
    TURN,
    WINDOW,
    BlueBorderPosition,
)
from engines.messages import Player, say

# Which cards fit in a line.

D: Final = 4
G: Final = 7


# BB-R6, BB-Q2, BB-Q3: darker up to D, then lighter, each step at most the borderline.
def fits(point: int, before: int, card: int, reach: int, bottoms: int) -> bool:
    """Whether a card may be at a point (1 to 7) after the previous card (0 at the first point)."""
    if point == 1:
        return card <= reach
    step = card - before if point <= D else before - card
    if not 0 < step <= reach:
        return False
    return not (point == D and card < bottoms) and not (point == G and card > reach)


# Who may call a new card, and the effects of a call.

ANSWERS: Final = (CALL, NO)
NO_ANSWER: Final = Refusal("BB-R11", say("blue-border.called-or-not"))
NOTHING_NEW: Final = Refusal("BB-R11", say("blue-border.nothing-new"))


# BB-R11, BB-Q9, BB-Q10, BB-Q19: all other seats are asked, except those that must skip a turn.
def open_window(position: BlueBorderPosition, log: list[Ply[Move]] | None) -> None:
    """Ask who calls the new card; if nobody may call, it stays."""
    skips = position.skips
    owing = OTHERS[position.seats][position.placer]
    if True in skips:
        owing = tuple([seat for seat in owing if not skips[seat]])
    position.owing = owing
    position.step = WINDOW
    if not owing:
        stand(position, log)


def barred(position: BlueBorderPosition, seat: Seat) -> Refusal | None:
    """Why a seat may not call; None exactly for the seats that `open_window` asks."""
    if position.skips[seat]:
        return Refusal("BB-R16", say("blue-border.sits-out", who=Player(seat)))
    if position.placer == seat:
        return Refusal("BB-R11", say("blue-border.own-card", who=Player(seat)))
    return None


# BB-Q8: answers are secret; among several callers the dealer draws lots.
def answer(
    position: BlueBorderPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None
) -> None:
    """Take the answer of a seat; the last answer closes the call window."""
    if move == CALL:
        position.callers = (*position.callers, seat)
    owing = position.owing
    owing = owing[1:] if owing[0] == seat else tuple(other for other in owing if other != seat)
    position.owing = owing
    if not owing:
        close_window(position, log)


def close_window(position: BlueBorderPosition, log: list[Ply[Move]] | None) -> None:
    """Go on when all have answered."""
    callers = position.callers
    if not callers:
        stand(position, log)
    elif len(callers) == 1:
        judge(position, callers[0], log)
    else:
        position.callers = tuple(sorted(callers))
        position.step = LOTS
        position.owing = DEALER


# BB-R7: a card that nobody called stays, whether it fits or not.
def stand(position: BlueBorderPosition, log: list[Ply[Move]] | None) -> None:
    """Keep the new card; at G it wins the round."""
    placer = position.placer
    if len(position.lines[placer]) < POINTS:
        resume(position, log)
        return
    # BB-R19: a card that stays at G wins the round.
    position.winner = placer
    position.wins[placer] += 1
    _finish_round(position)


# BB-Q6: only the last card is judged, against the one before it, whether that one fits or not.
def judge(position: BlueBorderPosition, caller: Seat, log: list[Ply[Move]] | None) -> None:
    """Decide a call: it hits if the new card does not fit."""
    line = position.lines[position.placer]
    before = line[-2] if len(line) > 1 else 0
    stands = fits(len(line), before, line[-1], position.borderline(), position.bottoms())
    settle(position, caller, not stands, log)


# BB-R12: the new card and the one before it are opened.
def settle(
    position: BlueBorderPosition, caller: Seat, hit: bool, log: list[Ply[Move]] | None
) -> None:
    """Carry out a call that hits or misses."""
    called = position.called = position.placer
    position.callers = ()
    position.written += 1
    shown = position.lines[called][-2:]
    for card in shown:
        position.opened |= 1 << card
    if hit:
        if log is not None:
            log.append(Ply(caller, CALL, (Fact("hit", (called, *shown)),)))
        # BB-Q7: both opened cards are discarded, also the one before the new card.
        del position.lines[called][-2:]
        position.discards.extend(shown)
        position.step = REWARD
        position.owing = ALONE[caller]
        return
    # BB-Q18: first the caller pays for the failed call, then a card at G wins.
    lost = 0
    if position.lines[caller]:
        # BB-R15, BB-Q14: the caller's last card is discarded, and everybody sees its number.
        lost = position.lines[caller].pop()
        position.opened |= 1 << lost
        position.discards.append(lost)
    else:
        # BB-R16: a caller without cards skips a turn instead.
        position.skips[caller] = True
    if log is not None:
        paid = Fact("lose", (lost,)) if lost else Fact("skip", (caller,))
        log.append(Ply(caller, CALL, (Fact("miss", (called, *shown)), paid)))
    stand(position, log)


# The order of turns, and the end of a round.


def is_spent(position: BlueBorderPosition) -> bool:
    """Whether a round has reached the limit of moves; pending calls are still decided."""
    return position.moves >= position.options.limit


def _finish_round(position: BlueBorderPosition) -> None:
    over = position.round == position.options.rounds
    position.placer = -1
    position.step = OVER if over else STARTING
    position.owing = () if over else DEALER


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
        # BB-Q26: at the limit of moves a round ends without a winner.
        position.write(log, Ply(CHANCE, None, (Fact("turn limit", ()),)))
        position.limited = True
        _finish_round(position)
        return
    last = position.called if position.called >= 0 else position.turn
    following = last + 1 if last + 1 < position.seats else 0
    while position.skips[following]:
        position.skips[following] = False
        position.write(log, Ply(CHANCE, None, (Fact("skip", (following,)),)))
        following = (following + 1) % position.seats
    position.placer = -1
    begin(position, following)
