"""`tourney standings`: rank the players of a run or an event, with confidence intervals."""

import click

from tourney.cli.base import App, command
from tourney.cli.event_results import chosen_event, load_event
from tourney.cli.run_results import load_sums


@command("standings", short_help="rank the players of a run or an event")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option("--by", metavar="POINTS", default="scaled", help="Point system.  [default: scaled]")
@click.option("--tiebreak", metavar="A,B,…", help="Tie-breaks in order, or none for shared places.")
@click.option("--ci", is_flag=True, help="Show both ends of the 95 % confidence intervals.")
def standings(app: App, name: str | None, by: str, tiebreak: str | None, ci: bool) -> None:
    """Rank the players of RUN or EVENT by points per match.

    An event consists of the imported records that name it in their headers; event:NAME is an
    event even if a run has the same name. Void matches do not count, and corrected matches count
    as corrected. Without a name, the newest run is shown. Intervals are 95 % confidence intervals
    of the points per match, computed from deal blocks: all matches on one deal count as one
    observation.
    P(best) is the probability that a player has the highest true mean; with four or more players,
    the leader's is rather too low than too high. The places that each player may have in truth are
    right with 95 % probability, for all players together.

    Point systems: scaled (from 4 points for first place evenly down to 0), chips, wins and score.
    Tie-breaks: head-to-head, wins, score and chips.
    """
    from tourney.exports.standings import event_table, standings_table

    store = app.store()
    event = chosen_event(store, name)
    if event is not None and not ci:
        app.show(event_table(load_event(app, store, event, by, tiebreak).sums))
    elif event is not None:
        app.show(standings_table(load_event(app, store, event, by, tiebreak).sums, bounds=True))
    else:
        app.show(standings_table(load_sums(app, name, by, tiebreak), bounds=ci))
