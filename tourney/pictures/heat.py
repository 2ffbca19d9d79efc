"""A table of shares as a chart: numbers in coloured cells (a heat map).

Cells above one half are blue and those below are orange, the more the farther away; the number in a
cell says the same without colour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.pictures.axes import words_below
from tourney.pictures.look import (
    SMALL,
    TEXT_OPACITY,
    ChartLook,
    ChartWords,
    chart,
    decimal,
    element,
    group,
    heading,
    label,
    name_label,
    series,
    tooltip,
    warned,
    widest,
    width_of,
)

CELL_HIGH: Final = 26
LEAST_WIDE: Final = 36
TIGHT: Final = 28  # the least width of cells whose numbers lack the 0 before the point
MOST_WIDE: Final = 64
GAP: Final = 10
STRONGEST: Final = 0.6  # opacity of a cell with the share 0 or 1; the number in it stays readable


class ShareRow(NamedTuple):
    """A name, its shares with all players in the order of rows, and the sum of the shares."""

    name: str
    shares: Sequence[float | Fraction | None]
    total: float | Fraction | None = None


@dataclass(frozen=True, slots=True)
class HeatChart:
    """Shares of every row against every row; `label` says what they are."""

    words: ChartWords
    rows: Sequence[ShareRow]
    label: Message | str
    total: Message | str = ""


class _Grid(NamedTuple):
    """Where the cells are: `left` and `top` of the first, width of each, and the room of names."""

    left: float
    top: float
    wide: float
    names: float
    heads: Sequence[str]


def heat_chart(drawn: HeatChart, look: ChartLook) -> str:
    """The chart as SVG."""
    room = int((0.72 * look.inside - TIGHT - GAP) / TIGHT)  # in rows and columns
    shown = drawn.rows[: max(2, room)]
    words = warned(drawn.words, len(shown), len(drawn.rows), Sentence("pictures.first-fit"))
    top = heading(words, look)
    seen = list(_seen(drawn, shown, look))
    if not shown:
        return chart(look, top.height, words, seen, top.elements)
    grid = _grid(drawn, shown, top.height, look)
    rows = [_row(drawn, shown, number, grid, look) for number in range(len(shown))]
    bottom = grid.top + CELL_HIGH * len(shown)
    said, height = words_below(look.text(drawn.label), grid.left, look.right, bottom + 2)
    parts = [*top.elements, _heads(drawn, grid, look), *rows, said]
    return chart(look, bottom + 2 + height + 8, words, seen, parts)


def _seen(drawn: HeatChart, rows: Sequence[ShareRow], look: ChartLook) -> Iterator[str]:
    for row in rows:
        for other, share in zip(rows, row.shares, strict=False):
            if share is not None:
                yield look.text(
                    say("pictures.cell", row=row.name, column=other.name, value=decimal(share))
                )


def _grid(drawn: HeatChart, rows: Sequence[ShareRow], top: float, look: ChartLook) -> _Grid:
    """Columns have names if all of them fit, else the numbers of the rows."""
    columns = len(rows) + bool(drawn.total)
    numbers = width_of(f"{len(rows)}  ")
    names = min(numbers + widest(row.name for row in rows) + 2, 0.28 * look.inside)
    room = look.inside - names - GAP
    wide = min(max(room / columns, TIGHT), MOST_WIDE)
    heads = [row.name for row in rows]
    if widest(heads, SMALL) > wide - 4:
        heads = [str(number) for number in range(1, len(rows) + 1)]
    return _Grid(look.left + names + GAP, top + 16, wide, names, heads)


def _heads(drawn: HeatChart, grid: _Grid, look: ChartLook) -> str:
    texts = [*grid.heads, look.text(drawn.total)]
    found = [
        label(grid.left + grid.wide * (number + 0.5), grid.top - 6, text)
        for number, text in enumerate(texts)
        if text
    ]
    return group(*found, font_size=SMALL, fill_opacity=TEXT_OPACITY, text_anchor="middle")


def _row(
    drawn: HeatChart, rows: Sequence[ShareRow], number: int, grid: _Grid, look: ChartLook
) -> str:
    row, top = rows[number], grid.top + CELL_HIGH * number
    base, numbers = top + CELL_HIGH / 2 + 4.5, width_of(f"{len(rows)}  ")
    place = label(look.left + numbers - 8, base, str(number + 1), text_anchor="end",
                  fill_opacity=TEXT_OPACITY)  # fmt: skip
    name = name_label(look.left + numbers, base, row.name, grid.names - numbers)
    cells = [
        _cell(look.text(
                  say("pictures.cell", row=row.name, column=rows[at].name, value=decimal(share))),
              share, grid.left + grid.wide * at, top, grid.wide)
        for at, share in enumerate(row.shares[: len(rows)])
        if share is not None
    ]  # fmt: skip
    x = grid.left + grid.wide * (len(rows) + 0.5)
    total = (
        label(
            x, base, _figure(row.total, grid.wide), text_anchor="middle", fill_opacity=TEXT_OPACITY
        )
        if row.total is not None and drawn.total
        else ""
    )
    return group(place, name, *cells, total, class_="row")


def _figure(share: float | Fraction, wide: float) -> str:
    """A share with two decimals, in tight cells as .52."""
    text = decimal(share)
    return text if wide >= LEAST_WIDE else text.removeprefix("0")


def _cell(said: str, share: float | Fraction, x: float, y: float, wide: float) -> str:
    away = abs(float(share) - 0.5) * 2
    above = share > 0.5
    box = element(
        "rect", x=x + 1, y=y + 1, width=wide - 2, height=CELL_HIGH - 2, fill="currentColor",
        color=series(0 if above else 1).colour, fill_opacity=STRONGEST * away,
        class_="s1" if above else "s2",
    )  # fmt: skip
    text = label(x + wide / 2, y + CELL_HIGH / 2 + 4.5, _figure(share, wide),
                 text_anchor="middle")  # fmt: skip
    return group(tooltip(said), box if away else "", text, class_="cell")
