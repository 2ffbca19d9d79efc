"""A match as plain text from top to bottom: every ply and the scene after it."""

from collections.abc import Iterator

from engines.api import seat_letter
from tourney.render.messages import VIEW
from tourney.render.replay import MatchReplay
from tourney.render.replay_screen import MatchHeading, ScreenState, position, whose
from tourney.render.scenes import Theme, plain
from tourney.render.text import visible


def dump(film: MatchReplay, cast: MatchHeading, shot: ScreenState, pen: Theme) -> Iterator[str]:
    """Piece by piece from the frame of `shot` on."""
    names = "  ".join(f"{seat_letter(seat)} {name}" for seat, name in enumerate(cast.names))
    view = VIEW(whose=whose(shot.who)).text(pen.lang)
    yield f"{visible(cast.title)}: {visible(names)}  ({view})\n"
    digits = len(str(film.last))
    for at in range(shot.at, len(film.frames)):
        yield "\n"
        for entry in film.told(at):
            if text := film.text(entry, shot.who):
                yield f"{entry.number or '':>{digits}} {visible(text)}\n"
        if film.frames[at].state is not None or at == shot.at or film.frames[at - 1].state:
            yield plain(position(film, cast, ScreenState(at, shot.who), pen), pen)
