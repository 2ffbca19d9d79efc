"""A PostgreSQL server for the tests: that of TOURNEY_TEST_PG, or one started for them.

TOURNEY_TEST_PG is a URL under which databases may be created. Without it, a server is started in
a temporary folder, if PostgreSQL is installed, and reached through a socket there.
"""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests.until import AGES, until

NAMES = count()
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    # What follows saves work on small databases that live for a second.
    "autovacuum": "off",
    "full_page_writes": "off",
    "jit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
STARTED: dict[str, subprocess.Popen[bytes]] = {}
"""The servers that this process started, by folder."""


class NoServer(Exception):
    """No server is available; tests that need one are skipped with this message as the reason."""


@contextmanager
def server(shared: Path) -> Iterator[str]:
    """The URL of a server on which databases may be created.

    Processes that name the same folder use one server; the last of them stops it.
    """
    if given := os.environ.get("TOURNEY_TEST_PG"):
        yield given
        return
    users = shared / "users"
    with _alone(shared):
        number = int(users.read_text()) if users.exists() else 0
        if not number:
            (shared / "server").write_text(_start())
        users.write_text(str(number + 1))
    folder = (shared / "server").read_text()
    try:
        yield _url(folder)
    finally:
        with _alone(shared):
            users.write_text(str(left := int(users.read_text()) - 1))
            if not left:
                _stop(Path(folder))
        if process := STARTED.pop(folder, None):
            process.returncode = process.returncode or 0  # another process stops and reaps it


@contextmanager
def _alone(shared: Path) -> Iterator[None]:
    """Keeps other processes with the same folder waiting."""
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _start() -> str:
    """Starts a server; returns its folder, which is deleted if the server does not start."""
    programs = _programs()
    user = _user()
    with ExitStack() as on_failure:
        # Not in TMPDIR, which a worker deletes when it ends.
        folder = tempfile.mkdtemp(prefix="pg", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
        on_failure.callback(shutil.rmtree, folder, ignore_errors=True)
        if user is not None:
            shutil.chown(folder, user)
        _run(user, programs / "initdb", "-D", f"{folder}/data", "-U", "tourney", "--no-sync",
             "-A", "trust", "-E", "UTF8", "--locale", "C")  # fmt: skip
        process = _begin(folder, user)
        on_failure.callback(process.kill)
        _wait(_url(folder))
        on_failure.pop_all()
    return folder


def _begin(folder: str, user: str | None) -> subprocess.Popen[bytes]:
    """Starts the server of a folder."""
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = (_programs() / "postgres", "-D", f"{folder}/data", "-k", folder, *settings)
    process = subprocess.Popen(command, **_as(user))
    STARTED[folder] = process
    return process


class OwnServer:
    """A server of one test, which can be killed and started again."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.url = _url(folder)
        self.process = STARTED.pop(folder)

    def kill(self) -> None:
        """End the server and all its connections at once, as a power cut does."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(AGES)

    def freeze(self) -> None:
        """Stop the server and its connections from answering, as a disk that hangs does."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the server answer again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text()
        for process in (main, *map(int, children.split())):
            with suppress(ProcessLookupError):  # a connection may end at any time
                os.kill(process, number)

    def start(self) -> None:
        """Start the server again on its data."""
        _begin(self.folder, _user())
        self.process = STARTED.pop(self.folder)
        _wait(self.url)


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """A server for one test."""
    server = OwnServer(_start())
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(server.folder, ignore_errors=True)


def _stop(folder: Path) -> None:
    """Stops the server of a folder, which another process may have started."""
    number = folder / "data" / "postmaster.pid"
    os.kill(int(number.read_text().split()[0]), signal.SIGQUIT)
    if process := STARTED.get(str(folder)):
        process.wait(AGES)
    until(lambda: not number.exists())
    shutil.rmtree(folder, ignore_errors=True)


def _url(folder: str) -> str:
    return f"postgresql://tourney@/postgres?host={folder}"


def _wait(url: str) -> None:
    import psycopg

    def answers() -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(url).close()
            return True
        return False

    try:
        until(answers)
    except AssertionError:
        raise NoServer("PostgreSQL does not start") from None


def _programs() -> Path:
    found = [Path(p).parent for p in [shutil.which("initdb")] if p]
    found += [p.parent for p in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    if not found:
        raise NoServer("no PostgreSQL here: no TOURNEY_TEST_PG and no initdb")
    return found[-1]


def _user() -> str | None:
    """The user who runs the server, or None for the current user: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise NoServer("PostgreSQL does not run as root, and there is no other user for it")


def _run(user: str | None, *command: str | Path) -> None:
    try:
        subprocess.run(command, check=True, timeout=AGES, **_as(user))
    except subprocess.CalledProcessError as error:
        raise NoServer(f"{command[0]} fails with exit code {error.returncode}") from error


def _as(user: str | None) -> dict[str, Any]:
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    group = pwd.getpwnam(user).pw_gid if user else None
    return {"user": user, "group": group, "cwd": "/", **quiet}


@contextmanager
def new_database(url: str) -> Iterator[str]:
    """The URL of an empty database, which is dropped afterwards."""
    import psycopg

    name = f"tourney_test_{os.getpid()}_{next(NAMES)}"
    head, _, tail = url.partition("?")
    mine = f"{head.rsplit('/', 1)[0]}/{name}" + (f"?{tail}" if tail else "")
    with psycopg.connect(url, autocommit=True) as admin:
        # Without a log of every page, which PostgreSQL 15 and later write unless told.
        how = " STRATEGY FILE_COPY" if admin.info.server_version >= 150000 else ""
        admin.execute(f"CREATE DATABASE {name} TEMPLATE template0{how}")  # type: ignore[arg-type]
        yield mine
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]
