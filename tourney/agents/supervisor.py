"""What stands over the process of a bot: limits it, hears its stderr, ends it and all it started.

Runs as a program of its own, so that it outlives whoever started it by the moment it takes to
clean up; imports nothing but the standard library and what lies beside it. It is told what to do
over a socket and answers there, one JSON object a line; when the socket closes, whoever was there
is gone, and so is the bot. Where the bot has namespaces of its own, process 1 of them is started
before it: with that process everything in them ends. Elsewhere orphans of the bot come to the
supervisor, as far as the system allows; it has a reaper, to which they come if somebody kills it.
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

from tourney.agents import namespaces, proc

RING: Final = 65_536
"""How much of stderr is kept."""
LOOK: Final = 0.05
"""Seconds between two looks at memory."""
COUNT: Final = 0.25
"""Seconds between two looks for new processes."""
IDLE: Final = 1.0
BIRTHS: Final = 8
"""With so many threads more or fewer on the machine, the family is counted anew."""
ANSWER: Final = 200
"""Bytes of the longest answer about ids."""
STUBBORN: Final = 5.0
"""Seconds after which what KILL did not end is left to the system."""
LEAVE: Final = 0.2
"""Seconds that a bot told to quit has before it is asked by signal."""
GRACE: Final = 0.5
"""Seconds between TERM and KILL."""
DEFAULTS: Final = (
    *(signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE),
    *(signal.SIGXFSZ, signal.SIGQUIT),
)
"""What this program, or whoever started it, handles in ways that a bot must not inherit."""


class OutputTail:
    """The end of what a bot says on stderr, and how much came before."""

    def __init__(self) -> None:
        self.kept = b""
        self.dropped = 0

    def add(self, data: bytes) -> None:
        """Take more of it."""
        whole = self.kept + data
        self.kept = whole[-RING:]
        self.dropped += len(whole) - len(self.kept)

    def take(self) -> dict[str, object]:
        """All of it, and begin anew."""
        told = {"err": self.kept.decode("utf-8", "replace"), "dropped": self.dropped}
        self.kept, self.dropped = b"", 0
        return told


def let_go() -> None:
    """Keep no end of the pipes between the bot and whoever talks to it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def slay(family: Callable[[], Iterable[int]], send: Callable[[int, int], None]) -> set[int]:
    """Kill a whole family; stopped first, so that nobody is born meanwhile."""
    slain: set[int] = set()
    end = time.monotonic() + STUBBORN
    while (alive := set(family())) and time.monotonic() < end:
        stopped: set[int] = set()
        while new := alive - stopped:
            for pid in new:
                send(pid, signal.SIGSTOP)
            stopped |= new
            alive = set(family())
        for pid in stopped:
            send(pid, signal.SIGKILL)
        slain |= stopped
        time.sleep(0.001)
    return slain


def send(pid: int, number: int) -> None:
    """A signal to who may have ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def keep(supervisor: int) -> None:
    """Wait for the supervisor; whoever it has not ended, because it was killed, is ended here."""
    with contextlib.suppress(ChildProcessError):
        while os.wait()[0] != supervisor:
            continue

    def family() -> list[int]:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue
        return proc.descendants(os.getpid())

    slay(family, send)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends; on Linux only."""
    if sys.platform == "linux":
        namespaces.prctl(namespaces.SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the parent ends; on Linux only."""
    if sys.platform == "linux":
        namespaces.prctl(namespaces.DEATH_SIGNAL, signal.SIGKILL)


class Supervisor:
    """One bot from its start to its last descendant's end."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._config = config
        self._control = socket.socket(fileno=config["control"])
        self._control.set_inheritable(False)
        self._parent = os.getppid()
        self._ring = OutputTail()
        self._memory = config["memory"]
        self._threads = 0
        self._scan = 0.0
        self._kin: list[int] = []
        self._over = ""
        self._status: int | None = None
        self._asked = False
        self._wake, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGTERM, self._ask)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        adopt_orphans()
        self._first = 0
        self.pid = 0
        self._err, err = os.pipe()
        os.set_blocking(self._err, False)
        self._begin(err)
        os.close(err)
        let_go()

    def _ask(self, number: int, frame: object) -> None:
        self._asked = True

    def _begin(self, err: int) -> None:
        """Start the bot and say how that went."""
        try:
            self._separate()
        except OSError as error:
            told: dict[str, str] = {"refused": str(error.strerror)}
        else:
            self.pid, told = self._spawn(err)
        self._say({"pid": self.pid, "supervisor": os.getpid(), "failed": "", "refused": "", **told})

    def _separate(self) -> None:
        """Give the bot namespaces of its own, if it is to have them; OSError if it cannot."""
        if not self._config["namespaces"]:
            return
        namespaces.separate()
        self._say({"supervisor": os.getpid(), "ids": ""})
        if answer := self._control.recv(ANSWER).strip():
            raise OSError(0, answer.decode())
        if self._config["roots"] is not None:
            namespaces.forbid_more()
        self._first = namespaces.first()

    def _spawn(self, err: int) -> tuple[int, dict[str, str]]:
        """The process that becomes the bot, and why it could not."""
        told, tell = os.pipe()
        pid = os.fork()
        if not pid:
            self._become(err, tell)
        os.close(tell)
        with open(told, "rb") as file:
            found: dict[str, str] = json.loads(file.read() or b"{}")
        return pid, found

    def _become(self, err: int, tell: int) -> NoReturn:
        """Turn this process, fresh from a fork, into the bot."""
        failed, told = "refused", ""
        try:
            os.setsid()
            os.dup2(err, 2)
            if self._first and self._config["roots"] is not None:
                namespaces.furnish(self._config["size"], self._config["roots"])
            failed = "failed"
            die_with_parent()
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            for number in DEFAULTS:
                signal.signal(number, signal.SIG_DFL)
            for name, value in self._config["limits"]:
                limit(getattr(resource, name), value)
            os.execvp(self._config["words"][0], self._config["words"])
        except OSError as error:
            hint = "; a script must begin with #!" if error.errno == errno.ENOEXEC else ""
            told = f"{error.strerror}{hint}"
        finally:
            os.write(tell, json.dumps({failed: told}).encode())
            os._exit(127)

    def _say(self, message: dict[str, object]) -> None:
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def serve(self) -> None:
        """Until the bot has ended, or is to be ended."""
        if not self.pid:
            return
        poller = select.poll()
        for fd in (self._control.fileno(), self._err, self._wake):
            poller.register(fd, select.POLLIN)
        pause = LOOK if self._memory else COUNT if self._config["processes"] else IDLE
        while self._status is None:
            ready = dict(poller.poll(1000 * pause))
            if self._err in ready and not self._hear():
                poller.unregister(self._err)
            if self._wake in ready:
                os.read(self._wake, 4096)
            self._reap()
            if self._control.fileno() in ready and not self._obey():
                return self.end()
            if self._asked or os.getppid() != self._parent:
                return self.end()
            self._look()
        self._report()
        self.end()

    def _hear(self) -> bool:
        """Take what is there on stderr; False at its end."""
        try:
            data = os.read(self._err, RING)
        except BlockingIOError:
            return True
        self._ring.add(data)
        return bool(data)

    def _obey(self) -> bool:
        """Do what the socket says; False if that is to end."""
        try:
            order = self._control.recv(1)
        except ConnectionError:
            return False
        if order == b"e":
            while self._pending() and self._hear():
                pass
            self._say(self._ring.take())
        return order == b"e"

    def _pending(self) -> bool:
        """Whether there is more on stderr, up to a limit: it may be poured out for ever."""
        return self._ring.dropped < RING and bool(select.select([self._err], [], [], 0)[0])

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status, _ = os.wait4(-1, os.WNOHANG)
                if not pid:
                    return
                if pid == self.pid:
                    self._status = status

    def _look(self) -> None:
        """End a bot that holds more memory, or has more processes, than it may."""
        if self._over or not (self._memory or self._config["processes"]):
            return
        count, now = proc.threads(), time.monotonic()
        if now >= self._scan or abs(count - self._threads) > BIRTHS:
            found = proc.seen_descendants(os.getpid())
            self._kin = [pid for pid in found if pid != self._first]
            self._kin = self._kin or [self.pid]
            self._threads, self._scan = count, now + IDLE
        if self._memory and self._holds_more(self._memory):
            self._over = "memory"
        elif self._config["processes"] and len(self._kin) > self._config["processes"]:
            self._over = "processes"
        if self._over:
            slay(self._family, self._signal)

    def _holds_more(self, memory: int) -> bool:
        """Beyond what one process is refused by the system; pages they share count once."""
        least = memory + memory // 8
        least -= proc.in_files(self._kin, self._config["folders"])
        if self._first:
            least -= proc.in_segments()
        return (
            sum(map(proc.resident, self._kin)) > least and sum(map(proc.share, self._kin)) > least
        )

    def _report(self) -> None:
        """Say how the bot ended, with the last it said."""
        while self._pending() and self._hear():
            pass
        status = os.waitstatus_to_exitcode(self._status or 0)
        self._say({"exit": status, "over": self._over, **self._ring.take()})

    def end(self) -> None:
        """Let the bot quit, ask it to, then end it with all that came from it; say how many."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if self._status is None:
            self._wait(LEAVE)
        left = self._family()
        others = {pid for pid in left if pid != self.pid}
        for pid in left:
            self._signal(pid, signal.SIGTERM)
        if left:
            self._wait(GRACE)
        if self._first:
            others |= {pid for pid in self._family() if pid != self.pid}
            send(self._first, signal.SIGKILL)
        others |= {pid for pid in slay(self._family, self._signal) if pid != self.pid}
        self._say({"ended": max(0, len(others) - self._config["own"]), **self._ring.take()})

    def _family(self) -> list[int]:
        self._reap()
        alive = [self.pid] if self._status is None else []
        return list({*alive, *proc.descendants(os.getpid())} - {self._first})

    def _wait(self, seconds: float) -> None:
        """Until all have ended, or for so long."""
        end = time.monotonic() + seconds
        while self._family() and time.monotonic() < end:
            self._hear()
            time.sleep(0.005)

    def _signal(self, pid: int, number: int) -> None:
        """To a process; with the bot itself also to its group, for systems without /proc."""
        if pid == self.pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, number)
        send(pid, number)


def limit(kind: int, value: int) -> None:
    """Set a limit, as far as a stricter one is not there already."""
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(kind, (value, value))


def main() -> None:
    """Be the supervisor, with a reaper where it needs one.

    It does not where the bot has namespaces: what is in them ends with their first process, and
    that with the supervisor. The supervisor gets a session of its own, so that no signal takes its
    reaper along.
    """
    config = json.loads(sys.argv[1])
    if config["namespaces"]:
        return Supervisor(config).serve()
    adopt_orphans()
    if supervisor := os.fork():
        os.close(config["control"])
        let_go()
        keep(supervisor)
    else:
        os.setsid()
        Supervisor(config).serve()
