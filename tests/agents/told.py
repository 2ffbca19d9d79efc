"""What a bot could tell another process by everything that the kernel offers (`teller.py`).

    python -m tests.agents.told LEVEL

Prints JSON: for each way whether a number reached the next process of the bot, started after the
end of the first, and whether it reached another bot that ran at the same time; and as `apart`
whether the bots had namespaces. It is a program, so that any user can start it.
"""

import ctypes
import fcntl
import json
import os
import random
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.agents.world import read
from tourney.agents import kernel
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits, possible

TELLER = Path(__file__).with_name("teller.py")
SHARED = Path("/usr")
SIZES = range(8_192, 200_000)
FILES = 11
SECONDS = 60.0
DAYS = 3 * 86_400
KEYCTL_SEARCH, KEYCTL_INVALIDATE = 10, 21
REMOVE = 0
LIBC = ctypes.CDLL(None, use_errno=True)


def system_files() -> list[str]:
    """Files of the system in as many folders, which nobody is likely to read now."""

    def fitting() -> Iterator[str]:
        for folder, _, names in os.walk(SHARED / "share"):
            files = (os.path.join(folder, name) for name in sorted(names))
            found = (f for f in files if os.path.isfile(f) and not os.path.islink(f))
            yield from islice((f for f in found if os.stat(f).st_size in SIZES), 1)

    return list(islice(fitting(), FILES))


def own_files(folder: Path) -> list[str]:
    """Files of a bot in as many folders, last read days ago."""
    found = []
    for number in range(FILES):
        file = folder / str(number) / "table"
        file.parent.mkdir()
        with file.open("wb") as new:
            new.write(bytes(SIZES[0]))
            new.flush()
            os.fsync(new.fileno())  # what is not on the disk yet cannot be forgotten
        os.utime(file, (time.time() - DAYS, time.time() - DAYS / 2))
        found.append(str(file))
    return found


def forget(files: list[str]) -> None:
    """Let the system forget the content of files, as if nobody had read them for long."""
    for file in files:
        fd = os.open(file, os.O_RDONLY)
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(fd)


class Hall:
    """A folder with two bots, which can only tell each other what the kernel lets through."""

    def __init__(self, base: Path, level: str) -> None:
        self.level = level
        self.name = ""
        self.run, self.home = base / "run", base / "home"
        for folder in (self.run / "mine", self.run / "theirs", self.home):
            folder.mkdir(parents=True)
        for bot in ("mine", "theirs"):
            shutil.copy(TELLER, self.run / bot)
        self.own = own_files(self.run / "mine")
        self.system = system_files()
        self.marked = [str(self.run / f"marked{bit}") for bit in range(8)]
        for file in self.marked:
            Path(file).touch()
        os.chdir(self.run)
        os.environ["HOME"] = str(self.home)

    @contextmanager
    def bot(self, folder: str, given: dict[str, Any]) -> Iterator[BotProcess]:
        words = [sys.executable, f"{folder}/teller.py", json.dumps(given)]
        child = BotProcess(words, Limits(0, self.level))
        try:
            yield child
        finally:
            child.wait()

    def heard(self, *, beside: bool) -> dict[str, bool]:
        """What the other bot heard of the first one, or else the next process of the same bot."""
        self.name = f"told-{uuid4().hex[:8]}"
        number = random.SystemRandom().randrange(33, 120)
        files = self.system if beside else self.own
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        folders = [*([] if beside else [self.run / "mine"]), self.home, self.run]
        given = {
            **{"name": self.name, "files": files, "marked": self.marked, "port": port},
            "folders": list(map(str, folders)),
            "aio": Path("/proc/sys/fs/aio-nr").read_text().strip(),
        }
        forget(files)
        try:
            with self.bot("mine", {**given, "role": "tell"}) as teller:
                os.write(teller.put, b"%d\n" % number)
                told = answer(teller)
                if beside:
                    with self.bot("theirs", {**given, "role": "hear"}) as hearer:
                        found = answer(hearer)
            if not beside:
                with self.bot("mine", {**given, "role": "hear"}) as hearer:
                    found = answer(hearer)
        finally:
            self.clear()
        common = [file for file in found["inherited"] if file in told["inherited"]]
        what = "two bots" if beside else "one after the other"
        print(f"{self.level}, {what}, {number}: {found['said']}", file=sys.stderr)
        ways = {way: number in said for way, said in found["said"].items()}
        return {**ways, "descriptors that both inherit": bool(common)}

    def clear(self) -> None:
        """Remove what bots without namespaces left in the kernel and in temporary folders."""
        for folder in ("/tmp", "/dev/shm"):
            for file in (self.name, f"{self.name}.socket"):
                Path(folder, file).unlink(missing_ok=True)
        Path(self.run, f"{self.name}.socket").unlink(missing_ok=True)
        key = int(self.name[-6:], 16)
        LIBC.mq_unlink(f"/{self.name}".encode())
        LIBC.msgctl(LIBC.msgget(key, 0), REMOVE, None)
        LIBC.shmctl(LIBC.shmget(key, 0, 0), REMOVE, None)
        LIBC.semctl(LIBC.semget(key, 0, 0), 0, REMOVE)
        keyctl = kernel.KEYCTL[kernel.MACHINES[os.uname().machine][0]]
        for ring in (-4, -5):
            for number in range(128):
                word = f"{self.name}={number}".encode()
                found = LIBC.syscall(keyctl, KEYCTL_SEARCH, ring, b"user", word, 0)
                LIBC.syscall(keyctl, KEYCTL_INVALIDATE, found)


def answer(child: BotProcess) -> dict[str, Any]:
    said = read(child, SECONDS)
    if not said:
        raise RuntimeError(f"{child.new_stderr()} {child.farewell().words}")
    found: dict[str, Any] = json.loads(said)
    return found


def main(level: str) -> None:
    """Print the answers as JSON."""
    limits, lacks = possible(Limits(0, level))
    if limits.isolation != level:
        sys.exit(lacks[0])
    # Some ways are counts of the whole machine, which another such program changes.
    alone = open(__file__)  # noqa: SIM115
    fcntl.flock(alone, fcntl.LOCK_EX)
    kernel.leave_keyring()  # the bots get this one, not that of the user
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        hall = Hall(Path(folder), level)
        with hall.bot("theirs", {"role": "none"}) as bot:
            apart = bot.apart
        after, beside = hall.heard(beside=False), hall.heard(beside=True)
        os.chdir("/")
    ways = {way: [after[way], beside[way]] for way in after}
    with suppress(BrokenPipeError):
        print(json.dumps({"apart": apart, "ways": ways}))


if __name__ == "__main__":
    main(*sys.argv[1:])
