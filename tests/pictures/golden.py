"""Two small charts as files; after a change of the look, write them again and read the difference.

python -m tests.pictures.golden --write
"""

import sys
from collections.abc import Callable
from pathlib import Path

from tourney.pictures.curves import CurveChart, CurvePoint, CurveSeries, curve_chart
from tourney.pictures.intervals import IntervalChart, IntervalRow, interval_chart
from tourney.pictures.look import ChartLook, ChartWords


def estimates() -> str:
    rows = [IntervalRow("ann", 2.5, 2.0, 3.0), IntervalRow("さくら", 1.5, 1.25, 1.75)]
    words = ChartWords("Two players", "Dot: mean")
    return lines(interval_chart(IntervalChart(words, rows, "points"), ChartLook(360)))


def course() -> str:
    points = [CurvePoint(1, 2.0, 0.0, 4.0), CurvePoint(2, 3.0, 2.0, 4.0), CurvePoint(3, 2.5)]
    drawn = CurveChart(ChartWords("A course"), [CurveSeries("ann", points)], "points", "deals")
    return lines(curve_chart(drawn, ChartLook(360)))


def lines(svg: str) -> str:
    """One element per line, so that a person can read it."""
    return svg.replace("><", ">\n<") + "\n"


CHARTS: dict[str, Callable[[], str]] = {"estimates": estimates, "course": course}


def file(name: str) -> Path:
    return Path(__file__).parent / "golden" / f"{name}.svg"


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    for name, draw in CHARTS.items():
        file(name).parent.mkdir(exist_ok=True)
        file(name).write_text(draw(), "utf-8")
