"""A run watched on a terminal of its own, interrupted there, and resumed."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[2]
RUN = (
    "run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
    "--deals", "50000", "--name", "x",
)  # fmt: skip
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def until(master: int, words: str, seen: str = "") -> str:
    """What the terminal shows, up to `words`."""
    while words not in CODES.sub("", seen):
        seen += os.read(master, 4096).decode()
    return seen


def test_a_bar_moves_and_ctrl_c_leaves_the_way_to_go_on(tmp_path: Path) -> None:
    master, slave = os.openpty()
    environ = {**os.environ, "PYTHONPATH": str(HOUSE), "TERM": "xterm", "COLUMNS": "120"}
    command = [sys.executable, "-m", "tourney", *RUN]
    with subprocess.Popen(command, cwd=tmp_path, env=environ, stderr=slave) as child:
        seen = until(master, "of 100000 matches")
        assert re.search(
            r"no faults [█░]{30} \| \d+ of 100000 matches \(0 %\)", CODES.sub("", seen)
        )
        child.send_signal(signal.SIGINT)
        seen = CODES.sub("", until(master, "--resume x", seen))
        assert child.wait(20) == 130
    os.close(slave)
    os.close(master)
    stored = re.search(r"run 'x': (\d+) of 100000 matches stored", seen)
    assert stored is not None
    shown = subprocess.run(
        [sys.executable, "-m", "tourney", "runs", "--json"],
        cwd=tmp_path, env=environ, capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert json.loads(shown.stdout)[0]["stored"] == int(stored[1])
