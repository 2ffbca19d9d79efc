"""How far estimates and places may be from the truth, and what no strengths explain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from scipy.linalg import solve_triangular
from scipy.sparse import csr_array
from scipy.special import ndtri, stdtr, stdtrit

from tourney.ratings.design import POINTS, SAME_RATING, FinishGroup, Floats, Ints, RatingDesign
from tourney.ratings.fit import RatingFit, factor, row_blocks, scores
from tourney.ratings.prior import LikelyStrengths

# How far estimates may be from the truth.
#
# The scores of whole blocks (matches with the same cards, else single matches) vary, and this
# variation is carried over to the estimates (the sandwich estimator). So matches of one deal need
# not be independent, nor need the model be right in how much luck there is. Where blocks are few,
# the measured variance is itself uncertain: it counts together with `USUAL_BLOCKS` blocks that vary
# as all do, and at least as the model expects, and Student's t replaces the normal distribution
# (the moderated t of Smyth 2004).

LEVEL: Final = 0.95
USUAL_BLOCKS: Final = 10.0
TINY: Final = 1e-12


@dataclass(frozen=True, slots=True)
class EstimateErrors:
    """Variances of estimates: as measured, as the model expects it, and what is no luck of results.

    `blocks` are about the numbers of blocks that show how much each estimate varies.
    """

    measured: Floats
    expected: Floats
    known: Floats
    blocks: Floats

    def halves(self) -> Floats:
        """Half the widths of the 95 % intervals."""
        degrees = USUAL_BLOCKS + np.maximum(self.blocks - 1, 0)
        usual = USUAL_BLOCKS * max(self.ratio(), 1.0)
        data = (usual * self.expected + self.blocks * self.measured) / degrees
        share = np.divide(data, data + self.known, out=np.ones_like(data), where=data > 0)
        # Of a sum of a measured and a known variance, Satterthwaite's degrees of freedom.
        quantile = stdtrit(degrees / np.maximum(share, 1e-3) ** 2, (1 + LEVEL) / 2)
        return np.asarray(np.sqrt(data + self.known) * quantile)

    def longer(self) -> Floats:
        """By how much the intervals are longer than those of a normal error with `noise`."""
        usual = np.sqrt(self.noise() * self.expected + self.known)
        return np.asarray(self.halves() / np.maximum(ndtri((1 + LEVEL) / 2) * usual, TINY))

    def noise(self) -> float:
        """By how much results vary more than the model expects; few blocks say little about it."""
        blocks = float(self.blocks.sum())
        return (USUAL_BLOCKS + blocks * self.ratio()) / (USUAL_BLOCKS + blocks)

    def ratio(self) -> float:
        """The mean ratio of the measured to the expected variance; estimates count by blocks."""
        known = (self.expected > 0) & (self.blocks > 0)
        if not known.any():
            return 1.0
        ratios = self.measured[known] / self.expected[known]
        return float(np.average(ratios, weights=self.blocks[known]))


class BlockScores:
    """The scores of all blocks: what luck moves estimates by."""

    def __init__(self, design: RatingDesign, found: RatingFit) -> None:
        slopes, rows, columns = [], [], []
        for group in design.groups:
            slope = scores(group, found.values).ravel()
            block = np.repeat(group.blocks, group.players.shape[1])
            for parameters in (group.players, group.seats):
                slopes.append(slope)
                rows.append(block)
                columns.append(parameters.ravel())
        places = (np.concatenate(rows), np.concatenate(columns))
        of_blocks = csr_array(
            (np.concatenate(slopes), places), shape=(design.blocks, design.size)
        )  # adds the slopes of a block
        self._products: Any = of_blocks.T @ of_blocks
        blocks = np.bincount(of_blocks.indices, minlength=design.size)
        # Of blocks whose result was nearly certain, only the rare surprises would show how results
        # vary. An even match of two has an information of a quarter.
        self.blocks: Floats = np.minimum(blocks, 4 * np.diag(found.curvature))

    def errors(
        self, moves: Iterable[Floats], variances: Floats, assumed: Floats, blocks: Floats
    ) -> EstimateErrors:
        """The errors of estimates that the scores of parameters move as the rows of `moves` say.

        The rows come in any number of matrices. `variances` are those if the model is right,
        `assumed` the parts that are no luck.
        """
        measured = np.concatenate(
            [np.einsum("ij,ij->i", rows @ self._products, rows) for rows in moves]
        )
        return EstimateErrors(measured, np.maximum(variances - assumed, 0), assumed, blocks)


# The places that players may have in truth, each with 95 % probability.
#
# Strengths are drawn from what is believed about them after the results; in each draw every
# player has a place. Places count within a part of players who met, because others cannot be
# compared.

DRAWS: Final = 1000
DRAW_SEED: Final = 1


class PossiblePlaces(NamedTuple):
    """The most likely, the best and the worst place of each player."""

    likely: Ints
    best: Ints
    worst: Ints


def possible_places(
    found: LikelyStrengths, longer: Floats, parts: Ints, order: Sequence[int]
) -> PossiblePlaces:
    """The places of players; numbers are drawn for them in this order.

    `longer` is by how much errors are larger than believed because results are few.
    """
    count = len(parts)
    sorted_parts, strengths = parts[order], found.strengths[order]
    lower = factor(found.precision[np.ix_(order, order)])
    normal = np.random.default_rng(DRAW_SEED).standard_normal((count, DRAWS))
    # Sorted by part first: places start anew in each of them.
    before = np.searchsorted(np.sort(parts), sorted_parts)
    ranks = np.empty((DRAWS, count), dtype=np.int32)
    for at in row_blocks(DRAWS):
        errors = solve_triangular(lower, normal[:, at], lower=True, trans="T")
        drawn = strengths[:, None] + longer[order][:, None] * errors
        falling = np.argsort(sorted_parts * 1e6 - drawn.T, axis=1)
        ranks[at] = np.argsort(falling, axis=1) - before
    tail = (1 - LEVEL) / 2
    found_ends = np.quantile(ranks, (tail, 1 - tail), axis=0, method="inverted_cdf")
    best, worst, likely = (np.zeros(count, dtype=np.int64) for _ in range(3))
    best[order], worst[order] = 1 + found_ends.astype(np.int64)
    for part in range(int(parts.max(initial=0)) + 1):
        here = parts == part
        points = POINTS * found.strengths[here]
        likely[here] = 1 + (points[None, :] > points[:, None] + SAME_RATING).sum(axis=1)
    return PossiblePlaces(likely, np.minimum(best, likely), np.maximum(worst, likely))


# Whether players beat each other in a cycle, which no strengths explain.
#
# Of three players who all met, the differences of strength of a and b, b and c, c and a add up to
# 0, whatever the strengths are. The same sum of what is left of the results of each two (their
# residual in natural logarithms of odds, the curl of Jiang and others 2011) is therefore luck,
# unless the strength of a player depends on the opponent. Its variation is measured over blocks,
# as that of ratings, and the chance of the largest sum is multiplied by the number of sums
# (Bonferroni), so that an alarm is false with 5 % probability at most.

TESTED_PLAYERS: Final = 200  # players with the most matches whose cycles are tested
# The information of a pair that is tested: that of eight even matches of two.
PAIR_INFORMATION: Final = 2.0
TRIED_CYCLES: Final = 50  # cycles that are looked at more closely
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

    `pair` is the number of a player times `TESTED_PLAYERS`, plus that of another with a higher
    number; `share` and `rest` are those of the first.
    """

    pair: Ints
    block: Ints
    share: Floats
    rest: Floats
    information: Floats


def strongest_cycle(design: RatingDesign, found: RatingFit) -> Cycle | None:
    """The cycle that luck explains least; none if luck may explain it."""
    tested = np.sort(np.argsort(-design.matches[: design.units], kind="stable")[:TESTED_PLAYERS])
    number = np.full(design.units, -1)
    number[tested] = np.arange(len(tested))
    groups = [group for group in design.groups if group.alone]
    if len(tested) < 3 or not groups:
        return None
    parts = zip(*(_meetings(group, found.values, number) for group in groups), strict=True)
    meetings = _Meetings(*(np.concatenate(part) for part in parts))
    count = len(tested)

    def of_pairs(values: Floats) -> Floats:
        whole = np.bincount(meetings.pair, values, minlength=TESTED_PLAYERS * TESTED_PLAYERS)
        return np.asarray(whole.reshape(TESTED_PLAYERS, TESTED_PLAYERS)[:count, :count])

    information, matches = of_pairs(meetings.information), of_pairs(np.ones(len(meetings.pair)))
    information, matches = information + information.T, matches + matches.T
    safe = np.maximum(information, PAIR_INFORMATION)
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
        np.where(turned, two * TESTED_PLAYERS + one, one * TESTED_PLAYERS + two),
        blocks,
        np.where(turned, 1 - share, share),
        np.where(turned, expected - share, share - expected),
        expected * (1 - expected),
    )


def _candidates(
    rest: Floats, shares: Floats, information: Floats
) -> tuple[list[tuple[int, int, int]], int]:
    """The cycles whose sums are largest for their errors, and how many sums there are."""
    usable = information >= PAIR_INFORMATION
    variances = 1 / np.maximum(information, PAIR_INFORMATION)
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
        for at in np.argsort(-size, axis=None, kind="stable")[:TRIED_CYCLES]:
            b, c = divmod(int(at), len(after))
            if not size[b, c]:
                break
            two, three = int(after[b]), int(after[c])
            found.append((size[b, c], (a, two, three) if forward[b, c] else (a, three, two)))
    found.sort(key=lambda one: (-one[0], one[1]))
    return [one for _, one in found[:TRIED_CYCLES]], tests


def _chance(meetings: _Meetings, information: Floats, cycle: tuple[int, int, int]) -> float:
    """The probability that luck makes the sum of a cycle as large, if it is the only one."""
    total, expected = 0.0, 0.0
    blocks, parts = [], []
    for one, two in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
        here = meetings.pair == min(one, two) * TESTED_PLAYERS + max(one, two)
        left = meetings.rest[here] * (1 if one < two else -1) / information[one, two]
        blocks.append(meetings.block[here])
        parts.append(left)
        total += float(left.sum())
        expected += 1 / float(information[one, two])
    # A match of all three players moves two parts of the sum at once.
    _, block = np.unique(np.concatenate(blocks), return_inverse=True)
    by_block = np.bincount(block, np.concatenate(parts))
    number = min(len(by_block), 12 / expected)
    degrees = USUAL_BLOCKS + number - 1
    variance = (USUAL_BLOCKS * expected + number * float(by_block @ by_block)) / degrees
    return float(stdtr(degrees, -total / variance**0.5))
