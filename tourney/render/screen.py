"""One screen of a replay: heading, scene, log with the current ply marked, keys.

Pure: what is shown, how large the terminal is and what is being typed go in, lines come out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from engines.api import EVERYTHING, Who, seat_letter
from tourney.render.film import Film
from tourney.render.scenes import Pen, draw
from tourney.render.text import visible

WIDE: Final = 108  # from here on the log stands beside the scene
LOG_WIDTH: Final = 42
LOG_LEAST: Final = 3

KEYS: Final = (
    ("left right", "one ply back, forward (also backspace, space)"),
    ("up down", "the turn before, the next turn"),
    ("pgup pgdn", "the round before, the next round"),
    ("home end", "the first ply, the last"),
    ("17 enter", "to ply 17"),
    ("a b c …", "what that seat sees"),
    ("s", "what a spectator sees"),
    ("o", "everything open"),
    ("?", "this help"),
    ("q", "quit"),
)
HINTS: Final = (
    "←→ ply  ↑↓ turn  PgUp/PgDn round  Home End  17⏎ to ply  {seats} seat  s spectator  o open"
    "  ? help  q quit",
    "←→ ply  ↑↓ turn  PgUp/PgDn round  {seats} s o view  17⏎ to ply  ? help  q quit",
    "←→ ply  ↑↓ turn  {seats} s o view  ? help  q quit",
    "←→ ply  ? help  q quit",
    "? help  q quit",
)
PLAIN_SIGNS: Final = str.maketrans({"←": "<", "→": ">", "↑": "^", "↓": "v", "⏎": "=", "…": "."})


@dataclass(frozen=True, slots=True)
class Shot:
    """What of a match is on the screen: the frame, for whose eyes, what is being typed."""

    at: int
    who: Who = EVERYTHING
    typed: str = ""
    help: bool = False


@dataclass(frozen=True, slots=True)
class Cast:
    """What the match is called and who plays, as they stand in the heading."""

    title: str
    names: Sequence[str]


def compose(film: Film, cast: Cast, shot: Shot, pen: Pen, height: int) -> list[Text]:
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


def position(film: Film, cast: Cast, shot: Shot, pen: Pen) -> list[Text]:
    """The scene of a frame, or why there is none."""
    scene = film.scene(shot.at, shot.who)
    if scene is not None:
        return draw(scene, cast.names, pen)
    return [Text(f"No position: {visible(film.stopped)}", overflow="fold")]


def seen_by(who: Who) -> str:
    """For whose eyes something is shown."""
    if who == EVERYTHING:
        return "open"
    return "spectator" if who is None else f"seat {seat_letter(who)}"


def _heading(film: Film, cast: Cast, shot: Shot, pen: Pen) -> Text:
    first, last = film.numbers(shot.at)
    plies = str(last) if first == last else f"{first}-{last}"
    right = f" ply {plies} of {film.last}  view: {seen_by(shot.who)} "
    left = pen.clip(Text(f" {visible(cast.title)}"), max(0, pen.width - len(right)))
    left.pad_right(max(0, pen.width - left.cell_len - len(right)))
    return Text.assemble(left, right, style="reverse" if pen.color else "")


def _foot(cast: Cast, shot: Shot, pen: Pen) -> Text:
    if shot.typed:
        return Text(f" to ply {shot.typed}_  (enter: go, escape: stay)")
    last = seat_letter(len(cast.names) - 1).lower()
    hints = [hint.format(seats=f"a-{last}") for hint in HINTS]
    if pen.ascii:
        hints = [hint.translate(PLAIN_SIGNS) for hint in hints]
    fitting = (hint for hint in hints if len(hint) + 2 <= pen.width)
    return Text(f" {next(fitting, 'q quit')}", pen.faint())


def _help(pen: Pen) -> list[Text]:
    lines = [Text()]
    for keys, words in KEYS:
        shown = keys.translate(PLAIN_SIGNS) if pen.ascii else keys
        lines.append(Text.assemble("  ", (f"{shown:<12}", pen.strong()), words))
    return lines


def _one_below_the_other(film: Film, cast: Cast, shot: Shot, pen: Pen, room: int) -> list[Text]:
    scene = position(film, cast, shot, pen)
    space = room - LOG_LEAST - 1
    if len(scene) > space:
        hidden = len(scene) - max(space, 1) + 1
        note = Text(f"  ({hidden} more lines in a taller window)", pen.faint())
        scene = [*scene[: max(space - 1, 0)], note]
    return [*scene, Text(), *log(film, shot, pen, room - len(scene) - 1)]


def _side_by_side(film: Film, cast: Cast, shot: Shot, pen: Pen, room: int) -> list[Text]:
    left = Pen(pen.width - LOG_WIDTH - 3, pen.ascii, pen.color)
    right = Pen(LOG_WIDTH, pen.ascii, pen.color)
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


def log(film: Film, shot: Shot, pen: Pen, room: int) -> list[Text]:
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
