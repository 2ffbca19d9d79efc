"""Forks a process for every `tourney` command that a test asks for: see `tests/program.py`.

`python -m tests.fork_server` imports the program once and reads orders from the socket on
descriptor 0, each with three descriptors: the standard streams of the command. It forks twice and
answers with the process id. The first child ends at once, so the second one becomes a child of the
test, which is the nearest subreaper; there it can be waited for and killed like any other process.

Not as in a new interpreter: the hash seed, what Python reads from the environment when it starts,
and /proc/PID/cmdline are those of this server.
"""

import atexit
import fcntl
import gc
import json
import os
import resource
import runpy
import signal
import socket
import sys
import tempfile
import termios
import threading
import time
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import Any, Final, NamedTuple, NoReturn, TextIO

IMPORTED: Final = (
    *("runpy", "tourney.cli.root", "tourney.work.interrupts", "prompt_toolkit"),
    *("tourney.app.run_session", "tourney.cli.live_screen", "tourney.app.record_dialogue"),
    "tourney.cli.terminal.viewer",
    *(f"tourney.cli.{name}_commands" for name in ("match", "play", "record", "run", "watch")),
)
"""What the commands of most tests need; the rest is imported by those who need it."""
LONGEST: Final = 1 << 20
"""Bytes of an order, most of which are its environment."""


class Order(NamedTuple):
    """What is started, and how."""

    args: Sequence[str]
    folder: str
    environ: dict[str, str]
    new_session: bool
    """Whether the process starts a session of its own."""
    terminal: bool
    """Whether its standard input becomes the terminal that controls it."""
    limits: Sequence[tuple[int, int]]
    """Kinds of limits of resources, with their values."""


def serve() -> Order:
    """Answer orders; returns in the process that is to become the command."""
    orders = socket.socket(fileno=os.dup(0))
    while True:
        data, streams, _, _ = socket.recv_fds(orders, LONGEST, 3)
        if not data:
            os._exit(0)
        order = Order(*json.loads(data))
        if pid := forked_twice():
            for stream in streams:
                os.close(stream)
            orders.sendall(f"{pid}\n".encode())
            continue
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.closerange(3, 256)
        orders.detach()
        return order


def forked_twice() -> int:
    """Fork a process that is no child of this one: its id, and 0 in the process itself.

    It goes on when the process between has ended, and its parent is therefore the test.
    """
    told, tell = os.pipe()
    adopted, adopt = os.pipe()
    if between := os.fork():
        os.close(tell)
        os.close(adopted)
        pid = int(os.read(told, 32))
        os.waitpid(between, 0)
        os.close(told)
        os.close(adopt)  # the new process reads the end of this pipe
        return pid
    os.close(adopt)
    if pid := os.fork():
        os.write(tell, b"%d" % pid)
        os._exit(0)
    os.read(adopted, 1)
    return 0


def become(order: Order) -> None:
    """Make this process look like a new one of `python -m tourney`."""
    if order.new_session:
        os.setsid()
    restrict(order.terminal, order.limits)
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.environ)
    time.tzset()
    tempfile.tempdir = None
    sys.path[0] = os.getcwd()
    sys.argv = ["tourney", *order.args]
    sys.stdin, sys.stdout, sys.stderr = map(opened, range(3))


def restrict(terminal: bool, limits: Iterable[tuple[int, int]]) -> None:
    """Have standard input as the controlling terminal, and these limits of resources."""
    limits = tuple(limits)
    if any(kind == resource.RLIMIT_FSIZE for kind, _ in limits):
        # Python would store half a compiled module, and every later test would find it.
        sys.dont_write_bytecode = True
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for kind, value in limits:
        resource.setrlimit(kind, (value, value))


def opened(descriptor: int) -> TextIO:
    """A standard stream as Python opens it when it starts."""
    raw = FileIO(descriptor, "rw"[descriptor > 0], closefd=False)
    buffer: Any = BufferedWriter(raw) if descriptor else BufferedReader(raw)
    file = TextIOWrapper(buffer, "utf-8", newline="\n", line_buffering=raw.isatty())
    if descriptor == 2:
        file.reconfigure(errors="backslashreplace", line_buffering=True)
    return file


def main() -> None:
    """Serve, and run the commands in the processes that were forked."""
    for number in (signal.SIGINT, signal.SIGHUP):  # they end the tests, which end this server
        signal.signal(number, signal.SIG_IGN)
    for name in IMPORTED:
        import_module(name)
    gc.collect()
    gc.freeze()  # else the first look for garbage copies the pages of all objects
    become(serve())
    code: object = 1
    try:
        runpy.run_module("tourney", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    end_at_once(code if isinstance(code, int) else int(code is not None))


def end_at_once(code: int) -> NoReturn:
    """Exit without freeing what was imported, which would copy all of it first."""
    threading._shutdown()  # type: ignore[attr-defined]  # what Python does first when it exits
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
