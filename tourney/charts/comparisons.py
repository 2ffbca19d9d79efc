"""The chart of what a change to a bot gained, on the same deals before and after."""

from engines.messages import say
from tourney.charts.from_tables import gains_chart
from tourney.exports.comparison import comparison_table
from tourney.pictures.intervals import IntervalChart
from tourney.runs.compare import compare, compare_bots
from tourney.store import Store, StoredRun


def comparison_chart(
    store: Store,
    first: StoredRun,
    second: StoredRun | None = None,
    *,
    bots: tuple[str, str] | None = None,
    by: str = "scaled",
) -> IntervalChart:
    """The differences between two runs of the same deals, or of two bots of one run.

    UsageFault if they cannot be compared.
    """
    found = (
        compare_bots(store, first, bots, by) if bots else compare(store, first, second or first, by)
    )
    changes = [(one.before, one.after, one.pairs, one.clean) for one in found.changes]
    runs = [first.spec.name, *([second.spec.name] if second else [])]
    return gains_chart(comparison_table(changes), say("charts.run", name=", ".join(runs)), by)
