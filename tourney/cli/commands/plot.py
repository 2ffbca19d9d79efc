"""`tourney plot`: draw the numbers of a run, an event or the ratings."""

from pathlib import PurePath
from typing import Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.plotting import PLOTS, PlotRequest
from tourney.cli.usage import OneWordOf, WholeNumber

NARROWEST, WIDEST, USUAL = 240, 4000, 720


@command("plot", short_help="draw standings, ratings and statistics as SVG or PNG", endings=None)
@click.argument("what", metavar="WHAT", type=OneWordOf(list(PLOTS)))
@click.argument("names", metavar="[RUN|EVENT|PLAYER]…", nargs=-1)
@click.option("--by", metavar="POINTS", help="Point system.  [default: scaled, or of the plan]")
@click.option("--stage", metavar="NAME", help="Stage of an event.  [default: the newest one]")
@click.option("--game", "-g", metavar="G|all", help="Game of ratings, history or scores.")
@click.option("--per", type=OneWordOf(["month", "event"]), help="Dates of history.")
@click.option("--bots", metavar="NEW,OLD", help="compare: two bots of one run.")
@click.option(
    "--width",
    type=WholeNumber(NARROWEST, WIDEST),
    default=USUAL,
    metavar="N",
    help="Width of the drawing.  [default: 720; a telephone: 360]",
)
def plot(app: App, what: str, names: tuple[str, ...], *, width: int, **options: Any) -> None:
    """Draw WHAT as SVG to stdout, or to FILE with -o FILE.svg or FILE.png.

    \b
    standings   RUN|EVENT   points with their intervals, or points of an event
    curves      RUN|EVENT   points after each deal with bands, or after each round
    crosstable  RUN|EVENT   how often each player finished above each other
    scores      RUN|EVENT   how often each player reached each score
    seats       RUN         how many points each seat is worth
    lengths     RUN         how many decisions matches take
    times       RUN         time per move of each bot
    faults      RUN         share of deals with a fault, by bot and kind of fault
    test        RUN         progress of the stopping rule between its bounds
    compare     RUN_A RUN_B what a change gained; or RUN --bots NEW,OLD
    ratings                 ratings of all players of a game
    history     [PLAYER]    ratings of all players, or of one, after each month or event

    Without a name, it is the newest run; standings, curves, crosstable and scores prefer the only
    open event with a round. The numbers are those of tourney standings, crosstable, stats, compare,
    ratings and watch. The drawing has light and dark colours, a title and a description, and
    needs nothing else. PNG needs the extra png; it has two pixels for each unit of width.
    """
    from tourney.cli.plotting import make_chart
    from tourney.domain.errors import UsageFault, quoted
    from tourney.pictures.charts import draw
    from tourney.pictures.look import ChartLook

    if app.columns or app.settings["format"].source in ("--format", "--json"):
        raise UsageFault(say("cli.plot-no-table", command=PLOTS[what].numbers))
    suffix = PurePath(app.output or "-").suffix.lower()
    if app.output not in (None, "-") and suffix not in (".svg", ".png"):
        raise UsageFault(say("cli.plot-ending", name=quoted(str(app.output))))
    drawn = make_chart(app, PlotRequest(what, names, **options))
    _write(app, draw(drawn, ChartLook(width, app.lang, standalone=True)), suffix)
    if app.output not in (None, "-"):
        app.say(say("cli.wrote-to", what=what, name=str(app.output)))


def _write(app: App, svg: str, suffix: str) -> None:
    if suffix == ".png":
        from tourney.pictures.png import png

        app.write_bytes(png(svg))
    else:
        app.write(svg + "\n")
