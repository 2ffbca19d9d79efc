"""One screen of an event: the tables of a round and the standings, for a terminal or a projector.

A pure function of plain values and the size of the terminal. What does not fit is on further pages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from rich.text import Text

from tourney.render.scenes import Theme
from tourney.render.tables import Table, fitted, translated
from tourney.render.text import pad, visible, wrapped

SIDE_BY_SIDE: Final = 100
"""Terminal width from which two parts are beside each other."""
BETWEEN: Final = "   "
HEADS: Final = 3
"""Lines of a part above its rows: its title, the names of the columns, and a line."""
FEWEST: Final = 3
"""Rows of a part that a page shows even on a very low terminal."""


@dataclass(frozen=True, slots=True)
class EventPicture:
    """An event at one moment: parts with a title each, and notes at the end."""

    title: str
    about: str
    parts: Sequence[tuple[str, Table]]
    notes: Sequence[str] = ()


def event_text(view: EventPicture, theme: Theme) -> list[Text]:
    """Everything below each other."""
    body = [line for part in view.parts for line in (Text(), *_part(*part, theme))]
    notes = _notes(view, theme)
    return [_heading(view, theme), *body, *([Text()] if notes else []), *notes]


def event_pages(view: EventPicture, theme: Theme, height: int) -> list[list[Text]]:
    """Pages of at most `height` lines; each has the title and the notes."""
    beside = theme.width >= SIDE_BY_SIDE and view.parts and len(view.parts) % 2 == 0
    notes = _notes(view, theme)
    room = max(height - 2 - len(notes) - bool(notes) - HEADS, FEWEST)
    bodies = list(_beside(view, theme, room) if beside else _stacked(view, theme, room))
    found = []
    for number, body in enumerate(bodies, start=1):
        count = f"{number}/{len(bodies)}" if len(bodies) > 1 else ""
        lines = [_heading(view, theme, count), Text(), *body]
        gap = [Text()] * max(height - len(lines) - len(notes), 0) if notes else []
        found.append([*lines[: height - len(notes)], *gap, *notes][:height])
    return found


def _heading(view: EventPicture, theme: Theme, count: str = "") -> Text:
    title = theme.measured(visible(view.title))
    about = theme.measured(visible("  ".join(filter(None, (view.about, count)))))
    return theme.clip(Text.assemble((title, theme.strong()), f"  {about}"))


def _part(title: str, table: Table, theme: Theme) -> list[Text]:
    """A part: its title, then the table without columns that do not fit."""
    shown = fitted(
        translated(table, theme.lang),
        ascii=theme.ascii,
        narrow=theme.narrow,
        wide=theme.wide,
        width=theme.width,
    )
    lines = [Text(theme.measured(visible(title)), theme.strong())]
    lines += [Text(theme.measured(line)) for line in shown.text.splitlines()]
    return [theme.clip(line) for line in lines]


def _beside(view: EventPicture, theme: Theme, room: int) -> Iterator[list[Text]]:
    """Two parts at a time side by side; a short one stays while the other goes on."""
    half = replace(theme, width=(theme.width - len(BETWEEN)) // 2)
    for pair in zip(view.parts[::2], view.parts[1::2], strict=True):
        left, right = (_chunks(part, half, room) for part in pair)
        for at in range(max(len(left), len(right))):
            rows = zip_longest(left[at % len(left)], right[at % len(right)], fillvalue=Text())
            yield [_joined(one, other, half.width) for one, other in rows]


def _joined(left: Text, right: Text, width: int) -> Text:
    return Text.assemble(left, pad("", width - left.cell_len), BETWEEN, right)


def _stacked(view: EventPicture, theme: Theme, room: int) -> Iterator[list[Text]]:
    """All parts on one page if they fit, else a page or more for each part."""
    whole = [[*_part(*part, theme), Text()] for part in view.parts]
    if sum(map(len, whole)) <= room + HEADS + 1:
        yield [line for part in whole for line in part][:-1]
        return
    for part in view.parts:
        yield from _chunks(part, theme, room)


def _chunks(part: tuple[str, Table], theme: Theme, room: int) -> list[list[Text]]:
    """A part in pieces of so many rows."""
    title, table = part
    rows = list(table.rows)
    starts = range(0, max(len(rows), 1), room)
    pieces = (replace(table, rows=rows[start : start + room]) for start in starts)
    return [_part(title, piece, theme) for piece in pieces]


def _notes(view: EventPicture, theme: Theme) -> list[Text]:
    texts = (theme.measured(visible(note)) for note in view.notes)
    return [Text(line) for note in texts for line in wrapped(note, max(theme.width, 1))]
