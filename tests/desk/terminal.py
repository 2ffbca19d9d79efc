"""A recorder that types into `tourney record` on a pseudo-terminal, and kills it at random moments.

A desk in this process is given the same inputs. At every prompt the database must hold the lines of
that desk: they are on disk before the person sees that they were accepted.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from tests.cli.pty_session import PATIENCE, Session
from tests.desk.recorder import Answer, Recorder
from tests.desk.truth import Truth
from tourney.desk import Accepted, Desk
from tourney.records import record as text_of
from tourney.store import open_store
from tourney.store.integrity import problems
from tourney.store.matches import match_named

PROMPT = "\x1b[?2004h"
"""Sent when a line is asked for: pasted text is marked from now on."""
PASTE = "\x1b[200~", "\x1b[201~"
MOMENT = 0.03
"""Seconds after Enter within which the program is killed; an answer takes about a third."""


class Lost(AssertionError):
    """Something that was accepted is not in the database."""


class TerminalRecorder(Recorder):
    """Types into a child process; `kills` of them are killed."""

    def __init__(
        self,
        truth: Truth,
        folder: Path,
        rng: Random,
        *,
        risk: float = 0.0,
        lang: str = "en",
    ) -> None:
        """Start the program; `risk` is the chance of a kill at an input."""
        super().__init__(truth)
        self.folder, self.rng, self.risk, self.lang = folder, rng, risk, lang
        self.changes = 0
        self._start(self._arguments())

    def __enter__(self) -> "TerminalRecorder":
        return self

    def __exit__(self, *error: object) -> None:
        self.session.__exit__(None, None, None)

    def _arguments(self) -> list[str]:
        setup = self.truth.setup
        args = [setup.game, "--players", ",".join(setup.players), "--id", setup.match]
        args += ["--hands", setup.hands, "--date", dict(setup.headers)["date"]]
        args += ["--whose", setup.players[setup.mine]] if setup.mine is not None else []
        return args + [word for pair in setup.options for word in ("-O", "=".join(pair))]

    def _start(self, args: Sequence[str]) -> None:
        words = ["record", *args, "--lang", self.lang]
        width = self.rng.choice((60, 80, 120))
        env = {"LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.session = Session(words, self.folder, (width, 40), talk=True, **env)
        self.read = 0
        if not self._prompted():
            raise Lost(f"{words} ended: {self.session.output[-500:]}")

    # -- typing

    def _do(self, inputs: Sequence[str], act: Callable[[], Answer]) -> Answer | None:
        before = self.lines
        self.keys += sum(len(text) + 1 for text in inputs)
        killed = self._type(inputs)
        if killed == "early":
            self._resume(before)
            return None
        answer = act()
        if killed:
            self._resume(*((self.lines,) if killed == "answered" else (before, self.lines)))
            return None
        self._noted(answer)
        self._stored()
        self._echoed(answer)
        return answer

    def _type(self, inputs: Sequence[str]) -> str:
        """Type these inputs; if the program was killed: before, during or after the answer."""
        kill = self.rng.randrange(len(inputs)) if self.rng.random() < self.risk else None
        for number, text in enumerate(inputs):
            if not self._typed(text, kill=kill == number):
                self._seen()
                if number < len(inputs) - 1:
                    return "early"
                return "answered" if PROMPT in self.session.output[self.read :] else "during"
        return ""

    def _typed(self, text: str, *, kill: bool, ends: bool = False) -> bool:
        """Type one input and wait for the next prompt; False if the program has ended."""
        session = self.session
        if "\n" in text:
            session.press(PASTE[0], text, PASTE[1])
        else:
            session.press(text)
        self._shown(text)
        self.read = len(session.output)
        before = time.perf_counter()
        session.press("enter")
        if kill:
            time.sleep(self.rng.uniform(0, MOMENT))  # any moment will do
            session.process.kill()
            session.process.wait(PATIENCE)
            self.kills += 1
            return False
        if not self._prompted():
            if ends:
                return False
            raise Lost(f"no prompt after {text!r}: {session.output[-500:]}")
        self.times.append(1000 * (time.perf_counter() - before))
        return True

    def _shown(self, text: str) -> None:
        """Read the output until the last character of the text is on the screen."""
        last = text.strip()[-1:]
        end = time.monotonic() + 0.1
        while last and last not in self.session.output[self.read :] and time.monotonic() < end:
            self.session.read(0.02)

    def _prompted(self) -> bool:
        """Wait for the next prompt; False if the program has ended."""
        session, end = self.session, time.monotonic() + PATIENCE
        while PROMPT not in session.output[self.read :] and time.monotonic() < end:
            if not session.read(0.2) and session.process.poll() is not None:
                return False
        return True

    def _seen(self) -> None:
        """Read everything that a program has written before it was killed."""
        while self.session.read(0):
            pass

    # -- what is in the database

    def _rows(self, after: int) -> list[tuple[int, int, str]]:
        """The changes of this recording with a greater number: number, line, lines."""
        query = """SELECT number, line, lines FROM recording_change JOIN recording r
            ON r.id = recording_id WHERE r.name = ? AND number > ? ORDER BY number"""
        with closing(sqlite3.connect(self.folder / "tourney.db")) as base:
            return base.execute(query, (self.truth.setup.match, after)).fetchall()

    def _stored(self) -> None:
        """The changes in the database must give the lines of the desk."""
        self.journal = self._journal()
        if tuple(self.journal) != self.lines:
            raise Lost(f"seen {self.lines[-2:]}, stored {self.journal[-2:]}")

    def _noted(self, answer: Answer) -> None:
        """The journal is read from the database."""

    def _journal(self) -> list[str]:
        lines = list(self.journal)
        for number, line, text in self._rows(self.changes):
            lines[line:] = json.loads(text)
            self.changes = number
        return lines

    def _resume(self, *allowed: Sequence[str]) -> None:
        """Start the program again after a kill; the database must have one of these records."""
        self.session.__exit__(None, None, None)
        self.journal = self._journal()
        if tuple(self.journal) not in allowed:
            raise Lost(f"killed after {allowed[-1][-2:]}, stored {self.journal[-2:]}")
        self.desk = Desk(self.truth.setup, self.journal)
        self._start(["--resume", self.truth.setup.match])

    def _echoed(self, answer: Answer) -> None:
        """What was accepted is on the screen as it is stored."""
        output = self.session.output[self.read :].replace("\r", "")
        if isinstance(answer, Accepted) and answer.change.after == answer.lines:
            missing = [line for line in answer.lines if f"{line}\n" not in output]
            assert not missing, (missing, output)

    # -- the end

    def finish(self) -> str:
        """End the match; the record in the database."""
        inputs = self._last_inputs()
        while not self._is_stored():
            text = inputs.pop(0) if inputs else ""
            self.keys += len(text) + 1
            kill = self.rng.random() < self.risk
            if not self._typed(text, kill=kill, ends=True) and kill and not self._is_stored():
                self._resume(self.lines)
                inputs = self._last_inputs()
        if self.session.process.poll() is None:
            code, _ = self.session.ended()
            assert code == 0, self.session.output[-1000:]
        with open_store(str(self.folder / "tourney.db")) as store:
            assert problems(store) == []
            return text_of(match_named(store, self.truth.setup.match))

    def _last_inputs(self) -> list[str]:
        return ["!0", ""] if self.truth.abandoned else []

    def _is_stored(self) -> bool:
        query = "SELECT 1 FROM record_text WHERE name = ?"
        with closing(sqlite3.connect(self.folder / "tourney.db")) as base:
            return bool(base.execute(query, (self.truth.setup.match,)).fetchall())
