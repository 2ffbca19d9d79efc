"""Charts of a run of bots."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final

from engines.messages import Message, say
from tourney.charts import from_tables
from tourney.charts.rule_progress import rule_chart
from tourney.domain.errors import NotFound, quoted
from tourney.exports.standings import crosstable, standings_table
from tourney.exports.statistics import faults_table, seats_table
from tourney.pictures.bars import Amount, AmountChart
from tourney.pictures.charts import Chart
from tourney.pictures.curves import CurveChart, CurvePoint, CurveSeries
from tourney.pictures.distributions import Distribution, DistributionChart
from tourney.pictures.look import ChartWords
from tourney.render.code_messages import word_of
from tourney.results import ResultSums, design
from tourney.runs.heartbeat import stored_cost
from tourney.runs.results import fault_book
from tourney.runs.schedule import Schedule
from tourney.stats import Interval
from tourney.stats.confidence import LEAST
from tourney.store import NumberRange, Store, StoredRun

POINTS: Final = 120
"""At most so many points of a curve: more cannot be told apart."""
SCALED: Final = "scaled"


@dataclass(frozen=True, slots=True)
class RunSource:
    """A run in its database, and the point system of its charts."""

    store: Store
    run: StoredRun
    by: str = SCALED

    @property
    def name(self) -> Message:
        """The run as titles name it."""
        return say("charts.run", name=self.run.spec.name)

    def interval(self) -> Message:
        """What the intervals of the standings are; those of a run with a rule hold at any time."""
        return say("charts.sequence") if self.run.spec.until else say("charts.interval")

    def sums(self) -> ResultSums:
        """Sums over all results; the stored ones are continued where they fit."""
        stored = self.store.sums(self.run) if self.by == SCALED else None
        upto, sums = stored or (0, ResultSums(by=self.by, design=design(self.run.spec)))
        with closing(self.store.endings(self.run, NumberRange(after=upto))) as endings:
            for ending in endings:
                sums.take(ending)
        return sums


def run_chart(store: Store, run: StoredRun, what: str, by: str = SCALED) -> Chart:
    """A chart of a run: `what` is a key of RUN_CHARTS; NotFound if its numbers are not stored."""
    source = RunSource(store, run, by)
    return _noting_gaps(RUN_CHARTS[what](source), source)


def _noting_gaps(drawn: Chart, source: RunSource) -> Chart:
    """The chart; its note says if matches are missing."""
    void = len(source.store.void_matches(source.run))
    planned = Schedule(source.run.spec).total - void
    played = source.store.match_count(source.run) - void
    if played >= planned:
        return drawn
    missing = say("charts.played", played=played, planned=planned)
    note = (
        say("charts.two-notes", one=drawn.words.note, other=missing)
        if drawn.words.note
        else missing
    )
    return replace(drawn, words=drawn.words._replace(note=note))


def _standings(source: RunSource) -> Chart:
    found = source.sums()
    table = standings_table(found)
    return from_tables.standings_chart(table, source.name, source.interval(), source.by)


def _crosstable(source: RunSource) -> Chart:
    return from_tables.crosstable_chart(crosstable(source.sums()), source.name)


def _seats(source: RunSource) -> Chart:
    table = seats_table(source.store.results(source.run), source.by, design(source.run.spec).scores)
    return from_tables.seats_chart(table, source.name, source.by)


def _curves(source: RunSource) -> Chart:
    """Points per match after each deal; the last point is that of the standings."""
    spec = source.run.spec
    sums = ResultSums(by=source.by, design=design(spec))
    curves: dict[str, list[CurvePoint]] = defaultdict(list)
    for deals in _deal_by_deal(source, sums):
        for player in sums.ledger.records:
            curves[player].append(_point(deals, sums.interval(player), ruled=bool(spec.until)))
    order = [row.player for row in sums.standings()]
    interval = say("charts.sequence") if spec.until else say("charts.pointwise")
    words = ChartWords(say("charts.curves", of=source.name), say("charts.band", interval=interval))
    found = [CurveSeries(player, curves[player]) for player in order]
    return CurveChart(
        words, found, say("charts.per-match", by=word_of(source.by)), say("charts.deals")
    )


def _point(deals: int, found: Interval, *, ruled: bool) -> CurvePoint:
    """A point with its interval; a sequence that cannot say anything yet has no band."""
    mean, low, high, blocks = found
    if ruled and blocks < LEAST:
        return CurvePoint(deals, mean)
    return CurvePoint(deals, mean, low, high)


def _deal_by_deal(source: RunSource, sums: ResultSums) -> Iterator[int]:
    """Add the matches of a run to sums; yields the number of deals where a point is drawn."""
    size = Schedule(source.run.spec).deal_size
    last = max(source.store.finished(source.run), default=0)
    deals = -(-last // size)
    every = -(-deals // POINTS)
    due = every
    with closing(source.store.endings(source.run)) as endings:
        for ending in endings:
            if ending.number > due * size:
                yield due
                due = every * (-(-ending.number // (size * every)))
            sums.take(ending)
    if deals:
        yield deals


def _scores(source: RunSource) -> Chart:
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    fewer = False
    for result in source.store.results(source.run):
        fewer = result.fewer_wins
        for player, score in zip(result.players, result.scores, strict=True):
            counts[player][score] += 1
    order = [row.player for row in source.sums().standings()]
    return scores_chart({player: counts[player] for player in order}, source.name, fewer=fewer)


def scores_chart(
    counts: Mapping[str, Mapping[int, int]], of: Message, *, fewer: bool
) -> DistributionChart:
    """How often each player reached each score."""
    rows = [Distribution(player, found) for player, found in counts.items()]
    label = say("charts.less") if fewer else say("charts.score")
    return DistributionChart(
        ChartWords(say("charts.scores", of=of), say("charts.bars")),
        rows,
        label,
        say("charts.mean"),
        2,
    )


def _lengths(source: RunSource) -> Chart:
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for match in source.store.lengths(source.run):
        counts[match.status][match.plies] += 1
    if not counts:
        raise NotFound(say("charts.no-lengths", name=quoted(source.run.spec.name)))
    rows = [Distribution(word_of(status), counts[status]) for status in sorted(counts)]
    words = ChartWords(say("charts.lengths", of=source.name), say("charts.bars"))
    return DistributionChart(words, rows, say("charts.plies"), say("charts.mean"))


def _times(source: RunSource) -> Chart:
    means = {bot: cost.mean for bot, cost in stored_cost(source.store, source.run).items()}
    rows = [Amount(bot, mean) for bot, mean in means.items() if mean is not None]
    if not rows:
        raise NotFound(say("charts.no-times", name=quoted(source.run.spec.name)))
    words = ChartWords(say("charts.times", of=source.name))
    ordered = sorted(rows, key=lambda row: (row.value, row.name))
    return AmountChart(words, ordered, say("charts.milliseconds"), digits=None, wide=True)


def _faults(source: RunSource) -> Chart:
    """The share of deals with a fault, by bot and code; bots without faults are known to have 0."""
    names = [bot.name for bot in source.run.spec.bots]
    table = faults_table(fault_book(source.store, source.run), names)
    if not any(row["faults"] for row in from_tables.rows_of(table)):
        raise NotFound(say("charts.no-faults", name=quoted(source.run.spec.name)))
    return from_tables.faults_chart(table, source.name)


def _test(source: RunSource) -> Chart:
    return rule_chart(source.store, source.run, source.name)


RUN_CHARTS: Final[Mapping[str, Callable[[RunSource], Chart]]] = {
    "standings": _standings,
    "curves": _curves,
    "crosstable": _crosstable,
    "seats": _seats,
    "scores": _scores,
    "lengths": _lengths,
    "times": _times,
    "faults": _faults,
    "test": _test,
}
"""What can be drawn of a run, in the order of a page."""
