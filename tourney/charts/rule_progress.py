"""How the stopping rule of a run came to its decision, deal by deal."""

from collections.abc import Iterator
from typing import Final

from engines.messages import Message, say
from tourney.domain.errors import UsageFault, quoted
from tourney.pictures.curves import CurveBound, CurveChart, CurvePoint, CurveSeries
from tourney.pictures.look import ChartWords
from tourney.pictures.numbers import decimal
from tourney.runs.deals import stored_deals
from tourney.runs.schedule import Schedule
from tourney.runs.until import Until
from tourney.stats import rule
from tourney.stats.rules import Ratio, Width
from tourney.store import Store, StoredRun

POINTS: Final = 200
LEAST_DEALS: Final = 2


def rule_chart(store: Store, run: StoredRun, of: Message) -> CurveChart:
    """The figure of the rule of a run after its deals; UsageFault for a run without a rule."""
    if not run.spec.until:
        raise UsageFault(say("charts.no-rule", name=quoted(run.spec.name)))
    found = rule(run.spec.until)
    title = say("charts.test", rule=found.text, of=of)
    if isinstance(found, Ratio):
        return _ratio_chart(store, run, found, title)
    assert isinstance(found, Width)
    return _width_chart(store, run, found, title)


def _states(store: Store, run: StoredRun) -> Iterator[tuple[int, Until]]:
    """The rule after each deal that is drawn, and after the last one."""
    schedule = Schedule(run.spec)
    total = sum(1 for _ in stored_deals(store, run))
    every, until, seen = -(-total // POINTS), Until(run.spec, schedule), 0
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


def _ratio_chart(store: Store, run: StoredRun, found: Ratio, title: Message) -> CurveChart:
    points, pair = list[CurvePoint](), ("", "")
    low = high = 0.0
    for deals, until in _states(store, run):
        meter = until.verdict().meter
        pair = until.quantities[0].pair
        if meter is not None:
            points.append(CurvePoint(deals, meter.value))
            low, high = meter.low, meter.high
    bounds = [
        CurveBound(high, say("charts.accepts", value=decimal(found.second, 2))),
        CurveBound(low, say("charts.accepts", value=decimal(found.first, 2))),
    ]
    words = ChartWords(title, say("charts.ratio-line", one=pair[0], other=pair[1]))
    curves = [CurveSeries(" − ".join(pair), points)]
    known = bounds if points else []
    return CurveChart(
        words, curves, say("charts.ratio"), say("charts.deals"), bounds=known, include=(0.0,)
    )


def _width_chart(store: Store, run: StoredRun, found: Width, title: Message) -> CurveChart:
    points: dict[str, list[CurvePoint]] = {}
    for deals, until in _states(store, run):
        for quantity, known in zip(until.quantities, until.known(), strict=True):
            points.setdefault(quantity.name, []).append(CurvePoint(deals, known.half))
    curves = [CurveSeries(name, one) for name, one in points.items()]
    curves.sort(key=lambda one: -(one.points[-1].value or 0.0))
    bound = CurveBound(found.width, say("charts.ends-below", value=f"{found.width:g}"))
    words = ChartWords(title, say("charts.half-line"))
    return CurveChart(
        words,
        curves,
        say("charts.half"),
        say("charts.deals"),
        digits=3,
        bounds=[bound],
        include=(0.0,),
    )
