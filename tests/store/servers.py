"""A PostgreSQL server for the tests: the one of TOURNEY_TEST_PG, else one started for them.

TOURNEY_TEST_PG is a URL under which databases may be created. Without it a server is started in
a folder of its own, if its programs are installed, and reached through a socket there.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

NAMES = count()


class NoServer(Exception):
    """Why there is none; the tests that want one are skipped with these words."""


@contextmanager
def server() -> Iterator[str]:
    """The URL of a server that databases may be created on."""
    if given := os.environ.get("TOURNEY_TEST_PG"):
        yield given
        return
    programs = _programs()
    user = _user()
    with ExitStack() as stack:
        folder = tempfile.mkdtemp(prefix="pg")
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if user is not None:
            shutil.chown(folder, user)
        _run(user, programs / "initdb", "-D", f"{folder}/data", "-U", "tourney", "--no-sync",
             "-A", "trust", "-E", "UTF8", "--locale", "C")  # fmt: skip
        control = (programs / "pg_ctl", "-D", f"{folder}/data", "-w")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        _run(user, *control, "-l", f"{folder}/log", "-o", options, "start")
        stack.callback(_run, user, *control, "-m", "immediate", "stop")
        yield f"postgresql://tourney@/postgres?host={folder}"


def _programs() -> Path:
    found = [Path(p).parent for p in [shutil.which("initdb")] if p]
    found += [p.parent for p in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    if not found:
        raise NoServer("no PostgreSQL here: no TOURNEY_TEST_PG and no initdb")
    return found[-1]


def _user() -> str | None:
    """Whom to run the server as: it refuses to be root."""
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
        subprocess.run(
            command, user=user, group=user and pwd.getpwnam(user).pw_gid, cwd="/", check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        raise NoServer(f"PostgreSQL does not start: {error.stderr.decode()[-300:]}") from error


@contextmanager
def new_database(url: str) -> Iterator[str]:
    """The URL of an empty database, dropped afterwards."""
    import psycopg

    name = f"tourney_test_{os.getpid()}_{next(NAMES)}"
    head, _, tail = url.partition("?")
    mine = f"{head.rsplit('/', 1)[0]}/{name}" + (f"?{tail}" if tail else "")
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE template0")  # type: ignore[arg-type]
        yield mine
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]
