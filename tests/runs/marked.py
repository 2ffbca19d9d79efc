"""`tourney` with marks, many times over: what the kill tests run and kill.

Reads lines of JSON, [FILE, ARG, …]; for each it forks a process that runs `tourney ARG …`, and
prints the process id and, when it is over, its status. Imported once, since that takes longer
than the runs. In FILE the process says where it is: `S` when play begins, `<` when a transaction
of matches begins, `>N ` when one is over, N being how many matches are stored by then. Marks are
unbuffered, so that a kill leaves the last one; batches are small, so that a short run has many.
"""

import json
import os
import sys

BATCH = 16


def marking(file: int) -> None:
    from tourney.store.writer import MatchWriter

    flush, enter = MatchWriter.flush, MatchWriter.__enter__
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

    MatchWriter.flush = marked_flush  # type: ignore[method-assign]
    MatchWriter.__enter__ = marked_enter  # type: ignore[method-assign]


def serve() -> None:
    from tourney.cli import run_session  # noqa: F401 imported before the fork
    from tourney.cli.root import main

    for request in sys.stdin:
        path, *args = json.loads(request)
        pid = os.fork()
        if not pid:
            marking(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
            os._exit(main(args))
        print(pid, flush=True)
        print(os.waitpid(pid, 0)[1], flush=True)


if __name__ == "__main__":  # worker processes read this file, too
    serve()
