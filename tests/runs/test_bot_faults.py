"""Runs with failing bots: who loses, what is stored and shown, and no effect on other bots."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.agents.tables import alive, command, gone, hostile, marker, parent
from tests.agents.test_hostile import FAULTS
from tests.conftest import Tourney
from tests.examples import times
from tests.until import until
from tourney.store import open_store
from tourney.store.bots import bot_sayings
from tourney.store.matches import run_matches
from tourney.store.runs import all_runs

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).parents[2]
PLAIN = Path(__file__).parents[1] / "agents" / "plain.py"
ONE = ("run", "-g", "diams", "-O", "length=quick", "--seed", "3" * 32, "--bot", "r1=random")
QUICK = (*ONE, "--bot", "r2=random")


def time_for(mode: str) -> tuple[str, str]:
    """A short limit for bots that must time out; for others more than a busy machine needs."""
    return "--time-per-move", "0.3" if FAULTS.get(mode, ("",))[0] == "timeout" else "10"


def run_of(tourney: Tourney, mode: str, word: str, *more: str, deals: int = 3) -> Any:
    """The result, as JSON, of a round robin at two seats: the bot under test and two others."""
    bot = ("--bot", f"h={hostile(mode, word)}", "--seats", "2", "--deals", str(deals))
    return tourney(*QUICK, *bot, *time_for(mode), *more, "--json")


def duel(tourney: Tourney, mode: str, *more: str, deals: int = 1) -> Any:
    """The result, as JSON, of matches against the bot under test, which has seat B in match 1."""
    bot = ("--bot", f"h={hostile(mode, 'x')}", "--deals", str(deals), "--name", "x")
    return tourney(*ONE, *bot, *time_for(mode), *more, "--json")


def stored(folder: Path, run: int = 1) -> dict[int, Any]:
    with open_store(str(folder / "tourney.db")) as store:
        return {
            int(match.name.rpartition("/")[2]): match
            for match in run_matches(store, all_runs(store)[run - 1])
        }


def counted(folder: Path, sql: str, name: str = "tourney.db") -> Any:
    with closing(sqlite3.connect(folder / name)) as db:
        return db.execute(sql).fetchone()[0]


def disturbs_nobody(tourney: Tourney, folder: Path, mode: str, code: str) -> None:
    """The bot loses its own matches for the right reason; matches of other bots are unchanged."""
    word, deals = marker(), times(2, 1)
    told = run_of(tourney, mode, word, "--memory", "150", "--name", "bad", deals=deals)
    good = run_of(tourney, "nothing", word, "--name", "good", deals=deals)
    assert (told.code, good.code) == (4 if code == "startup" else 0, 0)
    assert json.loads(told.out)["faults"] == {"h": {code: 4 * deals}}
    assert json.loads(good.out)["faults"] == {}
    assert gone(word), alive(word)
    bad, fine = stored(folder, 1), stored(folder, 2)
    others = [number for number, match in bad.items() if "h" not in match.players]
    assert len(others) == 2 * deals
    for number in others:
        assert bad[number].entries == fine[number].entries
        assert bad[number].scores == fine[number].scores
    rows = {row["player"]: row for row in json.loads(told.out)["standings"]}
    assert (rows["h"]["points"], rows["h"]["place"], rows["h"]["matches"]) == (0, 3, 4 * deals)
    assert rows["r1"]["matches"] == rows["r2"]["matches"] == 4 * deals
    assert tourney("check", "run:bad").code == 0
    shown = tourney("match", "show", next(m.name for m in bad.values() if m.faults)).out
    assert f"{code} at ply " in shown
    assert "-- forfeit " in shown


def test_a_bot_that_fails_disturbs_no_match_of_others(tourney: Tourney, tmp_path: Path) -> None:
    disturbs_nobody(tourney, tmp_path, "mid_line", "crash")


@pytest.mark.full
@pytest.mark.parametrize("mode", FAULTS)
def test_no_misdeed_disturbs_a_match_of_others(tourney: Tourney, tmp_path: Path, mode: str) -> None:
    disturbs_nobody(tourney, tmp_path, mode, FAULTS[mode][0])


@pytest.mark.parametrize(
    ("policy", "status"),
    [
        ("random-move", "complete"),
        pytest.param("forfeit", "forfeit", marks=pytest.mark.full),
        pytest.param("abort", "abandoned", marks=pytest.mark.full),
    ],
)
def test_policies_are_kept_to_the_database(
    tourney: Tourney, tmp_path: Path, policy: str, status: str
) -> None:
    word = marker()
    told = run_of(tourney, "by_signal", word, "--name", "x", "--on-fault", policy, deals=1)
    assert json.loads(told.out)["faults"] == {"h": {"crash": 4}}
    assert {m.status for m in stored(tmp_path).values() if "h" in m.players} == {status}
    assert tourney("check", "run:x").code == 0
    assert alive(word) == []


def test_evidence_is_stored_and_shown(tourney: Tourney, tmp_path: Path) -> None:
    told = duel(tourney, "crash")
    ply = stored(tmp_path)[1].faults[0].ply
    assert f"first crash of h: match 1, ply {ply}: exit status 1\n" in told.err
    shown = tourney("match", "show", "x/1").out
    assert f"B crash at ply {ply}: exit status 1\n  | Traceback (most recent call last):\n" in shown
    assert "\n  | RuntimeError: lost the thread\n" in shown
    (fault,) = json.loads(tourney("match", "show", "x/1", "--json").out)["faults"]
    assert fault["detail"].endswith("RuntimeError: lost the thread\n")
    assert f"x, match 1, ply {ply}: crash: exit status 1\n" in tourney("bot", "logs", "h").out


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.full)])
def test_what_a_bot_says_aside_is_kept(tourney: Tourney, tmp_path: Path, jobs: str) -> None:
    duel(tourney, "crash", "-j", jobs, deals=4)
    with open_store(str(tmp_path / "tourney.db")) as store:
        (said,) = bot_sayings(store, "h", "x")
    times = said.text.count("RuntimeError: lost the thread\n")
    assert times == 8 or (jobs == "2" and 0 < times < 8)  # workers can lose the last lines


@pytest.mark.full
def test_two_processes_store_what_one_does(tourney: Tourney, tmp_path: Path) -> None:
    word = marker()
    for name, jobs in (("one", "1"), ("two", "2")):
        run_of(tourney, "crash", word, "--name", name, "-j", jobs, deals=2)
    columns = ("--columns", "match,ply,seat,player,text,info")  # times are not the same
    tables = [
        tourney("export", "moves", name, *columns).out.replace(f"{name}/", "")
        for name in ("one", "two")
    ]
    assert tables[0] == tables[1]
    faults = [{n: m.faults for n, m in stored(tmp_path, run).items()} for run in (1, 2)]
    assert faults[0] == faults[1]
    assert sum(map(len, faults[0].values())) == 8
    assert gone(word), alive(word)


@pytest.mark.full
def test_a_bot_that_does_not_start_is_not_asked_again_and_again(
    tourney: Tourney, tmp_path: Path
) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        told = run_of(tourney, "crash_at_start", "x", "--name", name, "-j", jobs)
        assert json.loads(told.out)["faults"] == {"h": {"startup": 12}}
        assert told.code == 4
        assert "warning: bot 'h' did not start (" in told.err
        assert f"play them again with: tourney run --resume {name}" in told.err
    one, two = stored(tmp_path, 1), stored(tmp_path, 2)
    assert [m.faults for m in one.values()] == [m.faults for m in two.values()]
    assert [m.entries for m in one.values()] == [m.entries for m in two.values()]
    lost = [match for match in one.values() if "h" in match.players]
    assert [bool(match.entries) for match in lost] == [True] * 2 + [False] * 10
    for match in lost:
        seat = match.players.index("h")
        assert (match.status, match.places[seat], match.places[1 - seat]) == ("forfeit", 2, 1)
    assert lost[-1].faults[0].evidence == "not started, because it failed to start twice in a row"
    assert tourney("check", "run:one").code == 0
    assert tourney("match", "show", lost[-1].name).code == 0
    assert "forfeit: " in tourney("export", "tmr", "one").out


def test_a_bot_that_does_not_start_is_named_and_the_run_has_not_succeeded(tourney: Tourney) -> None:
    told = duel(tourney, "crash_at_start", "-q")
    assert told.code == 4
    assert told.err.startswith("warning: bot 'h' did not start (")
    again = "tourney run --resume x --replay-faults\n"
    assert told.err.endswith(f"; its matches are forfeited, play them again with: {again}")
    words = ("run", "--resume", "x", "--replay-faults", "--yes", "-q")
    allowed = tourney(*words, "--max-faults", "100%")
    assert (allowed.code, "did not start" in allowed.err) == (0, True)


def test_by_abort_matches_of_who_does_not_start_are_abandoned(
    tourney: Tourney, tmp_path: Path
) -> None:
    duel(tourney, "crash_at_start", "--on-fault", "abort", deals=2)
    matches = stored(tmp_path).values()
    assert [(match.status, match.places) for match in matches] == [("abandoned", (None, None))] * 4
    assert tourney("check", "run:x").code == 0


@pytest.mark.full
def test_a_resume_tries_a_bot_again_that_did_not_start(tourney: Tourney, tmp_path: Path) -> None:
    """Its files are unchanged, but a file that it needs exists now."""
    script = tmp_path / "late.py"
    script.write_text(
        "import sys, pathlib, runpy\n"
        "pathlib.Path('weights').read_text()\n"
        f"runpy.run_path({str(PLAIN)!r}, run_name='__main__')\n"
    )
    bots = ("--bot", f"h={command('late.py')}", "--seats", "2", "--deals", "2", "--name", "x")
    told = tourney(*QUICK, *bots, "--json")
    assert json.loads(told.out)["faults"] == {"h": {"startup": 8}}
    (tmp_path / "weights").write_text("")
    told = tourney("run", "--resume", "x", "--json")
    assert json.loads(told.out)["faults"] == {"h": {"startup": 2}}
    assert json.loads(told.out)["matches"] == 12
    assert counted(tmp_path, "SELECT count(*) FROM match") == 12
    assert counted(tmp_path, "SELECT count(*) FROM seat") == 24
    assert "all matches were stored already" in tourney("run", "--resume", "x").err


def test_clocks_and_limits_belong_to_the_run(tourney: Tourney, tmp_path: Path) -> None:
    flags = ("--time-per-move", "0.25", "--time-per-match", "10", "--memory", "500")
    tourney(*QUICK, *flags, "--deals", "1", "--name", "x")
    shown = tourney("runs", "show", "x", "--format", "csv").out
    assert "time,250 ms a move and 10000 ms a match\n" in shown
    assert "memory,500 MB\n" in shown
    assert "isolation,limits\n" in shown
    assert "reproducible,no\n" in shown
    assert "--time-per-move 0.25 --time-per-match 10 --memory 500 --name x" in shown
    (tmp_path / "y.toml").write_text(
        'game = "diams"\ntime_per_move = 0.25\ntime_per_match = 10\nmemory = 500\n'
        'isolation = "limits"\ndeals = 1\n[options]\nlength = "quick"\n'
        '[bots]\nr1 = "random"\nr2 = "random"\n'
    )
    tourney("run", "y.toml")
    assert tourney("runs", "show", "y", "--format", "csv").out.count("\n") == shown.count("\n")
    assert (
        "--time-per-move 0.25 --time-per-match 10 --memory 500" in tourney("runs", "show", "y").out
    )


def test_the_trace_of_a_process_is_what_was_said(tourney: Tourney, tmp_path: Path) -> None:
    duel(tourney, "junk")
    result = tourney("run", "--resume", "x", "--only", "1", "--trace", "talk.jsonl")
    assert "identical to the stored match" in result.err
    talk = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    said = [line for line in talk if "B" in (line.get("to"), line.get("from"))]
    assert [line["t"] for line in said[:2]] == ["match", "ready"]
    assert said[0]["names"] == ["?", "you"]
    told = [line["n"] for line in said if line.get("t") == "event"]
    assert told == list(range(1, stored(tmp_path)[1].faults[0].ply))
    assert said[-4]["t"] == "act"
    assert said[-3] == {"from": "B", "line": "\\xff\\xfe{]\0"}
    assert (said[-2]["t"], said[-2]["to"], said[-2]["code"]) == ("error", "B", "protocol")
    assert said[-1] == {"t": "quit", "to": "B"}


def test_half_a_move_is_explained_and_only_shows_stderr_in_its_place(
    tourney: Tourney, tmp_path: Path
) -> None:
    told = duel(tourney, "half_a_move", "--on-fault", "random-move")
    assert json.loads(told.out)["faults"] == {"h": {"illegal": 2}}
    assert "warning" not in told.err
    assert tourney("bot", "logs", "h").out.count("told: illegal") == 2
    result = tourney("run", "--resume", "x", "--only", "1", "--trace", "talk.jsonl")
    assert "identical to the stored match" in result.err
    stderr = result.err.splitlines()
    assert stderr[0] == "stderr of h:"
    assert any(line.startswith("  | told: illegal") for line in stderr)
    assert stderr[-1].startswith("B, ply ")
    assert ": illegal: " in stderr[-1]
    talk = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    at = next(at for at, line in enumerate(talk) if line["t"] == "stderr")
    assert talk[at]["from"] == "B"
    assert talk[at]["text"].startswith("told: illegal")
    assert "error" in [line["t"] for line in talk[:at]]
    assert all("from" in line for line in talk if line["t"] in ("move", "stderr", "ready"))
    assert all(line["options"] == {"length": "quick"} for line in talk if line["t"] == "match")


@pytest.mark.full
def test_a_trace_changes_nothing_whatever_a_bot_says(tourney: Tourney, tmp_path: Path) -> None:
    duel(tourney, "half_a_character")
    result = tourney("run", "--resume", "x", "--only", "1", "--trace", "talk.jsonl")
    assert result.code == 0
    assert "identical to the stored match" in result.err
    talk = (tmp_path / "talk.jsonl").read_text("utf-8")
    (line,) = [line for line in talk.splitlines() if '"info"' in line]
    assert json.loads(line)["info"] == "\ud800"


def started(folder: Path, word: str, *more: str) -> subprocess.Popen[str]:
    """A run in a new process with two workers and one bot that is a program."""
    bot = f"p={command(PLAIN, 'busy=0.005', word)}"
    run = (*ONE, "--bot", bot, "--deals", "20", "--name", "x", "-j", "2", "--db", "x.db", *more)
    return subprocess.Popen(
        [sys.executable, "-m", "tourney", *run], cwd=folder, stderr=-1, text=True,
        env={**os.environ, "PYTHONPATH": str(HOUSE)},
    )  # fmt: skip


def count_of(folder: Path) -> int:
    try:
        return int(counted(folder, "SELECT count(*) FROM match", "x.db"))
    except sqlite3.OperationalError:
        return 0


def content(tourney: Tourney) -> tuple[str, str]:
    records = tourney("export", "tmr", "x", "--db", "x.db").out
    return records, tourney("standings", "x", "--db", "x.db", "--json").out


@pytest.mark.full
def test_killed_runners_and_workers_leave_no_bot_and_lose_no_match(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what is killed leaves its files there
    (tmp_path / "alone").mkdir()
    word = marker()
    with started(tmp_path / "alone", word) as undisturbed:
        assert "run 'x': 40 of 40 matches stored" in undisturbed.communicate()[1]
    with started(tmp_path, word) as runner:
        until(lambda: count_of(tmp_path) >= 5)
        bosses = {parent(pid) for pid in alive(word)} - {runner.pid, os.getpid(), *alive(word)}
        os.kill(min(bosses), signal.SIGKILL)
        before = count_of(tmp_path)
        until(lambda: count_of(tmp_path) >= before + 5)
        assert runner.poll() is None
        runner.kill()
    assert gone(word), alive(word)
    assert 10 <= count_of(tmp_path) < 40
    assert tourney("run", "--resume", "x", "--db", "x.db", "-j", "2").code == 0
    assert alive(word) == []
    resumed = content(tourney)
    os.chdir(tmp_path / "alone")
    assert resumed == content(tourney)
