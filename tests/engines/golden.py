"""Golden playthroughs: whole matches of every variant as readable text.

`python -m tests.engines.golden [GAME …]` writes them again, in the test folder of each game. A file
contains the dealt orders and the decisions, but no seed. `B> draw (2)` is a decision with the
number of legal moves; the indented lines below it are its log entries, with the text for
spectators after the bar.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engines.api import CHANCE, seat_letter
from tests.engines.contract.playing import CASES, AnyState, Case
from tests.engines.own import HERE, adapter, folder
from tourney.contracts.secrets import ADAPTERS, secrets_of


def path(case: Case) -> Path:
    """The file of a case."""
    words = [case.game.name, str(case.seats), *(_word(key, value) for key, value in case.setting)]
    return folder(case.game.name) / "playthroughs" / f"{'-'.join(words)}.txt"


def _word(key: str, value: str) -> str:
    return key if value == "on" else value if value.isalpha() else key + value


def made(case: Case) -> Iterator[tuple[int, Any]]:
    """The moves of a new match."""
    rng = Random(f"golden {case}")
    state = case.start()
    while state.pending():
        seat = state.pending()[0]
        if seat == CHANCE:
            move = case.game.shuffle(state, rng)
        else:
            move = secrets_of(case.game.name).pursue(case.game, state, seat, rng)
        yield seat, move
        state.apply(seat, move)


def read(case: Case, text: str) -> Iterator[tuple[int, Any]]:
    """The moves in a playthrough."""
    for line in text.splitlines():
        _, colon, order = line.partition(": ")
        letter, arrow, move = line.partition("> ")
        if line.startswith("chance ") and colon:
            yield CHANCE, tuple(map(int, order.split()))
        elif arrow and len(letter) == 1:
            yield "ABCDEFGH".index(letter), case.game.parse_move(move.rpartition(" (")[0])


def written(case: Case, moves: Iterator[tuple[int, Any]]) -> str:
    """The text of a playthrough of these moves in the current engine."""
    lines = [str(case)]
    state = case.start()
    for seat, move in moves:
        lines.append(_decision(case, state, seat, move))
        log: list[Any] = []
        assert state.is_legal(seat, move)
        state.apply(seat, move, log)
        for ply in log:
            full, told = case.game.text(ply), case.game.text(ply, None)
            who = "--" if ply.seat == CHANCE else f"{seat_letter(ply.seat)}:"
            lines.append(f"    {who} {full}" + ("" if told == full else f"  |  {told}"))
    outcome = state.outcome()
    assert outcome is not None
    scores, places = (" ".join(map(str, row)) for row in outcome[:2])
    return "\n".join([*lines, f"scores {scores}, places {places}", ""])


def _decision(case: Case, state: AnyState, seat: int, move: Any) -> str:
    if seat == CHANCE:
        return f"chance {state.chance()}: {' '.join(map(str, move))}"
    count = len(state.legal_moves(seat))
    return f"{seat_letter(seat)}> {case.game.move_text(move)} ({count})"


def main(names: Sequence[str]) -> None:
    """Write the playthroughs of the named games again; of all games if none is named."""
    ADAPTERS.append(adapter)
    chosen = [case for case in CASES if not names or case.game.name in names]
    for old in {*HERE.glob("*/playthroughs/*")} - {path(case) for case in CASES}:
        old.unlink()
    for case in chosen:
        path(case).parent.mkdir(parents=True, exist_ok=True)
        path(case).write_text(written(case, made(case)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
