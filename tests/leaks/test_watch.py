"""A test that leaves something behind fails with a message that names it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
CONFTEST = """
from tests.leaks.watch import Watch


def pytest_configure(config):
    config.pluginmanager.register(Watch())
"""
TESTS = """
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

import pytest

kept = []
READING, WRITING = os.pipe()
IDLE = [sys.executable, "-c", "import sys; sys.stdin.read()"]


def test_nothing(tmp_path):
    (tmp_path / "file").touch()
    subprocess.run([sys.executable, "-c", ""], check=True)


def test_thread():
    kept.append(threading.Event())
    threading.Thread(target=kept[-1].wait, name="waits").start()


def test_timer_thread():
    kept[-1].set()
    kept.append(threading.Timer(3600, print))
    kept[-1].start()


def test_descriptor():
    kept[-1].cancel()
    kept[-1].join()
    kept.append(open(os.devnull))


def test_foreign_descriptor():
    kept[-1].close()


def test_process():
    kept.append(subprocess.Popen(IDLE, stdin=subprocess.PIPE))


def test_zombie():
    kept[-1].communicate()
    kept.append(subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.DEVNULL))
    os.waitid(os.P_PID, kept[-1].pid, os.WEXITED | os.WNOWAIT)


def test_orphan():
    kept.pop().wait()
    words = "import subprocess, sys; subprocess.Popen(sys.argv[1:])"
    subprocess.run([sys.executable, "-c", words, *IDLE], stdin=READING, check=True)


def test_alarm():
    signal.setitimer(signal.ITIMER_REAL, 3600)


def test_handler():
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)


def test_variable():
    os.environ["LEFT_BEHIND"] = "yes"


def test_folder(tmp_path):
    os.chdir(tmp_path)


def test_file():
    os.chdir("/")
    Path(tempfile.gettempdir(), "left").touch()


@pytest.fixture(scope="module")
def shared():
    with subprocess.Popen(IDLE, stdin=subprocess.PIPE) as process:
        yield process


def test_what_is_shared_is_no_leftover(shared):
    assert shared.poll() is None


def test_again(shared):
    assert shared.poll() is None
"""
LEFT = {
    "thread": r"thread waits \d+",
    "timer_thread": r"thread Thread-\d+ ",
    "descriptor": r"descriptor \d+ \(/dev/null\)",
    "foreign_descriptor": r"descriptor \d+ \(gone, was /dev/null\)",
    "process": r"process Process\(pid=\d+, .* state='[RS]'",
    "zombie": r"process Process\(pid=\d+, .* state='Z'",
    "orphan": r"process Process\(pid=\d+, .* state='[RS]'",
    "alarm": r"timer 0",
    "handler": r"handler of signal 10 ",
    "variable": r"variable LEFT_BEHIND \(yes\)",
    "folder": r"current folder \(/.*, was /",
    "file": r"file left",
}


@pytest.mark.full
def test_whatever_is_left_behind_is_told_of_the_test_that_left_it(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_leftovers.py").write_text(TESTS)
    words = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={tmp_path}", "-rE"]
    code = f"import sys; sys.path.insert(0, {str(HOUSE)!r}); import tests.leaks.watch as w; "
    code += "w.GRACE = 0.5; import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *words, str(tmp_path)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.findall(r"ERROR at teardown of test_(\w+) _.*\n(the test leaves .*)", done.stdout)
    assert [name for name, _ in found] == list(LEFT), done.stdout + done.stderr
    for name, told in found:
        assert re.search(LEFT[name], told), told
