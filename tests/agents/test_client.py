"""The Python client: a single file without dependencies, and what bots that use it can rely on."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.agents.pipes import Piped
from tests.agents.reference import CLIENT
from tests.examples import times
from tourney.agents.loader import load
from tourney.botlab.trials import Trial, play

Started = Callable[[str], Piped]
MATCH = {"t": "match", "m": "x", "rules": "diams/1", "options": {}, "seat": 0, "seats": 2}
MATCH |= {"names": ["you", "?"], "rng": "0" * 32}


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Starts a bot, given as the body of class `Mine`, and sends it the start of a match."""
    shutil.copy(CLIENT, tmp_path)
    running: list[Piped] = []

    def start(body: str) -> Piped:
        lines = ["from tmbp import Bot, Resign, run", "class Mine(Bot):"]
        lines += [f"    {line}" for line in body.splitlines()]
        (tmp_path / "mine.py").write_text("\n".join([*lines, "run(Mine)", ""]))
        running.append(Piped([sys.executable, tmp_path / "mine.py"]))
        running[-1].say(**MATCH)
        return running[-1]

    yield start
    for piped in running:
        piped.kill()


def test_it_imports_the_standard_library_and_nothing_else() -> None:
    tree = ast.parse(CLIENT.read_text("utf-8"))
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_a_bot_hears_events_if_it_has_a_method_for_them(started: Started) -> None:
    piped = started(
        "def event(self, e): self.heard = e['text']\ndef choose(self, v, l): return self.heard"
    )
    assert piped.card["want"] == ["events", "view", "legal"]
    assert piped.hear()["t"] == "ready"
    piped.say(t="event", m="x", n=1, seat=1, text="draw 7")
    assert piped.move({"m": "x", "n": 1, "phase": "draw", "view": {}, "legal": []}, []) == "draw 7"


def test_start_is_handed_what_it_names(started: Started) -> None:
    piped = started(
        "def start(self, game, seat, seats, rules, options, *, rng, names):\n"
        "    self.said = [game, seat, seats, rules, options, names, rng.random()]\n"
        "def choose(self, view, legal): return repr(self.said)"
    )
    piped.hear()
    said = ast.literal_eval(piped.move({"m": "x", "n": 0, "phase": "draw"}, []))
    assert said[:-1] == ["diams", 0, 2, "diams/1", {}, ["you", "?"]]
    assert 0 <= said[-1] < 1


def test_a_bot_that_wants_no_list_may_ask_for_it(started: Started) -> None:
    piped = started(
        "want = ()\ndef choose(self, view, legal): return str((view, legal, self.legal()))"
    )
    piped.hear()
    assert piped.move({"m": "x", "n": 0, "phase": "draw"}, ["draw"]) == "(None, None, ['draw'])"


def test_what_a_bot_prints_stays_out_of_the_conversation(started: Started) -> None:
    piped = started(
        "def choose(self, view, legal):\n"
        "    print('thinking')\n"
        "    import os; os.system('echo aloud')\n"
        "    return 'draw'"
    )
    piped.hear()
    assert piped.move({"m": "x", "n": 0, "phase": "draw", "legal": []}, []) == "draw"


def test_a_bot_may_resign_and_may_say_why_it_moves(started: Started) -> None:
    piped = started(
        "def choose(self, view, legal):\n"
        "    if not legal: raise Resign\n"
        "    self.info = 'the only one'\n"
        "    return legal[0]"
    )
    piped.hear()
    piped.say(t="act", m="x", id=1, n=0, phase="draw", legal=["draw"])
    assert piped.hear() == {"t": "move", "m": "x", "id": 1, "move": "draw", "info": "the only one"}
    piped.say(t="act", m="x", id=2, n=0, phase="draw", legal=[])
    assert piped.hear() == {"t": "resign", "m": "x", "id": 2}


@pytest.mark.parametrize(
    ("script", "game"),
    [
        ("bot.py", "diams"),
        pytest.param("bot.py", "blue-border", marks=pytest.mark.full),
        pytest.param("listener.py", "diamonds", marks=pytest.mark.full),
    ],
)
def test_the_same_class_plays_the_same_as_a_program_and_in_this_process(
    tmp_path: Path, script: str, game: str
) -> None:
    shutil.copy(CLIENT, tmp_path)
    file = str(shutil.copy(CLIENT.with_name(script), tmp_path))
    with closing(load(file)) as inside, closing(load(f"cmd:python3 {file}")) as outside:
        assert (inside.games, inside.version) == (outside.games, outside.version)
        trial = Trial(game, 3, deals=times(2, 1))
        entries = [[one.match.entries for one in play(trial, bot)] for bot in (inside, outside)]
    assert entries[0] == entries[1]


def test_an_exception_ends_the_process_with_its_traceback(tmp_path: Path) -> None:
    shutil.copy(CLIENT, tmp_path)
    (tmp_path / "mine.py").write_text("import tmbp\ntmbp.run(lambda: 1 / 0)\n")
    talk = b'{"t":"match","m":"x","rules":"diams/1","seat":0,"seats":2,"rng":"00"}\n'
    done = subprocess.run(
        [sys.executable, tmp_path / "mine.py"], input=talk, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.endswith(b"ZeroDivisionError: division by zero\n")


def test_an_edit_of_a_class_counts_although_it_is_as_long_and_as_quick(tmp_path: Path) -> None:
    """Python compares only size and time in seconds of the source with its stored bytecode."""
    file = tmp_path / "mine.py"
    for version in ("1", "2"):
        file.write_text(f'class Bot:\n    version = "{version}"\n    def choose(self, v, l): ...\n')
        os.utime(file, (1_000_000_000, 1_000_000_000))
        with closing(load(str(file))) as bot:
            assert bot.version == version
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]
