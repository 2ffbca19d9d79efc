"""Diam's: phases, the shape of moves, and counting and listing those that take sums and sets.

A move is a tuple of integers that starts with what is done; listed moves stand in the order of
these tuples. Works on bare hands, vaults and markets and knows no turns.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias

from engines.diams.cards import END, KINDS, QUALITY

Move: TypeAlias = tuple[int, ...]

DRAW: Final = 0  # ()
REVEAL: Final = 1  # ()
MARKET: Final = 2  # card played, then the cards taken for its sum, sorted; none for nothing
SAME: Final = 3  # card played
VAULT: Final = 4  # cards, sorted
ESCORT: Final = 5  # cards the convoy takes, sorted
CRACK: Final = 6  # victim, kind named: a plain one stands for either of its quality
TAKE: Final = 7  # the card the magic takes
FORCE: Final = 8  # victim, own card, special spent
PASS: Final = 9  # ()
GIVE: Final = 10  # card
DISCARD: Final = 11  # cards, sorted

STARTING: Final = 0
DEALING: Final = 1
DRAWING: Final = 2
PLAYING: Final = 3
GIVING: Final = 4
DISCARDING: Final = 5
OVER: Final = 6
PHASES: Final = ("start", "deal", "draw", "play", "give", "discard", "over")

FIELD: Final = 16  # bits per coefficient
LOW: Final = (1 << FIELD) - 1
UP_TO_TEN: Final = (1 << 11 * FIELD) - 1


def _series(quality: int, plain: int, star: int) -> int:
    """Ways to take from so many diamonds of a quality, by sum, as packed coefficients."""
    total = 0
    for taken in range(plain + 1):
        for purity in range(star + 1):
            value = quality * (taken + purity)
            if value <= 10:
                total += 1 << FIELD * value
    return total


SERIES: Final = tuple(
    tuple(tuple(_series(quality, plain, star) for star in (0, 1)) for plain in range(5))
    for quality in range(1, 10)
)


ONES: Final = tuple(sum(1 << FIELD * taken for taken in range(n + 1)) for n in range(6))
"""Ways to take so many of up to five like cards, one each, packed."""


def sum_series(market: Sequence[int]) -> list[int]:
    """At index q: for every total up to ten, the sets of diamonds of quality q and less, packed.

    Sets differ in kinds, not in copies. Those that add up to q + 1 have two cards or more.
    """
    series = 1
    found = [1]
    at = 0
    for row in SERIES:
        plain = market[at]
        star = market[at + 1]
        at += 2
        if plain or star:
            series = series * row[plain][star] & UP_TO_TEN
        found.append(series)
    return found


def pick_sum(market: Sequence[int], series: list[int], total: int, pick: int) -> Move:
    """Set number `pick` of those with this total, in an order of its own."""
    taken: Move = ()
    quality = total - 1
    while total:
        plain = 2 * quality - 2
        star = market[plain + 1]
        below = series[quality - 1]
        for n in range(min(market[plain] + star, total // quality) + 1):
            ways = below >> FIELD * (total - n * quality) & LOW
            if not ways:
                continue
            if n <= market[plain]:  # without the star
                if pick < ways:
                    taken = (plain,) * n + taken
                    break
                pick -= ways
            if star and n:
                if pick < ways:
                    taken = (*(plain,) * (n - 1), plain + 1, *taken)
                    break
                pick -= ways
        total -= n * quality
        quality -= 1
    return taken


def sums(market: Sequence[int], total: int) -> list[Move]:
    """Sets of two and more market cards with this total (DI-R8b, DI-Q6), in order."""
    found: list[Move] = []
    _sums(market, total, 0, (), found)
    return found


def _sums(market: Sequence[int], rest: int, start: int, taken: Move, found: list[Move]) -> None:
    for kind in range(start, min(2 * rest, KINDS)):
        lying = market[kind]
        if not lying or (taken and taken[-1] == kind and taken.count(kind) >= lying):
            continue
        quality = QUALITY[kind]
        if quality == rest:
            if taken:
                found.append((*taken, kind))
        elif 2 * quality <= rest:
            _sums(market, rest - quality, kind, (*taken, kind), found)


def _kinds(hand: Sequence[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for card in hand:
        if card < KINDS:
            counts[card] = counts.get(card, 0) + 1
    return counts


def _groups(hand: Sequence[int], stored: frozenset[int]) -> Iterator[list[tuple[Move, bool]]]:
    """Per quality in hand: what of it may go to the vault, and whether it is a collection."""
    counts = _kinds(hand)
    for quality in sorted({QUALITY[kind] for kind in counts}):
        plain = 2 * quality - 2
        choices: list[tuple[Move, bool]] = []
        for taken in range(counts.get(plain, 0) + 1):
            for star in range(counts.get(plain + 1, 0) + 1):
                size = taken + star
                if size == 0 or size >= 3 or quality in stored:
                    choices.append(((plain,) * taken + (plain + 1,) * star, size >= 3))
        yield choices


def vault_moves(hand: Sequence[int], vault: Sequence[int]) -> list[Move]:
    """What DI-R9 lets go to the vault: a collection at least, extensions with it."""
    if not has_collection(hand):
        return []
    stored = frozenset(QUALITY[kind] for kind in vault)
    found = []
    for parts in product(*_groups(hand, stored)):
        if any(collection for _, collection in parts):
            found.append((VAULT, *(card for cards, _ in parts for card in cards)))
    found.sort()
    return found


def has_collection(hand: Sequence[int]) -> bool:
    """Whether a sorted hand holds three diamonds of one quality."""
    return any(hand[i] >> 1 == hand[i - 2] >> 1 and hand[i] < KINDS for i in range(2, len(hand)))


def convoy_moves(hand: Sequence[int], vault: Sequence[int]) -> list[Move]:
    """What a convoy may bring to the vault (DI-R10, DI-Q15), in order."""
    stored = {QUALITY[kind] for kind in vault}
    counts = [(kind, n) for kind, n in _kinds(hand).items() if QUALITY[kind] in stored]
    found = []
    for taken in product(*(range(n + 1) for _, n in counts)):
        cards = tuple(k for (k, _), n in zip(counts, taken, strict=True) for _ in range(n))
        if cards:
            found.append((ESCORT, *cards))
    found.sort()
    return found


def discards(hand: Sequence[int], surplus: int) -> list[Move]:
    """Every way to give up so many cards of a sorted hand, in order."""
    found: list[Move] = []
    _discards(hand, surplus, 0, (DISCARD,), found)
    return found


def _discards(
    hand: Sequence[int], surplus: int, start: int, given: Move, found: list[Move]
) -> None:
    if surplus == 0:
        found.append(given)
        return
    for i in range(start, len(hand) - surplus + 1):
        if i == start or hand[i] != hand[i - 1]:
            _discards(hand, surplus - 1, i + 1, (*given, hand[i]), found)


def holds(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Whether `cards` are all in `hand`, copies counted."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def matching(vault: Sequence[int], named: int) -> list[int]:
    """Kinds in the vault that a safecracker naming `named` gets (DI-R10, DI-Q11), in order."""
    if named & 1:
        return [named] if named in vault else []
    return [kind for kind in (named, named + 1) if kind in vault]


# Per kind of move: what its parts stay below (seats, cards), and whether more cards may follow.
SHAPES: Final[tuple[tuple[tuple[int, ...], bool], ...]] = (
    ((), False),
    ((), False),
    ((END,), True),
    ((END,), False),
    ((), True),
    ((), True),
    ((5, KINDS), False),
    ((END,), False),
    ((5, END, END), False),
    ((), False),
    ((END,), False),
    ((), True),
)


def well_formed(move: Sequence[int]) -> bool:
    """Whether this is a move at all: of a known kind, with real seats and cards in their places."""
    if not move or not 0 <= move[0] < len(SHAPES):
        return False
    bounds, open_ = SHAPES[move[0]]
    parts = move[1:]
    if len(parts) < len(bounds) or (len(parts) > len(bounds) and not open_):
        return False
    limits = (*bounds, *(END for _ in parts[len(bounds) :]))
    return all(0 <= part < limit for part, limit in zip(parts, limits, strict=True))


def is_order(cards: Sequence[int], pool: Sequence[int]) -> bool:
    """Whether `cards` are the pool in some order."""
    return len(cards) == len(pool) and sorted(cards) == list(pool)
