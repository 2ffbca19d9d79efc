"""How many tables of each size a number of entrants needs, and who has a bye."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from engines.messages import Player, say
from tourney.domain.draw_values import EntrantId, Met, Pod, Sizes
from tourney.domain.errors import UsageFault
from tourney.formats.history import Meetings, together


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


class _Way(NamedTuple):
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
    # The best way to seat every number of entrants without byes.
    best: list[_Way | None] = [_Way(0, 0, 0, 0)]
    for seated in range(1, count + 1):
        ways = [
            _Way(
                before.deviation + (size - sizes.preferred) ** 2,
                before.others + (size != sizes.preferred),
                before.tables + 1,
                size,
            )
            for size in sorted(sizes.allowed, reverse=True)
            if size <= seated and (before := best[seated - size]) is not None
        ]
        best.append(min(ways, key=lambda way: way[:3]) if ways else None)
    most = max(seated for seated in range(count + 1) if best[seated] is not None)
    if most == 0:
        raise UsageFault(say("formats.no-split", count=count, least=min(sizes.allowed)))
    tables, left = [], most
    while left and (way := best[left]) is not None:
        tables.append(way.last)
        left -= way.last
    return Split(tuple(sorted(tables, reverse=True)), count - most)


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
    left = []
    for entrant in pool:
        room = [at for at, pod in enumerate(good) if len(pod) + 1 in sizes.allowed]
        if room:
            smallest = min(room, key=lambda at: len(good[at]))
            good[smallest] = (*good[smallest], entrant)
        else:
            left.append(entrant)
    return Seated(tuple(good), tuple(left))


def separated(
    pods: Sequence[Pod], never: frozenset[frozenset[EntrantId]], met: Sequence[Met]
) -> tuple[Pod, ...]:
    """The pods with as few exchanges as needed to separate those who may not share a table.

    The exchange with the fewest repeated meetings is taken.
    """
    if not never:
        return tuple(pods)

    def forbidden(pod: Pod) -> int:
        return sum(frozenset(pair) in never for pair in combinations(pod, 2))

    tables, meetings = list(pods), Meetings(met)
    while any(map(forbidden, tables)):
        wrong = next(at for at, pod in enumerate(tables) if forbidden(pod))
        # The exchange with another table that leaves fewer forbidden pairs and repeats least.
        best: tuple[tuple[int, int], dict[int, Pod]] | None = None
        here = tables[wrong]
        for at, there in enumerate(tables):
            for one, other in product(here, there) if at != wrong else ():
                swap = {one: other, other: one}
                new = {n: tuple(swap.get(who, who) for who in tables[n]) for n in (wrong, at)}
                left = sum(map(forbidden, new.values()))
                repeats = sum(map(meetings.among, new.values()))
                fewer = left < forbidden(here) + forbidden(there)
                if fewer and (best is None or (left, repeats) < best[0]):
                    best = (left, repeats), new
        if best is None:
            pair = together(here, never)
            raise UsageFault(say("formats.never-together", entrants=tuple(map(Player, pair or ()))))
        for at, pod in best[1].items():
            tables[at] = pod
    return tuple(tables)
