"""Completion: in bash, zsh and fish on a pseudo-terminal, and what the program answers them."""

import fcntl
import os
import re
import select
import shutil
import sqlite3
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Once, Tourney
from tests.until import AGES
from tourney.cli import completion
from tourney.cli.completion import FILES, descriptions, split, suggestions

HOUSE = Path(__file__).parents[2]
PATIENCE = 30.0
SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "--interactive"],
}
READY = {
    "bash": "PS1='ready''> '; bind 'set enable-bracketed-paste off'; source ./tourney.bash\n",
    "zsh": "autoload -U compinit; compinit -u -D; PS1='ready''> '; source ./tourney.zsh\n",
    "fish": "function fish_prompt; echo -n 'ready''> '; end; source ./tourney.fish\n",
}
"""What each shell is told first; the prompt is written in two parts, so that its echo is none."""


@pytest.fixture
def club(tourney: Tourney, once: Once) -> None:
    """A database with two runs, an event with a blank in its name, and players."""

    def make() -> None:
        bots = ("--bot", "a=random", "--bot", "b=random", "--deals", "1")
        for name in ("spring", "summer"):
            tourney("run", "-g", "diams", "-O", "length=quick", *bots, "--name", name)
        people = "Aiko,Ben,Chie,あおい"
        tourney("event", "new", "Autumn Cup", "--players", people, "--game", "diams")

    once(make)


def offered(line: str, **environ: str) -> list[str]:
    """What is suggested at the end of a line."""
    words, current, _, _ = split(line)
    return suggestions(words[1:], current, environ)


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tourney sta", ["standings", "stats"]),
        ("tourney event add", ["add-player", "add-bot"]),
        ("tourney run -g diam", ["diams", "diamonds", "diamond-boxes", "diamond-boxes-2"]),
        ("tourney run -g diams -O len", ["length=standard", "length=quick"]),
        ("tourney play diamonds -O rou", ["rounds=2", "rounds=1"]),
        ("tourney runs show s", ["summer", "spring"]),
        ("tourney --db tourney.db runs show sp", ["spring"]),
        ("tourney standings ", ["summer", "spring", "Autumn Cup"]),
        ("tourney event show 'Aut", ["Autumn Cup"]),
        ("tourney event drop あ", ["あおい"]),
        ("tourney match show sp", ["spring/"]),
        ("tourney check run:s", ["run:summer", "run:spring"]),
        ("tourney bot logs ", ["a", "b"]),
        ("tourney help tie", ["tie-breaks"]),
        ("tourney event new --schedule=kn", ["--schedule=knockout"]),
        ("tourney standings --columns place,play", ["place,player"]),
        ("tourney run --bot me=gr", ["me=greedy"]),
        ("tourney run --until", ["--until"]),
        ("tourney match result x --reas", ["--reason"]),
        ("tourney event replace Ben ", ["by"]),
        ("tourney nonse", []),
        ("tourney runs show nothing-begins-so", []),
    ],
)
def test_words_follow_from_commands_and_the_database(line: str, words: list[str]) -> None:
    assert [one for one in offered(line) if one != FILES] == words


@pytest.mark.usefixtures("club")
def test_the_database_of_the_settings_is_read_as_the_program_reads_it(tmp_path: Path) -> None:
    show = "tourney runs show "
    (tmp_path / "tourney.db").rename(tmp_path / "club.db")
    assert offered(show) == []
    assert offered(show, TOURNEY_DB="club.db") == ["summer", "spring"]
    (tmp_path / "tourney.toml").write_text('db = "club.db"\n')
    assert offered(show) == ["summer", "spring"]
    assert offered(show, TOURNEY_DB="postgresql://server/club") == []
    (tmp_path / "tourney.toml").write_text("db = = broken\n")
    assert offered(show) == []


@pytest.mark.usefixtures("club")
def test_whoever_only_looks_leaves_no_trace_and_waits_for_nobody(tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    content = (tmp_path / "tourney.db").read_bytes()
    assert offered("tourney runs show ") == ["summer", "spring"]
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert (tmp_path / "tourney.db").read_bytes() == content
    writer = sqlite3.connect("tourney.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE run SET name = 'winter' WHERE name = 'spring'")
    assert offered("tourney runs show ") == ["summer", "spring"]  # and the writer goes on
    writer.execute("COMMIT")
    writer.close()
    assert offered("tourney runs show ") == ["summer", "winter"]
    (tmp_path / "tourney.db").write_text("no database")
    assert offered("tourney runs show ") == []


HOSTILE = (
    "x$(touch pwned)", "x`touch pwned`", "x'; touch pwned; '", 'x"; touch pwned; "',
    "x;touch pwned", "xa b", "x!!", "x\\", "x$HOME", "x*", "x~", "xfiles", "x#y", "x&y", "x{a,b}",
)  # fmt: skip
HIDDEN = ("x\ny", "x\x1b[31m", "-rf", "--db=evil", "x" * 5000)


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_whatever_names_a_database_has_a_shell_reads_them_as_words(
    quote: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """Bash itself reads the line that would be there after Tab."""
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("tourney.db")) as database:
        database.execute("CREATE TABLE run (id INTEGER PRIMARY KEY, name)")
        rows = [(name,) for name in (*HOSTILE, *HIDDEN, b"x\xff", 7)]
        database.executemany("INSERT INTO run (name) VALUES (?)", rows)
        database.commit()
    line = f"tourney runs show {quote}x"
    monkeypatch.setenv(completion.VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_LINE", line)
    monkeypatch.setenv("COMP_POINT", str(len(line)))
    completion.answer()
    words = capsysbinary.readouterr().out.decode().splitlines()
    lines = "\n".join(f"printf '%s\\n' {quote}{word}{quote}" for word in words)
    read = subprocess.run(
        ["bash", "--norc", "-o", "history", "-c", lines], capture_output=True, text=True, check=True
    )
    assert set(read.stdout.splitlines()) <= {*HOSTILE}
    assert len(words) == (len(HOSTILE) if not quote else len(HOSTILE) - (1 if quote == "'" else 6))
    assert not Path("pwned").exists()


def test_among_very_many_names_those_that_begin_so_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("tourney.db")) as database:
        database.execute("CREATE TABLE run (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        rows = ((f"run_{number:05}",) for number in range(10_000))
        database.executemany("INSERT INTO run (name) VALUES (?)", rows)
        # A table without an end, as nobody's program makes it.
        database.execute(
            "CREATE VIEW event AS WITH RECURSIVE more(id, name) AS "
            "(SELECT 1, 'x' UNION ALL SELECT id + 1, 'x' FROM more) SELECT * FROM more"
        )
        database.commit()
    monkeypatch.setenv("HOME", str(tmp_path))
    with monkeypatch.context() as patient:  # a busy machine may be slow
        patient.setattr(completion, "SECONDS", AGES)
        found = [f"run_0000{last}" for last in range(9, -1, -1)]
        assert offered("tourney runs show run_0000") == found
        assert offered("tourney --db ~/tourney.db runs show run_00000") == ["run_00000"]
    assert offered("tourney event show x") == []  # and it ends


def test_nothing_of_the_program_is_imported_for_it(tmp_path: Path) -> None:
    line = "tourney runs show "
    asks = {completion.VARIABLE: "bash_complete", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    command = [sys.executable, "-X", "importtime", "-m", "tourney"]
    done = subprocess.run(
        command, env=os.environ | asks | {"PYTHONPATH": str(HOUSE)}, cwd=tmp_path,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {one.rsplit("|", 1)[1].strip() for one in done.stderr.splitlines() if "|" in one}
    ours = {name for name in loaded if name.split(".")[0] in ("tourney", "engines")}
    light = {"engines", "engines.build", "tourney", "tourney.cli", "tourney.cli.completion"}
    assert ours <= light
    assert "click" not in loaded


def test_texts_stand_beside_commands_in_the_language_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert descriptions(["event"], {})["show"] == "show tables and results, or the players"
    assert descriptions(["event"], {"LANG": "ja_JP.UTF-8"})["show"].startswith("卓と結果")
    assert descriptions(["event", "show"], {"TOURNEY_LANG": "ja"})["--round"] == "この回戦だけ"
    (tmp_path / "tourney.toml").write_text('lang = "ja"\n')
    assert descriptions([], {})["config"] == "設定を表示、変更する"


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("tourney  a", (["tourney"], "a", "", "a")),
        ("tourney a\\ b 'c d' ", (["tourney", "a b", "c d"], "", "", "")),
        ('tourney "a b', (["tourney"], "a b", '"', '"a b')),
        ("tourney it\\'s", (["tourney"], "it's", "", "it\\'s")),
    ],
)
def test_a_line_is_read_as_a_shell_reads_it(
    line: str, read: tuple[list[str], str, str, str]
) -> None:
    assert split(line) == read


class Shell:
    """A shell on a pseudo-terminal."""

    def __init__(self, name: str, folder: Path, environ: Mapping[str, str]) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            SHELLS[name], cwd=folder, env=environ, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self.output = ""

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def until(self, pattern: str) -> None:
        """Wait for output; what came before it is forgotten."""
        end = time.monotonic() + PATIENCE
        while (found := re.search(pattern, self.output)) is None:
            ready, _, _ = select.select([self.master], [], [], 1)
            if ready:
                self.output += os.read(self.master, 65536).decode("utf-8", "replace")
                # Fish asks its terminal what it is before it starts.
                if "\x1b[0c" in self.output or "\x1b[c" in self.output:
                    self.output = self.output.replace("\x1b[0c", "").replace("\x1b[c", "")
                    self.type("\x1b[?62;c")
            assert time.monotonic() < end, f"{pattern!r} did not come: {self.output!r}"
        self.output = self.output[found.end() :]

    def close(self) -> None:
        """End the shell."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.mark.full
@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("name", SHELLS)
def test_tab_completes_in_a_shell(name: str, tourney: Tourney, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    (tmp_path / f"tourney.{name}").write_text(tourney("completion", name).out)
    program = tmp_path / "bin" / "tourney"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\n[ -n "$_TOURNEY_COMPLETE" ] || {{ printf "<%s>" "$@"; exit; }}\n'
        f'PYTHONPATH="{HOUSE}" exec "{sys.executable}" -P -m tourney "$@"\n'
    )
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    environ = {"PATH": path, "HOME": str(tmp_path), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    shell = Shell(name, tmp_path, environ)
    try:
        shell.type(READY[name])
        shell.until("ready> ")
        # Names with a blank and with other letters, values after `=`, after a colon, and files.
        for typed, words in (
            ("tourney standi\t", "<standings>"),
            ("tourney event show Aut\t", "<event><show><Autumn Cup>"),
            ("tourney run -g diams -O length=q\t", "<run><-g><diams><-O><length=quick>"),
            ("tourney check run:sp\t", "<check><run:spring>"),
            ("tourney event drop あ\t", "<event><drop><あおい>"),
            (f"tourney fmt tourney.{name[:2]}\t", f"<fmt><tourney.{name}>"),
        ):
            shell.type(typed)
            time_to_complete(shell, typed)
            shell.type("\n")
            shell.until(re.escape(words))
            shell.until("ready> ")
    finally:
        shell.close()


def time_to_complete(shell: Shell, typed: str) -> None:
    """Wait until a shell has answered a Tab: it has written more than was typed."""
    word = typed.split()[-1]
    ends = {"standi": "ngs", "Aut": "Cup", "length=q": "uick", "run:sp": "ring", "あ": "おい"}
    shell.until(ends.get(word, r"\.?(sh|h|zsh|fish|bash)?"))
