"""A replay on the terminal: one screen with keys, or the whole match as plain text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.text import Text

from engines.api import EVERYTHING, Who, seat_letter
from engines.messages import Message, Sentence, say
from tourney.domain.safe_text import visible
from tourney.render.code_words import HINTS
from tourney.render.frames import MatchReplay
from tourney.render.scenes import Theme, draw, known, plain
from tourney.render.text import cell_width, wrapped

# One screen of a replay: heading, scene, log with the current ply marked, keys.
#
# A pure function of the match, the size of the terminal and the keys typed.

WIDE: Final = 108  # columns from which the log is shown beside the scene
LOG_WIDTH: Final = 42
LOG_LEAST: Final = 3

KEYS: Final = (
    ("left right", Sentence("render.key-ply")),
    ("up down", Sentence("render.key-turn")),
    ("pgup pgdn", Sentence("render.key-round")),
    ("home end", Sentence("render.key-ends")),
    ("17 enter", Sentence("render.key-number")),
    ("a b c …", Sentence("render.key-seat")),
    ("s", Sentence("render.key-spectator")),
    ("o", Sentence("render.key-open")),
    ("?", Sentence("render.key-help")),
    ("q", Sentence("render.key-quit")),
)
PLAIN_SIGNS: Final = str.maketrans({"←": "<", "→": ">", "↑": "^", "↓": "v", "⏎": "=", "…": "."})


@dataclass(frozen=True, slots=True)
class ScreenState:
    """The state of the screen: frame, viewer, typed digits."""

    at: int
    who: Who = EVERYTHING
    typed: str = ""
    help: bool = False


@dataclass(frozen=True, slots=True)
class MatchHeading:
    """The title of the match and the names of the players."""

    title: str
    names: Sequence[str]


def compose(
    replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme, height: int
) -> list[Text]:
    """At most `height` lines within the width of the theme; the last one shows the keys."""
    room = height - 2
    if screen.help:
        body = _help(theme)
    elif theme.width >= WIDE:
        body = _side_by_side(replay, heading, screen, theme, room)
    else:
        body = _one_below_the_other(replay, heading, screen, theme, room)
    body = body[: max(room, 0)]
    body += [Text()] * (room - len(body))
    lines = [_heading(replay, heading, screen, theme), *body, _foot(heading, screen, theme)]
    return [theme.clip(line) for line in lines][:height]


def position(
    replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme
) -> list[Text]:
    """The scene of a frame, or the reason why there is none."""
    scene = replay.scene(screen.at, screen.who)
    if scene is not None:
        return draw(scene, heading.names, theme)
    why: Message | str = replay.stopped or ""
    text = say("render.no-position", why=why).text(theme.lang, known(heading.names))
    return [Text(line) for line in wrapped(visible(text), theme.width)]


def whose(who: Who) -> Message:
    """The viewer as text."""
    if who == EVERYTHING:
        return say("render.open")
    return (
        say("render.spectator") if who is None else say("render.of-seat", letter=seat_letter(who))
    )


def _heading(replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme) -> Text:
    first, last = replay.numbers(screen.at)
    plies = str(last) if first == last else f"{first}-{last}"
    ply = say("render.ply-of", plies=plies, last=replay.last).text(theme.lang)
    right = f" {ply}  {say('render.view', whose=whose(screen.who)).text(theme.lang)} "
    room = max(0, theme.width - cell_width(right))
    left = theme.clip(Text(f" {theme.measured(visible(heading.title))}"), room)
    left.pad_right(max(0, room - left.cell_len))
    return Text.assemble(left, right, style="reverse" if theme.color else "")


def _foot(heading: MatchHeading, screen: ScreenState, theme: Theme) -> Text:
    if screen.typed:
        return Text(f" {say('render.typing', typed=screen.typed).text(theme.lang)}")
    last = seat_letter(len(heading.names) - 1).lower()
    hints = [hint(seats=f"a-{last}").text(theme.lang) for hint in HINTS]
    if theme.narrow:
        hints = [hint.translate(PLAIN_SIGNS) for hint in hints]
    fitting = (hint for hint in hints if cell_width(hint) + 2 <= theme.width)
    return Text(f" {next(fitting, hints[-1])}", theme.faint())


def _help(theme: Theme) -> list[Text]:
    lines = [Text()]
    for keys, does in KEYS:
        shown = keys.translate(PLAIN_SIGNS) if theme.narrow else keys
        lines.append(Text.assemble("  ", (f"{shown:<12}", theme.strong()), does().text(theme.lang)))
    return lines


def _one_below_the_other(
    replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme, room: int
) -> list[Text]:
    scene = position(replay, heading, screen, theme)
    # The log keeps its least lines; a scene that is too high ends with how much is hidden.
    space = room - LOG_LEAST - 1
    if len(scene) > space:
        hidden = len(scene) - max(space, 1) + 1
        note = Text(f"  {say('render.hidden-lines', count=hidden).text(theme.lang)}", theme.faint())
        scene = [*scene[: max(space - 1, 0)], note]
    return [*scene, Text(), *log(replay, screen, theme, room - len(scene) - 1)]


def _side_by_side(
    replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme, room: int
) -> list[Text]:
    left = replace(theme, width=theme.width - LOG_WIDTH - 3)
    right = replace(theme, width=LOG_WIDTH)
    scene = position(replay, heading, screen, left)
    rows = log(replay, screen, right, room)
    bar = theme.sign("│", "|")
    lines = []
    for row in range(room):
        line = Text.assemble(left.clip(scene[row]) if row < len(scene) else "")
        line.pad_right(left.width - line.cell_len)
        line.append(f" {bar} ", theme.faint())
        lines.append(line.append_text(rows[row]) if row < len(rows) else line)
    return lines


def log(replay: MatchReplay, screen: ScreenState, theme: Theme, room: int) -> list[Text]:
    """The part of the log around the current entries, which are marked."""
    frame = replay.frames[screen.at]
    digits = len(str(replay.last))
    rows: list[Text] = []
    current: list[int] = []
    for place, entry in enumerate(replay.entries):
        text = replay.text(entry, screen.who)
        if not text:
            continue
        now = frame.start <= place < frame.stop
        begin = len(rows)
        mark = ">" if now else " "
        line = f"{mark} {entry.number or '':>{digits}} {visible(text)}"
        style = theme.strong() if now else theme.faint() if place >= frame.stop else ""
        rows.append(Text(line, style))
        for info in map(visible, replay.infos_of(entry, screen.who)):
            # Whole for the current entry; for others one line, which may be cut off.
            lines = wrapped(info, theme.width - digits - 3) if now else [info]
            rows += [Text(" " * (digits + 3) + line, theme.faint()) for line in lines]
        if now:
            current += range(begin, len(rows))
    first = _window(current, len(rows), room)
    return [theme.clip(row) for row in rows[first : first + max(room, 0)]]


def _window(current: Sequence[int], rows: int, room: int) -> int:
    """The first row to show, so that all current rows fit, or at least the last one."""
    low, high = current[0], current[-1]
    spare = max(0, room - (high - low + 1))
    # Two thirds of the spare rows stand above the current ones.
    first = low - (spare * 2 + 2) // 3 if high - low < room else high - room + 1
    return max(0, min(first, rows - room))


# A match as plain text: every ply and the scene after it.


def dump(
    replay: MatchReplay, heading: MatchHeading, screen: ScreenState, theme: Theme
) -> Iterator[str]:
    """The text in pieces, starting at the frame of `screen`."""
    names = "  ".join(f"{seat_letter(seat)} {name}" for seat, name in enumerate(heading.names))
    view = say("render.view", whose=whose(screen.who)).text(theme.lang)
    yield f"{visible(heading.title)}: {visible(names)}  ({view})\n"
    digits = len(str(replay.last))
    for at in range(screen.at, len(replay.frames)):
        yield "\n"
        for entry in replay.entries_of(at):
            if text := replay.text(entry, screen.who):
                yield f"{entry.number or '':>{digits}} {visible(text)}\n"
            for info in replay.infos_of(entry, screen.who):
                yield f"{'':>{digits}} {visible(info)}\n"
        if replay.frames[at].state is not None or at == screen.at or replay.frames[at - 1].state:
            yield plain(position(replay, heading, ScreenState(at, screen.who), theme), theme)
