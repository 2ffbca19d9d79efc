"""`tourney ratings`: how strong players are, from the results of all their matches."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.rating_scope import (
    RatingScope,
    WantedMatches,
    day_of,
    load,
    say_matches,
    say_model,
    scope_of,
)
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import NotFound, UsageFault

if TYPE_CHECKING:
    from tourney.ratings import Period
    from tourney.render.tables import Table

ALL = "all"
PERIODS = ("month", "event")


@command("ratings", short_help="rate players by the results of all their matches")
@click.option("--game", "-g", metavar="G|all", help="One game, or all games in one rating.")
@click.option("--as-of", metavar="DATE", help="Count matches up to this day only.")
@click.option("--history", is_flag=True, help="Show the ratings after every month or event.")
@click.option(
    "--per",
    type=OneWordOf(PERIODS),
    help="Dates of --history: month or event.  [default: month]",
)
@click.option("--live", is_flag=True, help="Show how the newest day changes the ratings.")
@click.option("--seats", is_flag=True, help="Show how much each seat is worth.")
@click.option("--forfeits", is_flag=True, help="Count forfeited matches as well.")
def ratings(app: App, game: str | None, as_of: str | None, **options: bool | str | None) -> None:
    """Rate people and bots by the results of all stored matches, game by game.

    1500 is the mean of all players who met; a player who is 400 points ahead of another finishes
    above the other ten times as often. A tie counts as half a win and half a loss, partners are as
    strong as their mean, and the advantage of seats is taken into account. Each rating has a 95 %
    confidence interval; a rating is provisional while that is wider than ± 150 points. Each
    player's range of places is right with 95 % probability, too. The order of players is by the
    most likely strength, so a high rating from a few matches counts less. Groups of players who
    never met have an order each; groups that few matches join, and players who beat each other in
    a cycle, are named.

    Ratings are computed from all matches each time, so corrections count at once. Void and
    abandoned matches and practice never count, forfeited matches only with --forfeits.

    --game all rates players over all games: everybody has one strength that is the same in all
    games, and a smaller part of its own in each game; the rating is the common strength.

    --live starts from the ratings before the newest day and moves them with each match of that
    day.
    """
    # The matrices are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    views = [name for name in ("history", "live", "seats") if options[name]]
    view, per = views[0] if views else "", str(options["per"] or PERIODS[0])
    _refuse_contradictions(game, views, per_given=options["per"] is not None)
    dated, forfeits = view == "history", bool(options["forfeits"])
    scope = scope_of(app, WantedMatches(game, day_of(as_of), dated=dated, forfeits=forfeits))
    if view == "history" and per == "event" and not scope.has_events():
        raise NotFound(say("cli.rating-no-event"))
    if view == "live" and not scope.has_dates():
        raise NotFound(say("cli.rating-no-date"))
    say_model(app)
    if view == "history":
        app.show(_history(app, scope, "event" if per == "event" else "month"))
    elif view == "live":
        app.show(_live(app, scope))
    else:
        app.show(_rated(app, scope, seats=view == "seats"))


def _refuse_contradictions(game: str | None, views: Sequence[str], *, per_given: bool) -> None:
    if len(views) > 1:
        raise UsageFault(say("cli.rating-one-view"))
    if game == ALL and views and views[0] != "history":
        raise UsageFault(say("cli.rating-not-overall", option=f"--{views[0]}"))
    if per_given and views != ["history"]:
        raise UsageFault(say("cli.rating-per-history"))


def _rated(app: App, scope: RatingScope, *, seats: bool) -> "Table":
    from tourney.exports.ratings import ratings_table, seat_effects_table

    rated = {game: load(app, scope, game) for game in scope.games}
    return seat_effects_table(rated) if seats else ratings_table(rated)


def _history(app: App, scope: RatingScope, per: "Period") -> "Table":
    from tourney.exports.ratings import history_table
    from tourney.ratings import history

    found = {
        game: list(history(scope.results, chosen, per, overall=scope.overall))
        for game, chosen in scope.games.items()
    }
    for game, moments in found.items():
        for moment in moments[-1:]:
            say_matches(app, scope, game, moment.table)
    return history_table(found)


def _live(app: App, scope: RatingScope) -> "Table":
    from tourney.exports.ratings import live_table
    from tourney.ratings import live

    found = {game: live(scope.results, chosen) for game, chosen in scope.games.items()}
    for game, one in found.items():
        app.say(say("cli.rating-live", game=game, count=one.before, day=one.day))
    return live_table(found)
