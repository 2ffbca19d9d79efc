"""The process of a bot and its supervisor: starts them, reads their state, ends them.

Knows pipes and exit statuses, but not the protocol spoken over the pipes.
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

from engines.messages import Message, say
from tourney.agents.isolation import Limits, bot_environment, supervisor_settings
from tourney.domain.errors import UsageFault

SUPERVISOR: Final = (
    f"import sys; sys.path.append({str(Path(__file__).parents[2])!r}); "
    "from tourney.agents.supervisor import main; main()"
)
"""The program of the supervisor; it imports its code, so that this is compiled only once."""
ANSWER_SECONDS: Final = 2.0
"""Seconds for a supervisor to answer before it counts as ended."""
END_SECONDS: Final = 10.0
"""Seconds for ending a bot and all its processes."""
STDERR_CHARACTERS: Final = 4_000
"""Characters of stderr that are stored with a fault."""
OUT_OF_MEMORY: Final = (
    *("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory"),
    *("OutOfMemory", "Array buffer allocation failed"),
)
"""Messages of runtimes that cannot get more memory."""

SENT_BY_OTHERS: Final = frozenset(
    getattr(signal, name)
    for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT")
    if hasattr(signal, name)  # Windows has two of them
)
"""Signals that another process must have sent, not caused by a program's own errors."""
BY_ANYBODY: Final = ", by itself or by another process of this user"


@dataclass(frozen=True, slots=True)
class ProcessExit:
    """How a bot's process ended: `status` is negative for a signal, None if unknown.

    `over` is "memory" or "processes" if it was ended for exceeding that limit, "supervisor" if its
    supervisor was killed. `apart`: no other bot could reach it or its supervisor.
    """

    status: int | None
    over: str = ""
    tail: str = ""
    apart: bool = False

    @property
    def code(self) -> str:
        """The fault code: oom for lack of memory, runner if it cannot be the bot, else crash."""
        if self.over == "supervisor" and self.apart:
            return "runner"
        last = self.tail[-2000:]
        starved = self.status != 0 and any(words in last for words in OUT_OF_MEMORY)
        return "oom" if self.over == "memory" or starved else "crash"

    @property
    def words(self) -> str:
        """The evidence, without numbers that vary from run to run."""
        if self.code == "oom":
            return "used more memory than allowed"
        if self.over == "supervisor":
            return "its supervisor was killed" + ("" if self.apart else BY_ANYBODY)
        if self.over:
            return f"used more {self.over} than allowed"
        if self.status is None:
            return "closed its standard output"
        sent = -self.status in SENT_BY_OTHERS and not self.apart
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
"""Why this machine does not allow namespaces, once that is known."""


def refusal() -> Message | str:
    """Why bots cannot have their own namespaces here; empty if no reason is known."""
    if _refused:
        return _refused[0]
    return "" if sys.platform == "linux" else say("agents.not-linux")


def sharing_warnings(limits: Limits) -> tuple[Message, ...]:
    """A warning if bots with these limits share namespaces, although they should not."""
    if limits.isolation != "limits" or not (why := refusal()):
        return ()
    return (say("agents.no-namespaces", why=why),)


class BotProcess:
    """A bot's process with id `pid`; `put` and `get` are our ends of its pipes."""

    def __init__(self, words: Sequence[str], limits: Limits) -> None:
        self._wrapped = limits.isolation == "bwrap"
        self._received = b""
        self._stderr = ""
        self._shown = 0
        self._exit: ProcessExit | None = None
        self._supervisor_gone = False
        self._end_asked = 0.0
        self.apart = limits.isolation != "none" and not refusal()
        """Whether it has its own namespaces, in which no other bot can reach it."""
        report = self._start(words, limits)
        if report["refused"]:
            # Release the supervisor, which could not create namespaces for its bot.
            self._received = b""
            with self._popen, self.control:
                pass
            _refused.append(report["refused"])
            self.apart = False
            report = self._start(words, limits)
        self.pid: int = report["pid"]
        self.supervisor: int = report["supervisor"]
        """The process id of its supervisor."""
        self.failed: str = report["failed"]

    def _start(self, words: Sequence[str], limits: Limits) -> dict[str, Any]:
        """Start a supervisor, which starts the bot; returns its report."""
        if not hasattr(os, "fork"):
            raise UsageFault(say("agents.programs-need-posix"))
        self.control, theirs = socket.socketpair()
        # -I and -S: nothing from the user's environment or site packages runs in a supervisor. In a
        # session of its own Ctrl-C does not reach it: the runner alone ends its bots, in order.
        with theirs:
            settings = supervisor_settings(words, limits, apart=self.apart)
            settings["control"] = theirs.fileno()
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", SUPERVISOR, json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=bot_environment(limits, apart=self.apart),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
                bufsize=0,
            )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self.put = self._popen.stdin.fileno()
        self.get = self._popen.stdout.fileno()
        # A bot that does not read or write must not block the runner.
        for fd in (self.put, self.get):
            os.set_blocking(fd, False)
        started = self._receive(END_SECONDS, "supervisor")
        if started and "ids" in started:
            # Only a process outside can set a supervisor's ids in its new namespaces.
            from tourney.agents import kernel  # on Linux only

            answer = "\n"
            with suppress(ProcessLookupError, BrokenPipeError):
                try:
                    kernel.map_ids(started["supervisor"])
                except OSError as error:
                    answer = f"ids: {error.strerror}"
                self.control.sendall(answer.encode())
            started = self._receive(END_SECONDS, "pid")
        failed = "the supervisor did not start"
        return started or {"pid": 0, "supervisor": 0, "failed": failed, "refused": ""}

    def _receive(self, seconds: float, key: str) -> dict[str, Any] | None:
        """The supervisor's next message that has `key`; None if none comes in time."""
        end = monotonic() + seconds
        while True:
            while b"\n" in self._received:
                line, _, self._received = self._received.partition(b"\n")
                message = json.loads(line)
                if "err" in message:
                    if message["dropped"]:
                        self._stderr += f"[{message['dropped']} bytes left out]\n"
                    # PostgreSQL stores no NUL in a text.
                    self._stderr += message["err"].replace("\0", "\ufffd")
                if "exit" in message:
                    status = message["exit"]
                    # A wrapper reports a signal as shells do.
                    if self._wrapped and 128 < status < 160:
                        status = 128 - status
                    self._exit = ProcessExit(
                        status, message["over"], self._tail(), self._out_of_reach
                    )
                if key in message:
                    return dict(message)
            left = end - monotonic()
            if left <= 0 or not select.select([self.control], [], [], left)[0]:
                return None
            try:
                data = self.control.recv(65_536)
            except ConnectionError:
                data = b""
            if not data:  # it has been killed: else it would have said how the bot ended
                self._supervisor_gone = True
                return None
            self._received += data

    def _tail(self) -> str:
        return self._stderr[-STDERR_CHARACTERS:]

    def farewell(self, seconds: float = ANSWER_SECONDS) -> ProcessExit:
        """How it ended, if it ends within this time."""
        if self._exit is None:
            self._receive(seconds, "exit")
        if self._exit is not None:
            return self._exit
        return ProcessExit(
            None, "supervisor" if self._supervisor_gone else "", self.tail(), self._out_of_reach
        )

    @property
    def _out_of_reach(self) -> bool:
        return self.apart or self._wrapped

    def tail(self) -> str:
        """The end of what it wrote to stderr and was not fetched yet."""
        if self._exit is None and not self._end_asked:
            try:
                self.control.sendall(b"e")
            except OSError:
                return self._tail()
            if not self._receive(ANSWER_SECONDS, "err"):
                self._wake()
        return self._tail()

    def new_stderr(self) -> str:
        """What it wrote to stderr since the last call."""
        self.tail()
        text, self._stderr, self._shown = self._stderr, "", 0
        return text

    def unshown_stderr(self) -> str:
        """What it wrote to stderr since this was last called; `new_stderr` returns it, too."""
        self.tail()
        text, self._shown = self._stderr[self._shown :], len(self._stderr)
        return text

    def end(self) -> None:
        """Start shutting the process down; does not wait."""
        if not self._end_asked:
            self._end_asked = monotonic()
            self.hang_up()
            with suppress(OSError):
                self.control.sendall(b"k")
            self._wake()

    def _wake(self) -> None:
        """Continue its supervisor and reaper, which the bot may have stopped."""
        self._popen.send_signal(signal.SIGCONT)
        self._send_supervisor(signal.SIGCONT)

    def _send_supervisor(self, number: int) -> None:
        if self.supervisor and not self.gone():
            with suppress(ProcessLookupError):
                os.kill(self.supervisor, number)

    def hang_up(self) -> None:
        """Close its standard input."""
        self._popen.stdin.close()  # type: ignore[union-attr]  # a pipe since the start

    def gone(self) -> bool:
        """Whether it and all processes that it started have ended."""
        return self._popen.poll() is not None

    def wait(self) -> int:
        """Wait until all have ended; returns how many processes it left behind."""
        self.end()
        report = self._receive(END_SECONDS, "ended")
        if report is None:
            self._send_supervisor(signal.SIGKILL)  # its reaper ends the others
        try:
            self._popen.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._popen.stdout.close()  # type: ignore[union-attr]  # a pipe since the start
        self.control.close()
        return int(report["ended"]) if report else 0
