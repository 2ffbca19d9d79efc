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
from tourney.events.event_state import EventState, RoundState, StageState, TableState
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


class TablesOfStage:
    """The tables of a stage as people call them, and what they say about a bracket.

    `upper` are the tables, by round and number, at which somebody sits who has not lost yet; only
    of a stage in which one has to lose twice. Its final is among them.
    """

    def __init__(self, state: EventState, stage: StageState, rules: EventRules) -> None:
        self.stage = stage
        self._passage = rules.passage(state, stage)
        unbeaten = self._passage.unbeaten
        places = rules.situation(state, stage).places if unbeaten else {}
        self.upper = {
            (round_.number, table.number)
            for round_, table in stage.tables()
            # A round whose results are not all known any more is followed by rounds that were.
            for still_in in unbeaten[: round_.number][-1:]
            if any(places.get(one, one) in still_in for one in table.seats)
        }

    def ahead(self, round_: RoundState, table: TableState) -> EntrantId | None:
        """Who goes on of two who share the first place, by seed or lots; None if nobody does."""
        order = self._passage.broken.get((round_.number, table.number), ())
        result = table.result
        if len(order) != 2 or result is None or result.places.count(1) != 2:
            return None
        return next((one for one in result.entrants if one == order[0]), None)

    def name(self, number: int, table: int) -> Message | None:
        """What people call a match of a bracket, such as the final; None for the others.

        The final of heats is the last round, which is not known here.
        """
        stage = self.stage
        # Formats with lives are those in which so many losses put out.
        lives, round_ = format_of(stage.plan.format).lives, stage.round(number)
        if round_ is None:
            return None
        if not lives:
            return self._name_of_heat(round_, table)
        first = stage.rounds[0]
        entrants = 2 * len(first.tables) + len(first.byes)
        # Of a full bracket, whose free places are byes of round 1.
        rounds = (entrants - 1).bit_length()
        if lives > 1:
            if number >= 2 * rounds:
                again = "events.event-bracket-again" if number > 2 * rounds else ""
                return say(again or "events.event-bracket-final")
            if (number, table) in self.upper:
                if number == rounds:
                    return say("events.event-bracket-winners-final")
                return say("events.event-bracket-winners", round=number, table=table)
            if number == 2 * rounds - 1:
                return say("events.event-bracket-losers-final")
            return say("events.event-bracket-losers", round=number - 1, table=table)
        if number == rounds and table == 1 and round_.byes:
            return None  # it may be the match for third place
        if number == rounds:
            final = table == 1
            return say("events.event-bracket-final" if final else "events.event-bracket-third")
        names = {
            rounds - 1: Sentence("events.event-bracket-semifinal"),
            rounds - 2: Sentence("events.event-bracket-quarterfinal"),
        }
        return names[number](table=table) if number in names else None

    def _name_of_heat(self, round_: RoundState, table: int) -> Message | None:
        """A heat of those who have lost, or of those who have not; None where that is one."""
        losers, number = self.stage.plan.settings.get("losers"), round_.number
        if losers == "double" and number > 1:
            if (number, table) in self.upper:
                return say("events.event-bracket-upper-heat", round=number, table=table)
            return say("events.event-bracket-lower-heat", round=number - 1, table=table)
        if losers == "repechage" and number == 2:
            first = self.stage.rounds[0]
            results = (one.result for one in first.tables if one.result is not None)
            firsts = {
                who for one in results for who, place in zip(one.entrants, one.places, strict=True)
                if place == 1
            }  # fmt: skip
            if firsts.isdisjoint(who for one in round_.tables for who in one.seats):
                return say("events.event-bracket-repechage", table=table)
        return None


def _with_next(first: Message, following: Message) -> Message:
    return say("events.event-next-missed", first=first, next=following)
