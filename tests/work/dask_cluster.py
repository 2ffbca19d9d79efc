"""A Dask scheduler and its workers as processes of the tests, which can kill them."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.until import until

HOUSE = Path(__file__).parents[2]


class DaskCluster:
    """A scheduler on a free port of this machine and some workers, in a folder of their own."""

    def __init__(self, folder: Path, workers: int = 2, cwd: Path | None = None) -> None:
        self.folder = folder
        self.cwd = cwd or folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self._scheduler()
        self.workers = [self.worker() for _ in range(workers)]

    def _scheduler(self) -> subprocess.Popen[bytes]:
        words = ("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        return self._start(*words)

    def worker(self, **environ: str) -> subprocess.Popen[bytes]:
        """A new worker with one thread; its nanny is left out, so that a kill hits the worker."""
        folder = self.folder / "workers"
        return self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(folder), "--death-timeout", "60", environ=environ,
        )  # fmt: skip

    def _start(self, *words: str, environ: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([*filter(None, [environ.get("PYTHONPATH")]), str(HOUSE)])
        log = (self.folder / "dask.log").open("ab")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *words], cwd=self.cwd, stdout=log, stderr=log,
                env={**os.environ, "TMPDIR": str(self.folder), **environ, "PYTHONPATH": path},
            )  # fmt: skip

    def restart_scheduler(self) -> None:
        """Kill the scheduler and start a new one; workers that lost the old one are replaced."""
        kill(self.scheduler)
        self.scheduler = self._scheduler()
        for process in self.workers:
            kill(process)
        self.workers = [self.worker() for _ in self.workers]

    def replace_worker(self, number: int) -> None:
        """Kill a worker and start a new one."""
        kill(self.workers[number])
        self.workers[number] = self.worker()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for process in (*self.workers, self.scheduler):
            kill(process)
        until(lambda: all(process.poll() is not None for process in self.workers))


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process at once, and reap it."""
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGKILL)
    process.wait()
