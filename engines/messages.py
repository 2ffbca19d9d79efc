"""Messages as values: a sentence with typed arguments, turned into text once, in one language.

No code parses the text of a message: use its code and its arguments.
"""

from __future__ import annotations

import os.path
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engines import CATALOGUES

LANGUAGES: Final = ("en", "ja")
DEALER: Final = ("the dealer", "ディーラー")
"""Name of seat -1, in the order of `LANGUAGES`."""

_FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Player(NamedTuple):
    """A seat in a message; in the text it becomes the player's name if names are known."""

    seat: int


class Words(NamedTuple):
    """A text in each of `LANGUAGES` that stands in no catalogue, such as the title of a game."""

    en: str
    ja: str

    def text(self, lang: str) -> str:
        """The text in a language."""
        return self.ja if lang == "ja" else self.en


class Sentence(NamedTuple):
    """A kind of message by its code, `room.key`; the catalogue of the room has its text.

    A catalogue is a file `texts.toml` with a line `key = [English, Japanese]` for each sentence.
    Both have the same placeholders: `{name}` becomes the argument `name`; `{name:card|cards}`
    becomes the first word if `name` is 1, as a number or as text, otherwise the second.
    """

    code: str

    def __call__(self, **arguments: Argument) -> Message:
        return Message(self, tuple(arguments.items()))

    def __str__(self) -> str:
        return self.template("en")

    def fields(self, lang: str = "en") -> set[str]:
        """Names of the arguments used in this language."""
        return {found[1] for found in _FIELD.finditer(self.template(lang))}

    def template(self, lang: str) -> str:
        """The text in this language, with placeholders."""
        return _texts_of(self.code)[LANGUAGES.index(lang)]


@cache
def _texts_of(code: str) -> list[str]:
    """The texts of a sentence: all those of a large room take ten milliseconds to parse."""
    room, _, key = code.partition(".")
    return catalogue(room)[key]


def say(_code: str, /, **arguments: Argument) -> Message:
    """The message with this code and these arguments."""
    # The underscore: compiled, an argument must not have the name of the code.
    if not arguments:  # said for each word of a record that is read
        bare = _BARE.get(_code)
        if bare is None:
            bare = _BARE[_code] = Message(Sentence(_code))
        return bare
    return Message(Sentence(_code), tuple(arguments.items()))


_BARE: Final[dict[str, Message]] = {}
"""The messages without arguments."""


def in_a_row(parts: Sequence[Message]) -> Message:
    """One message with these, separated by commas; `A, B and C` is a tuple of arguments."""
    first, *rest = parts
    for part in rest:
        first = say("engines.next", first=first, next=part)
    return first


class Catalogue:
    """The texts of a room, each in every one of `LANGUAGES`; parsed when one is asked for."""

    def __init__(self, file: str) -> None:
        with open(file, encoding="utf-8", newline="\n") as opened:
            self._source = opened.read()
        found = _KEY.finditer(self._source)
        self._begins = {key[1].strip('"'): key.end(1) for key in found}

    def __iter__(self) -> Iterator[str]:
        """The keys, in the order of the file."""
        return iter(self._begins)

    def __contains__(self, key: str) -> bool:
        return key in self._begins

    def __getitem__(self, key: str) -> list[str]:
        begin = self._begins[key]
        if plain := _PLAIN.match(self._source, begin):
            return [plain[2], plain[4]]

        from tomllib import loads  # which takes longer to import than a command to say a word

        end = self._source.index("\n", begin)
        if self._source[end - 1] != "]":  # one language a line, or several lines a language
            end = self._source.index("\n]", begin) + 2
        texts: list[str] = loads(f"text{self._source[begin:end]}")["text"]
        return texts


_KEY: Final = re.compile(r'^("[^"]+"|[\w-]+) = \[', re.MULTILINE)
_PLAIN: Final = re.compile(r' = \[\s*("""|")\n?([^\\]*?)\1,\s*("""|")\n?([^\\]*?)\3,?\s*\]')
"""An entry without escapes; TOML and this expression read it alike."""


@cache
def catalogue(room: str) -> Catalogue:
    """The texts of a room; LookupError without one.

    Room `a-b` has them in `a_b/texts.toml` of a folder in `CATALOGUES`; that of a plugin, whose
    package `a_b` is imported, in the folder of the package.
    """
    folder = room.replace("-", "_") if room != "engines" else ""
    places = [os.path.join(each, folder, "texts.toml") for each in CATALOGUES]
    beside = getattr(sys.modules.get(folder), "__path__", ())
    places += [os.path.join(each, "texts.toml") for each in beside]
    place = next(filter(os.path.exists, places), None)
    if place is None:
        raise LookupError(f"no catalogue of '{room}' in {', '.join(places)}")
    return Catalogue(place)


class Message(NamedTuple):
    """A sentence with its arguments; `str()` gives it in English with seat letters."""

    sentence: Sentence
    arguments: tuple[tuple[str, Argument], ...] = ()

    @property
    def code(self) -> str:
        """The unique code of this kind of message."""
        return self.sentence.code

    def text(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The message in a language; `names` are the players by seat, seat letters if missing."""
        given = dict(self.arguments)
        parts: list[str] = []
        end = 0
        template = self.sentence.template(lang)
        for field in _FIELD.finditer(template):
            value = given[field[1]]
            parts.append(template[end : field.start()])
            if field[2] is None:
                parts.append(_shown(value, lang, names))
            else:
                one, _, many = field[2].partition("|")
                parts.append(one if value in (1, "1") else many)
            end = field.end()
        return "".join((*parts, template[end:]))

    def __str__(self) -> str:
        return self.text()

    def named(self, names: Sequence[str]) -> Message:
        """The message with these names instead of players."""
        return Message(self.sentence, tuple((k, _named(v, names)) for k, v in self.arguments))

    def quotes(self) -> Iterator[str]:
        """Words in notation and numbers among the arguments, to find them in a record.

        A number of things, such as how many cards to discard, is never a word of a record.
        """
        for name, value in self.arguments:
            if name not in _COUNTS:
                yield from _quotes(value)


_COUNTS: Final = frozenset(("count", "surplus"))
"""Arguments that say how many."""

Argument: TypeAlias = int | str | Player | Words | Message | tuple["Argument", ...]
"""A number; text in notation or from the input; a player; words; a message; a list of these."""


def _named(value: Argument, names: Sequence[str]) -> Argument:
    if isinstance(value, Message):
        return value.named(names)
    if isinstance(value, Player):
        return names[value.seat] if 0 <= value.seat < len(names) else value
    return tuple(_named(one, names) for one in value) if isinstance(value, tuple) else value


def _shown(value: Argument, lang: str, names: Sequence[str]) -> str:
    if isinstance(value, Message):
        return value.text(lang, names)
    if isinstance(value, Player):
        if value.seat < 0:
            return DEALER[LANGUAGES.index(lang)]
        return names[value.seat] if value.seat < len(names) else "ABCDEFGH"[value.seat]
    if isinstance(value, Words):
        return value.text(lang)
    if isinstance(value, tuple):
        # `A, B and C` as the language writes it.
        words = [_shown(one, lang, names) for one in value]
        if lang == "ja" or len(words) < 2:
            return "、".join(words)
        return f"{', '.join(words[:-1])} and {words[-1]}"
    return str(value)


def _quotes(value: Argument) -> Iterator[str]:
    if isinstance(value, Message):
        yield from value.quotes()
    elif isinstance(value, tuple) and not isinstance(value, Player | Words):
        for one in value:
            yield from _quotes(one)
    elif not isinstance(value, Player | Words) and not str(value).startswith(
        "-- "
    ):  # a missing directive
        yield from str(value).split()
