"""Results that come without moves, as records: from rows of a table or from other programs.

Every result becomes the text of a record, is read and checked like any other, and is named by its
place in the file.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.documents import CsvText
from tourney.domain.errors import DataFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.exports.match_tables import RESULT_COLUMNS
from tourney.records import check, read, stored
from tourney.records.field_values import HEADERS, places_of_scores, rank_text, scores_text
from tourney.records.problems import Problem

LEFT: Final = "left"  # the reason of a forfeit, which no table of results has
# By line of a record: the column from which it is made, if it has another name.
COLUMNS: Final = {"seat": "player", "result": "score", "rank": "place", "x-seconds": "seconds"}


@dataclass(frozen=True, slots=True)
class GivenSeat:
    """A seat of a result; `version` is that of a bot, None for a person.

    `where` is its place in the file, if it has one of its own.
    """

    player: str
    score: int
    place: int | None = None
    version: str | None = None
    forfeit: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result with its place in the file, such as `results.csv:5`."""

    where: str
    name: str
    game: str
    seats: Sequence[GivenSeat]
    options: str = ""
    status: str = "complete"
    headers: dict[str, str] = field(default_factory=dict)


def _record_of(given: GivenResult, shared: list[str]) -> StoredMatch:
    """The checked record of a result; DataFault with its place in the file."""
    if given.game not in GAMES:
        known = ", ".join(GAMES)
        raise _fault(given, say("exports.no-such-game", game=quoted(given.game), known=known))
    # Nobody sits at two seats, but a bot may play itself, and several may be unknown.
    people = [one.player for one in given.seats if one.version is None and one.player != "?"]
    for one in people:
        if people.count(one) > 1:
            raise _fault(given, say("exports.plays-twice", player=quoted(one)))
    # The scores are read as a record without a rank, from which the rank may follow.
    unranked = _record_text(given, None)
    rank = _rank(given, unranked, shared)
    text = _record_text(given, rank)
    document = read(text)
    problems = document.faults()
    if not problems:
        problems = [one for match in document.matches for one in check(match).problems]
    for problem in problems:
        raise _refusal(given, problem, text)
    return stored(document.matches[0])


def _fault(given: GivenResult, what: Message) -> DataFault:
    words = {"where": quoted(given.where), "match": quoted(given.name)}
    return DataFault(say("exports.in-result", **words, fault=what))


def _refusal(given: GivenResult, problem: Problem, text: str) -> DataFault:
    """The error for a problem of the record of a result: the column that it follows from."""
    fault = problem.reason.named([one.player for one in given.seats])
    if problem.remedy is not None:
        fault = say("exports.with-remedy", fault=fault, remedy=problem.remedy)
    # Who has a table knows its rows and columns, not the lines of the record made of them.
    key = text.split("\n")[problem.line - 1].partition(":")[0]
    where = given.where
    if key.startswith("seat "):
        where = given.seats[ord(key[-1]) - ord("A")].where or where
    column = COLUMNS.get(key.split(" ")[0], key)
    words = {"where": quoted(where), "match": quoted(given.name), "column": column}
    return DataFault(say("exports.in-column", **words, fault=fault))


def _rank(given: GivenResult, text: str, shared: list[str]) -> str:
    """The order of the seats: the places that are given, else what follows from the scores."""
    places = [one.place for one in given.seats if one.place is not None]
    if len(places) == len(given.seats):
        return rank_text(places)
    if places:
        raise _fault(given, say("exports.some-places"))
    document = read(text)
    for problem in document.faults():
        raise _refusal(given, problem, text)
    match = document.matches[0]
    assert match.game is not None, "a document without faults"
    found = places_of_scores(match.game, match.options, [one.score for one in given.seats])
    if not found.places:
        raise _fault(given, say("exports.tie-undecided"))
    if found.open:
        shared.append(given.where)
    return rank_text(found.places)


def _record_text(given: GivenResult, rank: str | None) -> str:
    headers = {"match": given.name, "game": given.game, **given.headers}
    if given.options:
        headers["options"] = given.options
    known = [(key, headers[key]) for key in HEADERS if headers.get(key)]
    private = [(key, value) for key, value in headers.items() if key.startswith("x-") and value]
    lines = [f"{key}: {_one_line(value)}" for key, value in (*known, *private)]
    for seat, one in enumerate(given.seats):
        bot = f" [bot {one.version}]" if one.version is not None else ""
        lines.append(f"seat {seat_letter(seat)}: {_one_line(one.player)}{bot}")
    lines += ["", f"result: {scores_text([one.score for one in given.seats])}"]
    lines += [f"rank: {rank}"] if rank else []
    lines.append(f"status: {given.status}")
    if given.status == "forfeit":
        gone = [seat for seat, one in enumerate(given.seats) if one.forfeit]
        lines += [f"forfeit: {seat_letter(seat)} {LEFT}" for seat in gone]
    return "".join(f"{line}\n" for line in lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())


class ResultRecords(NamedTuple):
    """The records of several results.

    `shared` are the places in the file of those where equal scores share a place although
    something else may decide.
    """

    matches: Sequence[StoredMatch]
    shared: Sequence[str]


def records_of(results: Iterable[GivenResult]) -> ResultRecords:
    """The checked records of several results; DataFault if two have the same id."""
    found: dict[str, StoredMatch] = {}
    shared: list[str] = []
    for given in results:
        if given.name in found:
            raise _fault(given, say("exports.same-match"))
        found[given.name] = _record_of(given, shared)
    return ResultRecords(list(found.values()), shared)


NEEDED: Final = ("match", "game", "player", "score")
# Columns that become headers of the same name.
HEADERS_OF: Final = ("event", "stage", "round", "table", "date", "venue", "recorder")
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


def _decoded(data: bytes, name: str) -> str:
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
    for number, text in enumerate(_decoded(data, name).split("\n"), start=1):
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
