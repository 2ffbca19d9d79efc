"""Playing what a run still lacks, and storing it.

The schedule minus what is stored is what there is to do; a first start and a resume are the same
thing. Emits snapshots; knows nothing of who shows them.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from tourney.domain.matches import Fault, Fixture, PlayedMatch
from tourney.domain.runs import RunSpec
from tourney.play.referee import Referee
from tourney.runs.schedule import Schedule, missing
from tourney.runs.snapshots import Snapshot
from tourney.runs.spec import Prepared
from tourney.store import Store

EVERY: Final = 0.1


class Session:
    """One sitting at a run: from what is stored to its end, or to where somebody stops it."""

    def __init__(self, store: Store, run_id: int, prepared: Prepared) -> None:
        self._store = store
        self._run_id = run_id
        self._prepared = prepared
        self._total = prepared.schedule.total
        self._gaps = missing(self._total, store.finished(run_id))
        self._before = self._total - sum(map(len, self._gaps))
        self._played = 0
        self._faults = stored_faults(store, run_id, prepared)
        self._began = monotonic()
        self.complaints: Counter[str] = Counter()
        """What went wrong without costing anybody a match."""

    def play(self, watch: Callable[[Snapshot], None], stop: Callable[[], bool]) -> Snapshot:
        """Play what is missing; `stop` is asked after every match, `watch` told ten times a second.

        Everything played is stored when this returns or fails.
        """
        watch(self.snapshot())
        next_look = 0.0
        with _frozen(), self._store.writer(self._run_id) as writer:
            for number in self._numbers():
                if stop():
                    return self.snapshot(interrupted=True)
                played = self._play(number)
                writer.add(played)
                self._played += 1
                now = monotonic()
                if now >= next_look:
                    next_look = now + EVERY
                    watch(self.snapshot())
        return self.snapshot()

    def _numbers(self) -> Iterator[int]:
        for gap in self._gaps:
            yield from gap

    def _play(self, number: int) -> PlayedMatch:
        played, complaints = play_match(self._prepared, number)
        if played.faults:
            self._faults.update(named_faults(self._prepared.spec, played.fixture, played.faults))
        self.complaints.update(complaints)
        return played

    def snapshot(self, interrupted: bool = False) -> Snapshot:
        """How the run stands now."""
        return Snapshot(
            run=self._prepared.spec.name,
            total=self._total,
            done=self._before + self._played,
            played=self._played,
            seconds=monotonic() - self._began,
            faults=dict(self._faults),
            interrupted=interrupted,
        )


@contextmanager
def _frozen() -> Iterator[None]:
    """Spare the collector what lives on anyhow; looking at it again and again costs a tenth."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def play_match(prepared: Prepared, number: int) -> tuple[PlayedMatch, list[str]]:
    """Match `number` of a run and what there is to complain about; needs no database."""
    fixture = prepared.schedule.fixture(number)
    agents = [prepared.contenders[bot].sit() for bot in fixture.seats]
    referee = Referee(prepared.setting, fixture, agents)
    return referee.play(), referee.complaints


def named_faults(
    spec: RunSpec, fixture: Fixture, faults: tuple[Fault, ...]
) -> Iterator[tuple[str, str]]:
    """(bot, code) of every fault of a match."""
    for fault in faults:
        yield spec.bots[fixture.seats[fault.seat]].name, fault.code


def stored_faults(store: Store, run_id: int, prepared: Prepared) -> Counter[tuple[str, str]]:
    """Faults of the matches that are stored, by (bot, code)."""
    counts: Counter[tuple[str, str]] = Counter()
    for number, fault in store.faults(run_id):
        counts.update(named_faults(prepared.spec, prepared.schedule.fixture(number), (fault,)))
    return counts


def first_faults(store: Store, run_id: int, spec: RunSpec) -> dict[tuple[str, str], str]:
    """By (bot, code) the evidence of the first such fault of a run, and where it was."""
    schedule, found = Schedule(spec), dict[tuple[str, str], str]()
    for number, fault in store.faults(run_id):
        (key,) = named_faults(spec, schedule.fixture(number), (fault,))
        found.setdefault(key, f"match {number}, ply {fault.ply}: {fault.evidence}")
    return found
