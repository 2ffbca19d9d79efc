"""Tables of a fixed schedule with entrants missing, or with entrants who may not meet."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from engines.messages import Player, say
from tourney.domain.draws import EntrantId, Met, Pod, Sizes
from tourney.domain.errors import UsageFault
from tourney.formats import splits
from tourney.formats.meetings import Meetings


class Seated(NamedTuple):
    """The pods of a round and those who have a bye."""

    pods: tuple[Pod, ...]
    byes: tuple[EntrantId, ...]


def playable(pods: Sequence[Pod], sizes: Sizes, byes: Mapping[EntrantId, int]) -> Seated:
    """Tables of allowed sizes.

    Entrants of a table that is too small form a new one. If they are too few, they join tables that
    have room; otherwise they have a bye. Those with the most byes so far come first.
    """
    good = [pod for pod in pods if len(pod) in sizes.allowed]
    pool = [entrant for pod in pods if len(pod) not in sizes.allowed for entrant in pod]
    pool.sort(key=lambda entrant: -byes.get(entrant, 0))
    if len(pool) >= min(sizes.allowed):
        for size in splits.split(len(pool), sizes).tables:
            good.append(tuple(pool[:size]))
            del pool[:size]
    return _joined(good, pool, sizes)


def _joined(pods: list[Pod], pool: Sequence[EntrantId], sizes: Sizes) -> Seated:
    """Each of the pool at the smallest table that has room."""
    byes = []
    for entrant in pool:
        room = [at for at, pod in enumerate(pods) if len(pod) + 1 in sizes.allowed]
        if room:
            at = min(room, key=lambda at: len(pods[at]))
            pods[at] = (*pods[at], entrant)
        else:
            byes.append(entrant)
    return Seated(tuple(pods), tuple(byes))


def separated(
    pods: Sequence[Pod], never: frozenset[frozenset[EntrantId]], met: Sequence[Met]
) -> tuple[Pod, ...]:
    """The pods with as few exchanges as needed to separate those who may not share a table.

    The exchange with the fewest repeated meetings is taken.
    """
    tables = list(pods)
    meetings = Meetings(met if never else ())
    while (wrong := _together(tables, never)) is not None:
        swap = _best_swap(tables, wrong, never, meetings)
        if swap is None:
            pair = next(pair for pair in never if pair <= set(tables[wrong]))
            raise UsageFault(
                say("formats.never-together", entrants=tuple(map(Player, sorted(pair))))
            )
        for at, pod in swap.items():
            tables[at] = pod
    return tuple(tables)


def _together(tables: Sequence[Pod], never: frozenset[frozenset[EntrantId]]) -> int | None:
    """The first table with a pair that may not meet."""
    return next((at for at, pod in enumerate(tables) if _forbidden(pod, never)), None)


def _forbidden(pod: Pod, never: frozenset[frozenset[EntrantId]]) -> int:
    return sum(frozenset(pair) in never for pair in combinations(pod, 2)) if never else 0


def _best_swap(
    tables: Sequence[Pod],
    wrong: int,
    never: frozenset[frozenset[EntrantId]],
    meetings: Meetings,
) -> dict[int, Pod] | None:
    """The exchange with another table that leaves fewer forbidden pairs and repeats least."""
    best: tuple[tuple[int, int], dict[int, Pod]] | None = None
    here = tables[wrong]
    for at, there in enumerate(tables):
        for one in here if at != wrong else ():
            for other in there:
                new = {wrong: _with(here, one, other), at: _with(there, other, one)}
                forbidden = sum(_forbidden(pod, never) for pod in new.values())
                repeats = sum(map(meetings.among, new.values()))
                fewer = forbidden < _forbidden(here, never) + _forbidden(there, never)
                if fewer and (best is None or (forbidden, repeats) < best[0]):
                    best = (forbidden, repeats), new
    return None if best is None else best[1]


def _with(pod: Pod, old: EntrantId, new: EntrantId) -> Pod:
    return tuple(new if entrant == old else entrant for entrant in pod)
