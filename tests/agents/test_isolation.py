"""A bot can reach under each isolation exactly what the documentation says."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.agents.tables import RANDOM, alive, eldest, gone, hostile, marker, matches, seated
from tourney.agents import kernel
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import HIDDEN, Limits, hidden, possible
from tourney.agents.wire import WireLimits

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
CROWDED = HERE / "crowded.py"
PAGE = HOUSE / "docs" / "isolation.md"
COLUMNS = ("none", "limits", "limits without namespaces", "bwrap")
QUICK = ("limits",)
MEMORY = "hold more memory than `--memory`: "
NOBODY = 65_534
YES, TWO_BOTS, NO = "yes", "two bots", "no"
BWRAP = Limits(isolation="bwrap")

needs_bwrap = pytest.mark.skipif(bool(possible(BWRAP)[1]), reason="bubblewrap cannot be used here")


def table(heading: str = "a bot can") -> dict[str, dict[str, str]]:
    """A table of the page as attempt -> column -> answer."""
    lines = PAGE.read_text("utf-8").partition(f"| {heading} |")
    rows = takewhile(lambda line: line.startswith("|"), "".join(lines[1:]).splitlines())
    split = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    del split[1]
    assert tuple(split[0][1:]) == COLUMNS
    return {first.removeprefix(MEMORY): dict(zip(COLUMNS, cells, strict=True))
            for first, *cells in split[1:]}  # fmt: skip


@cache
def interpreter_for_all() -> str:
    """A Python that a user without access to our home folder can run; empty without one."""
    words = "import sys; sys.path.insert(0, sys.argv[1]); import tests.agents.world"
    for python in (sys.executable, shutil.which("python3", path="/usr/bin:/bin")):
        with suppress(PermissionError):
            if python and not run_as(NOBODY, [python, "-c", words, str(HOUSE)]).returncode:
                return python
    return ""


def run_as(user: int, words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs a command as this user or as another one."""
    other: dict[str, Any] = {"user": user, "group": user, "extra_groups": []}
    return subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=HOUSE,
        **({} if user == os.getuid() else other),
    )  # fmt: skip


def printed(column: str, user: int, python: str, program: str, *words: str) -> dict[str, Any]:
    """What a program that tries an isolation prints."""
    level, _, crowded = column.partition(" ")
    asked = [python, "-m", f"tests.agents.{program}", level, *words]
    done = run_as(user, [python, str(CROWDED), *asked] if crowded else asked)
    print(done.stderr)
    if done.stderr.startswith(("no bwrap: ", "no namespace to be without others in: ")):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    if column == "limits" and not found["apart"]:
        pytest.skip("no namespaces can be made here")
    del found["apart"]
    return found


def reached(column: str, user: int, python: str) -> dict[str, bool]:
    """Whether the probing bot reached each line of the table."""
    return printed(column, user, python, "world", marker())


def expected(column: str, user: int) -> dict[str, bool]:
    yes = {"yes", "as root"} if user == 0 else {"yes"}
    return {asked: answers[column] in yes for asked, answers in table().items()}


@pytest.mark.parametrize(
    "column",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.full]) for name in COLUMNS],
)
def test_a_bot_reaches_what_the_page_says(column: str) -> None:
    assert reached(column, os.getuid(), sys.executable) == expected(column, os.getuid())


@pytest.mark.full
@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize("column", COLUMNS)
def test_a_bot_of_an_ordinary_user_reaches_what_the_page_says(column: str) -> None:
    if not (python := interpreter_for_all()):
        pytest.skip("no Python that another user can run")
    assert reached(column, NOBODY, python) == expected(column, NOBODY)


def told(column: str, user: int, python: str) -> dict[str, str]:
    """Whom the telling bot reached in each way."""
    ways: dict[str, list[bool]] = printed(column, user, python, "told")["ways"]
    found = {
        way: YES if after else TWO_BOTS if beside else NO for way, (after, beside) in ways.items()
    }
    for way, whom in found.items():
        print(f"{column:26} {'root' if user == 0 else 'a user':8} {way:45} {whom}")
    return found


def promised(column: str, user: int) -> dict[str, str]:
    """What the page says about it."""
    found = {}
    for way, answers in table("a bot can tell its hand by").items():
        cell, _, condition = answers[column].partition(",")
        holds = not condition or (condition == " as root") == (user == 0)
        found[way] = cell if holds else NO
    return found


@pytest.mark.skipif(bool(kernel.filter_refusal()), reason="no seccomp here")
@pytest.mark.parametrize(
    "column",
    [pytest.param(c, marks=[] if c == "bwrap" else [pytest.mark.full]) for c in COLUMNS],
)
def test_a_bot_tells_its_hand_as_the_page_says(column: str) -> None:
    assert told(column, os.getuid(), sys.executable) == promised(column, os.getuid())


@pytest.mark.full
@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
@pytest.mark.skipif(bool(kernel.filter_refusal()), reason="no seccomp here")
@pytest.mark.parametrize("column", COLUMNS)
def test_a_bot_of_an_ordinary_user_tells_its_hand_as_the_page_says(column: str) -> None:
    if not (python := interpreter_for_all()):
        pytest.skip("no Python that another user can run")
    found, expected = told(column, NOBODY, python), promised(column, NOBODY)
    if not int(Path("/proc/sys/kernel/dmesg_restrict").read_text()):
        del found["messages of the kernel"], expected["messages of the kernel"]
    assert found == expected


def crowded(script: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Runs a script that cannot create namespaces; skips where this cannot be set up."""
    asked = [sys.executable, str(CROWDED), sys.executable, "-c", script, *words]
    done = subprocess.run(asked, cwd=HOUSE, capture_output=True, text=True, check=False)
    if "no namespace to be without others in" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return done


FAULTS = """
import sys
from tests.agents.tables import RANDOM, hostile, matches, seated
for mode in sys.argv[1:]:
    with seated(hostile(mode, "x")) as bot:
        (fault,) = matches([bot, RANDOM], 1)[0].faults
        print(fault.code, fault.evidence)
print(*bot.lacks)
"""


def test_without_namespaces_a_signal_is_nobodys_for_sure_and_the_run_says_so() -> None:
    told = crowded(FAULTS, "killed", "kill_supervisor", "by_signal").stdout.splitlines()
    assert told[:3] == [
        "crash ended by SIGKILL (signal 9), by itself or by another process of this user",
        "crash its supervisor was killed, by itself or by another process of this user",
        "crash ended by SIGSEGV (signal 11)",
    ]
    assert told[3].startswith("no namespaces: unshare: ")
    assert told[3].endswith("; bots of this run can see, stop and kill each other")


@pytest.mark.full
def test_without_namespaces_a_bot_can_harm_those_who_stand_over_it() -> None:
    told = crowded(FAULTS, "stop_supervisor", "stop_and_kill_supervisor").stdout.splitlines()
    assert told[0] == "timeout no answer within 2 s"
    assert told[1].startswith("protocol a line that is not a JSON object: ")


LACKS = """
import sys
from tests.agents.tables import hostile, seated
with seated(hostile("nothing", "x")) as bot:
    print(bot.lacks)
"""


def test_with_namespaces_nothing_is_lacking() -> None:
    with seated(hostile("nothing", "x")) as bot:
        assert bot.lacks == ()


SMALL_DEV = """
new="$1/dev"; mkdir "$new" && mount -t tmpfs none "$new" && mkdir "$new/pts" || exit 77
for name in null zero full random urandom tty; do
    touch "$new/$name" && mount --bind "/dev/$name" "$new/$name" || exit 77
done
mount --rbind /dev/pts "$new/pts" && ln -s /proc/self/fd "$new/fd" || exit 77
mount --rbind "$new" /dev || exit 77
test ! -e /dev/shm && exec "$2" -c "$3" nothing
"""


def test_a_system_without_shared_memory_in_dev_has_namespaces_all_the_same(tmp_path: Path) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("unshare is not installed")
    words = ["unshare", "-rm", "sh", "-c", SMALL_DEV, "sh", tmp_path, sys.executable, LACKS]
    done = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode == 77 or done.stderr.startswith("unshare: "):
        pytest.skip("no file systems can be mounted here")
    assert (done.returncode, done.stdout, done.stderr) == (0, "()\n", "")


def test_under_limits_a_bot_gives_the_kernel_no_orders() -> None:
    child = BotProcess(["find", "/sys", "/proc/sys", "-writable", "-type", "f"], Limits())
    try:
        if not child.apart:
            pytest.skip("no namespaces can be made here")
        child.farewell(20.0)
        with open(child.get, "rb", closefd=False) as file:
            assert file.read() == b""
    finally:
        child.wait()


def test_no_bot_can_speak_for_another() -> None:
    with seated(hostile("frame", "x")) as one, seated(hostile("nothing", "framed")) as other:
        (played,) = matches([one, other], 1)
    assert (played.status, played.faults) == ("complete", ())


class Bereft:
    """An agent whose supervisor is killed before its first decision.

    The decision waits for the end of all its processes: on a busy machine a bot can finish a short
    match before the system gets round to ending it.
    """

    def __init__(self, agent: Any, word: str) -> None:
        self.version, self.listens = agent.version, agent.listens
        self.trusted, self.keeps_time = agent.trusted, agent.keeps_time
        self.info = agent.info
        self.start, self.event = agent.start, agent.event
        self.blamed, self.end = agent.blamed, agent.end
        self._agent, self._word = agent, word

    def choose(self, look: Any) -> Any:
        if self._word:
            os.kill(eldest(self._word), signal.SIGKILL)
            assert gone(self._word), alive(self._word)
            self._word = ""
        return self._agent.choose(look)


def test_a_supervisor_that_is_killed_from_outside_costs_no_bot() -> None:
    word = marker()
    with seated(hostile("nothing", word)) as bot:
        bereft = replace(bot, sit=lambda *given: Bereft(bot.sit(*given), word))
        (played,) = matches([bereft, RANDOM], 1)
    (fault,) = played.faults
    assert (fault.seat, fault.code) == (-1, "runner"), fault
    assert fault.evidence == "its supervisor was killed"
    assert (played.status, played.outcome.places) == ("abandoned", ())


def shown(*words: str) -> str:
    """Output of a shell command under bubblewrap, in the current folder."""
    child = BotProcess(["sh", "-c", *words], BWRAP)
    try:
        child.farewell(10.0)
        with open(child.get, "rb", closefd=False) as file:
            return (file.read() or b"").decode() + child.new_stderr()
    finally:
        child.wait()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database, settings and two bots; it is the current folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder / "home"))
    monkeypatch.setenv(HIDDEN, "")
    for name in ("mine", "theirs", "home"):
        (folder / name).mkdir()
        (folder / name / "data").write_text(f"data of {name}")
    (folder / "tourney.db").write_bytes(b"SQLite format 3\0".ljust(512, b"\0"))
    (folder / "run.toml").write_text("seed = 17")
    return folder


@needs_bwrap
def test_under_bwrap_a_bot_sees_the_folder_of_its_files_alone(project: Path) -> None:
    seen = shown("cat mine/data; ls . mine theirs home; ls -A / /etc", "mine/data")
    assert "data of mine" in seen
    assert "ls: cannot access 'theirs': No such file" in seen
    assert "\ndata\n" in seen.partition("mine:")[2]
    for absent in ("tourney.db", "run.toml", "shadow", "srv", "opt\n"):
        assert absent not in seen


@needs_bwrap
def test_under_bwrap_a_bot_reads_no_counts_that_outlast_it() -> None:
    assert "pgfault" in Path("/proc/vmstat").read_text()
    seen = shown("cat /proc/vmstat /proc/interrupts /proc/diskstats; head -c 6 /proc/meminfo")
    assert not any(character.isdigit() for character in seen)
    assert "MemTot" in seen


@needs_bwrap
def test_under_bwrap_nobody_closes_what_all_programs_share() -> None:
    """A bot of root owns /dev/full and /proc/version, also where it sees only copies of mounts."""
    files = [Path("/dev/full"), Path("/proc/version")]
    before = [file.stat().st_mode for file in files]
    try:
        shown("chmod 600 /dev/full; chmod 400 /proc/version")
        assert [file.stat().st_mode for file in files] == before
    finally:
        for file, mode in zip(files, before, strict=True):
            if file.stat().st_mode != mode:
                file.chmod(mode & 0o7777)


@needs_bwrap
def test_under_bwrap_a_file_in_the_folder_of_the_run_is_shown_alone(project: Path) -> None:
    (project / "bot").write_text("the bot")
    assert shown("cat bot; ls", "bot") == "the botbot\n"
    (lack,) = possible(BWRAP, ["cat", "bot"])[1]
    assert str(lack) == (
        f"under bwrap the bot sees nothing but 'bot' of folder '{project}', "
        "which is or contains the folder of the run"
    )
    assert possible(BWRAP, ["cat", "mine/data"])[1] == ()


@needs_bwrap
def test_under_bwrap_no_database_of_the_run_is_shown_wherever_it_is(project: Path) -> None:
    secret = project / "mine" / "deep" / "run.db"
    secret.parent.mkdir()
    secret.write_text("the cards")
    assert "the cards" in shown("cat mine/deep/run.db", "mine/data")
    with hidden("mine/deep/run.db"):
        told = shown("cat mine/data mine/deep/run.db", "mine/data", "--db=mine/deep/run.db")
    assert "data of mine" in told
    assert "the cards" not in told


@needs_bwrap
def test_under_bwrap_no_folder_with_a_database_is_shown(project: Path) -> None:
    shutil.copy("tourney.db", "mine/old.db")
    assert "data of mine" in shown("cat mine/data; ls mine", "mine/data")
    assert "old.db" not in shown("ls mine", "mine/data")
    (lack,) = possible(BWRAP, ["cat", "mine/data"])[1]
    assert str(lack).endswith("which contains the database 'old.db'")


@needs_bwrap
def test_under_bwrap_links_lead_where_they_led(project: Path) -> None:
    tools = project / "home" / "tools"
    (tools / "bot-1").mkdir(parents=True)
    (tools / "bot-1" / "run").write_text('#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/data"\n')
    (tools / "bot-1" / "run").chmod(0o755)
    (tools / "bot-1" / "data").write_text("found")
    (tools / "bot").symlink_to("bot-1")
    (project / "start").symlink_to(tools / "bot" / "run")
    child = BotProcess(["./start"], BWRAP)
    child.farewell(10.0)
    with open(child.get, "rb", closefd=False) as file:
        assert file.read() == b"found", child.new_stderr()
    child.wait()


SCRIPT = """
try:
    import numpy
except ImportError:
    pass
"""
BOTS = {
    "python": f"cmd:python3 {HOUSE}/data/bots/python/bot.py",
    "virtual environment": f"cmd:{sys.executable} {HOUSE}/data/bots/python/bot.py",
    "c": "cmd:mine/bot",
    "node": f"cmd:node {HOUSE}/data/bots/node/bot.js",
    "script": "cmd:mine/script",
    "java": "cmd:java -cp mine Bot",
}


@needs_bwrap
@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=[] if k == "c" else [pytest.mark.full]) for k in BOTS],
)
def test_bots_of_every_kind_play_under_bwrap(kind: str, project: Path) -> None:
    needed = {"c": "cc", "node": "node", "java": "javac"}.get(kind, "python3")
    if shutil.which(needed) is None:
        pytest.skip(f"no {needed} here")
    if kind == "c":
        build = ["cc", "-O2", "-o", "mine/bot", str(HOUSE / "data/bots/c/bot.c")]
        subprocess.run(build, check=True)
    if kind == "java":
        subprocess.run(["javac", "-d", "mine", str(HERE / "Bot.java")], check=True)
    plain = (HERE / "plain.py").read_text()
    (project / "mine" / "script").write_text(f"#!{sys.executable}\n{SCRIPT}\n{plain}")
    (project / "mine" / "script").chmod(0o755)
    with seated(BOTS[kind], BWRAP, WireLimits(start=30.0)) as bot:
        (played,) = matches([bot, RANDOM], 1)
    assert played.faults == ()
    assert bot.lacks == ()
