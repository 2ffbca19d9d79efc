"""The gain of a change to a bot, as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engines.messages import say
from tourney.domain.run_spec import BotEntry
from tourney.render.tables import Column, Row, Table
from tourney.stats import Paired

Pair = tuple[Fraction, Fraction]
"""Points per match of one deal before and after a change."""

COLUMNS = (
    Column("bot", only="people"),
    Column("bot_before", only="data"),
    Column("version_before", only="data"),
    Column("bot_after", only="data"),
    Column("version_after", only="data"),
    Column("deals", align="right", importance=6),
    Column("mean_before", say("render.heading-before"), "right", importance=4, group="means"),
    Column("mean_after", say("render.heading-after"), "right", importance=4, group="means"),
    Column("difference", align="right", digits=3, importance=9),
    Column("ci_half", say("render.heading-half"), "right", digits=3, only="people", importance=8),
    Column("ci_low", only="data"),
    Column("ci_high", only="data"),
    Column("p_better", say("render.heading-p-better"), "right", probability=True, importance=7),
    Column("clean_deals", say("render.heading-without-faults"), "right", group="clean"),
    Column("clean_difference", say("render.heading-difference"), "right", digits=3, group="clean"),
    Column(
        "clean_ci_half", say("render.heading-half"), "right", digits=3, only="people", group="clean"
    ),
    Column("clean_ci_low", only="data"),
    Column("clean_ci_high", only="data"),
)
CLEAN = {"clean_deals", "clean_difference", "clean_ci_half"}


def comparison_table(changes: Sequence[tuple[BotEntry, BotEntry, Paired, Paired]]) -> Table:
    """Points per match before and after a change, and their difference with its interval.

    Each change is followed by its pairs of all deals and of deals without faults; people see the
    second difference only if there are faults.
    """
    faults = any(clean.blocks.blocks < pairs.blocks.blocks for *_, pairs, clean in changes)
    columns = [_shown(column, faults) for column in COLUMNS]
    return Table(columns, [_row(*change) for change in changes])


DEALS = (
    Column("bot", importance=5),
    Column("deal", align="right", importance=9),
    Column("mean_before", say("render.heading-before"), "right", importance=6),
    Column("mean_after", say("render.heading-after"), "right", importance=6),
    Column("difference", align="right", digits=3, importance=8),
    Column("first_match", say("render.heading-from-match"), "right", importance=7, group="matches"),
    Column("last_match", say("render.heading-to-match"), "right", importance=7, group="matches"),
)


def deals_table(changes: Sequence[tuple[str, Mapping[int, Pair]]], deal_size: int) -> Table:
    """Points per match on every deal before and after a change, the greatest loss first.

    Each change is followed by its pairs by the number of the deal; `deal_size` matches of a run
    are played on a deal.
    """
    found = [
        (after - before, deal, name, before, after)
        for name, pairs in changes
        for deal, (before, after) in pairs.items()
    ]
    rows = [
        (name, deal, before, after, change, deal * deal_size + 1, (deal + 1) * deal_size)
        for change, deal, name, before, after in sorted(found)
    ]
    bot = DEALS[0] if len(changes) > 1 else replace(DEALS[0], only="data")
    return Table((bot, *DEALS[1:]), rows)


def _shown(column: Column, faults: bool) -> Column:
    return replace(column, only="data") if column.key in CLEAN and not faults else column


def _row(before: BotEntry, after: BotEntry, pairs: Paired, clean: Paired) -> Row:
    found, spotless = pairs.difference(), clean.difference()
    return (
        change_name(before, after),
        before.name,
        before.version,
        after.name,
        after.version,
        found.blocks,
        pairs.before(),
        pairs.after(),
        found.mean,
        found.half(),
        found.low,
        found.high,
        pairs.better(),
        spotless.blocks,
        spotless.mean if spotless.blocks else None,
        spotless.half(),
        spotless.low,
        spotless.high,
    )


def change_name(before: BotEntry, after: BotEntry) -> str:
    """The bot and its changed name, target or version."""
    if before == after:
        return before.name
    if before.name != after.name:
        return f"{before.name} -> {after.name}"
    if before.target != after.target:
        return f"{before.name} {before.target} -> {after.target}"
    return f"{before.name} {before.version} -> {after.version}"
