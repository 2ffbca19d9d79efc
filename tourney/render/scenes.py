"""Draws scenes as lines for the terminal: cards as coloured tokens, backs with their number.

Independent of games: a scene has zones of tokens, of the table and of each seat. It is drawn as
blocks one below the other: title, table, grid, seats, notes. Colour never carries a meaning alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from rich.console import Console
from rich.style import Style
from rich.text import Text

from engines.api import Grid, Scene, Seat, Token, Zone, seat_letter
from engines.messages import Message, say
from tourney.domain.safe_text import visible
from tourney.render.text import WIDE_SIGNS, ambiguous, cell_width, gathered, spread, wrapped

BACKS_SHOWN: Final = 10
NAME_SHARE: Final = 5  # a name takes at most 1/5 of the width …
NAME_LEAST: Final = 8  # … or so many columns
INDENT: Final = 2
GAP: Final = 3  # between zones on one line
LIGHT: Final = (0.2126, 0.7152, 0.0722)  # weights of red, green and blue in luminance
EVEN: Final = 0.179  # luminance with equal contrast to black and white
CELL_SIGNS: Final = str.maketrans("BW", "●○")
TILE: Final = 3  # cells of a card in a row
PLAIN_SIGNS: Final = str.maketrans("●○", "*o")
NARROW: Final = 44  # width below which a name has its own line


@dataclass(frozen=True, slots=True)
class Theme:
    """How to draw: width in columns, ASCII only or not, with colour or not, language.

    `ascii` applies to signs; words are written in the script of their language. Many Japanese
    terminals draw signs of ambiguous width, such as `±` and `─`, two columns wide, others one, and
    none says which: in Japanese these signs have their ASCII form, so that columns stay columns.
    With `wide` such signs in names are counted as two columns.
    """

    width: int = 80
    ascii: bool = False
    color: bool = False
    lang: str = "en"
    wide: bool = False

    @property
    def narrow(self) -> bool:
        """Whether no sign may be used whose width depends on the terminal."""
        return self.ascii or self.wide or self.lang in WIDE_SIGNS

    def text(self, message: Message) -> str:
        """A message in the language of the readers."""
        return message.text(self.lang)

    def sign(self, rich: str, plain: str) -> str:
        """A sign, or its ASCII form."""
        return plain if self.ascii or (self.narrow and ambiguous(rich)) else rich

    def measured(self, text: str) -> str:
        """A text as it has to be measured; `plain` and `ansi` remove what was added."""
        return spread(text) if self.wide else text

    def faint(self) -> str:
        """The style of less important text."""
        return "dim" if self.color else ""

    def strong(self) -> str:
        """The style of important text."""
        return "bold" if self.color else ""

    def clip(self, text: Text, width: int | None = None) -> Text:
        """`text` cut to at most `width` columns, with a mark if it was cut."""
        room = self.width if width is None else width
        if text.cell_len <= room:
            return text
        mark = self.sign("…", "~")
        short = text.copy()
        short.truncate(max(room - 1, 0), overflow="crop")
        short.append(mark[:room])
        return short


class ZoneRow(NamedTuple):
    """A zone with its texts in the language of the theme."""

    label: str
    tokens: tuple[Token, ...]
    note: str


def draw(scene: Scene, names: Sequence[str], theme: Theme) -> list[Text]:
    """The lines of a scene, within the width of the theme."""
    table = [_row(zone, names, theme) for zone in scene.zones if zone.owner is None]
    blocks = (
        [Text(localized(scene.title, names, theme), theme.strong())],
        _table(table, theme),
        _grid(scene.grid, theme),
        _seats(scene, names, theme),
        _notes([localized(note, names, theme) for note in scene.notes], theme),
    )
    return [theme.clip(line) for block in blocks for line in block]


def localized(message: Message, names: Sequence[str], theme: Theme) -> str:
    """A message in the language of the theme with players' names, safe for a terminal."""
    return theme.measured(visible(message.text(theme.lang, known(names))))


def known(names: Sequence[str]) -> tuple[str, ...]:
    """The names of players in messages; the seat letter if the name is unknown."""
    return tuple(seat_letter(s) if name in ("", "?") else name for s, name in enumerate(names))


def _row(zone: Zone, names: Sequence[str], theme: Theme) -> ZoneRow:
    note = localized(zone.note, names, theme) if zone.note else ""
    return ZoneRow(localized(zone.label, names, theme), zone.tokens, note)


def plain(lines: Iterable[Text], theme: Theme) -> str:
    """Lines as text with line breaks, and with terminal codes if the theme has colour."""
    if not theme.color:
        return "".join(f"{gathered(line.plain).rstrip()}\n" for line in lines)
    return "".join(f"{line}\n" for line in ansi(lines))


def ansi(lines: Iterable[Text]) -> Iterator[str]:
    """Lines with terminal codes for the colours that the terminal supports."""
    console = Console(force_terminal=True, no_color=False, legacy_windows=False, width=100_000)
    for line in lines:
        with console.capture() as written:
            console.print(line, end="", no_wrap=True, overflow="ignore", crop=False)
        yield gathered(written.get())


def _notes(notes: Sequence[str], theme: Theme) -> list[Text]:
    lines = (line for note in notes for line in wrapped(note, theme.width - INDENT))
    return [Text.assemble(" " * INDENT, (line, theme.strong())) for line in lines]


def _table(zones: Sequence[ZoneRow], theme: Theme) -> list[Text]:
    """The zones of the table side by side while they fit; a wide one continues below."""
    lines: list[Text] = []
    for zone in zones:
        found = _labelled(zone, cell_width(zone.label) + 1, theme.width - INDENT, theme)
        if lines and lines[-1].cell_len + GAP + found[0].cell_len <= theme.width:
            lines[-1].append(" " * GAP).append_text(found.pop(0))
        lines += [Text.assemble(" " * INDENT, line) for line in found]
    return lines


def _grid(grid: Grid | None, theme: Theme) -> list[Text]:
    """Rows of cells with row and column numbers; a wide grid is narrower, without the latter."""
    if grid is None or not grid.rows:
        return []
    cells = [[_cell(token, theme) for token in row] for row in grid.rows]
    rows = [str(grid.top + number) for number in range(len(cells))]
    columns = [str(grid.left + number) for number in range(len(cells[0]))]
    side = max(map(len, rows))
    inner = max(cell.cell_len for row in cells for cell in row)
    size = max(inner, *map(len, columns[:1] + columns[-1:])) + 1
    lines = [Text(" " * side + "".join(x.rjust(size) for x in columns), theme.faint())]
    if INDENT + lines[0].cell_len > theme.width:
        words = say("render.columns-from", first=columns[0]).text(theme.lang)
        lines, size = [Text(words, theme.faint())], inner
    for label, row in zip(rows, cells, strict=True):
        lines.append(Text.assemble((label.rjust(side), theme.faint())))
        for cell in row:
            lines[-1].append_text(Text(" " * (size - cell.cell_len), cell.style)).append_text(cell)
    return [Text.assemble(" " * INDENT, line) for line in lines]


def _cell(token: Token | None, theme: Theme) -> Text:
    if token is None:
        return Text(theme.sign("·", "."), theme.faint())
    style = _ink(token.rgb) if theme.color and token.rgb else ""
    return Text(_signs(token.text, theme), style)


def _signs(text: str, theme: Theme) -> str:
    """The text of a token; with narrow signs only, filled and hollow ones become ASCII."""
    return visible(text).translate(PLAIN_SIGNS if theme.narrow else {})


def _seats(scene: Scene, names: Sequence[str], theme: Theme) -> list[Text]:
    owners: dict[Seat, list[ZoneRow]] = {}
    for zone in scene.zones:
        if zone.owner is not None:
            owners.setdefault(zone.owner, []).append(_row(zone, names, theme))
    who = [_name(seat, names, seat in scene.active, theme) for seat in owners]
    side = max((name.cell_len for name in who), default=0)
    rows = _in_columns(list(owners.values()), theme.width - side - 1, theme)
    if rows is None:
        return _stacked(who, list(owners.values()), side, theme)
    sides = [_padded(name, side) for name in who]
    return [Text.assemble(name, " ", row) for name, row in zip(sides, rows, strict=True)]


def _name(seat: Seat, names: Sequence[str], active: bool, theme: Theme) -> Text:
    """`> A greedy`: mark of the seat to move, seat letter, player."""
    room = max(NAME_LEAST, theme.width // NAME_SHARE)
    name = theme.clip(Text(theme.measured(visible(names[seat])) if seat < len(names) else ""), room)
    mark = theme.sign("►", ">") if active else " "
    return Text.assemble(
        f"{mark} {seat_letter(seat)} ", name, style=theme.strong() if active else ""
    )


def _in_columns(seats: Sequence[Sequence[ZoneRow]], room: int, theme: Theme) -> list[Text] | None:
    """One line for each seat with zones in columns; None if that is too wide."""
    drawn = [[_zone(zone, theme) for zone in zones] for zones in seats]
    # Columns need the same zones at every seat.
    if not drawn or len({len(zones) for zones in drawn}) > 1:
        return None
    widths = [max(cell.cell_len for cell in column) for column in zip(*drawn, strict=True)]
    if sum(widths) + GAP * (len(widths) - 1) > room:
        return None
    gap = Text(" " * GAP)
    return [gap.join(map(_padded, zones, widths)) for zones in drawn]


def _stacked(
    who: Sequence[Text], seats: Sequence[Sequence[ZoneRow]], side: int, theme: Theme
) -> list[Text]:
    """One line for each zone beside the name, or below it on a narrow terminal."""
    lines = []
    narrow = theme.width < NARROW
    indent = 4 if narrow else side + 1
    for name, zones in zip(who, seats, strict=True):
        label = max(cell_width(zone.label) for zone in zones) + 1
        rows = [
            row for zone in zones for row in _labelled(zone, label, theme.width - indent, theme)
        ]
        if narrow:
            lines.append(name)
        first = Text(" " * indent) if narrow else Text.assemble(_padded(name, side), " ")
        lines.append(first.append_text(rows[0]))
        lines += [Text.assemble(" " * indent, row) for row in rows[1:]]
    return lines


def _labelled(zone: ZoneRow, label: int, room: int, theme: Theme) -> list[Text]:
    """A zone after its label, in as many lines as it needs."""
    drawn = _flow(_blocks(zone, theme), room - label, _between(theme))
    rows = [Text.assemble(_padded(_label(zone, theme), label), drawn[0])]
    return rows + [Text.assemble(" " * label, more) for more in drawn[1:]]


def _zone(zone: ZoneRow, theme: Theme) -> Text:
    blocks = _between(theme).join(_blocks(zone, theme))
    return Text.assemble(_label(zone, theme), " ", blocks)


def _label(zone: ZoneRow, theme: Theme) -> Text:
    return Text(zone.label, theme.faint())


def tiles(tokens: Sequence[Token], theme: Theme) -> list[Text]:
    """The cells of cards side by side, each below the name of its card; nothing for other cards."""
    faces = [token.face for token in tokens]
    if not tokens or any(face is None or face.shape != "tile" for face in faces):
        return []
    blocks: list[list[Text]] = []
    for token in tokens:
        assert token.face is not None, "every card has its cells"
        cells = token.face.sign.translate(CELL_SIGNS)
        style = _ink(token.rgb) if theme.color and token.rgb else ""
        rows = [cells[at : at + TILE] for at in range(0, len(cells), TILE)]
        name = Text(token.text.ljust(TILE), theme.strong())
        blocks.append([name, *(Text(_signs(row, theme), style) for row in rows)])
    many = max(1, (theme.width - INDENT + GAP) // (TILE + GAP))
    lines = []
    for start in range(0, len(blocks), many):
        for row in zip(*blocks[start : start + many], strict=True):
            lines.append(Text.assemble(" " * INDENT, Text(" " * GAP).join(row)))
    return [theme.clip(line) for line in lines]


def _between(theme: Theme) -> Text:
    return Text(" " if theme.color else "  ")


def _blocks(zone: ZoneRow, theme: Theme) -> list[Text]:
    """The tokens, grouped by tone, and the note of the zone."""
    blocks: list[Text] = []
    for (_, hidden), run in groupby(zone.tokens, lambda token: (token.tone, token.hidden)):
        tokens = list(run)
        if hidden:
            # A sign for each hidden card, or three if there are many, and their number.
            number = len(tokens)
            backs = theme.sign("░", "#") * (number if number <= BACKS_SHOWN else 3)
            blocks.append(Text.assemble((backs, theme.faint()), f" {number}"))
        else:
            blocks.append(_cards(tokens, theme))
    if not zone.tokens:
        blocks.append(Text("-", theme.faint()))
    if zone.note:
        blocks.append(Text(f" {zone.note}"))
    return blocks


def _cards(tokens: Sequence[Token], theme: Theme) -> Text:
    words = " ".join(_signs(token.text, theme) for token in tokens)
    rgb = tokens[0].rgb
    if not theme.color or rgb is None:
        return Text(words)
    return Text(f" {words} ", _ink(rgb))


def _ink(rgb: tuple[int, int, int]) -> Style:
    """A style with this background and black or white text, by contrast."""
    red, green, blue = rgb
    light = sum(w * (v / 255) ** 2.2 for w, v in zip(LIGHT, rgb, strict=True))
    ink = "#000000" if light > EVEN else "#ffffff"
    return Style.parse(f"{ink} on #{red:02x}{green:02x}{blue:02x}")


def _flow(blocks: Sequence[Text], room: int, between: Text) -> list[Text]:
    """Blocks one after the other in lines of at most `room` columns."""
    lines: list[Text] = []
    for block in blocks:
        for piece in [block] if block.cell_len <= room else block.split(" "):
            if lines and lines[-1].cell_len + len(between) + piece.cell_len <= room:
                lines[-1].append_text(between).append_text(piece)
            else:
                lines.append(
                    Text.assemble(piece)
                )  # a copy, so that its style does not extend to the next block
    return lines


def _padded(text: Text, width: int) -> Text:
    padded = text.copy()
    padded.pad_right(max(0, width - text.cell_len))
    return padded
