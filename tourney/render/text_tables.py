"""Tables of values as text: for people, for documents, for programs."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final, Literal, NamedTuple, TypeAlias

from engines.messages import Message, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import visible
from tourney.render.text import (
    cell_width,
    csv_safe,
    gathered,
    json_text,
    markdown_safe,
    pad,
    spread,
)

# Fits a table to the width of a terminal: texts fold between words, columns are left out.
#
# A number or a date is never folded. What does not fit is left out by importance.

GAP: Final = 3  # terminal columns between two columns of a table
TEXT: Final = 16  # texts do not become narrower than this by folding
WORD: Final = 28  # a longer word of a text may be folded inside


@dataclass(frozen=True, slots=True)
class FittedColumn:
    """A column to fit: its heading, its cells, and whether they are texts that may fold.

    Columns of one `group` are left out together.
    """

    head: str
    cells: Sequence[str]
    folds: bool
    importance: int
    group: str = ""

    def natural(self) -> int:
        """The width without folding."""
        return max(map(cell_width, (self.head, *self.cells)))

    def least(self) -> int:
        """The smallest width; a heading without numbers folds between its words."""
        numeric = any(character.isdecimal() for character in self.head)
        head = max(map(cell_width, [self.head] if numeric else self.head.split()), default=1)
        if not self.folds:
            return max(head, *map(cell_width, self.cells), 1)
        word = max((cell_width(word) for cell in self.cells for word in cell.split()), default=1)
        longest = max(map(cell_width, self.cells), default=1)
        return max(head, min(word, WORD), min(longest, TEXT))


class Fit(NamedTuple):
    """The places of the columns that fit, and their widths."""

    kept: Sequence[int]
    widths: Sequence[int]


def fit(columns: Sequence[FittedColumn], width: int) -> Fit:
    """The columns that fit into `width`: the least important, and of these the last, is left out.

    The first column of a table and the most important one always stay. A column that was left out
    returns if a later one, which was wider, has made room for it.
    """
    least = [column.least() for column in columns]
    kept = set(range(len(columns)))
    dropped: list[set[int]] = []
    for places in _dispensable(columns):
        if _total([least[at] for at in kept]) <= width:
            break
        kept -= places
        dropped.append(places)
    for places in reversed(dropped):
        if _total([least[at] for at in kept | places]) <= width:
            kept |= places
    return _fit(columns, sorted(kept), least, width)


def _fit(
    columns: Sequence[FittedColumn], kept: Sequence[int], least: Sequence[int], width: int
) -> Fit:
    natural = [columns[at].natural() for at in kept]
    folded = _narrowed(natural, [least[at] for at in kept], width)
    # Only two columns may be left and still too wide: then a long word folds, but no number.
    narrow = [1 if columns[at].folds else least[at] for at in kept]
    return Fit(kept, _narrowed(folded, narrow, width))


def _dispensable(columns: Sequence[FittedColumn]) -> Iterator[set[int]]:
    """The columns that can be left out, the least important first, with the others of a group."""
    order = sorted(range(1, len(columns)), key=lambda at: (columns[at].importance, -at))
    left = set(order[:-1])
    for place in order[:-1]:
        group = columns[place].group
        together = {at for at in left if at == place or (group and columns[at].group == group)}
        left -= together
        if place in together:
            yield together


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _narrowed(natural: Sequence[int], least: Sequence[int], width: int) -> list[int]:
    """Widths that fit: the widest column that can still shrink shrinks first."""
    widths = [max(pair) for pair in zip(natural, least, strict=True)]
    while _total(widths) > width:
        wide = [at for at, now in enumerate(widths) if now > least[at]]
        if not wide:
            break
        widths[max(wide, key=lambda at: widths[at])] -= 1
    return widths


# Small drawings made of characters, for a cell of a table: courses, distributions, intervals.
#
# They are drawn with signs; `in_ascii` gives the same drawing with ASCII characters.

LEVELS: Final = "▁▂▃▄▅▆▇█"
LINE: Final = "─"
DOT: Final = "●"
_ASCII: Final = str.maketrans(LEVELS + LINE + DOT, "_.-:=+*#" + "-o")
WIDE: Final = 16


def in_ascii(text: str) -> str:
    """A drawing with ASCII characters only."""
    return text.translate(_ASCII)


def course(values: Sequence[float], low: float, high: float) -> str:
    """One sign for each value, the higher the greater it is between `low` and `high`."""
    if not high > low:
        return LEVELS[3] * len(values)
    top = len(LEVELS) - 1
    shares = [(min(max(value, low), high) - low) / (high - low) for value in values]
    return "".join(LEVELS[round(share * top)] for share in shares)


def distribution(counts: Mapping[int, int], low: int, high: int, wide: int = WIDE) -> str:
    """How often values from `low` to `high` occurred; a blank where none did."""
    step = -(-(high - low + 1) // wide)
    bars = [0] * -(-(high - low + 1) // step)
    for value, many in counts.items():
        bars[(value - low) // step] += many
    most = max(bars, default=0)
    return "".join(LEVELS[ceil(len(LEVELS) * many / most) - 1] if many else " " for many in bars)


def interval(
    value: float, ends: tuple[float | None, float | None], low: float, high: float, wide: int
) -> str:
    """A dot at a value with a line from end to end, in `wide` columns from `low` to `high`."""
    first, last = (value if end is None else end for end in ends)
    # What lies outside of the scale is drawn at its end.
    shares = [(min(max(at, low), high) - low) / ((high - low) or 1) for at in (first, value, last)]
    start, dot, stop = (min(floor(share * wide), wide - 1) for share in shares)
    signs = [LINE if start <= at <= stop else " " for at in range(wide)]
    signs[dot] = DOT
    return "".join(signs).rstrip()


# Tables of values as text: for people, for documents, for programs.
#
# Programs (csv, json, jsonl) get keys and unrounded numbers; people get titles and a fixed number
# of decimals.

Value: TypeAlias = str | int | float | Fraction | bool | Message | None
Row: TypeAlias = Sequence[Value]
Align: TypeAlias = Literal["left", "right", "center"]
# The lines of a table: ASCII ones between all columns, or one below the headings.
Frame: TypeAlias = Literal["ascii", "narrow", "signs"]

# The type of the values of a column, for formats that have types.
Kind: TypeAlias = Literal["text", "integer", "number", "flag"]

DATA_FORMATS = ("csv", "tsv", "json", "jsonl")
TEXT_FORMATS = ("table", "plain", "markdown", "latex", "html")
FORMATS = (*TEXT_FORMATS[:2], *DATA_FORMATS, *TEXT_FORMATS[2:])

WIDEST = 200
"""Terminal columns up to which cells are filled up with blanks.

A longer text sticks out of its column, so that it does not make every other row as long as itself.
"""
# The lines of Rich's SIMPLE_HEAD with a sign that has one column everywhere.
NARROW_HEAD = "    \n    \n -- \n" + "    \n" * 5
FOLDED = 1000  # width at which a cell of `table` is folded if no width is given
# A row of LaTeX that begins with what the end of the row before would take for its argument.
_ARGUMENT = re.compile(r"^( *)(?=[\[*])", re.MULTILINE)
_BLANKS = re.compile(
    "(?<! ) +(?=\n|</t[hd]>|$)"
)  # each run of blanks is matched once, at its start


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key for programs, its title for people.

    Without a title, its heading in the catalogue is that of its key. A title that is a message is
    shown in the language of the reader; one that is a text, such as a name, stays as it is.

    `digits` is the number of decimals shown to people; `only` restricts the column to people, to
    programs or, for small drawings, to `table`. A `probability` is never shown as 0 or 1. On a
    narrow terminal the columns with the least `importance` are left out, those of one `group`
    together; texts fold, but neither numbers nor `whole` texts. Without a `kind` the type of a
    column follows from its values. Codes in a column become words for people, unless they are to
    be `typed`.
    """

    key: str
    title: str | Message = ""
    align: Align = "left"
    digits: int = 2
    only: Literal["all", "people", "data", "screen"] = "all"
    probability: bool = False
    importance: int = 5
    whole: bool = False
    group: str = ""
    kind: Kind | None = None
    typed: bool = False

    def cell(self, value: Value) -> str:
        """A value of the column for people."""
        if self.probability and isinstance(value, float | Fraction):
            return probability(value)
        return shown(value, self.digits)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; each row has a value for each column. Rows may be an iterator."""

    columns: Sequence[Column]
    rows: Iterable[Row]
    title: str = ""

    def select(self, keys: Sequence[str]) -> "Table":
        """The table with only these columns, in this order."""
        places = {column.key: place for place, column in enumerate(self.columns)}
        for key in keys:
            if key not in places:
                known = ", ".join(places)
                raise UsageFault(say("render.no-column", column=quoted(key), known=known))
        wanted = [places[key] for key in keys]
        chosen = [self.columns[place] for place in wanted]
        columns = [one if one.only == "screen" else replace(one, only="all") for one in chosen]
        return replace(self, columns=columns, rows=_picked(self.rows, wanted))


def translated(table: Table, lang: str) -> Table:
    """The table with titles of columns, messages, codes and flags in a language, for people."""
    from tourney.render.code_words import HEADINGS, worded

    def title(column: Column) -> str:
        if isinstance(column.title, Message):
            return worded(column.title, lang)
        if column.title or column.key not in HEADINGS:
            return column.title or column.key
        return HEADINGS[column.key].template(lang)

    columns = [replace(column, title=title(column)) for column in table.columns]
    return replace(table, columns=columns, rows=_texts(table, lang))


def _texts(table: Table, lang: str) -> Iterator[Row]:
    from tourney.render.code_words import CODES, COLUMNS, worded

    flags = {flag: CODES[shown(flag)]().text(lang) for flag in (True, False)}
    words = [None if one.typed else COLUMNS.get(one.key) for one in table.columns]

    def said(value: Value, word: Callable[[str], Message | str] | None) -> Value:
        if word is not None and isinstance(value, str):
            value = word(value)
        if isinstance(value, Message):
            return worded(value, lang)
        return flags[value] if isinstance(value, bool) else value

    return (list(map(said, row, words)) for row in table.rows)


def write(
    table: Table,
    format: str = "table",
    *,
    ascii: bool = False,
    width: int | None = None,
    color: bool = False,
) -> str:
    """The table as text with a final newline; `width` limits the lines of `table` only."""
    if format == "table":
        return fitted(table, ascii=ascii, width=width, color=color).text
    return "".join(stream(table, format))


class FittedTable(NamedTuple):
    """A table as text, and the titles of the columns that did not fit."""

    text: str
    left_out: Sequence[str]


def fitted(
    table: Table,
    *,
    ascii: bool = False,
    narrow: bool = False,
    wide: bool = False,
    width: int | None = None,
    color: bool = False,
) -> FittedTable:
    """The table for people within `width` terminal columns.

    With `narrow` its line has no sign whose width depends on the terminal; with `wide` such a sign
    in a cell has two columns.
    """
    shown = _for(table, "people", "screen")
    heads, cells = _heads(shown), _cells(shown)
    if ascii:
        heads = [head.replace("±", "+-") for head in heads]
    if ascii or narrow:
        drawn = [column.only == "screen" for column in shown.columns]
        cells = [
            [in_ascii(cell) if one else cell for cell, one in zip(row, drawn, strict=True)]
            for row in cells
        ]
    if wide:
        heads, cells = list(map(spread, heads)), [list(map(spread, row)) for row in cells]
    layout = Layout(heads, _aligns(shown), cells, None, visible(table.title))
    left_out: list[str] = []
    if width is not None:
        # Without rows there are still columns: those of empty cells.
        turned = zip(*cells, strict=True) if cells else iter([()] * len(heads))
        columns = [
            FittedColumn(head, column, c.align == "left" and not c.whole, c.importance, c.group)
            for head, column, c in zip(heads, turned, shown.columns, strict=True)
        ]
        kept, widths = fit(columns, width)
        # The head of a column of bars may be their scale, which is no name.
        left_out = [
            shown.columns[at].key if ".." in head else head
            for at, head in enumerate(heads)
            if at not in kept
        ]
        layout = layout.only(kept, widths)
    frame: Frame = "ascii" if ascii else "narrow" if narrow else "signs"
    text = (None if color else _unfolded(layout, frame, width)) or _rich(
        layout, frame, width, color
    )
    return FittedTable(gathered(text), list(map(gathered, left_out)))


@dataclass(frozen=True, slots=True)
class Layout:
    """Headings and cells as text, with the widths of the columns if they are known."""

    heads: Sequence[str]
    aligns: Sequence[Align]
    cells: Sequence[Sequence[str]]
    widths: Sequence[int] | None
    title: str

    def only(self, kept: Sequence[int], widths: Sequence[int]) -> "Layout":
        """The columns at these places, with their widths."""
        return Layout(
            [self.heads[at] for at in kept],
            [self.aligns[at] for at in kept],
            [[row[at] for at in kept] for row in self.cells],
            widths,
            self.title,
        )


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """How csv is written: for `excel` with a byte order mark, and no cell that it would run."""

    separator: str = ","
    excel: bool = False


PLAIN_CSV = CsvStyle()


def stream(table: Table, format: str, style: CsvStyle = PLAIN_CSV) -> Iterator[str]:
    """The table in pieces; csv, tsv, json and jsonl are made row by row."""
    if format not in FORMATS:
        known = ", ".join(FORMATS)
        raise UsageFault(say("render.unknown-format", format=quoted(format), known=known))
    if format == "csv":
        yield from _csv(data_of(table), style)
    elif format in DATA_FORMATS:
        yield from STREAMS[format](data_of(table))
    elif format == "table":
        yield write(table)
    else:
        yield TEXTS[format](_for(table, "people"))


def data_of(table: Table) -> Table:
    """The table with the columns for programs."""
    return _for(table, "data")


def _for(table: Table, *whom: str) -> Table:
    kept = [place for place, column in enumerate(table.columns) if column.only in ("all", *whom)]
    if len(kept) == len(table.columns):
        return table
    columns = [table.columns[place] for place in kept]
    return replace(table, columns=columns, rows=_picked(table.rows, kept))


def _picked(rows: Iterable[Row], places: Sequence[int]) -> Iterator[Row]:
    return ([row[place] for place in places] for row in rows)


def shown(value: Value, digits: int = 2) -> str:
    """A value for people: fractions with a fixed number of decimals, empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | Fraction):
        return fixed(value, digits)
    return visible(str(value))


def probability(value: float | Fraction) -> str:
    """Two decimals; an estimate is never certain, so the ends are `>.99` and `<.01`."""
    if value > 0.99:
        return ">.99"
    return "<.01" if value < 0.01 else fixed(value, 2)


def fixed(value: float | Fraction, digits: int) -> str:
    """A number rounded to `digits` decimals, halves to even, without negative zero."""
    if isinstance(value, float) and value - value != 0:
        return str(value)
    units = round(Fraction(value) * 10**digits)
    whole, rest = divmod(abs(units), 10**digits)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"


Number: TypeAlias = str | int | float | bool | None


# Types of values that are the same for programs. Nearly all values of a long table have them.
_PLAIN: Final = frozenset({str, int, bool, type(None)})


def plain_value(value: Value) -> Number:
    """A value for programs: a fraction as a whole number or the nearest float, English texts."""
    if type(value) in _PLAIN:
        return value  # type: ignore[return-value]  # one of these types
    if isinstance(value, Message):
        return str(value)
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, float) and value - value != 0:
        return None
    return value


def _csv(table: Table, style: CsvStyle) -> Iterator[str]:
    line = io.StringIO()
    writer = csv.writer(line, delimiter=style.separator, lineterminator="\n")
    cell = csv_safe if style.excel else visible
    writer.writerow([cell(column.key) for column in table.columns])
    yield ("\ufeff" if style.excel else "") + line.getvalue()
    for values in table.rows:
        line.seek(0)
        line.truncate()
        writer.writerow([_csv_cell(value, cell) for value in values])
        yield line.getvalue()


def _csv_cell(value: Value, text: Callable[[str], str]) -> str | int | float | None:
    plain = plain_value(value)
    if isinstance(plain, str):
        return text(plain)
    return str(plain).lower() if isinstance(plain, bool) else plain


def _tsv(table: Table) -> Iterator[str]:
    """Lines of cells between tabs, without quotes: a cell has neither tabs nor line breaks."""
    yield "\t".join(visible(column.key) for column in table.columns) + "\n"
    for row in table.rows:
        cells = (_csv_cell(value, visible) for value in row)
        yield "\t".join("" if cell is None else str(cell) for cell in cells) + "\n"


def objects(table: Table) -> Iterator[dict[str, Number]]:
    """The rows for programs: values by key, fractions as numbers."""
    data = _for(table, "data")
    keys = [column.key for column in data.columns]
    for row in data.rows:
        yield dict(zip(keys, map(plain_value, row), strict=True))


def _json(table: Table) -> Iterator[str]:
    before = "[\n  "
    for text in map(json_text, objects(table)):
        yield before + text
        before = ",\n  "
    yield "\n]\n" if before.startswith(",") else "[]\n"


STREAMS: dict[str, Callable[[Table], Iterator[str]]] = {
    "tsv": _tsv,
    "json": _json,
    "jsonl": lambda table: (json_text(row) + "\n" for row in objects(table)),
}


def _cells(table: Table) -> list[list[str]]:
    return [[c.cell(v) for v, c in zip(row, table.columns, strict=True)] for row in table.rows]


def _aligns(table: Table) -> list[Align]:
    return [column.align for column in table.columns]


def _heads(table: Table) -> list[str]:
    return [visible(str(column.title or column.key)) for column in table.columns]


def _plain(table: Table) -> str:
    lines = _padded([_heads(table), *_cells(table)], _aligns(table))
    return _trimmed("\n".join("  ".join(line) for line in lines))


def _markdown(table: Table) -> str:
    rows = [[markdown_safe(cell) for cell in row] for row in (_heads(table), *_cells(table))]
    head, *body = _padded(rows, _aligns(table), least=3)
    ends = {"left": ("-", "-"), "right": ("-", ":"), "center": (":", ":")}
    rule = [
        f"{ends[align][0]}{'-' * (cell_width(cell) - 2)}{ends[align][1]}"
        for cell, align in zip(head, _aligns(table), strict=True)
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, rule, *body))


def _padded(rows: list[list[str]], aligns: list[Align], least: int = 0) -> list[list[str]]:
    """Cells padded to the width of their column; a wide character counts two."""
    columns = zip(*rows, strict=True)
    widths = [min(max(least, *map(cell_width, column)), WIDEST) for column in columns]
    return [
        [pad(cell, width, align) for cell, width, align in zip(row, widths, aligns, strict=True)]
        for row in rows
    ]


def _latex(table: Table) -> str:
    text = _tabulated(table, "latex_booktabs")
    letters = "".join(align[0] for align in _aligns(table))
    text = text.replace("{tabular}{}", f"{{tabular}}{{{letters}}}", 1)  # without rows
    return _ARGUMENT.sub(r"\1{}", text)


def _tabulated(table: Table, format: str) -> str:
    from tabulate import tabulate

    cells = _cells(table)
    # A column with a very long cell has no alignment: then nothing is padded to its width.
    aligns = [
        align if max(map(len, column), default=0) <= WIDEST else None
        for align, *column in zip(_aligns(table), *cells, strict=True)
    ]
    text = tabulate(
        cells, _heads(table), format, disable_numparse=True, colalign=aligns if cells else None
    )
    return _trimmed(text)


TEXTS: dict[str, Callable[[Table], str]] = {
    "plain": _plain,
    "markdown": _markdown,
    "latex": _latex,
    "html": lambda table: _tabulated(table, "html"),
}


def _trimmed(text: str) -> str:
    """The text without blanks at the end of lines and HTML cells, with a final newline."""
    return _BLANKS.sub("", text) + "\n"


def _unfolded(layout: Layout, frame: Frame, width: int | None) -> str | None:
    """The table as Rich would draw it without colour; None if there is more to do than to pad.

    Rich takes as long to be imported as a short command needs for the rest of its work.
    """
    rows = [layout.heads, *layout.cells]
    texts = [text for row in rows for text in row]
    odd = (text.isspace() or text.endswith(" ") or "\n" in text or "\t" in text for text in texts)
    if layout.title or not layout.heads or any(odd):
        return None
    size = len if all(map(str.isascii, texts)) else cell_width
    sizes = [list(map(size, row)) for row in rows]
    needed = [max(column) for column in zip(*sizes, strict=True)]
    widths = layout.widths or needed
    between, rule = (" | ", "-+-") if frame == "ascii" else ("   ", "───")
    rule = "---" if frame == "narrow" else rule
    total = sum(widths) + len(between) * (len(widths) - 1)
    folds = any(need > room for need, room in zip(needed, widths, strict=True))
    if folds or not min(widths) or max(widths) > FOLDED or total > (width or total):
        return None
    lines = [rule.join(rule[0] * room for room in widths)]
    for row, lengths in zip(rows, sizes, strict=True):
        cells = []
        for text, length, room, align in zip(row, lengths, widths, layout.aligns, strict=True):
            gap = room - length
            before = {"left": 0, "right": gap, "center": gap // 2}[align]
            cells.append(" " * before + text + " " * (gap - before))
        lines.append(between.join(cells))
    lines[:2] = lines[1], lines[0]
    return _trimmed("\n".join(lines).rstrip("\n"))


def _rich(layout: Layout, frame: Frame, width: int | None, color: bool) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(
        title=Text(layout.title, style="bold") if layout.title else None,
        title_justify="left",
        box={
            "ascii": box.ASCII,
            "narrow": box.Box(NARROW_HEAD, ascii=True),
            "signs": box.SIMPLE_HEAD,
        }[frame],
        show_edge=False,
        pad_edge=False,
        header_style="bold",
    )
    widths: Sequence[int | None] = layout.widths or [None] * len(layout.heads)
    for head, align, exact in zip(layout.heads, layout.aligns, widths, strict=True):
        most = None if width else FOLDED
        grid.add_column(Text(head), justify=align, overflow="fold", width=exact, max_width=most)
    for row in layout.cells:
        grid.add_row(*map(Text, row))
    out = io.StringIO()
    console = Console(
        file=out,
        width=width or 100_000,
        force_terminal=color,
        no_color=not color,
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    console.print(grid)
    return _trimmed(out.getvalue().rstrip("\n"))
