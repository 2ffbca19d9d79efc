"""Plays batches of matches by their numbers, in the runner's process or spread over workers.

A worker gets the spec and makes everything else from it. It does not import the database. A bot
that does not start is not asked again after two failures in a row: it forfeits its matches without
a ply. Failures are counted in the order of the match numbers, so the result does not depend on
which process played a match; a resumed run tries such a bot again. Does not depend on which matches
are played.
"""

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple, Protocol

from engines.api import CHANCE, Outcome
from engines.messages import say
from tourney.agents.inprocess import CallNotes, CallWatch, PythonClass, WatchedCalls
from tourney.agents.isolation import without_bwrap
from tourney.agents.loaded_bot import CarriedBot
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.match_values import (
    NO_ENTRIES,
    Fault,
    Fixture,
    KeptMatch,
    PlayedMatch,
    places_with_forfeits,
)
from tourney.domain.run_spec import RunSpec
from tourney.play.clock import Clock
from tourney.play.packed_logs import content, kept
from tourney.play.referee import Referee
from tourney.runs.run_plan import Prepared, reload
from tourney.runs.run_schedule import Generation, Sitting, in_turns, sittings
from tourney.runs.run_snapshot import MoveCost, add_cost
from tourney.work.chunks import CHUNK_SECONDS, spread
from tourney.work.executors import SpreadOptions, Workers, best_size, no_starts
from tourney.work.worker_process import ChunkWorker, Job, stopping

STRIKES: Final = 2
CODE: Final = "startup"
NOT_STARTED: Final = "not started, because it failed to start twice in a row"
STDERR_EVERY: Final = 0.05  # seconds between two reads of the bots' stderr
FIRST_TIMED: Final = 16


def unplayed(match: KeptMatch) -> bool:
    """Whether a bot was not started for a match: `--resume` plays it again."""
    return any(fault.code == CODE and fault.ply == 0 for fault in match.faults)


class Quarantine:
    """Counts failed starts of the bots of a run, in one session or one of its processes."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._failed = [0] * len(prepared.spec.bots)
        self._any_failed = False

    def absent(self, fixture: Fixture) -> list[int]:
        """The seats of a match whose bots are not started."""
        if not self._any_failed:
            return []
        return [seat for seat, bot in enumerate(fixture.seats) if self._failed[bot] >= STRIKES]

    def judge(self, match: KeptMatch) -> KeptMatch:
        """The next match as it is stored: as played, or forfeited by bots that are not started."""
        if not (match.faults or self._any_failed):
            return match
        if absent := self.absent(match.fixture):
            return self.forfeited(match.fixture, absent)
        if not unplayed(match):
            failed = {fault.seat for fault in match.faults if fault.code == CODE}
            for seat, bot in enumerate(match.fixture.seats):
                self._failed[bot] = self._failed[bot] + 1 if seat in failed else 0
            self._any_failed = any(self._failed)
        return match

    def forfeited(self, fixture: Fixture, absent: Iterable[int]) -> KeptMatch:
        """A match that the seats `absent` lose without a ply; the others share the first place."""
        setup, seats = self._prepared.setup, len(fixture.seats)
        faults = tuple(Fault(seat, CODE, 0, NOT_STARTED) for seat in absent)
        outcome, status = Outcome((), (), "abandoned"), "abandoned"
        if setup.on_fault != "abort":
            left = {fault.seat: 0 for fault in faults}
            sides = setup.game.sides(setup.options, seats)
            places = places_with_forfeits((1,) * seats, left, sides)
            outcome, status = Outcome((0,) * seats, places), "forfeit"
        played = PlayedMatch(fixture, outcome, status, NO_ENTRIES, faults)
        return kept(played, self._prepared.spec.log)

    def names(self) -> Iterator[str]:
        """The bots that are no longer started."""
        for bot, failed in zip(self._prepared.spec.bots, self._failed, strict=True):
            if failed >= STRIKES:
                yield bot.name


# One process plays batches of matches.


class Batch(NamedTuple):
    """Matches in the order of their numbers, and complaints: failures that are not faults.

    `stderr` is what the processes of bots wrote there since the last batch, by the bot's index;
    `cost` are the times of timed moves, by the bot's name; `starts` are the seconds in which
    processes of bots started and ended.
    """

    matches: list[KeptMatch]
    complaints: list[str]
    stderr: Mapping[int, str] = {}
    cost: Mapping[str, MoveCost] = {}
    starts: float = 0.0


class BatchPlayer:
    """Plays matches of one run."""

    def __init__(
        self,
        prepared: Prepared,
        notes: CallNotes | None = None,
        fixture: Callable[[int], Fixture] | None = None,
        generation: Generation | None = None,
        words: str = "",
    ) -> None:
        """Prepare; `fixture` returns the match of a number, by default that of the schedule.

        Players of bots that may know each other share a generation. `words` is the folder for the
        last words of bots in a worker.
        """
        self._prepared = prepared
        self._fixture = fixture or prepared.schedule.fixture
        self._notes = notes
        self._quarantine = Quarantine(prepared)
        self._generation = generation or Generation(prepared.loaded_bots)
        self._stderr_read = monotonic()
        self._words = words

    def work(self, items: Sequence[Sitting]) -> Batch:
        """Play the matches of these sittings, and read stderr unless it was read just now."""
        batch, now = self.play(items), monotonic()
        if now - self._stderr_read < STDERR_EVERY:
            return batch
        self._stderr_read = now
        return batch._replace(stderr=self._prepared.stderr())

    def play(self, items: Sequence[Sitting]) -> Batch:
        """Play them, fewer if the worker is told to stop; stderr is left to the caller."""
        matches, complaints, cost = [], list[str](), dict[str, MoveCost]()
        spec = self._prepared.spec
        for number in in_turns(items):
            if stopping():
                break
            fixture = self._fixture(number)
            self._generation.see(fixture.deal)
            if absent := self._quarantine.absent(fixture):
                matches.append(self._quarantine.forfeited(fixture, absent))
                continue
            agents = self._prepared.agents(fixture)
            for seat, agent in enumerate(agents):
                if self._notes is not None and isinstance(agent, PythonClass):
                    agent.watched = WatchedCalls(self._notes, number, seat)
            referee = Referee(self._prepared.setup, fixture, agents, timed=is_timed(number))
            played = kept(referee.play(), spec.log, spec.game)
            matches.append(self._quarantine.judge(played))
            complaints += referee.complaints
            for seat, used in referee.thinking.items():
                add_cost(cost, spec.bots[fixture.seats[seat]].name, used.moves, used.ms)
        matches.sort(key=lambda match: match.fixture.number)
        return Batch(matches, complaints, {}, cost, self._generation.effort())

    def last_words(self) -> dict[int, str]:
        """End the processes of the bots; what they wrote to stderr since the last batch."""
        self._prepared.close()
        return self._prepared.stderr()

    def close(self) -> None:
        """End the processes of the bots, and keep their last words for the runner."""
        keep_words(self._words, self.last_words())


def is_timed(number: int) -> bool:
    """Whether decisions of match `number` are timed: in the first few, then in one of sixteen.

    Follows from a hash of the number, because a fixed step would always meet the same seatings.
    """
    # Multiplied (by the golden ratio in 32 bits), folded and multiplied again: the four highest
    # bits are zero for one number in sixteen.
    mixed = number * 0x9E3779B1 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77 & 0xFFFFFFFF
    return number <= FIRST_TIMED or mixed >> 28 == 0


def play_match(prepared: Prepared, number: int) -> tuple[PlayedMatch, list[str]]:
    """Play match `number` of a run; also its complaints. Needs no database."""
    fixture = prepared.schedule.fixture(number)
    referee = Referee(prepared.setup, fixture, prepared.agents(fixture))
    return referee.play(), referee.complaints


def lost_match(prepared: Prepared, fixture: Fixture) -> KeptMatch:
    """The stored form of a match that cannot be played, because it kills the process."""
    words = "the process that played the match died, even when it played no other match"
    fault = Fault(CHANCE, "runner", 0, words)
    nothing = PlayedMatch(fixture, Outcome((), (), "abandoned"), "abandoned", NO_ENTRIES, (fault,))
    return kept(nothing, prepared.spec.log)


def keep_words(folder: str, texts: Mapping[int, str]) -> None:
    """Write what the bots of this worker wrote last into a folder, if there is one."""
    if folder and texts:
        with suppress(OSError):  # the runner has ended, or the disk is full
            Path(folder, f"{os.getpid()}.json").write_text(json.dumps(texts), "ascii")


def kept_words(folder: str) -> dict[int, str]:
    """What the bots of all workers wrote last, by the bot's index."""
    found: dict[int, str] = {}
    for file in sorted(Path(folder).iterdir()):
        with suppress(ValueError):  # the worker was killed while it wrote
            for bot, text in json.loads(file.read_bytes()).items():
                found[int(bot)] = found.get(int(bot), "") + text
    return found


class WorkerTask(NamedTuple):
    """The run for a worker, the folder for its notes of calls, and that for last words of bots.

    An empty folder: they are not kept. `confined`: bots that are programs must have the isolation
    of the run, not a weaker one. `carried` are bots, by name, that a worker cannot load itself.
    """

    spec: RunSpec
    notes: str = ""
    words: str = ""
    confined: bool = False
    carried: Mapping[str, CarriedBot] = {}


def playing(given: WorkerTask) -> BatchPlayer:
    """A player of batches for a stored run, in a worker process."""
    if given.confined:
        require_isolation(given.spec)
    notes = CallNotes(given.notes) if given.notes else None
    return BatchPlayer(reload(given.spec, carried=given.carried), notes, words=given.words)


def require_isolation(spec: RunSpec) -> None:
    """TourneyError if this machine cannot isolate bots as a run asks for."""
    if spec.isolation == "bwrap" and (lack := without_bwrap()):
        raise TourneyError(say("runs.not-confined", why=lack))


# The runner spreads matches over processes.


class MatchPlayer(ChunkWorker[Sitting, Batch], Protocol):
    """Plays matches in one process."""

    def last_words(self) -> Mapping[int, str]:
        """End the processes of the bots; what they wrote to stderr since the last batch."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches to be played, and how.

    `job` makes the job of a worker from the folder for its notes of calls and that for the last
    words of bots, each empty if they are not kept; `here` makes a player for this process.
    `inside`: code of a user runs in the process that plays; `outside`: it runs in processes of its
    own. `lost` returns the stored form of a match that kills its workers, `total` is the number of
    items.
    """

    items: Iterable[Sitting]
    job: Callable[[str, str], Job[Sitting, Batch]]
    here: Callable[[], MatchPlayer]
    lost: Callable[[int], KeptMatch]
    clock: Clock
    total: int
    games: tuple[str, ...]
    inside: bool = False
    outside: bool = False


def matches_of(prepared: Prepared, workers: Workers, numbers: Iterable[int], count: int) -> Matches:
    """The `count` matches of a run with these numbers, which ascend."""
    outside = any(bot.outside for bot in prepared.loaded_bots)
    spec, confined = prepared.spec, outside and workers.confines
    pairs = zip(spec.bots, prepared.loaded_bots, strict=True)
    carried = {bot.name: loaded.carried for bot, loaded in pairs if loaded.carried}
    return Matches(
        items=sittings(numbers, prepared.schedule.deal, prepared.loaded_bots),
        job=lambda notes, words: Job(playing, WorkerTask(spec, notes, words, confined, carried)),
        here=lambda: BatchPlayer(prepared),
        lost=lambda number: lost_match(prepared, prepared.schedule.fixture(number)),
        clock=prepared.setup.clock,
        total=-(-count // prepared.schedule.deal_size),
        games=(spec.game,),
        inside=any(bot.inside for bot in prepared.loaded_bots),
        outside=outside,
    )


def require_playable(prepared: Prepared, workers: Workers) -> None:
    """UsageFault for bots that these workers cannot play.

    Nothing stops a class in a cluster. Workers and schedulers of Dask run the code of everybody
    who reaches them, so a bot must be confined, or trusted.
    """
    if workers.cluster is None:
        return
    inside = [loaded.target for loaded in prepared.loaded_bots if loaded.inside]
    if inside and prepared.setup.clock.limited:
        raise UsageFault(say("runs.class-with-clock", bot=quoted(inside[0])))
    free = inside
    if prepared.spec.isolation != "bwrap":
        free = [bot.target for bot in prepared.loaded_bots if bot.inside or bot.outside]
    if free and not workers.cluster.trusting:
        raise UsageFault(say("runs.free-in-cluster", bot=quoted(free[0])))


def batches(
    matches: Matches, workers: Workers, go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """The played matches in their order; with one job in this process.

    Only after `go_on` has returned False, matches may be missing between others. What bots write
    to stderr after their last match comes at the end; workers of a cluster keep it, because bots
    stay there for the matches of others.
    """
    if workers.here and not matches.inside:
        player = matches.here()
        yield from _alone(player, matches.items, go_on)
        yield Batch([], [], player.last_words())
        return
    how = SpreadOptions[Sitting, Batch](
        workers,
        lambda sitting: Batch([matches.lost(number) for number in sitting], []),
        go_on,
        # What a second playing of the matches must give again.
        digest=lambda batch: hash(tuple([content(match) for match in batch.matches])),
        starts=(lambda batch: batch.starts) if matches.outside else no_starts,
        weight=len,
        total=matches.total if matches.outside else 0,
        games=matches.games,
    )
    if workers.cluster is not None:
        yield from spread(matches.job("", ""), matches.items, how)
        return
    with ExitStack() as stack:
        words = ""
        with suppress(OSError):  # a full disk costs the last words, not the matches
            words = stack.enter_context(TemporaryDirectory(prefix="tourney-words-"))
        with CallWatch(matches.clock) if matches.inside else nullcontext() as watch:
            how = how._replace(care=watch) if watch else how
            job = matches.job(watch.folder if watch else "", words)
            with closing(spread(job, matches.items, how)) as found:
                yield from found
        yield Batch([], [], kept_words(words) if words else {})


def _alone(
    player: MatchPlayer, sittings: Iterable[Sitting], go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """Matches played in this process, one by one: so many sittings at a time as workers take."""
    items, size = iter(sittings), 1
    while span := tuple(islice(items, size)):
        waiting, due = dict[int, Batch](), iter([number for sitting in span for number in sitting])
        began, starts, wanted = monotonic(), 0.0, next(due, 0)
        for number in in_turns(span):
            if not go_on():
                yield from (waiting[number] for number in sorted(waiting))
                return
            waiting[number] = player.work(((number,),))
            starts += waiting[number].starts
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted = next(due, 0)
        size = best_size(size, monotonic() - began, starts, CHUNK_SECONDS)
