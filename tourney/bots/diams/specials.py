"""What the special cards of Diam's promise, each by its power and as a forced sale (DI-R10).

Victims and qualities are chosen by counts: how many cards lie where, how many are unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.diams.cards import CONVOY, KINDS, MAGIC, SAFECRACKER, VALUE
from engines.diams.moves import CRACK, ESCORT, FORCE, TAKE
from tourney.bots.diams.plays import Choice, stored_gain
from tourney.bots.diams.sight import Sight
from tourney.bots.diams.worth import Row, Worth

SET_SIZE = 3.5  # cards of a collection in a vault, on average
SUREST = 0.9  # of a guess at what lies in a vault


def special_plays(sight: Sight, worth: Worth, stage: int) -> list[Choice]:
    """What the special cards in hand can do; using one costs what keeping it is worth."""
    hand, kept = sight.hand, worth.weights.special[stage]
    found: list[Choice] = []
    if CONVOY in hand:
        found.extend(_convoy(sight, worth, stage))
    if SAFECRACKER in hand:
        found.extend(_cracks(sight, worth, stage))
    if MAGIC in hand:
        found.extend(_magic(sight, worth, stage))
    found.extend(_forces(sight, worth, stage))
    return [(gain - kept, move) for gain, move in found]


def _convoy(sight: Sight, worth: Worth, stage: int) -> list[Choice]:
    stored = sight.stored
    cards = [card for card in sight.hand if card < KINDS and stored[(card >> 1) + 1]]
    return [(stored_gain(sight, worth, stage, cards), (ESCORT, *cards))] if cards else []


def _magic(sight: Sight, worth: Worth, stage: int) -> Iterator[Choice]:
    for kind in range(KINDS):
        if sight.market[kind]:
            quality = (kind >> 1) + 1
            row, n = _row(sight, worth, stage, quality)
            gain = row[min(5, n + 1)] - row[min(5, n)] + worth.deny[quality]
            yield gain + worth.weights.star_hand * (kind & 1), (TAKE, kind)


def _row(sight: Sight, worth: Worth, stage: int, quality: int) -> tuple[Row, int]:
    return worth.hand[stage][sight.stored[quality]][quality], sight.held[quality]


def unseen(sight: Sight) -> list[int]:
    """How many diamonds of each quality this seat does not see; number 0 is no quality."""
    market = sight.market
    counts = [0]
    for quality in range(1, 11):
        seen = sight.held[quality] + sight.stored[quality]
        counts.append(5 - seen - market[2 * quality - 2] - market[2 * quality - 1])
    return counts


def _fullest(counts: Sequence[int], seat: int) -> int:
    """The other seat with most cards, the next one clockwise among equals."""
    seats = len(counts)
    others = [(seat + step) % seats for step in range(1, seats)]
    return max(others, key=counts.__getitem__)


def _cracks(sight: Sight, worth: Worth, stage: int) -> Iterator[Choice]:
    """Where most cards lie, by how likely a collection of the quality is there."""
    victim = _fullest(sight.vault_counts, sight.seat)
    whole = [VALUE[q][3] if n >= 3 else 0 for q, n in enumerate(unseen(sight))]
    sets = sight.vault_counts[victim] / SET_SIZE / (sum(whole) or 1)
    for quality in range(1, 11):
        row, n = _row(sight, worth, stage, quality)
        loot = worth.weights.theft * VALUE[quality][3]
        gain = row[min(5, n + 1)] - row[min(5, n)] + loot
        yield min(SUREST, sets * whole[quality]) * gain, (CRACK, victim, 2 * quality - 2)


def _forces(sight: Sight, worth: Worth, stage: int) -> Iterator[Choice]:
    """From the fullest hand, by how likely a card of the quality is there."""
    victim = _fullest(sight.hand_counts, sight.seat)
    hidden, market = unseen(sight), sight.market
    size = sight.hand_counts[victim]
    pool = sum(hidden) or 1
    last = -1
    for card in sight.hand:
        if card >> 1 == last or card >= KINDS:
            continue
        last = card >> 1
        quality = last + 1
        row, n = _row(sight, worth, stage, quality)
        chance = 1 - (1 - min(1.0, hidden[quality] / pool)) ** size
        taken = 1 + market[card & 30] + market[card | 1]
        hit = row[min(5, n + taken)] - row[n] + worth.weights.theft * VALUE[quality][3] / 2
        miss = row[n] - row[n - 1] + worth.deny[quality]
        yield chance * hit - (1 - chance) * miss, (FORCE, victim, card, sight.hand[-1])
