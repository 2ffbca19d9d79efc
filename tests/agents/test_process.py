"""Bots in processes of their own: how they are found, started, reused, limited and ended."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.agents.tables import (
    HOSTILE,
    RANDOM,
    alive,
    command,
    gone,
    hostile,
    marker,
    matches,
    seated,
)
from tourney.agents.bot_process import SUPERVISOR
from tourney.agents.isolation import Limits, possible
from tourney.agents.loader import load
from tourney.agents.programs import command_words, load_command
from tourney.agents.wire import WireLimits
from tourney.domain.errors import NotFound, TourneyError, UsageFault
from tourney.play.clock import Clock

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).parents[2]
PLAIN = Path(__file__).with_name("plain.py")


def plain(*words: str) -> str:
    return command(PLAIN, *words)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("cmd:cat -u", ["cat", "-u"]),
        ('cmd:"cat -u"', ["cat", "-u"]),
        ("cmd:cat 'two words'", ["cat", "two words"]),
        (f"cmd:{sys.executable} bot.py", [sys.executable, "bot.py"]),
    ],
)
def test_a_command_is_read_as_a_shell_reads_it(target: str, words: list[str]) -> None:
    assert command_words(target) == words


def test_a_long_argument_is_no_file_name() -> None:
    words = f"{sys.executable} {PLAIN} note={'x' * 5000}"
    with seated(f"cmd:{words}") as bot:
        assert bot.version


def test_a_program_in_a_folder_with_a_blank_is_found(tmp_path: Path) -> None:
    program = tmp_path / "my bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert command_words(f"cmd:'{program}' -x") == [str(program), "-x"]
    assert command_words(f"cmd:'{program}'") == [str(program)]


@pytest.mark.parametrize(
    ("target", "kind", "words"),
    [
        ("cmd:./gone --fast", NotFound, "no program './gone' for bot 'cmd:./gone --fast'; check"),
        ("cmd:./gone", NotFound, "which is relative to the folder where the command is run"),
        ("gone/bot.py", NotFound, "which is relative to the folder where the command is run"),
        ("cmd:/no/such", NotFound, "no program '/no/such' for bot 'cmd:/no/such'; check the path"),
        ("cmd:no-such-program", NotFound, "check the path, or write ./no-such-program"),
        ("cmd:cat 'x", UsageFault, "cannot be read: no closing quotation; write cmd:"),
        ("cmd:   ", UsageFault, "names no program; write cmd:"),
        (f"cmd:{HOUSE}", UsageFault, "is a folder; name a program"),
        (f"cmd:{PLAIN}", UsageFault, "is not executable; change that with: chmod +x "),
    ],
)
def test_an_invalid_command_is_a_one_line_error(
    target: str, kind: type[TourneyError], words: str
) -> None:
    with pytest.raises(kind) as caught:
        load(target)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bot_declares_its_version() -> None:
    with seated(plain('hello={"version": "1.3", "games": ["diams", "go"]}')) as bot:
        assert (bot.version, bot.games, bot.reproducible) == ("1.3", ("diams",), True)
    with seated(plain('hello={"reproducible": false}')) as bot:
        assert not bot.reproducible


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        ('{"version": "one two"}', "declares an invalid version 'one two'; use 1 to 40 letters"),
        ('{"games": ["go", "chess"]}', "plays none of tourney's games; it names 'go', 'chess'"),
    ],
)
def test_an_invalid_hello_is_an_error_and_ends_the_process(hello: str, words: str) -> None:
    word = marker()
    with pytest.raises(UsageFault, match=words):
        load_command(plain(f"hello={hello}", word), Limits())
    assert gone(word)


@pytest.mark.parametrize(
    ("hello", "evidence"),
    [
        ('{"proto": "tmbp/2"}', "uses protocol 'tmbp/2' instead of tmbp/1"),
        pytest.param(
            *('{"want": "events"}', "a hello that cannot be read: '{"), marks=pytest.mark.full
        ),
        pytest.param(
            *('{"version": 1}', "a hello that cannot be read: '{"), marks=pytest.mark.full
        ),
    ],
)
def test_an_unreadable_hello_is_a_startup_fault(hello: str, evidence: str) -> None:
    with seated(plain(f"hello={hello}")) as bot:
        (fault,) = matches([bot, RANDOM], 1)[0].faults
    assert fault.code == "startup"
    assert fault.evidence.startswith(evidence)


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.invalid")
    done = subprocess.run(
        ["git", "-C", folder, *who, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_without_a_declared_version_the_files_determine_it(tmp_path: Path) -> None:
    def version() -> str:
        with seated(command(script)) as bot:
            return bot.version

    script = tmp_path / "bot.py"
    script.write_text(PLAIN.read_text())
    first = version()
    script.write_text(PLAIN.read_text() + "\n")
    assert version() != first
    git(tmp_path, "init", "-q")
    assert version() not in ("", first)
    git(tmp_path, "add", "bot.py")
    git(tmp_path, "commit", "-qm", "first")
    assert version() == git(tmp_path, "rev-parse", "--short", "HEAD")
    git(tmp_path, "tag", "bots/v1")
    assert version() == "bots-v1"
    script.write_text(PLAIN.read_text())
    assert version() == first


def test_a_script_without_interpreter_line_is_a_startup_fault(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("while read line; do :; done\n")
    script.chmod(0o755)
    with seated(f"cmd:{script}") as bot:
        (fault,) = matches([bot, RANDOM], 1)[0].faults
    assert (fault.code, fault.evidence) == (
        "startup",
        "cannot be run: Exec format error; a script must begin with #!",
    )


def test_one_process_plays_many_matches() -> None:
    word = marker()
    with seated(plain(word)) as bot:
        before = alive(word)
        matches([bot, RANDOM], 5)
        assert alive(word) == before
        assert len(before) == 3  # the bot, its supervisor, process 1 of its namespace
    assert alive(word) == []


def test_the_same_bot_in_two_seats_is_two_processes() -> None:
    word = marker()
    with seated(plain(word)) as bot:
        assert matches([bot, bot], 2)[1].status == "complete"
        assert len(alive(word)) == 6


@pytest.mark.full
def test_a_process_that_ends_after_every_match_is_restarted() -> None:
    with seated(plain("end=1")) as bot:
        played = matches([bot, RANDOM], 3)
    assert [match.faults for match in played] == [(), (), ()]


def test_a_process_killed_between_matches_costs_no_match() -> None:
    word = marker()
    with seated(plain(word)) as bot:
        alone = matches([bot, RANDOM], 2)
        for pid in alive(word):
            os.kill(pid, signal.SIGKILL)
        assert matches([bot, RANDOM], 2) == alone


def test_long_lists_of_moves_are_sent_when_asked_for() -> None:
    game: dict[str, Any] = {"options": {}, "game": "diamond-boxes"}
    with seated(plain("ask=1")) as asking, seated(plain()) as told:
        first = matches([asking, asking], 1, **game)
        second = matches([told, asking], 1, **game)
    assert first[0].faults == second[0].faults == ()
    assert first == second


def test_a_bot_that_takes_long_uses_its_bank_and_then_is_late() -> None:
    with seated(plain("busy=0.012")) as bot:
        (fault,) = matches([bot, RANDOM], 1, clock=Clock(move_ms=2, bank_ms=20))[0].faults
        assert fault.evidence == "no answer within 2 ms a move and 20 ms a match"
        assert matches([bot, RANDOM], 1, clock=Clock(move_ms=2, bank_ms=10_000))[0].faults == ()


def test_without_a_clock_a_hang_ends_all_the_same() -> None:
    word = marker()
    with seated(hostile("hang", word), patience=WireLimits(think=0.5)) as bot:
        (fault,) = matches([bot, RANDOM], 1)[0].faults
    assert (fault.code, fault.evidence) == ("timeout", "no answer within 0.5 s")


def facts(limits: Limits) -> dict[str, Any]:
    with seated(plain("facts=1"), limits) as bot:
        assert bot.lacks == ()
        found = json.loads(bot.stderr())
        assert bot.stderr() == ""
        assert isinstance(found, dict)
        return found


def test_a_bot_has_a_small_environment_and_limits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AWS_SECRET", "x")
    found = facts(Limits(memory_mb=300))
    assert set(found["environment"]) <= {
        *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "PYTHONHASHSEED"),
    }
    assert (found["leader"], found["folder"]) == (True, str(tmp_path))
    assert (found["files"], found["writes"]) == ([0, 1, 2], True)
    assert (found["RLIMIT_NOFILE"], found["RLIMIT_CORE"]) == (512, 0)
    assert found["RLIMIT_DATA"] == 300 * 1024 * 1024


def test_isolation_none_leaves_a_bot_what_its_runner_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AWS_SECRET", "x")
    found = facts(Limits(isolation="none"))
    assert found["environment"]["AWS_SECRET"] == "x"
    assert found["RLIMIT_DATA"] != 300 * 1024 * 1024


needs_bwrap = pytest.mark.skipif(
    bool(possible(Limits(isolation="bwrap"))[1]), reason="bubblewrap cannot be used here"
)


@needs_bwrap
def test_in_bubblewrap_nothing_is_written_or_reached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    found = facts(Limits(isolation="bwrap"))
    assert not found["connects"]
    assert found["environment"]["TMPDIR"] == "/tmp"
    assert list(tmp_path.iterdir()) == []


@needs_bwrap
@pytest.mark.parametrize(
    ("mode", "evidence"),
    [
        ("killed", "ended by SIGKILL (signal 9)"),
        pytest.param("fork_away", "exit status 1", marks=pytest.mark.full),
    ],
)
def test_in_bubblewrap_faults_and_ends_are_the_same(mode: str, evidence: str) -> None:
    word = marker()
    with seated(hostile(mode, word), Limits(isolation="bwrap")) as bot:
        (fault,) = matches([bot, RANDOM], 1)[0].faults
    assert (fault.code, fault.evidence) == ("crash", evidence)
    assert gone(word), alive(word)


ORPHANAGE = """
import sys
from tests.agents.tables import RANDOM, matches, seated, hostile
with seated(hostile("fork_on", sys.argv[1])) as bot:
    matches([bot, RANDOM], 1)
    print("played", flush=True)
    sys.stdin.read()
"""


def test_all_processes_of_a_bot_end_with_the_runner() -> None:
    word = marker()
    with subprocess.Popen(
        [sys.executable, "-c", ORPHANAGE, word], cwd=HOUSE, stdin=-1, stdout=-1, text=True
    ) as runner:
        assert runner.stdout is not None
        assert runner.stdout.readline() == "played\n"
        assert len(alive(word)) == 7  # runner, supervisor, process 1, bot, its three children
        runner.kill()
    assert gone(word), alive(word)


def test_a_bot_ends_with_its_supervisor() -> None:
    word = marker()
    with seated(plain(word)) as bot:
        alone = matches([bot, RANDOM], 1)
        supervisor = max(alive(word), key=lambda pid: b"supervisor" in cmdline(pid))
        os.kill(supervisor, signal.SIGKILL)
        assert gone(word)
        assert matches([bot, RANDOM], 1) == alone


def cmdline(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


POLITE = """
import sys, time
print('{"t": "hello", "proto": "tmbp/1"}', flush=True)
for line in sys.stdin:
    if '"quit"' in line:
        time.sleep(float(sys.argv[1]))
        print("goodbye", file=sys.stderr)
        break
"""
SELDOM = """
import {module}, time
real = {module}.{call}
{module}.{call} = lambda *given: (time.sleep(0.1), real(*given))[1]
"""


@pytest.mark.parametrize(
    ("module", "call", "seconds"),
    [("os", "wait4", 0.0), ("select", "select", 0.4)],
    ids=["it ends between two looks", "it takes its time"],
)
def test_last_words_reach_a_supervisor_that_seldom_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, call: str, seconds: float
) -> None:
    """On a busy machine: here each of its looks at the bot comes a tenth of a second late."""
    busy = SELDOM.format(module=module, call=call) + SUPERVISOR
    monkeypatch.setattr("tourney.agents.bot_process.SUPERVISOR", busy)
    (tmp_path / "polite.py").write_text(POLITE)
    with seated(command(tmp_path / "polite.py", seconds)) as bot:
        assert bot.absent is None
    assert bot.stderr() == "goodbye\n"


STALLED = """
import os, signal, sys
from tests.agents.tables import command, matches, seated, RANDOM
from tests.agents.test_process import plain
from tourney.play.clock import Clock
with seated(plain("busy=0.1", sys.argv[1])) as bot:
    print("begin", flush=True)
    for match in matches([bot, RANDOM], 1, clock=Clock(move_ms=200)):
        print(match.faults, flush=True)
"""


@pytest.mark.full
def test_no_bot_is_late_while_the_runner_is_stopped() -> None:
    word = marker()
    with subprocess.Popen(
        [sys.executable, "-c", STALLED, word], cwd=HOUSE, stdout=-1, text=True
    ) as runner:
        assert runner.stdout is not None
        assert runner.stdout.readline() == "begin\n"
        for _ in range(3):
            stopped = alive(word)
            for number in (signal.SIGSTOP, signal.SIGCONT):
                for pid in stopped:
                    os.kill(pid, number)
                time.sleep(0.4)
        assert runner.stdout.readline() == "()\n"


@pytest.mark.full
def test_a_machine_without_bubblewrap_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("git", "env"):
        (tmp_path / program).symlink_to(shutil.which(program) or "/bin/false")
    environ = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(HOUSE)}
    bots = [f"--bot={name}={plain(name)}" for name in ("a", "b")]
    run = ("run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "1", "-j", "2")
    done = subprocess.run(
        [sys.executable, "-m", "tourney", *run, "--isolation", "bwrap"],
        cwd=tmp_path, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
    assert warnings == [
        "warning: no bwrap: it is not installed; bots run with isolation 'limits' and can use "
        "the network and files"
    ]


def test_hostile_bots_need_nothing_but_python() -> None:
    words = [sys.executable, "-I", "-S", str(HOSTILE), "crash_at_start"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stderr.endswith("RuntimeError: no weights\n")
