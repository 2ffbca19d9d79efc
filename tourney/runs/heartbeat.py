"""A run that is being played: its process stores a status every second, and others follow it.

A process id is given to another process later, and means nothing on another machine. So a runner is
identified by its id, its start time and its machine, if the system tells them. Status and requests
to stop both go through the database. Followers read only what is new and never for long, so they do
not block writers.

The process that plays the tables of an event stores in the same way who it is. Of a process on
another machine it is not known whether it has ended: it counts as playing if its text changes.
Does not depend on how matches are played, nor on how a run is displayed.
"""

import json
import os
import platform
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import count, takewhile
from operator import eq
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final, Literal, Self, TypeAlias
from uuid import uuid4

from engines.messages import Message, say
from tourney.domain.errors import Conflict, TourneyError, quoted
from tourney.domain.run_spec import RunSpec
from tourney.domain.safe_text import shell_line
from tourney.results.sums import ResultSums, design
from tourney.runs.run_schedule import Schedule
from tourney.runs.run_snapshot import MoveCost, Snapshot
from tourney.runs.stored_results import named_faults
from tourney.stats import Meter
from tourney.store import Database
from tourney.store.events import StoredEvent, event_runner, set_event_runner
from tourney.store.matches import NumberRange, finished_numbers, run_endings, run_faults
from tourney.store.run_sums import run_sums
from tourney.store.runs import (
    RunLock,
    StoredRun,
    amend_run_state,
    run_named,
    run_state,
    set_run_state,
)

# States of processes that have ended and that their parent has not noticed yet.
ENDED: Final = (b"Z", b"X")


@dataclass(frozen=True, slots=True)
class Runner:
    """A process that plays a run; the default is an unknown one.

    `host` is the name of its machine for people, `place` identifies the machine since its start and
    the set of process ids, `started` the process among those with the same id; both are empty if
    unknown. `since` is when it began to play, in UTC.
    """

    pid: int = 0
    host: str = ""
    place: str = ""
    started: str = ""
    since: str = ""

    @classmethod
    def here(cls) -> Self:
        """This process, which begins to play now."""
        return cls.of(os.getpid())

    @classmethod
    def of(cls, pid: int) -> Self:
        """A process of this machine, which begins to play now."""
        now = datetime.now(UTC)
        return cls(pid, platform.node(), _place(), _started(pid), f"{now:%Y-%m-%d %H:%M:%S} UTC")

    @property
    def gone(self) -> bool:
        """Whether it is known that the process has ended."""
        return self.exists is False

    @property
    def exists(self) -> bool | None:
        """Whether the process has not ended; None if that is unknown, as on another machine."""
        known = bool(self.started and self.place) and self.place == _place()
        return _started(self.pid) == self.started if known else None

    @property
    def is_this(self) -> bool:
        """Whether it is this process."""
        return self.pid == os.getpid() and bool(self.exists)

    def message(self) -> Message:
        """The process, its machine and since when it plays, as far as they are known."""
        if not self.pid:
            return say("runs.another-process")
        host = self.host or say("runs.this-machine")
        return say("runs.process", pid=self.pid, host=host, since=self.since)


UNKNOWN: Final = Runner()


def already_played(spec: RunSpec, runner: Runner) -> Message:
    """The message that another process plays a run."""
    stop = shell_line(("tourney", "runs", "stop", spec.name))
    return say("runs.already-played", run=spec.name, runner=runner.message(), command=stop)


def _place() -> str:
    """The machine since its start, and the namespace of its process ids; empty if unknown."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """When a process started, in ticks since the start of the machine; empty if it has ended."""
    try:
        # The second field, the program's name in brackets, may itself contain blanks and brackets.
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in ENDED else fields[19].decode()


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
    # JSON has no pairs as keys, so faults become a list of their own.
    plain = replace(status, snapshot=replace(status.snapshot, faults={}))
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

    def __exit__(self, kind: object, error: object, trace: object) -> None:
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


def stored_status(store: Database, run: StoredRun) -> RunStatus | None:
    """The last status of a run; None if none was stored."""
    stored = run_state(store, run)
    return unpacked(stored.text) if stored else None


def stored_cost(store: Database, run: StoredRun) -> dict[str, MoveCost]:
    """The time that moves took in earlier sessions, by bot."""
    status = stored_status(store, run)
    return dict(status.snapshot.cost) if status else {}


# Other processes follow the run.

BATCH: Final = 2000
# Seconds without a heartbeat after which a run counts as not being played; one comes a second.
SILENCE: Final = 5.0

State: TypeAlias = Literal["playing", "stopping", "waiting", "complete"]


class ResultReader:
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
        self.faults: Counter[tuple[str, str]] = Counter()  # by (bot, code)
        self.done = 0  # the number of the last match that was read
        stored = run_sums(store, run)
        if stored:
            self.done, self.sums = stored
            self._count_faults(NumberRange(0, self.done))

    def read(self) -> bool:
        """Read new matches, at most BATCH; True if there may be more."""
        # As many as follow each other without a gap: the n-th number found is the n-th expected.
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
        self.status: RunStatus | None = None  # the latest stored status

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

    def answers(self) -> bool:
        """Whether a process plays the run, even if its clock differs: waits for a beat."""
        if not self.listen() and self.status and self.status.played:
            sleep(1.5 * BEAT)
        return self.listen()


def is_played(store: Database, run: StoredRun) -> bool:
    """Whether a process plays a run now; a killed process still counts for a few seconds."""
    return Listener(store, run).answers()


def claim(store: Database, run: StoredRun) -> str | None:
    """The last session of a run, which has ended; Conflict if another process plays the run."""
    listener = Listener(store, run)
    listener.listen()
    if listener.status and listener.status.runner.is_this:
        return listener.status.session  # its session ended without a report
    played = listener.answers()
    status = listener.status
    if status and (played or (status.played and status.runner.exists)):
        raise Conflict(already_played(run.spec, status.runner))
    return status.session if status else None


@contextmanager
def held(store: Database, run: StoredRun) -> Iterator[None]:
    """Exclude every other process from playing a run on a server; Conflict if one plays it."""
    with RunLock(store, run) as lock:
        if not lock.held:
            status = stored_status(store, run)
            raise Conflict(already_played(run.spec, status.runner if status else UNKNOWN))
        yield


def _with_stop(text: str) -> str:
    status = unpacked(text)
    return text if status is None else packed(replace(status, stop=True))


def leave(store: Database, run: StoredRun) -> Iterator[bool]:
    """Ask the process that plays a run to stop; yields True as long as it still runs.

    Yields nothing if no process plays the run.
    """
    listener = Listener(store, run)
    if listener.answers():
        # It finishes its current matches, stores them and stops.
        amend_run_state(store, run, _with_stop)
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
        self._results = ResultReader(self._store, self.run)

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
        results = self._results
        reading = results.read()
        if status and played:
            # The process that plays the run knows best.
            stops = status.stop or status.phase == "stopping"
            return RunState(
                "stopping" if stops else "playing", status.snapshot, results.sums, reading
            )
        ended = status and status.phase == "complete" and status.snapshot.total == self._total
        before = status.snapshot if status else Snapshot(self._name, self._total, 0, 0, 0.0)
        snapshot = replace(
            before, total=self._total, done=results.done, played=0, faults=dict(results.faults)
        )
        state: State = "complete" if ended or results.done == self._total else "waiting"
        return RunState(state, snapshot, results.sums, reading)


# The tables of an event are played by one process at a time.

PATIENCE: Final = 1.5 * BEAT


class TableClaim:
    """The right of this process to play the tables of an event; a context manager."""

    def __init__(self, store: Database, event: StoredEvent) -> None:
        self._store = store
        self._event = event
        self._runner = Runner.here()
        self._beats = 0
        self._next = 0.0

    def __enter__(self) -> Self:
        """Claim the tables; Conflict if another process plays them."""
        before = event_runner(self._store, self._event)
        runner = _runner(before)
        if runner.pid and not (runner.gone or runner.is_this):
            if not runner.exists:
                sleep(PATIENCE)
            if runner.exists or event_runner(self._store, self._event) != before:
                raise self._conflict(runner)
        set_event_runner(self._store, self._event, lambda now: self._first(before, now))
        self._next = monotonic() + BEAT
        return self

    def __exit__(self, *failure: object) -> None:
        with suppress(TourneyError):  # the error that ended the playing is the one to report
            set_event_runner(self._store, self._event, lambda now: self._mine(now, ""))

    def beat(self) -> None:
        """Show other machines that this process still plays."""
        if monotonic() >= self._next:
            self._beats += 1
            self._next = monotonic() + BEAT
            set_event_runner(self._store, self._event, lambda now: self._mine(now, self._text()))

    def _first(self, before: str, now: str) -> str:
        if now != before:
            raise self._conflict(_runner(now))
        return self._text()

    def _conflict(self, runner: Runner) -> Conflict:
        event = quoted(self._event.name)
        return Conflict(say("runs.event-played", event=event, runner=runner.message()))

    def _text(self) -> str:
        return json.dumps({"beat": self._beats, **asdict(self._runner)}, ensure_ascii=False)

    def _mine(self, now: str, text: str) -> str:
        """The new text, unless another process has taken the tables over."""
        return text if _runner(now) == self._runner else now


def _runner(text: str) -> Runner:
    with suppress(ValueError, TypeError, AttributeError):
        fields = json.loads(text)
        fields.pop("beat", None)
        return Runner(**fields)
    return UNKNOWN
