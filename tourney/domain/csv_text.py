"""Reads tables from CSV files as spreadsheets write them, also Japanese ones.

The encoding and the separator are found in the file, and `told` says what was guessed. A file whose
encoding cannot be decided is refused. Does not know what the columns mean.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from engines.messages import Message, Sentence, say
from tourney.domain.errors import DataFault, quoted

Row: TypeAlias = tuple[int, list[str]]
"""The number of the line where a row begins, and its cells."""

UTF8: Final = "UTF-8"
CP932: Final = "cp932"
UTF16: Final = "UTF-16"
LOOKED_AT: Final = 50
"""Rows by which the separator is found."""
SEPARATORS: Final = {
    ",": Sentence("domain.values-comma"),
    ";": Sentence("domain.values-semicolon"),
    "\t": Sentence("domain.values-tab"),
}
_HINT: Final = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The line by which Excel knows the separator."""
_KANA: Final = re.compile("[\u3041-\u30fa\u30fc]")
_HALF_KANA: Final = re.compile("[\uff66-\uff9f]")
_MIXED: Final = re.compile("[A-Za-z][\u3400-\u9fff]|[\u3400-\u9fff][a-z]")
"""A Latin letter beside a kanji: accented letters of Western Europe, read as Japanese."""


class CsvText:
    """A table in a file called `name`: its encoding, its separator, and its rows with any text."""

    def __init__(self, content: bytes, name: str) -> None:
        """Find encoding and separator; DataFault with the place if that is not possible."""
        self.name = name
        self.encoding, text = _decoded(content, name)
        self._first = 0
        if hint := _HINT.match(text):
            self.separator, text, self._first = hint[1], text[hint.end() :], 1
        else:
            self.separator = _separator(text)
        self._text = text

    @property
    def guessed(self) -> bool:
        """Whether the file is not plain UTF-8 with commas."""
        return (self.encoding, self.separator) != (UTF8, ",")

    def read_as(self, columns: str) -> Message:
        """How the file was read."""
        known = SEPARATORS.get(self.separator)
        separator = known() if known else quoted(self.separator)
        given = {"file": quoted(self.name), "encoding": self.encoding, "columns": columns}
        return say("domain.values-read-as", separator=separator, **given)

    def rows(self) -> Iterator[Row]:
        """The rows with any text; DataFault with the line of one that is no CSV."""
        reader = csv.reader(
            io.StringIO(self._text, newline=""), delimiter=self.separator, strict=True
        )
        while True:
            line = self._first + reader.line_num + 1
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                where = quoted(f"{self.name}:{line}")
                fault = say("domain.values-not-csv", fault=str(error))
                raise DataFault(say("domain.values-at", where=where, fault=fault)) from None
            if any(map(str.strip, row)):
                yield line, row


def _decoded(content: bytes, name: str) -> tuple[str, str]:
    """The encoding and the text; DataFault with the line of the first byte that does not fit."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UTF16, _strict(content, "utf-16", name)
    if b"\0" in content:  # without a mark: line ends and Latin letters have zeros on one side
        little = content[1::2].count(0) >= content[::2].count(0)
        return UTF16, _strict(content, "utf-16-le" if little else "utf-16-be", name)
    try:
        return UTF8, content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        try:
            text = content.decode("cp932")
        except UnicodeDecodeError:
            raise _undecided(name, line) from None
    # EUC-JP looks like half-width kana, and Western letters like rare kanji.
    euc = _HALF_KANA.search(text) and _is(content, "euc_jp")
    western = _MIXED.search(text) and not _KANA.search(text)
    if euc or western or any(unicodedata.category(c) in ("Cc", "Co") for c in text.strip("\x1a")
                             if c not in "\r\n\t"):  # fmt: skip
        raise _undecided(name, line)
    return CP932, text.rstrip("\x1a")


def _strict(content: bytes, encoding: str, name: str) -> str:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecided(name, content.count(b"\n", 0, error.start) + 1) from None
    if "\0" in text:
        raise _undecided(name, text.count("\n", 0, text.index("\0")) + 1)
    return text.removeprefix("\ufeff")


def _is(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _undecided(name: str, line: int) -> DataFault:
    return DataFault(
        say(
            "domain.values-at",
            where=quoted(f"{name}:{line}"),
            fault=say("domain.values-no-encoding"),
        )
    )


def _separator(text: str) -> str:
    """The separator that gives all first rows the same number of cells, more than one if possible.

    If there is none, that with the most in the first line.
    """
    found, widest = "", 1
    for separator in SEPARATORS:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            widths = {len(row) for row in islice(reader, LOOKED_AT) if any(map(str.strip, row))}
        except csv.Error:
            continue
        if len(widths) == 1 and (width := widths.pop()) > widest:
            found, widest = separator, width
    return found or max(SEPARATORS, key=text.partition("\n")[0].count)
