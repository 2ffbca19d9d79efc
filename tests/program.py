"""`tourney` in a process of its own, started without a new interpreter.

    with Program(["watch", "x"], cwd=folder, stdout=PIPE) as watching: ...
    done = run("record", "diams", cwd=folder, input="…")

A new interpreter takes longer to import the program than most commands take. So a server that has
imported it (`tests/fork_server.py`) forks; what it forks is a child of this process, with its own
streams, signals, folder, environment and exit status. Tests of
the start itself, of the command line that the system shows, and of what Python reads when it starts
run `python -m tourney`.

Where processes cannot be adopted (other systems than Linux), `Program` starts a new interpreter.
"""

import inspect
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from tests.fork_server import Order, restrict
from tourney.agents.kernel import SUBREAPER, prctl

HOUSE: Final = Path(__file__).parents[1]
FORKS: Final = sys.platform == "linux"
PATIENCE: Final = 120.0


def hear_signals() -> None:
    """Let programs that this process starts get signals that it ignores itself.

    It ignores Ctrl-C in the background of a script and SIGHUP under `nohup`, and whatever it starts
    would do the same. A handler is not inherited, and this process goes on as before.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda number, frame: None)


class ForkServer:
    """The server and the socket to it."""

    def __init__(self) -> None:
        prctl(SUBREAPER, 1)
        self._socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.fork_server"]
            self._process = subprocess.Popen(
                command, cwd=HOUSE, stdin=theirs, stdout=subprocess.DEVNULL
            )

    def fileno(self) -> int:
        """The descriptor of the socket."""
        return self._socket.fileno()

    @property
    def pid(self) -> int:
        """The process id of the server."""
        return self._process.pid

    def fork(self, order: Order, streams: list[int]) -> int:
        """The id of a new process for this order."""
        socket.send_fds(self._socket, [json.dumps(order).encode()], streams)
        with self._socket.makefile("rb", buffering=0) as answers:
            return int(answers.readline())

    def close(self) -> None:
        """End the server; processes that it has forked stay."""
        self._socket.close()
        self._process.wait()


_server: list[ForkServer] = []
"""The server of this process, once there is one."""


def running_server() -> ForkServer | None:
    """The server of this process, which is started for the first program and then stays."""
    return _server[0] if _server else None


def _started_server() -> ForkServer:
    if not _server:
        _server.append(ForkServer())
    return _server[0]


def close_server() -> None:
    """End the server of this process if there is one."""
    while _server:
        _server.pop().close()


class Program(subprocess.Popen[Any]):
    """A process of `tourney ARGS…`."""

    def __init__(
        self,
        args: Sequence[object],
        *,
        terminal: bool = False,
        limits: Mapping[int, int] = MappingProxyType({}),
        **how: Any,
    ) -> None:
        """Start it as `subprocess.Popen` does.

        `terminal`: its standard input becomes the terminal that controls it. `limits`: limits of
        resources by kind.
        """
        self._terminal, self._limits = terminal, limits
        super().__init__([sys.executable, "-m", "tourney", *map(str, args)], **how)

    def _execute_child(self, *given: Any, **named: Any) -> None:
        """Start the process; `subprocess.Popen` calls this when pipes and settings are ready."""
        start = super()._execute_child  # type: ignore[misc]
        found = inspect.signature(start).bind(*given, **named)
        asked = found.arguments
        if not FORKS:
            asked["preexec_fn"] = lambda: restrict(self._terminal, self._limits.items())
            start(*found.args, **found.kwargs)
            return
        assert not asked["preexec_fn"], "use `terminal` and `limits`"
        assert not asked["pass_fds"], "a forked program gets its standard streams only"
        order = Order(
            asked["args"][3:],
            str(asked["cwd"] or os.getcwd()),
            dict(os.environ if asked["env"] is None else asked["env"]),
            asked["start_new_session"],
            self._terminal,
            list(self._limits.items()),
        )
        ends = [asked[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        streams = [n if end == -1 else end for n, end in enumerate(ends)]
        self.pid = _started_server().fork(order, streams)
        self._child_created = True
        self._close_pipe_fds(*(asked[name] for name in PIPES))  # type: ignore[attr-defined]


PIPES: Final = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")


def run(
    *args: object, cwd: Path, input: str | None = None, timeout: float = PATIENCE, **how: Any
) -> "subprocess.CompletedProcess[str]":
    """Run `tourney ARGS…` to its end; stdout and stderr are captured as text."""
    given = {"stdin": subprocess.PIPE if input is not None else subprocess.DEVNULL}
    captured = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with Program(args, cwd=cwd, **given | captured | how) as program:
        try:
            out, err = program.communicate(input, timeout)
        except BaseException:
            program.kill()
            raise
        return subprocess.CompletedProcess(program.args, program.returncode, out, err)
