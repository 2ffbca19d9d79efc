"""`tourney ratings`: how strong players are, from the results of all their matches."""

import os
from typing import TYPE_CHECKING, Final

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import NotFound, UsageFault

if TYPE_CHECKING:
    from tourney.ratings import Period

PERIODS: Final = ("month", "event")


@command("ratings")
@click.option("--game", "-g", metavar="G|all")
@click.option("--as-of", metavar="DATE")
@click.option("--history", is_flag=True)
@click.option("--per", type=OneWordOf(PERIODS))
@click.option("--live", is_flag=True)
@click.option("--each-seat", "seats", is_flag=True)
@click.option("--forfeits", is_flag=True)
def ratings(
    app: App,
    game: str | None,
    as_of: str | None,
    history: bool,
    per: str | None,
    live: bool,
    seats: bool,
    forfeits: bool,
) -> None:
    """Rate people and bots by the results of all stored matches, game by game."""
    # The matrices are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tourney import ratings as rated
    from tourney.app.rated_matches import ALL, WantedMatches, day_of, load, say_matches, scope_of
    from tourney.exports import people_tables

    # Three other views of the same numbers, each a table of its own.
    if history + live + seats > 1:
        raise UsageFault(say("cli.rating-one-view"))
    if game == ALL and (live or seats):
        option = "--live" if live else "--each-seat"
        raise UsageFault(say("cli.rating-not-overall", option=option))
    if per is not None and not history:
        raise UsageFault(say("cli.rating-per-history"))
    scope = scope_of(app, WantedMatches(game, day_of(as_of), dated=history, forfeits=forfeits))
    if history and per == "event" and not scope.has_events():
        raise NotFound(say("cli.rating-no-event"))
    if live and not scope.has_dates():
        raise NotFound(say("cli.rating-no-date"))
    # The model is said with every table: ratings of other versions cannot be compared with these.
    seat = round(rated.POINTS * rated.SEAT**0.5)
    app.say(say("cli.rating-model", seat=seat, libraries=rated.libraries()))
    if history:
        step: Period = "event" if per == "event" else "month"
        moments = {
            name: list(rated.history(scope.results, chosen, step, overall=scope.overall))
            for name, chosen in scope.games.items()
        }
        for name, some in moments.items():
            if some:
                say_matches(app, scope, name, some[-1].table)
        app.show(people_tables.history_table(moments))
    elif live:
        latest = {name: rated.live(scope.results, chosen) for name, chosen in scope.games.items()}
        for name, one in latest.items():
            app.say(say("cli.rating-live", game=name, count=one.before, day=one.day))
        app.show(people_tables.live_table(latest))
    else:
        tables = {name: load(app, scope, name) for name in scope.games}
        show = people_tables.seat_effects_table if seats else people_tables.ratings_table
        app.show(show(tables))
