"""Who takes part in a stage, since which round, in whose place, and who only fills seats.

An entrant who leaves before the first draw, or enters by mistake and leaves again, is no part of a
stage: a schedule or a bracket has no place for somebody who never was in a draw. Bots that only
fill seats take part in matches, but not in draws and standings: a table below the preferred size
gets bots up to that size, and a bot may fill several tables of a round.
"""

from collections.abc import Collection, Mapping, Sequence
from random import Random

from tourney.domain.event_log import EntrantId, EventResult, Pod
from tourney.events.event_state import EventState, RoundState, StageState
from tourney.formats.formats import format_of

Places = Mapping[EntrantId, EntrantId]
"""Who stands at the place of an entrant who was replaced."""


def taken_places(state: EventState, stage: StageState) -> Places:
    """The entrants of a stage who were replaced, each with the one who has the place now."""
    holder: dict[EntrantId, EntrantId] = {}
    for entrant in stage.seeding if format_of(stage.plan.format).keeps_places else ():
        at = entrant
        # A substitute may have been replaced in turn; the last one holds the place.
        while (following := state.entrants[at].replaced_by) is not None:
            at = holder[entrant] = following
    return holder


def joined_rounds(
    state: EventState, stage: StageState, rounds: Sequence[RoundState], places: Places
) -> dict[EntrantId, int]:
    """The first round of every entrant of a stage of which these rounds are drawn.

    It is a round after the next one for those who are not here and were in no draw yet.
    """
    first_rounds: dict[EntrantId, int] = {}
    for entrant in stage.seeding:
        place = places.get(entrant, entrant)
        missed = _missed_at_first(stage, entrant, rounds)
        # Who was in no draw and is away now misses at least the next round, too.
        first = missed + 1 + (missed == len(rounds) and state.entrants[entrant].away)
        first_rounds[place] = min(first, first_rounds.get(place, first))
    return first_rounds


def _missed_at_first(stage: StageState, entrant: EntrantId, rounds: Sequence[RoundState]) -> int:
    """In how many rounds in a row, from round 1 on, an entrant could not be drawn."""
    joined = stage.joined.get(entrant, 0)
    for missed, one in enumerate(rounds):
        drawn = one.number > joined and entrant not in one.details.get("away", ())
        if drawn or entrant in one.byes or one.table_of(entrant):  # perhaps as a substitute
            return missed
    return len(rounds)


def taking_part(state: EventState, stage: StageState) -> list[EntrantId]:
    """The entrants of a stage, best seed first, without those who left before any draw."""
    return [
        entrant
        for entrant in stage.seeding
        if not state.entrants[entrant].away
        or _missed_at_first(stage, entrant, stage.rounds) < len(stage.rounds)
    ]


def playing_in(stage: StageState, number: int) -> list[EntrantId]:
    """Those of a stage who were here when a round was drawn, best seed first."""
    round_ = stage.rounds[number - 1]
    away = round_.details.get("away", ())
    seated = {entrant for table in round_.tables for entrant in table.seats}
    return [
        entrant
        for entrant in stage.seeding
        if entrant in seated or (stage.joined.get(entrant, 0) < number and entrant not in away)
    ]


Filled = list[list[int]]
"""The number of a table, a seat and the bot that is put there, in the order of insertion."""


def fillers(state: EventState) -> list[EntrantId]:
    """The bots that fill empty seats and have not left."""
    return [one.number for one in state.entrants.values() if one.fills and not one.away]


def seats_to_fill(
    state: EventState, stage: StageState, pods: Sequence[Pod], allowed: Sequence[int], seed: int
) -> Filled:
    """The bots for tables below the preferred size; nobody in a stage for which one qualifies."""
    # From the seed of the draw: a replay puts the same bots at the same seats.
    bots, luck = fillers(state), Random(seed)
    if stage.plan.sources or not bots:
        return []
    # The usual size, if the game of this round takes so many.
    size = max((one for one in allowed if one <= stage.plan.sizes.preferred), default=0)
    return [
        [table, luck.randrange(len(pod) + at + 1), bot]
        for table, pod in enumerate(pods, start=1)
        for at, bot in enumerate(luck.sample(bots, min(len(bots), max(size - len(pod), 0))))
    ]


def without(result: EventResult, bots: Collection[EntrantId]) -> tuple[Pod, tuple[int, ...]]:
    """The entrants of a result and their places among themselves."""
    pairs = list(zip(result.entrants, result.places, strict=True))
    kept = [(one, place) for one, place in pairs if one not in bots]
    # Places close up: who was behind bots only is first.
    places = tuple(1 + sum(other < place for _, other in kept) for _, place in kept)
    return tuple(one for one, _ in kept), places
