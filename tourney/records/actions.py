"""Parses turn lines and directives of games: marks here, the actions by the game.

Lines are parsed again to find the place of a problem.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from engines.api import CHANCE, Game, NotationError, Ply, Seat
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.records.lines import LineFault, SourceLine, comment_start
from tourney.records.model import Action, Directive, Turn
from tourney.records.tentative import as_certain

Actions: TypeAlias = tuple[Action, ...]
Plies: TypeAlias = Sequence[tuple[int, Ply[Any]]]

CODES: Final = ("revoke", "otetsuki", "turn", "count", "other")
"""Reasons why an irregular action was let stand, written after `!`."""

_LONG = re.compile(r"[0-9]{10,}")
CACHED: Final = 1 << 12
"""Parsed lines and actions that are kept: those of many matches of a game, in a few megabytes."""
ACTION: Final = 400
"""Greatest length of an action in canonical form; real ones have at most about 100 characters."""


def turn(
    game: Game[Any], seat: Seat, line: SourceLine, start: int, seats: int
) -> tuple[Actions, Plies]:
    """The actions of a turn line, starting at an offset, and its log entries."""
    return _turn(game.name, seat, line.text[start : comment_start(line.text)], start, seats)


@lru_cache(maxsize=CACHED)
def _turn(name: str, seat: Seat, text: str, start: int, seats: int) -> tuple[Actions, Plies]:
    game = GAMES[name]
    actions = tuple(
        _action(name, seat, text[begin:end], start + begin) for begin, end in game.split(text)
    )
    return actions, _plies(game, seat, actions, seats)


def _plies(game: Game[Any], seat: Seat, actions: Sequence[Action], seats: int) -> Plies:
    """The log entries of a turn; actions taken back have none."""
    kept = [index for index, action in enumerate(actions) if action.mark != "~"]
    if not kept:
        return []
    texts = [as_certain(actions[index].text) for index in kept]
    try:
        found = _read_plies(game.name, seat, tuple(texts), seats)
    except NotationError as error:
        first = _first_unreadable(game.name, seat, tuple(texts), seats)
        raise unreadable(error, actions[kept[first]].span) from None
    return [(kept[index], ply) for index, ply in found]


def _first_unreadable(game: str, seat: Seat, texts: tuple[str, ...], seats: int) -> int:
    """The first action that cannot follow the actions before it."""
    for at in range(len(texts)):
        try:
            _read_plies(game, seat, texts[: at + 1], seats)
        except NotationError:
            return at
    return len(texts) - 1


@lru_cache(maxsize=CACHED)
def _read(game: str, seat: Seat, text: str) -> str:
    """The canonical form of an action, cached: records repeat a few hundred texts."""
    return GAMES[game].canonical(seat, text)


def _read_plies(game: str, seat: Seat, texts: tuple[str, ...], seats: int) -> Plies:
    return GAMES[game].plies(seat, texts, seats)


def directive(game: Game[Any], line: SourceLine, start: int, seats: int) -> tuple[str, Plies]:
    """A directive of the game: its canonical text and its log entries."""
    text = _canonical(game.name, CHANCE, line.text[start : comment_start(line.text)], start)
    return text, _read_plies(game.name, CHANCE, (as_certain(text),), seats)


def reparsed(game: Game[Any], item: Turn | Directive, line: SourceLine, seats: int) -> Plies:
    """The log entries that an item would have with another line."""
    if isinstance(item, Directive):
        dashes = len(line.text) - len(line.text.lstrip())
        return directive(game, line, dashes + 2, seats)[1]
    return turn(game, item.seat, line, line.text.index(":") + 1, seats)[1]


def _canonical(game: str, seat: Seat, text: str, start: int) -> str:
    """The canonical form of an action; a NotationError becomes a LineFault."""
    inner = text.strip()
    start += len(text) - len(text.lstrip())
    if long := _LONG.search(inner):
        span = (start + long.start(), start + long.end())
        raise LineFault("T-action", say("records.number-too-long"), span, say("kit.shorten"))
    try:
        written = _read(game, seat, inner)
    except NotationError as error:
        end = error.end if error.end > error.start else len(inner)
        span = (start + error.start, start + end)
        raise unreadable(error, span) from None
    if len(written) > ACTION:
        fault = say("records.action-too-long", count=len(written), most=ACTION)
        raise LineFault("T-long", fault, (start, start + len(inner)), say("kit.shorten"))
    return written


def unreadable(error: NotationError, span: tuple[int, int]) -> LineFault:
    """The fault for text that a game cannot read; the default remedy is its notation page."""
    remedy = error.remedy or say("records.see-notation")
    return LineFault("T-action", error.message, span, remedy)


def _action(game: str, seat: Seat, part: str, start: int) -> Action:
    span = (start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
    inner = part.strip()
    mark = inner[:1] if inner[:1] in ("~", "^") else ""
    body, code = _reason(inner[len(mark) :].lstrip())
    if not body:
        raise LineFault(
            "T-action",
            say("records.no-action"),
            (start, start + len(part)),
            say("records.remove-semicolon"),
        )
    marked = mark or "^" in body
    if code is not None and (code.lower() not in CODES or not marked):
        fault = (
            Sentence("records.unmarked")
            if code.lower() in CODES
            else Sentence("records.unknown-reason")
        )
        raise LineFault(
            "T-mark", fault(code=code), span, say("records.mark-form", codes=", ".join(CODES))
        )
    offset = span[0] + len(inner) - len(inner[len(mark) :].lstrip())
    text = _canonical(game, seat, body, offset)
    return Action(text, mark, (code or "").lower(), span)


def _reason(text: str) -> tuple[str, str | None]:
    """An action and the reason after its `!`, None if there is none."""
    body, sign, code = text.rpartition("!")
    if not sign or len(code.split()) > 1:
        return text, None
    return body.rstrip(), code.strip()
