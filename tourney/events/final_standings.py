"""The standings of a whole event: each stage orders those who play in it, later ones decide.

The order begins with the standings of the first stage. Each later stage moves its entrants to where
the best of them stands, in its own order. So the final is above the rest of the main stage, and a
consolation for the losers of round 1 stays below those who won.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.domain.event_log import EntrantId
from tourney.domain.match_values import Standing
from tourney.events.draws import EventRules
from tourney.events.event_state import EventState, StageState
from tourney.events.stage_standings import MISSED_ROUNDS, OUT, StageRow, why_both
from tourney.exports.standings_fields import StandingsLine
from tourney.formats.formats import format_of
from tourney.render.code_words import stage_word

Groups = list[list[EntrantId]]
"""Entrants from best to worst, in groups of equals."""


class FinalRow(NamedTuple):
    """A row of the standings of an event: the stage that decided the place, and its row there.

    `matches` and `points` are those of all stages.
    """

    place: int
    entrant: EntrantId
    stage: str
    row: StageRow
    matches: int
    points: Fraction
    why: Message | None


def decided(state: EventState) -> list[StageState]:
    """The stages with a result, which take part in the standings of the event."""
    return [
        stage
        for stage in state.stages
        if any(table.result is not None for _, table in stage.tables())
    ]


def final_ranking(state: EventState, rules: EventRules) -> list[FinalRow]:
    """The standings over all stages that have a result."""
    stages = decided(state) or state.stages[:1]
    rows = {stage.plan.name: rules.standings(state, stage) for stage in stages}
    groups: Groups = []
    stage_of: dict[EntrantId, str] = {}
    matches, points = Counter[EntrantId](), dict[EntrantId, Fraction]()
    for name, own in rows.items():
        places: dict[int, list[EntrantId]] = {}
        for row in own:
            places.setdefault(row.place, []).append(row.entrant)
            stage_of[row.entrant] = name
            matches[row.entrant] += row.matches
            points[row.entrant] = points.get(row.entrant, Fraction(0)) + row.points
        # A final is where its best entrant stood, a consolation below those who won.
        named = {row.entrant for row in own}
        first = next((n for n, equals in enumerate(groups) if named & set(equals)), len(groups))
        rest = [[one for one in equals if one not in named] for equals in groups[first:]]
        groups = [*groups[:first], *places.values(), *(equals for equals in rest if equals)]
    at = {name: {row.entrant: n for n, row in enumerate(own)} for name, own in rows.items()}
    order = [entrant for equals in groups for entrant in equals]
    ranked: list[FinalRow] = []
    for equals in groups:
        place = len(ranked) + 1
        for one in equals:
            below = order[len(ranked) + 1] if len(ranked) + 1 < len(order) else None
            name, why = stage_of[one], None
            own = rows[name]
            if one != equals[-1]:
                why = say("scoring.shared")
            elif below is not None and stage_of[below] != name:
                why = say("events.stage-above", stage=name, other=stage_word(stage_of[below]))
            elif below is not None:
                # Those between them in their stage have gone on.
                between = own[at[name][one] : at[name][below]]
                why = reduce(why_both, (row.why for row in between))
            row = own[at[name][one]]
            ranked.append(FinalRow(place, one, name, row, matches[one], points[one], why))
    return ranked


def places_of(
    state: EventState, rules: EventRules, names: Mapping[EntrantId, str]
) -> dict[str, int]:
    """The players in the order of the standings of the event, with their places."""
    rows = final_ranking(state, rules)
    return {names.get(row.entrant, f"#{row.entrant}"): row.place for row in rows}


Names = Mapping[EntrantId, str]
NO_PROSPECTS: Final[Mapping[EntrantId, Message]] = {}


def stage_lines(
    names: Names, rows: Sequence[StageRow], prospects: Mapping[EntrantId, Message] = NO_PROSPECTS
) -> list[StandingsLine]:
    """The standings of a stage, and what is still possible for each, as lines of a table."""
    lines = []
    for row in rows:
        name = names.get(row.entrant, f"#{row.entrant}")
        standing = Standing(row.place, name, row.matches, row.points, row.tiebreaks, row.why)
        # Rounds that the format draws without a player are not the player's: who is out of a
        # bracket has not missed the rounds after it.
        missed = [
            MISSED_ROUNDS[one.kind](round=one.round) for one in row.unplayed if one.kind != OUT
        ]
        unplayed = reduce(_with_next, missed) if missed else None
        prospect = prospects.get(row.entrant)
        lines.append(StandingsLine(standing, unplayed=unplayed, prospect=prospect))
    return lines


def final_lines(names: Names, rows: Sequence[FinalRow]) -> list[StandingsLine]:
    """The standings of an event over all its stages as lines of a table."""
    lines = []
    for row in rows:
        name = names.get(row.entrant, f"#{row.entrant}")
        standing = Standing(row.place, name, row.matches, row.row.points, why=row.why)
        lines.append(StandingsLine(standing, stage=row.stage, stage_place=row.row.place))
    return lines


def match_name(stage: StageState, number: int, table: int) -> Message | None:
    """What people call a match of a bracket for two, such as the final; None for the others."""
    # Formats with lives are those in which so many losses put out.
    if not format_of(stage.plan.format).lives or not stage.rounds:
        return None
    first = stage.rounds[0]
    entrants = 2 * len(first.tables) + len(first.byes)
    # Of a full bracket, whose free places are byes of round 1.
    rounds = (entrants - 1).bit_length()
    if format_of(stage.plan.format).lives > 1:
        return say("events.event-bracket-final") if number >= 2 * rounds else None
    round_ = stage.round(number)
    if number == rounds and round_ is not None and table == 1 and round_.byes:
        return None  # it may be the match for third place
    if number == rounds:
        return (
            say("events.event-bracket-final") if table == 1 else say("events.event-bracket-third")
        )
    names = {
        rounds - 1: Sentence("events.event-bracket-semifinal"),
        rounds - 2: Sentence("events.event-bracket-quarterfinal"),
    }
    return names[number](table=table) if number in names else None


def _with_next(first: Message, following: Message) -> Message:
    return say("events.event-next-missed", first=first, next=following)
