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


@command("ratings")
@click.option("--game", "-g", metavar="G|all")
@click.option("--as-of", metavar="DATE")
@click.option("--history", is_flag=True)
@click.option("--per", type=OneWordOf(PERIODS))
@click.option("--live", is_flag=True)
@click.option("--seats", is_flag=True)
@click.option("--forfeits", is_flag=True)
def ratings(app: App, game: str | None, as_of: str | None, **options: bool | str | None) -> None:
    """Rate people and bots by the results of all stored matches, game by game."""
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
