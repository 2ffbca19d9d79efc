"""What is still possible: how matches that are left can end, and who is surely in or out."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import lcm
from random import Random
from typing import Final, Generic, Literal, NamedTuple, TypeAlias

from engines.messages import Message, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import P
from tourney.scoring.ledger import Ledger
from tourney.scoring.points import Finish, PointSystem

# All ways in which matches that are left can end, as points per match of every player.
#
# Values are whole numbers: points per round of the finished event in parts of a common
# denominator. Does not depend on how many places are at stake.

Table: TypeAlias = tuple[P, ...]  # the players of a match that is left


SHARED: Final = -1  # the place of a player who shares it


class MatchEnd(NamedTuple):
    """One way in which a match can end: what each of its players gains, and their places.

    A shared place is `SHARED`.
    """

    gains: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RemainingMatch:
    """A match that is left: the numbers of its players and all ways in which it can end."""

    players: tuple[int, ...]
    endings: tuple[MatchEnd, ...]


@dataclass(frozen=True, slots=True)
class RemainingEvent(Generic[P]):
    """The present values of all players, and the rounds of matches that are left.

    `undrawn` has the sizes of the tables of every round that is not paired yet; the players with
    the numbers `active` play in it. `places` has the points of every place by size, in parts that
    `scales` turns into the values of each player.
    """

    names: tuple[P, ...]
    values: tuple[int, ...]
    rounds: tuple[tuple[RemainingMatch, ...], ...]
    undrawn: tuple[tuple[int, ...], ...]
    active: tuple[int, ...]
    places: Mapping[int, tuple[Fraction, ...]]
    scales: tuple[Fraction, ...]

    def gain(self, player: int, size: int, place: int) -> int:
        """What a player gains by a place, from 0, at a table of this size."""
        return int(self.places[size][place] * self.scales[player])

    @property
    def matches(self) -> tuple[RemainingMatch, ...]:
        """All matches that are left, round by round."""
        return tuple(match for one in self.rounds for match in one)


@lru_cache(maxsize=8)
def finish_orders(seats: int) -> tuple[tuple[Finish, ...], ...]:
    """Every order in which so many seats can finish, with all ways of sharing places."""
    return tuple(
        tuple(Finish(seats, place, place + order.count(place) - 1, 0) for place in order)
        for order in _orders(seats)
    )


def _orders(seats: int) -> Iterator[tuple[int, ...]]:
    """The places by seat of every order; equals share the best of their places."""

    def fill(left: frozenset[int], place: int) -> Iterator[dict[int, int]]:
        if not left:
            yield {}
        for size in range(1, len(left) + 1):
            for group in combinations(sorted(left), size):
                for rest in fill(left - set(group), place + size):
                    yield {**dict.fromkeys(group, place), **rest}

    for found in fill(frozenset(range(seats)), 1):
        yield tuple(found[seat] for seat in range(seats))


def remaining_event(
    ledger: Ledger[P],
    system: PointSystem,
    rounds: Sequence[Sequence[Table[P]]],
    undrawn: Sequence[int] = (),
    *,
    total: bool = False,
    active: Collection[P] | None = None,
) -> RemainingEvent[P]:
    """The event of a ledger with the matches that are left, in rounds.

    `undrawn` has the preferred number of seats of every round that is not paired yet, in which the
    `active` players play, by default all. With `total` all points count instead of points per
    round. UsageFault for an unknown player, a player twice in a round, or points by scores.
    """
    if not system.by_place:
        raise UsageFault(say("scoring.left-by-score"))
    names = tuple(sorted(ledger.records))
    for one in rounds:
        seated = [name for table in one for name in table]
        for name in seated:
            if name not in names:
                raise UsageFault(say("scoring.left-unknown", player=quoted(name)))
            if seated.count(name) > 1:
                raise UsageFault(say("scoring.left-twice", player=quoted(name)))
    playing = tuple(at for at, name in enumerate(names) if active is None or name in active)
    counts = dict.fromkeys(names, 1)
    if not total:
        # The number of rounds of every player when all matches are over.
        left = Counter(name for one in rounds for table in one for name in table)
        for name, record in ledger.records.items():
            counts[name] = max(record.rounds() + left[name] + len(undrawn), 1)
    sizes = tuple(table_sizes(len(playing), seats) for seats in undrawn)
    every = {len(table) for tables in rounds for table in tables}.union(*sizes)
    worth = {n: [[system(end) for end in order] for order in finish_orders(n)] for n in every}
    totals = {name: ledger.records[name].total(system) / counts[name] for name in names}
    points = {each for orders in worth.values() for order in orders for each in order}
    # In parts of this size all values are whole numbers, which are exact and fast to compare.
    unit = lcm(
        *(total.denominator for total in totals.values()),
        lcm(*counts.values()) * lcm(*(each.denominator for each in points)),
    )
    scales = {name: Fraction(unit, counts[name]) for name in names}

    def match(table: Table[P]) -> RemainingMatch:
        own = [scales[name] for name in table]
        orders = zip(finish_orders(len(table)), worth[len(table)], strict=True)
        endings = {
            MatchEnd(
                tuple(int(each * scale) for each, scale in zip(points, own, strict=True)),
                tuple(end.first if end.first == end.last else SHARED for end in order),
            )
            for order, points in orders
        }
        return RemainingMatch(tuple(map(names.index, table)), tuple(sorted(endings)))

    return RemainingEvent(
        names=names,
        values=tuple(int(totals[name] * unit) for name in names),
        rounds=tuple(tuple(map(match, one)) for one in rounds),
        undrawn=sizes,
        active=playing,
        places={size: system.of_places(size) for size in every},
        scales=tuple(scales.values()),
    )


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """Tables of at most so many seats, as equal as possible; none for fewer than two players."""
    if players < 2:
        return ()
    tables = min(-(-players // seats), players // 2)
    return tuple(players // tables + (at < players % tables) for at in range(tables))


# Who is surely among the first places of an event, who is surely not, and what is still needed.
#
# A player is surely among the first if fewer others can have as many points, surely out if enough
# others must have more; tie-breaks decide what lies between and are not looked at. All results of
# the matches that are left are searched, shared places included, as long as that takes few
# states; otherwise, and if rounds are not paired yet, results are drawn at random, and only what
# follows from bounds is called sure.

MOST_STATES: Final = 50_000  # different standings up to which several rounds are searched

SAMPLES: Final = 2_000  # number of continuations that are drawn where there are more states

Status = Literal["clinched", "out", "open"]


class Prospect(NamedTuple, Generic[P]):
    """What is possible for a player.

    `enough` is the lowest place in the player's next match that makes it sure whatever else
    happens, `needs` the lowest with which it is still possible, if that is not the last place; both
    for places that are not shared. None if there is no such place or no such match, or if results
    were drawn at random.
    `share` is the share of drawn continuations that bring the player among the first; equals on
    the line count for their part of the places.
    """

    player: P
    status: Status
    enough: int | None = None
    needs: int | None = None
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Prospects(Generic[P]):
    """The prospects of all players; `exact` if every continuation was searched.

    `counted` is the number of different standings that were searched, or of continuations drawn.
    """

    players: tuple[Prospect[P], ...]
    exact: bool
    counted: int


class _Rank(NamedTuple):
    """The most others with as many points, and the fewest with more, over all continuations."""

    level: int
    above: int


def prospects(
    event: RemainingEvent[P], top: int, seed: int = 0, states: int = MOST_STATES
) -> Prospects[P]:
    """What is possible for every player about the first `top` places."""
    if event.undrawn:
        return _simulated(event, top, seed)
    found = _last_round(event) if len(event.rounds) < 2 else _several_rounds(event, states)
    if found is None:
        return _simulated(event, top, seed)
    ranks, counted = found
    rows = tuple(_prospect(event, top, at, ranks[at]) for at in range(len(event.names)))
    return Prospects(rows, True, counted)


# By place in the next match: `SHARED` if it is shared, 0 if the player has no match.
Ranks = Mapping[int, _Rank]


def _prospect(event: RemainingEvent[P], top: int, at: int, ranks: Ranks) -> Prospect[P]:
    name = event.names[at]
    sure = [place for place, rank in ranks.items() if rank.level < top]
    possible = [place for place, rank in ranks.items() if rank.above < top]
    if len(sure) == len(ranks):
        return Prospect(name, "clinched")
    if not possible:
        return Prospect(name, "out")
    enough = [p for p in sure if p > 0 and all(q in sure for q in ranks if 0 < q <= p)]
    needs = max((place for place in possible if place > 0), default=None)
    last = max(ranks)
    return Prospect(name, "open", max(enough, default=None), None if needs == last else needs)


def _merged(found: Iterable[tuple[int, _Rank]]) -> Ranks:
    """The widest rank by place."""
    ranks: dict[int, _Rank] = {}
    for place, rank in found:
        old = ranks.get(place, rank)
        ranks[place] = _Rank(max(old.level, rank.level), min(old.above, rank.above))
    return ranks


# One round: the matches are independent, so that each can be searched alone.


def _last_round(event: RemainingEvent[P]) -> tuple[Sequence[Ranks], int] | None:
    matches = event.matches
    busy = {player for match in matches for player in match.players}
    idle = [at for at in range(len(event.names)) if at not in busy]

    @cache
    def around(number: int, value: int) -> _Rank:
        """The most players of a match with at least this value, and the fewest above it."""
        match = matches[number]
        ends = [_after(event, match, ending) for ending in match.endings]
        return _Rank(
            max(sum(one >= value for one in end) for end in ends),
            min(sum(one > value for one in end) for end in ends),
        )

    def ranked(at: int, value: int, own: int, mates: Sequence[int]) -> _Rank:
        others = [around(number, value) for number in range(len(matches)) if number != own]
        still = [event.values[other] for other in idle if other != at] + list(mates)
        level = sum(rank.level for rank in others) + sum(one >= value for one in still)
        above = sum(rank.above for rank in others) + sum(one > value for one in still)
        return _Rank(level, above)

    ranks: list[Ranks] = [{}] * len(event.names)
    for at in idle:
        ranks[at] = {0: ranked(at, event.values[at], -1, ())}
    for number, match in enumerate(matches):
        for seat, at in enumerate(match.players):
            ends = set()
            for ending in match.endings:
                own, *others = _after(event, match, ending)[seat:]
                others += _after(event, match, ending)[:seat]
                ends.add((ending.places[seat], own, tuple(sorted(others))))
            ranks[at] = _merged(
                (place, ranked(at, own, number, others)) for place, own, others in ends
            )
    return ranks, sum(len(match.endings) for match in matches)


def _after(event: RemainingEvent[P], match: RemainingMatch, ending: MatchEnd) -> tuple[int, ...]:
    """The values of the players of a match after it."""
    pairs = zip(match.players, ending.gains, strict=True)
    return tuple(event.values[player] + gain for player, gain in pairs)


# Several rounds: every standing that can be reached, except by one match, then that match.


def _several_rounds(event: RemainingEvent[P], states: int) -> tuple[Sequence[Ranks], int] | None:
    """None if more standings than `states` can be reached."""
    # The number of the next match of every player who has one.
    nexts: dict[int, int] = {}
    for number, match in enumerate(event.matches):
        for player in match.players:
            nexts.setdefault(player, number)
    ranks: list[Ranks] = [{}] * len(event.names)
    counted = 0
    for number in sorted({*nexts.values(), *([-1] if len(nexts) < len(ranks) else [])}):
        last = event.matches[number] if number >= 0 else None
        reached = _reached(event, number, states)
        if reached is None or len(reached) * (len(last.endings) if last else 1) > 2 * states:
            return None
        counted = max(counted, len(reached))
        for at in range(len(ranks)):
            if nexts.get(at, -1) != number:
                continue
            if last is None:
                ranks[at] = _merged((0, _rank(values, at)) for values in reached)
                continue
            seat = last.players.index(at)
            ranks[at] = _merged(
                (ending.places[seat], _rank(_plus(values, last, ending.gains), at))
                for values in reached
                for ending in last.endings
            )
    return ranks, counted


def _reached(event: RemainingEvent[P], without: int, states: int) -> set[tuple[int, ...]] | None:
    """All standings after the matches except one; None if there are too many."""
    reached = {event.values}
    for number, match in enumerate(event.matches):
        if number != without:
            gains = {ending.gains for ending in match.endings}
            if len(reached) * len(gains) > 20 * states:
                return None
            reached = {_plus(values, match, gain) for values in reached for gain in gains}
            if len(reached) > states:
                return None
    return reached


def _plus(
    values: tuple[int, ...], match: RemainingMatch, gains: tuple[int, ...]
) -> tuple[int, ...]:
    after = list(values)
    for player, gain in zip(match.players, gains, strict=True):
        after[player] += gain
    return tuple(after)


def _rank(values: Sequence[int], at: int) -> _Rank:
    own = values[at]
    return _Rank(sum(one >= own for one in values) - 1, sum(one > own for one in values))


# More states: bounds, and results drawn at random.


def _simulated(event: RemainingEvent[P], top: int, seed: int) -> Prospects[P]:
    rng = Random(seed)
    hits: list[int | Fraction] = [0] * len(event.names)
    # What is gained in the orders without shared places, which alone are drawn.
    strict = [
        [end.gains for end in match.endings if len(set(end.places)) == len(end.places)]
        for match in event.matches
    ]
    for _ in range(SAMPLES):
        values = list(event.values)
        for match, gains in zip(event.matches, strict, strict=True):
            for player, gain in zip(match.players, rng.choice(gains), strict=True):
                values[player] += gain
        # A round is paired by chance and played: every order of the players is as likely.
        for sizes in event.undrawn:
            order = iter(rng.sample(event.active, len(event.active)))
            for size in sizes:
                for place in range(size):
                    player = next(order)
                    values[player] += event.gain(player, size, place)
        ordered = sorted(values)
        for at, value in enumerate(values):
            end = bisect_right(ordered, value)
            equal, free = end - bisect_left(ordered, value), top - len(values) + end
            if free >= equal:
                hits[at] += 1
            elif free > 0:
                hits[at] += Fraction(free, equal)
    rows = tuple(
        Prospect(name, _sure(event, top, at), share=Fraction(hits[at]) / SAMPLES)
        for at, name in enumerate(event.names)
    )
    return Prospects(rows, False, SAMPLES)


def _sure(event: RemainingEvent[P], top: int, at: int) -> Status:
    """What is sure if every player could win or lose everything independently of the others."""
    low, high = list(event.values), list(event.values)
    for match in event.matches:
        for seat, player in enumerate(match.players):
            gains = [ending.gains[seat] for ending in match.endings]
            low[player] += min(gains)
            high[player] += max(gains)
    for sizes in filter(None, event.undrawn):
        for player in event.active:
            low[player] += min(event.gain(player, size, size - 1) for size in sizes)
            high[player] += max(event.gain(player, size, 0) for size in sizes)
    others = [other for other in range(len(low)) if other != at]
    if sum(high[other] >= low[at] for other in others) < top:
        return "clinched"
    return "out" if sum(low[other] > high[at] for other in others) >= top else "open"


# What is still possible, in messages.


def prospect_text(row: Prospect[P]) -> Message:
    """What is possible for a player, in a few words."""
    if row.status != "open":
        return say("scoring.clinched") if row.status == "clinched" else say("scoring.out")
    if row.share is not None:
        return say("scoring.drawn", percent=round(100 * row.share))
    if row.enough is not None:
        return say("scoring.enough", place=row.enough)
    return say("scoring.open") if row.needs is None else say("scoring.needs", place=row.needs)


def method_text(found: Prospects[P], top: int) -> Message:
    """Whether all continuations were searched or some were drawn."""
    return (
        say("scoring.searched", top=top)
        if found.exact
        else say("scoring.simulated", top=top, count=found.counted)
    )
