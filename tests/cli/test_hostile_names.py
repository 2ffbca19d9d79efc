"""Control codes in names of files, matches and players are shown on a terminal, not executed.

Records written to a file or a pipe keep them byte for byte.
"""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.conftest import Tourney
from tests.examples import times
from tourney.cli.root import main

FILE = "\x1b[2J\x1b]0;x\x07\x9b31m\u202egnp\u2066\nb\r\t\udcff.tmr"
"""Escape sequences, marks of the writing direction, a line break, a byte that is not UTF-8."""
ID = "x\u202ey\u200fz"
RECORD = f"""\
# \u202ecomment
match: {ID}
game: diams
options: length=quick
event: \u2067evening
seat A: \u202eAiko
seat B: \u2066Ben

-- note "\u202enote"

result: A 1, B 2
status: unfinished
"""
WRONG = RECORD.replace("result: A 1, B 2", "result: \x1b[31m\x07A 1\nA: draw \u202e7").encode()
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Screen(io.StringIO):
    """A stream that counts as a terminal and keeps its text."""

    def isatty(self) -> bool:
        """Always true."""
        return True

    def obeyed(self) -> set[str]:
        """Control characters in the text, without the program's colour codes."""
        text = COLOURS.sub("", self.getvalue())
        return {char for char in text if not char.isprintable()} - {"\n", "\t", "\u3000"}


Run = Callable[..., tuple[int, Screen, Screen]]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run `tourney ARGS…` in an empty folder, on a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    Path(FILE).write_text(RECORD, "utf-8")

    def run(*args: str) -> tuple[int, Screen, Screen]:
        out, err = Screen(), Screen()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            return main(list(args)), out, err

    return run


COMMANDS = [
    (0, "check", FILE),
    (0, "check", FILE, "--json"),
    (0, "check", "match:" + ID),
    (0, "fmt", FILE),
    (0, "fmt", FILE, "--json"),
    (0, "fmt", "--diff", "typed"),
    (0, "fmt", "-i", FILE),
    (0, "import", FILE),
    (0, "import", "--undo", FILE),
    (0, "match", "list"),
    (0, "match", "show", ID),
    (0, "match", "show", ID, "--json"),
    (0, "export", "tmr", ID),
    (0, "export", "matches", ID),
    (0, "export", "matches", ID, "--format", "plain"),
    (0, "export", "matches", ID, "--json"),
    (0, "export", "tmr", ID, "-o", "2" + FILE),
    (2, "ratings", "--game", FILE),
    (2, "ratings", "--as-of", FILE),
    (2, "sheet", "diams", "--seats", "3", "--players", FILE),
    (5, "sheet", "--event", FILE, "--round", FILE),
    (0, "db", "backup", FILE + "3"),
    (0, "db", "status", "--format", "plain"),
    (2, "config", "set", "db", FILE),
    (0, "config", "set", "db", "\x1b[2J\u202e"),
    (0, "config", "show"),
    (0, "config", "get", "db"),
    (5, "db", "restore", FILE + "3"),
    (2, "check", "."),
    (2, "replay", FILE, "--match", FILE),
    (2, "run", "-g", FILE, "--bot", FILE),
    (2, "run", "-g", "diams", "--bot", FILE, "--bot", "random"),
    (2, "games", FILE),
    (2, FILE),
    (2, "check", FILE, f"--{FILE}"),
    (3, "check", "wrong"),
    (3, "check", "wrong", "--style", "short"),
    (3, "check", "wrong", "--json"),
    (3, "fmt", "wrong"),
    (3, "import", "wrong"),
    (3, "replay", "wrong", "--plain"),
    (3, "replay", FILE, "--plain"),
    (3, "replay", "match:" + ID, "--plain"),
    (3, "check", "empty" + FILE),
    (2, "run", "spec" + FILE),
    (5, "check", FILE + "x"),
    (5, "check", "match:" + FILE),
    (5, "check", "run:" + FILE),
    (5, "match", "show", FILE),
    (5, "export", "tmr", FILE),
    (5, "standings", FILE),
    (5, "runs", "show", FILE, "--db", FILE + "4"),
    (5, "run", FILE + "x"),
    (5, "help", "rule:" + FILE),
]


def _files() -> None:
    Path("wrong").write_bytes(WRONG)
    Path("empty" + FILE).write_bytes(b"")
    Path("spec" + FILE).write_text('game = "\\u001b\\u202e"\n', "utf-8")
    Path("typed").write_text(RECORD.replace("A 1, B 2", "A 1 B 2"), "utf-8")


@pytest.mark.parametrize(
    "command", COMMANDS[:: times(1, 3)], ids=lambda command: " ".join(command[1:3])[:20]
)
def test_no_command_lets_a_terminal_obey_a_name(terminal: Run, command: tuple[int, str]) -> None:
    _files()
    if command[1] in ("match", "export", "db") or {"match:" + ID, "--undo"} & {*command}:
        assert terminal("import", FILE)[0] == 0
    code, out, err = terminal(*command[1:])
    assert (code, out.obeyed() | err.obeyed()) == (command[0], set()), err.getvalue()


def test_what_is_shown_instead_says_what_is_there(terminal: Run) -> None:
    _, out, _ = terminal("check", FILE)
    assert out.getvalue().startswith(r"x\u202ey\u200fz  diams  2 seats  0 plies")
    _, out, _ = terminal("fmt", FILE)
    assert r"seat A: \u202eAiko" in out.getvalue()
    assert out.getvalue().count("\n") == RECORD.count("\n")
    _, _, err = terminal("check", "two\nlines.tmr")
    assert r"no file 'two\nlines.tmr'" in err.getvalue()


def test_json_on_a_terminal_has_the_same_values(terminal: Run) -> None:
    _, out, _ = terminal("fmt", FILE, "--json")
    assert json.loads(out.getvalue())["matches"][0]["seats"][0]["name"] == "\u202eAiko"
    _, out, _ = terminal("check", FILE, "--json")
    assert json.loads(out.getvalue())[0]["match"] == ID


def test_a_record_in_a_file_or_a_pipe_stays_as_it_is(terminal: Run, tourney: Tourney) -> None:
    assert tourney("fmt", FILE).out == RECORD
    assert json.loads(tourney("fmt", FILE, "--json").out)["matches"][0]["match"] == ID
    assert ID in tourney("fmt", FILE, "--json").out
    assert tourney("import", FILE).code == 0
    assert tourney("export", "tmr", ID).out == RECORD
    assert terminal("export", "tmr", ID, "-o", "copy")[0] == 0
    assert Path("copy").read_text("utf-8") == RECORD


def test_a_nul_character_is_no_name(tourney: Tourney) -> None:
    code, _, err = tourney("check", "a\0b")
    assert (code, err) == (
        5,
        "tourney: no file 'a\\x00b'; file names cannot contain a NUL character\n",
    )
    assert tourney("fmt", "a\0b").code == 5
    assert tourney("import", "a\0b").code == 5
    assert tourney("replay", "a\0b").code == 5
    code, _, err = tourney("run", "-g", "diams", "--bot", "x=cmd:a\0b", "--bot", "random")
    assert (code, "is not UTF-8 text" in err) == (2, True)


def test_on_a_terminal_of_its_own_a_record_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    Path(tmp_path / "x.tmr").write_text(RECORD, "utf-8")
    with Session(["fmt", "x.tmr"], tmp_path, (80, 24)) as session:
        assert session.ended() == (0, "")
        shown = session.output.replace("\r\n", "\n")
    assert shown == RECORD.replace("\u202e", "\\u202e").replace("\u200f", "\\u200f").replace(
        "\u2066", "\\u2066"
    ).replace("\u2067", "\\u2067")
