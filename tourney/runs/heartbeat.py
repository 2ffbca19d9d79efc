"""The process that plays a run, heard from elsewhere: it says once a second how the run stands.

What it says goes through the database and so does what it hears: that it shall stop. Knows
nothing of who listens, nor of how matches are played.
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

from tourney.domain.errors import TourneyError
from tourney.runs.snapshots import MoveCost, Snapshot
from tourney.store import Store, StoredRun

BEAT: Final = 1.0

Phase: TypeAlias = Literal["playing", "stopping", "stopped", "complete"]


@dataclass(frozen=True, slots=True)
class RunStatus:
    """What was last heard of a run: from which session, how it stands, whether it shall stop."""

    session: str
    phase: Phase
    snapshot: Snapshot
    stop: bool = False

    @property
    def played(self) -> bool:
        """Whether a process was at it then."""
        return self.phase in ("playing", "stopping")


def packed(status: RunStatus) -> str:
    """News as one text."""
    plain = replace(
        status, snapshot=replace(status.snapshot, faults={})
    )  # JSON has no pairs as keys
    faults = [[*key, number] for key, number in sorted(status.snapshot.faults.items())]
    return json.dumps({**asdict(plain), "faults": faults}, ensure_ascii=False)


def unpacked(text: str) -> RunStatus | None:
    """Inverse of `packed`; None for a text that cannot be read."""
    try:
        fields = json.loads(text)
        faults = {(bot, code): number for bot, code, number in fields.pop("faults")}
        told = fields["snapshot"]
        cost = {bot: MoveCost(*each) for bot, each in told["cost"].items()}
        return RunStatus(
            **{**fields, "snapshot": Snapshot(**{**told, "faults": faults, "cost": cost})}
        )
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


class Heartbeat:
    """Tells of a run while it is played; a context manager."""

    def __init__(
        self,
        store: Store,
        run: StoredRun,
        snapshot: Callable[[], Snapshot],
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        """`snapshot` says how the run stands; `beat` is called every second, in another thread."""
        self._store = store
        self._stored = run
        self._snapshot = snapshot
        self._also = beat
        self._session = uuid4().hex
        self._asked = Event()
        self._over = Event()
        self._thread = Thread(target=self._run, name="pulse", daemon=True)

    def asked(self) -> bool:
        """Whether somebody wants this session to end."""
        return self._asked.is_set()

    def __enter__(self) -> Self:
        self._store.tell(self._stored, lambda before: self._text("playing"))
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        left = error is not None or self._snapshot().interrupted
        with suppress(TourneyError):  # the matches are stored; or why not has been told already
            self._tell("stopped" if left else "complete")

    def _run(self) -> None:
        """Signals are for the thread that plays: here they would be noticed late."""
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while not self._over.wait(BEAT):
            with suppress(TourneyError):  # whoever writes matches will tell
                self._tell("stopping" if self._snapshot().interrupted else "playing")
            self._also()

    def _tell(self, phase: Phase) -> None:
        self._store.tell(self._stored, lambda before: self._heard(before, phase))

    def _heard(self, before: str | None, phase: Phase) -> str:
        status = before and unpacked(before)
        if status and status.stop and status.session == self._session:
            self._asked.set()
        return self._text(phase)

    def _text(self, phase: Phase) -> str:
        return packed(RunStatus(self._session, phase, self._snapshot()))


def ask_to_stop(store: Store, run: StoredRun) -> None:
    """Ask the process that plays a run to finish its matches, save and leave."""
    store.amend(run, _stopping)


def _stopping(before: str) -> str:
    status = unpacked(before)
    return before if status is None else packed(replace(status, stop=True))


def told_cost(store: Store, run: StoredRun) -> dict[str, MoveCost]:
    """What moves took in the sessions there were."""
    told = store.told(run)
    status = unpacked(told.text) if told else None
    return dict(status.snapshot.cost) if status else {}
