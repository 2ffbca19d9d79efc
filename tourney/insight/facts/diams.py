"""What good players of Diam's say of a move: collections made, stored or broken up, cards fed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.api import Seat
from engines.diams.cards import (
    CONVOY,
    CRACK,
    DISCARD,
    ESCORT,
    FORCE,
    GIVE,
    HAND_LIMIT,
    KINDS,
    MAGIC,
    MARKET,
    QUALITY,
    SAFECRACKER,
    SAME,
    STAR,
    TAKE,
    VALUE,
    VAULT,
    Move,
)
from engines.diams.state import Diams
from engines.diams.turns import COLLECTION, matching, same_lies, sums
from tourney.bots.diams.features import by_quality
from tourney.insight.reasons import Arguments, Concept

SPECIALS: Final = {
    CONVOY: "insight.diams-convoy",
    SAFECRACKER: "insight.diams-safecracker",
    MAGIC: "insight.diams-magic",
}
FEW: Final = 2
"""Cards that a play at the market often takes."""


class After:
    """Hand and market after a move, without what a special card takes from others.

    `held`, `kept` and `stored` are diamonds by quality: in hand before and after, in the vault.
    """

    def __init__(self, state: Diams, seat: Seat, move: Move) -> None:
        hand, market = state.hands[seat][:], state.market[:]
        kind = move[0]
        self.gone: Sequence[int] = ()  # cards that leave the hand for the market or the discards
        self.taken: Sequence[int] = ()  # from the market
        self.into: Sequence[int] = ()  # the vault
        self.special = -1  # the card that is used up
        if kind in (MARKET, SAME):
            self.gone = move[1:2]
            self.taken = move[2:]
        elif kind == DISCARD:
            self.gone = move[1:]
        elif kind in (VAULT, ESCORT):
            self.into = move[1:]
            self.special = CONVOY if kind == ESCORT else -1
        elif kind == TAKE:
            self.taken, self.special = move[1:], MAGIC
        elif kind == CRACK:
            self.special = SAFECRACKER
        elif kind == FORCE:
            self.gone, self.special = move[2:3], move[3]
        for card in (*self.gone, *self.into, *([self.special] if self.special >= 0 else ())):
            hand.remove(card)
        for card in self.gone:
            if card < KINDS:
                market[card] += 1
        if kind == SAME:
            plain = move[1] & ~STAR
            self.taken = (plain,) * market[plain] + (plain | STAR,) * market[plain | STAR]
        for card in self.taken:
            market[card] -= 1
            hand.append(card)
        self.hand, self.market = hand, market
        self.held, self.kept = by_quality(state.hands[seat]), by_quality(hand)
        self.stored = by_quality(state.vaults[seat])

    def lying(self, quality: int) -> int:
        """The diamonds of a quality in the market."""
        return self.market[2 * quality - 2] + self.market[2 * quality - 1]

    def worth(self, quality: int, count: int) -> int:
        """The points that so many more diamonds of a quality would add to the vault."""
        stored = self.stored[quality]
        return VALUE[quality][min(5, stored + count)] - VALUE[quality][stored]


# -- Collections in hand and in the vault.


# DI-R2, DI-R9
def stores(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Puts diamonds worth some points into the vault."""
    after = After(state, seat, move)
    counts = by_quality(list(after.into))
    points = sum([after.worth(quality, counts[quality]) for quality in range(1, 11)])
    return {"points": points} if points else None


# DI-R9
def leaves(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Stores something, but not all that fits."""
    after = After(state, seat, move)
    counts = by_quality(list(after.into))
    left = 0
    for quality in range(1, 11):
        whole = move[0] == VAULT and after.kept[quality] >= COLLECTION
        if whole or counts[quality] or after.stored[quality]:
            left += after.kept[quality]
    return {"count": left} if after.into and left else None


# DI-R2, DI-R8
def completes(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gets a collection together in hand, or more diamonds for one."""
    after = After(state, seat, move)
    made = [
        (after.worth(quality, after.kept[quality]), quality)
        for quality in range(1, 11)
        if max(COLLECTION, after.held[quality] + 1) <= after.kept[quality]
    ]
    return {"points": max(made)[0], "quality": max(made)[1]} if made else None


# DI-R2, DI-R8
def pairs(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gets two diamonds of a quality together."""
    after = After(state, seat, move)
    made = [
        (after.worth(quality, COLLECTION), quality)
        for quality in range(1, 11)
        if after.held[quality] < 2 == after.kept[quality] and not after.stored[quality]
    ]
    return {"quality": max(made)[1]} if made else None


def breaks_collection(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gives away a diamond of a collection in hand."""
    return _broken(After(state, seat, move), range(COLLECTION, 6))


def breaks_pair(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gives away a diamond of a pair."""
    return _broken(After(state, seat, move), range(2, COLLECTION))


def _broken(after: After, counts: range) -> Arguments | None:
    """The dearest quality of which some diamonds were held and fewer are, and what it is worth."""
    broken = [
        (after.worth(quality, max(COLLECTION, after.held[quality])), quality)
        for quality in sorted({QUALITY[card] for card in after.gone if card < KINDS})
        if after.held[quality] in counts and after.kept[quality] < after.held[quality]
    ]
    return {"points": max(broken)[0], "quality": max(broken)[1]} if broken else None


# DI-R9, DI-R10
def parts_with_extension(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gives away a diamond that the own vault could take."""
    after = After(state, seat, move)
    for card in after.gone:
        if card < KINDS and after.stored[QUALITY[card]] and card not in after.taken:
            return {"quality": QUALITY[card]}
    return None


# DI-R2
def parts_with_dead(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gives away only diamonds of which there are too few left for a collection."""
    after = After(state, seat, move)
    deck = by_quality(list(state.order[state.top :]))
    lying = [0, *map(sum, zip(state.market[::2], state.market[1::2], strict=True))]
    qualities = {QUALITY[card] for card in after.gone if card < KINDS}
    dead = [
        quality
        for quality in qualities
        if not after.stored[quality]
        and after.held[quality] + deck[quality] + lying[quality] < COLLECTION
    ]
    return {} if dead and len(dead) == len(qualities) else None


# -- The market.


# DI-R8, DI-Q7
def takes_nothing(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Takes nothing from the market, though there is something to take."""
    if move[0] != MARKET or len(move) > 2:
        return None
    for card in state.hands[seat]:
        if card < KINDS and (same_lies(state.market, card) or sums(state.market, QUALITY[card])):
            return {}
    return None


# DI-R8, DI-R11
def feeds(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Lets a seat complete a collection from the market before the own next turn."""
    if state.left == 1:
        return None
    after = After(state, seat, move)
    for step in range(1, state.seats):
        whom = (seat + step) % state.seats
        held = by_quality(state.hands[whom])
        for quality in range(1, 11):
            lying = after.lying(quality)
            if lying and 0 < held[quality] < COLLECTION <= held[quality] + lying:
                return {"whom": whom}
    return None


# DI-R5, DI-R11
def exceeds(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Takes more than a hand may keep, so that some cards have to go again."""
    surplus = len(After(state, seat, move).hand) - HAND_LIMIT
    return {"count": surplus} if move[0] in (MARKET, SAME) and surplus > 0 else None


# -- Special cards, special purity.


# DI-R10, DI-Q14
def spends(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Uses a special card up, or gives it away."""
    after = After(state, seat, move)
    for card in (after.special, *after.gone):
        if card in SPECIALS:
            return {"special": SPECIALS[card]}
    return None


# DI-R10, DI-E11, DI-E13
def misses(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Asks somebody for a diamond who has none of it."""
    if move[0] == CRACK:
        hit = matching(state.vaults[move[1]], move[2])
    elif move[0] == FORCE:
        hit = [card for card in state.hands[move[1]] if QUALITY[card] == QUALITY[move[2]]]
    else:
        return None
    return None if hit else {"whom": move[1]}


# DI-R10, DI-E10, DI-E12
def robs(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gets diamonds from somebody else."""
    asks = move[0] in (CRACK, FORCE) and misses(state, seat, move) is None
    return {"whom": move[1]} if asks else None


# DI-R14
def parts_with_star(state: Diams, seat: Seat, move: Move) -> Arguments | None:
    """Gives a diamond of special purity away."""
    after = After(state, seat, move)
    gone = move[1:2] if move[0] == GIVE else after.gone
    lost = [card for card in gone if card < KINDS and card & STAR and card not in after.taken]
    return {} if lost else None


CONCEPTS: Final = (
    Concept("insight.diams-breaks-collection", breaks_collection),
    Concept("insight.diams-stores", stores),
    Concept("insight.diams-leaves", leaves),
    Concept("insight.diams-completes", completes),
    Concept("insight.diams-breaks-pair", breaks_pair),
    Concept("insight.diams-misses", misses, hidden=True),
    Concept("insight.diams-robs", robs, hidden=True),
    Concept("insight.diams-feeds", feeds, hidden=True),
    Concept("insight.diams-exceeds", exceeds),
    Concept("insight.diams-parts-with-extension", parts_with_extension),
    Concept("insight.diams-parts-with-dead", parts_with_dead, hidden=True),
    Concept("insight.diams-spends", spends),
    Concept("insight.diams-parts-with-star", parts_with_star),
    Concept("insight.diams-pairs", pairs),
    Concept("insight.diams-takes-nothing", takes_nothing),
)
