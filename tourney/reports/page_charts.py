"""Charts on pages: with the names that pages show, for a wide window and for a telephone.

A drawing that shrinks to the width of a telephone cannot be read, so a page has both drawings and
its style hides one of them.
"""

from collections.abc import Callable, Iterator
from typing import Final

from markupsafe import Markup, escape

from tourney.domain.errors import NotFound
from tourney.pictures.charts import Chart, draw, renamed, telling
from tourney.pictures.look import ChartLook
from tourney.reports.content import Trusted
from tourney.reports.page import CHART_STYLE
from tourney.reports.shown_names import ShownNames

WIDTHS: Final = {"broad": 720, "slim": 328}
"""The width of each drawing by its class; a telephone of 360 pixels has 328 between its margins."""


def drawn_charts(make: Callable[[], Chart], names: ShownNames, lang: str) -> Iterator[Trusted]:
    """A chart with its caption; nothing if its numbers are not stored or say too little."""
    try:
        chart = make()
    except NotFound:
        return
    if telling(chart):
        yield Trusted(_figure(renamed(chart, names.text, lang), lang), CHART_STYLE)


def _figure(chart: Chart, lang: str) -> Markup:
    drawings = (
        f'<div class="{name}">{draw(chart, ChartLook(width, lang, heading=False))}</div>'
        for name, width in WIDTHS.items()
    )
    caption = f"<figcaption>{escape(chart.words.title)}</figcaption>"
    return Markup(f'<figure class="plotted">{caption}{"".join(drawings)}</figure>')
