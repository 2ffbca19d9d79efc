"""Runs `tourney` many times and writes progress marks, for the tests that kill it.

Reads lines of JSON, [FOLDER, FILE, ARG, …]; for each it forks a process that runs `tourney ARG …`
in FOLDER, prints the process id and, after the process has ended, its status. Tourney is imported
once, because the import takes longer than the commands. The process writes marks to FILE: `B` at
its start, `S` when play begins, `<` when a transaction of matches begins, `>N ` when it is over (N
matches of a run are then stored), `(` and `)` around every transaction. Its output goes to
FILE.err. Marks are unbuffered, so that the last one survives a kill; batches are small, so that a
short run has many. `upgrade FOLDER` is no command of tourney: it upgrades `tourney.db` with the
migrations of that folder.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BATCH = 2


def marking(file: int) -> None:
    from sqlalchemy import Connection

    from tourney.store.connect import Database
    from tourney.store.match_writer import MatchWriter

    flush, enter, writing = MatchWriter.flush, MatchWriter.__enter__, Database.writing
    stored = 0

    def marked_enter(self: MatchWriter) -> MatchWriter:
        self._batch = BATCH
        os.write(file, b"S")
        return enter(self)

    def marked_flush(self: MatchWriter) -> None:
        nonlocal stored
        held = len(self._held)
        if held:
            os.write(file, b"<")
            flush(self)
            stored += held
            os.write(file, b">%d " % stored)

    @contextmanager
    def marked_writing(self: Database, *, durable: bool = False) -> Iterator[Connection]:
        os.write(file, b"(")
        with writing(self, durable=durable) as connection:
            yield connection
        os.write(file, b")")

    MatchWriter.flush = marked_flush  # type: ignore[method-assign]
    MatchWriter.__enter__ = marked_enter  # type: ignore[method-assign]
    Database.writing = marked_writing  # type: ignore[method-assign]


def run(folder: str, path: str, args: list[str]) -> None:
    from tourney.cli.root import main
    from tourney.store import care

    os.chdir(folder)
    os.dup2(os.open(f"{path}.err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    os.dup2(2, 1)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    marking(file)
    os.write(file, b"B")
    if args[0] == "upgrade":
        care.upgrade("tourney.db", scripts=Path(args[1]))
        os._exit(0)
    code = main(args)
    sys.stdout.flush()
    os._exit(code)


def serve() -> None:
    # Imported before the fork.
    from tourney.app import run_session  # noqa: F401
    from tourney.cli import database_commands, live_screen, record_file_commands  # noqa: F401
    from tourney.store import care  # noqa: F401

    for request in sys.stdin:
        folder, path, *args = json.loads(request)
        pid = os.fork()
        if not pid:
            run(folder, path, args)
        print(pid, flush=True)
        print(os.waitpid(pid, 0)[1], flush=True)


if __name__ == "__main__":  # worker processes import this file too
    serve()
