"""`tourney replay`: step through a match in the terminal, or print all of it as text."""

import os
import sys

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.usage import WholeNumber
from tourney.domain.errors import DataFault, quoted


@command("replay", endings=PLAIN_ENDINGS)
@click.argument("match", metavar="FILE|match:ID")
@click.option("--as", "seat", metavar="SEAT")
@click.option("--from", "ply", type=WholeNumber(min=1), metavar="PLY")
@click.option("--match", "wanted", metavar="ID")
@click.option("--plain", is_flag=True)
@click.option("--html", metavar="FILE")
def replay(
    app: App,
    match: str,
    seat: str | None,
    ply: int | None,
    wanted: str | None,
    plain: bool,
    html: str | None,
) -> None:
    """Step through a match in the terminal; elsewhere, print it as plain text."""
    if html is not None:
        _page(app, html, match, wanted, seat, {"--plain": plain, "--from": ply is not None})
        return
    from tourney.cli.replays import chosen, eyes
    from tourney.render.replay_screen import MatchHeading, ScreenState
    from tourney.render.scenes import Theme

    title, names, found = chosen(app, match, wanted)
    who = eyes(seat, len(names))
    if not found.frames:
        raise DataFault(say("cli.no-moves", name=quoted(title)))
    at = found.at_ply(ply) if ply else 0
    heading = MatchHeading(title, names)
    if plain or not _at_a_terminal(app):
        from tourney.render.replay_screen import dump

        theme = Theme(app.width() or 80, app.ascii, app.color, app.lang, app.wide_signs)
        for piece in dump(found, heading, ScreenState(at, who), theme):
            app.draw(piece)
    else:
        from tourney.cli.viewer import view

        view(
            found,
            heading,
            ScreenState(at, who),
            Theme(ascii=app.ascii, color=app.color, lang=app.lang, wide=app.wide_signs),
        )


def _page(
    app: App, html: str, match: str, wanted: str | None, seat: str | None, others: dict[str, bool]
) -> None:
    """Write the web page; UsageFault with options that are for the terminal."""
    from tourney.cli.output import PAGE_ENDINGS
    from tourney.cli.replay_pages import write_page
    from tourney.domain.errors import UsageFault

    for word, given in others.items():
        if given or (word == "--plain" and app.output is not None):
            raise UsageFault(say("cli.page-only", word=word if given else "-o"))
    app.output = html
    app.settle_format(PAGE_ENDINGS)
    write_page(app, match, wanted, seat or "open", "full")


def _at_a_terminal(app: App) -> bool:
    """Whether keys can be read from a terminal and the screen can be drawn."""
    if app.no_input or app.output is not None or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()
