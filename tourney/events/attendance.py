"""Who takes part in a stage, from which round on, and who has taken the place of another.

An entrant who leaves before the first draw, or enters by mistake and leaves again, is no part of a
stage: a schedule or a bracket has no place for somebody who never was in a draw.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from tourney.domain.draws import EntrantId
from tourney.events.state import EventState, RoundState, StageState

WITH_PLACES: Final = frozenset(
    {
        "roundrobin", "groups", "gauntlet", "manual", "knockout", "double-elimination", "heats",
        "stepladder",
    }
)  # fmt: skip
"""Formats in which an entrant has a place in a schedule or a bracket, which a substitute takes."""

Places = Mapping[EntrantId, EntrantId]
"""Who stands at the place of an entrant who was replaced."""


def taken_places(state: EventState, stage: StageState) -> Places:
    """The entrants of a stage who were replaced, each with the one who has the place now."""
    if stage.plan.format not in WITH_PLACES:
        return {}
    return {
        one: _last_at(state, one)
        for one in stage.seeding
        if state.entrants[one].replaced_by is not None
    }


def _last_at(state: EventState, entrant: EntrantId) -> EntrantId:
    following = state.entrants[entrant].replaced_by
    return entrant if following is None else _last_at(state, following)


def joined_rounds(
    state: EventState, stage: StageState, rounds: Sequence[RoundState], places: Places
) -> dict[EntrantId, int]:
    """The first round of every entrant of a stage of which these rounds are drawn.

    It is a round after the next one for those who are not here and were in no draw yet.
    """
    found: dict[EntrantId, int] = {}
    for entrant in stage.seeding:
        place = places.get(entrant, entrant)
        missed = _missed_at_first(stage, entrant, rounds)
        first = missed + 1 + (missed == len(rounds) and state.entrants[entrant].away)
        found[place] = min(first, found.get(place, first))
    return found


def _missed_at_first(stage: StageState, entrant: EntrantId, rounds: Sequence[RoundState]) -> int:
    """In how many rounds in a row, from round 1 on, an entrant could not be drawn."""
    joined = stage.joined.get(entrant, 0)
    for missed, one in enumerate(rounds):
        drawn = one.number > joined and entrant not in away_at(one)
        if drawn or entrant in one.byes or one.table_of(entrant):  # perhaps as a substitute
            return missed
    return len(rounds)


def away_at(round_: RoundState) -> Collection[EntrantId]:
    """Those who had left when a round was drawn."""
    away: Collection[EntrantId] = round_.details.get("away", ())
    return away


def taking_part(state: EventState, stage: StageState) -> list[EntrantId]:
    """The entrants of a stage, best seed first, without those who left before any draw."""
    return [
        one
        for one in stage.seeding
        if not state.entrants[one].away
        or _missed_at_first(stage, one, stage.rounds) < len(stage.rounds)
    ]


def playing_in(stage: StageState, number: int) -> list[EntrantId]:
    """Those of a stage who were here when a round was drawn, best seed first."""
    round_ = stage.rounds[number - 1]
    seated = {one for table in round_.tables for one in table.seats}
    return [
        one
        for one in stage.seeding
        if one in seated or (stage.joined.get(one, 0) < number and one not in away_at(round_))
    ]


def took_part(state: EventState) -> set[EntrantId]:
    """Everybody who has or had a seat or a bye, and still has it in the drawn rounds."""
    found = {one for stage in state.stages for _, table in stage.tables() for one in table.seats}
    return found.union(*(one.byes for stage in state.stages for one in stage.rounds))
