"""Who plays better, or is given more, beside whom than strengths explain: two witnesses.

What a player gets at a table is explained by its own strength and by who else sits there. What is
left over for each ordered pair is added up deal by deal. Then whole deals are drawn again and again
from those played; how far the greatest remainder of all pairs moves shows what chance can do (a
one-sided studentised bootstrap of the maximum). Only the greatest remainder is flagged; the fit
gets parameters for this pair, and the rest is looked at once more. One real pair would otherwise
drag in others, because all that is left over for a player adds up to nothing. A pair that gets less
is given parameters for the same reason.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from scipy.sparse import csr_array, hstack
from scipy.special import expit, ndtr

from tourney.ratings.design import Bools, Floats, Ints

ALARM: Final = 0.05
"""The probability that anybody is flagged where nobody helps."""
LEAST_PLAYERS: Final = 4
"""Of three, what one gives another is not told from what it gives and what the other one gets."""
LEAST_DEALS: Final = 10
"""Deals from which their spread says something."""
DRAWS: Final = 1000
DRAWN_TOGETHER: Final = 100
DRAW_SEED: Final = 1
USUAL_DEALS: Final = 10
"""The spread that is common to all pairs counts as much as that of a pair in so many deals."""
MOST_DEALS: Final = 5000
MOST_NUMBERS: Final = 1 << 22
"""Bounds of memory: in a longer run, or with more pairs, deals in a row count as one."""
LEAST_LEFT: Final = 1e-6
"""The share of its matches that other parameters must leave to a pair, which they else explain."""
ROUNDING: Final = 1e-10
"""Parameters that are the same but for rounding are told apart from others by this."""
SURE: Final = 1e-3
"""Least chance of either result for which a share is weighed."""
SMALL: Final = 1e-12
STEPS: Final = 50
MOST_NOTED: Final = 12
"""So many pairs are looked at one by one; where there are more, strengths explain nothing."""


class PairFinding(NamedTuple):
    """What `player` gets in a match with `helper` beyond what is explained, in shares.

    `error` is its standard error; `p` is how probable as much is by chance, for any pair. `verdict`
    is 1 where that is too improbable, -1 where it is so for as little, else 0.
    """

    helper: str
    player: str
    matches: int
    effect: float
    error: float
    p: float
    verdict: int

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval of the effect."""
        return 1.96 * self.error


class PairModel(NamedTuple):
    """The ordered pairs that rows tell of.

    `pairs` has a column for each of `helpers` and `takers`, which are numbers of players. `beside`
    says which players are at the table besides the one who scores, if a pair may cost others
    something.
    """

    pairs: Any
    helpers: Ints
    takers: Ints
    beside: Any = None


class Explanation(NamedTuple):
    """What is expected of each sum, and a column of rows for each parameter that may correct it."""

    expected: Floats
    columns: Any


class Remainders(NamedTuple):
    """What is left over for each pair by deal, and how many matches' worth of it can be told."""

    left: Floats
    weight: Floats


class PairEvidence(ABC):
    """Sums of values by deal and row, where all values of a row have the same explanation.

    Matches of one deal must follow each other. Memory grows with deals and line-ups only.
    `unseen` is what one match may bring, in shares, that none has brought yet.
    """

    unseen: ClassVar[float] = 1.0

    def __init__(self) -> None:
        self.players: dict[str, int] = {}
        self.kinds: dict[Hashable, int] = {}
        self.deals = 0
        self.matches = 0
        self._rows: dict[tuple[int, ...], int] = {}
        self._row_count = 0
        self._sums = array("q"), array("q"), array("d"), array("d")
        self._deal: Hashable = None
        self._of_deal: dict[int, tuple[int, float]] = {}

    def _match(
        self, deal: Hashable, kind: Hashable, players: Sequence[str]
    ) -> tuple[int, list[int]]:
        """Begin a match; the numbers of its kind and of its players."""
        if deal != self._deal or not self.matches:
            self._end_deal()
            self._deal = deal
            self.deals += 1
        self.matches += 1
        known = self.players
        numbers = [known.setdefault(player, len(known)) for player in players]
        return self.kinds.setdefault(kind, len(self.kinds)), numbers

    def _first_row(self, key: tuple[int, ...], size: int) -> int:
        """The first of the rows of something, which has so many."""
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = self._row_count
            self._row_count += size
        return found

    def _add(self, row: int, value: float) -> None:
        count, total = self._of_deal.get(row, (0, 0.0))
        self._of_deal[row] = count + 1, total + value

    def _end_deal(self) -> None:
        deals, rows, counts, totals = self._sums
        for row, (count, total) in self._of_deal.items():
            deals.append(self.deals - 1)
            rows.append(row)
            counts.append(count)
            totals.append(total)
        self._of_deal.clear()

    def _alone(
        self, fit: "PairFit", joint: dict[Hashable, Any], pair: int, found: PairFinding
    ) -> PairFinding:
        """A noted pair, estimated without the others and without what it brought itself."""
        others = [columns for key, columns in joint.items() if key != pair]
        alone = fit.remainders([pair], others)
        if alone.weight[0] <= LEAST_LEFT * found.matches:  # the parameters of the pair say it all
            return found
        tested = greatest(*alone, 0, self.unseen)
        return found._replace(effect=float(tested.effect[0]), error=float(tested.error[0]))

    @abstractmethod
    def _model(self) -> PairModel:
        """The model of the rows."""

    @abstractmethod
    def _explanation(self, sums: "SumColumns", plain: Bools) -> Explanation:
        """What strengths explain, as far as `plain` rows tell it."""

    def findings(self, draws: int = DRAWS) -> list[PairFinding]:
        """All pairs of which something can be told: first those flagged, then the least probable.

        None if there are too few players or deals, or if nobody is ever without somebody else.
        """
        if len(self.players) < LEAST_PLAYERS or self.deals < LEAST_DEALS:
            return []
        self._end_deal()
        deals, rows, counts, totals = map(np.array, self._sums)
        sums = SumColumns(deals, rows, counts, totals, self._row_count)
        names, fit = list(self.players), PairFit(sums, self._model(), self._explanation)
        model, matches = fit.model, fit.matches
        noted: dict[int, PairFinding] = {}
        joint: dict[Hashable, Any] = {}
        known: list[PairFinding] = []
        lowest, verdict = 0.0, 1
        while verdict and len(noted) < MOST_NOTED:
            # A pair that has a parameter, as it mirrors a noted one, is tested without it.
            rest = [pair for pair in range(len(matches)) if pair not in noted]
            fit.expect(joint.values())
            groups = [[pair for pair in rest if pair not in joint]]
            groups += [[pair] for pair in rest if pair in joint]
            pairs = [pair for group in groups for pair in group]
            found = []
            for group in groups:
                extra = [columns for key, columns in joint.items() if key not in group]
                found.append(fit.remainders(group, extra))
            weight = np.concatenate([one.weight for one in found])
            told = np.flatnonzero(weight > LEAST_LEFT * matches[pairs])
            if not told.size:
                break
            left = np.hstack([one.left for one in found])[:, told]
            tested = greatest(left, weight[told], draws, self.unseen)
            most, least = int(np.argmax(tested.t)), int(np.argmin(tested.t))
            # Who helps at its own cost plays worse beside the one it helps; others would seem to
            # do it good if that had no parameter.
            verdict = 1 if tested.t[most] >= -tested.t[least] else -1
            chosen, p = (most, tested.p[most]) if verdict > 0 else (least, tested.p_less[least])
            verdict *= bool(p < ALARM)
            if verdict > 0:
                lowest = max(lowest, float(p))
            known = []
            for at, pair in enumerate([pairs[number] for number in told]):
                one = PairFinding(
                    *(names[model.helpers[pair]], names[model.takers[pair]], int(matches[pair])),
                    *(float(tested.effect[at]), float(tested.error[at])),
                    p=float(p)
                    if at == chosen and verdict < 0
                    else max(lowest, float(tested.p[at])),
                    verdict=verdict if at == chosen else 0,
                )
                if one.verdict:
                    noted[pair] = one
                    joint |= fit.joint(pair)
                else:
                    known.append(one)
        fit.expect(joint.values())
        noted = {pair: self._alone(fit, joint, pair, one) for pair, one in noted.items()}
        known += [one for one in noted.values() if one.verdict < 0]
        flagged = [one for one in noted.values() if one.verdict > 0]
        return [*flagged, *sorted(known, key=lambda one: (one.p, -one.effect / one.error))]


class SumColumns(NamedTuple):
    """Deal, row, number of values and total of each sum; `rows` is how many rows there are."""

    deal: Ints
    row: Ints
    counts: Floats
    total: Floats
    rows: int

    def by_row(self, values: Floats) -> Floats:
        """The sum of values of each row."""
        return np.bincount(self.row, values, self.rows).astype(np.float64)


class PairFit:
    """Fits the parameters of a model by least squares; what is left over is seen by deal."""

    def __init__(
        self,
        sums: SumColumns,
        model: PairModel,
        explanation: Callable[[SumColumns, Bools], Explanation],
    ) -> None:
        self.model = model
        self._sums, self._explanation = sums, explanation
        self._weight = sums.by_row(sums.counts)
        self._pairs = model.pairs.tocsc()
        self.matches: Floats = self._pairs.T @ self._weight
        self._rest, self._explained = sums.total, model.pairs[:, :0]
        number = int(sums.deal.max()) + 1
        most = min(MOST_DEALS, max(MOST_NUMBERS // len(self.matches), LEAST_DEALS))
        self._deal = sums.deal if number <= most else sums.deal * most // number
        self._shape = min(number, most), sums.rows

    def expect(self, joint: Iterable[Any]) -> None:
        """Compute what is expected before the fit, without the rows of these parameters."""
        plain = np.ones(self._sums.rows, dtype=np.bool_)
        for columns in joint:
            plain[columns.tocoo().row] = False
        found = self._explanation(self._sums, plain)
        self._rest, self._explained = self._sums.total - found.expected, found.columns

    def remainders(self, pairs: Sequence[int], extra: Sequence[Any]) -> Remainders:
        """What is left over for these pairs, with extra columns of parameters."""
        explained, wanted = hstack([self._explained, *extra]).tocsr(), self._pairs[:, pairs]
        weighted = explained.T.multiply(self._weight).tocsr()
        inverse = np.linalg.pinv((weighted @ explained).toarray(), ROUNDING, hermitian=True)
        shared = (weighted @ wanted).toarray()
        fitted = explained @ (inverse @ (explained.T @ self._sums.by_row(self._rest)))
        beyond = self._rest - self._sums.counts * fitted[self._sums.row]
        over = csr_array((beyond, (self._deal, self._sums.row)), shape=self._shape)
        # What the parameters take along when a pair gets more is no sign of this pair.
        moved = inverse @ shared
        left = (over @ wanted).toarray() - (over @ explained).toarray() @ moved
        return Remainders(left, self.matches[pairs] - (shared * moved).sum(axis=0))

    def joint(self, pair: int) -> dict[Hashable, Any]:
        """The parameters of a flagged pair, by the number of their pair or by name.

        What one gets somebody pays: the helper, or the others at a table with both.
        """
        model = self.model
        joint: dict[Hashable, Any] = {pair: self._pairs[:, [pair]]}
        if model.beside is not None:
            helper, taker = int(model.helpers[pair]), int(model.takers[pair])
            mirror = np.flatnonzero((model.helpers == taker) & (model.takers == helper))
            joint |= {int(other): self._pairs[:, [other]] for other in mirror}
            both = model.beside[:, [helper]].multiply(model.beside[:, [taker]])
            joint["others", *sorted((helper, taker))] = both
        return joint


class Tested(NamedTuple):
    """The effect of each pair with its standard error, its t, and how probable that is by chance.

    `p` is the probability of so great a t of any pair, `p_less` of one so far below zero.
    """

    effect: Floats
    error: Floats
    t: Floats
    p: Floats
    p_less: Floats


def greatest(left: Floats, weight: Floats, draws: int, unseen: float) -> Tested:
    """Test the greatest of several remainders, given deal by deal, against chance.

    `unseen` is a remainder that did not occur, and still may: where all deals end nearly alike,
    their spread alone says too little.
    """
    deals = len(left)

    def errors(squares: Floats) -> Floats:
        """Standard errors of sums, from squares about the mean; few deals borrow from all pairs."""
        common = squares.sum(axis=-1, keepdims=True) / weight.sum() * weight
        mixed = (USUAL_DEALS * common + deals * squares) / (USUAL_DEALS + deals)
        return np.asarray(np.sqrt(np.maximum(mixed, 0) * deals / (deals - 1) + unseen * unseen))

    total, square = left.sum(axis=0), left * left
    error = errors(square.sum(axis=0) - total * total / deals)
    t = total / error
    rng = np.random.default_rng(DRAW_SEED)
    above, below = np.zeros(len(t)), np.zeros(len(t))
    for done in range(0, draws, DRAWN_TOGETHER):
        count = min(DRAWN_TOGETHER, draws - done)
        drawn = rng.integers(deals, size=(count, deals)) + np.arange(count)[:, None] * deals
        times = np.bincount(drawn.ravel(), minlength=count * deals).reshape(count, deals) * 1.0
        sums = times @ left
        spread = errors(times @ square - sums * sums / deals)
        moved = (sums - total) / spread
        above += (moved.max(axis=1)[:, None] >= t).sum(axis=0)
        below += (moved.min(axis=1)[:, None] <= t).sum(axis=0)
    p, p_less = (
        np.maximum((1 + count) / (1 + draws), ndtr(far)) for count, far in ((above, -t), (below, t))
    )
    return Tested(total / weight, error / weight, t, p, p_less)


class TableResults(PairEvidence):
    """The first witness: shares of players at tables of three and more, each for itself."""

    def add(
        self, deal: Hashable, kind: Hashable, players: Sequence[str], shares: Sequence[float]
    ) -> None:
        """Add a match; in each kind, such as a game, players have strengths of their own."""
        of_kind, numbers = self._match(deal, (kind, len(players)), players)
        seats = sorted(range(len(numbers)), key=numbers.__getitem__)
        # A row is a player with certain others.
        table = (of_kind, *(numbers[seat] for seat in seats))
        first = self._first_row(table, len(numbers))
        for place, seat in enumerate(seats):
            self._add(first + place, shares[seat])

    def _model(self) -> PairModel:
        size, everybody = self._row_count, len(self.players)
        own, _, row, other = self._seated()
        ones = np.ones(len(row))
        codes, column = np.unique(other * everybody + own[row], return_inverse=True)
        return PairModel(
            csr_array((ones, (row, column)), shape=(size, len(codes))),
            codes // everybody,
            codes % everybody,
            csr_array((ones, (row, other)), shape=(size, everybody)).tocsc(),
        )

    def _seated(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Player and kind of each row, then each row with each of the others at its table."""
        tables = [(kind, players) for kind, *players in self._rows]
        others = [len(players) - 1 for _, players in tables for _ in players]
        return (
            _ints(one for _, players in tables for one in players),
            _ints(kind for kind, players in tables for _ in players),
            np.repeat(np.arange(self._row_count), others),
            _ints(
                each for _, players in tables for one in players for each in players if each != one
            ),
        )

    def _explanation(self, sums: SumColumns, plain: Bools) -> Explanation:
        """The shares if strengths explain them by a logistic curve, corrected by sums of strengths.

        A sum alone is only nearly right: who beats everybody cannot gain as much from a weaker
        opponent as others. Newton's method on shares as if they were chances of one event.
        """
        own, kinds, row, other = self._seated()
        own, other = (
            numbers * len(self.kinds) + of for numbers, of in ((own, kinds), (other, kinds[row]))
        )
        size, count = sums.rows, len(self.kinds) * len(self.players)
        weight, total = (sums.by_row(of) * plain for of in (sums.counts, sums.total))
        strengths = np.zeros(count)
        part = 1 / np.bincount(row, minlength=size)[row]
        # A pull of about one match to the mean, so that who never loses has a finite strength.
        pull = 1.0
        ends = np.tile(row, 2), np.concatenate([own[row], other])
        for _ in range(STEPS):
            chance = expit(strengths[own[row]] - strengths[other])
            expected = np.bincount(row, part * chance, size)
            slope = part * chance * (1 - chance)
            moves = csr_array((np.concatenate([slope, -slope]), ends), shape=(size, count))
            spread = np.maximum(expected * (1 - expected), SURE)
            gradient = moves.T @ ((total - weight * expected) / spread) - pull * strengths
            curvature = (moves.T.multiply(weight / spread) @ moves).toarray()
            step = np.linalg.solve(curvature + pull * np.eye(count), gradient)
            strengths += np.clip(step, -1, 1)
            if np.abs(step).max() < ROUNDING:
                break
        columns = (
            csr_array((np.ones(size), (np.arange(size), own)), shape=(size, count)),
            csr_array((np.ones(len(row)), (row, other)), shape=(size, count)),
        )
        return Explanation(sums.counts * expected[sums.row], hstack(columns).tocsr())


class MatchGifts(PairEvidence):
    """The second witness: what the errors of each player of a match gave the others."""

    unseen = 0.1

    def add(
        self,
        deal: Hashable,
        kind: Hashable,
        players: Sequence[str],
        gifts: Sequence[Sequence[float]],
    ) -> None:
        """Add a match; `gifts[giver][taker]` by seat, in shares."""
        of_kind, numbers = self._match(deal, (kind, len(players)), players)
        # A row is a giver and a receiver at a table with certain others.
        table = (of_kind, *sorted(numbers))
        first, size = self._first_row(table, len(numbers) ** 2), len(numbers)
        place = {number: at for at, number in enumerate(table[1:])}
        for giver, given in zip(numbers, gifts, strict=True):
            for taker, gift in zip(numbers, given, strict=True):
                if taker != giver:
                    self._add(first + place[giver] * size + place[taker], gift)

    def _model(self) -> PairModel:
        size, everybody = self._row_count, len(self.players)
        _, giver, taker, _ = self._given()
        codes, column = np.unique(giver * everybody + taker, return_inverse=True)
        every = np.flatnonzero(giver != taker)
        ones = np.ones(len(every))
        apart = codes // everybody != codes % everybody
        pairs = csr_array((ones, (every, column[every])), shape=(size, len(codes))).tocsc()
        return PairModel(
            pairs[:, apart],
            codes[apart] // everybody,
            codes[apart] % everybody,
        )

    def _given(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Kind, giver and taker of each row, and the number of its giver at its table.

        The rows of a player with itself stay empty.
        """
        tables = [(kind, players) for kind, *players in self._rows]
        sides = [len(players) for _, players in tables for _ in players]
        return (
            _ints(kind for kind, players in tables for _ in players for _ in players),
            _ints(one for _, players in tables for one in players for _ in players),
            _ints(one for _, players in tables for _ in players for one in players),
            np.repeat(np.arange(len(sides)), sides),
        )

    def _explanation(self, sums: SumColumns, plain: Bools) -> Explanation:
        """Each loss divided evenly, corrected by how much one gives, and takes of what there is.

        Who gives much gives more to all: so what one takes is in proportion to what there is.
        """
        kind, giver, taker, loss = self._given()
        other = giver != taker
        giver, taker = (kind * len(self.players) + one for one in (giver, taker))
        part = other / np.maximum(np.bincount(loss, other), 1)[loss]
        weight, total = (sums.by_row(of) * (plain & other) for of in (sums.counts, sums.total))
        given, shared = np.bincount(giver, total), np.bincount(giver, part * weight)
        gift = np.maximum(given / np.maximum(shared, SMALL), 0)[giver] * part
        every, size = np.arange(sums.rows), (sums.rows, len(given))
        own = csr_array((gift, (every, taker)), shape=size)
        at = csr_array((part, (loss, taker)), shape=(int(loss[-1]) + 1, len(given)))
        columns = (
            csr_array((part, (every, giver)), shape=size),
            own - at[loss].multiply(gift[:, None]).tocsr(),
        )
        return Explanation(sums.counts * gift[sums.row], hstack(columns).tocsr())


def _ints(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, dtype=np.int64)
