"""A match as plain text: every ply and the scene after it."""

from collections.abc import Iterator

from engines.api import seat_letter
from engines.messages import say
from tourney.render.replay import MatchReplay
from tourney.render.replay_screen import MatchHeading, ScreenState, position, whose
from tourney.render.scenes import Theme, plain
from tourney.render.text import visible


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
