"""Reads results from tables: csv with a heading, or one JSON object per line.

The columns are those of `tourney export results`, one row for each match and seat. Columns that
follow from others are ignored; names of other columns start with x- and become headers.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from engines.messages import Message, say
from tourney.domain.documents import CsvText
from tourney.domain.errors import DataFault, quoted
from tourney.exports.result_records import GivenResult, GivenSeat
from tourney.exports.results import RESULT_COLUMNS

NEEDED: Final = ("match", "game", "player", "score")
HEADERS_OF: Final = ("event", "stage", "round", "table", "date", "venue", "recorder")
"""Columns that become headers of the same name."""
USED: Final = frozenset(
    {*NEEDED, *HEADERS_OF, "seat", "place", "bot_version", "options", "rules", "status", "forfeit",
     "seconds", "source"}
)  # fmt: skip
IGNORED: Final = frozenset(column.key for column in RESULT_COLUMNS) - USED
SAME_IN_MATCH: Final = ("game", "options", "rules", "status", *HEADERS_OF)
_WHOLE: Final = re.compile(r"([+-]?[0-9]{1,9})(?:\.0+)?")
_SLASHES: Final = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})")
_FLAGS: Final = {"": False, "false": False, "0": False, "no": False,
                 "true": True, "1": True, "yes": True}  # fmt: skip


class _Line(NamedTuple):
    """A row with its place in the file."""

    where: str
    values: Mapping[str, Any]

    def text(self, key: str) -> str:
        """A value as text; empty if there is none."""
        value = self.values.get(key)
        return "" if value is None else str(value).strip()

    def fault(self, key: str, what: Any) -> DataFault:
        """The error for a value of this row."""
        words = {"where": quoted(self.where), "column": quoted(key)}
        return DataFault(say("exports.bad-cell", **words, value=quoted(self.text(key)), fault=what))

    def whole(self, key: str) -> int:
        """A value as a whole number, also `9.0` and in full width; DataFault."""
        found = _WHOLE.fullmatch(normalize("NFKC", self.text(key)).replace("\u2212", "-"))
        if found is None:
            raise self.fault(key, say("exports.not-whole"))
        return int(found[1])

    def flag(self, key: str) -> bool:
        """A value as yes or no; DataFault."""
        text = self.text(key).lower()
        if text not in _FLAGS:
            raise self.fault(key, say("exports.not-a-flag"))
        return _FLAGS[text]

    def date(self, key: str) -> str:
        """A date; a spreadsheet in Japan turns 2026-11-04 into 2026/11/4."""
        found = _SLASHES.fullmatch(normalize("NFKC", self.text(key)))
        return f"{found[1]}-{found[2]:0>2}-{found[3]:0>2}" if found else self.text(key)


def read_csv(
    data: bytes, name: str, told: Callable[[Message], None] = lambda _: None
) -> Iterator[GivenResult]:
    """The results in a csv file as a spreadsheet writes it; DataFault with the place.

    `told` is called with how the file was read, if that was a guess.
    Rows and columns without any text, which spreadsheets leave behind, are ignored.
    """
    table = CsvText(data, name)
    rows = ((f"{name}:{line}", row) for line, row in table.rows())
    lines: list[_Line] = []
    where, head = next(rows, (f"{name}:1", []))
    keys = [cell.strip() for cell in head]
    _check_columns([key for key in keys if key], where)
    if table.guessed:
        told(table.read_as(", ".join(key or "-" for key in keys)))
    for where, row in rows:
        cells = [*row, *[""] * (len(keys) - len(row))]
        nameless = [cell for key, cell in zip_longest(keys, cells, fillvalue="") if not key]
        if len(row) < len(keys) or any(map(str.strip, nameless)):
            raise DataFault(say("exports.at", where=quoted(where), fault=say("exports.width")))
        values = {key: cell for key, cell in zip(keys, cells, strict=False) if key}
        lines.append(_Line(where, values))
    return _results(lines, name)


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        where = quoted(f"{name}:{line}")
        raise DataFault(
            say("exports.at", where=where, fault=say("exports.table-not-utf8"))
        ) from None


def read_jsonl(data: bytes, name: str) -> Iterator[GivenResult]:
    """The results in lines of JSON objects; DataFault with the place."""
    lines = []
    for number, text in enumerate(_text(data, name).split("\n"), start=1):
        if not text.strip():
            continue
        where = f"{name}:{number}"
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            raise DataFault(
                say("exports.at", where=quoted(where), fault=say("exports.no-object"))
            ) from None
        if not isinstance(values, dict):
            raise DataFault(say("exports.at", where=quoted(where), fault=say("exports.no-object")))
        _check_columns(values, where)
        line = _Line(where, values)
        for key, value in values.items():
            if isinstance(value, dict | list):
                raise line.fault(key, say("exports.not-plain"))
        lines.append(line)
    return _results(lines, name)


def _check_columns(columns: Any, where: str) -> None:
    named = Counter(iter(columns))
    for column, times in named.items():
        if times > 1:
            fault = say("exports.column-twice", column=quoted(str(column)))
            raise DataFault(say("exports.at", where=quoted(where), fault=fault))
    for column in columns:
        if column not in USED | IGNORED and not str(column).startswith("x-"):
            known = ", ".join(sorted(USED))
            raise DataFault(
                say(
                    "exports.at",
                    where=quoted(where),
                    fault=say("exports.no-column", column=quoted(column), known=known),
                )
            )
    for column in NEEDED:
        if column not in columns:
            raise DataFault(
                say(
                    "exports.at",
                    where=quoted(where),
                    fault=say("exports.column-missing", column=column),
                )
            )


def _results(lines: list[_Line], name: str) -> Iterator[GivenResult]:
    """The results; the rows of a match may stand apart."""
    if not lines:
        raise DataFault(say("exports.at", where=quoted(name), fault=say("exports.no-results")))
    matches: dict[str, list[_Line]] = {}
    for line in lines:
        matches.setdefault(line.text("match"), []).append(line)
    return map(_result, matches.values())


def _result(lines: list[_Line]) -> GivenResult:
    """The result of one match from its rows, in the order of their seats."""
    first = lines[0]
    for line in lines[1:]:
        for key in SAME_IN_MATCH:
            if line.text(key) != first.text(key):
                raise line.fault(key, say("exports.other-in-match", value=quoted(first.text(key))))
    headers = {key: first.text(key) for key in HEADERS_OF}
    headers["date"] = first.date("date")
    headers["source"] = "import"
    if first.text("rules"):
        headers["rules"] = f"{first.text('game')}/{first.text('rules')}"
    if first.text("seconds"):
        headers["x-seconds"] = str(first.whole("seconds"))
    headers |= {str(key): first.text(key) for key in first.values if str(key).startswith("x-")}
    return GivenResult(
        where=first.where,
        name=first.text("match"),
        game=first.text("game"),
        seats=[_seat(line) for line in _by_seat(lines)],
        options=first.text("options"),
        status=first.text("status") or "complete",
        headers=headers,
    )


def _by_seat(lines: list[_Line]) -> list[_Line]:
    """The rows in the order of their seats, or as they are if none names a seat."""
    if not any(line.text("seat") for line in lines):
        return lines
    wanted = [chr(ord("A") + place) for place in range(len(lines))]
    found = {line.text("seat").upper(): line for line in lines}
    for line in lines:
        if line.text("seat").upper() not in wanted or found[line.text("seat").upper()] is not line:
            raise line.fault("seat", say("exports.wrong-seats", known=" ".join(wanted)))
    return [found[letter] for letter in wanted]


def _place(line: _Line) -> int | None:
    place = line.whole("place") if line.text("place") else None
    if place is not None and place < 1:
        raise line.fault("place", say("exports.not-a-place"))
    return place


def _seat(line: _Line) -> GivenSeat:
    version = line.text("bot_version")
    player = line.text("player")
    if not player:
        raise line.fault("player", say("exports.no-player-name"))
    return GivenSeat(
        player=player,
        score=line.whole("score"),
        place=_place(line),
        version=version or None,
        forfeit=line.flag("forfeit"),
        where=line.where,
    )
