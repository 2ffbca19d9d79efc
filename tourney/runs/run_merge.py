"""Brings the parts of runs together that several machines have played into databases of their own.

First everything is compared, then the missing matches are written in the order of their numbers.
So a conflict leaves the target unchanged; if the writing is interrupted, the merge can be repeated.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from heapq import merge as merged_in_order
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, quoted
from tourney.domain.match_values import KeptMatch, pack_options
from tourney.domain.run_spec import BotEntry, RunSpec, Sealing
from tourney.domain.safe_text import shell_line
from tourney.play.packed_logs import content
from tourney.runs.batches import unplayed
from tourney.runs.heartbeat import claim
from tourney.runs.run_schedule import Schedule, missing
from tourney.store import Database
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import (
    NumberRange,
    corrected_numbers,
    finished_numbers,
    kept_matches,
    match_count,
    note_merge,
)
from tourney.store.runs import StoredRun, add_run, all_runs
from tourney.store.sealings import mark_opened, sealing_of

SETTINGS: Final = tuple(each.name for each in fields(RunSpec) if each.name not in ("name", "bots"))


class MergeSource(NamedTuple):
    """A database that is merged, and its name in messages."""

    name: str
    store: Database


class MergeTarget(NamedTuple):
    """The database that gets the runs, and its name; if it is new, `create` makes it."""

    name: str
    store: Database | None
    create: Callable[[], Database]


class SourceRun(NamedTuple):
    """A run in one of the databases."""

    name: str
    store: Database
    run: StoredRun


class _Numbered(NamedTuple):
    """A match with its number and source; sorted by both."""

    number: int
    rank: int
    match: KeptMatch


@dataclass(frozen=True, slots=True)
class MergedRun:
    """A merged run: the matches added, those in several databases, and the missing numbers.

    `unplayed` were left out because a bot had not started.
    """

    run: StoredRun
    added: int
    repeated: int
    unplayed: int
    total: int
    gaps: tuple[range, ...]

    @property
    def missing(self) -> int:
        """The number of matches that no database has."""
        return sum(map(len, self.gaps))


def merge(
    target: MergeTarget, sources: Sequence[MergeSource], name: str | None = None
) -> list[MergedRun]:
    """Add the runs of `sources`, or the one called `name`, to the target.

    Conflict if settings or matches differ; then the target is unchanged, and not made if it is new.
    """
    # The runs of the sources, by name in the order in which they are found.
    found: dict[str, list[SourceRun]] = {}
    for source in sources:
        for run in all_runs(source.store):
            if name in (None, run.spec.name):
                found.setdefault(run.spec.name, []).append(SourceRun(*source, run))
    if not found:
        shown = ", ".join(quoted(source.name) for source in sources)
        if name is None:
            raise NotFound(say("runs.no-run-in", databases=shown))
        raise NotFound(say("runs.no-run-of-name", name=quoted(name), databases=shown))
    known = None if target.store is None else MergeSource(target.name, target.store)
    plans = [_Plan(known, same) for same in found.values()]
    for plan in plans:
        plan.check()
    store = target.create() if target.store is None else target.store
    return [plan.write(store) for plan in plans]


class _Plan:
    """One run, in the target and in the sources."""

    def __init__(self, target: MergeSource | None, sources: Sequence[SourceRun]) -> None:
        self._sources = sources
        self._spec = sources[0].run.spec
        stored = [] if target is None else [SourceRun(*target, r) for r in all_runs(target.store)]
        self._stored = [each for each in stored if each.run.spec.name == self._spec.name]
        self.repeated = 0
        self._sealing: Sealing | None = None

    def check(self) -> None:
        """Conflict if settings or matches differ, or if the run is being played in the target."""
        for stored in self._stored:
            claim(stored.store, stored.run)
        everywhere = [*self._stored, *self._sources]
        name = quoted(self._spec.name)
        # A sealed run is the same everywhere, or its proof would not be that of what was announced.
        # This comes first, as the difference of two seeds would tell both.
        sealings = [sealing_of(each.store, each.run) for each in everywhere]
        announced = [one and (one.text, one.beacon) for one in sealings]
        for other, words in zip(everywhere, announced, strict=True):
            if words != announced[0]:
                raise Conflict(say("runs.sealings-differ",
                    run=name, first=quoted(everywhere[0].name), second=quoted(other.name),
                ))  # fmt: skip
        for other in everywhere[1:]:
            for what, one, two in differences(everywhere[0].run.spec, other.run.spec):
                raise Conflict(say("runs.settings-differ", 
                    run=name, what=what, one=quoted(one), other=quoted(two),
                    first=quoted(everywhere[0].name), second=quoted(other.name),
                ))  # fmt: skip
        # Whoever has opened it has made the secret public.
        self._sealing = max(filter(None, sealings), key=lambda one: one.opened, default=None)
        for source in self._sources:
            for number in corrected_numbers(source.store, source.run)[:1]:
                shown = quoted(source.name)
                raise Conflict(say("runs.corrected", number=number, run=name, source=shown))
        # Of matches that are stored more than once, all playings must be the same. To read numbers
        # is cheap: only the stretch with repetitions is read whole.
        streams = [finished_numbers(each.store, each.run) for each in everywhere]
        first = last = self.repeated = 0
        for number, found in groupby(merged_in_order(*streams)):
            more = sum(1 for _ in found) - 1
            if more:
                first, last = first or number, number
                self.repeated += more
        if last:
            for _ in self._distinct(everywhere, NumberRange(first - 1, last)):
                pass

    def write(self, store: Database) -> MergedRun:
        """Add the matches that the target lacks."""
        if self._stored:
            run = self._stored[0].run
            if self._sealing is not None and self._sealing.opened:
                mark_opened(store, run)
        else:
            reproducible = self._sources[0].run.reproducible
            run = add_run(store, self._spec, reproducible=reproducible, sealing=self._sealing)
        before = match_count(store, run)
        known = set(finished_numbers(store, run)) if before else set[int]()
        left_out = 0
        with MatchWriter(store, run) as writer:
            for match in self._distinct(self._sources):
                if unplayed(match):
                    left_out += 1
                elif match.fixture.number not in known:
                    writer.take(match)
        added = match_count(store, run) - before
        note_merge(store, run, [source.run.uid for source in self._sources], added)
        total = Schedule(self._spec).total
        gaps = tuple(missing(total, finished_numbers(store, run)))
        return MergedRun(run, added, self.repeated, left_out, total, gaps)

    def _distinct(
        self, given: Sequence[SourceRun], stretch: NumberRange | None = None
    ) -> Iterator[KeptMatch]:
        """Every match once, in the order of the numbers; Conflict if two playings differ."""
        streams = [
            _numbered(rank, each, stretch or NumberRange()) for rank, each in enumerate(given)
        ]
        ordered = merged_in_order(*streams, key=attrgetter("number", "rank"))
        for number, found in groupby(ordered, key=attrgetter("number")):
            # A playing in which a bot could not start comes last.
            first, *others = sorted(found, key=lambda each: unplayed(each.match))
            for other in others:
                if not unplayed(other.match) and content(other.match) != content(first.match):
                    name = self._spec.name
                    again = ("tourney", "run", "--resume", name, "--only", str(number))
                    raise Conflict(say("runs.matches-differ", 
                        number=number, run=quoted(name), first=quoted(given[first.rank].name),
                        second=quoted(given[other.rank].name), command=shell_line(again),
                    ))  # fmt: skip
            yield first.match


def _numbered(rank: int, given: SourceRun, stretch: NumberRange) -> Iterator[_Numbered]:
    # A generator expression in the caller's loop would see the last rank alone.
    for match in kept_matches(given.store, given.run, stretch):
        yield _Numbered(match.fixture.number, rank, match)


def differences(one: RunSpec, other: RunSpec) -> Iterator[tuple[str, str, str]]:
    """The settings in which two runs differ, each with both values."""
    for name in SETTINGS:
        values = getattr(one, name), getattr(other, name)
        if values[0] != values[1]:
            yield name.replace("_", " "), _shown(values[0]), _shown(values[1])
    if len(one.bots) != len(other.bots):
        yield "bots", _names(one), _names(other)
        return
    for mine, its in zip(one.bots, other.bots, strict=True):
        if (mine.name, mine.target) != (its.name, its.target):
            yield "bot", f"{mine.name}={mine.target}", f"{its.name}={its.target}"
        elif mine.differs(its.version, its.content):
            yield f"bot {mine.name}", _version(mine), _version(its)


def _names(spec: RunSpec) -> str:
    return ", ".join(bot.name for bot in spec.bots)


def _version(bot: BotEntry) -> str:
    return f"version {bot.version}, content {bot.content[:12] or 'unknown'}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return pack_options(value) or "none"
    return str(value) if value != "" else "none"
