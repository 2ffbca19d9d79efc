"""Corrections, merged players and results, killed while they write: whole or not at all."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.cli.pty_session import PATIENCE, Session
from tests.conftest import Tourney
from tourney.records import record as text_of
from tourney.store import Database, open_store
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import match_named, stored_matches
from tourney.store.players import all_players

RECORD = """\
match: club/1
game: blue-border
event: Club night
seat A: Aiko
seat B: Ben
seat C: Chie

result: A 7, B 3, C 2
rank: A > B > C
status: complete
"""
KILLS = 30
State = tuple[object, ...]


def edited(store: Database) -> State:
    """The record with the number of its revision, and the rows of the log."""
    match = match_named(store, "club/1")
    return text_of(match), match.revision, len(list(log_entries(store)))


def merged(store: Database) -> State:
    """The names of each player, and the rows of the log."""
    names = sorted((one.name, *one.aliases) for one in all_players(store))
    return (*names, len(list(log_entries(store))))


def results(store: Database) -> State:
    """The stored matches, and the rows of the log."""
    return (*(text_of(match) for match in stored_matches(store)), len(list(log_entries(store))))


def turns(folder: Path, what: str, number: int) -> Sequence[str]:
    """The command of a turn, after the turn before has been done."""
    if what == "edit":
        (folder / "new.tmr").write_text(RECORD.replace("B 3", f"B {4 + number % 3}"))
        return ("match", "edit", "club/1", "--file", "new.tmr", "--reason", "x", "--yes")
    if what == "merge":
        return ("player", "merge", "Ben", "Chie", *(("--undo",) if number % 2 else ()))
    players = ("--players", "Aiko,Ben,Chie", "--id", f"club/{number + 2}", "--yes")
    return ("record", "blue-border", *players, "--result-only")


CASES: dict[str, Callable[[Database], State]] = {"edit": edited, "merge": merged, "record": results}


def state(folder: Path, what: str) -> State:
    """What is stored; the database must be sound."""
    with open_store(str(folder / "tourney.db")) as store:
        assert problems(store) == []
        return CASES[what](store)


def run(folder: Path, words: Sequence[str], moment: float | None) -> bool:
    """Run a command, and kill it after some seconds; whether it has said that it is done."""
    with Session(words, folder, (100, 30), talk=True, PROMPT_TOOLKIT_NO_CPR="1") as session:
        if words[0] == "record":
            while "\x1b[?2004h" not in session.output and session.read(PATIENCE):
                pass
            session.press("7 3 2", "enter")
        if moment is not None:
            time.sleep(moment)  # any moment will do
            session.process.kill()
        session.process.wait(PATIENCE)
        while session.read(0):
            pass
        return "undo: " in session.output


@pytest.mark.full
@pytest.mark.parametrize("what", CASES)
def test_a_killed_command_has_done_everything_or_nothing(
    tourney: Tourney, tmp_path: Path, what: str
) -> None:
    """Killed at moments uniform over the time of a whole command; then it is done again."""
    two = RECORD.replace("seat C: Chie\n", "").replace(", C 2", "").replace(" > C", "")
    (tmp_path / "1.tmr").write_text(two if what == "merge" else RECORD)
    assert tourney("import", "1.tmr").code == 0
    if what == "merge":
        assert tourney("player", "add", "Chie").code == 0
    luck, number, counts = Random(what), 0, [0, 0]
    start = time.monotonic()
    run(tmp_path, turns(tmp_path, what, number), None)
    whole = time.monotonic() - start
    while sum(counts) < KILLS:
        number += 1
        words, before = turns(tmp_path, what, number), state(tmp_path, what)
        said = run(tmp_path, words, luck.uniform(0, 1.5 * whole))
        after = state(tmp_path, what)
        counts[after != before] += 1
        assert after != before or not said
        if after == before:
            run(tmp_path, words, None)
        done = state(tmp_path, what)
        assert done != before
        assert after in (before, done)
    print(f"{what}: {counts[0]} killed before the change was stored, {counts[1]} after")
