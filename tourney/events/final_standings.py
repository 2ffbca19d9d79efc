"""The standings of a whole event: each stage orders those who play in it, later ones decide.

The order begins with the standings of the first stage. Each later stage moves its entrants to where
the best of them stands, in its own order. So the final is above the rest of the main stage, and a
consolation for the losers of round 1 stays below those who won.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import NamedTuple

from engines.messages import Message, Sentence, say
from tourney.domain.draws import EntrantId
from tourney.events.draws import EventRules
from tourney.events.event_state import EventState, StageState
from tourney.events.stage_standings import BRACKETS, MISSED_ROUNDS, OUT, StageRow, why_both
from tourney.exports.standings_fields import PROSPECT, tiebreak_column
from tourney.render.code_words import stage_word
from tourney.render.text_tables import Column, Row, Table

_Groups = list[list[EntrantId]]
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
    groups: _Groups = []
    stage_of: dict[EntrantId, str] = {}
    for stage in stages:
        own = rows[stage.plan.name]
        groups = _moved(groups, _groups(own))
        stage_of |= {row.entrant: stage.plan.name for row in own}
    return _Final(stage_of, rows).rows(groups)


def places_of(
    state: EventState, rules: EventRules, names: Mapping[EntrantId, str]
) -> dict[str, int]:
    """The players in the order of the standings of the event, with their places."""
    rows = final_ranking(state, rules)
    return {names.get(row.entrant, f"#{row.entrant}"): row.place for row in rows}


def _groups(rows: Sequence[StageRow]) -> _Groups:
    places: dict[int, list[EntrantId]] = {}
    for row in rows:
        places.setdefault(row.place, []).append(row.entrant)
    return list(places.values())


def _moved(groups: _Groups, stage: _Groups) -> _Groups:
    """The order with the entrants of a stage in its order, where the best of them stood."""
    named = {one for equals in stage for one in equals}
    first = next((at for at, equals in enumerate(groups) if named & set(equals)), len(groups))
    before, after = groups[:first], groups[first:]
    rest = [[one for one in equals if one not in named] for equals in after]
    return [*before, *stage, *(equals for equals in rest if equals)]


class _Final:
    """Writes the rows of the standings: the stage that decided each, and its rows."""

    def __init__(
        self, stage_of: Mapping[EntrantId, str], rows: Mapping[str, Sequence[StageRow]]
    ) -> None:
        self._stage_of = stage_of
        self._rows = rows
        self._at = {
            name: {row.entrant: at for at, row in enumerate(own)} for name, own in rows.items()
        }
        self._matches = Counter[EntrantId]()
        self._points: dict[EntrantId, Fraction] = {}
        for row in chain.from_iterable(rows.values()):
            self._matches[row.entrant] += row.matches
            self._points[row.entrant] = self._points.get(row.entrant, Fraction(0)) + row.points

    def rows(self, groups: _Groups) -> list[FinalRow]:
        """The rows of entrants who are in order."""
        order = [one for equals in groups for one in equals]
        found: list[FinalRow] = []
        for equals in groups:
            place = len(found) + 1
            for one in equals:
                below = order[len(found) + 1] if len(found) + 1 < len(order) else None
                why = say("scoring.shared") if one != equals[-1] else self._why(one, below)
                name = self._stage_of[one]
                row = self._rows[name][self._at[name][one]]
                sums = self._matches[one], self._points[one]
                found.append(FinalRow(place, one, name, row, *sums, why))
        return found

    def _why(self, one: EntrantId, below: EntrantId | None) -> Message | None:
        """Why an entrant is above the next one: by their stage, or because of their stages."""
        if below is None:
            return None
        mine, theirs = self._stage_of[one], self._stage_of[below]
        if mine != theirs:
            return say("events.stage-above", stage=mine, other=stage_word(theirs))
        at = self._at[mine]
        # Those between them in their stage have gone on.
        between = self._rows[mine][at[one] : at[below]]
        return reduce(why_both, (row.why for row in between))


Names = Mapping[EntrantId, str]


def stage_table(
    names: Names,
    rows: Sequence[StageRow],
    prospects: Mapping[EntrantId, Message] | None = None,
) -> Table:
    """The standings of a stage: why every row is above the next one, what is still possible."""
    breaks = list(dict.fromkeys(name for row in rows for name, _ in row.tiebreaks))
    columns = (
        Column("place", "#", "right", importance=8),
        Column("player", importance=9),
        Column("points", align="right", importance=8, kind="number"),
        Column("matches", align="right", importance=4),
        Column("unplayed", importance=3),
        *map(tiebreak_column, breaks),
        *([PROSPECT] if prospects else []),
        Column("why", importance=6),
    )
    return Table(columns, [_standing(names, row, breaks, prospects) for row in rows])


def final_table(names: Names, rows: Sequence[FinalRow]) -> Table:
    """The standings of an event over all its stages."""
    columns = (
        Column("place", "#", "right", importance=8),
        Column("player", importance=9),
        Column("stage", importance=7),
        Column("stage_place", say("render.heading-place-there"), "right", importance=4),
        Column("points", say("render.heading-points-there"), "right", importance=6),
        Column("matches", say("render.heading-matches-in-all"), "right", importance=3),
        Column("why", importance=5),
    )
    return Table(
        columns,
        [
            (
                row.place,
                names.get(row.entrant, f"#{row.entrant}"),
                row.stage,
                row.row.place,
                row.row.points,
                row.matches,
                row.why,
            )
            for row in rows
        ],
    )


def _standing(
    names: Names,
    row: StageRow,
    breaks: Sequence[str],
    prospects: Mapping[EntrantId, Message] | None,
) -> Row:
    values = dict(row.tiebreaks)
    name = names.get(row.entrant, f"#{row.entrant}")
    worth = (values.get(each) for each in breaks)
    chance = [prospects.get(row.entrant)] if prospects else []
    return (row.place, name, row.points, row.matches, _missed(row), *worth, *chance, row.why)


def match_name(stage: StageState, number: int, table: int) -> Message | None:
    """What people call a match of a bracket for two, such as the final; None for the others."""
    if stage.plan.format not in BRACKETS or not stage.rounds:
        return None
    first = stage.rounds[0]
    entrants = 2 * len(first.tables) + len(first.byes)
    rounds = (entrants - 1).bit_length()
    if stage.plan.format == "double-elimination":
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


def _missed(row: StageRow) -> Message | None:
    """The rounds without a match, and why; None without any.

    Rounds that the format draws without a player are not the player's: who is out of a bracket has
    not missed the rounds after it.
    """
    missed = [one for one in row.unplayed if one.kind != OUT]
    each = [MISSED_ROUNDS[one.kind](round=one.round) for one in missed]
    return reduce(_with_next, each) if each else None


def _with_next(first: Message, following: Message) -> Message:
    return say("events.event-next-missed", first=first, next=following)
