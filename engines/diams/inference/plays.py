"""Diam's: the effect of a play on one hypothesis: the market, the vault, the hand limit.

Each function yields one hypothesis for every possibility: which unknown cards moved, and how many
if the record does not show it. Illegal plays are reported to the check.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from engines.api import Ply
from engines.diams.cards import QUALITY, UNKNOWN
from engines.diams.ending import surplus
from engines.diams.inference import masks
from engines.diams.inference.checks import EntryCheck
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import DIAMOND, OF_QUALITY, SPECIAL, Cards, mask_of, with_cards
from engines.diams.market import LEAST
from engines.diams.moves import VAULT, Move
from engines.diams.notation import names
from engines.diams.vault import COLLECTION
from engines.messages import Message, Player, say

ALL: Final = range(1, 11)
"""The qualities."""


# -- the market


def put(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """A diamond for nothing, or for diamonds that add up to it (DI-R8)."""
    assert ply.move is not None
    wanted = [mask_of(card, DIAMOND) for card in ply.move[2:]]
    if 0 < len(wanted) < LEAST and not check.require(False, "DI-Q6", say("diams.sum-of-two")):
        return
    own = mask_of(ply.move[1], DIAMOND)
    ways = check.hand(at, ply.seat, (own,), "DI-R8")
    takes = check.market(at, wanted, "DI-R8") if ways else []
    for ((card,), hand), (taken, lying) in product(ways, takes):
        fitting = masks.add_up(card, taken) if wanted and not check.waived else (card, taken)
        if fitting is None:
            check.require(False, "DI-R8", _wrong_sum(ply.move))
            continue
        after = at.clone()
        after.hands[ply.seat] = with_cards(hand, fitting[1])
        after.market = with_cards(lying, fitting[:1])
        yield after
    if check.waived and wanted and ways and masks.add_up(own, tuple(wanted)) is None:
        check.require(False, "DI-R8", _wrong_sum(ply.move))


def _wrong_sum(move: Move) -> Message:
    if UNKNOWN in move[1:]:
        return say("diams.sum-impossible")
    total = sum(QUALITY[card] for card in move[2:])
    return say("diams.wrong-sum", total=total, quality=QUALITY[move[1]])


def put_for_same(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """A diamond for all others of its quality, at least one (DI-R8a, DI-Q5)."""
    assert ply.move is not None
    for quality in _possible(ply.move[1]):
        own = mask_of(ply.move[1]) & OF_QUALITY[quality]
        for card, hand in check.hand(at, ply.seat, (own,), "DI-R8"):
            for taken, lying in all_of(check, at.market, quality):
                message, how = (
                    say("diams.same-not-in-market", quality=quality),
                    say("diams.take-nothing", card=names(ply.move[1:])),
                )
                if taken or check.require(False, "DI-Q5", message, remedy=how):
                    after = at.clone()
                    after.hands[ply.seat] = with_cards(hand, (*card, *taken))
                    after.market = lying
                    yield after


def _possible(card: int) -> Sequence[int]:
    return ALL if card == UNKNOWN else (QUALITY[card],)


def all_of(check: EntryCheck, cards: Cards, quality: int) -> Iterator[tuple[Cards, Cards]]:
    """The ways to take all cards of a quality."""
    mask = OF_QUALITY[quality]
    check.sure = check.sure and not any(one & mask and one & ~mask for one in cards)
    return masks.gather(cards, mask)


# -- the vault


def store(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Cards to the player's own vault, as a collection or with a convoy."""
    assert ply.move is not None
    wanted = [mask_of(card, DIAMOND) for card in ply.move[1:]]
    rule = "DI-R9" if ply.move[0] == VAULT else "DI-R10"
    test = _collected if ply.move[0] == VAULT else _escorted
    for moved, hand in check.hand(at, ply.seat, wanted, rule):
        fitting = test(check, moved, at.vaults[ply.seat])
        stored = moved if check.waived else fitting
        if stored:
            after = at.clone()
            after.hands[ply.seat] = hand
            after.vaults[ply.seat] = with_cards(at.vaults[ply.seat], stored)
            yield after


def _collected(check: EntryCheck, moved: Cards, vault: Cards) -> Cards | None:
    """What the cards can be if they are legal with a collection among them (DI-R9, DI-Q17)."""
    certain = masks.quality_count(moved)
    stored = _qualities(vault)
    loose = [q for q, n in certain.items() if n < COLLECTION and not stored >> q & 1]
    needed = sum(COLLECTION - certain[quality] for quality in loose)
    if not loose and all(n < COLLECTION for n in certain.values()):
        needed = COLLECTION - max(certain.values(), default=0)
    message = say("diams.no-collection")
    if any(n >= COLLECTION for n in certain.values()) and loose:
        message = say("diams.too-few-of-quality", count=certain[loose[0]], quality=loose[0])
    unknown = len(moved) - sum(certain.values())
    if needed > unknown:
        check.require(False, "DI-R9", message)
        return None
    surely = masks.quality_count(vault)
    check.sure = check.sure and all(n >= COLLECTION or q in surely for q, n in certain.items())
    if len(moved) > COLLECTION and (vault or len(moved) > 5):
        return moved
    return _of_one_quality(check, moved)


def _of_one_quality(check: EntryCheck, moved: Cards) -> Cards | None:
    """What these cards can be if all are of one quality, because they are too few for more."""
    common = -1
    for mask in moved:
        common &= masks.qualities(mask)
    if not common:
        check.require(False, "DI-R9", say("diams.no-collection"))
        return None
    return tuple(sorted(mask & masks.of_qualities(common) for mask in moved))


def _qualities(cards: Cards) -> int:
    bits = 0
    for mask in cards:
        bits |= masks.qualities(mask)
    return bits


def _escorted(check: EntryCheck, moved: Cards, vault: Cards) -> Cards | None:
    """What the cards can be if each is of a quality in the vault (DI-R10, DI-Q15)."""
    stored = _qualities(vault)
    allowed = masks.of_qualities(stored)
    alien = next((mask for mask in moved if not mask & allowed), None)
    if alien is not None:
        qualities = masks.qualities(alien)
        message = say("diams.qualities-not-in-vault")
        if qualities.bit_count() == 1:
            message = say("diams.quality-not-in-vault", quality=qualities.bit_length() - 1)
        proof = check.mentions.stored.get(check.ply.seat)
        check.require(False, "DI-Q15", message, proof=proof, there=say("diams.vault-before"))
        return None
    surely = masks.quality_count(vault)
    check.sure = check.sure and all(q in surely for q in masks.quality_count(moved))
    return tuple(sorted(mask & allowed for mask in moved))


# -- the rest


def no_play(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """A pass; legal only without a diamond in hand (DI-Q9)."""
    hand = at.hands[ply.seat]
    left = tuple(sorted(mask & SPECIAL for mask in hand))
    check.sure = check.sure and left == hand
    if check.require(all(left), "DI-Q9", say("diams.seat-cannot-pass", who=Player(ply.seat))):
        at.hands[ply.seat] = hand if check.waived else left
        yield at


def discard(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Diamonds to the market, special cards to the discard pile (DI-R11)."""
    assert ply.move is not None
    cards = ply.move[1:]
    over = surplus(at.hands[ply.seat])
    message, there = (
        say("diams.discard-count", given=len(cards), surplus=max(over, 0)),
        say("diams.play-before"),
    )
    proof = check.mentions.last
    if not check.require(len(cards) == over, "DI-R11", message, proof=proof, there=there):
        return
    known = [mask_of(card) for card in cards if card != UNKNOWN]
    unknown = len(cards) - len(known)
    for specials in range(min(3, unknown) + 1):
        wanted = (*known, *[SPECIAL] * specials, *[DIAMOND] * (unknown - specials))
        for gone, hand in check.hand(at, ply.seat, wanted, "DI-R7"):
            after = at.clone()
            after.hands[ply.seat] = hand
            after.market = with_cards(at.market, (mask for mask in gone if mask & DIAMOND))
            after.gone = with_cards(at.gone, (mask for mask in gone if mask & SPECIAL))
            yield after
