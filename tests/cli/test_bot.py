"""`tourney bot`: create the folder of a new bot, list bots, show a bot's faults."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.agents.pipes import Match, Piped
from tests.agents.reference import BOTS, needed
from tests.cli.pty_session import Session
from tests.conftest import Once, Tourney
from tests.examples import usual
from tourney.botlab.starters import LANGUAGES
from tourney.store import open_store
from tourney.store.bots import keep_saying
from tourney.store.runs import run_named

BROKEN = """
class Broken:
    version = "7"
    def choose(self, view, legal):
        return "draw"
"""


NEEDS = {"python": "python3", "c": "cc", "java": "javac", "rust": "rustc"}


@pytest.mark.parametrize("language", usual({"python", "c"}, LANGUAGES))
def test_a_new_bot_plays_under_its_name(tourney: Tourney, tmp_path: Path, language: str) -> None:
    needed(NEEDS.get(language, language))
    made = tourney("bot", "new", "bots/my-bot", "--lang", language)
    assert made.code == 0
    *builds, check, _, _ = made.err.splitlines()[1:]
    for build in builds:
        subprocess.run(["sh", "-ec", build], check=True)
    target = shlex.split(check)[-1]
    piped = Piped(shlex.split(target.removeprefix("cmd:")))
    assert piped.card["name"] == "my-bot"
    assert Match("diams", {"length": "quick"}, 3, seed="1").play({1: piped})
    assert piped.close() == 0
    piped.kill()


@pytest.mark.parametrize(
    ("language", "name", "line"),
    [("python", "none", "class NoneBot(Bot):"), ("ruby", "random", "class RandomBot")],
)
def test_a_new_bot_may_have_the_name_of_a_keyword_or_a_class(
    tourney: Tourney, tmp_path: Path, language: str, name: str, line: str
) -> None:
    assert tourney("bot", "new", name, "--lang", language).code == 0
    (bot,) = (tmp_path / name).glob("bot.*")
    text = bot.read_text()
    assert line in text.splitlines()
    assert not re.search(r"\bStarter\b", text)
    if language == "python":
        compile(text, bot, "exec")


def test_new_says_what_it_wrote_how_to_go_on_and_how_to_undo_it(
    tourney: Tourney, tmp_path: Path
) -> None:
    done = tourney("bot", "new", "mine", "--lang", "c")
    assert done.out == ""
    assert done.err.splitlines() == [
        "wrote mine/bot.c mine/README.md",
        "  cc -O2 -o mine/bot mine/bot.c",
        "  tourney bot check cmd:mine/bot",
        "  tourney run -g diams -O length=quick --bot mine=cmd:mine/bot --bot greedy=greedy",
        "undo: rm -r mine",
    ]
    assert "tourney bot check cmd:mine/bot\n" in (tmp_path / "mine" / "README.md").read_text()


def test_new_leaves_alone_what_is_there(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    done = tourney("bot", "new", "mine")
    assert (done.code, done.err) == (
        6,
        "tourney: 'mine' already exists; choose another name\n",
    )
    assert list((tmp_path / "mine").iterdir()) == []


@pytest.mark.parametrize("name", ["a b", ".", "-", "größe"])
def test_a_name_that_commands_would_stumble_over_is_refused(tourney: Tourney, name: str) -> None:
    done = tourney("bot", "new", "--", name)
    assert done.code == 2
    assert "invalid bot name" in done.err


def test_a_new_script_can_be_run_by_its_name(tourney: Tourney, tmp_path: Path) -> None:
    tourney("bot", "new", "mine")
    assert (tmp_path / "mine" / "bot.py").stat().st_mode & 0o111
    assert not (tmp_path / "mine" / "tmbp.py").stat().st_mode & 0o111


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("mine", "'mine' is not a bot; did you mean './mine/bot.py'?"),
        ("mine/bot", "'mine/bot' is not a bot; did you mean './mine/bot.py'?"),
        ("mine/README.md", "'mine/README.md' is not a Python file; for a program write cmd:mine"),
        (".", "'.' is a folder; name the bot in it"),
    ],
)
def test_a_target_that_is_nearly_one_is_told_what_it_lacks(
    tourney: Tourney, target: str, words: str
) -> None:
    tourney("bot", "new", "mine")
    done = tourney("bot", "check", target)
    assert done.code == 2
    assert words in done.err


def test_the_client_is_copied_byte_for_byte(tourney: Tourney, tmp_path: Path) -> None:
    tourney("bot", "new", "mine")
    client = (BOTS / "python" / "tmbp.py").read_bytes()
    assert (tmp_path / "mine" / "tmbp.py").read_bytes() == client


@pytest.fixture
def one(tourney: Tourney, tmp_path: Path, once: Once) -> None:
    """A run `one` with a bot that plays nothing that is legal."""

    def played() -> None:
        _play(tourney, tmp_path, "one")

    once(played)


@pytest.fixture
def two(tourney: Tourney, tmp_path: Path, once: Once) -> None:
    """Two such runs, `one` and `two`."""

    def both() -> None:
        _play(tourney, tmp_path, "one")
        _play(tourney, tmp_path, "two")

    once(both)


def _play(tourney: Tourney, folder: Path, name: str) -> None:
    (folder / "broken.py").write_text(BROKEN)
    bots = ("--bot", "broken=./broken.py", "--bot", "r=random", "--deals", "2", "--name", name)
    assert tourney("run", "-g", "diams", "-O", "length=quick", *bots).code == 0


def test_list_knows_built_in_bots_without_a_database_and_stored_ones_with_their_runs(
    tourney: Tourney, tmp_path: Path, two: None
) -> None:
    empty = ("bot", "list", "--json", "--db", "other.db")
    built_in = json.loads(tourney(*empty).out)
    assert [row["bot"] for row in built_in] == ["random", "greedy", "guide", "search", "champion"]
    assert not (tmp_path / "other.db").exists()
    stored = json.loads(tourney("bot", "list", "--json").out)[len(built_in) :]
    assert stored == [
        {
            "bot": "broken",
            "source": "database",
            "target": "./broken.py",
            "version": "7",
            "runs": "one two",
            "events": "",
        },
        {"bot": "r", "source": "database", "target": "random", "version": "1", "runs": "one two",
         "events": ""},
    ]  # fmt: skip


def test_logs_tell_every_fault_with_what_plays_it_again(
    tourney: Tourney, tmp_path: Path, two: None
) -> None:
    lines = tourney("bot", "logs", "broken", "--run", "two").out.splitlines()
    assert len(lines) == 8
    assert lines[0].startswith("two, match 1, ply ")
    assert ": illegal: 'draw': DI-R" in lines[0]
    assert lines[1] == "  repeat: tourney run --resume two --only 1 --trace trace.jsonl"
    assert tourney(*lines[1].split()[2:]).code == 0
    assert (tmp_path / "trace.jsonl").exists()


def test_logs_have_what_a_bot_wrote_to_stderr(tourney: Tourney, one: None) -> None:
    with open_store("tourney.db") as store:
        run = run_named(store, "one")
        keep_saying(store, run, run.spec.bots[0], "hello\nfrom \x1b[31mhere")
    told = tourney("bot", "logs", "broken").out.splitlines()[-3:]
    assert told[0].startswith("one, stderr of version 7, 20")
    assert told[1:] == ["  | hello", "  | from \\x1b[31mhere"]
    rows = json.loads(tourney("bot", "logs", "broken", "--json").out)
    assert [row["code"] for row in rows] == ["illegal"] * 4 + ["stderr"]
    assert rows[-1]["detail"] == "hello\nfrom \x1b[31mhere"


POLITE = """
import json, sys
last = "not played"
for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "match":
        print("here", file=sys.stderr, flush=True)
        last = "goodbye"
    if said["t"] == "quit":
        print(last, file=sys.stderr, flush=True)
        break
    answer = {
        "hello": {"t": "hello", "proto": "tmbp/1", "name": "polite", "want": ["legal"]},
        "match": {"t": "ready", "m": said.get("m")},
        "act": {"t": "move", "m": said.get("m"), "id": said.get("id"),
                "move": said.get("legal", [None])[0]},
    }.get(said["t"])
    if answer:
        print(json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize("jobs", usual(["2"], ["1", "2"]))
def test_logs_have_what_a_bot_writes_to_stderr_after_its_last_match(
    tourney: Tourney, tmp_path: Path, jobs: str
) -> None:
    """Every process that played says goodbye when it is asked to end."""
    (tmp_path / "polite.py").write_text(POLITE)
    bots = ("--bot", f"a=cmd:{sys.executable} polite.py", "--bot", "r=random", "--name", "one")
    options = ("-O", "length=quick", "--deals", "1", "-j", jobs, "--isolation", "none")
    assert tourney("run", "-g", "diams", *bots, *options).code == 0
    said = tourney("bot", "logs", "a").out.splitlines()
    assert said.count("  | here") == 2  # each seating has a process of its own
    assert said.count("  | goodbye") == 2


def test_what_a_bot_answers_is_harmless_in_its_logs(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "rude.py").write_text(
        "class Rude:\n    def choose(self, view, legal):\n        return '\\x1b[31m'\n"
    )
    bots = ("--bot", "rude=./rude.py", "--bot", "r=random", "--deals", "1")
    assert tourney("run", "-g", "diams", "-O", "length=quick", *bots).code == 0
    told = tourney("bot", "logs", "rude").out
    assert "unknown move '\\x1b[31m'" in told
    assert "\x1b" not in told


LOST = """
import json, sys
print('{"t":"hello","proto":"tmbp/1","name":"lost"}', flush=True)
for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "match":
        print(json.dumps({"t": "ready", "m": said["m"]}), flush=True)
    if said["t"] == "act":
        sys.exit("no brain found")
"""


def test_logs_show_the_same_last_words_once(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "lost.py").write_text(LOST)
    bots = ("--bot", f"lost=cmd:{sys.executable} lost.py", "--bot", "r=random", "--name", "one")
    told = tourney("run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "1").err
    assert "  tourney bot logs lost --run one    details of the faults\n" in told
    lines = tourney("bot", "logs", "lost").out.splitlines()
    assert lines.count("  | no brain found") == 1
    assert lines[0].startswith("one, match 1, ply ")
    assert lines.count("  | as in one, match 1") == 1
    assert not any("stderr of version" in line for line in lines)


def test_logs_show_repeated_start_failures_once_with_their_number(tourney: Tourney) -> None:
    bots = ("--bot", "dead=cmd:sh -c 'exit 3'", "--bot", "r=random")
    tourney("run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "5", "--name", "x")
    told = [line for line in tourney("bot", "logs", "dead").out.splitlines() if "match" in line]
    assert told[0].endswith("startup: exit status 3 (2 times, up to match 2)")
    assert told[1] == (
        "x, match 3, ply 0: startup: not started, because it failed to start twice in a row"
        " (8 times, up to match 10)"
    )
    assert len(told) == 2
    assert tourney("bot", "logs", "dead", "--json").out.count('"startup"') == 10


def test_logs_of_a_faultless_bot_and_of_none(tourney: Tourney, one: None) -> None:
    assert tourney("bot", "logs", "r").err == "bot 'r' has no faults and no stderr output\n"
    nobody = tourney("bot", "logs", "nobody")
    assert (nobody.code, nobody.err) == (
        5,
        "tourney: no bot 'nobody' in 'tourney.db'; see tourney bot list\n",
    )
    assert tourney("bot", "logs", "r", "--run", "no").code == 5


def test_check_says_on_a_terminal_what_it_tests(tmp_path: Path) -> None:
    target = ("random", "-g", "diams", "--quick", "--only", "hello", "--only", "positions")
    with Session(("bot", "check", *target), tmp_path, (80, 24), talk=True) as shown:
        assert shown.ended()[0] == 0
        assert shown.output.startswith("testing: hello\r\ntesting: positions\r\n")


ONE_MATCH_ONLY = """
import json, sys

matches = 0
for line in sys.stdin:
    message = json.loads(line)
    answer = {key: message[key] for key in ("m", "id") if key in message}
    if message["t"] == "hello":
        answer |= {"t": "hello", "proto": "tmbp/1", "games": ["diams"], "want": ["legal"]}
    elif message["t"] == "match":
        matches += 1
        if matches > 1:
            sys.exit("too many matches")
        answer["t"] = "ready"
    elif message["t"] == "act":
        answer |= {"t": "move", "move": message["legal"][0]}
    if "t" in answer:
        print(json.dumps(answer), flush=True)
"""


@pytest.mark.full
def test_a_crash_between_matches_is_repeated_by_a_check(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "once.py").write_text(ONE_MATCH_ONLY)
    bots = ("--bot", f"once=cmd:{sys.executable} once.py", "--bot", "r=random", "--name", "one")
    tourney("run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "4", "-q")
    told = tourney("bot", "logs", "once").out
    assert "startup: between two matches: exit status 1\n  | too many matches\n" in told
    assert "startup: between two matches, 3 times: exit status 1\n" in told
    target = f"'cmd:{sys.executable} once.py'"
    repeat = f"tourney bot check {target} -g diams --only matches --trace trace.jsonl"
    assert {line for line in told.splitlines() if "repeat: " in line} == {f"  repeat: {repeat}"}
    checked = tourney(*shlex.split(repeat)[1:], "--quick")
    assert checked.code == 3
    assert "between two matches: exit status 1; only after other matches" in checked.out
    lines = (tmp_path / "trace.jsonl").read_text().splitlines()
    trace = [json.loads(line) for line in lines]
    assert [(m["t"], "to" if "to" in m else "from") for m in trace[:4]] == [
        ("hello", "to"), ("hello", "from"), ("match", "to"), ("ready", "from"),
    ]  # fmt: skip
    kinds = [m["t"] for m in trace]
    assert (kinds.count("match"), kinds.count("ready"), kinds.count("end")) == (2, 1, 1)
    assert {"t": "stderr", "from": "bot", "text": "too many matches"} in trace[-3:]
    number = next(line for line in told.splitlines() if "startup" in line).split()[2].strip(",")
    again = tourney("run", "--resume", "one", "--only", number)
    assert again.code == 1
    assert "'once' had the fault startup: between two matches: exit status 1;" in again.err
    assert "a single match has new processes" in again.err
    assert again.err.endswith(f"look for it with {repeat}\n")
