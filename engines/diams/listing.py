"""Diam's: the plays that are legal after the draw, listed or drawn at random."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from engines.api import Seat
from engines.diams.cards import CONVOY, HAND_LIMIT, KINDS, MAGIC, SAFECRACKER
from engines.diams.moves import (
    CRACK,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    FIELD,
    FORCE,
    GIVE,
    GIVING,
    LOW,
    MARKET,
    ONES,
    PASS,
    PLAYING,
    REVEAL,
    SAME,
    TAKE,
    Move,
    convoy_moves,
    discards,
    has_collection,
    matching,
    pick_sum,
    sum_series,
    sums,
    vault_moves,
)

if TYPE_CHECKING:
    from engines.diams.state import Diams


DRAWS: Final[tuple[Move, ...]] = ((DRAW,), (REVEAL,))


def legal_moves(state: Diams, seat: Seat) -> Sequence[Move]:
    """Every legal move of the seat that is to decide, in order."""
    if state.step == DRAWING:
        return DRAWS
    if state.step == PLAYING:
        return plays(state, seat)
    hand = state.hands[seat]
    if state.step == GIVING:
        return [(GIVE, kind) for kind in matching(state.vaults[seat], state.asked[1])]
    return discards(hand, len(hand) - HAND_LIMIT)


def sample(state: Diams, seat: Seat, rng: Random) -> Move:
    """A legal move drawn uniformly."""
    if state.step == DRAWING:
        return DRAWS[rng.random() < 0.5]
    if state.step == PLAYING:
        return sample_play(state, seat, rng)
    if state.step == DISCARDING:
        hand = state.hands[seat]
        return sample_discard(hand, len(hand) - HAND_LIMIT, rng)
    moves = legal_moves(state, seat)
    return moves[int(rng.random() * len(moves))]


def plays(state: Diams, seat: Seat) -> list[Move]:
    """Every legal play, in order (DI-R7)."""
    diamonds = sorted({card for card in state.hands[seat] if card < KINDS})
    market = state.market
    found: list[Move] = []
    for kind in diamonds:
        found.append((MARKET, kind))
        found.extend((MARKET, kind, *taken) for taken in sums(market, (kind >> 1) + 1))
    found.extend((SAME, kind) for kind in diamonds if market[kind & 30] or market[kind | 1])
    found.extend(_other_plays(state, seat, diamonds))
    return found


def _other_plays(state: Diams, seat: Seat, diamonds: list[int]) -> list[Move]:
    hand = state.hands[seat]
    found = vault_moves(hand, state.vaults[seat])
    if hand and hand[-1] >= KINDS:
        found.extend(_special_plays(state, seat, diamonds))
    if not diamonds:
        found.append((PASS,))  # DI-Q9
    return found


def _special_plays(state: Diams, seat: Seat, diamonds: list[int]) -> list[Move]:
    hand = state.hands[seat]
    others = [other for other in range(state.seats) if other != seat]
    found: list[Move] = []
    if CONVOY in hand:
        found.extend(convoy_moves(hand, state.vaults[seat]))
    if SAFECRACKER in hand:
        found.extend((CRACK, other, kind) for other in others for kind in range(KINDS))
    if MAGIC in hand:
        found.extend((TAKE, kind) for kind in range(KINDS) if state.market[kind])
    specials = [card for card in hand if card >= KINDS]
    found.extend(
        (FORCE, other, kind, special)
        for other in others
        for kind in diamonds
        for special in specials
    )
    return found


def sample_play(state: Diams, seat: Seat, rng: Random) -> Move:
    """A legal play drawn uniformly; plays at the market are counted, not listed."""
    hand = state.hands[seat]
    if not hand:
        return (PASS,)
    market = state.market
    series = sum_series(market)
    ways = _market_ways(market, series, hand)
    total = ways[-1] if ways else 0
    if hand[-1] < KINDS and not has_collection(hand):
        return _market_play(market, series, hand, ways, int(rng.random() * total))
    others = _other_plays(state, seat, sorted({card for card in hand if card < KINDS}))
    pick = int(rng.random() * (total + len(others)))
    if pick < total:
        return _market_play(market, series, hand, ways, pick)
    return others[pick - total]


def _market_ways(market: list[int], series: list[int], hand: list[int]) -> list[int]:
    """Plays at the market with each kind of a sorted hand, added up from the lowest kind on."""
    ways = []
    total = 0
    last = -1
    for kind in hand:
        if kind >= KINDS:
            break
        if kind != last:
            last = kind
            at = kind >> 1
            total += 1 + (series[at] >> FIELD * (at + 1) & LOW)
            if market[kind & 30] or market[kind | 1]:
                total += 1
            ways.append(total)
    return ways


def _market_play(
    market: list[int], series: list[int], hand: list[int], ways: list[int], pick: int
) -> Move:
    index = bisect_right(ways, pick)
    kind = _distinct(hand, index)
    pick -= ways[index - 1] if index else 0
    if pick == 0:
        return (MARKET, kind)
    if market[kind & 30] or market[kind | 1]:
        if pick == 1:
            return (SAME, kind)
        pick -= 1
    return (MARKET, kind, *pick_sum(market, series, (kind >> 1) + 1, pick - 1))


def _distinct(hand: list[int], index: int) -> int:
    """Kind number `index` of a sorted hand."""
    last = -1
    for kind in hand:
        if kind != last:
            last = kind
            index -= 1
            if index < 0:
                break
    return last


def sample_discard(hand: list[int], surplus: int, rng: Random) -> Move:
    """What to give up, drawn uniformly over different sets of cards."""
    kinds = list(dict.fromkeys(hand))
    if surplus == 1:
        return (DISCARD, kinds[int(rng.random() * len(kinds))])
    series = [1]
    for kind in kinds:
        series.append(series[-1] * ONES[hand.count(kind)])
    pick = int(rng.random() * (series[-1] >> FIELD * surplus & LOW))
    given: Move = ()
    for index in range(len(kinds) - 1, -1, -1):
        below = series[index]
        n = 0
        while pick >= (ways := below >> FIELD * (surplus - n) & LOW):
            pick -= ways
            n += 1
        given = (kinds[index],) * n + given
        surplus -= n
        if not surplus:
            break
    return (DISCARD, *given)
