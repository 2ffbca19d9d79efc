"""The supervisor of a bot's process: limits it, reads its stderr, ends it and all its descendants.

Runs as a separate program, so that it can still clean up when the process that started it has
ended; imports only the standard library and its neighbour modules. It gets orders over a socket
and answers there, one JSON object per line; when the socket closes, it ends the bot. If the bot has
its own namespaces, process 1 of them is started before it: all processes in them end with that one.
Otherwise the supervisor adopts orphans of the bot, as far as the system allows; a reaper adopts
them if the supervisor is killed.
"""

import contextlib
import errno
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from tourney.agents import kernel, proc

STDERR_BYTES: Final = 65_536
"""Bytes of stderr that are kept."""
MEMORY_PAUSE: Final = 0.05
"""Seconds between two checks of memory."""
PROCESS_PAUSE: Final = 0.25
"""Seconds between two checks for new processes."""
LONGEST_PAUSE: Final = 1.0
BIRTHS: Final = 8
"""Change in the machine's number of threads after which the bot's processes are listed again."""
ANSWER_BYTES: Final = 200
"""Bytes of the longest answer about ids."""
KILL_SECONDS: Final = 5.0
"""Seconds after which processes that KILL has not ended are left to the system."""
QUIT_SECONDS: Final = 0.2
"""Seconds that a bot has to quit by itself before it gets TERM."""
TERM_SECONDS: Final = 0.5
"""Seconds between TERM and KILL."""
SLICE: Final = 0.005
"""Seconds between two looks at a bot that is to end."""
MOST_COUNTED: Final = 2 * SLICE
"""The most that counts of a slice: if it took longer, this process was kept from running."""
RESET_SIGNALS: Final = (
    *(signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE),
    *(signal.SIGXFSZ, signal.SIGQUIT),
)
"""Signals whose handling a bot must not inherit from this program or the one that started it."""


class OutputTail:
    """The end of what a bot writes to stderr, and the number of bytes before it."""

    def __init__(self) -> None:
        self.kept = b""
        self.dropped = 0

    def add(self, data: bytes) -> None:
        """Add more output."""
        whole = self.kept + data
        self.kept = whole[-STDERR_BYTES:]
        self.dropped += len(whole) - len(self.kept)

    def take(self) -> dict[str, object]:
        """Return the kept output as a message, and clear it."""
        message = {"err": self.kept.decode("utf-8", "replace"), "dropped": self.dropped}
        self.kept, self.dropped = b"", 0
        return message


def close_pipes() -> None:
    """Close this process's ends of the pipes between the bot and the runner."""
    # Descriptors 0 and 1 stay in use, or a file opened later would become standard output.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def kill_family(family: Callable[[], Iterable[int]], send: Callable[[int, int], None]) -> set[int]:
    """Kill all processes of a family; they are stopped first, so that they start no others."""
    killed: set[int] = set()
    end = time.monotonic() + KILL_SECONDS
    while (alive := set(family())) and time.monotonic() < end:
        stopped: set[int] = set()
        while new := alive - stopped:
            for pid in new:
                send(pid, signal.SIGSTOP)
            stopped |= new
            alive = set(family())
        for pid in stopped:
            send(pid, signal.SIGKILL)
        killed |= stopped
        time.sleep(0.001)
    return killed


def send(pid: int, number: int) -> None:
    """Send a signal to a process that may have ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def reap(supervisor: int) -> None:
    """Wait for the supervisor, then kill the processes that it left, because it was killed."""
    with contextlib.suppress(ChildProcessError):
        while os.wait()[0] != supervisor:
            continue

    def family() -> list[int]:
        with contextlib.suppress(ChildProcessError):  # zombies, which nobody else waits for
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue
        return proc.descendants(os.getpid())

    kill_family(family, send)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends; on Linux only."""
    if sys.platform == "linux":
        kernel.prctl(kernel.SUBREAPER, 1)


class Supervisor:
    """Watches one bot from its start to the end of its last descendant."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._config = config
        self._control = socket.socket(fileno=config["control"])
        self._control.set_inheritable(False)  # or the bot could give orders and answers itself
        self._parent = os.getppid()
        self._stderr = OutputTail()
        self._memory = config["memory"]
        self._threads = 0
        self._next_listing = 0.0
        self._family_pids: list[int] = []
        self._over = ""
        self._status: int | None = None
        self._term_received = False
        # `select` and `poll` do not return for a signal whose handler returns. So the interpreter
        # writes a byte into this pipe for each one: a bot that ends wakes `serve` at once.
        self._wake, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGTERM, self._on_term)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        adopt_orphans()
        self._first = 0  # process 1 of the bot's namespaces, if it has its own
        self.pid = 0
        self._err, err = os.pipe()
        os.set_blocking(self._err, False)
        self._start_bot(err)
        # Each end that stays open here would keep the other side from seeing the bot's end.
        os.close(err)
        close_pipes()

    def _on_term(self, number: int, frame: object) -> None:
        self._term_received = True

    def _start_bot(self, err: int) -> None:
        report = {"pid": 0, "supervisor": os.getpid(), "failed": "", "refused": ""}
        try:
            if self._config["namespaces"]:
                kernel.separate()
                # Only the process that started this one can map the ids: it is outside.
                self._send({"supervisor": os.getpid(), "ids": ""})
                if answer := self._control.recv(ANSWER_BYTES).strip():
                    raise OSError(0, answer.decode())
                if self._config["roots"] is not None:
                    kernel.forbid_more()
                self._first = kernel.first()
        except OSError as error:
            self._send({**report, "refused": str(error.strerror)})
            return
        # `exec` closes this pipe, so that an empty report means success.
        read_end, write_end = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            self._become_bot(err, write_end)
        os.close(write_end)
        with open(read_end, "rb") as file:
            outcome: dict[str, str] = json.loads(file.read() or b"{}")
        self._send({**report, "pid": self.pid, **outcome})

    def _become_bot(self, err: int, report: int) -> NoReturn:
        failed, reason = "refused", ""
        try:
            os.setsid()  # a group of its own, which `_signal` reaches at once
            os.dup2(err, 2)
            if self._first and self._config["roots"] is not None:
                kernel.furnish(self._config["size"], self._config["roots"])
            failed = "failed"
            if sys.platform == "linux":  # be killed when the supervisor ends
                kernel.prctl(kernel.DEATH_SIGNAL, signal.SIGKILL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            for number in RESET_SIGNALS:
                signal.signal(number, signal.SIG_DFL)
            for name, value in self._config["limits"]:
                kind = getattr(resource, name)
                hard = resource.getrlimit(kind)[1]  # nobody may raise a stricter one
                least = value if hard == resource.RLIM_INFINITY else min(value, hard)
                with contextlib.suppress(OSError, ValueError):
                    resource.setrlimit(kind, (least, least))
            words = self._config["words"]
            if self._config["refused"]:
                program = kernel.filter_program(self._config["refused"])
                # Bubblewrap itself filters, once it has made the calls that the bot may not make.
                if self._config["own"]:
                    file = os.memfd_create("filter", 0)
                    os.write(file, program)
                    os.lseek(file, 0, os.SEEK_SET)
                    words = [words[0], "--seccomp", str(file), *words[1:]]
                else:
                    kernel.install_filter(program)
            os.execvp(words[0], words)
        except OSError as error:
            hint = "; a script must begin with #!" if error.errno == errno.ENOEXEC else ""
            reason = f"{error.strerror}{hint}"
        finally:
            os.write(report, json.dumps({failed: reason}).encode())
            os._exit(127)

    def _send(self, message: dict[str, object]) -> None:
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def serve(self) -> None:
        """Run until the bot has ended or is to be ended."""
        if not self.pid:
            return
        poller = select.poll()
        for fd in (self._control.fileno(), self._err, self._wake):
            poller.register(fd, select.POLLIN)
        pause = PROCESS_PAUSE if self._config["processes"] else LONGEST_PAUSE
        pause = MEMORY_PAUSE if self._memory else pause
        while self._status is None:
            ready = dict(poller.poll(1000 * pause))
            if self._err in ready and not self._read_stderr():
                poller.unregister(self._err)
            if self._wake in ready:
                os.read(self._wake, 4096)
            self._reap()
            if self._control.fileno() in ready:
                # An order is one letter: "e" asks for stderr; any other, or the end, ends the bot.
                try:
                    order = self._control.recv(1)
                except ConnectionError:
                    return self.end()
                if order != b"e":
                    return self.end()
                self._drain()
                self._send(self._stderr.take())
            # Another parent: the process that started this one has ended without a word.
            if self._term_received or os.getppid() != self._parent:
                return self.end()
            self._check_limits()
        self._drain()
        status = os.waitstatus_to_exitcode(self._status or 0)
        self._send({"exit": status, "over": self._over, **self._stderr.take()})
        self.end()

    def _read_stderr(self) -> bool:
        """Read available stderr; False at its end."""
        try:
            data = os.read(self._err, STDERR_BYTES)
        except BlockingIOError:
            return True
        self._stderr.add(data)
        return bool(data)

    def _drain(self) -> None:
        """Read what stderr holds, up to a limit, because a bot may write without end."""
        while self._stderr.dropped < STDERR_BYTES and select.select([self._err], [], [], 0)[0]:
            if not self._read_stderr():
                return

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status, _ = os.wait4(-1, os.WNOHANG)
                if not pid:
                    return
                if pid == self.pid:
                    self._status = status

    def _check_limits(self) -> None:
        """End a bot that exceeds its limit of memory or processes."""
        if self._over or not (self._memory or self._config["processes"]):
            return
        # To list the family takes longer the more processes it has, to count threads does not.
        count, now = proc.threads(), time.monotonic()
        if now >= self._next_listing or abs(count - self._threads) > BIRTHS:
            family = [pid for pid in proc.seen_descendants(os.getpid()) if pid != self._first]
            self._family_pids = family or [self.pid]
            self._threads, self._next_listing = count, now + LONGEST_PAUSE
        family = self._family_pids
        if self._memory:
            # All processes together, and what they keep in files, may exceed the limit by an
            # eighth. `share` counts shared pages once but is slow, so it only confirms.
            least = self._memory + self._memory // 8
            least -= proc.in_files(family, self._config["folders"])
            least -= proc.in_segments() if self._first else 0
            if sum(map(proc.resident, family)) > least and sum(map(proc.share, family)) > least:
                self._over = "memory"
        if not self._over and 0 < self._config["processes"] < len(family):
            self._over = "processes"
        if self._over:
            kill_family(self._family, self._signal)

    def end(self) -> None:
        """Let the bot quit, send TERM, then KILL to all descendants; report their number."""
        # A second TERM must not stop the supervisor before it has ended all processes of the bot.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if self._status is None:
            self._wait(QUIT_SECONDS)
        left = self._family()
        others = {pid for pid in left if pid != self.pid}
        for pid in left:
            self._signal(pid, signal.SIGTERM)
        if left:
            self._wait(TERM_SECONDS)
        if self._first:
            # The kernel ends all processes of a namespace with its process 1.
            others |= {pid for pid in self._family() if pid != self.pid}
            send(self._first, signal.SIGKILL)
        others |= {pid for pid in kill_family(self._family, self._signal) if pid != self.pid}
        self._drain()  # who ends between a read and the next look has last words, too
        self._send({"ended": max(0, len(others) - self._config["own"]), **self._stderr.take()})

    def _family(self) -> list[int]:
        # Zombies are not alive but keep their ids until they are waited for.
        self._reap()
        alive = [self.pid] if self._status is None else []
        return list({*alive, *proc.descendants(os.getpid())} - {self._first})

    def _wait(self, seconds: float) -> None:
        """Wait until all have ended, or for so many seconds.

        They are counted in slices: a machine that lets this process run seldom does the same to the
        bot. While the bot itself runs, nobody looks for others, because that takes milliseconds.
        """
        before = time.monotonic()
        while seconds > 0:
            self._reap()
            if self._status is not None and not self._family():
                return
            if select.select([self._wake], [], [], SLICE)[0]:
                os.read(self._wake, 4096)
            self._read_stderr()
            now = time.monotonic()
            seconds -= min(now - before, MOST_COUNTED)
            before = now

    def _signal(self, pid: int, number: int) -> None:
        """Send a signal to a process; for the bot also to its group, for systems without /proc."""
        if pid == self.pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, number)
        send(pid, number)


def main() -> None:
    """Run the supervisor, with a reaper if it needs one."""
    config = json.loads(sys.argv[1])
    if config["refused"]:
        kernel.leave_keyring()
    # Namespaces need no reaper: all processes in them end with the first one, and that one ends
    # with the supervisor.
    if config["namespaces"]:
        return Supervisor(config).serve()
    adopt_orphans()
    if supervisor := os.fork():
        os.close(config["control"])
        close_pipes()
        reap(supervisor)
    else:
        os.setsid()  # so that no signal to the supervisor's group reaches the reaper
        Supervisor(config).serve()
