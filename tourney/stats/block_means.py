"""Means and intervals over deal blocks, of one series and of two."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple, Self

from tourney.stats.best import (
    PlaceRange,
    Prior,
    ahead,
    apart,
    better,
    chances,
    place_ranges,
    shrunk,
)
from tourney.stats.confidence import LEAST, Interval, half_width, reach, sequence, t_quantile

# Exact sums over deal blocks, of one player and of two.

Exact = int | Fraction


@dataclass(slots=True)
class Blocks:
    """Sums over the blocks of one player: counts of matches `k`, sums of values `s`."""

    blocks: int = 0
    k: int = 0
    s: Exact = 0
    kk: int = 0
    ks: Exact = 0
    ss: Exact = 0

    def add(self, matches: int, value: Exact) -> None:
        """Add a complete block of `matches` matches, whose values sum to `value`."""
        self.blocks += 1
        self.k += matches
        self.s += value
        self.kk += matches * matches
        self.ks += matches * value
        self.ss += value * value

    def interval(self, level: float = 0.95, prior: Prior | None = None) -> Interval:
        """The mean per match with its interval by Student's t over blocks.

        Blocks of unequal size (after an interruption) are weighted by their matches, as a ratio
        estimate. With a prior there is one block of variance more, and the interval allows for
        values that did not occur.
        """
        if not self.k:
            return Interval(Fraction(0))
        mean = Fraction(self.s) / self.k
        if self.blocks < 2:
            return Interval(mean, blocks=self.blocks)
        error, degrees = self.error(prior)
        noise = t_quantile((1 + level) / 2, degrees) * error
        if prior is None:
            return Interval.around(mean, (noise, noise), self.blocks)
        below, above = [reach(self.blocks, noise, far, level) for far in prior.room(float(mean))]
        return Interval.around(mean, (below, above), self.blocks, prior.ends())

    def deviation(self) -> float:
        """The standard deviation of blocks, in values per match."""
        error, _ = self.error()
        return error * sqrt(self.blocks)

    def error(self, prior: Prior | None = None) -> tuple[float, int]:
        """The standard error of the mean per match and its degrees of freedom."""
        mean = Fraction(self.s) / self.k
        # The sum of (s - mean k)² over blocks, multiplied out.
        squares = self.ss - 2 * mean * self.ks + mean * mean * self.kk
        if prior and prior.variance:
            squares += prior.variance * self.kk / self.blocks
            return sqrt(squares) / self.k, self.blocks
        return sqrt(squares * self.blocks / (self.blocks - 1)) / self.k, self.blocks - 1


@dataclass(slots=True)
class Shared:
    """Sums over the blocks of two players: products of their counts and values, first by second."""

    kk: int = 0
    ks: Exact = 0
    sk: Exact = 0
    ss: Exact = 0


@dataclass(slots=True)
class OpenBlock:
    """A block that may still grow."""

    k: int = 0
    s: Exact = 0


# Means and intervals over deal blocks.
#
# Matches on the same cards are not independent; the unit of evidence is the deal with all its
# seatings of every line-up. Line-ups are planned, not drawn, so differences in the strength of
# opponents do not add to the uncertainty. Complete blocks are added to sums, so a long run needs
# no more memory. Values are integers or fractions and all sums are exact: the difference of bots
# that play alike is exactly 0.

Block = tuple[int, int]  # number of the deal, number of the line-up

SHRUNK_FROM = 4  # from this number of players on, P(best) allows for the luck of the leader


class _Estimates(NamedTuple):
    """Means with their covariance and its degrees of freedom, each of a group of equal players."""

    groups: Sequence[list[str]]
    means: Sequence[float]
    covariance: Sequence[Sequence[float]]
    degrees: int


@dataclass(slots=True)
class BlockMeans:
    """Turns a stream of matches into block sums of every player.

    Matches of one deal must follow each other, as they do in the order of match numbers; a match
    without a block counts as its own block. Values are counted in parts of `unit` to one, because
    sums of integers are many times faster than sums of fractions.
    """

    unit: int = 1
    players: dict[str, Blocks] = field(default_factory=dict)
    pairs: dict[tuple[str, str], Shared] = field(default_factory=dict)
    blocks: int = 0
    _deal: int | None = None
    _open: dict[str, OpenBlock] = field(default_factory=dict)

    def add(self, block: Block | None, values: Iterable[tuple[str, Exact]]) -> None:
        """Add a match: the value for each of its players."""
        deal = block[0] if block else None
        if deal is None or deal != self._deal:
            self._close()
            self._deal = deal
        for player, value in values:
            entry = self._open.get(player)
            if entry is None:
                entry = self._open[player] = OpenBlock()
            entry.k += 1
            entry.s += value

    def interval(self, player: str, level: float = 0.95, prior: Prior | None = None) -> Interval:
        """The mean per match of a player and its interval, including the current block."""
        known = prior and prior.times(self.unit)
        return self._sums_of(player).interval(level, known).in_parts(self.unit)

    def _sums_of(self, player: str) -> Blocks:
        """The sums of a player, including the current block."""
        blocks = replace(self.players.get(player, Blocks()))
        entry = self._open.get(player)
        if entry is not None:
            blocks.add(entry.k, entry.s)
        return blocks

    def sequence(self, player: str, prior: Prior | None, level: float = 0.95) -> Interval:
        """The mean of a player with its confidence sequence, which is valid at every look.

        Before the first reliable look the bounds are all that is possible. Without a prior the
        possible values are unknown, and so is the error that unseen ones may cause.
        """
        sums = self._sums_of(player)
        mean = sums.interval().mean
        if prior is None:
            if sums.blocks < LEAST:
                return Interval(mean, blocks=sums.blocks).in_parts(self.unit)
            half = half_width(sums.blocks, sums.deviation(), level)
            return Interval.around(mean, (half, half), sums.blocks).in_parts(self.unit)
        known = prior.times(self.unit)
        room = known.room(float(mean))
        early = sums.blocks < LEAST
        sides = room if early else sequence(sums.blocks, sums.deviation(), room, level)
        return Interval.around(mean, sides, sums.blocks, known.ends()).in_parts(self.unit)

    def leader(self, prior: Prior, level: float = 0.95) -> str | None:
        """The player that is ahead of every other at every look; None if there is none."""
        whole = self._closed()
        if whole.blocks < LEAST or len(whole.players) < 2:
            return None
        best = max(whole.players, key=whole._mean)
        others = [player for player in whole.players if player != best]
        each = 1 - (1 - level) / len(others)
        known = prior.difference().times(self.unit)
        for other in others:
            gap = float(whole._mean(best) - whole._mean(other))
            pairs = ((best, best), (other, other), (best, other))
            own, its, both = (whole._covariance(*pair) for pair in pairs)
            deviation = sqrt(max(float(own + its - 2 * both) * whole.blocks, 0.0))
            if gap <= sequence(whole.blocks, deviation, known.room(gap), each)[0]:
                return None
        return best

    def chances(self, prior: Prior | None = None) -> dict[str, float | None]:
        """Each player's probability of the highest true mean, including the current block.

        None while there are fewer than two blocks. Players with equal values in every block share
        their probability evenly.
        """
        estimates = self._estimates(prior)
        if estimates is None:
            return dict.fromkeys(self._names())
        groups, means, covariance, degrees = estimates
        if len(groups) == 2 and prior is not None:
            gap, error = means[0] - means[1], apart(covariance, 0, 1)
            first = better(gap, error, degrees, prior.difference().times(self.unit))
            likely = [first, 1 - first]
        else:
            weighed = shrunk if len(groups) >= SHRUNK_FROM else chances
            likely = weighed(means, covariance, degrees)
        pairs = zip(groups, likely, strict=True)
        return {player: chance / len(group) for group, chance in pairs for player in group}

    def places(
        self, prior: Prior | None = None, level: float = 0.95
    ) -> dict[str, PlaceRange | None]:
        """The places that each player may have in truth, including the current block.

        All ranges are right with the probability `level`. None while blocks are so few that
        errors far from the mean are not reliable.
        """
        estimates = self._estimates(prior)
        if estimates is None or self.blocks + bool(self._open) < LEAST:
            return dict.fromkeys(self._names())
        groups, means, covariance, degrees = estimates
        sizes = [len(group) for group in groups]
        known = prior and prior.difference().times(self.unit)
        ranges = place_ranges(means, covariance, degrees, sizes=sizes, level=level, known=known)
        pairs = zip(groups, ranges, strict=True)
        return {player: range_ for group, range_ in pairs for player in group}

    def _names(self) -> list[str]:
        return [*self.players, *(name for name in self._open if name not in self.players)]

    def _estimates(self, prior: Prior | None) -> "_Estimates | None":
        """The means of players who differ; None while there are fewer than two blocks."""
        whole = self._closed()
        if whole.blocks < 2:
            return None
        groups = whole._alike()
        first = [group[0] for group in groups]
        means = [float(whole._mean(player)) for player in first]
        if not prior or not prior.variance:
            exact = [[float(whole._covariance(one, two)) for two in first] for one in first]
            return _Estimates(groups, means, exact, whole.blocks - 1)
        # One block more with the covariance of random places, by its weight. That of two players
        # is negative, because the places of a match have a constant sum.
        own, blocks = prior.times(self.unit).variance, whole.blocks
        shared = -own / max(len(whole.players) - 1, 1)
        covariance = []
        for one in first:
            row = []
            for two in first:
                usual = (own if one == two else shared) / blocks
                seen = whole._covariance(one, two) * (blocks - 1)
                row.append(float((seen + usual) / blocks))
            covariance.append(row)
        return _Estimates(groups, means, covariance, blocks)

    def packed(self) -> list[Any]:
        """All sums as plain lists, for storing; values must be whole numbers."""
        players = [[name, b.blocks, b.k, b.s, b.kk, b.ks, b.ss] for name, b in self.players.items()]
        pairs = [[*names, p.kk, p.ks, p.sk, p.ss] for names, p in self.pairs.items()]
        under_way = [[name, entry.k, entry.s] for name, entry in self._open.items()]
        return [self.unit, self.blocks, players, pairs, self._deal, under_way]

    @classmethod
    def unpacked(cls, sums: list[Any]) -> Self:
        """The inverse of `packed`."""
        unit, blocks, players, pairs, deal, under_way = sums
        return cls(
            unit,
            {name: Blocks(*counts) for name, *counts in players},
            {(one, two): Shared(*counts) for one, two, *counts in pairs},
            blocks,
            deal,
            {name: OpenBlock(*counts) for name, *counts in under_way},
        )

    def _closed(self) -> "BlockMeans":
        """A copy in which the current block is complete."""
        players = {player: replace(sums) for player, sums in self.players.items()}
        pairs = {pair: replace(sums) for pair, sums in self.pairs.items()}
        whole = BlockMeans(self.unit, players, pairs, self.blocks, None, dict(self._open))
        whole._close()
        return whole

    def _alike(self) -> Sequence[list[str]]:
        """Groups of players whose values are equal in every block."""
        groups: list[list[str]] = []
        for player in sorted(self.players):
            for group in groups:
                one, two = group[0], player
                if self._mean(one) != self._mean(two):
                    continue
                both = self._covariance(one, two)
                if self._covariance(one, one) + self._covariance(two, two) == 2 * both:
                    group.append(player)
                    break
            else:
                groups.append([player])
        return groups

    def _mean(self, player: str) -> Fraction:
        sums = self.players[player]
        return Fraction(sums.s) / sums.k

    def _covariance(self, one: str, two: str) -> Fraction:
        """The covariance of the means of two players, as a ratio estimate over blocks."""
        a, b = self.players[one], self.players[two]
        x, y = self._mean(one), self._mean(two)
        if one == two:
            kk, ks, sk, ss = a.kk, a.ks, a.ks, a.ss
        else:
            sums = self.pairs.get((min(one, two), max(one, two)), Shared())
            kk, ks, sk, ss = sums.kk, sums.ks, sums.sk, sums.ss
            if one > two:
                ks, sk = sk, ks
        # The sum of (s - x k)(s' - y k') over blocks, multiplied out: what each block adds to or
        # takes from the means x and y of both players. A block that one of them missed adds 0.
        products = ss - y * sk - x * ks + x * y * kk
        return products * self.blocks / ((self.blocks - 1) * a.k * b.k)

    def _close(self) -> None:
        if not self._open:
            return
        self.blocks += 1
        for player, entry in self._open.items():
            sums = self.players.get(player)
            if sums is None:
                sums = self.players[player] = Blocks()
            sums.add(entry.k, entry.s)
        for (one, a), (two, b) in combinations(sorted(self._open.items()), 2):
            pair = self.pairs.get((one, two))
            if pair is None:
                pair = self.pairs[one, two] = Shared()
            pair.kk += a.k * b.k
            pair.ks += a.k * b.s
            pair.sk += a.s * b.k
            pair.ss += a.s * b.s
        self._open.clear()


# Paired comparison of two series of values on the same blocks.


@dataclass(slots=True)
class Paired:
    """Pairs of values, one pair per block: the value before and after a change.

    `prior` is that of the difference, `missing` the number of blocks without values.
    """

    prior: Prior | None = None
    blocks: Blocks = field(default_factory=Blocks)
    first: Blocks = field(default_factory=Blocks)
    second: Blocks = field(default_factory=Blocks)
    missing: int = 0

    def add(self, before: Fraction, after: Fraction) -> None:
        """Add a block."""
        self.blocks.add(1, after - before)
        self.first.add(1, before)
        self.second.add(1, after)

    def before(self) -> Fraction:
        """The mean before the change."""
        return self.first.interval().mean

    def after(self) -> Fraction:
        """The mean after the change."""
        return self.second.interval().mean

    def difference(self, level: float = 0.95) -> Interval:
        """The mean difference, after minus before, with its interval over pairs.

        No bounds if missing blocks could turn the verdict.
        """
        found = self.blocks.interval(level, self.prior)
        return found.without_bounds() if self.doubtful() else found

    def better(self) -> float | None:
        """The probability that the change is an improvement.

        None before there are two blocks, and if missing blocks could turn the verdict.
        """
        if self.blocks.blocks < 2 or self.doubtful():
            return None
        error, degrees = self.blocks.error(self.prior)
        gap = float(self.difference().mean)
        if self.prior is None:
            return ahead(gap, error, degrees)
        return better(gap, error, degrees, self.prior)

    def doubtful(self) -> bool:
        """Whether missing blocks could turn the verdict, if all were worst or all were best."""
        if not self.missing:
            return False
        if self.prior is None:
            return True
        known = self._verdict(0, self.prior.low)
        extremes = self.prior.low, self.prior.high
        return any(self._verdict(self.missing, value) != known for value in extremes)

    def _verdict(self, missing: int, value: Fraction) -> int:
        """The sign of the difference, 0 if unknown, if missing blocks had this difference."""
        whole = replace(self.blocks)
        for _ in range(missing):
            whole.add(1, value)
        _, low, high, _ = whole.interval(prior=self.prior)
        if low is None or high is None:
            return 0
        return (low > 0) - (high < 0)


# The distribution of match lengths.


@dataclass(slots=True)
class Lengths:
    """The number of matches of each length."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, length: int) -> None:
        """Add a match."""
        self.counts[length] += 1

    def share(self, share: float) -> int:
        """A quantile: the least length that this share of all matches does not exceed."""
        left = share * self.counts.total()
        for length in sorted(self.counts):
            left -= self.counts[length]
            if left <= 1e-9 * self.counts.total():
                return length
        return max(self.counts)
