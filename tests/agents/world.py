"""Files, servers and processes of a run with secrets in them, and what a probing bot reaches.

    python -m tests.agents.world LEVEL MARKER

Prints JSON: whether each line of the table in docs/isolation.md was reached, and as `apart` whether
the bots had namespaces. It is a separate program because it takes the place of the runner, which
the bot looks for, and because any user can start it.
"""

import json
import os
import pty
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import HIDDEN, Limits, possible

HERE = Path(__file__).parent
SECRET = ("what nobody ", "may know")
"""In two parts, like the marker, so that the bot cannot find it in its own arguments."""
MEGABYTES = 60
MEMORY = (
    *("in /dev/shm", "in a file without a name", "in segments of System V"),
    "in a namespace of its own",
)
DEVICES = ("console", "tty1", "ttyS0", "kmsg", "sda", "vda", "nvme0n1")
"""Devices that only root may write to; few machines have all of them."""
SECONDS = 20.0
HELD = 6.0
"""Seconds for which the bot keeps the memory: enough for the supervisor to notice it."""


class World:
    """Folders, files, servers and processes of a run."""

    def __init__(self, base: Path, level: str, marker: str) -> None:
        self.run, self.home = base / "run", base / "home"
        self.level = level
        self.parts = (marker[:8], marker[8:])
        self.name = f"probe-{uuid4().hex[:8]}"
        for folder in (self.run / "mine", self.run / "theirs", self.home, base / "sockets"):
            folder.mkdir(parents=True)
        shutil.copy(HERE / "probe.py", self.run / "mine")
        shutil.copy(HERE / "plain.py", self.run / "theirs")
        secret = "".join(SECRET)
        self.database = self.run / "tourney.db"
        self.database.write_bytes(b"SQLite format 3\0" + secret.encode().ljust(496, b"\0"))
        self.settings = self.run / "run.toml"
        self.other = self.run / "theirs" / "weights"
        self.private = self.home / ".secret"
        self.temporary = [Path(root) / self.name for root in ("/tmp", "/dev/shm")]
        for file in (self.settings, self.other, self.private, *self.temporary):
            file.write_text(secret)
        self.sockets = [base / "sockets" / "server", Path("/tmp") / f"{self.name}.server"]
        os.chdir(self.run)
        os.environ.update({"HOME": str(self.home), "RUN_SECRET": secret})
        os.environ[HIDDEN] = str(self.database)

    def probed(self) -> dict[str, bool]:
        """Answers of the bot's second process, which may find a file of the first one."""
        with ExitStack() as stack:
            listening = self.listening(stack)
            victim = stack.enter_context(self.child("theirs/plain.py", "".join(self.parts)))
            given = {
                **listening,
                **{"pids": [os.getpid(), victim.supervisor], "victim": victim.pid},
                **{"database": str(self.database), "settings": str(self.settings)},
                **{"home": str(self.private), "other": str(self.other)},
                **{"temporary": list(map(str, self.temporary)), "own": str(self.run / "mine")},
                **{"scratch": ["/tmp", "/dev/shm"], "left": f"{self.name}-left"},
                **{"marker": self.parts, "secret": SECRET},
                "devices": [f"/dev/{name}" for name in DEVICES if os.path.exists(f"/dev/{name}")],
            }
            self.answer(given)
            answers = self.answer(given)
            spoken = "write into the output of another bot"
            assert answers[spoken] == (b"resign" in read(victim, 0.1)), "it says what it did"
            return answers

    def held(self) -> dict[str, bool]:
        """Whether the bot kept twice its memory limit, for each kind of memory."""
        given = {"marker": self.parts, "secret": SECRET, "megabytes": MEGABYTES}
        given["held"] = 0.0 if self.level == "none" else HELD
        return {kind: self.answer({**given, "memory": kind}).get(kind, False) for kind in MEMORY}

    def listening(self, stack: ExitStack) -> dict[str, Any]:
        """Starts servers that accept connections and opens a terminal; their addresses."""
        abstract = f"{self.name}-abstract"
        places: list[Any] = [*map(str, self.sockets), "\0" + abstract]
        for place in places:
            server = stack.enter_context(socket.socket(socket.AF_UNIX))
            server.bind(place)
            server.listen()
        server = stack.enter_context(socket.socket(socket.AF_INET))
        server.bind(("127.0.0.1", 0))
        server.listen()
        ours, theirs = pty.openpty()
        stack.callback(os.close, ours)
        stack.callback(os.close, theirs)
        return {
            "sockets": places[:-1],
            "abstract": abstract,
            "port": server.getsockname()[1],
            "terminal": os.ttyname(theirs),
        }

    @contextmanager
    def child(self, *words: str) -> Iterator[BotProcess]:
        limits = Limits(0 if self.level == "none" else MEGABYTES, self.level)
        child = BotProcess([sys.executable, *words], limits)
        try:
            yield child
        finally:
            child.wait()

    def answer(self, given: dict[str, Any]) -> dict[str, bool]:
        with self.child("mine/probe.py", json.dumps(given)) as probe:
            said = read(probe, SECONDS)
            if not said and "memory" not in given:
                raise RuntimeError(probe.tail() or probe.farewell().words)
            found: dict[str, bool] = json.loads(said or "{}")
            return found


def read(child: BotProcess, seconds: float) -> bytes:
    """The first line that a bot writes; empty if none comes in time."""
    import select

    if not select.select([child.get], [], [], seconds)[0]:
        return b""
    with open(child.get, "rb", closefd=False) as file:
        return file.readline()


def main(level: str, marker: str) -> None:
    """Print the answers as JSON."""
    limits, lacks = possible(Limits(0, level))
    if limits.isolation != level:
        sys.exit(lacks[0])
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        world = World(Path(folder), level, marker)
        try:
            found = world.probed() | world.held()
            with world.child("theirs/plain.py", marker) as bot:
                apart = bot.apart
        finally:
            for file in (*world.temporary, world.sockets[1]):
                file.unlink(missing_ok=True)
            for root in ("/tmp", "/dev/shm"):
                (Path(root) / f"{world.name}-left").unlink(missing_ok=True)
            os.chdir("/")
    print(json.dumps({"apart": apart, **found}))


if __name__ == "__main__":
    main(*sys.argv[1:])
