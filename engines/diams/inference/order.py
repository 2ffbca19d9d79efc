"""Diam's: the order of turns and the deck, followed without the cards of hands, vaults and market.

For records that leave open too much: what is in the zones is forgotten, but whose turn it is, what
a turn consists of, and how many cards the deck has are still certain. After turns that nobody wrote
down they are certain only as far as no legal turns could have changed them.
"""

from collections.abc import Iterable, Iterator

from engines.diams.inference.checks import EntryCheck
from engines.diams.inference.deck import Deck, refill
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.specials import is_opponent
from engines.diams.inference.turns import DRAWS, in_turn, pass_turn
from engines.diams.moves import CRACK, DISCARD, DISCARDING, DRAWING, FORCE, GIVING, OVER


def follow_order(check: EntryCheck, deck: Deck, before: Hypothesis) -> Iterator[Hypothesis]:
    """The possible turns after the entry; a discard comes last, since messages use the first."""
    at, ply = before.clone(), check.ply
    assert ply.move is not None
    check.sure = False
    if not in_turn(check, at, ply):
        return
    op = ply.move[0]
    if op in DRAWS:
        if DRAWS[op](check, deck, at, ply):
            yield at.without_cards()
        return
    if op in (CRACK, FORCE) and not is_opponent(check, at, ply.seat, ply.move[1]):
        return
    missed = any(fact.name == "miss" for fact in ply.facts)
    if op == CRACK and not missed:
        at.step, at.victim = GIVING, ply.move[1]
        yield at
        return
    yield from _ended(check, deck, at)


def _ended(check: EntryCheck, deck: Deck, at: Hypothesis) -> Iterator[Hypothesis]:
    """The turn is over, or cards must be discarded first: the size of the hand is not known."""
    assert check.ply.move is not None
    refills = any(fact.name == "refill" for fact in check.ply.facts)
    after = at.clone()
    if not refills or refill(check, deck, after):
        pass_turn(deck, after)
        yield after.without_cards()
    if not refills and check.ply.move[0] != DISCARD:
        at.step = DISCARDING
        yield at


def longest(deck: Deck, at: Hypothesis) -> int:
    """The greatest number of turns until the end of the round: each takes a card from the deck."""
    return max(0, at.left) if at.ended else at.deck + deck.seats - 1


def after_gap(deck: Deck, at: Hypothesis, turns: int | None) -> Iterator[Hypothesis]:
    """The positions to which missing turns can have led; their number is None if unknown."""
    if at.step == OVER:
        if turns is None:
            yield at
    elif at.left < 0:  # a turn out of order was let stand, so the turns left are not counted
        yield from (_later(deck, at, 0, turn) for turn in range(deck.seats))
    elif at.ended:
        for count in range(1, at.left + 1) if turns is None else (turns,):
            if count <= at.left:
                yield _closing(_later(deck, at, count, at.turn + count), at.left - count)
    else:
        yield from _before_closing(deck, at, turns)


def _before_closing(deck: Deck, at: Hypothesis, turns: int | None) -> Iterator[Hypothesis]:
    """The same before the closing card, which may have come up in one of these turns (DI-R13)."""
    next_ones: Iterable[int] = range(deck.seats) if turns is None else (at.turn + turns,)
    least = turns or 1
    for turn in next_ones:
        if at.deck > least:
            yield _later(deck, at, least, turn)
        for since in range(deck.seats if turns is None else min(deck.seats, turns)):
            if at.deck + since >= least:
                after = _closing(_later(deck, at, least + 1, turn), deck.seats - 1 - since)
                after.deck = min(after.deck, deck.window - 1)
                yield after


def _later(deck: Deck, at: Hypothesis, count: int, turn: int) -> Hypothesis:
    """The hypothesis after at least `count` more cards have left the deck."""
    after = at.without_cards()
    after.turn, after.loose, after.deck = turn % deck.seats, True, max(0, at.deck - count)
    return after


def _closing(at: Hypothesis, left: int) -> Hypothesis:
    """The hypothesis with the closing card out and so many turns left."""
    at.ended, at.left = True, left
    at.step = DRAWING if left else OVER
    return at
