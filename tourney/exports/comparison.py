"""The gain of a change to a bot, as a table."""

from collections.abc import Sequence

from tourney.domain.runs import BotEntry
from tourney.render.tables import Column, Row, Table
from tourney.stats import Paired

COLUMNS = (
    Column("bot", only="people"),
    Column("bot_before", only="data"),
    Column("version_before", only="data"),
    Column("bot_after", only="data"),
    Column("version_after", only="data"),
    Column("deals", align="right"),
    Column("mean_before", "before", "right"),
    Column("mean_after", "after", "right"),
    Column("difference", align="right", digits=3),
    Column("ci_half", "± 95 %", "right", digits=3, only="people"),
    Column("ci_low", only="data"),
    Column("ci_high", only="data"),
    Column("p_better", "P(better)", "right"),
)


def comparison_table(changes: Sequence[tuple[BotEntry, BotEntry, Paired]]) -> Table:
    """Points per match before and after a change, and their difference with its interval."""
    return Table(COLUMNS, [_row(*change) for change in changes])


def _row(before: BotEntry, after: BotEntry, pairs: Paired) -> Row:
    found = pairs.difference()
    half = None if found.low is None or found.high is None else (found.high - found.low) / 2
    return (
        _change(before, after),
        before.name,
        before.version,
        after.name,
        after.version,
        found.blocks,
        pairs.before(),
        pairs.after(),
        found.mean,
        half,
        found.low,
        found.high,
        pairs.better(),
    )


def _change(before: BotEntry, after: BotEntry) -> str:
    """The bot and its changed name, target or version."""
    if before == after:
        return before.name
    if before.name != after.name:
        return f"{before.name} -> {after.name}"
    if before.target != after.target:
        return f"{before.name} {before.target} -> {after.target}"
    return f"{before.name} {before.version} -> {after.version}"
