"""`tourney standings`: rank the players of a run or an event, with confidence intervals."""

import click

from engines.messages import say
from tourney.app.choose import chosen_event
from tourney.cli.base import App, command
from tourney.cli.run_results import load_sums
from tourney.cli.usage import Number


@command("standings")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option("--by", metavar="POINTS")
@click.option("--tiebreak", metavar="A,B,…")
@click.option("--ratings", metavar="FILE")
@click.option("--top", metavar="N", type=Number(int))
@click.option("--left", metavar="A,B,C;…")
@click.option("--stage", metavar="NAME")
@click.option("--ci", is_flag=True)
@click.option("--bars", is_flag=True)
def standings(
    app: App,
    name: str | None,
    *,
    by: str | None,
    tiebreak: str | None,
    stage: str | None,
    ratings: str | None,
    top: int | None,
    left: str | None,
    ci: bool,
    bars: bool,
) -> None:
    """Rank the players of RUN or EVENT by points per match."""
    from tourney.app.event_views import Shown, planned_session, show_standings
    from tourney.cli.standings_options import (
        read_ratings,
        refuse_bars,
        refuse_for_plans,
        refuse_for_runs,
        require_top,
        say_cut,
        still_possible,
    )
    from tourney.exports.standings import event_table, standings_table
    from tourney.scoring import tiebreak_names

    require_top(left, top)
    planned = planned_session(app, name)
    if planned is not None:
        refuse_bars(planned.event.name if bars else None)
        refuse_for_plans(left)
        breaks = None if tiebreak is None else tiebreak_names(tiebreak)
        show_standings(planned, Shown(stage, by, breaks, read_ratings(ratings), top))
        return
    by = by or "scaled"
    store = app.store()
    event = chosen_event(store, name)
    if event is None:
        refuse_for_runs(ratings=ratings, left=left)
        sums = load_sums(app, name, by, tiebreak)
    else:
        refuse_bars(event if bars else None)
        from tourney.app.event_views import load_event

        sums = load_event(app, store, event, by, tiebreak, read_ratings(ratings)).sums
    prospects = still_possible(app, sums, left, top) if left and top else {}
    if top is not None:
        say_cut(app, sums.standings(), top)
    if event is None or ci:
        if sums.unlimited:
            app.say(say("scoring.no-limits", by=by))
        app.show(standings_table(sums, bounds=ci, top=top, bars=bars))
    else:
        app.show(event_table(sums, top, prospects))
