"""The values of plays with special cards in Diam's, by their power and as a forced sale (DI-R10).

Victims and qualities are chosen by counting cards and unseen cards or, in a search, by the cards of
the victims in its worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engines.api import Seat
from engines.diams.cards import (
    CONVOY,
    CRACK,
    ESCORT,
    FORCE,
    KINDS,
    MAGIC,
    SAFECRACKER,
    TAKE,
    VALUE,
    Move,
)
from engines.diams.state import Diams
from tourney.bots.diams.features import DiamsFeatures, by_quality
from tourney.bots.diams.hand_values import HandValues, Row
from tourney.bots.diams.plays import Choice, stored_gain

SET_SIZE: Final = 3.5  # average number of cards of a collection in a vault
SUREST: Final = 0.9  # highest probability of a guess about a vault
STAR_LOST: Final = 2.0  # points that a vault loses with a special-purity diamond


def special_plays(
    features: DiamsFeatures, worth: HandValues, stage: int, worlds: Sequence[Diams] = ()
) -> list[Choice]:
    """The plays with special cards in hand, less the value of keeping the card."""
    hand, kept = features.hand, worth.weights.special[stage]
    found: list[Choice] = []
    if CONVOY in hand:
        found.extend(_convoy(features, worth, stage))
    if SAFECRACKER in hand:
        found.extend(_looted(features, worth, stage, worlds) or _cracks(features, worth, stage))
    if MAGIC in hand:
        found.extend(_magic(features, worth, stage))
    found.extend(_bought(features, worth, stage, worlds) or _forces(features, worth, stage))
    return [(gain - kept, move) for gain, move in found]


def _convoy(features: DiamsFeatures, worth: HandValues, stage: int) -> list[Choice]:
    stored = features.stored
    cards = [card for card in features.hand if card < KINDS and stored[(card >> 1) + 1]]
    return [(stored_gain(features, worth, stage, cards), (ESCORT, *cards))] if cards else []


def _magic(features: DiamsFeatures, worth: HandValues, stage: int) -> Iterator[Choice]:
    for kind in range(KINDS):
        if features.market[kind]:
            quality = (kind >> 1) + 1
            row, n = _row(features, worth, stage, quality)
            gain = row[min(5, n + 1)] - row[min(5, n)] + worth.deny[quality]
            yield gain + worth.weights.star_hand * (kind & 1), (TAKE, kind)


def _row(features: DiamsFeatures, worth: HandValues, stage: int, quality: int) -> tuple[Row, int]:
    return worth.hand[stage][features.stored[quality]][quality], features.held[quality]


def unseen(features: DiamsFeatures) -> list[int]:
    """The number of diamonds of each quality that this seat does not see; index 0 is unused."""
    market = features.market
    counts = [0]
    for quality in range(1, 11):
        seen = features.held[quality] + features.stored[quality]
        counts.append(5 - seen - market[2 * quality - 2] - market[2 * quality - 1])
    return counts


def _fullest(counts: Sequence[int], seat: int) -> int:
    """The other seat with most cards, the first one clockwise among equals."""
    seats = len(counts)
    others = [(seat + step) % seats for step in range(1, seats)]
    return max(others, key=counts.__getitem__)


def _cracks(features: DiamsFeatures, worth: HandValues, stage: int) -> Iterator[Choice]:
    """Safecrackers on the fullest vault, by the probability of a collection of each quality."""
    victim = _fullest(features.vault_counts, features.seat)
    whole = [VALUE[q][3] if n >= 3 else 0 for q, n in enumerate(unseen(features))]
    sets = features.vault_counts[victim] / SET_SIZE / (sum(whole) or 1)
    for quality in range(1, 11):
        row, n = _row(features, worth, stage, quality)
        loot = worth.weights.theft * VALUE[quality][3]
        gain = row[min(5, n + 1)] - row[min(5, n)] + loot
        yield min(SUREST, sets * whole[quality]) * gain, (CRACK, victim, 2 * quality - 2)


def _forces(features: DiamsFeatures, worth: HandValues, stage: int) -> Iterator[Choice]:
    """Forced sales to the fullest hand, by the probability of a card of each quality."""
    victim = _fullest(features.hand_counts, features.seat)
    hidden, market = unseen(features), features.market
    size = features.hand_counts[victim]
    pool = sum(hidden) or 1
    last = -1
    for card in features.hand:
        if card >> 1 == last or card >= KINDS:
            continue
        last = card >> 1
        quality = last + 1
        row, n = _row(features, worth, stage, quality)
        chance = 1 - (1 - min(1.0, hidden[quality] / pool)) ** size
        taken = 1 + market[card & 30] + market[card | 1]
        hit = row[min(5, n + taken)] - row[n] + worth.weights.theft * VALUE[quality][3] / 2
        miss = row[n] - row[n - 1] + worth.deny[quality]
        yield chance * hit - (1 - chance) * miss, (FORCE, victim, card, features.hand[-1])


def _mean(totals: Mapping[Move, float], worlds: Sequence[Diams]) -> list[Choice]:
    return [(total / len(worlds), move) for move, total in totals.items()]


def _others(features: DiamsFeatures) -> list[Seat]:
    return [seat for seat in range(features.seats) if seat != features.seat]


def _looted(
    features: DiamsFeatures, worth: HandValues, stage: int, worlds: Sequence[Diams]
) -> list[Choice]:
    """Safecrackers, by the vaults in these worlds."""
    totals: dict[Move, float] = {}
    for world in worlds:
        for victim in _others(features):
            vault = world.vaults[victim]
            counts = by_quality(vault)
            for kind in {card & 30 for card in vault} | {card for card in vault if card & 1}:
                quality = (kind >> 1) + 1
                row, n = _row(features, worth, stage, quality)
                values = VALUE[quality]
                fewer = values[counts[quality]] - values[counts[quality] - 1]
                lost = fewer + STAR_LOST * (kind & 1)
                gain = row[min(5, n + 1)] - row[min(5, n)] + lost / (features.seats - 1)
                move = (CRACK, victim, kind)
                totals[move] = totals.get(move, 0.0) + gain
    return _mean(totals, worlds)


def _bought(
    features: DiamsFeatures, worth: HandValues, stage: int, worlds: Sequence[Diams]
) -> list[Choice]:
    """Forced sales, by the hands in these worlds."""
    totals: dict[Move, float] = {}
    cards = {card >> 1: card for card in reversed(features.hand) if card < KINDS}
    special = features.hand[-1]
    for world in worlds:
        for victim in _others(features):
            counts = by_quality(world.hands[victim])
            for card in cards.values():
                quality = (card >> 1) + 1
                move = (FORCE, victim, card, special)
                gain = _sale(features, worth, stage, card, counts[quality])
                totals[move] = totals.get(move, 0.0) + gain
    return _mean(totals, worlds)


def _sale(features: DiamsFeatures, worth: HandValues, stage: int, card: int, theirs: int) -> float:
    """The value of a forced sale if the victim has `theirs` cards of the quality in hand."""
    quality = (card >> 1) + 1
    row, n = _row(features, worth, stage, quality)
    if not theirs:
        return row[n - 1] - row[n] - worth.deny[quality]
    taken = theirs + features.market[card & 30] + features.market[card | 1]
    lost = worth.hand[stage][0][quality][theirs] / (features.seats - 1)
    return row[min(5, n + taken)] - row[n] + lost
