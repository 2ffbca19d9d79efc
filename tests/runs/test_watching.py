"""Runs watched on the terminal that plays them or on another one, as the screen shows them."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests import program
from tests.cli.pty_session import Session
from tests.conftest import Tourney
from tests.program import Program
from tests.until import AGES, until
from tourney.store import open_store
from tourney.store.matches import match_count
from tourney.store.runs import delete_run, run_named

pytestmark = pytest.mark.slow

QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random")
LONG = (*QUICK, "--deals", "50000", "--name", "x")
IDLE = (*LONG[:5], "--bot", "a=./slow.py", "--bot", "b=random", *LONG[-4:])
HINT = "Ctrl-C finishes the running matches, saves and stops"
SLEEPER = """
import pathlib, time
class Bot:
    def choose(self, view, legal):
        pathlib.Path("asked").touch()
        time.sleep(600)
"""
SLOW = """
import time
class Bot:
    def choose(self, view, legal):
        time.sleep(0.005)
        return legal[-1]
"""
LOUD = """
import os
class Bot:
    said = False
    def choose(self, view, legal):
        if not Bot.said:
            print("\\x1b[2Jthrough Python")
            os.write(2, b"past \\x1b]0;title\\x07 Python\\n")
            Bot.said = True
        return legal[0]
"""


def apart(folder: Path, *args: str) -> "subprocess.CompletedProcess[str]":
    """A command in its own process."""
    return program.run(*args, cwd=folder)


def stored(folder: Path) -> int:
    with open_store(str(folder / "tourney.db")) as store:
        return match_count(store, run_named(store, "x"))


@contextmanager
def playing(folder: Path, *args: str) -> Iterator["subprocess.Popen[str]"]:
    """A run without a terminal that has already printed its first JSON object.

    One of its bots is slow, so that it leaves the processor to other tests.
    """
    (folder / "slow.py").write_text(SLOW)
    words = (*(args or IDLE), "--progress", "json")
    environ = {**os.environ, "TMPDIR": str(folder)}
    with Program(words, cwd=folder, env=environ, stderr=subprocess.PIPE, text=True) as p:
        assert p.stderr is not None
        assert p.stderr.readline().startswith("{")
        try:
            yield p
        finally:
            p.kill()


def settled(lines: list[str]) -> str:
    """The screen with every number as 0, and every bar and every run of blanks as one character."""
    text = "\n".join(line.rstrip() for line in lines).rstrip("\n")
    return re.sub(" +", " ", re.sub("[█░]+", "░", re.sub(r"[<>]?\d[\d.:]*", "0", text)))


SETTLED = """\
run x diams length=quick, 0 seats, 0 bots
health no faults
progress ░ 0 %, 0 of 0 matches
 0 a second, 0 so far, 0 left

 # bot per match ± 0 % lead ms a move
 0 A 0 ± 0 0
 0 B 0 ± 0 0

Ctrl-C finishes the running matches, saves and stops"""


@pytest.mark.full
def test_the_screen_shows_progress_standings_and_faults_then_closes(tmp_path: Path) -> None:
    with Session(LONG, tmp_path, (80, 24), talk=True) as shown:
        screen = settled(shown.until("1 ", "2 ", "0:01 so far", "%"))
        assert screen in [SETTLED.translate(str.maketrans("AB", who)) for who in ("ab", "ba")]
        shown.press("ctrl-c")
        code, _ = shown.ended()
        assert code == 130
        assert shown.restored()
        left = shown.left()
    number = re.search(r"run 'x': (\d+) of 100000 matches stored", left)
    assert number is not None
    assert f" %, {number[1]} of 100000 matches\n" in left
    assert left.endswith("interrupted; continue with: tourney run --resume x\n")
    assert HINT not in left
    assert stored(tmp_path) == int(number[1])


@pytest.mark.full
def test_a_second_ctrl_c_does_not_wait_for_the_match(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    run = (*QUICK, "--bot", "c=./sleeper.py", "--name", "x")
    with Session(run, tmp_path, (80, 24), talk=True) as shown:
        shown.until("no results yet", HINT)
        until((tmp_path / "asked").exists)
        shown.press("ctrl-c")
        shown.until("finishing the running matches; Ctrl-C again to stop at once")
        shown.press("ctrl-c")
        code, _ = shown.ended()
        assert code == 130
        assert shown.restored()
        assert shown.left().endswith(
            "continue with: tourney run --resume x\ntourney: interrupted\n"
        )


@pytest.mark.full
def test_the_screen_follows_the_size_of_the_terminal(tmp_path: Path) -> None:
    with Session(LONG, tmp_path, (120, 30), talk=True) as shown:
        shown.until("●")
        shown.resize(60, 12)
        shown.until("1 a", "so far")
        end = time.monotonic() + AGES
        while len(shown.screen()) > 12 or any("●" in line for line in shown.screen()):
            assert time.monotonic() < end
            shown.read(0.2)
        assert max(map(len, shown.screen())) <= 60
        shown.press("ctrl-c")
        assert shown.ended()[0] == 130


@pytest.mark.full
def test_a_failure_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with Session(LONG, tmp_path, (80, 24), talk=True) as shown:
        shown.until("1 a")
        with open_store(str(tmp_path / "tourney.db")) as store:
            delete_run(store, run_named(store, "x"))
        code, _ = shown.ended()
        assert code == 5
        assert shown.restored()
        assert "the run is no longer in the database" in shown.left()


@pytest.mark.full
def test_a_signal_that_ends_the_program_gives_the_terminal_back(tmp_path: Path) -> None:
    with Session(LONG, tmp_path, (80, 24), talk=True) as shown:
        shown.until("1 ", "2 ")
        shown.signal(signal.SIGTERM)
        assert shown.ended() == (130, "")
        assert shown.restored()
        assert shown.left().endswith("interrupted; continue with: tourney run --resume x\n")


@pytest.mark.full
def test_what_bots_print_neither_disturbs_the_screen_nor_is_lost(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    run = (*QUICK, "--bot", "c=./loud.py", "--deals", "20", "--name", "x")
    with Session(run, tmp_path, (80, 24), talk=True) as shown:
        code, _ = shown.ended()
        assert code == 0
        assert "\x1b[2J" not in shown.output
        assert "\x1b]0" not in shown.output
        left = shown.left().splitlines()
    assert left[0] == "last output to stderr:"
    assert sorted(left[1:3]) == [r"\x1b[2Jthrough Python", r"past \x1b]0;title\x07 Python"]


@pytest.mark.full
def test_on_a_terminal_that_cannot_be_drawn_on_there_are_lines(tmp_path: Path) -> None:
    with Session((*QUICK, "--deals", "3"), tmp_path, (80, 24), talk=True, TERM="dumb") as shown:
        assert shown.ended()[0] == 0
        assert "\x1b" not in shown.output


def test_a_run_is_watched_from_another_terminal_until_it_stops_or_q(
    tourney: Tourney, tmp_path: Path
) -> None:
    with playing(tmp_path) as runner, Session(("watch", "x"), tmp_path, (80, 24)) as shown:
        shown.until("so far", "1 a", "q: quit; the run continues in its own process")
        stopped = tourney("runs", "stop", "x")
        assert stopped.code == 0
        number = stored(tmp_path)
        assert stopped.err == (
            "stop requested; run 'x' stops when its running matches are finished\n"
            f"no process is playing run 'x'; {number} of 100000 matches are stored\n"
            "continue with: tourney run --resume x\n"
        )
        assert runner.stderr is not None
        err = runner.stderr.read()
        assert runner.wait(AGES) == 130
        assert "stop requested by another process" in err
        assert err.endswith("interrupted; continue with: tourney run --resume x\n")
        shown.until(
            f"{number} of 100000 matches",
            "no process is playing it; continue with: tourney run --resume x",
        )
        shown.press("q")
        assert shown.ended() == (0, "")
        assert shown.restored()


def half_played(tourney: Tourney) -> None:
    """Run x with six of eight matches played."""
    assert tourney(*QUICK, "--deals", "3", "--name", "x").code == 0
    with closing(sqlite3.connect("tourney.db")) as db, db:
        db.execute("UPDATE run SET deals = 4")


@pytest.mark.full
def test_watching_waits_for_a_resume_and_ends_with_the_run(
    tourney: Tourney, tmp_path: Path
) -> None:
    half_played(tourney)
    with Session(("watch",), tmp_path, (80, 24)) as shown:
        shown.until(
            "6 of 8 matches", "no process is playing it; continue with: tourney run --resume x"
        )
        assert tourney("run", "--resume", "x").code == 0
        assert shown.ended() == (0, "")
        assert shown.restored()
        assert "100 %, 8 of 8 matches\n" in shown.left()


@pytest.mark.full
def test_ctrl_c_leaves_a_run_that_is_watched(tourney: Tourney, tmp_path: Path) -> None:
    half_played(tourney)
    with Session(("watch", "x"), tmp_path, (80, 24)) as shown:
        shown.until("6 of 8 matches")
        shown.press("ctrl-c")
        assert shown.ended() == (130, "tourney: interrupted\n")
        assert shown.restored()


def test_the_state_of_a_run_can_be_shown_once(tourney: Tourney) -> None:
    half_played(tourney)
    words = "no process is playing it; continue with: tourney run --resume x"
    plain = tourney("watch", "--once", "--progress", "plain")
    assert plain.out == f"no faults | 6 of 8 matches (75 %); {words}\n"
    screen = tourney("watch", "x", "--once").out.splitlines()
    assert screen[:2] == ["run x  diams length=quick, 2 seats, 2 bots", "health    no faults"]
    assert screen[2].endswith(" 75 %, 6 of 8 matches")
    assert screen[-1] == words
    (shown,) = tourney("watch", "--once", "--json").out.splitlines()
    fields = json.loads(shown)
    ranked = json.loads(tourney("standings", "x", "--json").out)
    assert fields["state"] == "waiting"
    assert (fields["done"], fields["total"], fields["eta"]) == (6, 8, None)
    assert [list(row.values()) for row in fields["standings"]] == [
        [row[key] for key in ("player", "points_mean", "ci_low", "ci_high", "p_best")]
        for row in ranked
    ]


def test_a_move_costs_what_its_bot_took(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    bots = ("--bot", "slow=./slow.py", "--bot", "quick=random")
    options = ("-g", "diams", "-O", "length=quick", "--name", "x")
    played = tourney("run", *options, *bots, "--deals", "2", "--progress", "json")
    cost = json.loads(next(line for line in played.err.splitlines() if '"complete"' in line))[
        "cost"
    ]
    assert cost["slow"] >= 5
    assert cost["quick"] < cost["slow"]
    assert json.loads(tourney("watch", "--once", "--json").out)["cost"] == cost


def test_watching_a_complete_run_shows_it_and_ends(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "3", "--name", "x")
    watched = tourney("watch", "x")
    assert (watched.code, watched.out) == (0, "no faults | 6 of 6 matches (100 %)\n")
    assert json.loads(tourney("watch", "x", "--json").out)["state"] == "complete"


@pytest.mark.full
def test_a_run_whose_process_was_killed_is_shown_as_waiting(tmp_path: Path) -> None:
    with playing(tmp_path) as runner:
        words = ("watch", "x", "--progress", "json")
        with Program(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as watching:
            assert watching.stdout is not None
            states = [json.loads(watching.stdout.readline())]
            runner.send_signal(signal.SIGKILL)
            while states[-1]["state"] == "playing":
                states.append(json.loads(watching.stdout.readline()))
            watching.kill()
    done = [each["done"] for each in states]
    assert done[:-1] == sorted(done[:-1])
    assert states[-1]["state"] == "waiting"
    assert done[-1] == stored(tmp_path)


def test_a_run_that_is_not_played_cannot_be_stopped(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "3", "--name", "x")
    stopped = tourney("runs", "stop", "x")
    assert stopped.code == 0
    assert stopped.err == "no process is playing run 'x'; 6 of 6 matches are stored\n"
    assert tourney("runs", "stop", "y").code == 5
