"""Python classes that end or block their process lose their own match; no other match changes."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.program import Program
from tests.runs.test_bot_faults import counted, stored
from tourney.agents.inprocess import CallNotes, CallWatch, WatchedCalls
from tourney.play.agent import AgentFault
from tourney.play.clock import NO_CLOCK, Clock

RUN = ("run", "-g", "diams", "-O", "length=quick", "--bot", "b=./bot.py", "--bot", "r=random")
CLASS = """
import ctypes
import os


class Bot:
    version = "1"

    def start(self, game, seat, seats, rules):
        self.seat, self.asked = seat, 0

    def choose(self, view, legal):
        self.asked += 1
        if self.asked == 5 and self.seat == 0:
            {deed}
        return legal[0]
"""
DIED = "the process died while the bot was called: "
DEEDS = {
    "os._exit(0)": "SystemExit: called os._exit(0) (bot.py:",
    "ctypes.CDLL(None)._exit(0)": f"{DIED}exit status 0",
    "ctypes.string_at(0)": f"{DIED}ended by SIGSEGV (signal 11)",
    "os.kill(os.getpid(), 9)": f"{DIED}ended by SIGKILL (signal 9)",
}


def write(folder: Path, deed: str) -> None:
    (folder / "bot.py").write_text(CLASS.format(deed=deed))


def blamed(tourney: Tourney, folder: Path, code: str, evidence: str, *more: str) -> None:
    """The class loses the match in which it has seat A; the other match is complete."""
    told = tourney(*RUN, "--deals", "1", "--seed", "1", "--name", "x", *more, "--json")
    assert told.code == 0, told.err
    assert json.loads(told.out)["faults"] == {"b": {code: 1}}
    first, second = (stored(folder)[number] for number in (1, 2))
    lost, fine = (first, second) if first.players[0] == "b" else (second, first)
    (fault,) = lost.faults
    assert fault.evidence.startswith(evidence)
    assert (lost.status, lost.places, fine.status, fine.faults) == (
        *("forfeit", (2, 1), "complete", ()),
    )
    assert tourney("check", "run:x").code == 0


@pytest.mark.parametrize(
    "deed", [pytest.param(d, marks=[] if d == "os._exit(0)" else [pytest.mark.full]) for d in DEEDS]
)
def test_a_class_that_ends_its_process_loses_its_match(
    tourney: Tourney, tmp_path: Path, deed: str
) -> None:
    write(tmp_path, deed)
    blamed(tourney, tmp_path, "crash", DEEDS[deed])


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.full)])
@pytest.mark.full
def test_a_class_that_never_answers_is_late(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    monkeypatch.setattr("tourney.agents.inprocess.OVERTIME", 0.3)
    write(tmp_path, "while True: pass")
    words = "took longer than the clock allows: 100 ms a move"
    blamed(tourney, tmp_path, "timeout", words, "--time-per-move", "0.1", "-j", jobs)


@pytest.mark.full
def test_without_a_clock_it_has_a_minute(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourney.agents.inprocess.UNCLOCKED_SECONDS", 0.5)
    write(tmp_path, "while True: pass")
    blamed(tourney, tmp_path, "timeout", "no answer within 0.5 s")


@pytest.mark.full
@pytest.mark.parametrize("how", ["stop", "Ctrl-C"])
def test_a_run_with_a_class_that_never_answers_can_be_stopped(
    tourney: Tourney, tmp_path: Path, how: str
) -> None:
    write(tmp_path, "print('endless', flush=True)\n            while True: pass")
    words = (*RUN, "--deals", "3", "--name", "x", "--seed", "1")
    with Program(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        while "endless" not in (line := run.stderr.readline()):
            assert line, "it ended before it was stopped"
        if how == "stop":
            assert tourney("runs", "stop", "x").code == 0
        else:
            run.send_signal(signal.SIGINT)
        said = run.stderr.read()
        assert run.wait() == 130, said
    assert counted(tmp_path, "SELECT count(*) FROM fault") == 0
    assert counted(tmp_path, "SELECT count(*) FROM match") < 6


@pytest.mark.parametrize("command", ["run", "check", "bench"])
def test_a_class_does_not_end_a_command_without_a_word(
    tourney: Tourney, tmp_path: Path, command: str
) -> None:
    write(tmp_path, "os._exit(0)")
    only = (*RUN, "--seed", "1", "--deals", "1", "--only")
    if command == "run":
        assert "-- forfeit A crash" in tourney(*only, "1").out + tourney(*only, "2").out
    elif command == "check":
        told = tourney("bot", "check", "./bot.py", "-g", "diams", "--quick", "--only", "matches")
        assert (told.code, "called os._exit(0)" in told.out) == (3, True)
    else:
        told = tourney("bot", "bench", "./bot.py", "-g", "diams")
        assert (told.code, "called os._exit(0)" in told.err) == (1, True)


def test_a_file_that_ends_the_program_is_no_bot(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import os\nos._exit(0)\n")
    told = tourney(*RUN)
    assert (told.code, "cannot be loaded: SystemExit: called os._exit(0)" in told.err) == (2, True)


def test_a_worker_that_is_killed_once_has_no_author() -> None:
    """One kill can be a lack of memory; only a second kill at the same place blames the bot."""
    me = os.getpid()
    with CallWatch(NO_CLOCK) as watch:
        for _ in range(2):
            assert CallNotes(watch.folder).deadly == {}
            seat = WatchedCalls(CallNotes(watch.folder), 7, 1)
            seat.call(watch.died, {me: -signal.SIGKILL})
        seat = WatchedCalls(CallNotes(watch.folder), 7, 1)
        with pytest.raises(AgentFault, match="ended by SIGKILL"):
            seat.call(list)
        seat.call(list)
        WatchedCalls(CallNotes(watch.folder), 7, 0).call(list)


def test_workers_that_are_ended_because_another_died_have_no_author() -> None:
    me, other = os.getpid(), 2**30

    def died() -> None:
        note = Path(watch.folder, str(me)).read_bytes()
        Path(watch.folder, str(other)).write_bytes(note)
        watch.died({me: -signal.SIGTERM, other: -signal.SIGTERM})

    with CallWatch(NO_CLOCK) as watch:
        for _ in range(3):
            WatchedCalls(CallNotes(watch.folder), 7, 1).call(died)
        assert CallNotes(watch.folder).deadly == {}


def test_no_bot_is_late_while_the_runner_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tourney.agents.inprocess.monotonic", lambda: now[0])
    ended: list[int] = []
    monkeypatch.setattr("tourney.agents.inprocess.os.kill", lambda pid, number: ended.append(pid))
    with CallWatch(Clock(move_ms=100)) as watch:
        seat = WatchedCalls(CallNotes(watch.folder), 7, 1)

        def long() -> None:
            for passed in (0.1, 3600.0, 0.1, 0.1):
                now[0] += passed
                watch.tend(over=False)
            assert ended == []
            for _ in range(20):
                now[0] += 0.1
                watch.tend(over=False)
            assert ended == [os.getpid()]

        seat.call(long)
