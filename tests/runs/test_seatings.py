"""No process of a bot that has seen a deal lives when the deal is played in another seating."""

import json
import signal
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.agents.tables import command
from tests.conftest import Tourney
from tests.program import Program
from tests.until import until
from tourney.play.luck import bot_luck, derived_bot_seed
from tourney.store import open_store
from tourney.store.matches import finished_numbers
from tourney.store.runs import run_named

DEALS = 5
DIARIST = """
import json, os, sys, time
me = os.urandom(8).hex()  # in a namespace of its own every bot is process 2
def note(**entry):
    with open(__file__ + ".diary", "a") as diary:
        diary.write(json.dumps({"me": me, "at": time.monotonic(), **entry}) + "\\n")
for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "hello":
        print('{"t":"hello","proto":"tmbp/1","version":"1","want":["legal"]}', flush=True)
    elif said["t"] == "ping":
        print(json.dumps({"t": "pong", "n": said["n"]}), flush=True)
    elif said["t"] == "match":
        note(match=said["m"], seat=said["seat"])
        print('{"t":"ready"}', flush=True)
    elif said["t"] == "act":
        move = {"t": "move", "id": said["id"], "move": said["legal"][0]}
        print(json.dumps(move), flush=True)
note()
"""
CLASS = """
seen = {}
class Bot:
    version = "1"
    def start(self, game, seat, seats, rules):
        self.seat = seat
    def choose(self, view, legal):
        known = [seen.setdefault(card, self.seat) for card in view["market"]]
        return legal[-1] if any(seat != self.seat for seat in known) else legal[0]
"""


class Match(NamedTuple):
    """A match in a diary: its deal, its process, when it began, and when the process ended."""

    deal: int
    process: str
    began: float
    ended: float


def matches(diary: Path) -> list[Match]:
    """The matches in a diary.

    The match id comes from the bot's own luck, so the deal follows from it when the seed is known.
    """
    notes = [json.loads(line) for line in diary.read_text().splitlines()]
    deals = {
        (bot_luck(derived_bot_seed("1"), deal, seat, "d").match, seat): deal
        for deal in range(DEALS)
        for seat in range(3)
    }
    ends = {note["me"]: note["at"] for note in notes if "match" not in note}
    return [
        Match(deals[note["match"], note["seat"]], note["me"], note["at"], ends[note["me"]])
        for note in notes
        if "match" in note
    ]


@pytest.mark.parametrize(
    ("jobs", "block", "schedule", "others", "seatings"),
    [
        ("1", "rotation", "fixed", 2, 3),
        pytest.param("2", "rotation", "fixed", 2, 3, marks=pytest.mark.full),
        pytest.param("1", "all", "fixed", 2, 6, marks=pytest.mark.full),
        pytest.param("1", "rotation", "roundrobin", 3, 9, marks=pytest.mark.full),
        pytest.param("2", "rotation", "roundrobin", 3, 9, marks=pytest.mark.full),
    ],
)
def test_whoever_has_seen_a_deal_has_ended_when_it_is_played_again(
    tourney: Tourney, tmp_path: Path, jobs: str, block: str, schedule: str, others: int,
    seatings: int,
) -> None:  # fmt: skip
    (tmp_path / "d.py").write_text(DIARIST)
    field = [word for n in range(others) for word in ("--bot", f"r{n}=random")]
    seated = ("--seats", "3", "--block", block, "--schedule", schedule, "-j", jobs)
    result = tourney(
        *("run", "-g", "diams", "-O", "length=quick"),
        *("--bot", f"d={command('d.py')}", *field, *seated),
        *("--deals", str(DEALS), "--name", "x", "--seed", "1"),
    )
    assert result.code == 0, result.err
    played = sorted(matches(tmp_path / "d.py.diary"), key=lambda match: (match.deal, match.began))
    assert Counter(match.deal for match in played) == dict.fromkeys(range(DEALS), seatings)
    for before, after in pairwise(played):
        assert before.deal != after.deal or before.ended < after.began
    if jobs == "1":  # the first deal tells how long a start takes
        assert len({match.process for match in played}) <= 2 * seatings


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_keeps_what_it_has_played_and_plays_the_rest(
    tourney: Tourney, tmp_path: Path, jobs: str
) -> None:
    (tmp_path / "d.py").write_text(DIARIST)
    bots = ("--bot", f"d={command('d.py')}", "--bot", "r=random")
    words = ("run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "60", "--seed", "1")
    diary = tmp_path / "d.py.diary"
    with Program((*words, "--name", "x", "-q", "-j", jobs), cwd=tmp_path) as playing:
        until(lambda: diary.exists() and diary.read_text().count('"match"') > 30)
        playing.send_signal(signal.SIGINT)
    played = diary.read_text().count('"match"')
    assert playing.returncode == 130
    with open_store(str(tmp_path / "tourney.db")) as store:
        found = list(finished_numbers(store, run_named(store, "x")))
    assert len(found) == played  # also matches of a deal whose other seatings were not played
    assert tourney("run", "--resume", "x", "-q").code == 0
    assert diary.read_text().count('"match"') == 120
    assert tourney(*words, "--name", "y", "-q").code == 0
    one, other = (tourney("export", "tmr", name).out for name in "xy")
    assert one == other.replace("y/", "x/")


def test_the_compliance_test_finds_a_class_that_remembers_a_deal(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "sly.py").write_text(CLASS)
    told = tourney("bot", "check", "sly.py", "-g", "diams", "--only", "seatings", "--json")
    (row,) = json.loads(told.out)
    assert (told.code, row["result"]) == (3, "FAIL")
    assert "plays differently after it played the same deal from another seat" in row["seen"]
    (tmp_path / "fair.py").write_text(CLASS.replace("seen = {}", "").replace("seen.set", "{}.set"))
    told = tourney("bot", "check", "fair.py", "-g", "diams", "--only", "seatings", "--json")
    assert (told.code, json.loads(told.out)[0]["result"]) == (0, "pass")
