"""Reads what a person types: a command, the word of an answer, a move in lax notation."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engines.api import Game, NotationError, Seat
from engines.messages import Message
from tourney.desk.players import addressed, folded
from tourney.desk.spelling import spellings
from tourney.domain.observation import Observation

COMMANDS: Final[Mapping[str, str]] = {
    "?": "?", "help": "?", "table": "table", "notation": "notation", "hint": "hint",
    "back": "back", "<": "back", "resign": "resign", "quit": "quit",
    "盤面": "table", "書き方": "notation", "ヒント": "hint", "戻る": "back", "投了": "resign",
    "終了": "quit",
}  # fmt: skip
"""Each word that may be typed, and the command that it means."""
LONGEST: Final = 200
"""Characters of an answer that are read; the longest move has about eighty."""


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
    who, rest, named = addressed(text, names)
    words = rest if named and who == observation.seat else text
    fault: NotationError | None = None
    for form in _forms(game, observation.seat, spellings(game, names, words, _asked(game, legal))):
        try:
            return _parsed(game, form)
        except NotationError as error:
            fault = fault or error
    assert fault is not None, "the text itself is the first form"
    raise fault


def _asked(game: Game[Any], legal: Mapping[str, Any]) -> str:
    """The first word of all legal moves, which may be left out; empty if there are several."""
    firsts = {game.move_text(move).partition(" ")[0] for move in legal.values()}
    return firsts.pop() if len(firsts) == 1 else ""


def _forms(game: Game[Any], seat: Seat, forms: Sequence[str]) -> Iterator[str]:
    """Each form of a text, and the same as a record would write it."""
    for form in forms:
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
        if error.message.code != "kit.write":
            raise
        return game.parse_move(str(dict(error.message.arguments)["text"]))


def chosen(text: str, words: Mapping[str, Message]) -> str:
    """The code of the word that a text is or begins, in either language; "" for anything else."""
    plain = folded(text.strip())
    known = {code: {folded(one) for one in (code, *_both(word))} for code, word in words.items()}
    exact = [code for code, forms in known.items() if plain in forms]
    begun = [code for code, forms in known.items() if any(one.startswith(plain) for one in forms)]
    found = exact or begun
    return found[0] if plain and len(found) == 1 else ""


def _both(word: Message) -> Sequence[str]:
    return [word.text(lang) for lang in ("en", "ja")]
