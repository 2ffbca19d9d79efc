"""The standings of a stage: points of matches, byes and missed rounds, then the tie-breaks.

Entrants are ordered by all their points, not by points per match: a round that an entrant misses
costs its points. Names are not known here; a player is called by the key of the entrant.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from engines.messages import Message, Sentence, say
from tourney.domain.event_log import Draw, EntrantId
from tourney.domain.match_values import ResultOf
from tourney.events.attendance import taking_part
from tourney.events.event_plan import COMPARISON, WALKOVER, StagePlan
from tourney.events.event_state import EventState, RoundState, StageState, TableState
from tourney.formats.formats import format_of
from tourney.scoring import Ledger, finishes, point_system, standings
from tourney.scoring.order import comparison
from tourney.scoring.prospects import method_text, prospect_text, prospects, remaining_event

BYE: Final = "bye"
LATE: Final = "late"
AWAY: Final = "absent"
NO_SHOW: Final = "no-show"
NO_OPPONENT: Final = "walkover"
OUT: Final = "out"
"""Why an entrant has no match in a round: a bye, not entered yet, not here, not at the table, alone
at the table, or not drawn by the format. Tie-breaks have rules for each of them."""

MISSED_ROUNDS: Final[Mapping[str, Sentence]] = {
    "bye": Sentence("events.event-missed-bye"),
    "late": Sentence("events.event-missed-late"),
    "absent": Sentence("events.event-missed-absent"),
    "no-show": Sentence("events.event-missed-no-show"),
    "walkover": Sentence("events.event-missed-alone"),
    "out": Sentence("events.event-missed-out"),
}
"""Why an entrant has no match in a round."""


class MissedRound(NamedTuple):
    """A round in which an entrant had no match, and the points for it."""

    entrant: EntrantId
    round: int
    kind: str
    points: Fraction


EntrantResult: TypeAlias = ResultOf[EntrantId]
"""A result that counts; with walkovers, also of who did not appear."""


class StageRow(NamedTuple):
    """A row of the standings of a stage; `points` are all points, `why` is above the next row."""

    place: int
    entrant: EntrantId
    points: Fraction
    matches: int
    unplayed: tuple[MissedRound, ...] = ()
    tiebreaks: tuple[tuple[str, Fraction], ...] = ()
    why: Message | None = None


def result_of(state: EventState, table: TableState) -> EntrantResult | None:
    """The result of a table; with walkovers, absent entrants have the last place."""
    walkover, found = state.plan.policy == WALKOVER, table.result
    if found is not None:
        result = ResultOf(
            match_id=found.match,
            players=found.entrants,
            scores=found.scores,
            places=found.places,
            forfeits=found.forfeits,
            sides=found.sides,
            fewer_wins=found.fewer_wins,
        )
        # A place of partners is that of their side: nobody of them has the last one alone.
        if not walkover or found.sides:
            return result
    else:
        here = table.present()
        if table.playable or not walkover or not here or not table.absent:
            return None
        # No match has the id 0: all who are here have won without one.
        result = ResultOf(0, here, (0,) * len(here), (1,) * len(here))
    gone = [entrant for entrant in table.seats if entrant in table.absent]
    count = len(result.players)
    return ResultOf(
        match_id=result.match_id,
        players=(*result.players, *gone),
        scores=(*result.scores, *(0 for _ in gone)),
        places=(*result.places, *(count + 1 for _ in gone)),
        # As forfeits they are last, and tie-breaks know them.
        forfeits=(*result.forfeits, *range(count, count + len(gone))),
        fewer_wins=result.fewer_wins,
    )


def unplayed(state: EventState, stage: StageState) -> Iterator[MissedRound]:
    """The rounds of every entrant without a match, in order of rounds.

    Who has left a bracket misses one round for each match that could still be lost, and no more:
    the rounds after it would have been played by others.
    """
    if stage.plan.per_match:
        return
    here, lost = taking_part(state, stage), Counter[EntrantId]()
    lives = format_of(stage.plan.format).lives or None
    bye = bye_points(state, stage.plan) or Fraction(0)
    # Only who waited, or came late, has points for a round without a match.
    worth = {BYE: bye, NO_OPPONENT: bye, LATE: state.plan.missed}
    for round_ in stage.rounds:
        table_of = {entrant: table for table in round_.tables for entrant in table.seats}
        for entrant in here:
            table = table_of.get(entrant)
            kind = _kind(state, stage, round_, table, entrant)
            if lives is not None:
                if kind == AWAY and lost[entrant] >= lives:
                    kind = OUT
                # In a bracket not to be there is to lose, once for each life.
                lost[entrant] += kind in (AWAY, NO_SHOW) or _has_lost(state, table, entrant)
            if kind:
                yield MissedRound(entrant, round_.number, kind, worth.get(kind, Fraction(0)))


def _has_lost(state: EventState, table: TableState | None, entrant: EntrantId) -> bool:
    result = result_of(state, table) if table else None
    ends = dict(zip(result.players, finishes(result), strict=True)) if result else {}
    return entrant in ends and ends[entrant].first > 1


def _kind(
    state: EventState,
    stage: StageState,
    round_: RoundState,
    table: TableState | None,
    entrant: EntrantId,
) -> str | None:
    """Why an entrant has no match in a round; None for a match."""
    walkover = state.plan.policy == WALKOVER
    if table is not None:
        if entrant in table.absent:
            # As a walkover the absence is a match, with the points of the last place.
            return None if walkover and result_of(state, table) else NO_SHOW
        return None if table.playable or walkover else NO_OPPONENT
    if entrant in round_.byes:
        return BYE
    # Before "late": who leaves after a late entry and comes back gains nothing.
    if entrant in round_.details.get("away", ()):
        return AWAY
    return LATE if round_.number <= stage.joined.get(entrant, 0) else OUT


def bye_points(state: EventState, plan: StagePlan) -> Fraction | None:
    """What a bye is worth in a stage; None if it has no points."""
    return None if format_of(plan.format).elimination else state.plan.bye


def points(state: EventState, stage: StageState) -> dict[EntrantId, Fraction]:
    """All points of every entrant of a stage."""
    points_of = dict.fromkeys(stage.seeding, Fraction(0))
    for round_ in stage.rounds:
        for _, worth in _points_at(state, stage, round_.tables):
            for entrant, points_ in worth.items():
                if entrant in points_of:  # not a bot that only fills a seat
                    points_of[entrant] += points_
    for one in unplayed(state, stage):
        points_of[one.entrant] += one.points
    return points_of


def _points_at(
    state: EventState, stage: StageState, tables: Sequence[TableState]
) -> Iterator[tuple[TableState, dict[EntrantId, Fraction]]]:
    """The points of every entrant at the tables of a round that have a result."""
    played = [(table, found) for table in tables if (found := result_of(state, table)) is not None]
    # How many appeared: the cards were dealt to them, and nobody else has points, whatever the
    # last place is worth.
    here = [
        len(table.result.entrants) if table.result else len(table.present()) for table, _ in played
    ]
    if stage.plan.points == COMPARISON:
        # Each seat is compared with the same seat at the other tables, which had the same cards.
        worth = comparison(
            [
                replace(result, players=result.players[:count])
                for (_, result), count in zip(played, here, strict=True)
            ]
        )
    else:
        worth_of = point_system(stage.plan.points).points
        worth = [tuple(map(worth_of, finishes(result))) for _, result in played]
    for (table, result), count, points_ in zip(played, here, worth, strict=True):
        all_points = (*points_[:count], *(Fraction(0) for _ in result.players[count:]))
        yield table, dict(zip(result.players, all_points, strict=True))


def why_both(first: Message | None, second: Message | None) -> Message | None:
    """Why a row is above the one after the next, from why each is above the next."""
    if first is None or second is None or first.sentence == Sentence("scoring.shared"):
        return second
    if second.sentence == Sentence("scoring.shared"):
        return first
    one, other = dict(first.arguments), dict(second.arguments)
    if one["what"] == other["what"]:
        return first.sentence(**{**one, "low": other["low"]})
    # Points decide before any tie-break: if the second line is by them, so is the whole.
    by_points = (say("scoring.per-match"), say("scoring.per-round"), say("scoring.points"))
    return second if other["what"] in by_points else first


def ledger_of(state: EventState, stage: StageState) -> Ledger[EntrantId]:
    """The matches and unplayed rounds of a stage."""
    ledger: Ledger[EntrantId] = Ledger(keep=True, scheduled=format_of(stage.plan.format).scheduled)
    for entrant in taking_part(state, stage):
        ledger.enter(entrant)
    for round_, table in stage.tables():
        result = result_of(state, table)
        if result is not None:
            walkover = not result.match_id and len(result.players) == 2
            ledger.add(result, round=round_.number or None, walkover=walkover)
    for one in unplayed(state, stage):
        # The other entrant of a table for two that was not played.
        at = stage.round(one.round)
        table_ = at and at.table_of(one.entrant)
        others = [other for other in table_.seats if other != one.entrant] if table_ else []
        # Tie-breaks about opponents know only tables of two without a match.
        opponent = others[0] if len(others) == 1 else None
        ledger.unplayed(one.entrant, one.round, one.kind, one.points, opponent=opponent)
    return ledger


def ranking(
    state: EventState, stage: StageState, ratings: Mapping[EntrantId, int] | None = None
) -> list[StageRow]:
    """The standings of a stage; entrants who share a place are in the order of their numbers."""
    ledger = ledger_of(state, stage)
    # Points of a comparison are no function of the place: ties are broken as if they were scaled.
    by = "scaled" if stage.plan.points == COMPARISON else stage.plan.points
    worth: dict[EntrantId, Fraction] | None = None
    if stage.plan.points == COMPARISON or state.plan.policy == WALKOVER:
        worth = points(state, stage)
    own = frozenset(stage.seeding)  # a bot that only fills seats is equal to nobody
    rows = standings(
        ledger,
        by,
        stage.plan.tiebreaks,
        ratings or {},
        total=not stage.plan.per_match,
        totals=worth,
        only=own,
    )
    missed: dict[EntrantId, list[MissedRound]] = {}
    for one in unplayed(state, stage):
        missed.setdefault(one.entrant, []).append(one)
    return [
        StageRow(
            place=row.place,
            entrant=row.player,
            points=row.points,
            matches=row.matches,
            unplayed=tuple(missed.get(row.player, ())),
            tiebreaks=row.tiebreaks,
            why=row.why,
        )
        for row in rows
    ]


def mean_of_table(plan: StagePlan) -> Fraction:
    """The mean points at a table of the preferred size: the usual value of a bye."""
    worth = plan.system.of_places(plan.sizes.preferred)
    return sum(worth, Fraction(0)) / len(worth) if worth else Fraction(0)


def table_points(
    state: EventState, stage: StageState, round_: RoundState, table: TableState
) -> dict[EntrantId, Fraction]:
    """The points of one table by entrant; nothing while its result is missing."""
    tables = round_.tables if stage.plan.points == COMPARISON else [table]
    for at, worth in _points_at(state, stage, tables):
        if at.number == table.number:
            return worth
    return {}


class Chances(NamedTuple):
    """What is possible for every entrant, and whether that is exact."""

    texts: Mapping[EntrantId, Message]
    method: Message


def chances(
    state: EventState, stage: StageState, top: int, length: int | None, coming: Sequence[Draw] = ()
) -> Chances | None:
    """What is possible about the first `top` places of a stage of `length` rounds.

    `coming` are the draws of the next rounds, as far as they are fixed already. None if nothing is
    left, if the number of rounds is open, or if points depend on scores.
    """
    system = point_system(stage.plan.points)
    undrawn = length - len(stage.rounds) - len(coming) if length is not None else 0
    ledger = ledger_of(state, stage)
    rounds = [
        [table.present() for table in round_.missing()]
        for round_ in stage.rounds
        if round_.missing()
    ]
    for number, draw in enumerate(coming, start=len(stage.rounds) + 1):
        # As if they were drawn: who meets whom is known, only the results are not.
        rounds.append(list(draw.pods))
        for entrant in draw.byes:
            ledger.unplayed(entrant, number, "bye", state.plan.bye)
    # Points that depend on scores have no bounds, so anything would stay possible.
    if not system.by_place or not (rounds or undrawn > 0):
        return None
    event = remaining_event(
        ledger,
        system,
        rounds,
        [stage.plan.sizes.preferred] * undrawn,
        total=True,
        active=set(state.playing(stage)),
    )
    possible = prospects(event, top)
    texts = {row.player: prospect_text(row) for row in possible.players}
    return Chances(texts, method_text(possible, top))
