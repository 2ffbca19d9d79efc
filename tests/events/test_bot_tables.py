"""Bots in events: they play their tables once, with the seats of the pairing, and may fail."""

import json
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.cli.people import first_moves
from tests.conftest import Tourney
from tests.program import Program
from tests.until import until
from tourney.records import check, read
from tourney.runs.heartbeat import Runner
from tourney.store import open_store
from tourney.store.events import set_event_runner, stored_events
from tourney.store.matches import stored_matches

BOTS = {"ann": "random", "bob": "greedy", "cy": "random", "dot": "greedy", "eve": "random"}
CRASHES = "class Crashes:\n    def choose(self, view, legal):\n        raise ValueError('lost')\n"
NO_START = "class NoStart:\n    def __init__(self):\n        raise ValueError('no start')\n"
NO_START += "    def choose(self, view, legal):\n        return legal[0]\n"


def new_event(tourney: Tourney, *words: str, bots: dict[str, str] = BOTS, pods: str) -> None:
    """An event of diams with its first round."""
    given = [word for name, target in bots.items() for word in ("--bot", f"{name}={target}")]
    made = tourney("event", "new", "Cup", "--game", "diams", "-O", "length=quick", "--seed", "7",
                   *given, *words)  # fmt: skip
    assert made.code == 0, made.err
    drawn = tourney("event", "pair", "--pods", pods)
    assert drawn.code == 0, drawn.err


def records(folder: Path, name: str = "tourney.db") -> list[str]:
    """The texts of all records, by name."""
    with open_store(str(folder / name)) as store:
        return sorted(match.text or "" for match in stored_matches(store))


def test_bots_play_their_tables_once_in_the_seats_of_the_pairing(
    tourney: Tourney, tmp_path: Path
) -> None:
    new_event(tourney, pods="dot,ann;eve,bob,cy")
    first = tourney("event", "play", "--format", "csv")
    assert first.code == 0, first.err
    assert "2 tables of bots played in round 1; 0 of 2 still open" in first.err
    assert [line.split(",")[2] for line in first.out.splitlines()[1:]] == ["1", "2"]
    texts = records(tmp_path)
    assert [read(text).matches[0].names for text in texts] == [("dot", "ann"), ("eve", "bob", "cy")]
    assert all(check(read(text).matches[0]).passed for text in texts)
    again = tourney("event", "play")
    assert again.code == 0
    assert "no table of bots is open in round 1 of main" in again.err
    assert records(tmp_path) == texts
    assert tourney("event", "replay").code == 0
    assert tourney("event", "close").code == 0
    refused = tourney("event", "play", "Cup")
    assert (refused.code, refused.out) == (6, "")
    assert "the event is closed" in refused.err


@pytest.mark.full
def test_a_bot_that_crashes_is_last_and_one_that_does_not_start_leaves_its_table_open(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "crashes.py").write_text(CRASHES)
    (tmp_path / "no_start.py").write_text(NO_START)
    bots = {"ann": "./crashes.py", "bob": "random", "cy": "./no_start.py", "dot": "random"}
    new_event(tourney, bots=bots, pods="ann,bob;cy,dot")
    played = tourney("event", "play", "--format", "csv")
    assert played.code == 1
    assert "table 1: ann: crash: ValueError: lost (crashes.py:3)" in played.err
    assert "table 2 is not played: bot 'cy' does not start (ValueError: no start" in played.err
    assert "1 table of bots played in round 1; 1 of 2 still open" in played.err
    assert "bob 4.00  ann 0.00" in played.out
    (tmp_path / "no_start.py").write_text(CRASHES)
    changed = tourney("event", "play")
    assert changed.code == 6
    assert "'cy' is not the same as when it entered the event" in changed.err
    assert tourney("event", "play", "--changed").code == 0
    assert tourney("event", "replay").code == 0


CHATTY = """\
import json, sys, time

for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "quit":
        break
    print("thinking hard", file=sys.stderr, flush=True)
    if said["t"] == "match":
        time.sleep(0.1)  # longer than the pause between two looks at its stderr
    answer = {
        "hello": {"t": "hello", "proto": "tmbp/1", "name": "x", "version": "1",
                  "games": ["diams"], "want": ["legal"]},
        "match": {"t": "ready", "m": said.get("m")},
        "act": {"t": "move", "m": said.get("m"), "id": said.get("id"),
                "move": said.get("legal", [None])[0]}
    }.get(said["t"])
    if answer:
        print(json.dumps(answer), flush=True)
"""


@pytest.mark.full
def test_what_a_bot_writes_to_stderr_at_tables_of_an_event_is_kept(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "chatty.py").write_text(CHATTY)
    bots = {"ann": f"cmd:{sys.executable} chatty.py", "bob": "random"}
    new_event(tourney, bots=bots, pods="ann,bob")
    played = tourney("event", "play")
    assert played.code == 0, played.err
    logs = tourney("bot", "logs", "ann").out
    assert "event:Cup, stderr of version " in logs
    assert "| thinking hard" in logs
    listed = json.loads(tourney("bot", "list", "--json").out)
    assert [row["events"] for row in listed if row["bot"] == "ann"] == ["Cup"]


def test_another_process_that_plays_the_event_is_named(tourney: Tourney, tmp_path: Path) -> None:
    new_event(tourney, pods="ann,bob")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        runner = Runner.of(other.pid)
        with open_store(str(tmp_path / "tourney.db")) as store:
            (event,) = stored_events(store)
            set_event_runner(store, event, lambda _: json.dumps(asdict(runner)))
        refused = tourney("event", "play")
        other.kill()
    assert refused.code == 6
    assert f"are being played by process {other.pid} on" in refused.err
    assert f"since {runner.since}" in refused.err
    assert tourney("event", "play").code == 0, "the other process has ended"


def test_a_person_plays_at_a_table_with_the_bots_of_the_pairing(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "players.csv").write_text("name,bot\nAiko,\nrei,greedy\n")
    new_event(tourney, "--players", "players.csv", bots={"gil": "random"}, pods="gil,Aiko,rei")
    listed = tourney("event", "play")
    assert (
        "table 1 has people (gil, Aiko, rei); play it with tourney play --event Cup" in listed.err
    )
    first_moves(monkeypatch)
    played = tourney("play", "--event", "Cup", "--round", "1", "--table", "1")
    assert played.code == 0, played.err
    (text,) = records(tmp_path)
    match = read(text).matches[0]
    assert match.names == ("gil", "Aiko", "rei")
    assert [bool(player.attributes) for player in match.players] == [True, False, True]
    assert "Aiko 2.00" in tourney("event", "show").out


WRONG = [
        (("new", "X", "--game", "diams", "--bot", "a=nope", "--bot", "b=random"), 2, "'nope'"),
        (("new", "X", "--game", "diams", "--bot", "a=cmd:false", "--bot", "b=random"), 1,
         "bot 'a' does not start: exit status 1"),
        (("new", "X", "--game", "diams", "--bot", "Ann=random", "--players", "ann,Bo"), 2,
         "'ann' and 'Ann'"),
        (("new", "X", "--game", "diams", "--players", "A,B", "--on-fault", "abort"), 2,
         "'abort' leaves a table without a result"),
        (("play", "--round", "2"), 5, "round 2 of main is not drawn; drawn rounds: 1"),
        (("play", "Other"), 5, "no event 'Other'"),
        (("change-bot", "zoe"), 5, "'zoe' has not entered event 'Cup'"),
        (("add-bot", "ANN=random"), 2, "'ann' and 'ANN'")
]  # fmt: skip


@pytest.mark.parametrize(
    "wrong", [WRONG[::3], *(pytest.param(WRONG[n::3], marks=pytest.mark.full) for n in (1, 2))]
)
def test_what_is_wrong_is_one_line_and_changes_nothing(
    tourney: Tourney, wrong: list[tuple[tuple[str, ...], int, str]]
) -> None:
    new_event(tourney, pods="ann,bob")
    before = tourney("event", "replay").out
    for words, code, fault in wrong:
        result = tourney("event", *words)
        assert (result.code, result.out) == (code, ""), words
        assert fault in result.err.splitlines()[-1]
    assert tourney("event", "replay", "Cup").out == before


@pytest.mark.full
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_round_that_is_killed_and_continued_has_the_records_of_an_undisturbed_one(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what is killed leaves its files there
    bots = {f"b{number}": "search:iterations=10" for number in range(12)}
    pods = ";".join(f"b{number},b{number + 1}" for number in range(0, 12, 2))
    new_event(tourney, bots=bots, pods=pods)
    (tmp_path / "whole.db").write_bytes((tmp_path / "tourney.db").read_bytes())
    assert tourney("event", "play", "--db", "whole.db").code == 0
    words = ("event", "play", "-j", "2")
    with Program(words, cwd=tmp_path, stderr=subprocess.PIPE) as child:
        assert child.stderr is not None
        until(lambda: b"table 1:" in child.stderr.readline())
        child.send_signal(how)
        child.stderr.read()
    stored = len(records(tmp_path))
    assert 0 < stored <= 6
    if stored < 6:  # on a busy machine the signal may come after the last table
        assert child.returncode == (130 if how is signal.SIGINT else -how)
    assert tourney("event", "play", "-j", "2").code == 0
    assert records(tmp_path) == records(tmp_path, "whole.db")


def test_tables_of_a_duplicate_round_have_the_same_cards_and_are_compared(
    tourney: Tourney, tmp_path: Path
) -> None:
    bots = dict.fromkeys(("ann", "bob", "cy", "dot"), "greedy")
    new_event(tourney, "--duplicate", "--sizes", "2", bots=bots, pods="ann,bob;cy,dot")
    assert tourney("event", "play").code == 0
    first, second = (text.partition("seat B:")[2].partition("\n")[2] for text in records(tmp_path))
    assert first == second, "the same bots with the same cards play the same match"
    assert "ann 2.00  bob 2.00" in tourney("event", "show").out, "the same as the seat elsewhere"
    assert tourney("event", "replay").code == 0
    few = tourney("event", "new", "X", "--game", "diams", "--players", "A,B,C", "--duplicate")
    assert (few.code, few.out) == (2, "")
    assert "compares tables of equal size, but 3 entrants make 3" in few.err
