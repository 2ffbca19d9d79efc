"""`tourney season`: add up the points of several events, of which the best count."""

from collections.abc import Sequence
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.usage import Number

if TYPE_CHECKING:
    from tourney.domain.match_values import Standing
    from tourney.scoring.season_points import SeasonRow
    from tourney.store import Database


@command("season")
@click.argument("events", nargs=-1, required=True, metavar="EVENT…")
@click.option("--worth", metavar="W", default="scaled")
@click.option("--best", metavar="K", type=Number(int))
@click.option("--participation", metavar="P", default="0")
@click.option("--each-game", is_flag=True)
@click.option("--by", metavar="POINTS")
@click.option("--tiebreak", metavar="A,B,…")
def season_(
    app: App,
    events: tuple[str, ...],
    worth: str,
    best: int | None,
    participation: str,
    each_game: bool,
    by: str | None,
    tiebreak: str | None,
) -> None:
    """Rank the players of several events by the points that they gained in them."""
    from tourney.exports.season import season_table
    from tourney.scoring import tiebreak_names
    from tourney.scoring.season_points import SeasonEvent, season

    store = app.store()
    names = [_event(store, name) for name in dict.fromkeys(events)]
    extra = _number(participation)
    breaks = tiebreak_names(tiebreak)
    tables: list[tuple[str, Sequence[SeasonRow]]] = []
    for game in [*(_games(store, names) if each_game else []), None]:
        planned = game is None and by is None and tiebreak is None
        found = [
            SeasonEvent(
                name,
                (_planned(app, store, name) if planned else None)
                or _standings(store, name, game, by or "scaled", breaks),
            )
            for name in names
        ]
        rows = season(found, worth, best=best, participation=extra)
        tables.append((game or "all", rows))
    app.show(season_table(tables, names))


def _planned(app: App, store: "Database", name: str) -> "Sequence[Standing] | None":
    """The standings of an event with a plan over all its stages; None if it has no plan."""
    from tourney.app.choose import planned_event
    from tourney.app.event_session import EventSession
    from tourney.domain.match_values import Standing
    from tourney.events.final_standings import final_ranking

    event = planned_event(store, name)
    if event is None:
        return None
    session = EventSession(app, store, event)
    rows = final_ranking(session.state, session.rules)
    names = session.names
    return [Standing(row.place, names[row.entrant], row.matches, row.points) for row in rows]


def _event(store: "Database", name: str) -> str:
    """The name of an event; NotFound if no record names it."""
    from tourney.app.choose import chosen_event
    from tourney.domain.errors import NotFound, quoted

    found = chosen_event(store, name if name.startswith("event:") else f"event:{name}")
    if found is None:
        raise NotFound(say("app.no-event", name=quoted(name)))
    return found


def _number(text: str) -> Fraction:
    from tourney.domain.errors import UsageFault, quoted

    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise UsageFault(say("cli.season-bad-participation", text=quoted(text))) from error
    return value


def _games(store: "Database", events: Sequence[str]) -> list[str]:
    """The games of the events, in the order of their first match."""
    from tourney.store.matches import event_matches

    found: dict[str, None] = {}
    for event in events:
        with closing(event_matches(store, event)) as matches:
            found |= dict.fromkeys(match.game for match in matches)
    return list(found)


def _standings(
    store: "Database", event: str, game: str | None, by: str, breaks: Sequence[str]
) -> "Sequence[Standing]":
    """The standings of an event, over the matches of one game or of all."""
    from tourney.events.counting import event_standings
    from tourney.store.matches import event_matches

    with closing(event_matches(store, event)) as matches:
        counted = (match for match in matches if game in (None, match.game))
        return event_standings(counted, by, breaks).sums.standings()
