"""Round robin: everybody meets everybody equally often, as far as that is possible.

Two seats follow the Berger tables. Tables of three and more follow a known design or the result of
a search. Either schedule is drawn once, from the seeding and the seed. Only if a late entrant finds
no free place, or if the last rounds were different, each round is drawn from those before it: the
round robin is open.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from random import Random
from typing import Final, Protocol

from engines.messages import Message, Player, Sentence, say
from tourney.domain.errors import SearchFault, UsageFault
from tourney.domain.event_log import Draw, EntrantId, Pod, Situation
from tourney.formats.format_settings import (
    TIME_LIMIT,
    USUAL_SECONDS,
    Effort,
    count_setting,
    optional_count,
    require_round,
    yes_setting,
)
from tourney.formats.heats import snake
from tourney.formats.history import (
    Meetings,
    apart,
    filled,
    follows,
    membership,
    same_seat,
    together,
)
from tourney.formats.pod_schedule import (
    PodSchedule,
    ScheduleSearch,
    pod_schedule,
    random_rounds,
    search_steps,
)
from tourney.formats.seating import Seated, playable, seated, separated, split, with_fixed_seats

# The method of rounds that a search found; to be raised with each change of the search.
SEARCHED: Final = 3
# Rounds of an open round robin that are planned together; only the first one is used.
AHEAD: Final = 3
NEVER: Final = 10_000  # meetings that are added for a pair that may not share a table


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


def _seated(pods: Sequence[Pod], entrants: Iterable[EntrantId]) -> Seated:
    """These pods; the others have a bye."""
    playing = {entrant for pod in pods for entrant in pod}
    return Seated(tuple(pods), tuple(who for who in entrants if who not in playing))


# Two seats: Berger tables (FIDE Handbook C.05, annex 1).
#
# Places are numbered from 0. A round is computed from its number, so that a long schedule needs
# no memory.

Pairing = tuple[int, int]  # two places; the first one has the first seat


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
    moving = places - 1
    pivot = turn * (places // 2) % moving
    pairs = [(moving, pivot) if turn % 2 else (pivot, moving)]
    pairs += [((pivot + step) % moving, (pivot - step) % moving) for step in range(1, places // 2)]
    return tuple((second, first) for first, second in pairs) if cycle % 2 else tuple(pairs)


class OpenPairs:
    """The pairs of a round robin at two seats that still have to meet."""

    def __init__(self, situation: Situation, cycles: int) -> None:
        self.situation = situation
        meetings = Meetings(situation.met)
        self.left = {
            pair: cycles - meetings.count(*pair)
            for pair in combinations(sorted(situation.entrants), 2)
            if meetings.count(*pair) < cycles and frozenset(pair) not in situation.never
        }
        self.opponents = dict.fromkeys(situation.entrants, 0)
        for pair, number in self.left.items():
            for entrant in pair:
                self.opponents[entrant] += number

    def rounds(self) -> int:
        """The smallest number of rounds in which the pairs that are left might meet."""
        tables = max(1, len(self.opponents) // 2)
        return max([*self.opponents.values(), -(-sum(self.left.values()) // tables)])

    def draw(self) -> Seated:
        """As many pairs as possible; those who have the most matches to play come first.

        A pair with the same fixed seat or different fixed tables costs more than all need.
        """
        from tourney.formats.matching import LOT_BITS, heaviest

        situation = self.situation
        byes, lots = situation.byes, Random(f"open {situation.seed} {situation.round}")
        need = {who: 2 * left + byes.get(who, 0) for who, left in self.opponents.items()}
        wrong, most = apart(situation), sum(need.values())
        order = sorted(self.opponents)
        at = {who: index for index, who in enumerate(order)}
        edges = []
        for one, other in self.left:
            weight = need[one] + need[other] - most * (frozenset((one, other)) in wrong)
            # With lots there is only one best pairing.
            lot = lots.getrandbits(LOT_BITS)
            edges.append((at[one], at[other], (weight << LOT_BITS) + lot))
        pairs = [(order[one], order[two]) for one, two in heaviest(len(order), edges)]
        return _seated(seated(pairs, situation.met, {}, situation.seed), situation.entrants)


class _PairRobin:
    """A round robin at two seats."""

    def __init__(self, situation: Situation, cycles: int) -> None:
        self.situation = situation
        self.cycles = cycles
        members = membership(situation, _first_pairs)
        # The entrants in the order of their places; late entrants come last.
        self.by_place = members.original + members.late
        # Places of the Berger table of those who were there at the start.
        self.places = berger_places(len(members.original))
        self.open = len(self.by_place) > self.places or not follows(situation, self._pairs)
        self.method = SEARCHED if self.open else 1

    @cached_property
    def _rest(self) -> OpenPairs:
        return OpenPairs(self.situation, self.cycles)

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
        one = self.situation
        if self.open:
            pods, byes = self._rest.draw()
        else:
            present = set(one.entrants)
            here = [
                pod
                for pod in self._pairs(one.round)
                if len(pod) == 2 and set(pod) <= present and frozenset(pod) not in one.never
            ]
            pods, byes = _seated(here, one.entrants)
        # Some who must meet have the same fixed seat or different tables.
        clashing = apart(one) - one.never
        for pod in pods if clashing else ():
            if (two := together(pod, clashing)) is not None:
                sentence = (
                    Sentence("formats.same-fixed-seat")
                    if same_seat(one, *two)
                    else Sentence("formats.other-fixed-table")
                )
                raise UsageFault(sentence(entrants=tuple(map(Player, two)), round=one.round))
        return Draw(
            tuple(with_fixed_seats(pod, one.fixed) for pod in pods), byes, method=self.method
        )


def _first_pairs(entrants: tuple[EntrantId, ...]) -> Iterator[Pod]:
    """The first round of a Berger table."""
    present = set(entrants)
    for pair in berger_round(berger_places(len(entrants)), 0):
        yield filled(pair, entrants, present)


# Tables of three and more.


class _PodRobin:
    """A round robin at tables of three and more; `meetings` is how often a pair may meet."""

    def __init__(self, situation: Situation, meetings: int | None) -> None:
        self.situation = situation
        self.meetings = meetings
        self.original, late = membership(situation, self._first_pods)
        self.by_place = self._by_lot(self.original) + late
        # The schedule of those who were there at the start.
        self.schedule = self._schedule(len(self.original))
        self.open = len(late) > self.schedule.free or not follows(situation, self._tables)
        self.method = SEARCHED if self.open or self.schedule.searched else 1

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

    def _tables(self, number: int) -> list[Pod]:
        """The tables of a round, also with those who are absent."""
        everybody, tables = set(self.by_place), self.schedule.tables(number - 1)
        return [filled(table, self.by_place, everybody) for table in tables]

    def rounds(self) -> int:
        return self.situation.rounds or self.schedule.rounds

    def draw(self) -> Draw:
        one, schedule = self.situation, self.schedule
        self._require_few_meetings()
        if self.open:
            seats = _open_pods(one, self.rounds() - one.round + 1)
        else:
            present = set(one.entrants)
            tables = schedule.pods(one.round - 1)
            here = [filled(table, self.by_place, present) for table in tables]
            seats = playable([pod for pod in here if pod], one.sizes, one.byes)
            seats = _seated(seats.pods, one.entrants)
        pods = separated(seats.pods, apart(one), one.met)
        pods = tuple(with_fixed_seats(pod, one.fixed) for pod in pods)
        meetings = Meetings(one.met)
        # After a change of the schedule, a pair may have met as often as it may.
        for pod in pods if self.meetings is not None else ():
            for pair in combinations(pod, 2):
                if meetings.count(*pair) >= (self.meetings or 0):
                    names = tuple(map(Player, pair))
                    raise UsageFault(
                        say(
                            "formats.met-enough",
                            entrants=names,
                            round=one.round,
                            meetings=self.meetings or 0,
                        )
                    )
        if self.open:
            repeats = sum(map(meetings.among, pods))
            figures = {"repeats": (Fraction(repeats), None)}
            return Draw(pods, seats.byes, 2 * repeats, None, figures, method=SEARCHED)
        return Draw(
            pods, seats.byes, schedule.cost, schedule.bound, schedule.figures, method=self.method
        )

    def _require_few_meetings(self) -> None:
        """UsageFault if a pair must meet more often than it may, with the arithmetic."""
        schedule, most = self.schedule, self.meetings
        if most is None or not schedule.cost:
            return
        numbers = {
            "rounds": schedule.rounds,
            "meetings": schedule.rounds * (self.situation.sizes.preferred - 1),
            "others": len(self.original) - 1,
        }
        if most == 1:
            repeats, least = schedule.cost // 2, schedule.bound // 2
            raise UsageFault(
                say("formats.too-many-meetings", **numbers, repeats=repeats, least=least)
            )
        times = schedule.figures.get("most meetings of a pair")
        if times is not None and times[0] > most:
            raise UsageFault(
                say("formats.too-many-times", **numbers, times=int(times[0]), most=most)
            )


def _open_pods(situation: Situation, rounds_left: int) -> Seated:
    """Tables of three and more for this round, with the rounds after it in mind."""
    who = situation.entrants
    if len(who) < min(situation.sizes.allowed):
        return Seated((), who)
    meetings, never = Meetings(situation.met), apart(situation)

    def met(one: EntrantId, other: EntrantId) -> int:
        return meetings.count(one, other) + NEVER * (frozenset((one, other)) in never)

    matrix = [[met(one, other) if one != other else 0 for other in who] for one in who]
    sizes = split(len(who), situation.sizes)
    rounds = max(1, min(AHEAD, rounds_left))
    start = random_rounds(range(len(who)), sizes, rounds, situation.seed + situation.round)
    byes = [situation.byes.get(entrant, 0) for entrant in who]
    search = ScheduleSearch(start, matrix, byes, bench=sizes.byes > 0)
    steps = Effort.of(situation.seconds).granted(search_steps(len(who), rounds))
    found = search.run(situation.seed, steps, goal=0)
    tables = [tuple(who[place] for place in table) for table in found[0]]
    pods = tables[: len(sizes.tables)]
    bye = tables[-1] if sizes.byes else ()
    return Seated(seated(pods, situation.met, {}, situation.seed), bye)


# The format.

# `cycles` is how often pairs meet at two seats; `repeats=no` forbids repeats, and `meetings` is how
# often a pair may meet at most.
ROBIN_SETTINGS: Final = {
    "cycles": "1",
    "repeats": "yes",
    "meetings": "",
    TIME_LIMIT: USUAL_SECONDS,
}


def robin_rounds(situation: Situation) -> int:
    """The rounds of the whole schedule."""
    return _robin(situation).rounds()


def draw_robin(situation: Situation) -> Draw:
    """The round of the schedule that the situation asks for."""
    robin = _robin(situation)
    require_round(situation, robin.rounds())
    try:
        return robin.draw()
    except UsageFault as fault:
        if robin.method == SEARCHED:
            raise SearchFault(fault.message, SEARCHED) from None
        raise


def robin_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """The round of the schedule, and who meets again."""
    robin = _robin(situation)
    first = (
        Sentence("formats.round-drawn-again")
        if robin.open
        else Sentence("formats.round-of-schedule")
    )
    found = [first(round=situation.round, rounds=robin.rounds())]
    if entrant in draw.byes:
        return [*found, say("formats.bye-in-schedule", who=Player(entrant))]
    # Which opponents an entrant meets again, and how often the schedule has that.
    pod = next((pod for pod in draw.pods if entrant in pod), ())
    meetings = Meetings(situation.met)
    if again := [other for other in pod if meetings.count(entrant, other)]:
        others = tuple(map(Player, again))
        found.append(say("formats.met-before", who=Player(entrant), others=others))
        most = draw.figures.get("most meetings of a pair")
        if most and most[1]:
            found.append(say("formats.repeated", most=int(most[0]), least=int(most[1])))
    return found


def _robin(situation: Situation) -> _Robin:
    if len(situation.seeding) < (least := min(situation.sizes.allowed)):
        raise UsageFault(say("formats.too-few", entrants=len(situation.seeding), least=least))
    most = optional_count(situation, ROBIN_SETTINGS, "meetings")
    count_setting(situation, ROBIN_SETTINGS, TIME_LIMIT)
    if situation.sizes.preferred == 2:
        cycles = count_setting(situation, ROBIN_SETTINGS, "cycles")
        if most is not None and most < cycles:
            raise UsageFault(say("formats.more-cycles", cycles=cycles, meetings=most))
        return _PairRobin(situation, cycles)
    repeats = yes_setting(situation, ROBIN_SETTINGS, "repeats")
    return _PodRobin(situation, most if repeats else 1)


# Groups: several round robins side by side. The seeds are dealt to the groups back and forth. A
# late entrant joins the smallest group.

# `groups` is their number; the other settings are those of a round robin.
GROUP_SETTINGS: Final = {"groups": "2", **ROBIN_SETTINGS}


def group_rounds(situation: Situation) -> int:
    """As many rounds as the longest round robin has."""
    return max(robin_rounds(group) for group in _by_group(situation))


def draw_groups(situation: Situation) -> Draw:
    """The tables of all groups whose round robins have not ended."""
    require_round(situation, group_rounds(situation))
    draws = {
        number: draw_robin(group)
        for number, group in enumerate(_by_group(situation))
        if group.entrants and situation.round <= robin_rounds(group)
    }
    costs = [draw.cost for draw in draws.values() if draw.cost is not None]
    bounds = [draw.bound for draw in draws.values() if draw.bound is not None]
    # Each figure is that of the group in which it is worst: few meetings, or much of others.
    figures: dict[str, tuple[Fraction, Fraction | None]] = {}
    for name, figure in chain.from_iterable(draw.figures.items() for draw in draws.values()):
        known = figures.get(name, figure)
        worse = figure[0] < known[0] if name.startswith("fewest") else figure[0] > known[0]
        figures[name] = figure if worse else known
    return Draw(
        pods=tuple(chain.from_iterable(draw.pods for draw in draws.values())),
        byes=tuple(chain.from_iterable(draw.byes for draw in draws.values())),
        cost=sum(costs) if len(costs) == len(draws) else None,
        bound=sum(bounds) if len(bounds) == len(draws) else None,
        figures=figures,
        groups=tuple(number for number, draw in draws.items() for _ in draw.pods),
        method=max((draw.method for draw in draws.values()), default=1),
    )


def group_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """The group, and the reasons of its round robin."""
    for number, group in enumerate(_by_group(situation), 1):
        if entrant in group.seeding:
            own = [say("formats.in-group", who=Player(entrant), group=number)]
            pods = tuple(pod for pod in draw.pods if set(pod) <= set(group.seeding))
            if not any(entrant in some for some in (*pods, draw.byes)):
                return own
            return [*own, *robin_reasons(group, replace(draw, pods=pods), entrant)]
    return []


def group_of(situation: Situation) -> Mapping[EntrantId, int]:
    """The number of the group that each entrant belongs to."""
    groups = enumerate(_groups(situation))
    return {entrant: number for number, group in groups for entrant in group}


def _by_group(situation: Situation) -> list[Situation]:
    """Each group as a stage of its own."""
    settings = {name: value for name, value in situation.settings.items() if name in ROBIN_SETTINGS}
    return [
        replace(
            situation,
            seeding=tuple(who for who in situation.seeding if who in group),
            entrants=tuple(who for who in situation.entrants if who in group),
            met=tuple(met for met in situation.met if group & set(met.pod)),
            settings=settings,
        )
        for group in _groups(situation)
    ]


def _groups(situation: Situation) -> list[set[EntrantId]]:
    count = count_setting(situation, GROUP_SETTINGS, "groups")
    least = min(situation.sizes.allowed)

    def dealt(entrants: tuple[EntrantId, ...]) -> list[tuple[EntrantId, ...]]:
        share, more = divmod(len(entrants), count)
        if share < least:
            raise UsageFault(
                say(
                    "formats.small-groups",
                    entrants=len(entrants),
                    groups=count,
                    size=share,
                    least=least,
                )
            )
        return snake(entrants, [share + (number < more) for number in range(count)])

    if len(situation.seeding) < count * least:
        dealt(situation.seeding)
    members = membership(situation, dealt)
    groups = [set(group) for group in dealt(members.original)]
    given = {entrant: met.group for met in situation.met for entrant in met.pod}
    for entrant in members.late:
        smallest = min(range(count), key=lambda number: len(groups[number]))
        groups[given.get(entrant, smallest)].add(entrant)
    return groups
