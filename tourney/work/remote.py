"""The side of a Dask worker: does chunks of a job as a local worker does.

Imports neither Dask nor the database. The processes of bots stay between chunks; they end when the
runner releases the worker, or after some idle time if the runner is gone.
"""

import atexit
import gc
import platform
import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock, RLock, Thread, Timer
from typing import Any, Final, NamedTuple

from engines.messages import Sentence
from tourney import __version__
from tourney.domain.errors import NotFound, TourneyError
from tourney.work import worker_process
from tourney.work.executors import Parcel, forget_modules, unpack, working_in
from tourney.work.interrupts import look_rarely
from tourney.work.worker_process import Timed

IDLE: Final = 120.0
"""Seconds without a chunk after which the processes of bots end."""


class Origin(NamedTuple):
    """The versions on a machine that decide how a match is played."""

    tourney: str
    python: str
    rules: str

    def __str__(self) -> str:
        return f"tourney {self.tourney}, Python {self.python}, rules {self.rules}"


@cache
def origin(games: tuple[str, ...] | None = None) -> Origin:
    """The versions in this process; of games of other packages only these count, or all (None)."""
    from engines.games import GAMES  # slow to import, and not by the runner's other commands

    # A cluster plays for many: what somebody else has installed there changes nothing here.
    others = () if games is None else GAMES.added().keys() - {*games}
    known = (one for name, one in GAMES.items() if name not in others)
    rules = " ".join(f"{game.name}/{game.version}" for game in known)
    return Origin(__version__, ".".join(platform.python_version_tuple()[:2]), rules)


class Task(NamedTuple):
    """A job for a worker, the versions it must have, and the digest of the files it needs.

    The versions are those of `games`, as `origin` takes them.
    """

    job: bytes
    origin: Origin
    parcel: str = ""
    games: tuple[str, ...] | None = None


class Declined(NamedTuple):
    """The answer of a worker that lacks something: its versions, and whether it lacks the files."""

    worker: str
    origin: Origin
    files: bool


class _State:
    """What this process holds for runners; Dask may call from several threads."""

    def __init__(self) -> None:
        self.working = RLock()
        self.filing = Lock()
        self.folders: dict[str, Path] = {}
        self.used: Path | None = None
        self.timer: Timer | None = None
        self.collecting: tuple[int, int, int] | None = None


_state = _State()


def work(task: Task, items: Sequence[Any]) -> Timed[Any] | Declined:
    """Do a chunk, one at a time; Declined if this worker has other versions or lacks files."""
    folder = _state.folders.get(task.parcel)
    lacking = bool(task.parcel) and folder is None
    own = origin(task.games)
    if own != task.origin or lacking:
        return Declined(_address(), own, lacking)
    with _state.working:
        _stop_timer()
        if _state.collecting is None:
            # Garbage is looked for as rarely as by workers of this machine, until a release.
            _state.collecting = gc.get_threshold()
            look_rarely()
        try:
            if _state.used not in (None, folder):
                worker_process.close_all()
                forget_modules(_state.used)
            _state.used = folder
            with working_in(folder):
                return worker_process.work(task.job, items)
        except TourneyError as failure:
            words = (
                Sentence("work.not-on-worker")
                if isinstance(failure, NotFound)
                else Sentence("work.on-worker")
            )
            raise type(failure)(words(worker=_address(), failure=failure.message)) from None
        finally:
            _state.timer = Timer(IDLE, _release)
            _state.timer.daemon = True
            _state.timer.start()


def _address() -> str:
    """The address of this worker."""
    from distributed import get_worker  # only workers have it

    return str(get_worker().address)


def receive(parcel: Parcel) -> None:
    """Unpack files, unless they are here already; TourneyError if that fails.

    Not OSError, which is also that of a connection to this worker that fails.
    """
    with _state.filing:
        if parcel.digest not in _state.folders:
            try:
                folder = Path(tempfile.mkdtemp(prefix="tourney-files-")).resolve()
                atexit.register(shutil.rmtree, folder, ignore_errors=True)
                unpack(parcel, folder)
            except OSError as failure:
                raise TourneyError(str(failure)) from None
            _state.folders[parcel.digest] = folder


def release() -> None:
    """End the processes of bots, unless a chunk is in progress; does not wait for it."""
    Thread(target=_release, daemon=True).start()


def _release() -> None:
    if _state.working.acquire(blocking=False):
        try:
            _stop_timer()
            worker_process.close_all()
            if _state.collecting is not None:
                gc.set_threshold(*_state.collecting)
                _state.collecting = None
        finally:
            _state.working.release()


def _stop_timer() -> None:
    if _state.timer is not None:
        _state.timer.cancel()
        _state.timer = None
