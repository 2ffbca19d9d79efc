"""`tourney sheet`: a printable sheet on which people write down a match by hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.output import PAGE_ENDINGS

if TYPE_CHECKING:
    from tourney.render.match_sheets import SheetMatch

WORDS = {"game": "GAME", "seats": "--seats", "players": "--players", "options": "--option"}
"""Parameters as they are typed."""


@command(
    "sheet", short_help="print a sheet on which to write down a match by hand", endings=PAGE_ENDINGS
)
@click.argument("game", required=False)
@click.option("--seats", type=int, metavar="N", help="Number of seats.  [default: the most]")
@click.option("--players", metavar="A,B,…", help="Names of the players, clockwise.")
@click.option(
    "-O", "--option", "options", metavar="K=V", multiple=True, help="Game option; may be repeated."
)
@click.option("--event", metavar="NAME", help="Event whose tables get a sheet each.")
@click.option("--round", "number", metavar="R", help="Round of the event; of a run: the deal.")
def sheet(app: App, game: str | None, event: str | None, number: str | None, **given: Any) -> None:
    """Write a printable web page: a sheet of GAME, or one for each table of a round of an event.

    A sheet has the players, a grid for the notation with its marks explained, the counts at the end
    of each round and a reminder of the rules. It is printed on A4 or Letter paper. What is written
    on it can be typed in with tourney record. For an event with a plan, tourney event sheet takes
    the round that was drawn last.
    """
    from tourney.cli.paper_sheets import blank_match, write_sheets

    if event is None and number is None:
        matches = [blank_match(game, **given)]
    else:
        matches = _matches_of_round(app, event, number, {"game": game, **given})
    write_sheets(app, matches)


def _matches_of_round(
    app: App, event: str | None, number: str | None, others: Mapping[str, Any]
) -> "list[SheetMatch]":
    """The matches of a round; UsageFault if something is missing or cannot be combined."""
    from tourney.cli.paper_sheets import round_matches
    from tourney.domain.errors import UsageFault

    for name, value in others.items():
        if value not in (None, ()):
            raise UsageFault(say("cli.game-of-event", words=WORDS[name]))
    if event is None or number is None:
        missing = "--event NAME" if event is None else "--round R"
        raise UsageFault(say("cli.event-and-round", missing=missing))
    return round_matches(app, event, number)
