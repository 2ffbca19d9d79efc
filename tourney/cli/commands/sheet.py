"""`tourney sheet`: a printable sheet on which people write down a match by hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.output import PAGE_ENDINGS
from tourney.cli.usage import Number

if TYPE_CHECKING:
    from tourney.render.paper import SheetMatch

WORDS = {"game": "GAME", "seats": "--seats", "players": "--players", "options": "--option"}
"""Parameters as they are typed."""


@command("sheet", endings=PAGE_ENDINGS)
@click.argument("game", required=False)
@click.option("--seats", type=Number(int), metavar="N")
@click.option("--players", metavar="A,B,…")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--event", metavar="NAME")
@click.option("--round", "number", metavar="R")
def sheet(app: App, game: str | None, event: str | None, number: str | None, **given: Any) -> None:
    """Write a printable web page: a sheet of GAME, or one for each table of a round of an event."""
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
