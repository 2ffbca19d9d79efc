"""All kinds of charts, and functions that draw any of them or change its names."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from engines.messages import Message
from tourney.pictures.bars import (
    Amount,
    AmountChart,
    Distribution,
    DistributionChart,
    amount_chart,
    distribution_chart,
)
from tourney.pictures.curves import CurveChart, CurveSeries, curve_chart
from tourney.pictures.heat import HeatChart, ShareRow, heat_chart
from tourney.pictures.intervals import IntervalChart, IntervalRow, interval_chart
from tourney.pictures.look import ChartLook, ChartWords
from tourney.pictures.places import PlaceChart, PlaceRow, place_chart

Chart: TypeAlias = (
    AmountChart | CurveChart | DistributionChart | HeatChart | IntervalChart | PlaceChart
)
_Named = TypeVar("_Named", Amount, CurveSeries, Distribution, IntervalRow, PlaceRow, ShareRow)


def draw(drawn: Chart, look: ChartLook) -> str:
    """A chart as SVG."""
    match drawn:
        case AmountChart():
            return amount_chart(drawn, look)
        case CurveChart():
            return curve_chart(drawn, look)
        case DistributionChart():
            return distribution_chart(drawn, look)
        case HeatChart():
            return heat_chart(drawn, look)
        case IntervalChart():
            return interval_chart(drawn, look)
        case PlaceChart():
            return place_chart(drawn, look)


def renamed(drawn: Chart, shown: Callable[[str], str], lang: str) -> Chart:
    """The chart with its names and sentences as `shown` changes them, in one language."""
    look = ChartLook(lang=lang)
    words = ChartWords(*(shown(look.text(one)) for one in drawn.words))

    def named(name: Message | str) -> str:
        return shown(look.text(name))

    match drawn:
        case AmountChart():
            return replace(drawn, words=words, rows=_shown(drawn.rows, named))
        case CurveChart():
            ticks = [(at, shown(text)) for at, text in drawn.x_ticks]
            curves = _shown(drawn.curves, named)
            return replace(drawn, words=words, curves=curves, x_ticks=ticks)
        case DistributionChart():
            return replace(drawn, words=words, rows=_shown(drawn.rows, named))
        case HeatChart():
            return replace(drawn, words=words, rows=_shown(drawn.rows, named))
        case IntervalChart():
            return replace(drawn, words=words, rows=_shown(drawn.rows, named))
        case PlaceChart():
            rounds = [shown(look.text(one)) for one in drawn.rounds]
            return replace(drawn, words=words, rounds=rounds, rows=_shown(drawn.rows, named))


def _shown(rows: Sequence[_Named], named: Callable[[Message | str], str]) -> list[_Named]:
    return [row._replace(name=named(row.name)) for row in rows]


def telling(drawn: Chart) -> bool:
    """Whether a chart says more than a single number: two rows, or a curve with two points."""
    if isinstance(drawn, CurveChart):
        known = (sum(point.value is not None for point in one.points) for one in drawn.curves)
        return max(known, default=0) > 1
    if isinstance(drawn, DistributionChart):
        return any(len(row.counts) > 1 for row in drawn.rows)
    if isinstance(drawn, PlaceChart):
        return len(drawn.rows) > 1 and len(drawn.rounds) > 1
    return len(drawn.rows) > 1
