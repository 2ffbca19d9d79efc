"""One screen of a replay: heading, scene, log with the current ply marked, keys.

Pure: what is shown, how large the terminal is and what is being typed go in, lines come out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.text import Text

from engines.api import EVERYTHING, Who, seat_letter
from engines.messages import Message
from tourney.render.messages import (
    HIDDEN_LINES,
    HINTS,
    KEY_ENDS,
    KEY_HELP,
    KEY_NUMBER,
    KEY_OPEN,
    KEY_PLY,
    KEY_QUIT,
    KEY_ROUND,
    KEY_SEAT,
    KEY_SPECTATOR,
    KEY_TURN,
    NO_POSITION,
    OF_SEAT,
    OPEN,
    PLY_OF,
    SPECTATOR,
    TYPING,
    VIEW,
)
from tourney.render.replay import MatchReplay
from tourney.render.scenes import Theme, draw, known
from tourney.render.text import cell_width, visible, wrapped

WIDE: Final = 108  # from here on the log stands beside the scene
LOG_WIDTH: Final = 42
LOG_LEAST: Final = 3

KEYS: Final = (
    ("left right", KEY_PLY),
    ("up down", KEY_TURN),
    ("pgup pgdn", KEY_ROUND),
    ("home end", KEY_ENDS),
    ("17 enter", KEY_NUMBER),
    ("a b c …", KEY_SEAT),
    ("s", KEY_SPECTATOR),
    ("o", KEY_OPEN),
    ("?", KEY_HELP),
    ("q", KEY_QUIT),
)
PLAIN_SIGNS: Final = str.maketrans({"←": "<", "→": ">", "↑": "^", "↓": "v", "⏎": "=", "…": "."})


@dataclass(frozen=True, slots=True)
class ScreenState:
    """What of a match is on the screen: the frame, for whose eyes, what is being typed."""

    at: int
    who: Who = EVERYTHING
    typed: str = ""
    help: bool = False


@dataclass(frozen=True, slots=True)
class MatchHeading:
    """What the match is called and who plays, as they stand in the heading."""

    title: str
    names: Sequence[str]


def compose(
    film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme, height: int
) -> list[Text]:
    """At most `height` lines, none wider than the pen allows; the last one is for the keys."""
    room = height - 2
    if shot.help:
        body = _help(pen)
    elif pen.width >= WIDE:
        body = _side_by_side(film, cast, shot, pen, room)
    else:
        body = _one_below_the_other(film, cast, shot, pen, room)
    body = body[: max(room, 0)]
    body += [Text()] * (room - len(body))
    lines = [_heading(film, cast, shot, pen), *body, _foot(cast, shot, pen)]
    return [pen.clip(line) for line in lines][:height]


def position(film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme) -> list[Text]:
    """The scene of a frame, or why there is none."""
    scene = film.scene(shot.at, shot.who)
    if scene is not None:
        return draw(scene, cast.names, pen)
    why: Message | str = film.stopped or ""
    text = NO_POSITION(why=why).text(pen.lang, known(cast.names))
    return [Text(line) for line in wrapped(visible(text), pen.width)]


def whose(who: Who) -> Message:
    """For whose eyes something is shown."""
    if who == EVERYTHING:
        return OPEN()
    return SPECTATOR() if who is None else OF_SEAT(letter=seat_letter(who))


def _heading(film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme) -> Text:
    first, last = film.numbers(shot.at)
    plies = str(last) if first == last else f"{first}-{last}"
    ply = PLY_OF(plies=plies, last=film.last).text(pen.lang)
    right = f" {ply}  {VIEW(whose=whose(shot.who)).text(pen.lang)} "
    room = max(0, pen.width - cell_width(right))
    left = pen.clip(Text(f" {visible(cast.title)}"), room)
    left.pad_right(max(0, room - left.cell_len))
    return Text.assemble(left, right, style="reverse" if pen.color else "")


def _foot(cast: MatchHeading, shot: ScreenState, pen: Theme) -> Text:
    if shot.typed:
        return Text(f" {TYPING(typed=shot.typed).text(pen.lang)}")
    last = seat_letter(len(cast.names) - 1).lower()
    hints = [hint(seats=f"a-{last}").text(pen.lang) for hint in HINTS]
    if pen.ascii:
        hints = [hint.translate(PLAIN_SIGNS) for hint in hints]
    fitting = (hint for hint in hints if cell_width(hint) + 2 <= pen.width)
    return Text(f" {next(fitting, hints[-1])}", pen.faint())


def _help(pen: Theme) -> list[Text]:
    lines = [Text()]
    for keys, does in KEYS:
        shown = keys.translate(PLAIN_SIGNS) if pen.ascii else keys
        lines.append(Text.assemble("  ", (f"{shown:<12}", pen.strong()), does().text(pen.lang)))
    return lines


def _one_below_the_other(
    film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme, room: int
) -> list[Text]:
    scene = position(film, cast, shot, pen)
    space = room - LOG_LEAST - 1
    if len(scene) > space:
        hidden = len(scene) - max(space, 1) + 1
        note = Text(f"  {HIDDEN_LINES(count=hidden).text(pen.lang)}", pen.faint())
        scene = [*scene[: max(space - 1, 0)], note]
    return [*scene, Text(), *log(film, shot, pen, room - len(scene) - 1)]


def _side_by_side(
    film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme, room: int
) -> list[Text]:
    left = replace(pen, width=pen.width - LOG_WIDTH - 3)
    right = replace(pen, width=LOG_WIDTH)
    scene = position(film, cast, shot, left)
    told = log(film, shot, right, room)
    bar = pen.sign("│", "|")
    lines = []
    for row in range(room):
        line = Text.assemble(left.clip(scene[row]) if row < len(scene) else "")
        line.pad_right(left.width - line.cell_len)
        line.append(f" {bar} ", pen.faint())
        lines.append(line.append_text(told[row]) if row < len(told) else line)
    return lines


def log(film: MatchReplay, shot: ScreenState, pen: Theme, room: int) -> list[Text]:
    """As much of the log as there is room for around the current entries, which are marked."""
    frame = film.frames[shot.at]
    digits = len(str(film.last))
    rows: list[Text] = []
    current: list[int] = []
    for place, entry in enumerate(film.entries):
        text = film.text(entry, shot.who)
        if not text:
            continue
        now = frame.start <= place < frame.stop
        if now:
            current.append(len(rows))
        mark = ">" if now else " "
        line = f"{mark} {entry.number or '':>{digits}} {visible(text)}"
        style = pen.strong() if now else pen.faint() if place >= frame.stop else ""
        rows.append(Text(line, style))
    first = _window(current, len(rows), room)
    return [pen.clip(row) for row in rows[first : first + max(room, 0)]]


def _window(current: Sequence[int], rows: int, room: int) -> int:
    """The first row to show: the current ones whole if they fit, the last of them anyway."""
    low, high = current[0], current[-1]
    spare = max(0, room - (high - low + 1))
    first = low - (spare * 2 + 2) // 3 if high - low < room else high - room + 1
    return max(0, min(first, rows - room))
