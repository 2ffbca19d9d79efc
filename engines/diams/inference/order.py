"""Diam's: the order of turns and the deck, followed without the cards of hands, vaults and market.

For records that leave open too much: what is in the zones is forgotten, but whose turn it is, what
a turn consists of, and how many cards the deck has are still certain.
"""

from collections.abc import Iterator

from engines.diams.inference.checks import EntryCheck
from engines.diams.inference.deck import Deck, refill
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.specials import is_opponent
from engines.diams.inference.turns import DRAWS, in_turn, pass_turn
from engines.diams.moves import CRACK, DISCARD, DISCARDING, FORCE, GIVING


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
