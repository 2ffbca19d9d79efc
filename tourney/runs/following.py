"""Follows a run from another process: reads its matches from the database as they are stored.

Reads only what is new and never for long, so it does not block writers. Of the process that plays
the run it knows only the stored status. Does not depend on how a run is displayed.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count, takewhile
from operator import eq
from time import monotonic, sleep
from typing import Final, Literal, TypeAlias

from tourney.domain.errors import Conflict
from tourney.results.sums import ResultSums, design
from tourney.runs.heartbeat import BEAT, RunStatus, ask_to_stop, unpacked
from tourney.runs.play import named_faults
from tourney.runs.runner import UNKNOWN, already_played
from tourney.runs.schedule import Schedule
from tourney.runs.snapshots import Snapshot
from tourney.store import Database, NumberRange, StoredRun
from tourney.store.matches import finished_numbers, run_endings, run_faults, run_sums
from tourney.store.runs import RunLock, run_named, run_state

BATCH: Final = 2000
SILENCE: Final = 5.0
"""Seconds without a heartbeat after which a run counts as not being played; one comes a second."""

State: TypeAlias = Literal["playing", "stopping", "waiting", "complete"]


class Results:
    """Results and faults of the stored matches of a run, from the first match up to the first gap.

    Starts from the stored sums, so that a long run is not read from its beginning. A resumed run
    may replay matches in the middle; until then later matches are not read, so that the matches
    of a deal stay together.
    """

    def __init__(self, store: Database, run: StoredRun) -> None:
        self._store = store
        self._run = run
        self._schedule = Schedule(run.spec)
        self.sums = ResultSums(design=design(run.spec))
        self.faults: Counter[tuple[str, str]] = Counter()
        """By (bot, code)."""
        self.done = 0
        """The number of the last match that was read."""
        stored = run_sums(store, run)
        if stored:
            self.done, self.sums = stored
            self._count_faults(NumberRange(0, self.done))

    def read(self) -> bool:
        """Read new matches, at most BATCH; True if there may be more."""
        first = self.done + 1
        found = finished_numbers(self._store, self._run, NumberRange(self.done, self.done + BATCH))
        new = sum(1 for _ in takewhile(lambda pair: eq(*pair), zip(found, count(first))))
        if not new:
            return False
        stretch = NumberRange(self.done, self.done + new)
        for ending in run_endings(self._store, self._run, stretch):
            self.sums.take(ending)
        self._count_faults(stretch)
        self.done += new
        return new == BATCH

    def _count_faults(self, stretch: NumberRange) -> None:
        for number, fault in run_faults(self._store, self._run, stretch):
            fixture = self._schedule.fixture(number)
            self.faults.update(named_faults(self._run.spec, fixture, (fault,)))


class Listener:
    """Reads the status that the process playing a run stores, and notices when it stops coming."""

    def __init__(self, store: Database, run: StoredRun) -> None:
        self._store = store
        self._run = run
        self._seen: datetime | None = None
        self._last_beat = -SILENCE
        self.status: RunStatus | None = None
        """The latest stored status."""

    def listen(self) -> bool:
        """Read the stored status; True while a process plays the run."""
        stored = run_state(self._store, self._run)
        self.status = unpacked(stored.text) if stored else None
        if stored and stored.seen != self._seen:
            # Clocks of two machines may differ: only the first time of day is compared with ours.
            if self._seen or abs((datetime.now(UTC) - stored.seen).total_seconds()) < SILENCE:
                self._last_beat = monotonic()
            self._seen = stored.seen
        alive = monotonic() - self._last_beat < SILENCE
        return alive and bool(self.status and self.status.played)


def is_played(store: Database, run: StoredRun) -> bool:
    """Whether a process plays a run now; a killed process still counts for a few seconds."""
    return _answers(Listener(store, run))


def claim(store: Database, run: StoredRun) -> str | None:
    """The last session of a run, which has ended; Conflict if another process plays the run."""
    listener = Listener(store, run)
    listener.listen()
    if listener.status and listener.status.runner.is_this:
        return listener.status.session  # its session ended without a report
    played = _answers(listener)
    status = listener.status
    if status and (played or (status.played and status.runner.exists)):
        raise Conflict(already_played(run.spec, status.runner))
    return status.session if status else None


@contextmanager
def held(store: Database, run: StoredRun) -> Iterator[None]:
    """Exclude every other process from playing a run on a server; Conflict if one plays it."""
    with RunLock(store, run) as lock:
        if not lock.held:
            listener = Listener(store, run)
            listener.listen()
            runner = listener.status.runner if listener.status else UNKNOWN
            raise Conflict(already_played(run.spec, runner))
        yield


def _answers(listener: Listener) -> bool:
    """Whether a process plays the run, even if its clock differs from ours: waits for a beat."""
    if not listener.listen() and listener.status and listener.status.played:
        sleep(1.5 * BEAT)
    return listener.listen()


def leave(store: Database, run: StoredRun) -> Iterator[bool]:
    """Ask the process that plays a run to stop; yields True as long as it still runs.

    Yields nothing if no process plays the run.
    """
    listener = Listener(store, run)
    if _answers(listener):
        ask_to_stop(store, run)
    while listener.listen():
        yield True


@dataclass(frozen=True, slots=True)
class RunState:
    """A followed run at one moment; `reading`: more matches can be read at once."""

    state: State
    snapshot: Snapshot
    sums: ResultSums
    reading: bool


class Follower:
    """Reads the state of a run repeatedly."""

    def __init__(self, store: Database, name: str) -> None:
        """NotFound if there is no run of this name."""
        self._store = store
        self._name = name
        self._begin(None)
        self._listener = Listener(store, self.run)

    def _begin(self, session: str | None) -> None:
        """Read from the start: a new session may have more matches, or replay some."""
        self._plan()
        self._session = session
        self._results = Results(self._store, self.run)

    def _plan(self) -> None:
        """Read the settings again, because a stopping rule may shorten the run."""
        self.run = run_named(self._store, self._name)
        self._total = Schedule(self.run.spec).total

    def look(self) -> RunState:
        """The state of the run as far as it has been read; NotFound once the run is deleted."""
        played, status = self._listener.listen(), self._listener.status
        session = status.session if status else None
        if session != self._session:
            self._begin(session)
        elif status and status.snapshot.total != self._total:
            self._plan()
        reading = self._results.read()
        state = self._state(status, played)
        return RunState(state, self._snapshot(status, state), self._results.sums, reading)

    def _state(self, status: RunStatus | None, played: bool) -> State:
        if status and played:
            return "stopping" if status.stop or status.phase == "stopping" else "playing"
        ended = status and status.phase == "complete" and status.snapshot.total == self._total
        return "complete" if ended or self._results.done == self._total else "waiting"

    def _snapshot(self, status: RunStatus | None, state: State) -> Snapshot:
        """From the status of the process that plays the run, or else from the stored matches."""
        if status and state in ("playing", "stopping"):
            return status.snapshot
        before = status.snapshot if status else Snapshot(self._name, self._total, 0, 0, 0.0)
        results = self._results
        return replace(
            before, total=self._total, done=results.done, played=0, faults=dict(results.faults)
        )
