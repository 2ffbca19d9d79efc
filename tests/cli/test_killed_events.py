"""Changes of an event, killed while they are made: whole or not at all, and the replay passes."""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.cli.pty_session import PATIENCE, Session
from tests.conftest import Tourney
from tourney.records import record as text_of
from tourney.store import open_store
from tourney.store.events import event_named, event_view
from tourney.store.integrity import problems
from tourney.store.matches import event_matches

KILLS = 20
DATABASE = "tourney.db"
KEPT = "kept.db"
SETTINGS = ("--game", "diamonds", "--schedule", "swiss", "--rounds", "2", "--seed", "7", "--sizes")
NEW = ("event", "new", "Cup", "--players", "Ann,Bo,Cy,Di", *SETTINGS, "4")
SMALL = (*NEW[:-1], "2-4", "--prefer", "4")
BOTS = ("event", "new", "Cup", *(f"--bot=b{number}=random" for number in range(12)), *SETTINGS, "4")
PAIR = ("event", "pair")
CASES: dict[str, tuple[Sequence[Sequence[str]], Sequence[str]]] = {
    "pair": ((NEW,), PAIR),
    "result": ((NEW, PAIR), ("match", "result", "r1/t1", "Ann=6", "Bo=5", "Cy=4", "Di=3")),
    "no-show": ((SMALL, PAIR), ("event", "no-show", "Cy")),
    "play": ((BOTS, PAIR), ("event", "play", "-j", "1")),
}
"""The commands before, and the one that is killed."""
Kept = tuple[object, ...]


def stored(folder: Path) -> tuple[Kept, frozenset[str]]:
    """The rows of the event without its results, and the records; the database must be sound."""
    with open_store(str(folder / DATABASE)) as store:
        assert problems(store) == []
        event = event_named(store, "Cup")
        rows, _, names, _ = event_view(store, event)
        matches = frozenset(map(text_of, event_matches(store, "Cup", entries=True)))
        assert sum(row.what == "event result" for row in rows) == len(matches)
        others = ((row.what, str(row.details)) for row in rows if row.what != "event result")
        return (*others, *names.items()), matches


def run(folder: Path, words: Sequence[str], moment: float | None) -> None:
    """Run a command, and kill it after some seconds."""
    with Session(words, folder, (100, 30), talk=True, TOURNEY_NO_INPUT="1") as session:
        end = time.monotonic() + PATIENCE
        if moment is not None:
            time.sleep(moment)  # any moment will do
            session.process.kill()
        while session.process.poll() is None and time.monotonic() < end:
            session.read(0.01)
        session.process.wait(PATIENCE)


@pytest.mark.full
@pytest.mark.parametrize("what", CASES)
def test_a_killed_change_of_an_event_is_stored_whole_or_not_at_all(
    tourney: Tourney, tmp_path: Path, what: str
) -> None:
    """Killed at moments uniform over the time of the command; then the command is repeated.

    A command that plays tables stores each of them at its end, so some may be missing.
    """
    before, words = CASES[what]
    for one in before:
        assert tourney(*one).code == 0
    shutil.copy(tmp_path / DATABASE, tmp_path / KEPT)
    start = stored(tmp_path)
    begun = time.monotonic()
    run(tmp_path, words, None)
    whole, done = time.monotonic() - begun, stored(tmp_path)
    assert done != start
    luck, counts = Random(what), {"before": 0, "between": 0, "after": 0}
    for _ in range(KILLS):
        for file in tmp_path.glob(f"{DATABASE}*"):
            file.unlink()
        shutil.copy(tmp_path / KEPT, tmp_path / DATABASE)
        run(tmp_path, words, luck.uniform(0, 1.2 * whole))
        found = stored(tmp_path)
        assert tourney("event", "replay", "Cup", "-q").code == 0
        counts["before" if found == start else "after" if found == done else "between"] += 1
        if what == "play":
            assert (found[0], found[1] <= done[1]) == (done[0], True)
        else:
            assert found in (start, done)
        if found != done:
            run(tmp_path, words, None)
            assert stored(tmp_path) == done
    print(f"event {what}: killed {counts}, the undisturbed command took {whole:.2f} s")
