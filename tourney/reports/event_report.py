"""An event as values – stages, rounds, tables, standings – for its page, its files and its charts.

An event with a plan follows from its rows of the log, another one from the headers of the records
that name it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from engines.messages import Message, Sentence, say
from tourney.domain.event_log import EntrantId
from tourney.domain.match_values import PLACE_IN_EVENT, StoredMatch
from tourney.events.decisions import known_rounds, stage_plans
from tourney.events.draws import RULES
from tourney.events.event_plan import StagePlan, shown
from tourney.events.event_records import EventStandings, ReadEvent, event_standings
from tourney.events.event_state import RECORDED, RoundState, StageState, TableState
from tourney.events.final_standings import (
    TablesOfStage,
    decided,
    final_lines,
    final_ranking,
    places_of,
    stage_lines,
)
from tourney.events.stage_standings import bye_points, table_points
from tourney.exports.standings_fields import event_table, plan_table
from tourney.formats.formats import format_of
from tourney.pictures.look import ChartWords
from tourney.pictures.places import PlaceChart, PlaceRow
from tourney.pictures.rating_charts import rows_of
from tourney.render.code_words import stage_word
from tourney.render.paper import SheetMatch
from tourney.render.text_tables import Table
from tourney.reports.paths import distinct

VOID: Final = "void"
PODIUM: Final = 3  # places on the podium
# The phases of an event.
PHASES: Final = {
    "planned": Sentence("reports.page-planned"),
    "open": Sentence("reports.page-open"),
    "closed": Sentence("reports.page-closed"),
    RECORDED: Sentence("reports.page-recorded"),
}


@dataclass(frozen=True, slots=True)
class SeatReport:
    """A player at a table; values that are not known are None."""

    player: str
    score: int | None = None
    place: int | None = None
    points: Fraction | None = None
    absent: bool = False


@dataclass(frozen=True, slots=True)
class TableReport:
    """A table of a round; `match` is None as long as no match of it is stored.

    Some matches of a bracket are `called` by a name, such as the final. Where one has to lose
    twice, those at an `upper` table have not lost yet. `tie` is who goes on of two who share the
    first place, and what decided that.
    """

    number: str
    game: str
    seats: Sequence[SeatReport]
    match: StoredMatch | None = None
    called: Message | None = None
    upper: bool = False
    tie: tuple[str, Message] | None = None

    @property
    def done(self) -> bool:
        """Whether every present player has a place."""
        here = [seat for seat in self.seats if not seat.absent]
        return bool(here) and all(seat.place is not None for seat in here)


@dataclass(frozen=True, slots=True)
class RoundReport:
    """A round: its tables, who has a bye, the standings after it, and when it is played.

    A bye has no points in an elimination.
    """

    number: str
    tables: Sequence[TableReport]
    byes: Sequence[tuple[str, Fraction | None]]
    standings: Table
    sheets: Sequence[SheetMatch]
    complete: bool
    date: str = ""


@dataclass(frozen=True, slots=True)
class StageReport:
    """A part of an event with its own standings; the name is empty if there is only one."""

    name: str
    rounds: Sequence[RoundReport]
    standings: Table
    notes: Sequence[Message]
    # Of a knockout, whose matches have no points; if two play each of them, so many lost ones put
    # out.
    elimination: bool = False
    lives: int = 0
    # Of records without a plan, whose players are ordered by points per match.
    per_match: bool = False


@dataclass(frozen=True, slots=True)
class FinalReport:
    """The standings of an event over all its stages, and whether results are missing."""

    standings: Table
    note: Message


@dataclass(frozen=True, slots=True)
class EventReport:
    """An event: its stages, all its matches, and the standings over its records.

    `coming` has stage, number and date of the rounds that have a date and are not drawn.
    `final` ranks everybody over all stages; None unless several stages have results.
    """

    event: ReadEvent
    phase: Message
    stages: Sequence[StageReport]
    records: EventStandings
    plan: Sequence[tuple[str, str]] = field(default_factory=tuple)
    coming: Sequence[tuple[str, int, str]] = ()
    final: FinalReport | None = None
    # The players of an event with a plan in the order of its standings, with their places.
    places: Mapping[str, int] | None = None
    # Whether nothing can change any more.
    over: bool = False

    @property
    def first_places(self) -> list[tuple[int, str]]:
        """The places 1 to 3 and who has them, the best first."""
        standings = self.final.standings if self.final else self.newest and self.newest.standings
        rows = rows_of(standings) if standings else ()
        return [(row["place"], row["player"]) for row in rows if row["place"] <= PODIUM]

    @property
    def dates(self) -> list[str]:
        """The days of all matches and rounds that have one."""
        found = [dict(one.headers).get("date", "") for one in self.event.matches]
        return [one for one in found if one[:1].isdecimal()]

    @property
    def newest(self) -> StageReport | None:
        """The last stage with a round, which `tourney standings` shows if no other has a result."""
        begun = [stage for stage in self.stages if stage.rounds]
        return begun[-1] if begun else None

    @property
    def players(self) -> list[str]:
        """Everybody who has a seat, sorted, without bots that only fill one."""
        entrants = self.event.state.entrants.values()
        fillers = {self.event.names.get(one.number, "?") for one in entrants if one.fills}
        rounds = (one for stage in self.stages for one in stage.rounds)
        tables = (table for one in rounds for table in one.tables)
        return sorted({seat.player for table in tables for seat in table.seats} - {"?"} - fillers)


def stage_parts(report: EventReport, shown: Callable[[str], str]) -> list[tuple[StageReport, str]]:
    """The stages, and what tells their anchors and files apart; nothing if there is one stage."""
    names = [(number, shown(stage.name)) for number, stage in enumerate(report.stages)]
    slugs = distinct(names, "stage")
    parts = [f"-{slugs[number]}" if name else "" for number, name in names]
    return list(zip(report.stages, parts, strict=True))


def event_report(event: ReadEvent) -> EventReport:
    """The report of an event."""
    return _Report(event).whole()


class _Report:
    """Makes the report of an event."""

    def __init__(self, event: ReadEvent) -> None:
        self.event = event
        self.by_id = {match.id: match for match in event.matches}
        self.state = event.state
        self.names = event.names
        self.rules = RULES

    def whole(self) -> EventReport:
        """The whole event."""
        several = len(self.state.plan.stages) + len(self.state.stages) > 2
        stages = [
            StageReport(
                stage.plan.name if several else "",
                [self._round(stage, at, known) for at in range(len(stage.rounds))],
                self._standings(stage, len(stage.rounds)),
                list(_notes(stage)),
                format_of(stage.plan.format).elimination,
                format_of(stage.plan.format).lives,
                stage.plan.per_match,
            )
            for stage in self.state.stages
            for known in (TablesOfStage(self.state, stage, self.rules),)
        ]
        phase = PHASES[self.state.phase]()
        plan = [(stage.name, stage.format) for stage in self.state.plan.stages if stage.name]
        found = event_standings(self.event.matches)
        coming = list(self._coming(several))
        more = plan, coming, self._final(), places_of(self.state, self.rules, self.names)
        return EventReport(self.event, phase, stages, found, *more, over=self._over())

    def _over(self) -> bool:
        """Whether the places are decided: closed, or all rounds of the plan have their results."""
        state = self.state
        if state.missing() or not decided(state):
            return False
        if state.phase == "closed":
            return True
        if state.phase == RECORDED or state.unplayed():
            return False
        ends = ((known_rounds(state, self.rules, stage.plan), stage) for stage in state.stages)
        return all(known and len(stage.rounds) >= known for known, stage in ends)

    def _coming(self, named: bool) -> Iterator[tuple[str, int, str]]:
        drawn = {(s.plan.name, one.number) for s in self.state.stages for one in s.rounds}
        for plan in stage_plans(self.state):
            for number in range(1, known_rounds(self.state, self.rules, plan) + 1):
                at = (plan.name, number)
                if at in self.state.dates and at not in drawn:
                    yield plan.name if named else "", number, shown(self.state.dates[at])

    def _date(self, plan: StagePlan, round_: RoundState) -> str:
        return shown(self.state.dates.get((plan.name, round_.number), ""))

    def _final(self) -> FinalReport | None:
        if len(decided(self.state)) < 2:
            return None
        table = plan_table(final_lines(self.names, final_ranking(self.state, self.rules)), "final")
        missing = len(self.state.missing())
        return FinalReport(
            table,
            say("reports.page-whole-open", count=missing) if missing else say("reports.page-whole"),
        )

    def _standings(self, stage: StageState, rounds: int) -> Table:
        """The standings of a stage after its first rounds, without those who came later."""
        if stage.plan.per_match:
            # Programs get the same columns as of a run.
            played = {table.match for one in stage.rounds[:rounds] for table in one.tables}
            counted = (match for match in self.event.matches if match.id in played)
            return event_table(event_standings(counted).sums)
        last = rounds == len(stage.rounds)
        here = [one for one in stage.seeding if last or stage.joined.get(one, 0) < rounds]
        until = replace(stage, rounds=stage.rounds[:rounds], seeding=here)
        rows = self.rules.standings(self.state, until, {})
        return plan_table(stage_lines(self.names, rows), "stage")

    def _round(self, stage: StageState, at: int, known: TablesOfStage) -> RoundReport:
        round_ = stage.rounds[at]
        tables = [self._table(stage, round_, table, known) for table in round_.tables]
        format_ = format_of(stage.plan.format)
        if format_.elimination and not format_.lives and len(tables) == 1 and (
            round_.number == known_rounds(self.state, self.rules, stage.plan)
        ):  # fmt: skip
            tables = [replace(tables[0], called=say("events.event-bracket-final"))]
        worth = bye_points(self.state, stage.plan)
        byes = [(self._name(one), worth) for one in round_.byes]
        sheets = [
            sheet
            for table in round_.tables
            if (sheet := self._sheet(stage.plan, round_, table)) is not None
        ]
        after = self._standings(stage, at + 1)
        complete = not round_.missing()
        date = self._date(stage.plan, round_)
        return RoundReport(str(round_.number or ""), tables, byes, after, sheets, complete, date)

    def _table(
        self, stage: StageState, round_: RoundState, table: TableState, known: TablesOfStage
    ) -> TableReport:
        worth = table_points(self.state, stage, round_, table)
        match = self.by_id.get(table.match) if table.match is not None else None
        if stage.plan.per_match and match is not None:
            held = zip(match.players, match.scores, match.places, strict=True)
            seats = [SeatReport(*one) for one in held]
            return TableReport(dict(match.headers).get("table", ""), match.game, seats, match)
        seats = [self._seat(table, one, worth.get(one)) for one in table.seats]
        called = known.name(round_.number, table.number)
        upper = (round_.number, table.number) in known.upper
        tie = None
        if (ahead := known.ahead(round_, table)) is not None:
            lots = stage.plan.settings.get("ties") == "lots"
            tie = self._name(ahead), say("reports.page-by-lot" if lots else "reports.page-by-seed")
        return TableReport(str(table.number), round_.game, seats, match, called, upper, tie)

    def _seat(self, table: TableState, one: EntrantId, points: Fraction | None) -> SeatReport:
        result = table.result
        if result is None or one not in result.entrants:
            return SeatReport(self._name(one), points=points, absent=one in table.absent)
        seat = result.entrants.index(one)
        return SeatReport(self._name(one), result.scores[seat], result.places[seat], points)

    def _sheet(self, plan: StagePlan, round_: RoundState, table: TableState) -> SheetMatch | None:
        """The sheet of a table; None for one that is not played, or a match that is void."""
        match = self.by_id.get(table.match) if plan.per_match and table.match else None
        if match is not None:
            headers = {**dict(match.headers), "match": match.name}
            sheet = SheetMatch(match.game, match.options, match.players, headers)
            return None if match.status == VOID else sheet
        if not table.playable:
            return None
        several = len(self.state.plan.stages) + len(self.state.stages) > 2
        stage = plan.name if several else ""
        place = (self.event.name, stage, str(round_.number), str(table.number))
        named = zip(PLACE_IN_EVENT, place, strict=True)
        headers = {key: value for key, value in named if value}
        date = self._date(plan, round_)
        headers |= {"date": date} if date else {}
        options = tuple(sorted(plan.options.items()))
        players = tuple(self._name(one) for one in table.present())
        return SheetMatch(round_.game, options, players, headers)

    def _name(self, one: EntrantId) -> str:
        return self.names.get(one, f"#{one}")


def _notes(stage: StageState) -> Iterator[Message]:
    """Whether the standings of a stage are final."""
    open_ = stage.open_rounds()
    if stage.plan.per_match:  # nobody knows whether more matches follow
        return
    if not stage.rounds:
        yield say("reports.page-no-round-yet")
    elif open_ is not None:
        counts = {"missing": open_.missing, "tables": open_.tables}
        if open_.first == open_.last:
            yield say("reports.page-open-standings", round=open_.last, **counts)
        else:  # the rounds of a league are drawn together
            rounds = {"first": open_.first, "last": open_.last}
            yield say("reports.page-open-rounds", **rounds, **counts)
    else:
        yield say("reports.page-final-standings", count=len(stage.rounds))


def round_title(stage: str, number: str | int) -> Message:
    """The heading of a round; `stage` is empty if the event has only one."""
    if stage:
        return say("reports.page-round-of", stage=stage_word(stage), number=number)
    return say("reports.page-round", number=number)


def places_chart(report: EventReport, stage: StageReport | None = None) -> PlaceChart:
    """The places after each round, by the standings of that time.

    Without a stage: of the first one, and the places in the end if there are several.
    """
    begun = [one for one in report.stages if one.rounds]
    columns: list[tuple[Message | str, dict[str, int]]] = []
    for one in (stage or begun[0]).rounds if begun else ():
        if one.number and (one.complete or one is (stage or begun[0]).rounds[-1]):
            places = {row["player"]: row["place"] for row in rows_of(one.standings)}
            columns.append((say("pictures.places-round", number=one.number), places))
    if report.final and stage is None:
        last = rows_of(report.final.standings)
        # Who is first overall won the final, which a consolation may follow.
        columns.append(
            (stage_word(last[0]["stage"]), {row["player"]: row["place"] for row in last})
        )
    order = list(columns[-1][1]) if columns else []
    rows = [PlaceRow(who, [places.get(who) for _, places in columns]) for who in order]
    of = say("pictures.event", name=report.event.name)
    words = ChartWords(say("pictures.places", of=of))
    return PlaceChart(words, [name for name, _ in columns], rows)
