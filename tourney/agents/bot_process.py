"""The process of a bot, with its supervisor: started, asked how it is, ended.

Knows pipes and exit statuses, nothing of what is said over them.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from tourney.agents.isolation import Limits, config, environment

GUARDIAN: Final = (
    f"import sys; sys.path.append({str(Path(__file__).parents[2])!r}); "
    "from tourney.agents.supervisor import main; main()"
)
"""The program that stands over a bot's process; imported, so that it is compiled only once."""
ASK: Final = 2.0
"""Seconds that a supervisor may take to answer before it counts as gone."""
ENDED: Final = 10.0
"""Seconds that ending a bot and all it started may take."""
TAIL: Final = 4_000
"""Characters of stderr that go with a fault."""
STARVED: Final = (
    *("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory"),
    *("OutOfMemory", "Array buffer allocation failed"),
)
"""What runtimes say when they get no more memory."""

SENT: Final = frozenset(
    {signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT}
)
"""Signals that a program does not get by its own mistakes."""
BY_ANYBODY: Final = ", by itself or by another process of this user"


@dataclass(frozen=True, slots=True)
class ProcessExit:
    """How a bot's process ended: `status` is negative for a signal, None if nobody knows.

    `over` is memory or processes if it was ended for having too much of it, supervisor if that was
    killed. `apart` says that no other bot could reach it or its supervisor.
    """

    status: int | None
    over: str = ""
    tail: str = ""
    apart: bool = False

    @property
    def code(self) -> str:
        """oom if anything speaks for it, runner if it cannot have been the bot, else crash."""
        if self.over == "supervisor" and self.apart:
            return "runner"
        last = self.tail[-2000:]
        starved = self.status != 0 and any(words in last for words in STARVED)
        return "oom" if self.over == "memory" or starved else "crash"

    @property
    def words(self) -> str:
        """The evidence, without numbers that differ from time to time."""
        if self.code == "oom":
            return "used more memory than allowed"
        if self.over == "supervisor":
            return "its supervisor was killed" + ("" if self.apart else BY_ANYBODY)
        if self.over:
            return f"used more {self.over} than allowed"
        if self.status is None:
            return "closed its standard output"
        sent = -self.status in SENT and not self.apart
        return status_words(self.status) + (BY_ANYBODY if sent else "")


def status_words(status: int) -> str:
    """An exit status, or the name and number of a signal."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"ended by {signal.Signals(-status).name} (signal {-status})"
    except ValueError:
        return f"ended by signal {-status}"


_refused: list[str] = []
"""Why bots cannot have namespaces of their own on this machine, once that is known."""


def refusal() -> str:
    """Why bots have no namespaces of their own here; empty as long as nothing speaks against."""
    return _refused[0] if _refused else "" if sys.platform == "linux" else "this is not Linux"


def shared(limits: Limits) -> tuple[str, ...]:
    """What bots share that were started with these limits, if it is more than it should be."""
    if limits.isolation != "limits" or not (why := refusal()):
        return ()
    return (f"no namespaces: {why}; bots of this run can see, stop and kill each other",)


class BotProcess:
    """A bot's process; `put` and `get` are the ends of its pipes, `pid` is its own."""

    def __init__(self, words: Sequence[str], limits: Limits) -> None:
        self._wrapped = limits.isolation == "bwrap"
        self._heard = b""
        self._said = ""
        self._exit: ProcessExit | None = None
        self._alone = False
        self._asked_to_end = 0.0
        self.apart = limits.isolation != "none" and not refusal()
        """Whether it has namespaces of its own, in which no other bot can reach it."""
        born = self._start(words, limits)
        if born["refused"]:
            self._give_up()
            _refused.append(born["refused"])
            self.apart = False
            born = self._start(words, limits)
        self.pid: int = born["pid"]
        self.supervisor: int = born["supervisor"]
        """The process that stands over it."""
        self.failed: str = born["failed"]

    def _start(self, words: Sequence[str], limits: Limits) -> dict[str, Any]:
        """Start a supervisor, which starts the bot; what it says about that."""
        self.control, theirs = socket.socketpair()
        with theirs:
            told = {**config(words, limits, apart=self.apart), "control": theirs.fileno()}
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", GUARDIAN, json.dumps(told)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(limits, apart=self.apart),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
                bufsize=0,
            )
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self.put = self._keeper.stdin.fileno()
        self.get = self._keeper.stdout.fileno()
        for fd in (self.put, self.get):
            os.set_blocking(fd, False)
        born = self._hear(ENDED, "supervisor")
        if born and "ids" in born:
            self._give_ids(born["supervisor"])
            born = self._hear(ENDED, "pid")
        unborn = {
            "pid": 0,
            "supervisor": 0,
            "failed": "the supervisor did not start",
            "refused": "",
        }
        return born or unborn

    def _give_ids(self, supervisor: int) -> None:
        """Give a supervisor its ids in its new namespaces, which only a process outside can do."""
        from tourney.agents import namespaces  # on Linux only

        answer = "\n"
        with suppress(ProcessLookupError, BrokenPipeError):
            try:
                namespaces.map_ids(supervisor)
            except OSError as error:
                answer = f"ids: {error.strerror}"
            self.control.sendall(answer.encode())

    def _give_up(self) -> None:
        """Let go of a supervisor that could not give its bot namespaces."""
        self._heard = b""
        with self._keeper, self.control:
            pass

    def _hear(self, seconds: float, key: str) -> dict[str, Any] | None:
        """The supervisor's next message that has `key`; None if it does not come in time."""
        end = monotonic() + seconds
        while True:
            while b"\n" in self._heard:
                line, _, self._heard = self._heard.partition(b"\n")
                message = json.loads(line)
                self._keep(message)
                if key in message:
                    return dict(message)
            left = end - monotonic()
            if left <= 0 or not select.select([self.control], [], [], left)[0]:
                return None
            try:
                data = self.control.recv(65_536)
            except ConnectionError:
                data = b""
            if not data:
                self._alone = True
                return None
            self._heard += data

    def _keep(self, message: dict[str, Any]) -> None:
        if "err" in message:
            if message["dropped"]:
                self._said += f"[{message['dropped']} bytes left out]\n"
            self._said += message["err"]
        if "exit" in message:
            status = self._status(message["exit"])
            self._exit = ProcessExit(status, message["over"], self._tail(), self._unreachable)

    def _status(self, status: int) -> int:
        """A wrapper passes signals on as a shell does."""
        return 128 - status if self._wrapped and 128 < status < 160 else status

    def _tail(self) -> str:
        return self._said[-TAIL:].replace("\0", "\ufffd")

    def farewell(self, seconds: float = ASK) -> ProcessExit:
        """How it ended, if it does so within this time."""
        if self._exit is None:
            self._hear(seconds, "exit")
        if self._exit is not None:
            return self._exit
        return ProcessExit(
            None, "supervisor" if self._alone else "", self.tail(), self._unreachable
        )

    @property
    def _unreachable(self) -> bool:
        return self.apart or self._wrapped

    def tail(self) -> str:
        """The end of what it said on stderr, all that has not been fetched."""
        if self._exit is None and not self._asked_to_end:
            try:
                self.control.sendall(b"e")
            except OSError:
                return self._tail()
            if not self._hear(ASK, "err"):
                self._wake()
        return self._tail()

    def said(self) -> str:
        """What it said on stderr since it was last fetched with this."""
        self.tail()
        said, self._said = self._said, ""
        return said.replace("\0", "\ufffd")

    def end(self) -> None:
        """Have it ended; that goes on behind our back."""
        if not self._asked_to_end:
            self._asked_to_end = monotonic()
            self._keeper.stdin.close()  # type: ignore[union-attr]  # a pipe since the start
            with suppress(OSError):
                self.control.sendall(b"k")
            self._wake()

    def _wake(self) -> None:
        """Have those who stand over it go on, whom it may have stopped."""
        self._keeper.send_signal(signal.SIGCONT)
        self._send_supervisor(signal.SIGCONT)

    def _send_supervisor(self, number: int) -> None:
        if self.supervisor and not self.gone():
            with suppress(ProcessLookupError):
                os.kill(self.supervisor, number)

    def hang_up(self) -> None:
        """Close its standard input and leave it alone."""
        self._keeper.stdin.close()  # type: ignore[union-attr]  # a pipe since the start

    def gone(self) -> bool:
        """Whether it and all it started have ended."""
        return self._keeper.poll() is not None

    def wait(self) -> int:
        """Until all have ended; how many processes it left behind that had to be."""
        self.end()
        told = self._hear(ENDED, "ended")
        if told is None:
            self._send_supervisor(signal.SIGKILL)  # its reaper ends the others
        try:
            self._keeper.wait(ENDED)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        self._keeper.stdout.close()  # type: ignore[union-attr]  # a pipe since the start
        self.control.close()
        return int(told["ended"]) if told else 0
