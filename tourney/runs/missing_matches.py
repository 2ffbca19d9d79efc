"""Plays the missing matches of a run and stores them.

Missing are the matches of the schedule that are not stored, so a first start and a resume are the
same. One process or many: matches are stored in the order of their numbers. Emits snapshots; does
not depend on how they are displayed.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from time import monotonic
from typing import Final

from tourney.domain.match_values import KeptMatch
from tourney.results.sums import Endings
from tourney.runs.batches import CODE, Batch, Quarantine, batches, matches_of
from tourney.runs.heartbeat import stored_cost
from tourney.runs.run_plan import Prepared
from tourney.runs.run_schedule import WHOLE_RUN, Part, Portion, missing
from tourney.runs.run_snapshot import Snapshot, add_cost
from tourney.runs.stored_results import all_faults, named_faults
from tourney.runs.until import LiveRule, RuleStatus
from tourney.store import Database
from tourney.store.bots import keep_saying
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import finished_numbers
from tourney.store.runs import StoredRun, delete_unplayed, replan
from tourney.work.executors import ALONE, Workers

EVERY: Final = 0.1  # seconds between two snapshots
STDERR_KEPT: Final = 65_536  # characters of a bot's stderr that are kept for each session


class RunSession:
    """One session of a run: plays the missing matches to the end, or until it is stopped."""

    def __init__(
        self,
        store: Database,
        run: StoredRun,
        prepared: Prepared,
        *,
        workers: Workers = ALONE,
        part: Part = WHOLE_RUN,
    ) -> None:
        """Prepare to play a part with these workers."""
        self._store = store
        self._run = run
        self._prepared = prepared
        self._workers = workers
        self._quarantine = Quarantine(prepared)
        self._portion = Portion(prepared.schedule, part)
        self._total = self._portion.total
        delete_unplayed(store, run, CODE)
        self._gaps = missing(prepared.schedule.total, finished_numbers(store, run))
        self._before = self._total - self._portion.count(self._gaps)
        self._ruled = LiveRule(store, run, prepared) if prepared.spec.until else None
        self._played = 0
        self._deal, self._courses = -1, set[int]()  # hashes of the logs of the present deal
        self.repeated = 0  # matches played that repeat another one of their deal move by move
        self._stopped = False
        self._faults = Counter((one.bot, one.code) for one in all_faults(store, run))
        self._cost = stored_cost(store, run)
        self._began = monotonic()
        self._next_look = 0.0
        self._stderr: dict[int, str] = {}
        # Failures that are not faults of a match, with their number.
        self.complaints: Counter[str] = Counter()
        self._latest = self.snapshot()

    def play(self, watch: Callable[[Snapshot], None], stop: Callable[[], bool]) -> Snapshot:
        """Play the missing matches; calls `stop` and `watch` ten times a second.

        Matches under way when `stop` returns True are finished. All played matches are stored when
        this returns or fails.
        """

        def go_on() -> bool:
            self._stopped = self._stopped or stop()
            now = monotonic()
            if now >= self._next_look:
                self._next_look = now + EVERY
                self._latest = self.snapshot()
                watch(self._latest)
            return not self._stopped

        prepared, spec = self._prepared, self._prepared.spec
        numbers, count = self._portion.numbers(self._gaps), self._portion.count(self._gaps)
        matches = matches_of(prepared, self._workers, numbers, count)
        gc.freeze()  # to look for garbage among long-lived objects would take a tenth of the time
        try:
            with (
                MatchWriter(self._store, self._run) as writer,
                closing(batches(matches, self._workers, go_on)) as found,
            ):
                try:
                    for match in self._wanted(found):
                        writer.take(match)
                        self._count(match)
                finally:
                    # The bots' processes end now; what they wrote to stderr is kept.
                    prepared.close()
                    self._collect_stderr(prepared.stderr())
                    for bot, text in sorted(self._stderr.items()):
                        keep_saying(self._store, self._run, spec.bots[bot], text)
                    self._stderr.clear()
        finally:
            gc.unfreeze()
        if self._ruled and self._ruled.ended:
            # The run becomes as long as the stopping rule let it be.
            deals = self._ruled.verdict().deals
            self._run = replan(self._store, self._run, deals, spec.until)
            self._total = deals * prepared.schedule.deal_size
            self._before = self._total - self._played
        self._latest = self.snapshot()
        return self._latest

    def _wanted(self, found: Iterator[Batch]) -> Iterator[KeptMatch]:
        """The matches played, until the stopping rule ends the run."""
        if self._ruled and self._ruled.ended:
            return
        endings = Endings(self._prepared.spec)
        for batch in found:
            self.complaints.update(batch.complaints)
            self._collect_stderr(batch.stderr)
            for bot, used in batch.cost.items():
                add_cost(self._cost, bot, *used)
            for match in map(self._quarantine.judge, batch.matches):
                yield match
                if self._ruled and self._ruled.take(endings.of(match)):
                    return

    def _count(self, match: KeptMatch) -> None:
        self._played += 1
        if match.fixture.deal != self._deal:
            self._deal, self._courses = match.fixture.deal, set()
        if match.log is not None and match.status == "complete":
            before = len(self._courses)
            self._courses.add(hash(match.log))
            self.repeated += len(self._courses) == before
        if match.faults:
            self._faults.update(named_faults(self._prepared.spec, match.fixture, match.faults))

    def _collect_stderr(self, texts: Mapping[int, str]) -> None:
        for bot, text in texts.items():
            self._stderr[bot] = (self._stderr.get(bot, "") + text)[-STDERR_KEPT:]

    @property
    def verdict(self) -> RuleStatus | None:
        """The state of the stopping rule; None for a run without one."""
        return self._ruled.verdict() if self._ruled else None

    def latest(self) -> Snapshot:
        """The latest snapshot with the present time; may be called from any thread."""
        return replace(self._latest, seconds=monotonic() - self._began)

    def snapshot(self) -> Snapshot:
        """The state of the run now."""
        done = self._before + self._played
        verdict = self.verdict
        return Snapshot(
            run=self._prepared.spec.name,
            total=self._total,
            done=done,
            played=self._played,
            seconds=monotonic() - self._began,
            faults=dict(self._faults),
            interrupted=self._stopped and done < self._total,
            rule=str(verdict or ""),
            rule_in={"ja": verdict.message().text("ja")} if verdict else {},
            cost=dict(self._cost),
            meter=verdict.meter if verdict else None,
            absent=tuple(self._quarantine.names()),
        )
