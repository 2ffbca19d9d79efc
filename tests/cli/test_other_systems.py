"""What the program does on a system without processes, signals and terminals of POSIX.

No machine with Windows is at hand: its lacks are made on this one, before the program is imported.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "data" / "records" / "spring-diams.tmr"
LACKS = """
import os, select, signal, sys
# The standard library of this system needs what is taken away; that of Windows does not.
import asyncio, concurrent.futures.process, multiprocessing.popen_spawn_posix, multiprocessing.util
import getpass, shutil, socketserver, subprocess, tempfile, webbrowser
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
HAS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}
for name in [name for name in dir(signal) if name.startswith("SIG") and name.isalpha()]:
    if name not in HAS:
        delattr(signal, name)
LOST = {
    os: "chown fork forkpty getegid geteuid getgid getloadavg getpgid getpgrp getuid killpg mkfifo "
    "nice posix_spawn sched_getaffinity setsid statvfs sysconf tcgetpgrp WNOHANG",
    select: "poll epoll",
    signal: "alarm pthread_kill pthread_sigmask setitimer sigwait",
}
for module, names in LOST.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.argv[0] = "tourney"
from tourney.cli.root import script
script()
"""


def there(folder: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command on such a system."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("TOURNEY_", "LANG", "LC_"))}
    done = subprocess.run(
        [sys.executable, "-c", LACKS, *words],
        cwd=folder,
        env=env | {"PYTHONPATH": str(ROOT), "TOURNEY_PURE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_help_and_a_check_need_nothing_of_posix(tmp_path: Path) -> None:
    assert there(tmp_path, "--help")[0] == 0
    code, out, err = there(tmp_path, "check", str(RECORD))
    assert (code, "verified all" in out, err) == (0, True, "")


@pytest.mark.full
def test_the_demo_runs_to_its_end(tmp_path: Path) -> None:
    code, out, err = there(tmp_path, "demo")
    assert (code, "Traceback" in err) == (0, False)
    assert "Checked: 60 of 60 stored matches follow the rules" in out + err


@pytest.mark.full
def test_an_event_goes_from_its_plan_to_a_page(tmp_path: Path) -> None:
    asked = [
        "--players",
        "Aiko,Ben,Chie,Dan",
        "--game",
        "diams",
        "--rounds",
        "1",
        "--sizes",
        "4",
        "--seed",
        "7",
    ]
    for words in (
        ("event", "new", "Cup", *asked),
        ("event", "pair"),
        ("match", "result", "r1/t1", "Aiko=9", "Ben=7", "Chie=5", "Dan=3"),
        ("standings",),
        ("report", "event", "Cup", "-o", "cup.html"),
        ("import", str(RECORD)),
        ("replay", "match:2"),
        ("db", "integrity"),
    ):
        code, _, err = there(tmp_path, *words)
        assert (code, "Traceback" in err) == (0, False), (words, err)
    assert (tmp_path / "cup.html").stat().st_size > 10_000


@pytest.mark.full
@pytest.mark.parametrize(
    ("bot", "more", "said"),
    [
        ("cmd:./bot.sh", (), "bots that are programs need Linux or macOS"),
        ("./mine.py:Mine", (), "bots that are classes of Python need Linux or macOS"),
        ("greedy", ("-j", "2"), "several processes (-j) and"),
    ],
)
def test_what_needs_posix_is_refused_in_one_line(
    tmp_path: Path, bot: str, more: tuple[str, ...], said: str
) -> None:
    (tmp_path / "bot.sh").write_text("#!/bin/sh\n")
    (tmp_path / "bot.sh").chmod(0o755)
    source = "class Mine:\n    def choose(self, view, legal):\n        return legal[0]\n"
    (tmp_path / "mine.py").write_text(source)
    given = [
        "-g",
        "diams",
        "-O",
        "length=quick",
        "--deals",
        "4",
        "--bot",
        "a=random",
        "--name",
        "x",
    ]
    code, _, err = there(tmp_path, "run", *given, "--bot", f"b={bot}", *more)
    last = err.rstrip().rpartition("\n")[2]
    assert (code, said in last, "Traceback" in err) == (2, True, False), err
