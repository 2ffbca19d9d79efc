"""Spreads the matches of a run, or of a round of an event, over processes.

Does not depend on what is stored, nor on which matches are played.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

from tourney.agents.call_watch import CallWatch
from tourney.domain.errors import UsageFault, quoted
from tourney.play.clock import Clock
from tourney.play.sameness import content
from tourney.runs.messages import CLASS_WITH_CLOCK
from tourney.runs.spec import Prepared
from tourney.runs.worker import Batch
from tourney.work.chunks import alone, spread
from tourney.work.executors import Workers
from tourney.work.spread_options import SpreadOptions
from tourney.work.worker import ChunkWorker, Job

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Matches(Generic[T]):
    """Matches to be played, and how.

    `job` makes the job of a worker from the folder for its notes of calls, empty if calls are not
    noted; `here` makes a player for this process. `inside`: code of a user runs in the process that
    plays. `lost` returns the result of a match that kills its workers.
    """

    items: Iterable[T]
    job: Callable[[str], Job[T, Batch]]
    here: Callable[[], ChunkWorker[T, Batch]]
    lost: Callable[[T], Batch]
    clock: Clock
    inside: bool = False


def require_playable(prepared: Prepared, workers: Workers) -> None:
    """UsageFault for bots that these workers cannot play: nothing stops a class in a cluster."""
    inside = [loaded.target for loaded in prepared.loaded_bots if loaded.inside]
    if workers.cluster is not None and inside and prepared.setup.clock.limited:
        raise UsageFault(CLASS_WITH_CLOCK(bot=quoted(inside[0])))


def batches(
    matches: Matches[T], workers: Workers, go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """The played matches in their order; with one job in this process."""
    if matches.inside and workers.cluster is None:
        return _watched(matches, workers, go_on)
    if workers.here:
        return alone(matches.here(), matches.items, go_on)
    how = SpreadOptions(workers, matches.lost, go_on, digest=contents)
    return spread(matches.job(""), matches.items, how)


def contents(batch: Batch) -> object:
    """What a second playing of the matches must give again."""
    return hash(tuple([content(match) for match in batch.matches]))


def _watched(
    matches: Matches[T], workers: Workers, go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """Matches with Python classes of users, which never run in the runner's process."""
    with CallWatch(matches.clock) as watch:
        how = SpreadOptions(workers, matches.lost, go_on, watch)
        with closing(spread(matches.job(watch.folder), matches.items, how)) as found:
            yield from found
