"""Situations for tests of Swiss rounds: simulated events, and a second opinion on their rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from tourney.domain.event_log import Draw, EntrantId, Met, Situation, Sizes
from tourney.formats.formats import FORMATS

SWISS = FORMATS["swiss"]


def first_round(
    count: int, allowed: tuple[int, ...], preferred: int, seed: int = 1, **more: object
) -> Situation:
    everyone = tuple(range(1, count + 1))
    bare = Situation(everyone, everyone, 1, Sizes(allowed, preferred), seed)
    return replace(bare, **more)  # type: ignore[arg-type]


def next_round(situation: Situation, draw: Draw, rng: Random) -> Situation:
    """The situation after random results; points are `scaled`, a bye is worth a win."""
    points = dict(situation.points)
    met = list(situation.met)
    byes = dict(situation.byes)
    for pod in draw.pods:
        order = rng.sample(range(len(pod)), len(pod))
        for one, place in zip(pod, order, strict=True):
            worth = Fraction(4 * (len(pod) - 1 - place), len(pod) - 1)
            points[one] = points.get(one, Fraction(0)) + worth
        met.append(Met(situation.round, pod, tuple(place + 1 for place in order)))
    for one in draw.byes:
        byes[one] = byes.get(one, 0) + 1
        points[one] = points.get(one, Fraction(0)) + 4
    return replace(situation, round=situation.round + 1, points=points, met=tuple(met), byes=byes)


def rounds(situation: Situation, number: int, seed: int) -> Iterator[tuple[Situation, Draw]]:
    """The rounds of an event with random results."""
    rng = Random(seed)
    for _ in range(number):
        draw = SWISS.draw(situation)
        yield situation, draw
        situation = next_round(situation, draw, rng)


def same_seat_due(situation: Situation, pods: Sequence[Sequence[EntrantId]]) -> int:
    """How many pairs must both have the same seat next.

    That is who has had the other seat twice running, or two times more often: as with colours in
    chess.
    """
    due = {one: 0 for pod in pods for one in pod}
    for one in due:
        had = [met.pod.index(one) for met in situation.met if one in met.pod]
        if len(had) > 1 and had[-1] == had[-2]:
            due[one] = 1 if had[-1] else -1
        elif abs(lead := 2 * sum(had) - len(had)) >= 2:
            due[one] = 1 if lead > 0 else -1
    return sum(due[one] * due[other] > 0 for one, other in pods)


Worth = tuple[int, Fraction]
"""Repeats and the sum of squared differences of points."""


def worth(situation: Situation, pods: Sequence[Sequence[EntrantId]]) -> Worth:
    """Repeats and squares of a round, from their definition."""
    both = [table_worth(situation, pod) for pod in pods]
    return sum(repeats for repeats, _ in both), sum((one for _, one in both), Fraction(0))


def table_worth(situation: Situation, pod: Sequence[EntrantId]) -> Worth:
    pairs = list(combinations(pod, 2))
    repeats = sum({one, two} <= set(met.pod) for one, two in pairs for met in situation.met)
    points: Mapping[EntrantId, Fraction] = situation.points
    return repeats, sum(
        ((points.get(one, Fraction(0)) - points.get(two, Fraction(0))) ** 2 for one, two in pairs),
        Fraction(0),
    )


def all_rounds(
    entrants: Sequence[EntrantId], sizes: Sequence[int]
) -> Iterator[list[tuple[EntrantId, ...]]]:
    """Every way to seat entrants at tables of these sizes."""
    if not entrants:
        yield []
        return
    first, rest = entrants[0], entrants[1:]
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for fellows in combinations(rest, size - 1):
            others = [one for one in rest if one not in fellows]
            yield from ([(first, *fellows), *more] for more in all_rounds(others, left))
