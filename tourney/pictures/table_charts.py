"""Charts made from tables: what is drawn is what the commands print."""

from collections.abc import Iterator, Mapping
from typing import Any

from engines.messages import Message, say
from tourney.exports.comparison import comparison_table
from tourney.pictures.heat import HeatChart, ShareRow
from tourney.pictures.intervals import IntervalChart, IntervalRow
from tourney.pictures.look import ChartWords
from tourney.render.code_words import word_of
from tourney.render.tables import Table
from tourney.runs.deals import compare, compare_bots
from tourney.store import Database
from tourney.store.runs import StoredRun

TableRow = Mapping[str, Any]


def rows_of(table: Table) -> list[TableRow]:
    """The rows of a table for programs, with exact values."""
    keys = [column.key if column.only in ("all", "data") else None for column in table.columns]
    return [
        {key: value for key, value in zip(keys, row, strict=True) if key is not None}
        for row in table.rows
    ]


def standings_chart(table: Table, of: Message, interval: Message, by: str) -> IntervalChart:
    """Points per match with their intervals, in the order of the standings."""
    rows = [
        IntervalRow(row["player"], row["points_mean"], row["ci_low"], row["ci_high"])
        for row in rows_of(table)
    ]
    known = any(row.low is not None for row in rows)
    note = say("pictures.dot", interval=interval) if known else say("pictures.dot-only")
    words = ChartWords(say("pictures.standings", of=of), note)
    return IntervalChart(words, rows, say("pictures.per-match", by=word_of(by)))


def seats_chart(table: Table, of: Message, by: str) -> IntervalChart:
    """How many points each seat is worth above the mean of all seats."""
    rows = [
        IntervalRow(row["seat"], row["advantage"], row["ci_low"], row["ci_high"])
        for row in rows_of(table)
    ]
    words = ChartWords(
        say("pictures.seats", of=of), say("pictures.dot", interval=say("pictures.interval"))
    )
    return IntervalChart(
        words, rows, say("pictures.beyond", by=word_of(by)), digits=3, difference=True
    )


def crosstable_chart(table: Table, of: Message) -> HeatChart:
    """The shares of the crosstable as coloured cells."""
    rows = rows_of(table)
    names = [row["player"] for row in rows]
    cells = [
        ShareRow(row["player"], [row[f"above {name}"] for name in names], row["sum"])
        for row in rows
    ]
    return HeatChart(
        ChartWords(say("pictures.crosstable", of=of), say("pictures.share")),
        cells,
        "",
        say("pictures.sum"),
    )


def gains_chart(table: Table, of: Message, by: str) -> IntervalChart:
    """What changes of bots gained, deal by deal."""
    found = rows_of(table)
    rows = [
        IntervalRow(_change(row), row["difference"], row["ci_low"], row["ci_high"]) for row in found
    ]
    deals = found[0]["deals"] if found else 0
    note = say("pictures.dot-difference", deals=deals, interval=say("pictures.interval"))
    words = ChartWords(say("pictures.comparison", of=of), note)
    return IntervalChart(
        words, rows, say("pictures.gain", by=word_of(by)), digits=3, difference=True
    )


def _change(row: TableRow) -> str:
    """The bot, or what it was before and is after the change."""
    before, after = row["bot_before"], row["bot_after"]
    if before != after:
        return f"{before} → {after}"
    versions = row["version_before"], row["version_after"]
    return str(before) if versions[0] == versions[1] else f"{before} {' → '.join(versions)}"


def faults_chart(table: Table, of: Message) -> IntervalChart:
    """The share of deals in which each bot had each kind of fault."""
    rows = [
        IntervalRow(
            say("pictures.fault-of", bot=row["bot"], fault=row["fault"])
            if row["faults"]
            else row["bot"],
            row["share"],
            row["ci_low"],
            row["ci_high"],
        )
        for row in rows_of(table)
    ]
    words = ChartWords(say("pictures.faults", of=of), say("pictures.dot-share"))
    return IntervalChart(words, rows, say("pictures.share-of-deals"), digits=3, include=(0.0,))


def rating_rows(table: Table) -> Iterator[IntervalRow]:
    """Ratings with their intervals."""
    for row in rows_of(table):
        yield IntervalRow(row["player"], row["rating"], row["low"], row["high"])


# The chart of what a change to a bot gained, on the same deals before and after.


def comparison_chart(
    store: Database,
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
    return gains_chart(comparison_table(changes), say("pictures.run", name=", ".join(runs)), by)
