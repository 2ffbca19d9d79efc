"""Turn lines and game directives taken apart: marks here, the actions themselves by the game.

Also what is read again when a problem has to be placed.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from engines.api import CHANCE, Game, NotationError, Ply, Seat
from engines.games import GAMES
from engines.kit.messages import SHORTEN
from tourney.records.lines import LineFault, SourceLine, comment_start
from tourney.records.model import Action, Directive, Turn
from tourney.records.reading_messages import (
    ACTION_TOO_LONG,
    MARK_FORM,
    NO_ACTION,
    NUMBER_TOO_LONG,
    REMOVE_SEMICOLON,
    SEE_NOTATION,
    UNKNOWN_REASON,
    UNMARKED,
)
from tourney.records.tentative import tentative

Actions: TypeAlias = tuple[Action, ...]
Plies: TypeAlias = Sequence[tuple[int, Ply[Any]]]

CODES: Final = ("revoke", "otetsuki", "turn", "count", "other")
"""Why something irregular was let stand: what may follow `!`."""

_LONG = re.compile(r"[0-9]{10,}")
CACHED: Final = 1 << 14
"""Parts of lines that are kept as read."""
ACTION: Final = 400
"""Characters of the longest action in canonical form; a game's longest has about a hundred."""


def turn(
    game: Game[Any], seat: Seat, line: SourceLine, start: int, seats: int
) -> tuple[Actions, Plies]:
    """The parts of a turn line, which begin at an offset, and its log entries."""
    return _turn(game.name, seat, line.text[start : comment_start(line.text)], start, seats)


@lru_cache(maxsize=CACHED)
def _turn(name: str, seat: Seat, text: str, start: int, seats: int) -> tuple[Actions, Plies]:
    game = GAMES[name]
    actions = tuple(
        _action(name, seat, text[begin:end], start + begin) for begin, end in game.split(text)
    )
    return actions, _plies(game, seat, actions, seats)


def _plies(game: Game[Any], seat: Seat, actions: Sequence[Action], seats: int) -> Plies:
    """The log entries of a turn; what was taken back leaves none."""
    kept = [index for index, action in enumerate(actions) if action.mark != "~"]
    texts = [tentative(actions[index].text) for index in kept]
    return [(kept[index], ply) for index, ply in _read_plies(game.name, seat, tuple(texts), seats)]


@lru_cache(maxsize=CACHED)
def _read(game: str, seat: Seat, text: str) -> str:
    """The game's canonical form; the same few hundred parts make up most records."""
    return GAMES[game].canonical(seat, text)


@lru_cache(maxsize=CACHED)
def _read_plies(game: str, seat: Seat, texts: tuple[str, ...], seats: int) -> Plies:
    return GAMES[game].plies(seat, texts, seats)


def directive(game: Game[Any], line: SourceLine, start: int, seats: int) -> tuple[str, Plies]:
    """A directive of the game: its canonical text and its log entries."""
    text = _canonical(game.name, CHANCE, line.text[start : comment_start(line.text)], start)
    return text, _read_plies(game.name, CHANCE, (tentative(text),), seats)


def again(game: Game[Any], item: Turn | Directive, line: SourceLine, seats: int) -> Plies:
    """The log entries of an item if its line were this one."""
    if isinstance(item, Directive):
        dashes = len(line.text) - len(line.text.lstrip())
        return directive(game, line, dashes + 2, seats)[1]
    return turn(game, item.seat, line, line.text.index(":") + 1, seats)[1]


def _canonical(game: str, seat: Seat, text: str, start: int) -> str:
    """The game's canonical form; a NotationError becomes a Slip with offsets in the line."""
    inner = text.strip()
    start += len(text) - len(text.lstrip())
    if long := _LONG.search(inner):
        span = (start + long.start(), start + long.end())
        raise LineFault("T-action", NUMBER_TOO_LONG(), span, SHORTEN())
    try:
        written = _read(game, seat, inner)
    except NotationError as error:
        end = error.end if error.end > error.start else len(inner)
        span = (start + error.start, start + end)
        raise unread(error, span) from None
    if len(written) > ACTION:
        fault = ACTION_TOO_LONG(count=len(written), most=ACTION)
        raise LineFault("T-long", fault, (start, start + len(inner)), SHORTEN())
    return written


def unread(error: NotationError, span: tuple[int, int]) -> LineFault:
    """What a game cannot read; where it knows no remedy, the page about its notation is one."""
    remedy = error.remedy or SEE_NOTATION()
    return LineFault("T-action", error.message, span, remedy)


def _action(game: str, seat: Seat, part: str, start: int) -> Action:
    span = (start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
    inner = part.strip()
    mark = inner[:1] if inner[:1] in ("~", "^") else ""
    body, code = _reason(inner[len(mark) :].lstrip())
    if not body:
        raise LineFault("T-action", NO_ACTION(), (start, start + len(part)), REMOVE_SEMICOLON())
    marked = mark or "^" in body
    if code is not None and (code.lower() not in CODES or not marked):
        fault = UNMARKED if code.lower() in CODES else UNKNOWN_REASON
        raise LineFault("T-mark", fault(code=code), span, MARK_FORM(codes=", ".join(CODES)))
    offset = span[0] + len(inner) - len(inner[len(mark) :].lstrip())
    text = _canonical(game, seat, body, offset)
    return Action(text, mark, (code or "").lower(), span)


def _reason(text: str) -> tuple[str, str | None]:
    """An action and the reason behind its `!`, None where there is none."""
    body, sign, code = text.rpartition("!")
    if not sign or len(code.split()) > 1:
        return text, None
    return body.rstrip(), code.strip()
