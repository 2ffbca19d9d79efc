"""Blue Border: which cards fit in a line, and calling a card that does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.api import Fact, Ply, Refusal, Seat
from engines.blue_border.cards import CALL, NO, POINTS, Move
from engines.blue_border.position import (
    ALONE,
    DEALER,
    LOTS,
    OTHERS,
    REWARD,
    WINDOW,
    BlueBorderPosition,
)
from engines.blue_border.rounds import resume, win
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


# BB-Q6: only the last card is judged, against the one before it, whether that one fits or not.
def is_broken(position: BlueBorderPosition, seat: Seat) -> bool:
    """Whether the last card of a seat's line does not fit."""
    line = position.lines[seat]
    before = line[-2] if len(line) > 1 else 0
    return not fits(len(line), before, line[-1], position.borderline(), position.bottoms())


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
        owing = tuple(seat for seat in owing if not skips[seat])
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
    if owing:
        return
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
    if len(position.lines[position.placer]) == POINTS:
        win(position, position.placer)
    else:
        resume(position, log)


def judge(position: BlueBorderPosition, caller: Seat, log: list[Ply[Move]] | None) -> None:
    """Decide a call: it hits if the new card does not fit."""
    settle(position, caller, is_broken(position, position.placer), log)


# BB-R12: the new card and the one before it are opened.
def settle(
    position: BlueBorderPosition, caller: Seat, hit: bool, log: list[Ply[Move]] | None
) -> None:
    """Carry out a call that hits or misses."""
    called = position.called = position.placer
    position.callers = ()
    shown = tuple(position.lines[called][-2:])
    _open(position, shown)
    if hit:
        position.write(log, Ply(caller, CALL, (Fact("hit", (called, *shown)),)))
        _throw_back(position, called, shown)
        position.step = REWARD
        position.owing = ALONE[caller]
    else:
        _missed(position, caller, Fact("miss", (called, *shown)), log)


def _open(position: BlueBorderPosition, cards: Iterable[int]) -> None:
    for card in cards:
        position.opened |= 1 << card


# BB-Q7: both opened cards are discarded, also the one before the new card.
def _throw_back(position: BlueBorderPosition, called: Seat, shown: tuple[int, ...]) -> None:
    del position.lines[called][-2:]
    position.discards.extend(shown)


# BB-Q18: first the caller pays for the failed call, then a card at G wins.
def _missed(
    position: BlueBorderPosition, caller: Seat, verdict: Fact, log: list[Ply[Move]] | None
) -> None:
    paid = _lose(position, caller) if position.lines[caller] else _skip(position, caller)
    position.write(log, Ply(caller, CALL, (verdict, paid)))
    stand(position, log)


# BB-R15, BB-Q14: the caller's last card is discarded, and everybody sees its number.
def _lose(position: BlueBorderPosition, caller: Seat) -> Fact:
    lost = position.lines[caller].pop()
    _open(position, (lost,))
    position.discards.append(lost)
    return Fact("lose", (lost,))


# BB-R16: a caller without cards skips a turn instead.
def _skip(position: BlueBorderPosition, caller: Seat) -> Fact:
    position.skips[caller] = True
    return Fact("skip", (caller,))
