"""Results that no match of their game ends with, which versions without limits stored."""

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.records import read, stored
from tourney.store import open_store
from tourney.store.imports import add_match

RECORD = """\
match: cup/r1/t1
game: {game}
event: Cup
round: 1
table: 1
seat A: Ken
seat B: Mei
seat C: Yui

result: {result}
rank: {rank}
status: complete
"""


@pytest.mark.parametrize(
    ("game", "result", "rank", "limit", "right"),
    [
        ("diamonds", "A 999999, B 3, C 2", "A > B > C", "'Ken=999999': the score is at most 153",
         (40, 3, 2)),
        ("blue-border", "A 9, B 9, C 2", "A = B > C", "'Ken=9': the score is at most 7", (7, 3, 2)),
    ],
)  # fmt: skip
def test_an_impossible_score_of_an_older_version_is_named_with_the_command_that_helps(
    tourney: Tourney, game: str, result: str, rank: str, limit: str, right: tuple[int, ...]
) -> None:
    """The printed command, with the scores of the table, lets another database import the event."""
    new = ("event", "new", "Cup", "--players", "Ken,Mei,Yui", "--game", game, "--sizes", "3")
    assert tourney(*new, "-q").code == tourney("event", "pair", "-q").code == 0
    text = RECORD.format(game=game, result=result, rank=rank)
    with open_store("tourney.db", actor="ann") as store:
        # As a version stored it that compared no result with the limits of its game.
        add_match(store, stored(read(text).matches[0]), "match result", check=lambda *_: None)

    found = tourney("db", "integrity")
    assert (found.code, limit in found.err, "sound" in found.err) == (0, True, True), found
    assert limit in tourney("export", "event", "Cup", "-o", "cup.json").err
    refused = tourney("--db", "other.db", "import", "--type", "event", "cup.json")
    assert (refused.code, limit in refused.err) == (3, True)
    assert not Path("other.db").exists()
    printed = re.search(r"with tourney (match result .*?), and export", refused.err)
    assert printed is not None
    words = shlex.split(printed[1])
    for score in right:
        at = next(at for at, word in enumerate(words) if word.endswith("=SCORE"))
        words[at] = words[at].replace("SCORE", str(score))
    corrected = tourney(*words, "-y")
    assert (corrected.code, "undo" in corrected.err) == (0, False), corrected

    assert tourney("export", "event", "Cup", "-o", "cup.json").err == "wrote event to cup.json\n"
    assert tourney("--db", "other.db", "import", "--type", "event", "cup.json", "-q").code == 0
    for database in ("tourney.db", "other.db"):
        sound = tourney("--db", database, "db", "integrity")
        assert sound == (0, "", f"{database} is sound\n")
        # The revision before the correction is kept, and cannot come back.
        back = tourney("--db", database, "match", "restore", "cup/r1/t1", "--revision", "1", "-y")
        assert back.code == 3
