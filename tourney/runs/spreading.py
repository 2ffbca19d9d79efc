"""Spreads the matches of a run, or of a round of an event, over processes.

Does not depend on what is stored, nor on which matches are played.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Protocol

from engines.messages import say
from tourney.agents.call_watch import CallWatch
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import KeptMatch
from tourney.play.clock import Clock
from tourney.play.sameness import content
from tourney.runs.spec import Prepared
from tourney.runs.turns import Sitting, in_turns
from tourney.runs.worker import Batch, kept_words
from tourney.work.chunks import CHUNK_SECONDS, spread
from tourney.work.executors import Workers
from tourney.work.spread_options import SpreadOptions, best_size, no_starts
from tourney.work.worker import ChunkWorker, Job


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

    Only after `go_on` has returned False, matches may be missing between others. What bots write
    to stderr after their last match comes at the end; workers of a cluster keep it, because bots
    stay there for the matches of others.
    """
    if workers.cluster is not None:
        yield from spread(matches.job("", ""), matches.items, _options(matches, workers, go_on))
        return
    if workers.here and not matches.inside:
        player = matches.here()
        yield from _alone(player, matches.items, go_on)
        yield Batch([], [], player.last_words())
        return
    with ExitStack() as stack:
        folder = ""
        with suppress(OSError):  # a full disk costs the last words, not the matches
            folder = stack.enter_context(TemporaryDirectory(prefix="tourney-words-"))
        yield from _in_workers(matches, workers, go_on, folder)
        yield Batch([], [], kept_words(folder) if folder else {})


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


def contents(batch: Batch) -> object:
    """What a second playing of the matches must give again."""
    return hash(tuple([content(match) for match in batch.matches]))


def _in_workers(
    matches: Matches, workers: Workers, go_on: Callable[[], bool], words: str
) -> Generator[Batch, None, None]:
    """Matches in worker processes; calls of Python classes of users are watched."""
    how = _options(matches, workers, go_on)
    with CallWatch(matches.clock) if matches.inside else nullcontext() as watch:
        how = how._replace(care=watch) if watch else how
        job = matches.job(watch.folder if watch else "", words)
        with closing(spread(job, matches.items, how)) as found:
            yield from found
