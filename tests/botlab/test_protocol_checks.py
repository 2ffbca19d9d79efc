"""`tourney bot check` of programs finds every violation of the protocol."""

import hashlib
import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.agents.reference import command
from tests.agents.tables import RANDOM, matches, seated
from tests.conftest import Tourney
from tests.examples import usual
from tests.program import Program
from tests.until import until
from tourney.agents.isolation import Limits
from tourney.agents.programs import load_command
from tourney.agents.wire import NO_ANSWER, WireLimits
from tourney.botlab.compliance import KINDS, SILENT, findings
from tourney.botlab.trials import NOT_TESTED, BotUnderTest

pytestmark = pytest.mark.slow

BOT = """
import json
import os
import random
import sys

count = 0


def say(**message):
    os.write(1, json.dumps(message).encode() + b"\\n")


def lines():
    for line in sys.stdin.buffer:
        if not line.isspace():
            yield line


def hear(message):
    kind = message.get("t")
    if kind == "hello":
        say(t="hello", proto="tmbp/1", name="raw", version="1", games=["diamonds"], want=["legal"])
    elif kind == "match":
        say(t="ready", m=message["m"])
    elif kind == "act" and "legal" not in message:
        say(t="legal", m=message["m"], id=message["id"])
    elif kind in ("act", "legal"):
        say(t="move", m=message["m"], id=message["id"], move=choose(message))
    elif kind == "ping":
        say(t="pong", n=message["n"])
    elif kind == "quit":
        sys.exit()


def choose(message):
    return message["legal"][0]


def main():
    for line in lines():
        hear(json.loads(line))


#FLAW
main()
"""

FLAWS = {
    "junk": [
        "old = hear",
        "def hear(message):",
        "    assert message['t'] in ('hello', 'match', 'act', 'legal', 'end', 'ping', 'quit')",
        "    old(message)",
    ],
    "pieces": [
        "def lines():",
        "    while data := os.read(0, 1 << 20):",
        "        yield from data.splitlines()",
    ],
    "twice": [
        "asked, old = set(), hear",
        "def hear(message):",
        "    if message['t'] == 'act':",
        "        assert message['id'] not in asked",
        "        asked.add(message['id'])",
        "    old(message)",
    ],
    "memory": [
        "def choose(message):",
        "    global count",
        "    count += 1",
        "    return message['legal'][7 * count % len(message['legal'])]",
    ],
    "determinism": ["def choose(message): return random.choice(message['legal'])"],
    "matches": ["def choose(message): return 'D16'"],
    "hello": ["print('Welcome to my bot!', flush=True)"],
}


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Writes a bot with a flaw, given as lines of Python; its target."""

    def write(lines: str) -> str:
        (tmp_path / "raw.py").write_text(BOT.replace("#FLAW", lines))
        return f"cmd:{sys.executable} raw.py"

    return write


def answers(tourney: Tourney, target: str, *args: str) -> dict[str, dict[str, Any]]:
    done = tourney("bot", "check", target, "--quick", "--json", *args)
    rows = {f"{row['check']} {row['about']}": row for row in json.loads(done.out)}
    assert done.code == 3 * any(row["result"] == "FAIL" for row in rows.values())
    return rows


def failed(rows: dict[str, dict[str, Any]]) -> set[str]:
    return {name for name, row in rows.items() if row["result"] == "FAIL"}


def test_a_program_without_a_flaw_passes_everything(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    rows = answers(tourney, program(""), "--budget", "0.05")
    assert failed(rows) == set()
    assert len(rows) == 12
    assert rows["hello "]["seen"].startswith("raw, ready after ")
    assert rows["hello "]["seen"].endswith(", wants legal, version 1")


@pytest.mark.parametrize(
    "flaw",
    [pytest.param(f, marks=[] if f in ("pieces", "hello") else [pytest.mark.full]) for f in FLAWS],
)
def test_a_flaw_fails_the_check_that_is_named_after_it(
    tourney: Tourney, program: Callable[[str], str], flaw: str
) -> None:
    rows = answers(tourney, program("\n".join(FLAWS[flaw])), "--only", flaw)
    (row,) = rows.values()
    assert (row["check"], row["result"]) == (flaw, "FAIL")
    assert row["repeat"]


@pytest.mark.full
def test_a_bot_that_fails_at_once_is_not_praised_for_failing_again(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    bot = program("def choose(message): return None")
    rows = answers(tourney, bot)
    assert failed(rows) == {"matches diamonds", "positions diamonds"}
    for check in ("determinism", "memory", "seatings"):
        row = rows[f"{check} diamonds"]
        assert (row["result"], row["seen"].partition(":")[0]) == ("note", "not tested"), row


def test_a_bot_that_does_not_start_is_not_asked_further(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    start = "open('starts', 'a').write('x')\nimport nothing_of_the_kind"
    rows = answers(tourney, program(start))
    assert list(rows) == ["hello "]
    assert Path("starts").read_text() == "x"
    assert list(answers(tourney, program(start), "--only", "matches")) == ["hello "]
    bench = tourney("bot", "bench", program(start))
    assert (bench.code, Path("starts").read_text()) == (1, "xxx")
    assert "cannot be measured: crash: exit status 1" in bench.err
    assert rows["hello "]["seen"] == "ended without a hello: exit status 1"
    lines = rows["hello "]["stderr"].splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1] == "ModuleNotFoundError: No module named 'nothing_of_the_kind'"
    assert rows["hello "]["repeat"].startswith("tourney bot sample diams | ")


BUFFERED = "say = lambda **message: print(json.dumps(message))"


HELLO_ONLY = """
greet = say
held = lambda **message: print(json.dumps(message))
say = lambda **message: (greet if message["t"] == "hello" else held)(**message)
"""
READY_ONLY = HELLO_ONLY.replace('== "hello"', '!= "move"')
NEXT_ID = """
honest = say
say = lambda id=None, **message: honest(**message, **({"id": id + 1} if id else {}))
"""


@pytest.mark.parametrize(
    ("flaw", "evidence"),
    [
        (BUFFERED, "no 'hello' within 1 s; output is buffered: flush after every line"),
        pytest.param(
            HELLO_ONLY,
            "no 'ready' within 1 s; output is buffered: flush after every line",
            marks=pytest.mark.full,
        ),
        (READY_ONLY, f"no answer within 0.5 s{NO_ANSWER}"),
        (NEXT_ID, "no answer within 0.5 s; it answered with id 2 to the request with id 1"),
        pytest.param("sys.stdin.read()", "no 'hello' within 1 s", marks=pytest.mark.full),
    ],
)
def test_an_answer_that_waits_in_a_buffer_is_named_in_the_fault(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: Callable[[str], str],
    flaw: str,
    evidence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    target = program(flaw)
    with seated(target, patience=WireLimits(start=1.0, think=0.5)) as bot:
        (match,) = matches([bot, RANDOM], 1, game="diamonds", options={})
    assert [fault.evidence for fault in match.faults] == [evidence]


def test_no_answer_is_waited_for_much_longer_than_the_limit_of_a_move(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    target = program(READY_ONLY)
    told = tourney(
        *("bot", "check", target, "--only", "matches", "--time-per-move", "0.2", "--budget", "5"),
        "--json",
    )
    (row,) = json.loads(told.out)
    assert (told.code, row["result"]) == (3, "FAIL")
    assert row["seen"].endswith(f"no answer within 1 s{NO_ANSWER}")  # and not within a minute


def test_ctrl_c_shows_what_was_checked_until_then(
    tmp_path: Path, program: Callable[[str], str]
) -> None:
    target = program("def choose(message): open('asked', 'w'); sys.stdin.buffer.read()")
    with Program(
        ("bot", "check", target, "--json"), cwd=tmp_path, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as checking:  # fmt: skip
        until((tmp_path / "asked").exists)
        checking.send_signal(signal.SIGINT)
        out, err = checking.communicate()
    assert checking.returncode == 130, err
    assert [row["check"] for row in json.loads(out)] == ["hello"]
    assert err.endswith("interrupted; the other checks were not made\n")


UNANSWERED = ("positions", "determinism", "memory", "seatings", "junk", "pieces", "twice")


@pytest.fixture
def silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Callable[[str], str]
) -> BotUnderTest:
    """A bot that never answers a request, with half a second for each."""
    monkeypatch.chdir(tmp_path)
    target = program(READY_ONLY)
    patience = WireLimits(think=0.5)
    return BotUnderTest(
        target, lambda: load_command(target, Limits(), patience), ["diamonds"], True, None, []
    )


def test_a_bot_that_does_not_answer_is_asked_for_one_move_only(silent: BotUnderTest) -> None:
    rows = {one.check: one for one in findings(silent)}
    assert str(rows["matches"].seen).startswith("faults in 1 of 1 match; the first: timeout (")
    assert str(rows["matches"].seen).endswith(f"no answer within 0.5 s{NO_ANSWER}")
    assert str(rows["time"].seen) == "not tested: the bot answered no request for a move"
    found = {check for check, row in rows.items() if row.seen == NOT_TESTED(why=SILENT)}
    assert found == set(UNANSWERED)
    assert {rows[check].result for check in UNANSWERED} == {"note"}


@pytest.mark.parametrize(
    "check", usual(["memory"], ["positions", "determinism", "memory", "seatings"])
)
def test_a_single_check_of_a_bot_that_does_not_answer_fails_at_once(
    silent: BotUnderTest, check: str
) -> None:
    (row,) = findings(silent, [check])
    assert (row.check, row.result) == (check, "FAIL")
    assert str(row.seen).startswith("timeout (diamonds, ")
    assert row.repeat


SECOND_MATCH = """
old = hear
def hear(message):
    global count
    count += message["t"] == "match"
    if count > 1:
        sys.exit("too many matches")
    old(message)
"""


@pytest.mark.full
def test_a_fault_that_needs_earlier_matches_is_repeated_with_them(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    rows = answers(tourney, program(SECOND_MATCH), "-g", "diamonds")
    assert failed(rows) == {"matches diamonds", "positions diamonds", "memory diamonds"}
    assert rows["matches diamonds"]["seen"].endswith("exit status 1; only after other matches")
    assert rows["memory diamonds"]["stderr"] == "too many matches"
    words = shlex.split(rows["matches diamonds"]["repeat"])
    assert words[-7:-2] == ["-g", "diamonds", "--quick", "--only", "matches"]
    again = tourney(*words[1:], "--json")
    assert again.code == 3
    assert json.loads(again.out)[0]["seen"] == rows["matches diamonds"]["seen"]


@pytest.mark.full
def test_a_bot_that_does_not_flush_is_told_so_and_repeats_it(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    row = answers(tourney, program(BUFFERED), "--only", "hello")["hello "]
    assert row["seen"] == "no 'hello' within 10 s; output is buffered: flush after every line"
    assert row["repeat"].startswith("(tourney bot sample diams | head -n 1; sleep 12) | ")
    assert row["expected"] == 'the bot prints {"t":"hello",…} at once'


def test_the_last_ten_lines_on_stderr_are_shown(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    flaw = "def choose(message): [print(n, file=sys.stderr) for n in range(12)]; sys.exit(2)"
    done = tourney("bot", "check", program(flaw), "--only", "matches", "--budget", "0.001")
    shown = "".join(f"  | {number}\n" for number in range(2, 12))
    assert f"\nlast lines on stderr in matches of diamonds:\n{shown}\nto repeat" in done.out


def test_what_fails_in_an_ordinary_match_is_not_blamed_on_an_unusual_one(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    rows = answers(tourney, program("\n".join(FLAWS["matches"])), "--only", "junk")
    assert [row["result"] for row in rows.values()] == ["note"]
    assert "fails in an ordinary match" in rows["junk diamonds"]["seen"]


def test_blank_lines_are_to_be_left_alone(tourney: Tourney, program: Callable[[str], str]) -> None:
    rows = answers(tourney, program("def lines(): return sys.stdin.buffer"), "--only", "junk")
    assert failed(rows) == {"junk diamonds"}
    assert "JSONDecodeError" in rows["junk diamonds"]["stderr"]


@pytest.mark.parametrize(
    ("flaw", "what", "seen"),
    [
        ("sys.exit = lambda: None", "end quit", "still running after 2 s"),
        pytest.param(
            *("sys.exit = lambda: os._exit(5)", "end quit", "exit status 5"),
            marks=pytest.mark.full,
        ),
        pytest.param(
            *("import atexit; atexit.register(os._exit, 4)", "end end of input", "exit status 4"),
            marks=pytest.mark.full,
        ),
    ],
)
def test_how_it_ends_is_looked_at(
    tourney: Tourney, program: Callable[[str], str], flaw: str, what: str, seen: str
) -> None:
    rows = answers(tourney, program(flaw), "--only", "end")
    assert what in failed(rows)
    assert rows[what]["seen"] == seen


@pytest.mark.full
def test_the_lines_written_to_it_can_be_piped_into_it_again(
    tourney: Tourney, program: Callable[[str], str], tmp_path: Path
) -> None:
    rows = answers(tourney, program("\n".join(FLAWS["junk"])), "--only", "junk")
    again, piped = rows["junk diamonds"]["repeat"].splitlines()
    assert tourney(*shlex.split(again)[1:]).err.startswith(
        "wrote the messages to the bot to junk.jsonl"
    )
    done = subprocess.run(["sh", "-c", piped], cwd=tmp_path, capture_output=True, check=False)
    assert b"AssertionError" in done.stderr


def test_a_bot_without_a_version_is_told_what_it_is_taken_as(
    tourney: Tourney, program: Callable[[str], str], tmp_path: Path
) -> None:
    flaw = "old = say\ndef say(**message): message.pop('version', ''); old(**message)"
    target = program(flaw).replace(sys.executable, "python3")
    row = answers(tourney, target, "--only", "hello")["hello "]
    assert row["result"] == "pass"
    digest = hashlib.sha256((tmp_path / "raw.py").read_bytes()).hexdigest()[:10]
    assert row["seen"].endswith(f", version {digest} by its files")


@pytest.mark.full
@pytest.mark.parametrize(
    "bot", ["python", *(pytest.param(b, marks=pytest.mark.full) for b in ("c", "node", "listener"))]
)
def test_the_reference_bots_hold_every_conversation(
    tourney: Tourney, tmp_path: Path, bot: str
) -> None:
    target = "cmd:" + shlex.join(command(bot, tmp_path))
    only = [word for check in ("hello", *KINDS, "end") for word in ("--only", check)]
    rows = answers(tourney, target, "-g", "diamonds", *only)
    assert {row["result"] for row in rows.values()} == {"pass"}
    assert len(rows) == 6


def test_a_program_of_another_game_is_no_subject(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    done = tourney("bot", "check", program(""), "-g", "diams")
    assert (done.code, done.out) == (2, "")
    assert "does not play diams; it plays diamonds" in done.err


@pytest.mark.full
def test_bench_tells_start_pipe_ping_and_moves(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    rows = json.loads(tourney("bot", "bench", program(""), "--json").out)
    assert [row["what"] for row in rows] == ["start", "pipe", "ping", "diamonds"]
    for row in rows:
        assert 0 < row["median_ms"] <= row["p99_ms"] <= row["max_ms"]
    assert rows[3]["thinking_ms"] <= rows[3]["median_ms"]
    assert [row["thinking_ms"] for row in rows[:3]] == [None, None, None]


@pytest.mark.full
def test_bench_of_a_bot_that_fails_says_how(
    tourney: Tourney, program: Callable[[str], str]
) -> None:
    done = tourney("bot", "bench", program("\n".join(FLAWS["matches"])))
    assert (done.code, done.out) == (1, "")
    assert "fails: illegal (diamonds, 2 seats, ply 4): 'D16' is not a move" in done.err
