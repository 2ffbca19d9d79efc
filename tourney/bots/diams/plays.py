"""The plays of Diam's worth a thought, each with what it adds to hand and vault.

One candidate stands for many legal moves: of all sums with the same price the best, of all ways
to fill the vault the one that stores everything. Works on a sight.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.diams.cards import HAND_LIMIT, KINDS, VALUE
from engines.diams.moves import MARKET, PASS, SAME, VAULT, Move
from tourney.bots.diams.sight import Sight
from tourney.bots.diams.worth import Worth

Choice: TypeAlias = tuple[float, Move]
"""What a move adds, and the move."""

NO_SUM: Final[Choice] = (0.0, ())


def market_plays(sight: Sight, worth: Worth, stage: int) -> list[Choice]:
    """For every quality in hand: leave it, its best sum, the same quality (DI-R8)."""
    held, stored, market = sight.held, sight.stored, sight.market
    table, deny, star = worth.hand[stage], worth.deny, worth.weights.star_hand
    room = HAND_LIMIT - len(sight.hand)
    sums = best_sums(sight, worth, stage)
    found: list[Choice] = []
    last = -1
    for card in sight.hand:
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


def _over(more: int, room: int, worth: Worth) -> float:
    return (more - room) * worth.weights.surplus if more > room else 0.0


def best_sums(sight: Sight, worth: Worth, stage: int) -> list[Choice]:
    """For every total what the best set of two and more adds, and the set.

    A single card is no sum (DI-Q6): when a total is settled, only lower qualities are in yet.
    """
    market, taking = sight.market, worth.weights.star_hand
    settled: list[Choice] = [NO_SUM] * 11
    best: list[Choice | None] = [NO_SUM, *[None] * 10]
    for quality in range(1, 11):
        settled[quality] = best[quality] or NO_SUM
        plain = 2 * quality - 2
        star = market[plain + 1]
        lying = market[plain] + star
        if not lying or quality == 10:
            continue
        row, n = worth.hand[stage][sight.stored[quality]][quality], sight.held[quality]
        start, price = row[n] - taking * star, worth.deny[quality]
        for total in range(10, quality - 1, -1):
            for taken in range(1, min(lying, total // quality) + 1):
                before = best[total - taken * quality]
                if before is None:
                    continue
                adds = before[0] + row[min(5, n + taken)] - start + taken * price
                there = best[total]
                if there is None or adds > there[0]:
                    cards = (plain,) * (taken - star) + (plain + 1,) * star
                    best[total] = (adds, before[1] + cards)
    return settled


def vault_play(sight: Sight, worth: Worth, stage: int) -> list[Choice]:
    """All collections, and with them all that extends what lies in the vault (DI-R9)."""
    held, stored = sight.held, sight.stored
    if max(held) < 3:
        return []
    cards = [
        card
        for card in sight.hand
        if card < KINDS and (held[(card >> 1) + 1] >= 3 or stored[(card >> 1) + 1])
    ]
    return [(stored_gain(sight, worth, stage, cards), (VAULT, *cards))]


def stored_gain(sight: Sight, worth: Worth, stage: int, cards: list[int]) -> float:
    """Points that count at once, less what these cards stood for in hand."""
    weights = worth.weights
    gain = weights.slot * len(cards)
    counts: dict[int, int] = {}
    for card in cards:
        counts[(card >> 1) + 1] = counts.get((card >> 1) + 1, 0) + 1
        gain += (card & 1) * (weights.star_vault - weights.star_hand)
    for quality, n in counts.items():
        now = sight.stored[quality]
        values = VALUE[quality]
        gain += values[min(5, now + n)] - values[now] - worth.hand[stage][now][quality][min(5, n)]
    return gain
