"""Who goes on to the next stage: the holders of places of earlier stages; ties across a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from random import Random
from typing import Protocol

from engines.messages import say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import Conflict
from tourney.events import wording
from tourney.events.drawing import order_of, seed_of
from tourney.events.fillers import without
from tourney.events.ranking import OUT, ranking
from tourney.events.slots import MATCH, TABLE, StageSource
from tourney.events.state import EventState, StageState, TableState
from tourney.formats.format_settings import Format, Order
from tourney.scoring.tiebreaks import tiebreak

LOTS_ROUND = 0
"""The number of the round in the seed of lots, which are drawn before round 1 of a stage."""


@dataclass(frozen=True, slots=True)
class SharedLine:
    """A line that falls among equals: who shares it, and how many of them are above it.

    `decided` says that the organiser named those above it, after a play-off.
    """

    source: StageSource
    equals: tuple[EntrantId, ...]
    places: int
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Qualified:
    """The entrants of the next stage, best first, and the lines that lots had to decide."""

    entrants: tuple[EntrantId, ...]
    lines: tuple[SharedLine, ...] = ()


Seats = Mapping[str, Sequence[int]]
"""The numbers of seats that each game takes."""


class QualifyingRules(Protocol):
    """Says how many rounds a stage has."""

    def length(self, state: EventState, stage: StageState) -> int | None:
        """How many rounds a stage has; None if the organiser ends it."""


def qualified(
    state: EventState,
    sources: Sequence[StageSource],
    stage: str,
    formats: Mapping[str, Format],
    seats: Seats,
    ahead: Sequence[EntrantId] = (),
) -> Qualified:
    """The entrants who go on to a stage; equals across a line are in the order of lots.

    Those in `ahead` come before their equals.

    Entrants who have left do not go on: the next ones move up.
    """
    luck = Random(seed_of(state, stage, LOTS_ROUND))
    found: list[EntrantId] = []
    lines: list[SharedLine] = []
    for source in sources:
        some: list[EntrantId] = []
        for order in _orders(state, source, formats, seats):
            more, shared = _places(state, source, _ordered(order, luck, ahead), ahead)
            some += more
            lines += shared
        if source.best is not None:
            order = _ordered(_by_merit(state, source, some), luck, ahead)
            some, shared = _places(state, replace(source, first=1, last=source.best), order, ahead)
            lines += (replace(line, source=source) for line in shared)
        found += [one for one in some if one not in found]
    return Qualified(tuple(found), tuple(lines))


def _by_merit(state: EventState, source: StageSource, some: Sequence[EntrantId]) -> Order:
    """Entrants of different groups or tables, best first, in groups of equals.

    Their points for each round of their stage are compared, then the tie-breaks that all of them
    have; groups may have different numbers of rounds. Who met whom is not compared.
    """
    stage = state.stage_named(source.stage)
    assert stage is not None
    rows = {row.entrant: row for row in ranking(state, stage) if row.entrant in some}
    shared = [
        name
        for name in stage.plan.tiebreaks
        if not tiebreak(name).relative and all(name in dict(row.tiebreaks) for row in rows.values())
    ]

    def merit(entrant: EntrantId) -> tuple[Fraction, ...]:
        row = rows[entrant]
        rounds = row.matches + sum(missed.kind != OUT for missed in row.unplayed)
        values = dict(row.tiebreaks)
        return (row.points / max(rounds, 1), *(values[name] for name in shared))

    ordered = sorted(some, key=merit, reverse=True)
    return tuple(tuple(equals) for _, equals in groupby(ordered, key=merit))


def _orders(
    state: EventState, source: StageSource, formats: Mapping[str, Format], seats: Seats
) -> Iterator[Order]:
    """The orders of which a slot takes places: of a stage, its groups or its tables."""
    stage = state.stage_named(source.stage)
    if stage is None:
        raise Conflict(say("events.not-begun", stage=source.stage))
    if source.part in (TABLE, MATCH):
        yield from map(partial(_order_at, state), _tables(stage, source))
        return
    order = _standing(state, stage, formats, seats)
    if not source.part:
        yield order
        return
    group = groups_of(stage)
    for number in sorted(set(group.values())):
        if source.number in (None, number + 1):
            parts = (tuple(one for one in equals if group.get(one) == number) for equals in order)
            yield tuple(part for part in parts if part)


def _standing(
    state: EventState, stage: StageState, formats: Mapping[str, Format], seats: Seats
) -> Order:
    game = stage.plan.game(max(len(stage.rounds), 1))
    return order_of(state, stage, formats.get(stage.plan.format), seats[game])


def _tables(stage: StageState, source: StageSource) -> list[TableState]:
    """The tables of a slot; Conflict if one of them is not drawn."""
    if source.part == MATCH:
        tables = [table for _, table in stage.tables()]
    else:
        round_ = stage.round(source.round or len(stage.rounds))
        tables = round_.tables if round_ else []
    number = source.number
    found = tables if number is None else tables[number - 1 : number]
    if not found:
        raise Conflict(say("events.not-ready", source=wording.source(source)))
    return found


def _order_at(state: EventState, table: TableState) -> Order:
    """The entrants of a table in groups of equals, best first; without those who were absent."""
    if table.result is None:
        return (table.present(),) if table.present() else ()
    bots = [one for one in table.seats if state.entrants[one].fills]
    entrants, places = without(table.result, bots)
    ranked = sorted(zip(places, entrants, strict=True))
    return tuple(
        tuple(one for _, one in equals) for _, equals in groupby(ranked, key=lambda pair: pair[0])
    )


def is_ready(state: EventState, rules: "QualifyingRules", source: StageSource) -> bool:
    """Whether the places of a slot are decided: all results are there on which they depend."""
    stage = state.stage_named(source.stage)
    if stage is None:
        return False
    if source.part not in (TABLE, MATCH) or (source.part == TABLE and source.round is None):
        length = rules.length(state, stage)
        drawn = length is None or len(stage.rounds) >= length
        over = drawn or len(state.playing(stage)) < min(stage.plan.sizes.allowed)
        return bool(stage.rounds) and over and not stage.missing()
    try:
        return not any(table.missing for table in _tables(stage, source))
    except Conflict:
        return False


def groups_of(stage: StageState) -> dict[EntrantId, int]:
    """The group of every entrant who has sat at a table."""
    return {one: table.group for _, table in stage.tables() for one in table.seats}


def _ordered(order: Order, luck: Random, ahead: Sequence[EntrantId]) -> Order:
    """The order with equals in the order of lots, but those in `ahead` first."""
    found = []
    for equals in order:
        drawn = list(equals)
        luck.shuffle(drawn)
        found.append(tuple(sorted(drawn, key=lambda one: one not in ahead)))
    return tuple(found)


def _places(
    state: EventState, source: StageSource, order: Order, ahead: Sequence[EntrantId]
) -> tuple[list[EntrantId], list[SharedLine]]:
    """The holders of the places of a slot; the lines at its ends if equals share them."""
    placed: list[EntrantId] = []
    shared: list[SharedLine] = []
    lines = [source.first - 1, *([] if source.last is None else [source.last])]
    for equals in order:
        here = [one for one in equals if not state.entrants[one].away]
        for line in lines:
            if len(placed) < line < len(placed) + len(here):
                above = line - len(placed)
                decided = sum(one in ahead for one in here) == above
                shared.append(SharedLine(source, tuple(sorted(here)), above, decided))
        placed += here
    return placed[source.first - 1 : source.last], shared
