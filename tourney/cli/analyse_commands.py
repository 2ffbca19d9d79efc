"""`tourney analyse`: where the points of a match came from."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.replay_commands import STORED, match_in_file
from tourney.cli.usage import OneWordOf, WholeNumber

if TYPE_CHECKING:
    from tourney.insight.account import ChanceEvent, JudgedMove
    from tourney.insight.match_analysis import MatchAnalysis
    from tourney.render.text_tables import Row, Table

ROWS: Final = ("seats", "decisions", "chances")
MOST_WORLDS: Final = 100_000
MOST_AHEAD: Final = 100
THOUSAND: Final = 1000
"""Losses are told in thousandths of a share."""


@command("analyse")
@click.argument("match", metavar="FILE|match:ID")
@click.option("--match", "wanted", metavar="ID")
@click.option("--hindsight", is_flag=True)
@click.option(
    "--budget", type=WholeNumber(4, MOST_WORLDS), default=16, show_default=True, metavar="WORLDS"
)
@click.option("--ahead", type=WholeNumber(0, MOST_AHEAD), metavar="N")
@click.option("--top", type=WholeNumber(0), default=5, show_default=True, metavar="N")
@click.option("--rows", type=OneWordOf(ROWS), default=ROWS[0], show_default=True)
@click.option("--seed", default="1", show_default=True)
def analyse(
    app: App,
    match: str,
    *,
    wanted: str | None,
    hindsight: bool,
    budget: int,
    ahead: int | None,
    top: int,
    rows: str,
    seed: str,
) -> None:
    """Say where the points of a match came from: deal, draws, errors, gifts."""
    from tourney.insight import match_analysis
    from tourney.insight.account import Judge

    if match.startswith(STORED):
        from tourney.app.event_tables import match_id
        from tourney.records.record_positions import readable
        from tourney.store.matches import match_named

        stored = match_named(app.store(), match_id(app, match.removeprefix(STORED)))
        name, names, record = stored.name, stored.players, readable(stored)
    else:
        record = match_in_file(match, wanted)
        name, names = record.name, tuple(player.name for player in record.players)
    judge = Judge(budget, ahead, fair=not hindsight)
    found = match_analysis.analyse(record, judge, seed)
    if app.format == "table":
        _show(app, name, names, found, top)
        return
    tables = {"seats": seats_table, "decisions": decisions_table, "chances": chances_table}
    app.show(tables[rows](names, found))


def _show(app: App, name: str, names: Sequence[str], found: "MatchAnalysis", top: int) -> None:
    """The tables for people, the costliest decisions and the luckiest events only."""
    app.show(seats_table(names, found))
    if top and found.account.decisions:
        app.show(decisions_table(names, found, top))
    if top and found.account.chances:
        app.show(chances_table(names, found, top))
    if found.stopped is not None:
        why = found.stopped.text(app.lang, names)
        seen, entries = found.known, found.entries
        app.say(say("cli.analyse-stopped", match=name, known=seen, entries=entries, why=why))
    doubt = max(map(found.account.luck_error, range(len(names))))
    app.say(say("cli.analyse-luck-error", error=f"{doubt:.2f}"))
    app.say(say("cli.analyse-judge", judge=found.judge))


def seats_table(names: Sequence[str], found: "MatchAnalysis") -> "Table":
    """The account, a row for each seat, with the error rate."""
    from tourney.render.text_tables import Column, Table

    book, unknown = found.account, any(found.account.unknown)
    columns = (
        Column("player", say("cli.analyse-h-player"), importance=9),
        Column("result", say("cli.analyse-h-result"), "right", digits=3, importance=8),
        Column("start", say("cli.analyse-h-start"), "right", digits=3, importance=3),
        Column("deal", say("cli.analyse-h-deal"), "right", digits=3, importance=6),
        Column("draws", say("cli.analyse-h-draws"), "right", digits=3, importance=6),
        Column("errors", say("cli.analyse-h-errors"), "right", digits=3, importance=7),
        Column("gifts", say("cli.analyse-h-gifts"), "right", digits=3, importance=5),
        Column("unexplained", say("cli.analyse-h-unexplained"), "right", digits=3, importance=2),
        Column(
            "unknown",
            say("cli.analyse-h-unknown"),
            "right",
            digits=3,
            only="all" if unknown else "data",
        ),
        Column("luck_error", only="data"),
        Column("adjusted", say("cli.analyse-h-adjusted"), "right", digits=3, importance=4),
        Column("counted", say("cli.analyse-h-counted"), "right", importance=1),
        Column("rate", say("cli.analyse-h-rate"), "right", digits=1, importance=4),
        Column("rate_error", say("cli.analyse-h-error"), "right", digits=1, importance=1),
    )

    def rows() -> "Iterator[Row]":
        for seat, player in enumerate(names):
            rate, error = book.rate(seat) or (None, None)
            yield (
                *(player, book.result[seat], book.start[seat], book.deal[seat]),
                *(book.draws[seat], -book.errors[seat], book.received(seat)),
                *(book.unexplained[seat], book.unknown[seat], book.luck_error(seat)),
                *(book.adjusted(seat), len(book.counted(seat))),
                None if rate is None else rate * THOUSAND,
                None if error is None else error * THOUSAND,
            )

    return Table(columns, rows())


def decisions_table(
    names: Sequence[str], found: "MatchAnalysis", top: int | None = None
) -> "Table":
    """The decisions that count, in order; only the costliest `top` for people."""
    from tourney.render.text_tables import Column, Table

    shown = [one for one in found.account.decisions if one.counted]
    if top is not None:
        shown = sorted(shown, key=lambda one: -one.loss)[:top]
    columns = (
        Column("ply", say("cli.analyse-h-ply"), "right", importance=8),
        Column("player", say("cli.analyse-h-player"), importance=7),
        Column("played", say("cli.analyse-h-played"), importance=9),
        Column("better", say("cli.analyse-h-better"), importance=6),
        Column("cost", say("cli.analyse-h-cost"), "right", digits=0, importance=8),
        Column("error", say("cli.analyse-h-error"), "right", digits=0, importance=3),
        Column("mark", say("cli.analyse-h-mark"), importance=5),
        Column("most_to", say("cli.analyse-h-most-to"), importance=2),
    )

    marks = found.marks

    def row(one: "JudgedMove") -> "Row":
        others = [seat for seat in range(len(names)) if seat != one.seat]
        gains = [one.effect[seat] for seat in others]
        most = names[others[gains.index(max(gains))]] if max(gains) > 0 else ""
        return (
            *(one.ply, names[one.seat], one.played, "" if one.best == one.played else one.best),
            *(one.loss * THOUSAND + 0.0, 1.96 * one.error * THOUSAND, marks.get(one.ply, ""), most),
        )

    return Table(columns, map(row, shown))


def chances_table(names: Sequence[str], found: "MatchAnalysis", top: int | None = None) -> "Table":
    """The events of chance, in order; only the `top` luckiest for people."""
    from tourney.render.text_tables import Column, Table

    shown = found.account.chances
    if top is not None:
        shown = sorted(shown, key=lambda one: -max(one.luck))[:top]
    columns = (
        Column("ply", say("cli.analyse-h-ply"), "right", importance=8),
        Column("player", say("cli.analyse-h-player"), importance=7),
        Column("move", say("cli.analyse-h-move"), importance=9),
        Column("luckiest", say("cli.analyse-h-luckiest"), importance=8),
        Column("luck", say("cli.analyse-h-luck"), "right", digits=0, importance=8),
    )

    def row(one: "ChanceEvent") -> "Row":
        dealt, luckiest = one.seat < 0, one.luck.index(max(one.luck))
        return (
            one.ply,
            say("cli.analyse-dealer") if dealt else names[one.seat],
            say("cli.analyse-deal") if dealt else one.played,
            names[luckiest],
            one.luck[luckiest] * THOUSAND,
        )

    return Table(columns, map(row, shown))
