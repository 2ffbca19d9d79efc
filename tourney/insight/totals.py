"""Sums over the accounts of many matches: the lines of each player, rates, results without luck.

The unit of evidence is the deal with all its matches, as everywhere. Results without luck are
`result - slope * luck`. The slope says how much of the luck that the judge sees is in the results;
for a tenth of the deals it is that of the other nine tenths (cross-fitting). So it does not depend
on the luck that it multiplies, whose mean is 0 whatever the judge believes: the mean stays right.
Each game has a slope of its own, as it has a judge of its own. Intervals with and without luck are
made in the same way, that of the standings, so that their widths can be compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappush, heapreplace
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

from tourney.domain.match_values import StoredMatch
from tourney.insight.account import LEAST_COUNTED, ChanceEvent, JudgedMove
from tourney.insight.anchors import luck_mark
from tourney.insight.match_analysis import MatchAnalysis
from tourney.stats.best import Prior
from tourney.stats.block_means import Blocks
from tourney.stats.confidence import Interval, t_quantile

FOLDS: Final = 10
MOST_SLOPE: Final = 1.5
FITTED_FROM: Final = 40
"""Deals from which the slope is fitted; with fewer it is 1."""
LINES: Final = (*("result", "start", "deal", "draws", "errors", "gifts", "unexplained", "unknown"),)
"""The lines of an account, of which a player has a mean."""
PHASES: Final = ("early", "middle", "late")
"""Thirds of a match, by its entries."""
CARD: Final = "card"
"""The kind of a move that is written without a verb."""


@dataclass(slots=True)
class Moments:
    """Sums over deals of one player: matches k, results u and luck l of all matches on a deal."""

    deals: int = 0
    k: int = 0
    kk: int = 0
    u: float = 0.0
    l: float = 0.0  # noqa: E741
    uu: float = 0.0
    ul: float = 0.0
    ll: float = 0.0
    ku: float = 0.0
    kl: float = 0.0

    def add(self, k: int, u: float, luck: float) -> None:
        """Add a deal."""
        self.deals += 1
        self.k += k
        self.kk += k * k
        self.u += u
        self.l += luck
        self.uu += u * u
        self.ul += u * luck
        self.ll += luck * luck
        self.ku += k * u
        self.kl += k * luck

    def blocks(self, slope: float, luck: bool = False) -> Blocks:
        """The deals as blocks of results less `slope` times the luck, or of the luck itself."""
        if luck:
            s, ks, ss = self.l, self.kl, self.ll
        else:
            s, ks = self.u - slope * self.l, self.ku - slope * self.kl
            ss = self.uu - 2 * slope * self.ul + slope * slope * self.ll
        return Blocks(self.deals, self.k, Fraction(s), self.kk, Fraction(ks), Fraction(ss))


@dataclass(slots=True)
class Rate:
    """Losses of decisions, by deal: sums for their mean and how sure it is."""

    blocks: Blocks = field(default_factory=Blocks)

    def interval(self) -> tuple[float, float] | None:
        """Mean loss of a decision and 1.96 standard errors; None for fewer than 20 decisions."""
        if self.blocks.k < LEAST_COUNTED or self.blocks.blocks < 2:
            return None
        error, degrees = self.blocks.error()
        return float(Fraction(self.blocks.s) / self.blocks.k), t_quantile(0.975, degrees) * error


@dataclass(slots=True)
class PlayerTotals:
    """Sums of one player."""

    matches: int = 0
    lines: dict[str, float] = field(default_factory=lambda: dict.fromkeys(LINES, 0.0))
    folds: list[Moments] = field(default_factory=lambda: [Moments() for _ in range(FOLDS)])
    counted: Rate = field(default_factory=Rate)
    every: Rate = field(default_factory=Rate)
    kinds: dict[tuple[str, str], Rate] = field(default_factory=dict)
    givers: dict[str, list[float]] = field(default_factory=dict)
    """By giver: the matches together, and the sum of the gifts."""


class PlayerDeal(NamedTuple):
    """What one deal brought a player: matches, results and luck, and the decisions."""

    results: list[float]
    luck: list[float]
    moves: list[tuple[str, str, JudgedMove]]


class AccountTotals:
    """Sums over matches, which come deal by deal."""

    def __init__(self) -> None:
        self.players: dict[str, PlayerTotals] = {}
        self.matches = 0
        self.deals = 0
        self.tables: set[str] = set()
        """The tables that were played: options and numbers of seats."""
        self.sizes: set[int] = set()
        """Their numbers of seats."""
        self.judges: dict[str, int] = {}
        """How many matches each judge has analysed."""
        self._deal: object = None
        self._open: dict[str, PlayerDeal] = {}

    def add(self, deal: object, match: StoredMatch, analysis: MatchAnalysis) -> None:
        """Add a match; `deal` is equal for the matches with the same cards, which come together."""
        players = match.players
        self.tables.add(analysis.table)
        self.sizes.add(len(players))
        self.judges[analysis.judge] = self.judges.get(analysis.judge, 0) + 1
        if deal != self._deal:
            self.close()
            self._deal = deal
        self.matches += 1
        book = analysis.account
        for seat, player in enumerate(players):
            totals = self.players.setdefault(player, PlayerTotals())
            totals.matches += 1
            for line in LINES:
                value = book.received(seat) if line == "gifts" else getattr(book, line)[seat]
                totals.lines[line] += value
            for giver, other in enumerate(players):
                if giver != seat:
                    given = totals.givers.setdefault(other, [0, 0.0])
                    given[0] += 1
                    given[1] += book.gifts[giver][seat]
            part = self._open.setdefault(player, PlayerDeal([], [], []))
            part.results.append(book.result[seat])
            part.luck.append(book.deal[seat] + book.draws[seat])
        for one in book.decisions:
            phase = PHASES[min(2, 3 * (one.ply - 1) // max(1, analysis.entries))]
            self._open[players[one.seat]].moves.append((phase, kind(one), one))

    def close(self) -> None:
        """End the deal that is open; what comes next is another one."""
        if not self._open:
            return
        fold = self.deals % FOLDS
        self.deals += 1
        for player, part in self._open.items():
            totals = self.players[player]
            totals.folds[fold].add(len(part.results), sum(part.results), sum(part.luck))
            rates: dict[int, tuple[Rate, list[float]]] = {}
            for phase, action, one in part.moves:
                places = [totals.every]
                if one.counted:
                    places.append(totals.counted)
                    for key in (("phase", phase), ("kind", action)):
                        places.append(totals.kinds.setdefault(key, Rate()))
                for rate in places:
                    rates.setdefault(id(rate), (rate, []))[1].append(one.loss)
            for rate, losses in rates.values():
                rate.blocks.add(len(losses), Fraction(sum(losses)))
        self._open = {}
        self._deal = None

    def slopes(self) -> list[float]:
        """For each fold, how much of the luck is in the results of all others."""
        return fitted_slopes([totals.folds for totals in self.players.values()], self.deals)

    def without_luck(self, player: str, slopes: Sequence[float]) -> Interval:
        """The mean result of a player less that of the luck."""
        # Results are shares from 0 to 1, in equal steps at a table.
        steps = [[Fraction(place, size - 1) for place in range(size)] for size in self.sizes]
        prior = Prior.over([Prior.of_places(shares) for shares in steps])
        return _joined(self.players[player].folds, slopes).interval(prior=prior)

    def raw(self, player: str) -> Interval:
        """The mean result of a player."""
        return self.without_luck(player, NO_SLOPES)

    def luck(self, player: str) -> Interval:
        """The mean luck of a player, which is nothing in the long run."""
        return _joined(self.players[player].folds, NO_SLOPES, luck=True).interval()


NO_SLOPES: Final = (0.0,) * FOLDS


def fitted_slopes(players: Sequence[Sequence[Moments]], deals: int) -> list[float]:
    """For each fold, how much of the luck is in the results of the others, over all players."""
    if deals < FITTED_FROM:
        return [1.0] * FOLDS
    found = []
    for left in range(FOLDS):
        ul = ll = 0.0
        for folds in players:
            others = [one for fold, one in enumerate(folds) if fold != left]
            k = sum(one.k for one in others)
            if k:
                # The strength of a player is no luck.
                mean = sum(one.u for one in others) / k
                ul += sum(one.ul - mean * one.kl for one in others)
                ll += sum(one.ll for one in others)
        found.append(min(MOST_SLOPE, max(0.0, ul / ll)) if ll else 1.0)
    return found


def paired(
    differences: Sequence[tuple[float, float]], prior: Prior | None
) -> tuple[Interval, Interval]:
    """Differences of results and of luck by deal: the mean result without luck, and the luck.

    `prior` is that of a difference of results.
    """
    folds = [Moments() for _ in range(FOLDS)]
    for number, (result, luck) in enumerate(differences):
        folds[number % FOLDS].add(1, result, luck)
    without = _joined(folds, fitted_slopes([folds], len(differences)))
    return without.interval(prior=prior), _joined(folds, NO_SLOPES, luck=True).interval()


def _joined(folds: Sequence[Moments], slopes: Sequence[float], luck: bool = False) -> Blocks:
    whole = Blocks()
    for fold, moments in enumerate(folds):
        part = moments.blocks(slopes[fold], luck)
        whole.blocks += part.blocks
        whole.k += part.k
        whole.s += part.s
        whole.kk += part.kk
        whole.ks += part.ks
        whole.ss += part.ss
    return whole


def kind(one: JudgedMove) -> str:
    """The kind of action of a decision: the verb of the notation."""
    word = one.played.split(" ", 1)[0]
    return word if word.isalpha() else CARD


def removed(raw: Interval, adjusted: Interval) -> float | None:
    """The share of the variance of a mean that is gone without the luck."""
    before, after = raw.half(), adjusted.half()
    return None if not before or after is None else 1 - (after / before) ** 2


# -- what the analyses of many matches say together


class FoundMove(NamedTuple):
    """A costly decision and its match."""

    match: StoredMatch
    move: JudgedMove


class FoundChance(NamedTuple):
    """A lucky event of chance: the match, and its mark for who was luckiest."""

    match: StoredMatch
    event: ChanceEvent
    mark: str


@dataclass(slots=True)
class Summary:
    """What the analyses of many matches say: by game, the costliest moves and luckiest events."""

    totals: Mapping[str, AccountTotals]
    moves: Sequence[FoundMove]
    chances: Sequence[FoundChance]

    @property
    def judges(self) -> dict[str, int]:
        """How many matches each judge has analysed."""
        found: dict[str, int] = {}
        for totals in self.totals.values():
            for judge, matches in totals.judges.items():
                found[judge] = found.get(judge, 0) + matches
        return found

    def by_one_judge(self) -> "Summary":
        """The games whose matches all have the same judge."""
        kept = {game: one for game, one in self.totals.items() if len(one.judges) == 1}
        moves = [one for one in self.moves if one.match.game in kept]
        return Summary(kept, moves, [one for one in self.chances if one.match.game in kept])


def counted_moves(match: StoredMatch, analysis: MatchAnalysis) -> Iterator[FoundMove]:
    """The decisions of a match that count."""
    for one in analysis.account.decisions:
        if one.counted:
            yield FoundMove(match, one)


def chance_events(match: StoredMatch, analysis: MatchAnalysis) -> Iterator[FoundChance]:
    """The events of chance of a match."""
    for event in analysis.account.chances:
        yield FoundChance(match, event, luck_mark(analysis.table, max(event.luck)))


_T = TypeVar("_T")


class Greatest(Generic[_T]):
    """Keeps the `top` greatest of any number of things, of equally great ones the first."""

    def __init__(self, top: int) -> None:
        self._top = top
        self._ticks = count(0, -1)
        self._heap: list[tuple[float, int, _T]] = []

    def add(self, size: float, thing: _T) -> None:
        """Look at a thing."""
        if len(self._heap) < self._top:
            heappush(self._heap, (size, next(self._ticks), thing))
        elif self._heap and size > self._heap[0][0]:
            heapreplace(self._heap, (size, next(self._ticks), thing))

    def found(self) -> list[_T]:
        """What was kept, the greatest first."""
        return [thing for *_, thing in sorted(self._heap, key=lambda one: one[:2], reverse=True)]


class SummaryMaker:
    """Makes a summary of matches, which come deal by deal, and keeps none of them but for `top`."""

    def __init__(self, top: int) -> None:
        self._totals: dict[str, AccountTotals] = {}
        self._moves: Greatest[FoundMove] = Greatest(top)
        self._chances: Greatest[FoundChance] = Greatest(top)

    def add(self, deal: object, match: StoredMatch, analysis: MatchAnalysis) -> None:
        """Add a match; `deal` is equal for the matches with the same cards."""
        self._totals.setdefault(match.game, AccountTotals()).add(deal, match, analysis)
        for found in counted_moves(match, analysis):
            self._moves.add(found.move.loss, found)
        for lucky in chance_events(match, analysis):
            self._chances.add(max(lucky.event.luck), lucky)

    def summary(self) -> Summary:
        """The sums over all matches so far."""
        for totals in self._totals.values():
            totals.close()
        return Summary(self._totals, self._moves.found(), self._chances.found())


# -- what they say about one player


class OwnMatch(NamedTuple):
    """A match of a player, who has this seat: results with and without luck, and the error rate."""

    match: StoredMatch
    result: float
    adjusted: float
    luck_error: float
    rate: tuple[float, float] | None


@dataclass(slots=True)
class Month:
    """The matches of a player in a month, and the losses of the decisions that count."""

    matches: int = 0
    counted: Rate = field(default_factory=Rate)


class PlayerGame:
    """What the analyses of the matches of a player in one game say; they come deal by deal."""

    def __init__(self, top: int) -> None:
        self.judges: set[str] = set()
        self.tables: set[str] = set()
        self.whole = Month()
        self.months: dict[str, Month] = {}
        """By month as `2026-11`; "" has the matches without a date."""
        self.rivals: dict[str, list[float]] = {}
        """By other player: the matches together, what its errors brought, what it got by errors."""
        self.best: OwnMatch | None = None
        self.worst: OwnMatch | None = None
        self.moves: Greatest[FoundMove] = Greatest(top)
        self._deal: object = None
        self._open: tuple[str, list[float]] | None = None

    def add(
        self, deal: object, month: str, match: StoredMatch, analysis: MatchAnalysis, seat: int
    ) -> None:
        """Add a match in which the player has a seat; `deal` is as in `AccountTotals.add`."""
        book = analysis.account
        self.judges.add(analysis.judge)
        self.tables.add(analysis.table)
        if deal != self._deal or self._open is None:
            self.close()
            self._deal, self._open = deal, (month, [])
        for part in (self.whole, self.months.setdefault(month, Month())):
            part.matches += 1
        self._open[1].extend([one.loss for one in book.counted(seat)])
        for other, name in enumerate(match.players):
            if name != match.players[seat]:
                met = self.rivals.setdefault(name, [0, 0.0, 0.0])
                met[0] += 1
                met[1] += book.gifts[other][seat]
                met[2] += book.gifts[seat][other]
        adjusted = book.adjusted(seat)
        if self.best is None or adjusted > self.best.adjusted:
            self.best = self._own(match, analysis, seat)
        if self.worst is None or adjusted < self.worst.adjusted:
            self.worst = self._own(match, analysis, seat)
        for found in counted_moves(match, analysis):
            if found.move.seat == seat:
                self.moves.add(found.move.loss, found)

    @staticmethod
    def _own(match: StoredMatch, analysis: MatchAnalysis, seat: int) -> OwnMatch:
        book = analysis.account
        figures = book.result[seat], book.adjusted(seat), book.luck_error(seat)
        return OwnMatch(match, *figures, book.rate(seat))

    def close(self) -> None:
        """End the deal that is open."""
        if self._open is not None and self._open[1]:
            month, losses = self._open
            for part in (self.whole, self.months[month]):
                part.counted.blocks.add(len(losses), Fraction(sum(losses)))
        self._open = None
