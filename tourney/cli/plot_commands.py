"""`tourney plot`: draw the numbers of a run, an event or the ratings."""

from pathlib import PurePath
from typing import Any

import click

from engines.messages import say
from tourney.app.draw_charts import PLOTS, AskedChart, make_chart
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.errors import UsageFault, quoted

NARROWEST, WIDEST, USUAL = 240, 4000, 720


@command("plot", endings=None)
@click.argument("what", metavar="WHAT", type=OneWordOf(list(PLOTS)))
@click.argument("names", metavar="[RUN|EVENT|PLAYER]…", nargs=-1)
@click.option("--points", metavar="POINTS")
@click.option("--stage", metavar="NAME")
@click.option("--game", "-g", metavar="G|all")
@click.option("--per", type=OneWordOf(["month", "event"]))
@click.option("--bots", metavar="NEW,OLD")
@click.option("--width", type=WholeNumber(NARROWEST, WIDEST), default=USUAL, metavar="N")
def plot(app: App, what: str, names: tuple[str, ...], *, width: int, **options: Any) -> None:
    """Draw WHAT as SVG to stdout, or to FILE with -o FILE.svg or FILE.png."""
    from tourney.pictures.charts import draw
    from tourney.pictures.look import ChartLook, png

    # The command that shows the numbers of this chart as a table is named instead.
    if app.columns or app.settings["format"].source in ("--format", "--json"):
        raise UsageFault(say("cli.plot-no-table", command=PLOTS[what].numbers))
    suffix = PurePath(app.output or "-").suffix.lower()
    if app.output not in (None, "-") and suffix not in (".svg", ".png"):
        raise UsageFault(say("cli.plot-ending", name=quoted(str(app.output))))
    chart = make_chart(app, AskedChart(what, names, **options))
    svg = draw(chart, ChartLook(width, app.lang, standalone=True))
    if suffix == ".png":
        app.write_bytes(png(svg))
    else:
        app.write(svg + "\n")
    if app.output not in (None, "-"):
        app.say(say("cli.wrote-to", what=what, name=str(app.output)))
