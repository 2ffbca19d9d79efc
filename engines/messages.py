"""Messages as values: a sentence with typed arguments, turned into text once, in one language.

No code parses the text of a message: use its code and its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

LANGUAGES: Final = ("en", "ja")
DEALER: Final = ("the dealer", "ディーラー")
"""Name of seat -1, in the order of `LANGUAGES`."""

_FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Player(NamedTuple):
    """A seat in a message; in the text it becomes the player's name if names are known."""

    seat: int


class Sentence(NamedTuple):
    """A kind of message: its code and its text in every language, with the same placeholders.

    `{name}` becomes the argument `name`; `{name:card|cards}` becomes the first word if `name` is 1,
    otherwise the second.
    """

    code: str
    en: str
    ja: str

    def __call__(self, **arguments: Argument) -> Message:
        return Message(self, tuple(arguments.items()))

    def __str__(self) -> str:
        return self.en

    def fields(self, lang: str = "en") -> set[str]:
        """Names of the arguments used in this language."""
        return {found[1] for found in _FIELD.finditer(self.template(lang))}

    def template(self, lang: str) -> str:
        """The text in this language, with placeholders."""
        return self.ja if lang == "ja" else self.en


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
        return _filled(self, lang, names)

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

NO_GAPS: Final = Sentence(
    "engines.no-gaps",
    "records of this game cannot leave out turns",
    "このゲームの記録では番を抜かせません",
)
ENTRY: Final = Sentence("engines.entry", "{who}: {text}", "{who}: {text}")
"""An action in notation and the seat that it belongs to."""

Argument: TypeAlias = int | str | Player | Message | tuple["Argument", ...]
"""A number; text in notation or quoted from the input; a player; a message; a list of these."""


def _named(value: Argument, names: Sequence[str]) -> Argument:
    if isinstance(value, Message):
        return value.named(names)
    if isinstance(value, Player):
        return names[value.seat] if 0 <= value.seat < len(names) else value
    return tuple(_named(one, names) for one in value) if isinstance(value, tuple) else value


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
    """`A, B and C` as the language writes it."""
    if lang == "ja" or len(words) < 2:
        return "、".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _quotes(value: Argument) -> Iterator[str]:
    if isinstance(value, Message):
        yield from value.quotes()
    elif isinstance(value, tuple) and not isinstance(value, Player):
        for one in value:
            yield from _quotes(one)
    elif not isinstance(value, Player) and not str(value).startswith("-- "):  # a missing directive
        yield from str(value).split()
