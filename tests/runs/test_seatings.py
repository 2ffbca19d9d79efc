"""No process of a bot plays two seatings of one deal."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.agents.tables import command
from tests.conftest import Tourney
from tourney.play.luck import bot_luck, derived_bot_seed

DIARIST = """
import json, os, sys
me = os.urandom(8).hex()  # in a namespace of its own every bot is process 2
for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "hello":
        print('{"t":"hello","proto":"tmbp/1","version":"1","want":["legal"]}', flush=True)
    elif said["t"] == "ping":
        print(json.dumps({"t": "pong", "n": said["n"]}), flush=True)
    elif said["t"] == "match":
        note = {"me": me, "seat": said["seat"], "match": said["m"]}
        print(json.dumps(note), file=sys.stderr, flush=True)
        print('{"t":"ready"}', flush=True)
    elif said["t"] == "act":
        move = {"t": "move", "id": said["id"], "move": said["legal"][0]}
        print(json.dumps(move), flush=True)
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


def notes(tourney: Tourney) -> list[tuple[str, int]]:
    """Pairs of a process and a deal that it played.

    The match id comes from the bot's own luck, so the deal follows from it when the seed is known.
    """
    rows = json.loads(tourney("bot", "logs", "d", "--json").out)
    said = [json.loads(line) for row in rows for line in row["detail"].splitlines()]
    deals = {
        (bot_luck(derived_bot_seed("1"), deal, seat, "1").match, seat): deal
        for deal in range(5)
        for seat in range(3)
    }
    return [(one["me"], deals[one["match"], one["seat"]]) for one in said]


@pytest.mark.parametrize(
    ("jobs", "block", "schedule", "others", "processes"),
    [
        ("1", "rotation", "fixed", 2, 3),
        pytest.param("1", "all", "fixed", 2, 6, marks=pytest.mark.full),
        pytest.param("1", "rotation", "roundrobin", 3, 9, marks=pytest.mark.full),
        pytest.param("2", "rotation", "roundrobin", 3, 9, marks=pytest.mark.full),
    ],
)
def test_each_seating_of_a_deal_is_played_by_another_process(
    tourney: Tourney, tmp_path: Path, jobs: str, block: str, schedule: str, others: int,
    processes: int,
) -> None:  # fmt: skip
    (tmp_path / "d.py").write_text(DIARIST)
    field = [word for n in range(others) for word in ("--bot", f"r{n}=random")]
    seated = ("--seats", "3", "--block", block, "--schedule", schedule, "-j", jobs)
    result = tourney(
        *("run", "-g", "diams", "-O", "length=quick", "--bot", f"d={command('d.py')}"),
        *(*field, *seated, "--deals", "5", "--name", "x", "--seed", "1"),
    )
    assert result.code == 0, result.err
    found = notes(tourney)
    assert len(set(found)) == len(found)
    if jobs == "1":  # output during the shutdown of workers is not kept
        assert sorted(Counter(process for process, _ in found).values()) == [5] * processes


@pytest.mark.full
def test_where_deals_are_played_very_often_processes_are_not_kept(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "d.py").write_text(DIARIST)
    field = [word for n in range(14) for word in ("--bot", f"r{n}=random")]
    result = tourney(
        *("run", "-g", "diams", "-O", "length=quick", "--bot", f"d={command('d.py')}", *field),
        *("--seats", "2", "--schedule", "gauntlet:d", "--deals", "2", "--name", "x", "--seed", "1"),
    )
    assert result.code == 0, result.err
    used = Counter(process for process, _ in notes(tourney))
    assert Counter(used.values()) == {2: 24, 1: 8}


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
