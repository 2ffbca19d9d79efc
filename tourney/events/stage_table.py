"""The standings of a stage as a table."""

from collections.abc import Mapping, Sequence
from functools import reduce

from engines.messages import Message, Sentence, say
from tourney.domain.draws import EntrantId
from tourney.events import wording
from tourney.events.final_ranking import FinalRow
from tourney.events.ranking import BRACKETS, OUT, StageRow
from tourney.events.state import StageState
from tourney.exports.standings import PROSPECT, tiebreak_column
from tourney.render.tables import Column, Row, Table

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
    each = [wording.MISSED_ROUNDS[one.kind](round=one.round) for one in missed]
    return reduce(_with_next, each) if each else None


def _with_next(first: Message, following: Message) -> Message:
    return say("events.event-next-missed", first=first, next=following)
