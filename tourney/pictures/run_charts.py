"""Charts of a run of bots, and of how its stopping rule came to a decision."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final

from engines.messages import Message, say
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.exports.run_statistics import faults_table, seats_table
from tourney.exports.standings_fields import crosstable, standings_table
from tourney.pictures.bars import Amount, AmountChart, Distribution, DistributionChart
from tourney.pictures.charts import Chart
from tourney.pictures.curves import CurveBound, CurveChart, CurvePoint, CurveSeries
from tourney.pictures.look import ChartWords, decimal
from tourney.pictures.rating_charts import (
    crosstable_chart,
    faults_chart,
    rows_of,
    seats_chart,
    standings_chart,
)
from tourney.render.code_words import word_of
from tourney.results.sums import ResultSums, design
from tourney.runs.heartbeat import stored_cost
from tourney.runs.run_schedule import Schedule
from tourney.runs.stored_results import fault_book
from tourney.runs.until import Until, stored_deals
from tourney.stats import rule
from tourney.stats.confidence import LEAST
from tourney.stats.stopping import Ratio, Width
from tourney.store import Database
from tourney.store.matches import (
    NumberRange,
    finished_numbers,
    match_count,
    match_lengths,
    run_endings,
    run_results,
    void_matches,
)
from tourney.store.run_sums import run_sums
from tourney.store.runs import StoredRun

# How the stopping rule of a run came to its decision, deal by deal.

LOOKS: Final = 200
LEAST_DEALS: Final = 2


def _states(store: Database, run: StoredRun) -> Iterator[tuple[int, Until]]:
    """The rule after each deal that is drawn, and after the last one."""
    schedule = Schedule(run.spec)
    total = sum(1 for _ in stored_deals(store, run))
    every, until, seen = -(-total // LOOKS), Until(run.spec, schedule), 0
    for number, deal in enumerate(stored_deals(store, run)):
        if deal.number != number:
            break
        until.see(deal)
        seen = number + 1
        if until.ended:
            break
        if seen % every == 0 and seen >= LEAST_DEALS and seen < total:
            yield seen, until
    if seen >= LEAST_DEALS:
        yield seen, until


def _ratio_chart(store: Database, run: StoredRun, found: Ratio, title: Message) -> CurveChart:
    points = list[CurvePoint]()
    pair: tuple[str | Message, str | Message] = ("", "")
    low = high = 0.0
    for deals, until in _states(store, run):
        meter = until.verdict().meter
        pair = until.quantities[0].pair
        if meter is not None:
            points.append(CurvePoint(deals, meter.value))
            low, high = meter.low, meter.high
    bounds = [
        CurveBound(high, say("pictures.accepts", value=decimal(found.second, 2))),
        CurveBound(low, say("pictures.accepts", value=decimal(found.first, 2))),
    ]
    words = ChartWords(title, say("pictures.ratio-line", one=pair[0], other=pair[1]))
    curves = [CurveSeries(say("pictures.gap", one=pair[0], other=pair[1]), points)]
    known = bounds if points else []
    return CurveChart(
        words, curves, say("pictures.ratio"), say("pictures.deals"), bounds=known, include=(0.0,)
    )


def _width_chart(store: Database, run: StoredRun, found: Width, title: Message) -> CurveChart:
    points: dict[Message | str, list[CurvePoint]] = {}
    for deals, until in _states(store, run):
        for quantity, known in zip(until.quantities, until.known(), strict=True):
            points.setdefault(quantity.name, []).append(CurvePoint(deals, known.half))
    curves = [CurveSeries(name, one) for name, one in points.items()]
    curves.sort(key=lambda one: -(one.points[-1].value or 0.0))
    bound = CurveBound(found.width, say("pictures.ends-below", value=f"{found.width:g}"))
    words = ChartWords(title, say("pictures.half-line"))
    return CurveChart(
        words,
        curves,
        say("pictures.half"),
        say("pictures.deals"),
        digits=3,
        bounds=[bound],
        include=(0.0,),
    )


# Charts of a run of bots.

MOMENTS: Final = 120  # at most so many points of a curve: more cannot be told apart
SCALED: Final = "scaled"


@dataclass(frozen=True, slots=True)
class RunSource:
    """A run in its database, and the point system of its charts."""

    store: Database
    run: StoredRun
    by: str = SCALED

    @property
    def name(self) -> Message:
        """The run as titles name it."""
        return say("pictures.run", name=self.run.spec.name)

    def interval(self) -> Message:
        """What the intervals of the standings are; those of a run with a rule hold at any time."""
        return say("pictures.sequence") if self.run.spec.until else say("pictures.interval")

    def sums(self) -> ResultSums:
        """Sums over all results; the stored ones are continued where they fit."""
        stored = run_sums(self.store, self.run) if self.by == SCALED else None
        upto, sums = stored or (0, ResultSums(by=self.by, design=design(self.run.spec)))
        with closing(run_endings(self.store, self.run, NumberRange(after=upto))) as endings:
            for ending in endings:
                sums.take(ending)
        return sums


def run_chart(store: Database, run: StoredRun, what: str, by: str = SCALED) -> Chart:
    """A chart of a run: `what` is a key of RUN_CHARTS; NotFound if its numbers are not stored."""
    drawn = RUN_CHARTS[what](RunSource(store, run, by))
    # The note says if matches are missing; a void one is neither planned nor played.
    void = len(void_matches(store, run))
    planned = Schedule(run.spec).total - void
    played = match_count(store, run) - void
    if played >= planned:
        return drawn
    missing = say("pictures.played", played=played, planned=planned)
    note = (
        say("pictures.two-notes", one=drawn.words.note, other=missing)
        if drawn.words.note
        else missing
    )
    return replace(drawn, words=drawn.words._replace(note=note))


def _standings(source: RunSource) -> Chart:
    found = source.sums()
    table = standings_table(found)
    return standings_chart(table, source.name, source.interval(), source.by)


def _crosstable(source: RunSource) -> Chart:
    return crosstable_chart(crosstable(source.sums()), source.name)


def _seats(source: RunSource) -> Chart:
    results = run_results(source.store, source.run)
    table = seats_table(results, source.by, design(source.run.spec).scores)
    return seats_chart(table, source.name, source.by)


def _curves(source: RunSource) -> Chart:
    """Points per match after each deal; the last point is that of the standings."""
    spec = source.run.spec
    sums = ResultSums(by=source.by, design=design(spec))
    curves: dict[str, list[CurvePoint]] = defaultdict(list)
    for deals in _deal_by_deal(source, sums):
        for player in sums.ledger.records:
            mean, low, high, blocks = sums.interval(player)
            # A confidence sequence cannot say anything yet after a few blocks: no band there.
            silent = spec.until and blocks < LEAST
            point = CurvePoint(deals, mean) if silent else CurvePoint(deals, mean, low, high)
            curves[player].append(point)
    order = [row.player for row in sums.standings()]
    interval = say("pictures.sequence") if spec.until else say("pictures.pointwise")
    words = ChartWords(
        say("pictures.curves", of=source.name), say("pictures.band", interval=interval)
    )
    found = [CurveSeries(player, curves[player]) for player in order]
    return CurveChart(
        words, found, say("pictures.per-match", by=word_of(source.by)), say("pictures.deals")
    )


def _deal_by_deal(source: RunSource, sums: ResultSums) -> Iterator[int]:
    """Add the matches of a run to sums; yields the number of deals where a point is drawn."""
    size = Schedule(source.run.spec).deal_size
    last = max(finished_numbers(source.store, source.run), default=0)
    deals = -(-last // size)
    every = -(-deals // MOMENTS)
    due = every
    with closing(run_endings(source.store, source.run)) as endings:
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
    for result in run_results(source.store, source.run):
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
    label = say("pictures.less") if fewer else say("pictures.score")
    return DistributionChart(
        ChartWords(say("pictures.scores", of=of), say("pictures.bars")),
        rows,
        label,
        say("pictures.mean"),
        2,
    )


def _lengths(source: RunSource) -> Chart:
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for match in match_lengths(source.store, source.run):
        counts[match.status][match.plies] += 1
    if not counts:
        raise NotFound(say("pictures.no-lengths", name=quoted(source.run.spec.name)))
    rows = [Distribution(word_of(status), counts[status]) for status in sorted(counts)]
    words = ChartWords(say("pictures.lengths", of=source.name), say("pictures.bars"))
    return DistributionChart(words, rows, say("pictures.plies"), say("pictures.mean"))


def _times(source: RunSource) -> Chart:
    means = {bot: cost.mean for bot, cost in stored_cost(source.store, source.run).items()}
    rows = [Amount(bot, mean) for bot, mean in means.items() if mean is not None]
    if not rows:
        raise NotFound(say("pictures.no-times", name=quoted(source.run.spec.name)))
    words = ChartWords(say("pictures.times", of=source.name))
    ordered = sorted(rows, key=lambda row: (row.value, row.name))
    return AmountChart(words, ordered, say("pictures.milliseconds"), digits=None, wide=True)


def _faults(source: RunSource) -> Chart:
    """The share of deals with a fault, by bot and code; bots without faults are known to have 0."""
    names = [bot.name for bot in source.run.spec.bots]
    table = faults_table(fault_book(source.store, source.run), names)
    if not any(row["faults"] for row in rows_of(table)):
        raise NotFound(say("pictures.no-faults", name=quoted(source.run.spec.name)))
    return faults_chart(table, source.name)


def _test(source: RunSource) -> Chart:
    # The figure of the rule of a run after its deals; UsageFault for a run without a rule.
    if not source.run.spec.until:
        raise UsageFault(say("pictures.no-rule", name=quoted(source.run.spec.name)))
    found = rule(source.run.spec.until)
    title = say("pictures.test", rule=found.text, of=source.name)
    if isinstance(found, Ratio):
        return _ratio_chart(source.store, source.run, found, title)
    assert isinstance(found, Width)
    return _width_chart(source.store, source.run, found, title)


# What can be drawn of a run, in the order of a page.
RUN_CHARTS: Final[Mapping[str, Callable[[RunSource], Chart]]] = {
    "standings": _standings,
    "curves": _curves,
    "crosstable": _crosstable,
    "seats": _seats,
    "scores": _scores,
    "length": _lengths,
    "times": _times,
    "faults": _faults,
    "test": _test,
}
