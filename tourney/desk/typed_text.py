"""What a typed text means: the player that a word names, and a game's notation.

A player is named by a seat letter, a name, or the beginning of a name. One reading for `record` and
`play`.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from engines.api import Game, Seat, seat_letter

_WORD = re.compile(r"[^\s:;=,]+")
_FIRST = re.compile(r"\s*(?P<who>[^\s:;、]+)[\s、]+(?P<rest>\S.*)", re.DOTALL)
_KATAKANA = range(0x30A1, 0x30F7)
SHORTEST = 2
"""Letters that the beginning of a name needs; a single letter is a seat."""


def folded(name: str) -> str:
    """A name without differences of case, width, and between hiragana and katakana."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(chr(ord(c) - 0x60) if ord(c) in _KATAKANA else c for c in plain)


def seat_of(word: str, players: Sequence[str]) -> Seat | None:
    """The seat that a word names; None if no player or several players are meant."""
    plain = folded(word.strip())
    names = [folded(name) for name in players]
    if plain in names:  # before the letters of seats: a player may be called B and sit at A
        return names.index(plain)
    if len(plain) == 1 and "a" <= plain < chr(ord("a") + len(players)):
        return ord(plain) - ord("a")
    found = [seat for seat, name in enumerate(names) if name.startswith(plain)]
    long_enough = len(plain) >= SHORTEST or not plain.isascii()
    return found[0] if len(found) == 1 and long_enough else None


def addressed(text: str, players: Sequence[str]) -> tuple[Seat | None, str, bool]:
    """The player in front of a text, what follows, and whether a colon separates them."""
    who, colon, rest = text.partition(":")
    if colon and '"' not in who:
        seat = seat_of(who, players)
        if seat is not None:
            return seat, rest.strip(), True
    found = _FIRST.fullmatch(text)
    seat = seat_of(found["who"], players) if found else None
    return (None, text, False) if seat is None or found is None else (seat, found["rest"], False)


def lettered(text: str, players: Sequence[str]) -> str:
    """A text with seat letters instead of names, outside of quoted text."""

    def letter(word: re.Match[str]) -> str:
        seat = seat_of(word[0], players) if len(word[0]) > 1 or not word[0].isascii() else None
        return word[0] if seat is None else seat_letter(seat)

    parts = re.split(r'("[^"]*")', text)
    return "".join(part if part[:1] == '"' else _WORD.sub(letter, part) for part in parts)


_JOINED: Final = re.compile(r"\b([A-Za-z]{3,})(?=\d)")
"""A word that is followed by a card without a blank: `market5`."""


def spellings(game: Game[Any], players: Sequence[str], text: str, asked: str = "") -> list[str]:
    """The text in notation, then with seat letters instead of names, then with missing blanks.

    If a word such as "pass" is `asked` for, the text may leave it out.
    """
    body = game.typed(text).strip()
    named = game.typed(lettered(text, players)).strip()
    found = dict.fromkeys((body, named, _JOINED.sub(r"\1 ", named)))
    return [*found, *(f"{asked} {each}" for each in found if asked)]
