"""Printed sheets of matches as web pages, one file each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Final, NamedTuple

from engines.api import Paper, PaperRound, PaperTable, PaperText, seat_letter
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.domain.safe_text import visible
from tourney.render.code_words import PAPER_MARKS

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


def paper_page(sheets: Iterable[PaperSheet], lang: str) -> Iterator[str]:
    """The page with these sheets, piece by piece; each sheet starts on new paper."""
    for number, sheet in enumerate(sheets):
        if number == 0:
            yield _head(sheet.title, lang)
        yield _Writer(sheet, lang).sheet()
    yield "</body>\n</html>\n"


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
            self._seats(),
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
        words = self._say(say("render.paper-witness", hash=self.of.witness))
        return f'<p class="reminder">{words}</p>\n'

    def _say(self, text: PaperText) -> str:
        return _plain(text, self.lang)

    def _title(self) -> str:
        options = f"<small>{_escaped(self.of.options)}</small>" if self.of.options else ""
        heading = f"<h1>{_escaped(self.of.title)} {options}</h1>"
        lines = (heading + self._fields(FIELDS[0]), *map(self._fields, FIELDS[1:]))
        return f"<header>\n{''.join(map(_line, lines))}</header>\n"

    def _fields(self, fields: Mapping[str, Sentence]) -> str:
        known = self.of.headers
        return "".join(self._blank(word(), 1, known.get(key, "")) for key, word in fields.items())

    def _blank(self, label: PaperText, share: int, value: str = "") -> str:
        filled = f"<bdi>{_escaped(value)}</bdi>" if value else ""
        name = f"<b>{_marked(label, self.lang)}</b>"
        return f'<div class="blank" style="flex-grow: {share}">{name}<span>{filled}</span></div>'

    def _seats(self) -> str:
        """The players in two columns, with room for result and place."""
        words: list[tuple[PaperText, str]] = [(say("render.paper-seat"), "seat")]
        words += [(say("render.paper-player"), "name")]
        words += [(say("render.paper-team"), "end")] if self._in_teams() else []
        words += [(word, "end") for word in (*self.paper.result, say("render.paper-place"))]
        heads = "".join(f'<th class="{kind}">{self._say(word)}</th>' for word, kind in words)
        seats = [self._seat(seat) for seat in range(len(self.of.players))]
        if len(seats) % 2:
            seats.append("<td></td>" * len(words))
        half = len(seats) // 2
        rows = zip(seats[:half], seats[half:], strict=True)
        body = "".join(f"<tr>{left}{right}</tr>\n" for left, right in rows)
        return f'<table class="seats"><tr>{heads * 2}</tr>\n{body}</table>\n'

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


def paper_sheet(match: SheetMatch, lang: str, witness: str = "") -> PaperSheet:
    """The sheet of a match whose game and options are known to be right.

    `witness` is the hash of the next seed, empty if the sheet does not have it.
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
        witness=witness,
    )
