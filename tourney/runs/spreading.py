"""Spreads the matches of a run, or of a round of an event, over processes.

Does not depend on what is stored, nor on which matches are played.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

from tourney.agents.call_watch import CallWatch
from tourney.play.clock import Clock
from tourney.runs.worker import Batch
from tourney.work.chunks import SpreadOptions, alone, spread
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


def batches(
    matches: Matches[T], jobs: int, go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """The played matches in their order; with one job in this process."""
    if matches.inside:
        return _watched(matches, jobs, go_on)
    if jobs == 1:
        return alone(matches.here(), matches.items, go_on)
    return spread(matches.job(""), matches.items, SpreadOptions(jobs, matches.lost, go_on))


def _watched(
    matches: Matches[T], jobs: int, go_on: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """Matches with Python classes of users, which never run in the runner's process."""
    with CallWatch(matches.clock) as watch:
        how = SpreadOptions(jobs, matches.lost, go_on, watch)
        with closing(spread(matches.job(watch.folder), matches.items, how)) as found:
            yield from found
