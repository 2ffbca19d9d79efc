"""Charts of runs, events and ratings: which numbers of the database are drawn, and how.

The numbers are those of the tables that commands print; `tourney.pictures` draws them. Pages and
the command `plot` use this room. Does not depend on pages and the command line.

    chart = run_chart(store, store.run("cup"), "standings")
    svg = draw(chart, ChartLook(width=720, lang="ja"))
"""

from tourney.charts.comparisons import comparison_chart
from tourney.charts.event_charts import EVENT_CHARTS, EventSource, event_chart
from tourney.charts.rating_charts import (
    history_chart,
    moments_chart,
    rated_chart,
    rated_games,
    ratings_chart,
)
from tourney.charts.run_charts import RUN_CHARTS, RunSource, run_chart

__all__ = [
    "EVENT_CHARTS",
    "RUN_CHARTS",
    "EventSource",
    "RunSource",
    "comparison_chart",
    "event_chart",
    "history_chart",
    "moments_chart",
    "rated_chart",
    "rated_games",
    "ratings_chart",
    "run_chart",
]
