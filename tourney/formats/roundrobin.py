"""Round robin: everybody meets everybody equally often, as far as that is possible."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Final, Protocol

from engines.messages import Message, Player, Sentence, say
from tourney.domain.draws import Draw, EntrantId, Pod, Situation
from tourney.domain.errors import SearchFault, UsageFault
from tourney.formats.format import (
    TIME_LIMIT,
    USUAL_SECONDS,
    Order,
    count_setting,
    optional_count,
    yes_setting,
)
from tourney.formats.latecomers import filled, follows, membership
from tourney.formats.meetings import Meetings, apart, same_seat, together
from tourney.formats.open_rounds import OpenPairs, open_pods
from tourney.formats.pod_schedule import PodSchedule, pod_schedule
from tourney.formats.seating import with_fixed_seats
from tourney.formats.short_tables import Seated, playable, separated

# Berger tables (FIDE Handbook C.05, annex 1): round robins for two seats.
#
# Places are numbered from 0. A round is computed from its number, so that a long schedule needs
# no memory.

Pairing = tuple[int, int]
"""Two places; the first one has the first seat."""


def berger_places(entrants: int) -> int:
    """Number of places of the table: even, so that the last place may be free."""
    return entrants + entrants % 2


def berger_round(places: int, number: int, cycles: int = 1) -> tuple[Pairing, ...]:
    """The pairs of a round, counted from 0; a later cycle repeats the first one with other seats.

    The last two rounds of a cycle before another one change places, as FIDE advises: nobody has the
    same seat three times in a row.
    """
    cycle, turn = divmod(number, places - 1)
    if cycle + 1 < cycles and places > 2 and turn >= places - 3:
        turn = 2 * places - 5 - turn
    pairs = tuple(_pairs(places, turn))
    return tuple((second, first) for first, second in pairs) if cycle % 2 else pairs


def _pairs(places: int, turn: int) -> Iterator[Pairing]:
    moving = places - 1
    pivot = turn * (places // 2) % moving
    yield (moving, pivot) if turn % 2 else (pivot, moving)
    for step in range(1, places // 2):
        yield (pivot + step) % moving, (pivot - step) % moving


# Round robin: everybody meets everybody equally often, as far as that is possible.
#
# Two seats follow the Berger tables. Tables of three and more follow a known design or the result
# of a search. Either schedule is drawn once, from the seeding and the seed. Only if a late
# entrant finds no free place, or if the last rounds were different, each round is drawn from
# those before it.

SEARCHED: Final = 3
"""The method of rounds that a search found; to be raised with each change of the search."""


class _Robin(Protocol):
    """A round robin as it stands before a round."""

    @property
    def open(self) -> bool:
        """Whether rounds are drawn one by one."""

    @property
    def method(self) -> int:
        """How the tables of the round are found; `SEARCHED` if another search may find others."""

    def rounds(self) -> int:
        """How many rounds the stage has."""

    def draw(self) -> Draw:
        """The next round, with seats fixed by nobody."""


class RoundRobin:
    """The format.

    `cycles` is how often pairs meet at two seats; `repeats=no` forbids repeats, and `meetings` is
    how often a pair may meet at most.
    """

    settings: Mapping[str, str] = {
        "cycles": "1",
        "repeats": "yes",
        "meetings": "",
        TIME_LIMIT: USUAL_SECONDS,
    }

    def rounds(self, situation: Situation) -> int | None:
        """The rounds of the whole schedule."""
        return self._robin(situation).rounds()

    def draw(self, situation: Situation) -> Draw:
        """The round of the schedule that the situation asks for."""
        robin = self._robin(situation)
        if situation.round > (rounds := robin.rounds()):
            raise UsageFault(say("formats.no-such-round", round=situation.round, rounds=rounds))
        try:
            return robin.draw()
        except UsageFault as fault:
            if robin.method == SEARCHED:
                raise SearchFault(fault.message, SEARCHED) from None
            raise

    def order(self, situation: Situation) -> Order | None:
        """Points decide."""
        return None

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """The round of the schedule, and who meets again."""
        robin = self._robin(situation)
        first = (
            Sentence("formats.round-drawn-again")
            if robin.open
            else Sentence("formats.round-of-schedule")
        )
        found = [first(round=situation.round, rounds=robin.rounds())]
        if entrant in draw.byes:
            return [*found, say("formats.bye-in-schedule", who=Player(entrant))]
        return [*found, *_met_before(situation, draw, entrant)]

    def _robin(self, situation: Situation) -> _Robin:
        if len(situation.seeding) < (least := min(situation.sizes.allowed)):
            raise UsageFault(say("formats.too-few", entrants=len(situation.seeding), least=least))
        most = optional_count(situation, self.settings, "meetings")
        count_setting(situation, self.settings, TIME_LIMIT)
        if situation.sizes.preferred == 2:
            cycles = count_setting(situation, self.settings, "cycles")
            if most is not None and most < cycles:
                raise UsageFault(say("formats.more-cycles", cycles=cycles, meetings=most))
            return _PairRobin(situation, cycles)
        repeats = yes_setting(situation, self.settings, "repeats")
        return _PodRobin(situation, most if repeats else 1)


def _met_before(situation: Situation, draw: Draw, entrant: EntrantId) -> Iterator[Message]:
    """Which opponents an entrant meets again, and how often the schedule has that."""
    pod = next((pod for pod in draw.pods if entrant in pod), ())
    meetings = Meetings(situation.met)
    again = [other for other in pod if meetings.count(entrant, other)]
    if again:
        yield say("formats.met-before", who=Player(entrant), others=tuple(map(Player, again)))
        most = draw.figures.get("most meetings of a pair")
        if most and most[1]:
            yield say("formats.repeated", most=int(most[0]), least=int(most[1]))


class _PairRobin:
    """Two seats: Berger tables."""

    def __init__(self, situation: Situation, cycles: int) -> None:
        self.situation = situation
        self.cycles = cycles

    @cached_property
    def _rest(self) -> OpenPairs:
        return OpenPairs(self.situation, self.cycles)

    @cached_property
    def by_place(self) -> tuple[EntrantId, ...]:
        """The entrants in the order of their places; late entrants come last."""
        found = membership(self.situation, _berger_pods)
        return found.original + found.late

    @cached_property
    def places(self) -> int:
        """Places of the Berger table of those who were there at the start."""
        late = len(membership(self.situation, _berger_pods).late)
        return berger_places(len(self.by_place) - late)

    @cached_property
    def open(self) -> bool:
        return len(self.by_place) > self.places or not follows(self.situation, self._pairs)

    @property
    def method(self) -> int:
        return SEARCHED if self.open else 1

    def _pairs(self, number: int) -> list[Pod]:
        """The pairs of a round, also those of which one is absent."""
        everybody = set(self.by_place)
        pairs = berger_round(self.places, number - 1, self.cycles)
        return [filled(pair, self.by_place, everybody) for pair in pairs]

    def rounds(self) -> int:
        if self.open:
            return self.situation.round - 1 + self._rest.rounds()
        return self.situation.rounds or self.cycles * (self.places - 1)

    def draw(self) -> Draw:
        seated = self._rest.draw() if self.open else self._scheduled()
        self._refuse_clash(seated.pods)
        pods = tuple(with_fixed_seats(pod, self.situation.fixed) for pod in seated.pods)
        return Draw(pods, seated.byes, method=self.method)

    def _refuse_clash(self, pods: Sequence[Pod]) -> None:
        """UsageFault for two who must meet, but have the same fixed seat or different tables."""
        one = self.situation
        pairs = apart(one) - one.never
        for pod in pods if pairs else ():
            if (two := together(pod, pairs)) is not None:
                sentence = (
                    Sentence("formats.same-fixed-seat")
                    if same_seat(one, *two)
                    else Sentence("formats.other-fixed-table")
                )
                raise UsageFault(sentence(entrants=tuple(map(Player, two)), round=one.round))

    def _scheduled(self) -> Seated:
        present, never = set(self.situation.entrants), self.situation.never
        pods = tuple(
            pod
            for pod in self._pairs(self.situation.round)
            if len(pod) == 2 and set(pod) <= present and frozenset(pod) not in never
        )
        playing = {entrant for pod in pods for entrant in pod}
        return Seated(pods, tuple(e for e in self.situation.entrants if e not in playing))


def _berger_pods(entrants: tuple[EntrantId, ...]) -> Iterator[Pod]:
    """The first round of a Berger table."""
    present = set(entrants)
    for pair in berger_round(berger_places(len(entrants)), 0):
        yield filled(pair, entrants, present)


class _PodRobin:
    """Tables of three and more."""

    def __init__(self, situation: Situation, meetings: int | None) -> None:
        self.situation = situation
        self.meetings = meetings

    def _schedule(self, entrants: int) -> PodSchedule:
        one = self.situation
        return pod_schedule(entrants, one.sizes, one.rounds, one.stage_seed, one.seconds)

    def _by_lot(self, entrants: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
        order = sorted(entrants, key=self.situation.seeding.index)
        Random(self.situation.stage_seed).shuffle(order)
        return tuple(order)

    def _first_pods(self, entrants: tuple[EntrantId, ...]) -> Iterator[Pod]:
        order, present = self._by_lot(entrants), set(entrants)
        for table in self._schedule(len(entrants)).tables(0):
            yield filled(table, order, present)

    @cached_property
    def _members(self) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
        return membership(self.situation, self._first_pods)

    @cached_property
    def schedule(self) -> PodSchedule:
        """The schedule of those who were there at the start."""
        return self._schedule(len(self._members[0]))

    @cached_property
    def open(self) -> bool:
        late = len(self._members[1])
        return late > self.schedule.free or not follows(self.situation, self._tables)

    @property
    def method(self) -> int:
        return SEARCHED if self.open or self.schedule.searched else 1

    @cached_property
    def _by_place(self) -> tuple[EntrantId, ...]:
        original, late = self._members
        return self._by_lot(original) + late

    def _tables(self, number: int) -> list[Pod]:
        """The tables of a round, also with those who are absent."""
        everybody, tables = set(self._by_place), self.schedule.tables(number - 1)
        return [filled(table, self._by_place, everybody) for table in tables]

    def rounds(self) -> int:
        return self.situation.rounds or self.schedule.rounds

    def draw(self) -> Draw:
        one, schedule = self.situation, self.schedule
        if self.meetings is not None and schedule.cost:
            self._refuse_meetings(self.meetings, schedule.cost)
        seated = open_pods(one, self.rounds() - one.round + 1) if self.open else self._scheduled()
        pods = separated(seated.pods, apart(one), one.met)
        pods = tuple(with_fixed_seats(pod, one.fixed) for pod in pods)
        if self.meetings is not None:
            self._refuse_met(pods, self.meetings)
        if self.open:
            repeats = sum(map(Meetings(one.met).among, pods))
            figures = {"repeats": (Fraction(repeats), None)}
            return Draw(pods, seated.byes, 2 * repeats, None, figures, method=SEARCHED)
        return Draw(
            pods, seated.byes, schedule.cost, schedule.bound, schedule.figures, method=self.method
        )

    def _scheduled(self) -> Seated:
        """The tables of the round with those who are present."""
        present = set(self.situation.entrants)
        tables = self.schedule.pods(self.situation.round - 1)
        pods = [filled(table, self._by_place, present) for table in tables]
        seated = playable([pod for pod in pods if pod], self.situation.sizes, self.situation.byes)
        playing = {entrant for pod in seated.pods for entrant in pod}
        return Seated(seated.pods, tuple(e for e in self.situation.entrants if e not in playing))

    def _refuse_met(self, pods: Sequence[Pod], most: int) -> None:
        """UsageFault for a pair that has met as often as it may, after a change of the schedule."""
        meetings = Meetings(self.situation.met)
        for pod in pods:
            for one, other in combinations(pod, 2):
                if meetings.count(one, other) >= most:
                    names = (Player(one), Player(other))
                    raise UsageFault(
                        say(
                            "formats.met-enough",
                            entrants=names,
                            round=self.situation.round,
                            meetings=most,
                        )
                    )

    def _refuse_meetings(self, most: int, cost: int) -> None:
        """UsageFault because a pair must meet too often, with the arithmetic."""
        schedule, size = self.schedule, self.situation.sizes.preferred
        found = schedule.figures.get("most meetings of a pair")
        if most > 1:
            if found is not None and found[0] > most:
                raise UsageFault(
                    say(
                        "formats.too-many-times",
                        rounds=schedule.rounds,
                        meetings=schedule.rounds * (size - 1),
                        others=len(self._members[0]) - 1,
                        times=int(found[0]),
                        most=most,
                    )
                )
            return
        raise UsageFault(
            say(
                "formats.too-many-meetings",
                rounds=schedule.rounds,
                meetings=schedule.rounds * (size - 1),
                others=len(self._members[0]) - 1,
                repeats=cost // 2,
                least=schedule.bound // 2,
            )
        )
