"""Compiled modules and their sources give the same bytes: records, exports, what a bot is told."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines.build import BUILD
from engines.games import GAMES

BOT = """
import json, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["t"] == "hello":
        answer = {"t": "hello", "proto": "tmbp/1", "want": ["events", "view", "legal"]}
    elif message["t"] == "match":
        answer = {"t": "ready", "m": message["m"]}
    elif message["t"] == "act" and "legal" not in message:
        answer = {"t": "legal", "m": message["m"], "id": message["id"]}
    elif message["t"] in ("act", "legal"):
        move = message["legal"][len(message["legal"]) // 2]
        answer = {"t": "move", "m": message["m"], "id": message["id"], "move": move}
    elif message["t"] == "quit":
        break
    else:
        continue
    print(json.dumps(answer), flush=True)
"""
TIME_USED = re.compile(rb'"(ms|seconds)": ?[\d.]+')
KINDS = (
    ("tmr",),
    ("moves", "--format", "jsonl"),
    ("results", "--format", "csv"),
    ("observations", "--format", "jsonl"),
)


def tourney(folder: Path, build: str, *words: str) -> bytes:
    """The output of a command, run with this build."""
    chosen = {"TOURNEY_PURE": str(int(build == "pure")), "TOURNEY_REQUIRE_COMPILED": "0"}
    run = subprocess.run(
        [sys.executable, "-m", "tourney", "--db", f"{build}.db", *words],
        cwd=folder,
        env={**os.environ, **chosen},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


@pytest.mark.skipif(BUILD == "pure", reason="a compiled build is not installed")
@pytest.mark.parametrize("game", GAMES)
def test_both_builds_give_the_same_bytes(game: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    option = ("-O", "length=quick") if game == "diams" else ()
    for build in ("pure", "compiled"):
        told = f"cmd:{sys.executable} bot.py {build}.told"
        bots = ("--bot", "a=search:iterations=8", "--bot", "b=greedy", "--bot", f"c={told}")
        more = ("--bot", "d=random", "--deals", "1", "--seed", "7", "--name", "r", "-q")
        tourney(tmp_path, build, "run", "-g", game, *option, *bots, *more)
    told = [(tmp_path / f"{build}.told").read_bytes() for build in ("pure", "compiled")]
    assert told[0] == told[1]
    assert told[0].count(b'"t":"act"') > 4
    for kind, *how in KINDS:
        written = [
            TIME_USED.sub(b"", tourney(tmp_path, build, "export", kind, "r", *how, "-o", "-"))
            for build in ("pure", "compiled")
        ]
        assert written[0] == written[1], kind
        assert len(written[0].splitlines()) > 4
    checks = [tourney(tmp_path, build, "check", "run:r") for build in ("pure", "compiled")]
    assert checks[0] == checks[1]
