"""Diam's: points of a round, chips, and the winner."""

from collections.abc import Sequence
from typing import NamedTuple

from engines.api import Outcome
from engines.diams.cards import KINDS, QUALITY, STAR, VALUE


class RoundScore(NamedTuple):
    """The parts of the score at the end of a round, per seat."""

    collections: tuple[int, ...]
    purity: tuple[int, ...]  # special-purity diamonds in the vault
    hand: tuple[int, ...]  # sum of qualities in hand
    points: tuple[int, ...]


def vault_value(vault: Sequence[int]) -> int:
    """Points of the collections in a vault."""
    counts = [0] * 11
    for kind in vault:
        counts[QUALITY[kind]] += 1
    return sum(VALUE[quality][counts[quality]] for quality in range(1, 11))


# DI-Q23: no bonus if nobody has a diamond of special purity
def purity_bonus(counts: Sequence[int]) -> tuple[int, ...]:
    """5 for the most diamonds of special purity, 2 each on a tie, 0 if there are none."""
    most = max(counts)
    if not most:
        return (0,) * len(counts)
    bonus = 5 if counts.count(most) == 1 else 2
    return tuple(bonus if n == most else 0 for n in counts)


# DI-Q25: on a tie nobody gets the bonus for the hand
def hand_bonus(sums: Sequence[int]) -> tuple[int, ...]:
    """3 for the highest sum in hand, nothing on a tie."""
    most = max(sums)
    bonus = 3 if sums.count(most) == 1 else 0
    return tuple(bonus if n == most else 0 for n in sums)


# DI-R14: collections, the bonus for purity, the bonus for the hand
def score_round(vaults: Sequence[Sequence[int]], hands: Sequence[Sequence[int]]) -> RoundScore:
    """Score a round."""
    collections = tuple(vault_value(vault) for vault in vaults)
    purity = tuple(count_stars(vault) for vault in vaults)
    held = tuple(hand_sum(hand) for hand in hands)
    points = zip(collections, purity_bonus(purity), hand_bonus(held), strict=True)
    return RoundScore(collections, purity, held, tuple(sum(parts) for parts in points))


# DI-Q24: a diamond of special purity also counts in an incomplete collection
def count_stars(vault: Sequence[int]) -> int:
    """Diamonds of special purity in a vault."""
    return sum(kind & STAR for kind in vault)


# DI-Q26: special cards are worth nothing in a hand
def hand_sum(hand: Sequence[int]) -> int:
    """The sum of the qualities in a hand."""
    return sum(QUALITY[card] for card in hand if card < KINDS)


# DI-R15: chips by place, 4 for the first place, for any number of players
def chips(points: Sequence[int]) -> tuple[int, ...]:
    """4, 3, 2, 1, 0 by place; tied seats get the chips of the lowest place they share."""
    return tuple(5 - sum(other >= own for other in points) for own in points)


def places(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """1 for the highest key; equal keys share the better place."""
    return tuple(1 + sum(other > own for other in keys) for own in keys)


# DI-R17, DI-Q30: one round, or three; with two players two, if one of them won both outright
def is_last(points: Sequence[Sequence[int]], length: str) -> bool:
    """Whether the match ends with the last of these rounds."""
    if length == "quick" or len(points) == 3:
        return True
    if len(points[0]) != 2 or len(points) != 2:
        return False
    (a, b), (c, d) = points
    return (a > b and c > d) or (a < b and c < d)


# DI-Q28: equal points in a quick match share the place
def outcome(points: Sequence[tuple[int, ...]], length: str) -> Outcome:
    """The result of a match: by points if it is quick, else by chips."""
    if length == "quick":
        return Outcome(points[0], places([(score,) for score in points[0]]))
    return by_chips([chips(row) for row in points])


# DI-Q27: a tie is broken by the chips of the second round, else the place is shared
def by_chips(rounds: Sequence[Sequence[int]]) -> Outcome:
    """The result of a standard match, given the chips of every round."""
    scores = tuple(sum(column) for column in zip(*rounds, strict=True))
    return Outcome(scores, places(list(zip(scores, rounds[1], strict=True))))
