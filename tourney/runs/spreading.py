"""Spreads the matches of a run, or of a round of an event, over processes.

Does not depend on what is stored, nor on which matches are played.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from engines.messages import say
from tourney.agents.call_watch import CallWatch
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.matches import KeptMatch
from tourney.play.clock import Clock
from tourney.play.sameness import content
from tourney.runs.spec import Prepared
from tourney.runs.turns import Sitting, in_turns
from tourney.runs.worker import Batch
from tourney.work.chunks import CHUNK_SECONDS, spread
from tourney.work.executors import Workers
from tourney.work.spread_options import SpreadOptions, best_size, no_starts
from tourney.work.worker import ChunkWorker, Job


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches to be played, and how.

    `job` makes the job of a worker from the folder for its notes of calls, empty if calls are not
    noted; `here` makes a player for this process. `inside`: code of a user runs in the process that
    plays; `outside`: it runs in processes of its own. `lost` returns the stored form of a match
    that kills its workers, `total` is the number of items.
    """

    items: Iterable[Sitting]
    job: Callable[[str], Job[Sitting, Batch]]
    here: Callable[[], ChunkWorker[Sitting, Batch]]
    lost: Callable[[int], KeptMatch]
    clock: Clock
    total: int
    inside: bool = False
    outside: bool = False


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

    Only after `go_on` has returned False, matches may be missing between others.
    """
    if matches.inside and workers.cluster is None:
        return _watched(matches, workers, go_on)
    if workers.here:
        return _alone(matches, go_on)
    return spread(matches.job(""), matches.items, _options(matches, workers, go_on))


def _options(
    matches: Matches, workers: Workers, go_on: Callable[[], bool]
) -> SpreadOptions[Sitting, Batch]:
    return SpreadOptions(
        workers,
        lambda sitting: Batch([matches.lost(number) for number in sitting], []),
        go_on,
        digest=contents,
        starts=(lambda batch: batch.starts) if matches.outside else no_starts,
        weight=len,
        total=matches.total if matches.outside else 0,
    )


def _alone(matches: Matches, go_on: Callable[[], bool]) -> Generator[Batch, None, None]:
    """Matches played in this process, one by one: so many sittings at a time as workers take."""
    player, items, size = matches.here(), iter(matches.items), 1
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


def contents(batch: Batch) -> object:
    """What a second playing of the matches must give again."""
    return hash(tuple([content(match) for match in batch.matches]))


def _watched(
    matches: Matches, workers: Workers, go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """Matches with Python classes of users, which never run in the runner's process."""
    with CallWatch(matches.clock) as watch:
        how = _options(matches, workers, go_on)._replace(care=watch)
        with closing(spread(matches.job(watch.folder), matches.items, how)) as found:
            yield from found
