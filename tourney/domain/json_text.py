"""Reads JSON as plain values; an error is one line with its place.

Refused is what JSON has no meaning for: a key that is there twice, NaN, numbers and texts that no
database can hold, and nesting without end.
"""

import json
import re
from collections.abc import Iterator, Sequence
from json import JSONDecodeError, JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import isfinite
from typing import Any, Final, TypeAlias

from engines.messages import Message, say
from tourney.domain.bounds import WHOLE
from tourney.domain.errors import DataFault, quoted

Path: TypeAlias = Sequence[int | str]
"""The way from the whole document to a value in it: places in lists, and keys."""

DEEPEST: Final = 60
"""Levels of lists and objects within each other."""
_BLANKS: Final = re.compile(r"[ \t\n\r]*")
_NAME: Final = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_LOCATOR: Final = JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
"""Skips a value without converting its numbers."""


class _Odd:
    """Stands for a number that is none, and for an object with a key that is there twice."""

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
                parse_constant=lambda text: _Odd(
                    say("domain.values-no-number", value=quoted(text))
                ),
                parse_float=_float,
                parse_int=_int,
                object_pairs_hook=_object,
            )
        except UnicodeDecodeError as error:
            line, column = _line_and_column(content[: error.start].decode("utf-8-sig"))
            raise self._fault(f"{name}:{line}:{column}", say("domain.values-not-utf8")) from None
        except JSONDecodeError as error:
            where = f"{name}:{error.lineno}:{error.colno}"
            cut = error.pos >= len(self._text.rstrip())
            fault = (
                say("domain.values-cut-off")
                if cut
                else say("domain.values-not-json", fault=_plain(error.msg))
            )
            raise self._fault(where, fault) from None
        except RecursionError:
            raise self._fault(
                f"{name}:1", say("domain.values-not-json", fault=_too_deep())
            ) from None
        for path, fault in _odd(self.value):
            raise self.fault(path, say("domain.values-not-json", fault=fault))

    def fault(self, path: Path, what: Message) -> DataFault:
        """The error for a value, with the place where it stands in the file."""
        line, column = _line_and_column(self._text[: self._offset(path)])
        fault = say("domain.values-in", path=path_text(path), fault=what) if path else what
        return self._fault(f"{self.name}:{line}:{column}", fault)

    def _fault(self, where: str, what: Message) -> DataFault:
        return DataFault(say("domain.values-at", where=quoted(where), fault=what))

    def _offset(self, path: Path) -> int:
        """Where a value begins; what holds it if it is not there."""
        at = _skip(self._text, 0)
        for step in path:
            found = _child(self._text, at, step)
            if found is None:
                break
            at = found
        return at


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


def _float(text: str) -> float | _Odd:
    value = float(text)
    return value if isfinite(value) else _Odd(say("domain.values-no-number", value=quoted(text)))


def _int(text: str) -> int | _Odd:
    # A text of thousands of digits takes quadratic time to become a number.
    value = int(text) if len(text) < 21 else WHOLE + 1
    return (
        value
        if -WHOLE <= value <= WHOLE
        else _Odd(say("domain.values-no-number", value=quoted(text)))
    )


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


def _plain(words: str) -> str:
    return words[:1].lower() + words[1:]


def _line_and_column(before: str) -> tuple[int, int]:
    """Line and column of what follows a text, both from 1."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


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
