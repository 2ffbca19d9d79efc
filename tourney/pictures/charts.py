"""All kinds of charts, and one function that draws any of them."""

from typing import TypeAlias

from tourney.pictures.bars import AmountChart, amount_chart
from tourney.pictures.curves import CurveChart, curve_chart
from tourney.pictures.distributions import DistributionChart, distribution_chart
from tourney.pictures.heat import HeatChart, heat_chart
from tourney.pictures.intervals import IntervalChart, interval_chart
from tourney.pictures.look import ChartLook

Chart: TypeAlias = AmountChart | CurveChart | DistributionChart | HeatChart | IntervalChart


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
