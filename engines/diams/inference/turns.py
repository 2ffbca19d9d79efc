"""Diam's: the effect of a record's entry on one hypothesis about the round.

This module has the order and the end of turns; `deck`, `plays` and `specials` have the actions.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from engines.api import Ply, Seat
from engines.diams.ending import surplus
from engines.diams.inference import plays, specials
from engines.diams.inference.checks import EntryCheck
from engines.diams.inference.deck import Deck, draw, refilled, reveal
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.moves import (
    CRACK,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    MARKET,
    OVER,
    PASS,
    PLAYING,
    REVEAL,
    SAME,
    TAKE,
    VAULT,
    Move,
)
from engines.messages import Message, Player, say

Play: TypeAlias = Callable[[EntryCheck, Hypothesis, Ply[Move]], Iterator[Hypothesis]]


def follow(check: EntryCheck, deck: Deck, before: Hypothesis) -> Iterator[Hypothesis]:
    """The possible hypotheses after the entry, given one hypothesis before it."""
    ply = check.ply
    assert ply.move is not None
    at = before.clone()
    if not in_turn(check, at, ply):
        return
    if ply.move[0] in DRAWS:
        if DRAWS[ply.move[0]](check, deck, at, ply):
            yield at
        return
    for after in PLAYS[ply.move[0]](check, at, ply):
        if after.step == GIVING:
            yield after
        else:
            yield from _finished(check, deck, after)


def in_turn(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> bool:
    """Whether seat and phase are right; with a waived entry the seat takes over the turn."""
    assert ply.move is not None
    op, seat = ply.move[0], ply.seat
    fault = _disorder(at, seat, op)
    if fault is None:
        return True
    if not check.waived and at.step == OVER:
        proof, there = check.mentions.closing, say("diams.closing-came")
        check.contradict(*fault, code="K-due", proof=proof, there=there)
        return False
    how = (
        say("diams.how-to-draw") if at.step == DRAWING and seat == at.turn and op in PLAYS else None
    )
    there = say("diams.draw-before") if at.step == PLAYING else say("diams.play-before")
    proof = check.mentions.played
    if not check.require(False, *fault, proof=proof, there=there, remedy=how):
        return False
    at.turn = seat if op != GIVE else at.turn
    if at.ended:
        at.left = -1
    return True


def _disorder(at: Hypothesis, seat: Seat, op: int) -> tuple[str, Message] | None:
    """The rule broken by a seat that acts now, with the message; None if it may."""
    if at.step == OVER:
        return "DI-R13", say("diams.round-over")
    if at.step == DISCARDING and (op != DISCARD or seat != at.turn):
        count = len(at.hands[at.turn])
        who, over = Player(at.turn), surplus(at.hands[at.turn])
        return "DI-R11", say("diams.has-to-discard", who=who, count=count, surplus=over)
    before = (at.turn - 1) % len(at.hands)
    if op == DISCARD and at.step == DRAWING and seat == before:
        return "DI-R11", say("diams.nothing-to-discard", who=Player(seat))
    owing = at.victim if at.step == GIVING else at.turn
    if seat != owing:
        return "DI-R7", say("kit.turn", who=Player(owing))
    if at.step == DRAWING and op not in DRAWS:
        return "DI-R6", say("diams.draw-first")
    if at.step != DRAWING and op in DRAWS:
        return "DI-R7", say("diams.drawn-already", who=Player(seat)) if at.step == PLAYING else say(
            "diams.one-play"
        )
    if (at.step == GIVING) != (op == GIVE) or (at.step == DISCARDING) != (op == DISCARD):
        return "DI-R7", say("diams.one-play")
    return None


def _finished(check: EntryCheck, deck: Deck, at: Hypothesis) -> Iterator[Hypothesis]:
    """The end of a turn: hand limit, empty market, the next seat."""
    over = surplus(at.hands[at.turn])
    if over > 0:
        if any(fact.name == "refill" for fact in check.ply.facts):
            check.contradict(
                "DI-R11", say("diams.discard-before", who=Player(at.turn), surplus=over)
            )
        else:
            more = at.clone()
            more.step = DISCARDING
            yield more
        if not check.waived:
            return
    if not refilled(check, deck, at):
        return
    pass_turn(deck, at)
    yield at


def pass_turn(deck: Deck, at: Hypothesis) -> None:
    """The next seat is to draw, unless the round is over."""
    at.step, at.asked, at.victim = DRAWING, 0, -1
    if at.left > 0:
        at.left -= 1
        at.step = DRAWING if at.left else OVER
    at.turn = (at.turn + 1) % deck.seats


DRAWS: Final[Mapping[int, Callable[[EntryCheck, Deck, Hypothesis, Ply[Move]], bool]]] = {
    DRAW: draw,
    REVEAL: reveal,
}
PLAYS: Final[Mapping[int, Play]] = {
    MARKET: plays.put,
    SAME: plays.put_for_same,
    VAULT: plays.store,
    ESCORT: specials.escort,
    CRACK: specials.crack,
    TAKE: specials.conjure,
    FORCE: specials.force,
    PASS: plays.no_play,
    GIVE: specials.give,
    DISCARD: plays.discard,
}
