"""`tourney standings`: rank the players of a run or an event, with confidence intervals."""

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.event_results import chosen_event, load_event
from tourney.cli.run_results import load_sums


@command("standings", short_help="rank the players of a run or an event")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option("--by", metavar="POINTS", help="Point system.  [default: scaled, or of the plan]")
@click.option("--tiebreak", metavar="A,B,…", help="Tie-breaks in order, or none for shared places.")
@click.option("--ratings", metavar="FILE", help="CSV file of ratings: player,rating.")
@click.option(
    "--top", metavar="N", type=int, help="Show only the first N, and who shares the line."
)
@click.option("--left", metavar="A,B,C;…", help="Matches that are left: show what is possible.")
@click.option("--stage", metavar="NAME", help="Only this stage of an event.")
@click.option("--ci", is_flag=True, help="Show both ends of the 95 % confidence intervals.")
@click.option("--bars", is_flag=True, help="Draw the confidence intervals of a run.")
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
    """Rank the players of RUN or EVENT by points per match.

    An event made with tourney event new is ranked by all points; the last column says why a player
    is above the next one. If several stages have results, those of the final come first in its
    order, then the others by the stages before; --stage shows one stage. Without a name, it is the
    only open event.

    Any other event consists of the imported records that name it in their headers; event:NAME is an
    event even if a run has the same name. Void matches do not count, and corrected matches count
    as corrected. Without a name and without an open event, the newest run is shown, or the only
    event of a database without runs. Intervals are 95 % confidence intervals of the points per
    match, computed from deal blocks: all matches on one deal count as one observation.
    They end where the points of a match end, and allow for rare results that did not occur.
    P(best) is the probability that a player has the highest true mean; with four or more players it
    allows for the luck of the leader. The places that each player may have in truth are
    right with 95 % probability, for all players together.

    Point systems: scaled (from 4 points for first place evenly down to 0), even (evenly around 2,
    with the same spread at tables of every size), chips, wins, score, and tables of points by
    number of seats such as 'placement:4=10,6,3,1;3=9,4,1'.
    'tourney help tie-breaks' explains all tie-breaks.

    --top N says if the line below the first N falls among equals. In an event made with tourney
    event new whose rounds are not over, its rows say for whom a place among the first N is certain
    or out of reach, and what the next match must bring. For other events, --left gives the matches
    that are left: tables are separated by semicolons, rounds by slashes, such as
    'Ken,Mei;Yui,Ren/Ken,Yui;Mei,Ren'. A round that is not paired yet is written ?4, with the number
    of seats at its tables.
    """
    from tourney.cli.event_standings import Shown, planned_session, show_standings
    from tourney.cli.run_results import tiebreak_names
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
