"""A run followed from outside: its matches read from the database as they come.

Reads only what is new and never for long, so it stands in no writer's way. Knows nothing of who
plays the run but what that process tells, and nothing of how a run looks.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count, takewhile
from operator import eq
from time import monotonic, sleep
from typing import Final, Literal, TypeAlias

from tourney.results import ResultSums
from tourney.runs.heartbeat import BEAT, RunStatus, ask_to_stop, unpacked
from tourney.runs.play import named_faults
from tourney.runs.schedule import Schedule
from tourney.runs.snapshots import Snapshot
from tourney.store import NumberRange, Store, StoredRun

BATCH: Final = 2000
SILENCE: Final = 5.0
"""Seconds without news after which nobody seems to play a run; a process speaks every second."""

State: TypeAlias = Literal["playing", "stopping", "waiting", "complete"]


class Results:
    """What the stored matches of a run say, from the first without a gap.

    Begins with the sums that are kept of them, so that a long run need not be read through.
    A resume may play again what lies in the middle; until it has, what lies behind is not read,
    so that the matches of a deal come together.
    """

    def __init__(self, store: Store, run: StoredRun) -> None:
        self._store = store
        self._run = run
        self._schedule = Schedule(run.spec)
        self.sums = ResultSums()
        self.faults: Counter[tuple[str, str]] = Counter()
        """By (bot, code)."""
        self.done = 0
        """The number of the last match that was read."""
        stored = store.sums(run)
        if stored:
            self.done, self.sums = stored
            self._accuse(NumberRange(0, self.done))

    def read(self) -> bool:
        """Take in what is new, so many matches at most; whether there may be more."""
        first = self.done + 1
        found = self._store.finished(self._run, NumberRange(self.done, self.done + BATCH))
        new = sum(1 for _ in takewhile(lambda pair: eq(*pair), zip(found, count(first))))
        if not new:
            return False
        stretch = NumberRange(self.done, self.done + new)
        for result in self._store.results(self._run, stretch):
            self.sums.add(result)
        self._accuse(stretch)
        self.done += new
        return new == BATCH

    def _accuse(self, stretch: NumberRange) -> None:
        for number, fault in self._store.faults(self._run, stretch):
            fixture = self._schedule.fixture(number)
            self.faults.update(named_faults(self._run.spec, fixture, (fault,)))


class Listener:
    """Hears what the process that plays a run tells, and whether there is one."""

    def __init__(self, store: Store, run: StoredRun) -> None:
        self._store = store
        self._run = run
        self._seen: datetime | None = None
        self._heard = -SILENCE
        self.status: RunStatus | None = None
        """The last that was told."""

    def listen(self) -> bool:
        """Take in what is told; whether somebody plays the run."""
        told = self._store.told(self._run)
        self.status = unpacked(told.text) if told else None
        if told and told.seen != self._seen:
            # Clocks of two machines may differ: only at first is the time of day believed.
            if self._seen or abs((datetime.now(UTC) - told.seen).total_seconds()) < SILENCE:
                self._heard = monotonic()
            self._seen = told.seen
        return bool(self.status and self.status.played) and monotonic() - self._heard < SILENCE


def is_played(store: Store, run: StoredRun) -> bool:
    """Whether a process plays a run now; one that was killed counts for some seconds more."""
    return _heard(Listener(store, run))


def _heard(listener: Listener) -> bool:
    """Whether there is a process, also one whose clock is not ours."""
    if not listener.listen() and listener.status and listener.status.played:
        sleep(1.5 * BEAT)
    return listener.listen()


def leave(store: Store, run: StoredRun) -> Iterator[bool]:
    """Have the process that plays a run leave: True as long as there is one, once asked.

    Nothing if there is none.
    """
    listener = Listener(store, run)
    if _heard(listener):
        ask_to_stop(store, run)
    while listener.listen():
        yield True


@dataclass(frozen=True, slots=True)
class RunState:
    """A followed run at one moment; `reading` says that there is more to be read at once."""

    state: State
    snapshot: Snapshot
    sums: ResultSums
    reading: bool


class Follower:
    """Looks at a run again and again."""

    def __init__(self, store: Store, name: str) -> None:
        """NotFound if there is no run of this name."""
        self._store = store
        self._name = name
        self._begin(None)
        self._listener = Listener(store, self.run)

    def _begin(self, session: str | None) -> None:
        """Read from the start: a new session may have more to play, or play something again."""
        self._plan()
        self._session = session
        self._results = Results(self._store, self.run)

    def _plan(self) -> None:
        """What is to be played; a stopping rule may end a run before its last deal."""
        self.run = self._store.run(self._name)
        self._total = Schedule(self.run.spec).total

    def look(self) -> RunState:
        """How the run stands now, as far as it has been read; NotFound once it is removed."""
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
        """As its process tells it, while there is one; else as it is stored."""
        if status and state in ("playing", "stopping"):
            return status.snapshot
        before = status.snapshot if status else Snapshot(self._name, self._total, 0, 0, 0.0)
        results = self._results
        return replace(
            before, total=self._total, done=results.done, played=0, faults=dict(results.faults)
        )
