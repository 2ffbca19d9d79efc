"""Messages as values: a sentence with typed arguments, turned into text once, in one language.

Nobody takes a text apart again: what a message is about stands in its code and its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

LANGUAGES: Final = ("en", "ja")
DEALER: Final = ("the dealer", "ディーラー")
"""Who acts at seat -1, by language."""

_FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Player(NamedTuple):
    """A seat in a message; the text has the player's name where names are known."""

    seat: int


class Sentence(NamedTuple):
    """A kind of message: its code and its text in every language, with the same placeholders.

    `{name}` stands for an argument, `{name:card|cards}` for a word that depends on a number: the
    first one for 1, the second one otherwise.
    """

    code: str
    en: str
    ja: str

    def __call__(self, **arguments: Argument) -> Message:
        return Message(self, tuple(arguments.items()))

    def __str__(self) -> str:
        return self.en

    def fields(self, lang: str = "en") -> set[str]:
        """The names of the arguments that the text in this language uses."""
        return {found[1] for found in _FIELD.finditer(self.template(lang))}

    def template(self, lang: str) -> str:
        """The text in a language with its placeholders."""
        return self.ja if lang == "ja" else self.en


class Message(NamedTuple):
    """What is to be said; `str()` says it in English with seat letters."""

    sentence: Sentence
    arguments: tuple[tuple[str, Argument], ...] = ()

    @property
    def code(self) -> str:
        """What tells this kind of message from all others."""
        return self.sentence.code

    def text(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The message in a language; `names` are the players by seat, letters where missing."""
        return _filled(self, lang, names)

    def __str__(self) -> str:
        return self.text()

    def quotes(self) -> Iterator[str]:
        """The words in notation and the numbers that the message is about, for finding them."""
        for _, value in self.arguments:
            yield from _quotes(value)


Argument: TypeAlias = int | str | Player | Message | tuple["Argument", ...]
"""A number; text in notation or as somebody wrote it; a player; a phrase; a list of these."""


def _filled(message: Message, lang: str, names: Sequence[str]) -> str:
    """The sentence with its arguments put in."""
    given = dict(message.arguments)
    parts: list[str] = []
    end = 0
    template = message.sentence.template(lang)
    for field in _FIELD.finditer(template):
        value = given[field[1]]
        parts.append(template[end : field.start()])
        if field[2] is None:
            parts.append(_shown(value, lang, names))
        else:
            one, _, many = field[2].partition("|")
            parts.append(one if value == 1 else many)
        end = field.end()
    return "".join((*parts, template[end:]))


def _shown(value: Argument, lang: str, names: Sequence[str]) -> str:
    if isinstance(value, Message):
        return value.text(lang, names)
    if isinstance(value, Player):
        return _player(value.seat, lang, names)
    if isinstance(value, tuple):
        return _listed([_shown(one, lang, names) for one in value], lang)
    return str(value)


def _player(seat: int, lang: str, names: Sequence[str]) -> str:
    if seat < 0:
        return DEALER[LANGUAGES.index(lang)]
    return names[seat] if seat < len(names) else "ABCDEFGH"[seat]


def _listed(words: Sequence[str], lang: str) -> str:
    """`A, B and C` in the way of the language."""
    if lang == "ja" or len(words) < 2:
        return "、".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _quotes(value: Argument) -> Iterator[str]:
    if isinstance(value, Message):
        yield from value.quotes()
    elif isinstance(value, tuple) and not isinstance(value, Player):
        for one in value:
            yield from _quotes(one)
    elif not isinstance(value, Player):
        yield from str(value).split()
