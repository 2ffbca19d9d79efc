"""The process that plays a run stores a status every second, for watchers in other processes.

Status and requests to stop both go through the database. Does not depend on who reads the
status, nor on how matches are played.
"""

import json
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from threading import Event, Thread
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias
from uuid import uuid4

from tourney.domain.errors import Conflict, TourneyError
from tourney.runs.runner import UNKNOWN, Runner, already_played
from tourney.runs.snapshots import MoveCost, Snapshot
from tourney.stats import Meter
from tourney.store import Database, StoredRun
from tourney.store.runs import amend_run_state, run_state, set_run_state

BEAT: Final = 1.0

Phase: TypeAlias = Literal["playing", "stopping", "stopped", "complete"]


@dataclass(frozen=True, slots=True)
class RunStatus:
    """The last stored status of a run: its session, its snapshot, and the process that plays it.

    `stop` is set if that process is to stop.
    """

    session: str
    phase: Phase
    snapshot: Snapshot
    stop: bool = False
    runner: Runner = UNKNOWN

    @property
    def played(self) -> bool:
        """Whether a process was playing the run at that time, unless it is known to have ended."""
        return self.phase in ("playing", "stopping") and not self.runner.gone


def packed(status: RunStatus) -> str:
    """A status as one text."""
    plain = replace(
        status, snapshot=replace(status.snapshot, faults={})
    )  # JSON has no pairs as keys
    faults = [[*key, number] for key, number in sorted(status.snapshot.faults.items())]
    return json.dumps({**asdict(plain), "faults": faults}, ensure_ascii=False)


def unpacked(text: str) -> RunStatus | None:
    """The inverse of `packed`; None for a text that cannot be read."""
    try:
        fields = json.loads(text)
        faults = {(bot, code): number for bot, code, number in fields.pop("faults")}
        stored = fields["snapshot"]
        cost = {bot: MoveCost(*each) for bot, each in stored["cost"].items()}
        meter = Meter(*stored["meter"]) if stored.get("meter") else None
        absent = tuple(stored.get("absent", ()))
        read = {"faults": faults, "cost": cost, "meter": meter, "absent": absent}
        snapshot = Snapshot(**{**stored, **read})
        runner = Runner(**fields.pop("runner", {}))
        return RunStatus(**{**fields, "snapshot": snapshot, "runner": runner})
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


class Heartbeat:
    """Stores the status of a run every second while it is played; a context manager."""

    def __init__(
        self,
        store: Database,
        run: StoredRun,
        snapshot: Callable[[], Snapshot],
        beat: Callable[[], None] = lambda: None,
        replaces: str | None = None,
    ) -> None:
        """`snapshot` returns the current state; `beat` is called every second in another thread.

        `replaces` is the stored session that is known to have ended, if its status does not say so.
        """
        self._store = store
        self._stored = run
        self._snapshot = snapshot
        self._beat = beat
        self._session = uuid4().hex
        self._runner = Runner.here()
        self._replaces = replaces
        self._stop_asked = Event()
        self._over = Event()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)

    def asked(self) -> bool:
        """Whether another process asked this session to stop."""
        return self._stop_asked.is_set()

    def __enter__(self) -> Self:
        set_run_state(self._store, self._stored, self._first)
        self._thread.start()
        return self

    def _first(self, before: str | None) -> str:
        """The first status to store; Conflict if another process plays the run."""
        status = before and unpacked(before)
        if status and status.played and status.session != self._replaces:
            raise Conflict(already_played(self._stored.spec, status.runner))
        return self._text("playing")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        stopped = error is not None or self._snapshot().interrupted
        with suppress(TourneyError):  # the writer of matches reports errors of the database
            self._report("stopped" if stopped else "complete")

    def _run(self) -> None:
        """Report every second; signals are left to the playing thread, which is quicker."""
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while not self._over.wait(BEAT):
            with suppress(TourneyError):  # the writer of matches reports errors of the database
                self._report("stopping" if self._snapshot().interrupted else "playing")
            self._beat()

    def _report(self, phase: Phase) -> None:
        set_run_state(self._store, self._stored, lambda before: self._next(before, phase))

    def _next(self, before: str | None, phase: Phase) -> str:
        """The status to store; a request to stop in the stored one is noticed here.

        A process that was silent for long may find that another one plays the run: then it stops.
        """
        status = before and unpacked(before)
        if before and status and status.session != self._session:
            self._stop_asked.set()
            return before
        if status and status.stop:
            self._stop_asked.set()
        return self._text(phase)

    def _text(self, phase: Phase) -> str:
        return packed(RunStatus(self._session, phase, self._snapshot(), runner=self._runner))


def ask_to_stop(store: Database, run: StoredRun) -> None:
    """Ask the process that plays a run to finish its current matches, store them and stop."""
    amend_run_state(store, run, _stopping)


def _stopping(before: str) -> str:
    status = unpacked(before)
    return before if status is None else packed(replace(status, stop=True))


def stored_cost(store: Database, run: StoredRun) -> dict[str, MoveCost]:
    """The time that moves took in earlier sessions, by bot."""
    stored = run_state(store, run)
    status = unpacked(stored.text) if stored else None
    return dict(status.snapshot.cost) if status else {}
