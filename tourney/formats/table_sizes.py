"""How many tables of each size a number of entrants needs, and who has a bye."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engines.messages import Player, say
from tourney.domain.draws import EntrantId, Met, Pod, Sizes
from tourney.domain.errors import UsageFault
from tourney.formats.history import Meetings


class Split(NamedTuple):
    """Sizes of the tables of a round, largest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


LISTED: Final = 30
"""Up to this number of tables their sizes are listed one by one."""


def sizes_text(sizes: Sequence[int]) -> str:
    """Sizes of tables for people: 5+5+4+4, or 180x5+20x4 for many tables."""
    if len(sizes) <= LISTED:
        return "+".join(map(str, sizes))
    return "+".join(f"{count}x{size}" for size, count in Counter(sizes).items())


class _Best(NamedTuple):
    """The best way to seat a number of entrants; the first three fields decide."""

    deviation: int
    others: int
    tables: int
    last: int


def split(count: int, sizes: Sizes) -> Split:
    """The tables for this many entrants: fewest byes, then sizes nearest to the preferred one.

    Nearest means: least sum of squared deviations, then fewest tables of another size, then fewest
    tables. Deviation comes first because 5+5+4+4 is fairer than 5+5+5+3.
    """
    best = _best(count, sizes)
    for seated in range(count, 0, -1):
        if best[seated] is not None:
            return Split(_traced(best, seated), count - seated)
    raise UsageFault(say("formats.no-split", count=count, least=min(sizes.allowed)))


def _best(count: int, sizes: Sizes) -> list[_Best | None]:
    """The best way to seat every number of entrants up to `count` without byes."""
    best: list[_Best | None] = [_Best(0, 0, 0, 0)]
    for seated in range(1, count + 1):
        ways = [
            _Best(
                before.deviation + (size - sizes.preferred) ** 2,
                before.others + (size != sizes.preferred),
                before.tables + 1,
                size,
            )
            for size in sorted(sizes.allowed, reverse=True)
            if size <= seated and (before := best[seated - size]) is not None
        ]
        best.append(min(ways, key=lambda way: way[:3]) if ways else None)
    return best


def _traced(best: list[_Best | None], seated: int) -> tuple[int, ...]:
    """The sizes that lead to this number of entrants, largest first."""
    found = []
    while seated and (step := best[seated]) is not None:
        found.append(step.last)
        seated -= step.last
    return tuple(sorted(found, reverse=True))


# Tables of a fixed schedule with entrants missing, or with entrants who may not meet.


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
        for size in split(len(pool), sizes).tables:
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
