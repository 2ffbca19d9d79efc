"""The plays worth considering in Diam's, each with the value that it adds to hand and vault.

One candidate represents many legal moves: the best of all sums with the same price, and the one way
to fill the vault that stores everything. Works on features.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.diams.cards import HAND_LIMIT, KINDS, MARKET, PASS, SAME, VALUE, VAULT, Move
from tourney.bots.diams.features import DiamsFeatures
from tourney.bots.diams.hand_values import HandValues

Choice: TypeAlias = tuple[float, Move]
"""The value that a move adds, and the move."""

NO_SUM: Final[Choice] = (0.0, ())


def market_plays(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    """For every quality in hand: put it down, take its best sum, or the same quality (DI-R8)."""
    held, stored, market = features.held, features.stored, features.market
    table, deny, star = worth.hand[stage], worth.deny, worth.weights.star_hand
    room = HAND_LIMIT - len(features.hand)
    sums = best_sums(features, worth, stage)
    found: list[Choice] = []
    last = -1
    for card in features.hand:
        if card >> 1 == last or card >= KINDS:
            continue
        last = card >> 1
        quality = last + 1
        row, n = table[stored[quality]][quality], held[quality]
        loss = row[n] - row[n - 1] + deny[quality] + star * (card & 1)
        found.append((-loss, (MARKET, card)))
        adds, cards = sums[quality]
        if cards:
            over = _over(len(cards) - 1, room, worth)
            found.append((adds - loss - over, (MARKET, card, *cards)))
        purity = market[card | 1]
        lying = market[card & 30] + purity
        if lying:
            adds = row[min(5, n + lying)] - row[n] + lying * deny[quality] + star * purity
            found.append((adds - _over(lying, room, worth), (SAME, card)))
    return found or [(0.0, (PASS,))]


def _over(more: int, room: int, worth: HandValues) -> float:
    return (more - room) * worth.weights.surplus if more > room else 0.0


def best_sums(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    """For every total the best set of two and more cards, with the value that it adds.

    A single card is not a sum (DI-Q6): a total is fixed when only lower qualities are included.
    """
    market, held, stored = features.market, features.held, features.stored
    table, deny, taking = worth.hand[stage], worth.deny, worth.weights.star_hand
    highest = 10
    while highest and not held[highest]:
        highest -= 1
    settled: list[Choice] = [NO_SUM] * 11
    best: list[Choice | None] = [NO_SUM, *[None] * 10]
    for quality in range(1, highest + 1):
        settled[quality] = best[quality] or NO_SUM
        star = market[2 * quality - 1]
        lying = market[2 * quality - 2] + star
        if not lying or quality == highest:
            continue
        row, n = table[stored[quality]][quality], held[quality]
        start, price = row[n] - taking * star, deny[quality]
        steps = [
            (row[min(5, n + taken)] - start + taken * price, taken * quality, taken)
            for taken in range(1, min(lying, highest // quality) + 1)
        ]
        for total in range(highest, quality - 1, -1):
            there = best[total]
            for adds, size, taken in steps:
                before = best[total - size] if size <= total else None
                if before is not None and (there is None or before[0] + adds > there[0]):
                    there = (before[0] + adds, (*before[1], *_copies(quality, taken, star)))
            best[total] = there
    return settled


def _copies(quality: int, taken: int, star: int) -> Move:
    plain = 2 * quality - 2
    return (plain,) * (taken - star) + (plain + 1,) * star


def vault_play(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    """Store all collections and all cards that extend those in the vault (DI-R9)."""
    held, stored = features.held, features.stored
    if max(held) < 3:
        return []
    cards = [
        card
        for card in features.hand
        if card < KINDS and (held[(card >> 1) + 1] >= 3 or stored[(card >> 1) + 1])
    ]
    return [(stored_gain(features, worth, stage, cards), (VAULT, *cards))]


def stored_gain(features: DiamsFeatures, worth: HandValues, stage: int, cards: list[int]) -> float:
    """The points of storing cards, less their value in hand."""
    weights = worth.weights
    gain = weights.slot * len(cards)
    counts: dict[int, int] = {}
    for card in cards:
        counts[(card >> 1) + 1] = counts.get((card >> 1) + 1, 0) + 1
        gain += (card & 1) * (weights.star_vault - weights.star_hand)
    for quality, n in counts.items():
        now = features.stored[quality]
        values = VALUE[quality]
        gain += values[min(5, now + n)] - values[now] - worth.hand[stage][now][quality][min(5, n)]
    return gain
