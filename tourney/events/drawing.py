"""The draw of the next round: the situation that a format sees, its seed, and the check of a draw.

The seed of every draw follows from the seed of the event, which was stored before any decision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from typing import Any, Final, TypeAlias

from engines.messages import say
from tourney.domain.draws import Draw, EntrantId, Met, Pod, Situation, Sizes
from tourney.domain.errors import Conflict, UsageFault
from tourney.events import wording
from tourney.events.attendance import Places, joined_rounds, playing_in, taken_places
from tourney.events.fillers import seats_to_fill, without
from tourney.events.given_tables import given_draw, listed
from tourney.events.ranking import StageRow, points, ranking
from tourney.events.restrictions import at_fixed_tables
from tourney.events.state import EventState, RoundState, StageState, TableState
from tourney.formats.format_settings import Format, Order, search_seconds

MANUAL: Final = "manual"
AUTO: Final = "auto"
SEED_BYTES: Final = 8
STAGE: Final = -1
"""The number of a round in the seed of what is drawn once for a whole stage."""


Byes: TypeAlias = Mapping[EntrantId, tuple[int, ...]]


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
    return int.from_bytes(sha256(words.encode()).digest()[:SEED_BYTES], "big") >> 1


def witness(seed: int) -> str:
    """The hash of a seed, to be published before the round is drawn with it."""
    return sha256(str(seed).encode()).hexdigest()


def next_seed(state: EventState, stage: StageState) -> int:
    """The seed for the next draw of a stage."""
    number = len(stage.rounds) + 1
    return seed_of(state, stage.plan.name, number, stage.undrawn.get(number, 0))


def coming_seed(state: EventState, stage: StageState, length: int | None) -> int:
    """The seed for the next draw of an event: of a stage, or of the one after it if that is over.

    `length` is the number of rounds of the stage.
    """
    following = state.next_plan()
    if following is not None and length is not None and len(stage.rounds) >= length:
        undrawn = state.undrawn.get(following.name, {})
        return seed_of(state, following.name, 1, undrawn.get(1, 0))
    return next_seed(state, stage)


def situation(
    state: EventState, stage: StageState, allowed: Sequence[int], *, rounds: int | None = None
) -> Situation:
    """What a format may use to draw the next round; with `rounds`, only after so many rounds.

    `allowed` are the numbers of seats that the game of the round takes.
    """
    known = stage.rounds if rounds is None else stage.rounds[:rounds]
    playing = state.playing(stage) if rounds is None else playing_in(stage, rounds + 1)
    if rounds is not None:
        stage = StageState(stage.plan, stage.seeding, list(known), stage.joined)
    plan = stage.plan
    places = taken_places(state, stage)
    sizes = tuple(size for size in plan.sizes.allowed if size in allowed)
    byes = _at_places(stage.bye_rounds(), places)
    return Situation(
        entrants=tuple(dict.fromkeys(places.get(one, one) for one in playing)),
        seeding=tuple(dict.fromkeys(places.get(one, one) for one in stage.seeding)),
        round=len(known) + 1,
        sizes=Sizes(sizes, plan.sizes.preferred),
        seed=next_seed(state, stage),
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
        older=state.plan.older,
    )


def _at_places(found: Mapping[EntrantId, tuple[int, ...]], places: Places) -> Byes:
    """The rounds of entrants, those of one who was replaced for the one who has the place."""
    taken: dict[EntrantId, tuple[int, ...]] = {}
    for entrant, rounds in found.items():
        place = places.get(entrant, entrant)
        taken[place] = tuple(sorted({*taken.get(place, ()), *rounds}))
    return taken


def _met(state: EventState, round_: RoundState, table: TableState, places: Places) -> Met:
    """A pod of a drawn round: who played, in the order of seats, then those who were absent."""
    gone = tuple(one for one in table.seats if one in table.absent)
    bots = [one for one in table.seats if state.entrants[one].fills]
    gone = tuple(one for one in gone if one not in bots)
    here = tuple(one for one in table.present() if one not in bots)
    found: tuple[int, ...] = ()
    if table.result is not None:
        here, found = without(table.result, bots)
    absent = tuple(range(len(here), len(here) + len(gone)))
    if table.result is not None:
        ends: tuple[int, ...] | None = (*found, *(len(here) + 1 for _ in gone))
    elif table.playable:
        ends = None
    else:
        ends = (*(1 for _ in here), *(len(here) + 1 for _ in gone))
    pod = tuple(places.get(one, one) for one in (*here, *gone))
    return Met(round_.number, pod, ends, absent, table.group)


def drawn(
    state: EventState,
    stage: StageState,
    format_: Format | None,
    *,
    allowed: Sequence[int],
    wanted: Wanted,
) -> dict[str, Any]:
    """The details of the row for the next round of a stage.

    UsageFault for tables that are not possible, Conflict for a repeat that the plan forbids.
    """
    where = replace(situation(state, stage, allowed), drawn=wanted.drawn)
    if len(where.entrants) < min(where.sizes.allowed, default=1):
        raise Conflict(say("events.too-few-play", count=len(where.entrants), sizes=listed(where)))
    if wanted.pods:
        draw = given_draw(where, wanted.pods, format_, stage.plan.format, searched=wanted.searched)
    elif format_ is None:
        raise UsageFault(say("events.give-pods", format=stage.plan.format))
    else:
        draw = at_fixed_tables(_of_format(where, format_, wanted.sizes), where)
    if not state.plan.repeats:
        _require_new(where, draw)
    away = [one for one in stage.seeding if state.entrants[one].away]
    return {
        "stage": stage.plan.name,
        "round": where.round,
        "game": stage.plan.game(where.round),
        "seed": where.seed,
        "how": MANUAL if wanted.pods else AUTO,
        **({"program": wanted.program} if wanted.program else {}),
        "sizes": list(wanted.sizes),
        "least": min(allowed),
        "away": away,
        "filled": seats_to_fill(state, stage, draw.pods, allowed, where.seed),
        **as_details(draw),
    }


def as_details(draw: Draw) -> dict[str, Any]:
    """A draw as JSON values."""
    return {
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
    """The inverse of `as_details`."""
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
    some = tuple(sorted(set(sizes)))
    preferred = max(some, key=lambda size: (sizes.count(size), size))
    draw = format_.draw(replace(where, sizes=Sizes(some, preferred)))
    found = sorted(map(len, draw.pods))
    if found != sorted(sizes):
        got = "+".join(map(str, sorted(found, reverse=True)))
        raise UsageFault(say("events.other-sizes", sizes="+".join(map(str, sizes)), drawn=got))
    return draw


def _require_new(where: Situation, draw: Draw) -> None:
    """Conflict if two entrants of a draw have met, in an event without repeats."""
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
                raise Conflict(say("events.repeat", a=wording.entrant(a), b=wording.entrant(b)))


def stage_length(
    state: EventState, stage: StageState, format_: Format | None, allowed: Sequence[int]
) -> int | None:
    """How many rounds a stage has; None if the organiser ends it."""
    planned = stage.plan.rounds
    if format_ is None or not stage.seeding:
        return planned
    found = format_.rounds(situation(state, stage, allowed))
    return found if planned is None else planned if found is None else min(planned, found)


def order_of(
    state: EventState, stage: StageState, format_: Format | None, allowed: Sequence[int]
) -> Order:
    """The order of a stage in groups of equals: by its format, else by points and tie-breaks."""
    rows = standings_of(state, stage, format_, allowed)
    places = dict.fromkeys(row.place for row in rows)
    return tuple(tuple(row.entrant for row in rows if row.place == place) for place in places)


def standings_of(
    state: EventState,
    stage: StageState,
    format_: Format | None,
    allowed: Sequence[int],
    ratings: Mapping[EntrantId, int] | None = None,
) -> list[StageRow]:
    """The standings of a stage, in the order of its format if that decides, such as a bracket."""
    rows = ranking(state, stage, ratings)
    order = format_.order(situation(state, stage, allowed)) if format_ and stage.rounds else None
    if order is None:
        return rows
    of_entrant = {row.entrant: row for row in rows}
    found: list[StageRow] = []
    listed = {one for equals in order for one in equals}
    rest = tuple(row.entrant for row in rows if row.entrant not in listed)
    shown = (tuple(one for one in equals if one in of_entrant) for equals in (*order, rest))
    for equals in filter(None, shown):
        place = len(found) + 1
        for one in equals:
            why = say("scoring.shared") if one != equals[-1] else say("events.by-format")
            found.append(of_entrant[one]._replace(place=place, tiebreaks=(), why=why))
    if found:
        found[-1] = found[-1]._replace(why=None)
    return found
