"""Paper of a round as web pages, one file each: sheets of matches, result slips, the wall list."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from math import ceil
from typing import Any, Final, NamedTuple

from engines.api import Paper, PaperRound, PaperTable, PaperText, seat_letter
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.domain.bounds import SEATS
from tourney.domain.errors import UsageFault
from tourney.domain.safe_text import visible
from tourney.render.code_words import PAPER_MARKS, stage_word
from tourney.render.text import cell_width

# The style of printed sheets: black on white, rows to write in, A4 and Letter.

STYLE: Final = """\
@page { margin: 10mm 12mm; }
@page a4 { size: A4 portrait; margin: 10mm 12mm; }
@page letter { size: letter portrait; margin: 10mm 12mm; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: none; }
body { margin: 0; color: #000; background: #fff;
  font: 9pt/1.3 "Helvetica Neue", Arial, "Noto Sans CJK JP", "Noto Sans JP",
    "Hiragino Sans", "Yu Gothic", "Meiryo", sans-serif; }
code, .grid .circled, .grid .sample { font-family: "DejaVu Sans Mono", Menlo, Consolas,
  "Noto Sans Mono CJK JP", monospace; }
code { font-size: 0.95em; white-space: nowrap; }
.marks dd code, code.long { white-space: normal; overflow-wrap: anywhere; }
h1 { font-size: 16pt; line-height: 1; margin: 0; flex: none; max-width: 70mm; }
h1 small { font-size: 9.5pt; font-weight: normal; }
h2 { font-size: 12pt; line-height: 1; margin: 0; flex: none; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 0.25mm solid #000; padding: 0 1mm; text-align: left; vertical-align: middle;
  overflow-wrap: anywhere; }
th { font-size: 8pt; font-weight: bold; line-height: 1.15; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.choice { padding: 3mm; border-bottom: 0.25mm solid #000; }
.choice label { margin-left: 4mm; }
.sheet { page: a4; margin: 0 auto; padding: 4mm 0; }
body:has(#letter:checked) .sheet { page: letter; }
.blanks { display: flex; align-items: flex-end; gap: 0 4mm; margin: 0 0 1.5mm; }
.blank { display: flex; align-items: flex-end; min-height: 8mm; flex: 1 1 0;
  min-width: min-content; }
.blank b { flex: none; padding-right: 1.5mm; font-size: 8pt; line-height: 1.1;
  white-space: nowrap; }
.blank span { flex: 1 1 0; min-width: 8mm; border-bottom: 0.25mm solid #000; line-height: 1.1;
  overflow-wrap: anywhere; }
.reminder { margin: 0.6mm 0; }
.seats { table-layout: fixed; margin: 2mm 0; }
.seats td { height: 8mm; line-height: 1.1; }
.seats .seat { width: 10mm; text-align: center; }
.seats td.seat { font-weight: bold; font-size: 12pt; }
.seats .end { width: 15mm; text-align: center; }
.marks { margin: 1.5mm 0; font-size: 8.5pt; line-height: 1.15; columns: 2; column-gap: 6mm;
  column-rule: 0.1mm solid #000; }
.marks div { break-inside: avoid; padding: 0.15mm 0; display: flex; gap: 2mm; }
.marks dt { flex: none; min-width: 17mm; font-weight: bold; }
.marks dd, .marks p { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.tables { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0 4mm;
  break-inside: avoid; }
.values { margin: 1mm 0 2mm; flex: 1 1 auto; width: auto; font-size: 8.5pt; }
.values caption { text-align: left; font-weight: bold; font-size: 8.5pt; padding: 0 0 0.5mm; }
.values th, .values td { text-align: center; padding: 0.4mm 1mm; white-space: pre-line; }
.values .picture { line-height: 1; font-size: 10pt; letter-spacing: 0.3mm; }
.head { break-inside: avoid; break-after: avoid; margin-top: 2.5mm; }
.short { break-inside: avoid; }
.grid { table-layout: fixed; }
.grid tbody td { height: 8mm; }
.grid thead .running td { border: 0; height: auto; font-size: 8pt; padding: 0 0 0.5mm;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.grid .number { width: 14mm; text-align: center; font-size: 8pt; }
.grid td.printed { white-space: nowrap; text-align: center; word-spacing: 1.6mm; font-size: 10pt; }
.grid tr.example td { height: 5mm; font-size: 8pt; font-style: italic; }
.checks { margin: 2mm 0 0; break-inside: avoid; table-layout: fixed; }
.checks td { height: 8mm; }
.checks .name { width: 48mm; }
.checks .sides th { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.coded { display: flex; gap: 4mm; align-items: flex-start; }
.coded > div { flex: 1 1 0; min-width: 0; }
.qr { flex: none; width: 26mm; height: 26mm; shape-rendering: crispEdges; }
.slips, .wall { --third: 91mm; --half: 136mm; --tall: 236mm; }
body:has(#letter:checked) :is(.slips, .wall) { --third: 85mm; --half: 128mm; --tall: 220mm; }
.slips { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: var(--half); --rows: 70mm; }
.slips.six { grid-auto-rows: var(--third); --rows: 32mm; }
.slip { border: 0.1mm dashed #000; padding: 3mm; overflow: hidden; display: flex;
  flex-direction: column; }
.slip header { min-height: 26mm; max-height: 31mm; overflow: hidden; }
.slip p { margin: 0 0 0.5mm; font-size: 8.5pt; line-height: 1.25; max-height: 2.5em;
  overflow: hidden; overflow-wrap: anywhere; }
.slip p code { white-space: normal; }
.slip .qr { margin: -1.5mm -1.5mm 0 0; }
.slip .place span { font-size: 16pt; font-weight: bold; line-height: 1; min-width: 6mm; }
.slip .seats { margin: 0; }
.slip .seats th { font-size: 7pt; }
.slip .seats td { height: min(14mm, var(--rows) / var(--seats)); }
.slip .seats bdi { display: block; max-height: 2.2em; overflow: hidden; font-size: 10pt; }
.slip .signed { margin: auto 0 0; }
.wall h1 { font-size: 20pt; max-width: none; line-height: 1.2; max-height: 2.4em; overflow: hidden;
  overflow-wrap: anywhere; }
.wall p { margin: 1mm 0 0; font-size: 14pt; overflow-wrap: anywhere; }
.wall header { min-height: 28mm; max-height: 34mm; overflow: hidden; margin-bottom: 2mm; }
.names { margin: 0; padding: 0; list-style: none; display: grid; grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr); gap: 0 8mm;
  grid-template-rows: repeat(var(--rows), min(18mm, var(--tall) / var(--rows))); }
.names li { display: flex; align-items: center; gap: 0.3em; border-bottom: 0.1mm solid #000;
  line-height: 1.1; overflow: hidden; }
.names bdi { flex: 1 1 0; min-width: 0; line-height: 1.4; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }
.names b, .names i { flex: none; white-space: nowrap; }
.names small { flex: none; width: 1em; text-align: center; font-size: 0.7em; }
@media screen { .sheet { width: 190mm; border-bottom: 1mm dotted #000; } }
@media print {
  .choice { display: none; }
  .sheet { padding: 0 0.3mm; break-after: page; }
  .sheet:last-child { break-after: auto; }
}
"""


# The printed sheet of a match as a web page: one file without scripts and without other files.
#
# Does not know any game: what a sheet shows of a game is a `Paper`. Names and headers come from
# anybody, so every text is escaped.

# The headers of a record that a sheet shows, line by line.
FIELDS: Final[tuple[Mapping[str, Sentence], ...]] = (
    {"match": Sentence("render.paper-match"), "event": Sentence("render.paper-event")},
    {
        "round": Sentence("render.paper-round"),
        "table": Sentence("render.paper-table"),
        "date": Sentence("render.paper-date"),
        "recorder": Sentence("render.paper-recorder"),
    },
)
# A sheet has no script and loads nothing; its elements have widths of their own.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'"
SHORT: Final = 16  # most rows of a round that is not divided between two pages


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet of one table.

    `players` are the names by seat, "" for a blank; `sides` is the side of every seat; `headers`
    are the known ones of `FIELDS`; `command` is what to call to type the sheet in, "" if nothing.
    """

    title: str
    options: str
    paper: Paper
    players: tuple[str, ...]
    sides: tuple[int, ...]
    command: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    witness: str = ""  # the SHA-256 of the seed of the next draw, which players can check later
    noted: str = ""  # number and hash of the last row of the log, which players can keep
    code: str = ""  # the address of the live page of the table, as a QR code


def paper_page(sheets: Iterable[PaperSheet], lang: str) -> Iterator[str]:
    """The page with these sheets, piece by piece; each sheet starts on new paper."""
    for number, sheet in enumerate(sheets):
        if number == 0:
            yield _head(sheet.title, lang)
        yield _Writer(sheet, lang).sheet()
    yield "</body>\n</html>\n"


SLIPS: Final = ((4, 6), (SEATS, 4))
"""How many result slips are on a page, by the most seats of a table."""


def slips_page(sheets: Sequence[PaperSheet], lang: str) -> Iterator[str]:
    """The page with a result slip for each of these tables, four or six on each piece of paper."""
    seats = max(len(sheet.players) for sheet in sheets)
    size = next(size for most, size in SLIPS if seats <= most)
    yield _head(sheets[0].headers.get("event", sheets[0].title), lang)
    for first in range(0, len(sheets), size):
        slips = "".join(_Writer(sheet, lang).slip() for sheet in sheets[first : first + size])
        kind = "sheet slips six" if size == 6 else "sheet slips"
        yield f'<article class="{kind}">\n{slips}</article>\n'
    yield "</body>\n</html>\n"


class WallEntry(NamedTuple):
    """Where somebody sits; `seat` is None for somebody who does not play in the round."""

    name: str
    table: str = ""
    seat: int | None = None


class WallList(NamedTuple):
    """Who sits where in a round, in the order in which people look for their names."""

    headers: Mapping[str, str]
    entries: Sequence[WallEntry]
    link: str = ""


ON_A_WALL: Final = 60  # most names on one piece of paper
# Millimetres on Letter, the lower paper: the height for names and the most for one, the widths.
TALL, ROW, WIDE, GAP = 220, 18, 190, 8
# In sizes of the type: half a Japanese letter or a Latin one, and the room of table and seat.
LETTER, PLACE = 0.58, 3.2
BETTER: Final = 24  # half letters of the longest name for which the type is chosen


def wall_page(wall: WallList, lang: str) -> Iterator[str]:
    """The page for the wall with everybody's table, in the largest type that fits."""
    event, number = _event(wall.headers, lang), wall.headers.get("round", "")
    lines = [f"<h1><bdi>{_escaped(event)}</bdi></h1>"]
    if number:
        lines.append(f"<p>{_plain(say('render.paper-wall-round', round=number), lang)}</p>")
    if wall.link:
        lines.append(f"<p>{_escaped(wall.link)}</p>")
    code = qr_code(wall.link) if wall.link else ""
    head = f'<header class="coded"><div>{"".join(lines)}</div>{code}</header>\n'
    yield _head(event, lang)
    count = len(wall.entries)
    size_of_page = ceil(count / ceil(count / ON_A_WALL))
    for first in range(0, count, size_of_page):
        part = wall.entries[first : first + size_of_page]
        longest = min(BETTER, max(cell_width(entry.name) for entry in part))
        # One to three columns: short names get larger type in more of them.
        ways: list[tuple[float, float, int]] = []
        for columns in (1, 2, 3):
            rows = ceil(len(part) / columns)
            wide = (WIDE - GAP * (columns - 1)) / columns
            size = min(0.62 * min(ROW, TALL / rows), wide / (LETTER * longest + PLACE))
            ways.append((size, wide - PLACE * size, rows))
        size, room, rows = max(ways, key=lambda way: way[0])
        names = "".join(_wall_entry(entry, room / size, lang) for entry in part)
        style = f"--rows: {rows}; font-size: {size:.2f}mm"
        yield (
            f'<article class="sheet wall">\n{head}<ol class="names" style="{style}">\n'
            f"{names}</ol>\n</article>\n"
        )
    yield "</body>\n</html>\n"


def _wall_entry(entry: WallEntry, room: float, lang: str) -> str:
    """A line of the list; a name that is too long for its room is smaller."""
    share = room / (LETTER * max(cell_width(entry.name), 1))
    smaller = f' style="font-size: {max(share, 0.45):.2f}em"' if share < 1 else ""
    if entry.seat is None:
        place = f"<i>{_plain(say('render.paper-bye'), lang)}</i><small></small>"
    else:
        place = f"<b>{_escaped(entry.table)}</b><small>{seat_letter(entry.seat)}</small>"
    return f"<li><bdi{smaller}>{_escaped(entry.name)}</bdi>{place}</li>\n"


def _event(headers: Mapping[str, str], lang: str) -> str:
    """The event of a round, with its stage if it has several."""
    stage = stage_word(headers.get("stage", ""))
    words = (headers.get("event", ""), stage if isinstance(stage, str) else stage.text(lang))
    return " · ".join(filter(None, words))


def qr_code(text: str) -> str:
    """A text as a QR code, drawn as SVG; UsageFault without the extra `serve`."""
    drawn: str = _code(text).svg_inline(omitsize=True, svgclass="qr", lineclass=None)
    return drawn


def terminal_code(text: str) -> str:
    """A text as a QR code for a terminal; UsageFault without the extra `serve`."""
    drawn = StringIO()
    _code(text).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def _code(text: str) -> Any:
    try:
        import segno
    except ImportError:
        raise UsageFault(say("render.no-segno")) from None
    return segno.make(text, error="m", micro=False)


def _head(title: str, lang: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{_escaped(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        f'<form class="choice">{_plain(say("render.paper-choice"), lang)}\n'
        '<label><input type="radio" name="paper" id="a4" checked> A4</label>\n'
        '<label><input type="radio" name="paper" id="letter"> Letter</label>\n</form>\n'
    )


class _Writer:
    """Writes one sheet in one language."""

    def __init__(self, sheet: PaperSheet, lang: str) -> None:
        self.of = sheet
        self.paper = sheet.paper
        self.lang = lang

    def sheet(self) -> str:
        """The sheet as one element of the page."""
        parts = (
            self._title(),
            self._seats(2),
            *(f'<p class="reminder">{self._say(line)}</p>\n' for line in self.paper.reminder),
            self._marks(),
            self._tables(),
            *map(self._round, self.paper.rounds),
            self._witness(),
        )
        return f'<article class="sheet">\n{"".join(parts)}</article>\n'

    def _witness(self) -> str:
        if not self.of.witness:
            return ""
        words = [say("render.paper-witness", hash=self.of.witness)]
        words += [say("render.paper-noted", row=self.of.noted)] if self.of.noted else []
        return "".join(f'<p class="reminder">{self._say(one)}</p>\n' for one in words)

    def _say(self, text: PaperText) -> str:
        return _plain(text, self.lang)

    def _title(self) -> str:
        options = f"<small>{_escaped(self.of.options)}</small>" if self.of.options else ""
        heading = f"<h1>{_escaped(self.of.title)} {options}</h1>"
        lines = (heading + self._fields(FIELDS[0]), *map(self._fields, FIELDS[1:]))
        blanks = "".join(map(_line, lines))
        if self.of.code:
            return f'<header class="coded">\n<div>{blanks}</div>{self.of.code}</header>\n'
        return f"<header>\n{blanks}</header>\n"

    def slip(self) -> str:
        """The result slip of the table: who sits where, boxes for the result, a line to sign."""
        known = self.of.headers
        place = {"round": FIELDS[1]["round"], "table": FIELDS[1]["table"]}
        game = f"{_escaped(self.of.title)} <small>{_escaped(self.of.options)}</small>"
        about = (
            f'<div class="blanks place">{self._fields(place)}</div>',
            f"<p><bdi>{_escaped(_event(known, self.lang))}</bdi></p>",
            f"<p><code>{_escaped(known.get('match', ''))}</code></p>",
            f"<p>{game}</p>",
        )
        return (
            f'<section class="slip" style="--seats: {len(self.of.players)}">\n'
            f'<header class="coded"><div>{"".join(about)}</div>{self.of.code}</header>\n'
            f'{self._seats(1)}<div class="blanks signed">'
            f"{self._blank(say('render.paper-signed'), 1)}</div>\n</section>\n"
        )

    def _fields(self, fields: Mapping[str, Sentence]) -> str:
        known = self.of.headers
        return "".join(self._blank(word(), 1, known.get(key, "")) for key, word in fields.items())

    def _blank(self, label: PaperText, share: int, value: str = "") -> str:
        filled = f"<bdi>{_escaped(value)}</bdi>" if value else ""
        name = f"<b>{_marked(label, self.lang)}</b>"
        return f'<div class="blank" style="flex-grow: {share}">{name}<span>{filled}</span></div>'

    def _seats(self, across: int) -> str:
        """The players, one or two `across` the paper, with room for result and place."""
        words: list[tuple[PaperText, str]] = [(say("render.paper-seat"), "seat")]
        words += [(say("render.paper-player"), "name")]
        words += [(say("render.paper-team"), "end")] if self._in_teams() else []
        words += [(word, "end") for word in (*self.paper.result, say("render.paper-place"))]
        heads = "".join(f'<th class="{kind}">{self._say(word)}</th>' for word, kind in words)
        seats = [self._seat(seat) for seat in range(len(self.of.players))]
        if len(seats) % across:
            seats.append("<td></td>" * len(words))
        rows = len(seats) // across
        body = "".join(f"<tr>{''.join(seats[row::rows])}</tr>\n" for row in range(rows))
        return f'<table class="seats"><tr>{heads * across}</tr>\n{body}</table>\n'

    def _in_teams(self) -> bool:
        return len(set(self.of.sides)) < len(self.of.sides)

    def _seat(self, seat: int) -> str:
        team = self._letters(self.of.sides[seat])
        cells = (
            f'<td class="seat">{seat_letter(seat)}</td>',
            f"<td><bdi>{_escaped(self.of.players[seat])}</bdi></td>",
            f'<td class="end">{team}</td>' if self._in_teams() else "",
        )
        return "".join((*cells, "<td></td>" * (len(self.paper.result) + 1)))

    def _letters(self, side: int) -> str:
        """The seats of a side."""
        seats = enumerate(self.of.sides)
        return " + ".join(seat_letter(seat) for seat, own in seats if own == side)

    def _marks(self) -> str:
        """The marks of the game, those of every game, and how the sheet is typed in."""
        shared = ((mark, meaning()) for mark, meaning in PAPER_MARKS.items())
        lines = "<br>".join(_marked(line, self.lang) for line in self.paper.example.lines)
        entries = (
            *(_entry(_marked(m, self.lang), self._say(meaning)) for m, meaning in self.paper.marks),
            *(_entry(_marked(m, self.lang), self._say(meaning)) for m, meaning in shared),
            _entry(
                self._say(say("render.paper-example")),
                f"{self._say(say('render.paper-typed'))} {lines}",
            ),
            self._entry(),
            f"<div>{self._say(self.paper.note)}</div>\n" if self.paper.note else "",
        )
        return f'<dl class="marks">\n{"".join(entries)}</dl>\n'

    def _entry(self) -> str:
        """What to call to type the sheet in."""
        if not self.of.command:
            return ""
        command = f'<code class="long">{_escaped(self.of.command)}</code>'
        return f"<div><p>{self._say(say('render.paper-entry'))} {command}</p></div>\n"

    def _tables(self) -> str:
        tables = "".join(map(self._table, self.paper.tables))
        return f'<div class="tables">{tables}</div>\n' if tables else ""

    def _table(self, table: PaperTable) -> str:
        head, *rows = table.rows
        top = "".join(f"<th>{self._say(one)}</th>" for one in head)
        body = "".join(f"<tr>{''.join(map(self._value, row))}</tr>\n" for row in rows)
        caption = f"<caption>{self._say(table.title)}</caption>"
        return f'<table class="values">{caption}<tr>{top}</tr>\n{body}</table>\n'

    def _value(self, text: PaperText) -> str:
        kind = ' class="picture"' if isinstance(text, str) and "\n" in text else ""
        return f"<td{kind}>{self._say(text)}</td>"

    def _round(self, part: PaperRound) -> str:
        lines = ["".join(self._blank(*blank) for blank in line) for line in part.blanks]
        title = f"<h2>{self._say(part.title)}</h2>"
        head = "".join(map(_line, (title + "".join(lines[:1]), *lines[1:])))
        kind = "short" if part.rows <= SHORT else "long"
        body = f'<div class="head">{head}</div>\n{self._grid(part)}{self._checks(part)}'
        return f'<section class="{kind}">\n{body}</section>\n'

    def _grid(self, part: PaperRound) -> str:
        # A cell to write in, or with words to circle.
        printed = "".join(
            f'<td class="printed">{escape(one.printed)}</td>' if one.printed else "<td></td>"
            for one in self.paper.columns
        )
        numbers = range(1, part.rows + 1)
        rows = (f'<tr><td class="number">{number}</td>{printed}</tr>\n' for number in numbers)
        example = ""
        if part is self.paper.rounds[0]:
            cells = (f"<td>{_marked(cell, self.lang)}</td>" for cell in self.paper.example.cells)
            number = f'<td class="number">{self._say(say("render.paper-example"))}</td>'
            example = f'<tr class="example">{number}{"".join(cells)}</tr>\n'
        # The number of a row has a fixed width, the columns share the rest.
        total = sum(column.share for column in self.paper.columns)
        shares = (100 * column.share / total for column in self.paper.columns)
        columns = "".join(f'<col style="width: {share:.2f}%">' for share in shares)
        widths = f'<colgroup><col style="width: 14mm">{columns}</colgroup>'
        names = "".join(f"<th>{self._say(column.head)}</th>" for column in self.paper.columns)
        heads = f'<tr><th class="number">{self._say(self.paper.numbered)}</th>{names}</tr>'
        head = f"{widths}\n<thead>{self._running(part)}{heads}</thead>"
        return f'<table class="grid">{head}\n<tbody>\n{example}{"".join(rows)}</tbody></table>\n'

    def _running(self, part: PaperRound) -> str:
        """The line above the grid on every page: which sheet this is."""
        known = self.of.headers
        words = map(_escaped, (self.of.title, *(known[key] for key in FIELDS[0] if key in known)))
        title = () if part.rows <= SHORT else (self._say(part.title),)
        shown = " · ".join((*words, *title))
        span = len(self.paper.columns) + 1
        return f'<tr class="running"><td colspan="{span}">{shown}</td></tr>\n'

    def _checks(self, part: PaperRound) -> str:
        if not part.checks:
            return ""
        sides = sorted(set(self.of.sides))
        heads = ""
        for side in sides:
            pairs = zip(self.of.players, self.of.sides, strict=True)
            known = ", ".join(name for name, own in pairs if own == side and name)
            heads += f"<th>{self._letters(side)} <bdi>{_escaped(known)}</bdi></th>"
        blank = "<td></td>" * len(sides)
        rows = "".join(f"<tr><th>{self._say(check)}</th>{blank}</tr>\n" for check in part.checks)
        name = f'<th class="name">{self._say(say("render.paper-counts", round=part.title))}</th>'
        return f'<table class="checks"><tr class="sides">{name}{heads}</tr>\n{rows}</table>\n'


def _escaped(text: str) -> str:
    """A text from outside as HTML, with control characters shown."""
    return escape(visible(text))


def _plain(text: PaperText, lang: str) -> str:
    """A text of a game or of the page as HTML."""
    return escape(text if isinstance(text, str) else text.text(lang))


def _marked(text: PaperText, lang: str) -> str:
    """The same, with notation set apart from words."""
    shown = _plain(text, lang)
    return f"<code>{shown}</code>" if isinstance(text, str) else shown


def _entry(mark: str, meaning: str) -> str:
    return f"<div><dt>{mark}</dt><dd>{meaning}</dd></div>\n"


def _line(blanks: str) -> str:
    return f'<div class="blanks">{blanks}</div>\n'


# The printed sheet of one match, from its game, options, players and headers.

UNKNOWN: Final = "?"  # the name of a player who is not known


class SheetMatch(NamedTuple):
    """A match for which a sheet is printed; `headers` are those of its record, with its id.

    `command` is what to call to type the sheet in, empty if the match is not typed in.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    headers: Mapping[str, str]
    command: str = ""


def paper_sheet(
    match: SheetMatch,
    lang: str,
    witness: tuple[str, str] = ("", ""),
    link: Callable[[SheetMatch], str] | None = None,
) -> PaperSheet:
    """The sheet of a match whose game and options are known to be right.

    `witness` is the hash of the next seed and the last row of the log, empty if the sheet does not
    have them; `link` tells the address of the live page of a table, None if there is no server.
    """
    game = GAMES[match.game]
    seats = len(match.players)
    options = game.options(dict(match.options), seats)
    return PaperSheet(
        title=game.title.get(lang, game.title["en"]),
        options=game.options_text(options),
        paper=game.paper(options, seats),
        players=tuple("" if name == UNKNOWN else name for name in match.players),
        sides=game.sides(options, seats),
        command=match.command,
        headers=match.headers,
        witness=witness[0],
        noted=witness[1],
        code=qr_code(link(match)) if link else "",
    )
