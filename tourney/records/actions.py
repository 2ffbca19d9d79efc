"""Turn lines and game directives taken apart: marks here, the actions themselves by the game.

Also what is read again when a problem has to be placed.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from engines.api import CHANCE, Game, NotationError, Ply, Seat
from tourney.records.believed import believed
from tourney.records.lines import Line, Slip, comment_start
from tourney.records.model import Action, Directive, Turn

Plies: TypeAlias = Sequence[tuple[int, Ply[Any]]]

CODES: Final = ("revoke", "otetsuki", "turn", "count", "other")
"""Why something irregular was let stand: what may follow `!`."""

_ACTION = re.compile(r"\s*(?P<mark>[~^]?)\s*(?P<text>.*?)\s*(!\s*(?P<code>[^!\s]*)\s*)?")


def turn_actions(game: Game[Any], seat: Seat, line: Line, start: int) -> tuple[Action, ...]:
    """The parts of a turn line, which begin at an offset."""
    actions: list[Action] = []
    for part in line.text[start : comment_start(line.text)].split(";"):
        actions.append(_action(game, seat, part, start))
        start += len(part) + 1
    return tuple(actions)


def turn_plies(game: Game[Any], seat: Seat, actions: Sequence[Action]) -> Plies:
    """The log entries of a turn; what was taken back leaves none."""
    kept = [index for index, action in enumerate(actions) if action.mark != "~"]
    found = game.plies(seat, [believed(actions[index].text) for index in kept])
    return [(kept[index], ply) for index, ply in found]


def directive(game: Game[Any], line: Line, start: int) -> tuple[str, Plies]:
    """A directive of the game: its canonical text and its log entries."""
    text = _canonical(game, CHANCE, line.text[start : comment_start(line.text)], start)
    return text, game.plies(CHANCE, [believed(text)])


def again(game: Game[Any], item: Turn | Directive, line: Line) -> Plies:
    """The log entries of an item if its line were this one."""
    if isinstance(item, Directive):
        return directive(game, line, line.text.index("--") + 2)[1]
    actions = turn_actions(game, item.seat, line, line.text.index(":") + 1)
    return turn_plies(game, item.seat, actions)


def _canonical(game: Game[Any], seat: Seat, text: str, start: int) -> str:
    """The game's canonical form; a NotationError becomes a Slip with offsets in the line."""
    inner = text.strip()
    start += len(text) - len(text.lstrip())
    try:
        return game.canonical(seat, inner)
    except NotationError as error:
        end = error.end if error.end > error.start else len(inner)
        span = (start + error.start, start + end)
        raise Slip("T-action", error.words, span, error.remedy) from None


def _action(game: Game[Any], seat: Seat, part: str, start: int) -> Action:
    found = _ACTION.fullmatch(part)
    span = (start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
    if found is None or not found["text"]:
        fix = "write an action, or take the ; away"
        raise Slip("T-action", "an action is missing", (start, start + len(part)), fix)
    code = found["code"]
    if code is not None and (code.lower() not in CODES or not found["mark"]):
        fix = f"write ^ or ~ before the action and one of {', '.join(CODES)} after the !"
        raise Slip("T-mark", f"'!{code}' is no reason here", span, fix)
    text = _canonical(game, seat, found["text"], start + found.start("text"))
    return Action(text, found["mark"], (code or "").lower(), span)
