"""Who goes on to the next stage: the holders of places of earlier stages; ties across a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tourney.domain.errors import Conflict
from tourney.domain.events import EntrantId
from tourney.events import messages as say
from tourney.events.drawing import order_of, seed_of
from tourney.events.plan import StageSource
from tourney.events.state import EventState, StageState
from tourney.formats.format import Format, Order

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
        for order in _orders(state, source, formats, seats):
            some, line = _places(state, source, _ordered(order, luck, ahead), ahead)
            found += [one for one in some if one not in found]
            lines += [line] if line else []
    return Qualified(tuple(found), tuple(lines))


def _orders(
    state: EventState, source: StageSource, formats: Mapping[str, Format], seats: Seats
) -> Iterator[Order]:
    """The order of a stage, or of each of its groups."""
    stage = state.stage_named(source.stage)
    if stage is None:
        raise Conflict(say.NOT_BEGUN(stage=source.stage))
    game = stage.plan.game(max(len(stage.rounds), 1))
    order = order_of(state, stage, formats.get(stage.plan.format), seats[game])
    if not source.each_group:
        yield order
        return
    group = groups_of(stage)
    for number in sorted(set(group.values())):
        parts = (tuple(one for one in equals if group.get(one) == number) for equals in order)
        yield tuple(part for part in parts if part)


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
) -> tuple[list[EntrantId], SharedLine | None]:
    """The holders of the places of a source; the line at its end if equals share it."""
    placed: list[EntrantId] = []
    shared: SharedLine | None = None
    for equals in order:
        here = [one for one in equals if not state.entrants[one].away]
        for line in (source.first - 1, source.last):
            if len(placed) < line < len(placed) + len(here):
                above = line - len(placed)
                decided = sum(one in ahead for one in here) == above
                shared = SharedLine(source, tuple(sorted(here)), above, decided)
        placed += here
    return placed[source.first - 1 : source.last], shared
