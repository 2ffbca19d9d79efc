"""Records with any number of lines, matches or entries, and the functions that process them."""

from functools import partial
from random import Random
from typing import Any, Final

from engines.api import CHANCE, EVERYTHING, Ply
from engines.blue_border.cards import CALL, NO, PASS, REWARD_NONE
from engines.blue_border.position import BlueBorderOptions
from engines.blue_border.state import BlueBorder
from engines.games import GAMES
from tests.growth.lines import handled
from tests.growth.measure import Shape
from tourney.records import read
from tourney.records.record_positions import replay_of
from tourney.render.replay_screen import MatchHeading, ScreenState, dump
from tourney.render.scenes import Theme

HEAD: Final = "match: x\ngame: diams\noptions: length=quick\nseat A: a\nseat B: b\n"
DEAL: Final = "-- round 1 first A\n-- market 1 2 3\nA: hand 4 5 6\nB: hand 4 5 6\n"
END: Final = "result: A 1, B 2\nstatus: unfinished\n"
SIZE: Final = 300
"""Number of lines in the shortest file."""


def _lines(before: str, line: str, after: str, number: int) -> bytes:
    """A file that repeats one line; `#` in it is replaced by the line's number."""
    return (before + "".join(line.replace("#", str(n)) for n in range(number)) + after).encode()


BOXES: Final = "match: x\ngame: diamond-boxes\nseat A: a\nseat B: b\n"
BOXES_2: Final = "match: x\ngame: diamond-boxes-2\nseat A: a\nseat B: b\n"
BLUE: Final = "match: x\ngame: blue-border\noptions: limit=100000\nseat A: a\nseat B: b\n"
MANY: Final[dict[str, tuple[str, str, str]]] = {
    "comments": ("", "//\n".replace("//", "# c"), HEAD),
    "comments in the turns": (HEAD + DEAL, "## c\n".replace("##", "# "), END),
    "empty lines": (HEAD, "\n", END),
    "lines that are none": (HEAD, "?\n", END),
    "lines before a match": ("", "A: draw 7\n", HEAD),
    "matches": ("", HEAD.replace("x", "x#") + END, ""),
    "matches of one id": ("", HEAD + END, ""),
    "private headers": ("match: x\ngame: diams\n", "x-a: b\n", "seat A: a\nseat B: b\n"),
    "headers": ("match: x\ngame: diams\n", "event: b\n", "seat A: a\nseat B: b\n"),
    "seats": ("match: x\ngame: diams\n", "seat A: a\n", "seat B: b\n"),
    "options": ("match: x\ngame: diams\n", "options: a#=b\n", "seat A: a\nseat B: b\n"),
    "notes": (HEAD + DEAL, '-- note "a"\n', END),
    "checks": (HEAD + DEAL, "-- check points A1 B2\n", END),
    "rulings": (HEAD + DEAL, '-- ruling adjust A points +1 reason "x"\n', END),
    "rulings on nothing": (HEAD + DEAL, '-- ruling reason "x"\n', END),
    "forfeits": (HEAD + DEAL, "-- forfeit A left\n", END),
    "results": (HEAD + DEAL, END, ""),
    "forfeits at the end": (HEAD + DEAL, "forfeit: A left\n", ""),
    "notes at the end": (HEAD + DEAL + END, '-- note "a"\n', ""),
    "rows opened": (HEAD + DEAL, "-- reveal A hand 4 5 6\n", END),
    "unknown cards drawn": (HEAD + DEAL, "A: draw ?\nB: draw ?\n", END),
    "turns that stood": (HEAD + DEAL, "A: ^draw 7\n", END),
    "turns of a dead round": (HEAD + DEAL, "A: ^draw -; pass\nB: ^draw -; pass\n", END),
    "turns with believed cards": (HEAD + DEAL, "A: draw 7?\nB: draw 8?\n", END),
    "passes": (BOXES_2 + "-- start r9@1,0e b7@0,0n first A\n", "A: pass\nB: pass\n", END),
    "cards laid": (BOXES + "-- start r9@1,0e b7@0,0n\n", "A: ^?@#,0n; penalty ?\n", END),
    "cards laid in a row": (BOXES_2 + "-- start r9@1,0e b7@0,0n first A\n", "A: ^?@1,0n\n", END),
    "hands": (BOXES + "-- start r9@1,0e b7@0,0n\n", "A: hand r1 r2 r3 r4 r5\n", END),
    "takes of unknown cards": (BLUE + "-- start A\n", "A: ^take 1\nB: ^deck\n", END),
    "passes of unknown cards": (BLUE + "-- start A\n", "A: pass -> 1\nB: pass -> 2\n", END),
    "skips": (BLUE + "-- start A\n", "-- skip A\n", END),
    "tricks nobody won": (
        "match: x\ngame: diamonds\nseat A: a\nseat B: b\n-- round 1 dealer A pass 1\n",
        "A: C1\n",
        END,
    ),
    "rounds": (
        "match: x\ngame: diamonds\nseat A: a\nseat B: b\n",
        "-- round 1 dealer A pass 1\n",
        "",
    ),
}


def viewed(data: bytes) -> None:
    """Produces everything shown of a match: its lines, and every position as text."""
    found = replay_of(read(data.decode()).matches[0])
    for _ in found.record(None):
        pass
    if found.frames:
        for _ in dump(found, MatchHeading("x", ["a", "b"]), ScreenState(0), Theme()):
            pass


def _long_match(limit: int, *, hidden: bool) -> bytes:
    """A record of one long round of Blue Border in which no player reaches the end."""
    game, rng = GAMES["blue-border"], Random(1)
    state = BlueBorder(BlueBorderOptions(limit=100_000), 2)
    log: list[Ply[Any]] = []
    while len(log) < limit:
        seat = state.pending()[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        elif state.phase() == "turn":
            move = state.sample(seat, rng) if len(state.lines[seat]) < 5 else PASS + 1
        elif state.phase() == "call":
            move = CALL if len(state.lines[1 - seat]) == 5 or rng.random() < 0.3 else NO
        else:
            move = REWARD_NONE if len(state.lines[seat]) > 3 else state.sample(seat, rng)
        state.apply(seat, move, log)
    who = None if hidden else EVERYTHING
    lines = "\n".join(game.layout([(ply.seat, game.text(ply, who)) for ply in log]))
    return f"{BLUE}\n{lines}\n\nstatus: unfinished\n".encode()


FILES: Final = [
    *(Shape(name, partial(_lines, *parts), handled) for name, parts in MANY.items()),
    Shape("a long match", partial(_long_match, hidden=False), handled, 40),
    Shape("a long match, cards unknown", partial(_long_match, hidden=True), handled, 40),
    Shape("a long match, viewed", partial(_long_match, hidden=False), viewed, 40),
    Shape("a long match, cards unknown, viewed", partial(_long_match, hidden=True), viewed, 40),
]
