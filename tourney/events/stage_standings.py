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
from tourney.domain.draws import Draw, EntrantId
from tourney.domain.match_values import ResultOf, StandingOf
from tourney.events.attendance import taking_part
from tourney.events.event_plan import COMPARISON, WALKOVER, StagePlan
from tourney.events.event_state import EventState, RoundState, StageState, TableState
from tourney.scoring import Ledger, PointSystem, finishes, point_system, standings
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
    wins: Fraction
    unplayed: tuple[MissedRound, ...] = ()
    tiebreaks: tuple[tuple[str, Fraction], ...] = ()
    why: Message | None = None


def results(state: EventState, stage: StageState) -> Iterator[tuple[int, EntrantResult]]:
    """The results that count, with their rounds, in order of round and table."""
    for round_, table in stage.tables():
        found = result_of(state, table)
        if found is not None:
            yield round_.number, found


def result_of(state: EventState, table: TableState) -> EntrantResult | None:
    """The result of a table; with walkovers, absent entrants have the last place."""
    walkover = state.plan.policy == WALKOVER
    if table.result is not None:
        found = table.result
        played = ResultOf(
            match_id=found.match,
            players=found.entrants,
            scores=found.scores,
            places=found.places,
            forfeits=found.forfeits,
            sides=found.sides,
            fewer_wins=found.fewer_wins,
        )
        return _with_absent(played, table) if walkover and not found.sides else played
    here = table.present()
    if table.playable or not walkover or not here or not table.absent:
        return None
    won = ResultOf(0, tuple(here), (0,) * len(here), (1,) * len(here))
    return _with_absent(won, table)


def _with_absent(result: EntrantResult, table: TableState) -> EntrantResult:
    gone = [one for one in table.seats if one in table.absent]
    count = len(result.players)
    return ResultOf(
        match_id=result.match_id,
        players=(*result.players, *gone),
        scores=(*result.scores, *(0 for _ in gone)),
        places=(*result.places, *(count + 1 for _ in gone)),
        forfeits=(*result.forfeits, *range(count, count + len(gone))),
        fewer_wins=result.fewer_wins,
    )


def unplayed(state: EventState, stage: StageState) -> Iterator[MissedRound]:
    """The rounds of every entrant without a match, in order of rounds.

    Who has left a bracket misses one round for each match that could still be lost, and no more:
    the rounds after it would have been played by others.
    """
    here, lost = taking_part(state, stage), Counter[EntrantId]()
    lives = LIVES.get(stage.plan.format)
    for round_ in stage.rounds:
        table_of = {one: table for table in round_.tables for one in table.seats}
        byes, away = set(round_.byes), set(round_.details.get("away", ()))
        for entrant in here:
            at = _At(round_.number, table_of.get(entrant), entrant in byes, entrant in away)
            kind = _kind(state, stage, at, entrant)
            if lives is not None:
                if kind == AWAY and lost[entrant] >= lives:
                    kind = OUT
                lost[entrant] += kind in (AWAY, NO_SHOW) or _has_lost(state, at.table, entrant)
            if kind:
                yield MissedRound(entrant, round_.number, kind, _worth(state, stage.plan, kind))


def _has_lost(state: EventState, table: TableState | None, entrant: EntrantId) -> bool:
    found = result_of(state, table) if table else None
    ends = dict(zip(found.players, finishes(found), strict=True)) if found else {}
    return entrant in ends and ends[entrant].first > 1


class _At(NamedTuple):
    """Where an entrant was in a round."""

    round: int
    table: TableState | None
    bye: bool
    away: bool


def _kind(state: EventState, stage: StageState, at: _At, entrant: EntrantId) -> str | None:
    """Why an entrant has no match in a round; None for a match."""
    table = at.table
    if table is not None:
        if entrant in table.absent:
            return None if result_of(state, table) and state.plan.policy == WALKOVER else NO_SHOW
        return None if table.playable or state.plan.policy == WALKOVER else NO_OPPONENT
    if at.bye:
        return BYE
    # Before "late": who leaves after a late entry and comes back gains nothing.
    if at.away:
        return AWAY
    return LATE if at.round <= stage.joined.get(entrant, 0) else OUT


BRACKETS: Final = frozenset({"knockout", "double-elimination"})
"""Formats in which two play at a table, whatever the game takes."""
LIVES: Final = {"knockout": 1, "double-elimination": 2}
"""Lost matches after which somebody is out of a bracket."""
ELIMINATION: Final = frozenset({"knockout", "double-elimination", "heats", "stepladder"})
"""Formats in which a match decides who goes on: points decide nothing, and a bye has none."""


def bye_points(state: EventState, plan: StagePlan) -> Fraction | None:
    """What a bye is worth in a stage; None if it has no points."""
    return None if plan.format in ELIMINATION else state.plan.bye


def _worth(state: EventState, plan: StagePlan, kind: str) -> Fraction:
    if kind in (BYE, NO_OPPONENT):
        return bye_points(state, plan) or Fraction(0)
    return state.plan.missed if kind == LATE else Fraction(0)


def points(state: EventState, stage: StageState) -> dict[EntrantId, Fraction]:
    """All points of every entrant of a stage."""
    found = dict.fromkeys(stage.seeding, Fraction(0))
    for round_ in stage.rounds:
        for result, worth in _round_points(state, stage, round_):
            for player, points_ in zip(result.players, worth, strict=True):
                found[player] = found.get(player, Fraction(0)) + points_
    for one in unplayed(state, stage):
        found[one.entrant] += one.points
    return {entrant: found[entrant] for entrant in stage.seeding}


def _round_points(
    state: EventState, stage: StageState, round_: RoundState
) -> list[tuple[EntrantResult, Sequence[Fraction]]]:
    """The results of a round with the points of every player."""
    tables = [table for table in round_.tables if result_of(state, table) is not None]
    counted = [result for table in tables if (result := result_of(state, table)) is not None]
    if stage.plan.points != COMPARISON:
        pairs = zip(counted, tables, strict=True)
        return [(one, _of_places(stage.plan.system, one, table)) for one, table in pairs]
    # The cards were dealt to those who were there.
    played = [_without_absent(one, table) for one, table in zip(counted, tables, strict=True)]
    nothing = [(Fraction(0),) * len(table.absent) for table in tables]
    worth = comparison(played)
    return [
        (one, (*points_, *none[: len(one.players) - len(points_)]))
        for one, points_, none in zip(counted, worth, nothing, strict=True)
    ]


def _of_places(system: PointSystem, result: EntrantResult, table: TableState) -> Sequence[Fraction]:
    """The points of every seat; who did not appear has none, whatever the last place is worth."""
    points_ = tuple(map(system, finishes(result)))
    here = _here(table)
    return (*points_[:here], *(Fraction(0) for _ in points_[here:]))


def _here(table: TableState) -> int:
    """How many entrants of a table appeared."""
    return len(table.result.entrants) if table.result else len(table.present())


def _without_absent(result: EntrantResult, table: TableState) -> EntrantResult:
    return replace(result, players=result.players[: _here(table)])


def why_both(first: Message | None, second: Message | None) -> Message | None:
    """Why a row is above the one after the next, from why each is above the next."""
    if first is None or second is None or first.sentence == Sentence("scoring.shared"):
        return second
    if second.sentence == Sentence("scoring.shared"):
        return first
    one, other = dict(first.arguments), dict(second.arguments)
    if one["what"] == other["what"]:
        return first.sentence(**{**one, "low": other["low"]})
    return (
        second
        if other["what"]
        in (say("scoring.per-match"), say("scoring.per-round"), say("scoring.points"))
        else first
    )


SCHEDULED: Final = frozenset({"roundrobin", "groups", "gauntlet"})
"""Formats whose pairings are fixed before the first round."""


def ledger_of(state: EventState, stage: StageState) -> Ledger[EntrantId]:
    """The matches and unplayed rounds of a stage."""
    ledger: Ledger[EntrantId] = Ledger(keep=True, scheduled=stage.plan.format in SCHEDULED)
    for entrant in taking_part(state, stage):
        ledger.enter(entrant)
    for number, result in results(state, stage):
        ledger.add(result, round=number, walkover=not result.match_id and len(result.players) == 2)
    for one in unplayed(state, stage):
        opponent = _opponent(stage, one)
        ledger.unplayed(one.entrant, one.round, one.kind, one.points, opponent=opponent)
    return ledger


def _opponent(stage: StageState, missed: MissedRound) -> EntrantId | None:
    """The other entrant of a table for two that was not played."""
    round_ = stage.round(missed.round)
    table = round_ and round_.table_of(missed.entrant)
    others = [one for one in table.seats if one != missed.entrant] if table else []
    return others[0] if len(others) == 1 else None


def ranking(
    state: EventState, stage: StageState, ratings: Mapping[EntrantId, int] | None = None
) -> list[StageRow]:
    """The standings of a stage; entrants who share a place are in the order of their numbers."""
    ledger = ledger_of(state, stage)
    breaks = stage.plan.tiebreaks
    by = "scaled" if stage.plan.points == COMPARISON else stage.plan.points
    worth: dict[EntrantId, Fraction] | None = None
    if stage.plan.points == COMPARISON or state.plan.policy == WALKOVER:
        worth = points(state, stage)
    own = frozenset(stage.seeding)  # a bot that only fills seats is equal to nobody
    rows = standings(ledger, by, breaks, ratings or {}, total=True, totals=worth, only=own)
    missed: dict[EntrantId, list[MissedRound]] = {}
    for one in unplayed(state, stage):
        missed.setdefault(one.entrant, []).append(one)
    return [_stage_row(row, ledger, missed) for row in rows]


def _stage_row(
    row: StandingOf[EntrantId],
    ledger: Ledger[EntrantId],
    missed: Mapping[EntrantId, Sequence[MissedRound]],
) -> StageRow:
    entrant = row.player
    return StageRow(
        place=row.place,
        entrant=entrant,
        points=row.points,
        matches=row.matches,
        wins=ledger.records[row.player].points(_WINS),
        unplayed=tuple(missed.get(entrant, ())),
        tiebreaks=row.tiebreaks,
        why=row.why,
    )


_WINS: Final = point_system("wins")


def mean_of_table(plan: StagePlan) -> Fraction:
    """The mean points at a table of the preferred size: the usual value of a bye."""
    worth = plan.system.of_places(plan.sizes.preferred)
    return sum(worth, Fraction(0)) / len(worth) if worth else Fraction(0)


def table_points(
    state: EventState, stage: StageState, round_: RoundState, table: TableState
) -> dict[EntrantId, Fraction]:
    """The points of one table by entrant; nothing while its result is missing."""
    wanted = result_of(state, table)
    if wanted is None:
        return {}
    if stage.plan.points != COMPARISON:
        return _by_entrant(wanted, _of_places(stage.plan.system, wanted, table))
    for result, worth in _round_points(state, stage, round_):
        if result == wanted:
            return _by_entrant(result, worth)
    return {}


def _by_entrant(result: EntrantResult, worth: Sequence[Fraction]) -> dict[EntrantId, Fraction]:
    return dict(zip(result.players, worth, strict=True))


class Chances(NamedTuple):
    """What is possible for every entrant, and whether that is exact."""

    texts: Mapping[EntrantId, Message]
    method: Message


def chances(
    state: EventState,
    stage: StageState,
    top: int,
    length: int | None,
    coming: Sequence[Draw] = (),
) -> Chances | None:
    """What is possible about the first `top` places of a stage of `length` rounds.

    `coming` are the draws of the next rounds, as far as they are fixed already. None if nothing is
    left, if the number of rounds is open, or if points depend on scores.
    """
    system = point_system(stage.plan.points)
    undrawn = length - len(stage.rounds) - len(coming) if length is not None else 0
    ledger = ledger_of(state, stage)
    rounds = [
        [tuple(table.present()) for table in one.missing()] for one in stage.rounds if one.missing()
    ]
    for number, draw in enumerate(coming, start=len(stage.rounds) + 1):
        rounds.append(list(draw.pods))
        for entrant in draw.byes:
            ledger.unplayed(entrant, number, "bye", state.plan.bye)
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
    found = prospects(event, top)
    texts = {row.player: prospect_text(row) for row in found.players}
    return Chances(texts, method_text(found, top))
