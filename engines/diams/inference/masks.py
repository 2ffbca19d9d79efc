"""Diam's: the kinds that a partly known card can be, as a bit set.

A zone is a sorted tuple of such sets, one for every card in it. Uses no rule except the number of
cards of each kind (DI-R1).
"""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engines.diams.cards import COPIES, END, KINDS, QUALITY, UNKNOWN
from engines.kit.possible import elements

Cards: TypeAlias = tuple[int, ...]
"""A zone: sets of kinds, sorted."""

# Bit k stands for kind k, so bits 2q - 2 and 2q - 1 are the diamonds of quality q. A known card is
# a set with one bit; what two sets have in common is `&`, either of them `|`.
ANY: Final = (1 << END) - 1
DIAMOND: Final = (1 << KINDS) - 1
SPECIAL: Final = ANY ^ DIAMOND
OF_QUALITY: Final = tuple(0 if q == 0 else 3 << 2 * (q - 1) for q in range(11))
STARS: Final = sum(2 << 2 * q for q in range(10))
MAX_WAYS: Final = 12  # more ways to take cards than these are merged into one
SUMS_TO_TEN: Final = (1 << 11) - 1  # sums from 0 to 10


def mask_of(card: int, within: int = ANY) -> int:
    """The set of kinds that a written card can be."""
    return within if card == UNKNOWN else 1 << card


def is_known(mask: int) -> bool:
    """Whether only one kind is possible."""
    return mask & (mask - 1) == 0


def kind_of(mask: int) -> int:
    """The kind of a known card."""
    return mask.bit_length() - 1


def kinds_of(cards: Iterable[int]) -> list[int]:
    """Kinds of known cards and UNKNOWN for the others, sorted."""
    return sorted(kind_of(mask) if is_known(mask) else UNKNOWN for mask in cards)


def with_cards(cards: Cards, more: Iterable[int]) -> Cards:
    """A zone with more cards."""
    return tuple(sorted((*cards, *more)))


@lru_cache(maxsize=1 << 12)
def qualities(mask: int) -> int:
    """The qualities a card can have, as bits 1 to 10."""
    return sum(1 << q for q in range(1, 11) if mask & OF_QUALITY[q])


@lru_cache(maxsize=1 << 11)
def of_qualities(bits: int) -> int:
    """The diamonds of these qualities, as bits."""
    return sum(OF_QUALITY[q] for q in range(1, 11) if bits >> q & 1)


def take(cards: Cards, wanted: Sequence[int]) -> list[tuple[Cards, Cards]]:
    """Every way to take the wanted cards from a zone: what they then are, and what is left.

    A card known to be the wanted one is preferred to one that only may be, without loss.
    """
    if len(wanted) > len(cards):
        return []
    ways: dict[tuple[Cards, Cards], None] = {((), cards): None}
    for mask in sorted(wanted, key=int.bit_count):
        step: dict[tuple[Cards, Cards], None] = {}
        for taken, rest in ways:
            for one in _choices(rest, mask):
                more = list(taken)
                insort(more, one & mask)
                step[tuple(more), without(rest, (one,))] = None
        ways = step
        if len(step) > MAX_WAYS:
            taken, rest = next(iter(step))
            for some, left in step:
                taken, rest = blended(taken, some), blended(rest, left)
            ways = {(taken, rest): None}
    return list(ways)


def _choices(cards: Cards, mask: int) -> Sequence[int]:
    if is_known(mask) and mask in cards:
        return (mask,)
    return [one for i, one in enumerate(cards) if one & mask and (not i or cards[i - 1] != one)]


def without(cards: Cards, gone: Iterable[int]) -> Cards:
    """A zone without these of its sets."""
    rest = list(cards)
    for mask in gone:
        rest.remove(mask)
    return tuple(rest)


def lacking(cards: Cards, wanted: Sequence[int]) -> int:
    """Index of the first wanted card that is missing beside those before it; -1 if none is."""
    if take(cards, wanted):
        return -1
    return next(n for n in range(len(wanted)) if not take(cards, wanted[: n + 1]))


def gather(cards: Cards, mask: int) -> Iterator[tuple[Cards, Cards]]:
    """The ways to take all cards of some kinds from a zone where some cards may be of these kinds.

    One way for each number of such cards; which of them they are is told apart only if few. A zone
    that certainly has more cards of the kinds than exist is not refused here.
    """
    sure = [one for one in cards if not one & ~mask]
    other = [one for one in cards if not one & mask]
    doubtful = Counter(one for one in cards if one & mask and one & ~mask)
    for some in range(max(0, min(doubtful.total(), 5 - len(sure))) + 1):
        for taken, rest in _picked(doubtful, mask, some):
            yield tuple(sorted((*sure, *taken))), tuple(sorted((*other, *rest)))


def _picked(doubtful: Counter[int], mask: int, some: int) -> list[tuple[list[int], list[int]]]:
    """Ways in which exactly `some` of the doubtful cards are of these kinds."""
    if not some or len(doubtful) == 1:
        one = next(iter(doubtful), 0)
        rest = [left & ~mask for left in doubtful.elements()]
        return [([one & mask] * some, rest[some:])]
    if len(doubtful) == 2:
        low, high = min(doubtful), max(doubtful)
        return [
            (
                [low & mask] * n + [high & mask] * (some - n),
                [low & ~mask] * (doubtful[low] - n) + [high & ~mask] * (doubtful[high] - some + n),
            )
            for n in range(some + 1)
            if n <= doubtful[low] and some - n <= doubtful[high]
        ]
    either = 0
    for one in doubtful:
        either |= one
    rest = [one & ~mask for one, n in doubtful.items() for _ in range(n - some)]
    rest += [either & ~mask] * (doubtful.total() - some - len(rest))
    return [([either & mask] * some, rest)]


def add_up(played: int, taken: Cards) -> tuple[int, Cards] | None:
    """What a card and those taken for its sum can be if the sum is right; None if impossible."""
    # For each card the sums that the cards before it and those after it can have, as bits: it fits
    # with a quality if one of each and that quality make the quality of the card played.
    bits = [qualities(mask) for mask in taken]
    before, after = [1], [1]
    for some, back in zip(bits, reversed(bits), strict=True):
        before.append(_sums(before[-1], some))
        after.append(_sums(after[-1], back))
    totals = before[-1] & qualities(played)
    if not totals:
        return None
    narrowed = []
    for i, mask in enumerate(taken):
        others = _sums(before[i], after[len(taken) - 1 - i])
        fits = sum(1 << q for q in range(1, 11) if (others << q) & totals)
        narrowed.append(mask & of_qualities(fits))
    return played & of_qualities(totals), tuple(sorted(narrowed))


def _sums(some: int, others: int) -> int:
    """All sums of a number of each set, without those over ten."""
    sums = 0
    for number in range(11):
        if some >> number & 1:
            sums |= others << number
    return sums & SUMS_TO_TEN


def excess(cards: Iterable[int]) -> int:
    """Kinds that appear more often than they exist, as bits; 0 if the cards are possible."""
    # Known cards take their copies first; a card that can be anything always finds one in the end.
    left = list(COPIES[:END])
    owners: list[list[int]] = [[] for _ in left]
    doubtful = []
    for mask in cards:
        if is_known(mask):
            left[kind_of(mask)] -= 1
        elif mask != ANY:
            doubtful.append(mask)
    if min(left) < 0:
        return sum(1 << kind for kind, n in enumerate(left) if n < 0)
    for mask in sorted(doubtful, key=int.bit_count):
        tried = _placed(mask, left, owners, 0)
        if tried >= 0:
            return tried
    return 0


def _placed(mask: int, left: list[int], owners: list[list[int]], tried: int) -> int:
    """Augmenting path: -1 if the card gets a copy of a kind, else the kinds tried, as bits."""
    for kind in elements(mask & ~tried):
        if left[kind]:
            left[kind] -= 1
            owners[kind].append(mask)
            return -1
    for kind in elements(mask):
        if tried >> kind & 1:
            continue
        tried |= 1 << kind
        for index, owner in enumerate(owners[kind]):
            deeper = _placed(owner, left, owners, tried)
            if deeper < 0:
                owners[kind][index] = mask
                return -1
            tried = deeper
    return tried


def blended(one: Cards, other: Cards) -> Cards:
    """A zone that covers two zones of the same size: common cards stay, others can be either."""
    if one == other:
        return one
    common, ours, theirs = [], [], []
    i = j = 0
    while i < len(one) and j < len(other):
        a, b = one[i], other[j]
        if a == b:
            common.append(a)
        elif a < b:
            ours.append(a)
        else:
            theirs.append(b)
        i += a <= b
        j += b <= a
    ours += one[i:]
    theirs += other[j:]
    common += [a | b for a, b in zip(ours, theirs, strict=True)]
    return tuple(sorted(common))


def quality_count(cards: Iterable[int]) -> dict[int, int]:
    """For each quality, the number of cards that certainly have it."""
    counts: dict[int, int] = {}
    for mask in cards:
        quality = QUALITY[kind_of(mask)]
        if not mask & ~OF_QUALITY[quality]:
            counts[quality] = counts.get(quality, 0) + 1
    return counts
