"""What the fork server starts is like `python -m tourney`, and a child of the test."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import program
from tests.program import HOUSE, Program
from tests.until import AGES

RECORD = HOUSE / "data/records/spring-diams.tmr"


@pytest.mark.parametrize(
    ("args", "given"),
    [
        pytest.param(("fmt", "-"), RECORD.read_bytes(), marks=pytest.mark.full),
        (("nonsense",), b""),
        pytest.param(("import", "ほ.tmr"), b"", marks=pytest.mark.full),
    ],
)
def test_it_writes_and_ends_as_a_new_interpreter_does(
    tmp_path: Path, args: tuple[str, ...], given: bytes
) -> None:
    (tmp_path / "ほ.tmr").write_text("Aは\n", "utf-8")
    command = [sys.executable, "-m", "tourney", *args]
    new = subprocess.run(command, cwd=tmp_path, input=given, capture_output=True, check=False)
    done = program.run(*args, cwd=tmp_path, input=given.decode())
    written = done.stdout.encode(), done.stderr.encode()
    assert (done.returncode, *written) == (new.returncode, new.stdout, new.stderr)


@pytest.mark.skipif(not program.FORKS, reason="elsewhere programs are not forked")
def test_it_is_a_child_with_its_own_session_environment_and_limits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    limits = {resource.RLIMIT_NOFILE: 99}
    env = {**os.environ, "TOURNEY_LANG": "ja"}
    with Program(
        ("fmt", "endless"), cwd=tmp_path, env=env, limits=limits, start_new_session=True, **pipes
    ) as child, open(tmp_path / "endless", "w"):  # fmt: skip
        stat = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        assert (int(stat[1]), int(stat[3])) == (os.getpid(), child.pid)
        assert "99" in Path(f"/proc/{child.pid}/limits").read_text()
        assert os.path.samefile(f"/proc/{child.pid}/cwd", tmp_path)
        child.send_signal(signal.SIGTERM)
        assert "中断" in child.communicate(timeout=AGES)[1].decode()
    assert child.returncode == 130


BACKGROUND = """
import os, signal, subprocess
from tests.program import hear_signals
hear_signals()
for name in ("HUP", "INT", "TERM"):
    os.kill(os.getpid(), signal.Signals["SIG" + name])
    print(subprocess.run(["sh", "-c", f"kill -s {name} $$"]).returncode)
"""


def test_tests_in_the_background_start_programs_that_can_be_interrupted() -> None:
    """A script ignores Ctrl-C for its background jobs, `nohup` SIGHUP for its program."""
    start = ("sh", "-c", 'trap "" HUP INT TERM; exec "$@"', "sh")
    told = subprocess.check_output([*start, sys.executable, "-c", BACKGROUND], cwd=HOUSE, text=True)
    assert told.split() == ["-1", "-2", "-15"]
