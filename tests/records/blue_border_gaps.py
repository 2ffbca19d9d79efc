"""Records of Blue Border with unknown numbers, made from matches that the engine played."""

import re
from random import Random

from engines.api import CHANCE, Ply
from engines.blue_border.cards import CALL, NO
from engines.blue_border.state import BlueBorder
from engines.games import GAMES

GAME = GAMES["blue-border"]
OPTIONS = ({}, {"limit": "60"}, {"rounds": "2", "bl": "8,10", "limit": "60"}, {"limit": "7"})
NUMBER = re.compile(r"(?<=[= ,])(?<!take )(?<!-> )\d+(?=$|[ ;,])", re.M)


def played(seed: int, *, source: str = "table") -> str:
    """The record of a whole match with enough calls that lines grow."""
    rng = Random(seed)
    seats, given = 2 + seed % 3, rng.choice(OPTIONS)
    calls = rng.choice((0.02, 0.1, 0.4))
    options = GAME.options(given, seats)
    state = GAME.start(options, seats)
    log: list[Ply[object]] = []
    while owing := state.pending():
        if owing == (CHANCE,):
            state.apply(CHANCE, GAME.shuffle(state, rng), log)
        elif state.phase() == "call":
            state.apply(owing[0], CALL if rng.random() < calls else NO, log)
        else:
            state.apply(owing[0], state.sample(owing[0], rng), log)
    outcome = state.outcome()
    assert outcome is not None
    lines = [f"match: m/{seed}", "game: blue-border"]
    if given:
        lines.append(f"options: {GAME.options_text(options)}")
    lines += [f"source: {source}", *(f"seat {letter}: ?" for letter in "ABCD"[:seats]), ""]
    lines += GAME.layout([(ply.seat, GAME.text(ply)) for ply in log])
    scores = ", ".join(f"{a} {b}" for a, b in zip("ABCD", outcome.scores, strict=False))
    return "\n".join([*lines, "", f"result: {scores}", "status: complete", ""])


def with_gaps(text: str, seed: int, share: float) -> str:
    """The record with a share of its numbers replaced by `?`."""
    rng = Random(seed)
    head, body, tail = text.split("\n\n")
    hidden = NUMBER.sub(lambda found: "?" if rng.random() < share else found[0], body)
    return "\n\n".join((head, hidden, tail))


def long_match(moves: int, seed: int = 7) -> str:
    """The record of four seats that call so often that nobody wins before the limit of moves."""
    rng = Random(seed)
    state = GAME.start(GAME.options({"limit": str(moves)}, 4), 4)
    log: list[Ply[object]] = []
    while owing := state.pending():
        if owing == (CHANCE,):
            state.apply(CHANCE, GAME.shuffle(state, rng), log)
        elif state.phase() == "call":
            assert isinstance(state, BlueBorder)
            full = max(map(len, state.lines)) > 5
            state.apply(owing[0], CALL if full or rng.random() < 0.3 else NO, log)
        else:
            state.apply(owing[0], state.sample(owing[0], rng), log)
    lines = ["match: m", "game: blue-border", f"options: limit={moves}", "source: table"]
    lines += [*(f"seat {letter}: ?" for letter in "ABCD"), ""]
    lines += GAME.layout([(ply.seat, GAME.text(ply)) for ply in log])
    return "\n".join([*lines, "", "status: complete", ""])
