"""Files that people give, as plain values of the expected types; errors are one line with a place.

CSV as spreadsheets write it, also Japanese ones: encoding and separator are found in the file, and
a file whose encoding cannot be decided is refused. TOML. JSON without what has no meaning: a key
that is there twice, NaN, numbers and texts that no database can hold, nesting without end. What a
type allows is written as msgspec constraints.
"""

import codecs
import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from json import JSONDecodeError, JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import isfinite
from typing import Any, Final, TypeAlias, TypeVar

from engines.messages import Argument, Message, Sentence, say
from tourney.domain.bounds import WHOLE
from tourney.domain.errors import DataFault, quoted

PARTS: Final = 32  # greatest number of parts of a dotted key; reading one takes quadratic time
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
_DOTTED = re.compile(rf"(?<![\w-])(?:{_PART}\.[ \t]*+){{{PARTS}}}")


def read_toml(content: bytes, name: str) -> dict[str, Any]:
    """The values of a TOML file called `name`; DataFault with the place if it is malformed."""
    import tomllib

    try:
        text = content.decode("utf-8-sig")
        if long := _DOTTED.search(text):
            line = text.count("\n", 0, long.start()) + 1
            raise DataFault(say("domain.toml-many-parts", file=name, line=line, most=PARTS))
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFault(say("domain.toml-not-utf8", file=name, line=line)) from None
    except tomllib.TOMLDecodeError as error:
        # What Python's reader of TOML says is English; where the fault is stands at its end.
        place = re.search(r" \(at line (\d+), column (\d+)\)", str(error))
        fault = re.sub(r" \(at .*\)", "", str(error))
        fault = f"{fault[:1].lower()}{fault[1:]}"
        if not place:
            raise DataFault(say("domain.toml-at-end", where=name, fault=fault)) from None
        where = f"{name}:{place[1]}:{place[2]}"
        raise DataFault(say("domain.toml-malformed", where=where, fault=fault)) from None
    except RecursionError:
        deep = say("domain.toml-too-deep")
        raise DataFault(say("domain.toml-malformed", where=name, fault=deep)) from None
    except ValueError:
        raise _long_number(name) from None
    # Numbers with more digits than Python can write.
    rest: list[Any] = [found]
    while rest:
        value = rest.pop()
        if isinstance(value, dict | list):
            rest += value.values() if isinstance(value, dict) else value
        elif isinstance(value, int) and not -WHOLE <= value <= WHOLE:
            raise _long_number(name)
    return found


def _long_number(name: str) -> DataFault:
    fault = say("domain.toml-long-number")
    return DataFault(say("domain.toml-malformed", where=name, fault=fault))


# The way from the whole document to a value in it: places in lists, and keys.
Path: TypeAlias = Sequence[int | str]

DEEPEST: Final = 60  # levels of lists and objects within each other
_BLANKS: Final = re.compile(r"[ \t\n\r]*")
_NAME: Final = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
# Skips a value without converting its numbers.
_LOCATOR: Final = JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


class _Odd:
    """Stands for a number that is none, and for an object with a key that is there twice.

    It keeps the place of the fault in the document: Python's reader tells none to its hooks.
    """

    def __init__(self, fault: Message, key: str | None = None) -> None:
        self.fault = fault
        self.key = key


class JsonText:
    """A JSON document in a file called `name`: its value, and where each part of it stands."""

    def __init__(self, content: bytes, name: str) -> None:
        """Read a document; DataFault with the place of what is wrong."""
        self.name = name
        try:
            self._text = content.decode("utf-8-sig")
            self.value: Any = json.loads(
                self._text,
                parse_constant=_no_number,
                parse_float=_float,
                parse_int=_int,
                object_pairs_hook=_object,
            )
        except UnicodeDecodeError as error:
            before = content[: error.start].decode("utf-8-sig")
            raise self._fault(before, say("domain.values-not-utf8")) from None
        except JSONDecodeError as error:
            cut = error.pos >= len(self._text.rstrip())
            words = error.msg[:1].lower() + error.msg[1:]
            fault = say("domain.values-not-json", fault=words)
            raise self._fault(
                self._text[: error.pos], say("domain.values-cut-off") if cut else fault
            ) from None
        except RecursionError:
            fault = say("domain.values-not-json", fault=_too_deep())
            raise _at(f"{name}:1", fault) from None
        for path, odd in _odd(self.value):
            raise self.fault(path, say("domain.values-not-json", fault=odd))

    def fault(self, path: Path, what: Message) -> DataFault:
        """The error for a value, with the place where it stands in the file.

        That of what holds it if it is not there.
        """
        at = _skip(self._text, 0)
        for step in path:
            found = _child(self._text, at, step)
            if found is None:
                break
            at = found
        fault = say("domain.values-in", path=path_text(path), fault=what) if path else what
        return self._fault(self._text[:at], fault)

    def _fault(self, before: str, what: Message) -> DataFault:
        """The error for what follows a part of the text; lines and columns are counted from 1."""
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return _at(f"{self.name}:{line}:{column}", what)


def _at(where: str, fault: Message) -> DataFault:
    return DataFault(say("domain.values-at", where=quoted(where), fault=fault))


def path_text(path: Path) -> str:
    """A path as people write it: `log[2].details.rounds`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _NAME.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{quoted(step)}]"
    return text


def _no_number(text: str) -> _Odd:
    return _Odd(say("domain.values-no-number", value=quoted(text)))


def _float(text: str) -> float | _Odd:
    value = float(text)
    return value if isfinite(value) else _no_number(text)


def _int(text: str) -> int | _Odd:
    # A text of thousands of digits takes quadratic time to become a number.
    value = int(text) if len(text) < 21 else WHOLE + 1
    return value if -WHOLE <= value <= WHOLE else _no_number(text)


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                return _Odd(say("domain.values-twice", key=quoted(key)), key)
            seen.add(key)
    return found


def _odd(value: Any) -> Iterator[tuple[Path, Message]]:
    """What is wrong in a document, in the order of the document."""
    rest: list[tuple[tuple[int | str, ...], Any]] = [((), value)]
    while rest:
        path, one = rest.pop()
        if isinstance(one, _Odd):
            yield path if one.key is None else (*path, one.key), one.fault
        elif isinstance(one, str):
            if not _whole(one):
                yield path, say("domain.values-broken-text", value=quoted(one))
        elif isinstance(one, dict | list):
            if len(path) >= DEEPEST:
                yield path, _too_deep()
                return
            inside = one.items() if isinstance(one, dict) else enumerate(one)
            below = [((*path, key), each) for key, each in inside]
            if isinstance(one, dict) and (broken := [key for key in one if not _whole(key)]):
                yield path, say("domain.values-broken-text", value=quoted(broken[0]))
            rest += reversed(below)


def _whole(text: str) -> bool:
    """Whether a text has no half of a character."""
    try:
        return text.isascii() or bool(text.encode("utf-8"))
    except UnicodeEncodeError:
        return False


def _too_deep() -> Message:
    return say("domain.values-too-deep", most=DEEPEST)


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _child(text: str, at: int, step: int | str) -> int | None:
    """Where an item of a list or the last value of a key begins; `at` is where its holder does."""
    found, number, end = None, 0, "]" if isinstance(step, int) else "}"
    at = _skip(text, at + 1)
    while at < len(text) and text[at] != end:
        key: int | str = number
        if isinstance(step, str):
            key, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            found = at
        if found is not None and isinstance(step, int):
            return found
        _, at = _LOCATOR.raw_decode(text, at)
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at : at + 1] == "," else at
        number += 1
    return found


T = TypeVar("T")

# A line of text without control characters; halves of characters are none either.
CLEAN: Final = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"
BLOCK: Final = r"^[^\x00\ud800-\udfff]*\Z"  # any text that a database can hold

# What msgspec calls a kind of value, in words.
KINDS: Final = {
    "int": Sentence("domain.values-int"),
    "float": Sentence("domain.values-float"),
    "str": Sentence("domain.values-str"),
    "bool": Sentence("domain.values-bool"),
    "array": Sentence("domain.values-array"),
    "object": Sentence("domain.values-object"),
    "null": Sentence("domain.values-null"),
}

_ERROR: Final = re.compile(r"(?P<words>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.S)
_STEP: Final = re.compile(r"\.(?P<key>[^.\[\]]+)|\[(?P<at>\d+)\]|(?P<any>\[\.\.\.\])")
_QUOTED: Final = re.compile(r"`([^`]*)`")


class WrongValue(Exception):
    """A value that does not fit its type: where it is, and what is wrong with it."""

    def __init__(self, path: tuple[int | str, ...], fault: Message) -> None:
        super().__init__(path, fault)
        self.path = path
        self.fault = fault


def typed(value: Any, kind: type[T]) -> T:
    """The value as a type with constraints; WrongValue."""
    import msgspec  # here and below: settings are read at every start, by TOML alone

    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found = _ERROR.fullmatch(str(error))
    assert found is not None
    # The path of msgspec, such as `$.log[2].details[...]`, followed into the value.
    path: list[int | str] = []
    inner = value
    for step in _STEP.finditer(found["path"] or ""):
        told = int(step["at"]) if step["at"] else step["key"]
        path.append(_culprit(found["words"], inner) if step["any"] else told)
        inner = inner[path[-1]]
    if found["key"]:
        inner = _culprit(found["words"], {key: key for key in inner})
    raise WrongValue((*path,), _fault(found["words"], inner))


def _culprit(words: str, mapping: dict[str, Any]) -> str:
    """The first key whose text does not fit: msgspec writes `[...]` instead of it."""
    most = re.search(r"length <= (\d+)", words)
    for key, text in mapping.items():
        if not isinstance(text, str):
            return key
        if len(text) > int(most[1]) if most else "regex" in words and not re.search(CLEAN, text):
            return key
    return next(iter(mapping))


def _fault(words: str, value: Any) -> Message:
    """What is wrong, in the words of this program."""
    import msgspec

    short = value
    if not isinstance(value, str):  # as JSON begins it
        short = msgspec.json.encode(value, enc_hook=str).decode("utf-8", "replace")
        short = short if len(short) <= 60 else f"{short[:60]}…"
    shown = quoted(short)
    names = _QUOTED.findall(words)
    number = re.search(r"(?:length|<=|>=|<|>) (?:[<>]=? )?(-?\d+)", words)
    if words.startswith("Object missing"):
        return say("domain.values-missing", key=quoted(names[0]))
    if words.startswith("Object contains unknown"):
        return say("domain.values-unknown", key=quoted(names[0]))
    if words.startswith("Invalid enum"):
        return say("domain.values-not-one-of", value=shown)
    if ", got `" in words and names[1:] and names[0] != names[-1]:
        kinds = tuple(KINDS[kind]() for kind in names[0].split(" | ") if kind != "null")
        kind: Argument = kinds[0] if len(kinds) == 1 else kinds
        return say("domain.values-other-kind", kind=kind, value=shown)
    if "regex" in words:
        if repr(CLEAN) in words or repr(BLOCK) in words:
            return say("domain.values-controls", value=shown)
        return say("domain.values-wrong-form", value=shown)
    if "`array`" in words and number:
        wanted = ("≥ " if ">=" in words else "≤ " if "<=" in words else "") + number[1]
        return say("domain.values-wrong-count", count=len(value), wanted=wanted)
    if "`str` of length" in words and number:
        if ">=" in words:
            return say("domain.values-too-short")
        count, most = len(value or ""), int(number[1])
        return say("domain.values-too-long", value=shown, count=count, most=most)
    if number and "<" in words:
        return say("domain.values-too-large", value=shown, most=int(number[1]))
    if number:
        return say("domain.values-too-small", value=shown, least=int(number[1]))
    return say("domain.values-unfit")


Row: TypeAlias = tuple[int, list[str]]  # the number of the line where a row begins, and its cells

UTF8: Final = "UTF-8"
CP932: Final = "cp932"
UTF16: Final = "UTF-16"
LOOKED_AT: Final = 50  # rows by which the separator is found
SEPARATORS: Final = {
    ",": Sentence("domain.values-comma"),
    ";": Sentence("domain.values-semicolon"),
    "\t": Sentence("domain.values-tab"),
}
# The line by which Excel knows the separator.
_HINT: Final = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_KANA: Final = re.compile("[\u3041-\u30fa\u30fc]")
_HALF_KANA: Final = re.compile("[\uff66-\uff9f]")
# A Latin letter beside a kanji: accented letters of Western Europe, read as Japanese.
_MIXED: Final = re.compile("[A-Za-z][\u3400-\u9fff]|[\u3400-\u9fff][a-z]")


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
            # The separator that gives all first rows the same number of cells, if possible more
            # than one; otherwise that with the most in the first line.
            self.separator, widest = "", 1
            for separator in SEPARATORS:
                reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
                with suppress(csv.Error):
                    first = islice(reader, LOOKED_AT)
                    widths = {len(row) for row in first if any(map(str.strip, row))}
                    if len(widths) == 1 and (width := widths.pop()) > widest:
                        self.separator, widest = separator, width
            if not self.separator:
                self.separator = max(SEPARATORS, key=text.partition("\n")[0].count)
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
                fault = say("domain.values-not-csv", fault=str(error))
                raise _at(f"{self.name}:{line}", fault) from None
            if any(map(str.strip, row)):
                yield line, row


def _decoded(content: bytes, name: str) -> tuple[str, str]:
    """The encoding and the text; DataFault with the line of the first byte that does not fit."""

    def undecided(before: bytes) -> DataFault:
        line = before.count(b"\n") + 1
        return _at(f"{name}:{line}", say("domain.values-no-encoding"))

    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if marked or b"\0" in content:
        # Without a mark: line ends and Latin letters have zeros on one side.
        little = content[1::2].count(0) >= content[::2].count(0)
        try:
            text = content.decode("utf-16" if marked else "utf-16-le" if little else "utf-16-be")
        except UnicodeDecodeError as error:
            raise undecided(content[: error.start]) from None
        if "\0" in text:
            raise undecided(text.partition("\0")[0].encode())
        return UTF16, text.removeprefix("\ufeff")
    try:
        return UTF8, content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
    try:
        text = content.decode("cp932")
    except UnicodeDecodeError:
        raise undecided(before) from None
    # EUC-JP looks like half-width kana, and Western letters like rare kanji.
    euc = False
    if _HALF_KANA.search(text):
        with suppress(UnicodeDecodeError):
            euc = bool(content.decode("euc_jp"))
    western = bool(_MIXED.search(text)) and not _KANA.search(text)
    letters = (c for c in text.strip("\x1a") if c not in "\r\n\t")
    if euc or western or any(unicodedata.category(c) in ("Cc", "Co") for c in letters):
        raise undecided(before)
    return CP932, text.rstrip("\x1a")
