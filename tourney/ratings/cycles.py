"""Whether players beat each other in a cycle, which no strengths explain.

Of three players who all met, the differences of strength of a and b, b and c, c and a add up to 0,
whatever the strengths are. The same sum of what is left of the results of each two (their residual
in natural logarithms of odds, the curl of Jiang and others 2011) is therefore luck, unless the
strength of a player depends on the opponent. Its variation is measured over blocks, as that of
ratings, and the chance of the largest sum is multiplied by the number of sums (Bonferroni), so that
an alarm is false with 5 % probability at most.
"""

from typing import Final, NamedTuple

import numpy as np
from scipy.special import stdtr

from tourney.ratings.design import FinishGroup, Floats, Ints, RatingDesign
from tourney.ratings.fit import RatingFit
from tourney.ratings.uncertainty import PSEUDO

MOST: Final = 200
"""Players with the most matches whose cycles are tested."""
LEAST: Final = 2.0
"""The information of a pair that is tested: that of eight even matches of two."""
TRIED: Final = 50
"""Cycles that are looked at more closely."""
FALSE_ALARM: Final = 0.05


class Cycle(NamedTuple):
    """Three units of a design of which each beats the next, and the last one the first.

    `shares` and `matches` are those of each against the next; `chance` is the probability that luck
    alone makes such a cycle anywhere.
    """

    units: tuple[int, int, int]
    shares: tuple[float, float, float]
    matches: tuple[int, int, int]
    chance: float


class _Meetings(NamedTuple):
    """Every two players in every match: their pair, block, share of the result, and what is left.

    `pair` is the number of a player times `MOST`, plus that of another with a higher number;
    `share` and `rest` are those of the first.
    """

    pair: Ints
    block: Ints
    share: Floats
    rest: Floats
    information: Floats


def strongest_cycle(design: RatingDesign, found: RatingFit) -> Cycle | None:
    """The cycle that luck explains least; none if luck may explain it."""
    tested = np.sort(np.argsort(-design.matches[: design.units], kind="stable")[:MOST])
    number = np.full(design.units, -1)
    number[tested] = np.arange(len(tested))
    groups = [group for group in design.groups if group.alone]
    if len(tested) < 3 or not groups:
        return None
    parts = zip(*(_meetings(group, found.values, number) for group in groups), strict=True)
    meetings = _Meetings(*(np.concatenate(part) for part in parts))
    count = len(tested)

    def of_pairs(values: Floats) -> Floats:
        whole = np.bincount(meetings.pair, values, minlength=MOST * MOST)
        return np.asarray(whole.reshape(MOST, MOST)[:count, :count])

    information, matches = of_pairs(meetings.information), of_pairs(np.ones(len(meetings.pair)))
    information, matches = information + information.T, matches + matches.T
    safe = np.maximum(information, LEAST)
    rest = of_pairs(meetings.rest)
    rest = (rest - rest.T) / safe
    won = of_pairs(meetings.share)
    below = np.tril(np.ones((count, count)), -1) * (matches - won.T)
    shares = np.divide(won + below, matches, out=np.full_like(won, 0.5), where=matches > 0)
    candidates, tests = _candidates(rest, shares, information)
    best: Cycle | None = None
    for a, b, c in candidates:
        chance = tests * _chance(meetings, safe, (a, b, c))
        if chance < (best.chance if best else FALSE_ALARM):
            best = Cycle(
                (int(tested[a]), int(tested[b]), int(tested[c])),
                (float(shares[a, b]), float(shares[b, c]), float(shares[c, a])),
                (int(matches[a, b]), int(matches[b, c]), int(matches[c, a])),
                chance,
            )
    return best


def _meetings(group: FinishGroup, values: Floats, number: Ints) -> _Meetings:
    """The meetings of tested players in the matches of a group."""
    strengths = values[group.players] + values[group.seats]
    who = number[group.players]
    first, second = np.triu_indices(who.shape[1], 1)
    one, two = who[:, first], who[:, second]
    both = (one >= 0) & (two >= 0)
    gap = (strengths[:, first] - strengths[:, second])[both]
    shares = np.where(group.places[first] == group.places[second], 0.5, 1.0)
    share = np.broadcast_to(shares, both.shape)
    blocks = np.broadcast_to(group.blocks[:, None], both.shape)[both]
    one, two, share = one[both], two[both], share[both]
    expected = 1 / (1 + np.exp(-gap))
    turned = one > two
    return _Meetings(
        np.where(turned, two * MOST + one, one * MOST + two),
        blocks,
        np.where(turned, 1 - share, share),
        np.where(turned, expected - share, share - expected),
        expected * (1 - expected),
    )


def _candidates(
    rest: Floats, shares: Floats, information: Floats
) -> tuple[list[tuple[int, int, int]], int]:
    """The cycles whose sums are largest for their errors, and how many sums there are."""
    usable = information >= LEAST
    variances = 1 / np.maximum(information, LEAST)
    found: list[tuple[float, tuple[int, int, int]]] = []
    tests = 0
    for a in range(len(rest) - 2):
        after = a + 1 + np.flatnonzero(usable[a, a + 1 :])
        inside = np.ix_(after, after)
        full = np.triu(usable[inside], 1)
        tests += 2 * int(full.sum())
        sums = rest[a, after][:, None] + rest[inside] - rest[a, after]
        errors = variances[a, after][:, None] + variances[inside] + variances[a, after]
        wins = (shares[a, after] > 0.5)[:, None] & (shares[inside] > 0.5)
        losses = (shares[a, after] < 0.5)[:, None] & (shares[inside] < 0.5)
        forward = wins & (shares[a, after] < 0.5) & (sums > 0)
        backward = losses & (shares[a, after] > 0.5) & (sums < 0)
        size = np.where(full & (forward | backward), np.abs(sums) / np.sqrt(errors), 0.0)
        for at in np.argsort(-size, axis=None, kind="stable")[:TRIED]:
            b, c = divmod(int(at), len(after))
            if not size[b, c]:
                break
            two, three = int(after[b]), int(after[c])
            found.append((size[b, c], (a, two, three) if forward[b, c] else (a, three, two)))
    found.sort(key=lambda one: (-one[0], one[1]))
    return [one for _, one in found[:TRIED]], tests


def _chance(meetings: _Meetings, information: Floats, cycle: tuple[int, int, int]) -> float:
    """The probability that luck makes the sum of a cycle as large, if it is the only one."""
    total, expected = 0.0, 0.0
    blocks, parts = [], []
    for one, two in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
        here = meetings.pair == min(one, two) * MOST + max(one, two)
        left = meetings.rest[here] * (1 if one < two else -1) / information[one, two]
        blocks.append(meetings.block[here])
        parts.append(left)
        total += float(left.sum())
        expected += 1 / float(information[one, two])
    # A match of all three players moves two parts of the sum at once.
    _, block = np.unique(np.concatenate(blocks), return_inverse=True)
    by_block = np.bincount(block, np.concatenate(parts))
    number = min(len(by_block), 12 / expected)
    degrees = PSEUDO + number - 1
    variance = (PSEUDO * expected + number * float(by_block @ by_block)) / degrees
    return float(stdtr(degrees, -total / variance**0.5))
