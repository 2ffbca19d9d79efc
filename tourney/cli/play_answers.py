"""Reads what a person types: a command, or a move in a lax form of the notation."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engines.api import Game, NotationError, Seat, seat_letter
from engines.kit.messages import WRITE
from tourney.domain.observation import Observation

COMMANDS: Final[Mapping[str, str]] = {
    "?": "?", "help": "?", "table": "table", "notation": "notation", "hint": "hint",
    "back": "back", "<": "back", "resign": "resign", "quit": "quit",
    "盤面": "table", "書き方": "notation", "ヒント": "hint", "戻る": "back", "投了": "resign",
    "終了": "quit",
}  # fmt: skip
"""Each word that may be typed, and the command that it means."""
_JOINED: Final = re.compile(r"^([A-Za-z]{3,})(?=\d)")
"""A word that is followed by a card without a blank: `market5`."""
LONGEST: Final = 200
"""Characters of an answer that are read; the longest move has about eighty."""
LEAST: Final = 2
"""Characters of the shortest beginning of a name that may replace a seat letter."""


def plain(text: str) -> str:
    """The beginning of a text with half-width characters and single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text[:LONGEST]).split())[:LONGEST]


def squeezed(text: str) -> str:
    """The text without case and blanks, for comparison."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def read_command(text: str) -> tuple[str, str] | None:
    """The command that a text means, and the words after it; None if it is a move."""
    word, _, rest = text.partition(" ")
    if text.startswith("?"):
        word, rest = "?", text[1:].strip()
    command = COMMANDS.get(word.casefold())
    if command is None or (rest and command != "?"):
        return None
    return command, rest


def read_move(observation: Observation[Any], names: Sequence[str], text: str) -> Any:
    """The move that a text means, legal or not; NotationError if it cannot be read.

    Any case and spacing is accepted, kana and kanji, names of players for seat letters, and the
    beginning of a word that belongs to one legal move only.
    """
    game = observation.game
    legal = {squeezed(game.move_text(move)): move for move in observation.legal()}
    for typed in (squeezed(text), squeezed(game.typed(text))):
        if typed in legal:
            return legal[typed]
    if text.isalpha():
        begun = [move for words, move in legal.items() if words.startswith(squeezed(text))]
        if len(begun) == 1:
            return begun[0]
    fault: NotationError | None = None
    for form in _forms(game, observation.seat, names, text):
        try:
            return _parsed(game, form)
        except NotationError as error:
            fault = fault or error
    assert fault is not None, "the text itself is the first form"
    raise fault


def _forms(game: Game[Any], seat: Seat, names: Sequence[str], text: str) -> Iterator[str]:
    """The text, other spellings replaced, names too; each also as a record would write it."""
    spelled = _JOINED.sub(r"\1 ", plain(game.typed(text)))
    for form in dict.fromkeys((text, spelled, _with_letters(spelled, names))):
        yield form
        try:
            yield game.canonical(seat, form)
        except NotationError:
            continue


def _parsed(game: Game[Any], text: str) -> Any:
    """The move of a text; a text that is only not canonical is accepted."""
    try:
        return game.parse_move(text)
    except NotationError as error:
        if error.message.code != WRITE.code:
            raise
        return game.parse_move(str(dict(error.message.arguments)["text"]))


def _with_letters(text: str, names: Sequence[str]) -> str:
    return " ".join(_letter(word, names) for word in text.split())


def _letter(word: str, names: Sequence[str]) -> str:
    """The letter of the seat whose player a word names; else the word."""
    start = word.casefold()
    meant = [seat for seat, name in enumerate(names) if name.casefold().startswith(start)]
    whole = [seat for seat, name in enumerate(names) if name.casefold() == start]
    if len(whole) == 1:
        return seat_letter(whole[0])
    return seat_letter(meant[0]) if len(meant) == 1 and len(word) >= LEAST else word
