"""The draw of the next round: the situation that a format sees, its seed, given and fixed tables.

The seed of every draw follows from the seed of the event, which was stored before any decision. The
cards of a table follow from the seed of the event too, which stays secret: the seed of a draw is
published, and nobody should be able to compute the cards from it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from typing import Any, Final

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import Message, Player, Sentence, say
from tourney.domain.errors import Conflict, TourneyError, UsageFault, quoted
from tourney.domain.event_log import Draw, EnteredBot, EntrantId, Met, Pod, Situation, Sizes
from tourney.events.attendance import (
    Places,
    joined_rounds,
    playing_in,
    seats_to_fill,
    taken_places,
    without,
)
from tourney.events.event_state import EventState, RoundState, StageState, TableState
from tourney.events.stage_standings import StageRow, points, ranking
from tourney.formats.format_settings import Format, Order, Passage, search_seconds
from tourney.formats.formats import FORMATS
from tourney.formats.history import Meetings, other_table, together
from tourney.formats.seating import Seats

MANUAL: Final = "manual"
AUTO: Final = "auto"
SEED_BYTES: Final = 8
STAGE: Final = -1
"""The number of a round in the seed of what is drawn once for a whole stage."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the organiser wants the next round: all pods, or the sizes of the tables, or neither.

    `program` is another program that made the pods. `drawn` is the draw of a row that is checked;
    its pods were `searched` if an earlier search found them.
    """

    pods: tuple[Pod, ...] = ()
    sizes: tuple[int, ...] = ()
    program: str = ""
    drawn: Draw | None = None
    searched: bool = False


def seed_of(state: EventState, stage: str, number: int, attempt: int = 0) -> int:
    """The seed for drawing a round; each time a round is drawn again, it is another one."""
    words = f"{state.seed}/{stage}/{number}/{attempt}"
    # 63 bits: databases have no larger integers.
    return int.from_bytes(sha256(words.encode()).digest()[:SEED_BYTES], "big") >> 1


def witness(seed: int) -> str:
    """The hash of a seed, to be published before the round is drawn with it."""
    return sha256(str(seed).encode()).hexdigest()


def coming_seed(state: EventState, stage: StageState, length: int | None) -> int:
    """The seed for the next draw of an event: of a stage, or of the one after it if that is over.

    `length` is the number of rounds of the stage.
    """
    name, number, undrawn = stage.plan.name, len(stage.rounds) + 1, stage.undrawn
    following = state.next_plan()
    if following is not None and length is not None and number > length:
        name, number, undrawn = following.name, 1, state.undrawn.get(following.name, {})
    return seed_of(state, name, number, undrawn.get(number, 0))


def situation(
    state: EventState, stage: StageState, allowed: Sequence[int], *, rounds: int | None = None
) -> Situation:
    """What a format may use to draw the next round; with `rounds`, only after so many rounds.

    `allowed` are the numbers of seats that the game of the round takes.
    """
    # For the reasons of an earlier draw: as if the later ones had not been made.
    known = stage.rounds if rounds is None else stage.rounds[:rounds]
    playing = state.playing(stage) if rounds is None else playing_in(stage, rounds + 1)
    if rounds is not None:
        stage = StageState(stage.plan, stage.seeding, list(known), stage.joined)
    plan, number = stage.plan, len(known) + 1
    places = taken_places(state, stage)
    # The byes of somebody who was replaced belong to whoever has the place now.
    byes: dict[EntrantId, tuple[int, ...]] = {}
    for entrant, had in stage.bye_rounds().items():
        place = places.get(entrant, entrant)
        byes[place] = tuple(sorted({*byes.get(place, ()), *had}))
    return Situation(
        entrants=tuple(dict.fromkeys(places.get(entrant, entrant) for entrant in playing)),
        seeding=tuple(dict.fromkeys(places.get(entrant, entrant) for entrant in stage.seeding)),
        round=number,
        sizes=Sizes(
            tuple(size for size in plan.sizes.allowed if size in allowed), plan.sizes.preferred
        ),
        seed=seed_of(state, plan.name, number, stage.undrawn.get(number, 0)),
        rounds=plan.rounds,
        points=points(state, stage),
        met=tuple(_met(state, one, table, places) for one in known for table in one.tables),
        byes={entrant: len(numbers) for entrant, numbers in byes.items()},
        never=state.plan.never,
        fixed=state.plan.fixed,
        settings=plan.settings,
        seconds=search_seconds(plan.settings),
        stage_seed=seed_of(state, plan.name, STAGE),
        bye_rounds=byes,
        joined=joined_rounds(state, stage, known, places),
        places=places,
        tables=state.plan.tables,
        new_seats=state.plan.new_seats,
    )


class SeatCounts(Mapping[str, Sequence[int]]):
    """The numbers of seats of every game; a game is imported when it is asked for."""

    def __getitem__(self, name: str) -> Sequence[int]:
        return GAMES[name].seats

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


@dataclass(frozen=True, slots=True)
class EventRules:
    """What decisions need to know: all formats, and the numbers of seats of every game.

    A stage whose format is not among them is one for which the organiser gives all tables.
    """

    formats: Mapping[str, Format]
    seats: Mapping[str, Sequence[int]]

    def situation(self, state: EventState, stage: StageState) -> Situation:
        """What a format may use to draw the next round of a stage."""
        return situation(state, stage, self.seats[stage.plan.game(len(stage.rounds) + 1)])

    def standings(
        self, state: EventState, stage: StageState, ratings: Mapping[EntrantId, int] | None = None
    ) -> list[StageRow]:
        """The standings of a stage, in the order of its format if that decides, as a bracket."""
        rows, format_ = ranking(state, stage, ratings), self.formats.get(stage.plan.format)
        order = None
        if format_ is not None and stage.rounds and not stage.plan.per_match:
            allowed = self.seats[stage.plan.game(len(stage.rounds))]
            order = format_.order(situation(state, stage, allowed))
        if order is None:
            return rows
        of_entrant = {row.entrant: row for row in rows}
        listed = {entrant for equals in order for entrant in equals}
        rest = tuple(row.entrant for row in rows if row.entrant not in listed)
        ordered: list[StageRow] = []
        for named in (*order, rest):
            equals = [one for one in named if one in of_entrant]
            # Equals share the first of their places; the next ones come after all of them.
            place = len(ordered) + 1
            for one in equals:
                why = say("scoring.shared") if one != equals[-1] else say("events.by-format")
                ordered.append(of_entrant[one]._replace(place=place, tiebreaks=(), why=why))
        if ordered:
            ordered[-1] = ordered[-1]._replace(why=None)
        return ordered

    def passage(self, state: EventState, stage: StageState) -> Passage:
        """What a bracket knows of its rounds; nothing of another stage."""
        format_ = self.formats.get(stage.plan.format)
        if format_ is None or not format_.elimination or not stage.rounds:
            return Passage()
        return format_.passage(self.situation(state, stage))

    def order(self, state: EventState, stage: StageState) -> Order:
        """The order of a stage in groups of equals: by its format, or by points and tie-breaks."""
        places: dict[int, tuple[EntrantId, ...]] = {}
        for row in self.standings(state, stage):
            places[row.place] = (*places.get(row.place, ()), row.entrant)
        return tuple(places.values())

    def length(self, state: EventState, stage: StageState) -> int | None:
        """How many rounds a stage has; None if the organiser ends it."""
        planned, format_ = stage.plan.rounds, self.formats.get(stage.plan.format)
        if format_ is None or not stage.seeding:
            return planned
        if format_.rounds_of_stage is None:  # nobody has to know who met whom
            return planned or format_.unplanned_rounds
        by_format = format_.rounds_of_stage(self.situation(state, stage))
        return min((one for one in (planned, by_format) if one is not None), default=None)

    def needed(self, state: EventState, stage: StageState) -> list[EntrantId]:
        """Those who have left and without whom a stage has fewer rounds, such as a champion."""
        format_ = self.formats.get(stage.plan.format)
        if format_ is None or not stage.seeding:
            return []
        where = self.situation(state, stage)

        def rounds(*more: EntrantId) -> int:
            return format_.rounds(replace(where, entrants=(*where.entrants, *more))) or 0

        # Tried out with each of them back: who brings rounds back is needed for these.
        gone = [entrant for entrant in where.seeding if entrant not in where.entrants]
        return [entrant for entrant in gone if rounds(entrant) > rounds()]

    def coming(self, state: EventState, stage: StageState) -> list[Draw]:
        """The draws of all later rounds, if the format fixed them before the first one."""
        format_, length = self.formats.get(stage.plan.format), self.length(state, stage)
        if format_ is None or length is None or not format_.scheduled:
            return []
        where = self.situation(state, stage)
        return [format_.draw(replace(where, round=n)) for n in range(where.round, length + 1)]

    def decides(self, state: EventState, stage: StageState) -> bool:
        """Whether the format orders the entrants itself, as a bracket does."""
        format_ = self.formats.get(stage.plan.format)
        return format_ is not None and format_.order(self.situation(state, stage)) is not None


RULES: Final = EventRules(FORMATS, SeatCounts())
"""All formats and games."""


def _met(state: EventState, round_: RoundState, table: TableState, places: Places) -> Met:
    """A pod of a drawn round: who played, in the order of seats, then those who were absent."""
    # A format never sees bots that only fill seats: nobody is paired because of them.
    bots = [entrant for entrant in table.seats if state.entrants[entrant].fills]
    gone = tuple(
        entrant for entrant in table.seats if entrant in table.absent and entrant not in bots
    )
    here = tuple(entrant for entrant in table.present() if entrant not in bots)
    ends: tuple[int, ...] | None = None
    if table.result is not None:
        here, ends = without(table.result, bots)
    elif not table.playable:
        # Too few are here for a match: they are first without one, so that a bracket goes on.
        ends = (1,) * len(here)
    if ends is not None:
        ends = (*ends, *(len(here) + 1 for _ in gone))
    # A substitute has met whom the entrant met whose place it is.
    pod = tuple(places.get(one, one) for one in (*here, *gone))
    absent = tuple(range(len(here), len(pod)))
    return Met(round_.number, pod, ends, absent, table.group)


def drawn(
    state: EventState, stage: StageState, rules: EventRules, wanted: Wanted
) -> dict[str, Any]:
    """The details of the row for the next round of a stage.

    UsageFault for tables that are not possible, Conflict for a repeat that the plan forbids.
    """
    if state.sealed.waits:
        raise Conflict(say("events.beacon-first", source=quoted(state.sealed.source)))
    format_ = rules.formats.get(stage.plan.format)
    allowed = rules.seats[stage.plan.game(len(stage.rounds) + 1)]
    where = replace(situation(state, stage, allowed), drawn=wanted.drawn)
    # Before the format is asked: its errors are about tables that it cannot make.
    if len(where.entrants) < min(where.sizes.allowed, default=1):
        raise Conflict(say("events.too-few-play", count=len(where.entrants), sizes=listed(where)))
    if wanted.pods:
        draw = given_draw(where, wanted.pods, format_, searched=wanted.searched)
    elif format_ is None:
        raise UsageFault(say("events.give-pods", format=stage.plan.format))
    else:
        draw = at_fixed_tables(_of_format(where, format_, wanted.sizes), where)
    # `repeats = false` holds in every format, also for tables that the organiser gives.
    if not state.plan.repeats:
        met = {
            frozenset(pair)
            for pod in where.met
            for pair in combinations(
                [one for seat, one in enumerate(pod.pod) if seat not in pod.absent], 2
            )
        }
        for pod in draw.pods:
            for a, b in combinations(pod, 2):
                if frozenset((a, b)) in met:
                    raise Conflict(say("events.repeat", a=Player(a), b=Player(b)))
    return {
        "stage": stage.plan.name,
        "round": where.round,
        "game": stage.plan.game(where.round),
        "seed": where.seed,
        "how": MANUAL if wanted.pods else AUTO,
        **({"program": wanted.program} if wanted.program else {}),
        "sizes": list(wanted.sizes),
        # So that the state follows from the rows, without any game.
        "least": min(allowed),
        "away": [entrant for entrant in stage.seeding if state.entrants[entrant].away],
        "filled": seats_to_fill(state, stage, draw.pods, allowed, where.seed),
        "pods": [list(pod) for pod in draw.pods],
        "byes": list(draw.byes),
        "groups": list(draw.groups),
        "cost": draw.cost,
        "bound": draw.bound,
        "figures": {
            name: [str(value), None if least is None else str(least)]
            for name, (value, least) in draw.figures.items()
        },
        **({"method": draw.method} if draw.method > 1 else {}),
    }


def method_of(details: Mapping[str, Any]) -> int:
    """Which search made the draw of a row."""
    return int(details.get("method", 1))


def as_draw(details: Mapping[str, Any]) -> Draw:
    """The draw in the details of a row."""
    return Draw(
        pods=tuple(map(tuple, details["pods"])),
        byes=tuple(details["byes"]),
        cost=details["cost"],
        bound=details["bound"],
        figures={
            name: (Fraction(value), None if least is None else Fraction(least))
            for name, (value, least) in details["figures"].items()
        },
        groups=tuple(details["groups"]),
        method=method_of(details),
    )


def _of_format(where: Situation, format_: Format, sizes: tuple[int, ...]) -> Draw:
    """The draw of a format, with tables of the wanted sizes."""
    if not sizes:
        return format_.draw(where)
    seats = sum(sizes)
    if not 0 <= len(where.entrants) - seats < max(sizes):
        text = "+".join(map(str, sizes))
        raise UsageFault(
            say("events.seats-for", sizes=text, seats=seats, count=len(where.entrants))
        )
    impossible = [size for size in sizes if size not in where.sizes.allowed]
    if impossible:
        raise UsageFault(say("events.size-not-allowed", size=impossible[0], sizes=listed(where)))
    # A format knows allowed and preferred sizes, not how many tables of each: it is tried.
    some = tuple(sorted(set(sizes)))
    preferred = max(some, key=lambda size: (sizes.count(size), size))
    draw = format_.draw(replace(where, sizes=Sizes(some, preferred)))
    drawn_sizes = sorted(map(len, draw.pods))
    if drawn_sizes != sorted(sizes):
        got = "+".join(map(str, sorted(drawn_sizes, reverse=True)))
        raise UsageFault(say("events.other-sizes", sizes="+".join(map(str, sizes)), drawn=got))
    return draw


def listed(where: Situation) -> str:
    """The sizes that a table may have."""
    return ", ".join(map(str, where.sizes.allowed))


def given_draw(
    where: Situation, pods: tuple[Pod, ...], format_: Format | None, *, searched: bool = False
) -> Draw:
    """The tables as given. Who is left out has a bye if it would be in the draw of the format.

    Tables that were `searched` are not the choice of an organiser, who may give nobody a second bye
    before the others have one: a schedule may have to.
    """
    seated = [entrant for pod in pods for entrant in pod]
    for pod in pods:
        if len(pod) not in where.sizes.allowed:
            raise UsageFault(say("events.size-not-allowed", size=len(pod), sizes=listed(where)))
        for a, b in combinations(pod, 2):
            if frozenset((a, b)) in where.never:
                raise UsageFault(say("events.never-together", a=Player(a), b=Player(b)))
        for one in pod:
            if seated.count(one) > 1:
                raise UsageFault(say("events.seated-twice", who=Player(one)))
            if one not in where.entrants:
                raise UsageFault(say("events.not-playing", who=Player(one)))
    # In these formats a round is not for everybody: who would not be drawn has no bye.
    usual: Draw | None = None
    if format_ is not None and format_.partial:
        with suppress(TourneyError):  # a tie that the organiser decides with these tables
            usual = format_.draw(where)
    byes = tuple(entrant for entrant in where.entrants if entrant not in seated)
    if format_ is not None and format_.continuous:
        byes = ()
    elif usual is not None:
        drawn = {*usual.byes, *(entrant for pod in usual.pods for entrant in pod)}
        byes = tuple(entrant for entrant in byes if entrant in drawn)
    again = [entrant for entrant in byes if where.byes.get(entrant, 0)]
    fresh = [entrant for entrant in seated if not where.byes.get(entrant, 0)]
    if again and fresh and not searched:
        lowest = min(fresh, key=lambda one: (where.points.get(one, 0), -fresh.index(one)))
        raise UsageFault(say("events.second-bye", who=Player(again[0]), other=Player(lowest)))
    if searched and format_ is not None and format_.group_of is not None:
        # Who was exchanged by hand has met another group, but is still in the own one.
        group_of = format_.group_of(where)
        return Draw(pods, byes, groups=tuple(group_of.get(pod[0], 0) for pod in pods))
    groups: tuple[int, ...] = ()
    if usual is not None and usual.groups:
        # A table that mixes groups belongs to that of most of its players.
        group = {entrant: met.group for met in where.met for entrant in met.pod}
        pairs = zip(usual.pods, usual.groups, strict=True)
        group |= {entrant: number for pod, number in pairs for entrant in pod}
        counts = (Counter(group.get(entrant, 0) for entrant in pod) for pod in pods)
        groups = tuple(count.most_common(1)[0][0] for count in counts)
    return Draw(pods, byes, groups=groups)


def at_fixed_tables(draw: Draw, where: Situation) -> Draw:
    """The draw with fixed entrants at their tables; the other tables keep their order.

    UsageFault if two entrants with different tables meet. A round with fewer tables has the entrant
    at its last one.
    """
    tables, count = where.tables, len(draw.pods)
    # Pods as near as possible to the wanted tables, the lowest number first; a round that has
    # fewer tables brings several pods to its last one.
    wanted = sorted(
        (min(min(tables[entrant] for entrant in pod if entrant in tables), count), at)
        for at, pod in enumerate(draw.pods)
        if any(entrant in tables for entrant in pod)
    )
    pod_at: dict[int, int] = {}
    for number, at in wanted:
        free = [table for table in range(number, 0, -1) if table not in pod_at]
        free += [table for table in range(number + 1, count + 1) if table not in pod_at]
        pod_at[free[0]] = at
    # The other pods fill the tables that are left, in the order of the draw.
    rest = iter(at for at in range(count) if at not in pod_at.values())
    order = [pod_at[table] if table in pod_at else next(rest) for table in range(1, count + 1)]
    pairs = map(frozenset, combinations(sorted(where.tables), 2))
    clashing = [pair for pair in pairs if other_table(where, *pair)]
    for pod in draw.pods if clashing else ():
        if (pair := together(pod, clashing)) is not None:
            raise UsageFault(
                say("events.tables-clash", a=Player(pair[0]), b=Player(pair[1]), round=where.round)
            )
    groups = tuple(draw.groups[at] for at in order) if draw.groups else ()
    return replace(draw, pods=tuple(draw.pods[at] for at in order), groups=groups)


def restrictions_of(where: Situation, pod: Pod, entrant: EntrantId) -> Iterator[Message]:
    """What the plan says about an entrant, and how the seats of a pod keep it."""
    who = Player(entrant)
    if entrant in where.fixed:
        yield say("events.has-seat", who=who, seat=seat_letter(where.fixed[entrant]))
    if entrant in where.tables:
        yield say("events.has-table", who=who, table=where.tables[entrant])
    others = sorted(
        one for pair in where.never if entrant in pair for one in pair if one != entrant
    )
    here = [other for other in others if other in where.entrants]
    if here:
        yield say("events.never-with", who=who, others=tuple(map(Player, here)))
    if where.new_seats and entrant in pod and where.met:
        # The seat, and how often the entrant had each seat before.
        seat, counts = pod.index(entrant), Seats(where.met).counts[entrant]
        letters = range(max(len(pod), *counts, 0))
        before = tuple(f"{seat_letter(at)} {counts[at]}" for at in letters if counts[at])
        sentence = Sentence("events.seat-again" if counts[seat] else "events.new-seat")
        yield sentence(who=who, seat=seat_letter(seat), before=before or ("-",))
    most = where.settings.get("meetings", "")
    if most and entrant in pod:
        meetings = Meetings(where.met)
        # With this round, which `met` does not have yet.
        highest = max((meetings.count(entrant, one) for one in pod if one != entrant), default=0)
        yield say("events.meetings-so-far", who=who, most=int(most), count=highest + 1)


SEED_DIGITS: Final = 32


def card_seed(state: EventState, stage: StageState, number: int) -> str:
    """The seed of the cards of a round; it is another one each time the round is drawn again."""
    # With other cards for every attempt nobody gains by seeing a round and drawing it again.
    attempt = stage.undrawn.get(number, 0)
    words = f"{state.seed}/{stage.plan.name}/{number}/{attempt}/cards"
    return sha256(words.encode()).hexdigest()[:SEED_DIGITS]


def deal_number(state: EventState, table: TableState) -> int:
    """The deal of a table in its round: its number, or 0 at all tables of a duplicate event."""
    return 0 if state.plan.duplicate else table.number


def open_tables(round_: RoundState) -> list[TableState]:
    """The tables of a round that can be played and have no match."""
    return [table for table in round_.tables if table.playable and table.match is None]


def bots_at(state: EventState, table: TableState) -> dict[EntrantId, EnteredBot]:
    """The bots at a table, by entrant."""
    bots = ((entrant, state.entrants[entrant].bot) for entrant in table.present())
    return {one: bot for one, bot in bots if bot is not None}


def due_for_bots(state: EventState, round_: RoundState) -> tuple[Sequence[TableState], ...]:
    """The open tables of a round without people, and those with people."""
    due = open_tables(round_)
    alone = [table for table in due if len(bots_at(state, table)) == len(table.present())]
    return alone, [table for table in due if table not in alone]
