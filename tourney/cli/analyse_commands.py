"""`tourney analyse`: where the points of a match, a run, an event or a player came from."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.common_options import AskedWorkers, executor_options, workers_of
from tourney.cli.replay_commands import STORED, match_in_file
from tourney.cli.run_display import WorkBar
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.bounds import ANALYSIS_SEED
from tourney.domain.errors import Unreachable, UsageFault

if TYPE_CHECKING:
    from tourney.app.analyse_matches import AskedAnalysis
    from tourney.insight.match_analysis import MatchAnalysis
    from tourney.work.executors import Workers

ROWS: Final = ("players", "decisions", "chances", "kinds", "rivals")
OF_MANY: Final = ("kinds", "rivals")
"""Rows that only several matches have."""
FAILURES_SHOWN: Final = 3
MOST_WORLDS: Final = 100_000
MOST_AHEAD: Final = 100


@command("analyse")
@click.argument("target", metavar="FILE|match:ID|run:NAME|event:NAME|player:NAME")
@click.option("--match", "wanted", metavar="ID")
@click.option("--hindsight", is_flag=True)
@click.option(
    "--budget", type=WholeNumber(4, MOST_WORLDS), default=16, show_default=True, metavar="WORLDS"
)
@click.option("--value", metavar="FILE")
@click.option("--ahead", type=WholeNumber(0, MOST_AHEAD), metavar="N")
@click.option("--top", type=WholeNumber(0), default=5, show_default=True, metavar="N")
@click.option("--rows", type=OneWordOf(ROWS), default=ROWS[0], show_default=True)
@click.option("--seed", default=ANALYSIS_SEED, show_default=True)
@executor_options("analyse")
def analyse(
    app: App,
    target: str,
    *,
    wanted: str | None,
    hindsight: bool,
    budget: int,
    value: str | None,
    ahead: int | None,
    top: int,
    rows: str,
    seed: str,
    **given: Any,
) -> None:
    """Say where the points of matches came from: deal, draws, errors, gifts."""
    from tourney.app.analyse_matches import KINDS, AskedAnalysis
    from tourney.insight.account import Judge
    from tourney.runs.run_plan import checked_seed

    seed = checked_seed(say("runs.seed"), seed)
    workers = workers_of(app, AskedWorkers.taken(given))
    asked = AskedAnalysis(Judge(budget, ahead, fair=not hindsight), seed, value)
    if wanted is not None and target.startswith((STORED, *KINDS)):
        raise UsageFault(say("cli.analyse-match-of-file"))
    if target.startswith(KINDS):
        _analyse_many(app, target, asked, workers, top, rows)
        return
    if rows in OF_MANY:
        raise UsageFault(say("cli.analyse-rows-of-many", rows=rows))
    name, names, found = _one_match(app, target, wanted, asked)
    if app.format == "table" and rows == ROWS[0]:
        _show(app, name, names, found, top)
        return
    from tourney.exports import account_tables

    if rows == "decisions":
        app.show(account_tables.decisions_table(names, found, lang=app.lang))
    elif rows == "chances":
        app.show(account_tables.chances_table(names, found))
    else:
        app.show(account_tables.seats_table(names, found))


def _one_match(
    app: App, target: str, wanted: str | None, asked: "AskedAnalysis"
) -> "tuple[str, tuple[str, ...], MatchAnalysis]":
    """The name and players of a match, and its analysis, which is stored with a stored match."""
    from tourney.app.analyse_matches import judging, refuse_own_deals, require_judge
    from tourney.insight.match_analysis import analyse, packed, unpacked

    if not target.startswith(STORED):
        record = match_in_file(target, wanted)
        assert record.game is not None
        names = tuple(player.name for player in record.players)
        judges = asked.by_game([record.game.name])
        require_judge(judges)
        with judging(judges):
            found = analyse(record, judges[record.game.name], asked.seed, record.name)
        return record.name, names, found
    from tourney.app.event_tables import match_id
    from tourney.records.record_positions import readable
    from tourney.store.analyses import PackedAnalysis, store_analyses
    from tourney.store.matches import MatchFilter, match_named
    from tourney.store.models import MATCH

    store = app.store()
    stored = match_named(store, match_id(app, target.removeprefix(STORED)))
    refuse_own_deals(store, MatchFilter(MATCH.c.id, MATCH.c.id == stored.id), asked.weights)
    judges = asked.by_game([stored.game])
    require_judge(judges)
    with judging(judges):
        fresh = analyse(readable(stored), judges[stored.game], asked.seed, stored.name)
    if not fresh.ended:  # what is stored counts with other matches
        return stored.name, stored.players, fresh
    content = packed(fresh)
    store_analyses(store, [PackedAnalysis(stored.id, fresh.judge, content)])
    # What is shown is what is stored, to the last digit.
    kept = replace(unpacked(fresh.judge, content), stopped=fresh.stopped)
    return stored.name, stored.players, kept


def _analyse_many(
    app: App, target: str, asked: "AskedAnalysis", workers: "Workers", top: int, rows: str
) -> None:
    """Analyse what is not analysed yet, then show what all matches say together."""
    from tourney.app.analyse_matches import Progress, analyse_all, many_matches, summary
    from tourney.exports import account_tables as tables
    from tourney.insight.totals import chance_events, counted_moves
    from tourney.store.analyses import analysed_matches, judges

    store = app.store()
    many = many_matches(app, target)
    progress = Progress(0)

    def show(now: "Progress") -> None:
        nonlocal progress
        progress = now
        bar(now.done + len(now.failures), now.total)

    with WorkBar(app, app.text(say("cli.analyse-matches"))) as bar:
        try:
            analyse_all(store, many.part, asked, workers, show)
        except (KeyboardInterrupt, Unreachable):
            bar.clear()
            done, total = progress.done, progress.total
            app.say(say("cli.analyse-interrupted", done=done, total=total))
            raise
    for number, failure in enumerate(progress.failures):
        if number == FAILURES_SHOWN:
            app.say(say("cli.analyse-more-failures", count=len(progress.failures) - number))
            break
        assert failure.why is not None
        app.say(failure.why if isinstance(failure.why, str) else failure.why.text(app.lang))
    stored = analysed_matches(store, many.part)
    if rows == "decisions":
        moves = (one for pair in stored for one in counted_moves(*pair))
        app.show(tables.moves_table(moves, app.lang))
        return
    if rows == "chances":
        app.show(tables.events_table(one for pair in stored for one in chance_events(*pair)))
        return
    found = summary(store, many.part, top)
    people = app.format == "table"
    if rows == "kinds":
        app.show(tables.kinds_table(found, words=people))
    elif rows == "rivals":
        app.show(tables.rivals_table(found))
    else:
        app.show(tables.players_table(found))
    if people and rows == ROWS[0]:
        app.show(tables.kinds_table(found, words=True))
        if found.moves:
            app.show(tables.moves_table(found.moves))
            costly = ((one.match.name, one.match.players, one.move) for one in found.moves)
            if reasons := tables.reasons_table(costly, several=True):
                app.show(reasons)
        if found.chances:
            app.show(tables.events_table(found.chances))
    for line in tables.judged(judges(store, many.part)):
        app.say(line)
    if app.format == "table":
        app.say(tables.self_test(found))


def _show(app: App, name: str, names: Sequence[str], found: "MatchAnalysis", top: int) -> None:
    """The tables for people, the costliest decisions and the luckiest events only."""
    from tourney.exports.account_tables import (
        chances_table,
        decisions_table,
        reasons_table,
        seats_table,
        shown_decisions,
    )

    app.show(seats_table(names, found))
    if top and found.account.decisions:
        app.show(decisions_table(names, found, top))
        costly = ((name, names, one) for one in shown_decisions(found, top))
        if reasons := reasons_table(costly, several=False):
            app.show(reasons)
    if top and found.account.chances:
        app.show(chances_table(names, found, top))
    if found.stopped is not None:
        why = found.stopped.text(app.lang, names)
        seen, entries = found.known, found.entries
        app.say(say("cli.analyse-stopped", match=name, known=seen, entries=entries, why=why))
    if not found.ended:
        app.say(say("cli.analyse-no-result", match=name))
    error = f"{max(map(found.account.luck_error, range(len(names)))):.2f}"
    if found.deals == 1:
        app.say(say("cli.analyse-luck-error", error=error))
        app.say(say("cli.analyse-judge", judge=found.judge))
    else:
        app.say(say("cli.analyse-luck-error-deals", error=error))
        app.say(say("cli.analyse-judge-deals", judge=found.judge, deals=found.deals))
