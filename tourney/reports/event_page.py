"""An event as values – stages, rounds, tables, standings – and the page that shows them.

An event with a plan follows from its rows of the log, another one from the headers of the records
that name it. The page adds crosstable, rulings and corrections.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from engines.api import seat_letter
from engines.messages import Argument, Message, Sentence, say
from tourney.domain.event_log import EntrantId
from tourney.domain.match_values import PLACE_IN_EVENT, StoredMatch
from tourney.events.decisions import known_rounds, stage_plans
from tourney.events.draws import RULES
from tourney.events.event_plan import StagePlan, shown
from tourney.events.event_records import EventStandings, ReadEvent, event_standings
from tourney.events.event_state import RECORDED, RoundState, StageState, TableState
from tourney.events.final_standings import (
    decided,
    final_lines,
    final_ranking,
    match_name,
    places_of,
    stage_lines,
)
from tourney.events.stage_standings import bye_points, table_points
from tourney.exports.standings_fields import crosstable, event_table, plan_table
from tourney.formats.formats import format_of
from tourney.pictures.look import ChartWords
from tourney.pictures.places import PlaceChart, PlaceRow
from tourney.pictures.rating_charts import rows_of
from tourney.records import read
from tourney.records.model import Directive
from tourney.render.code_words import stage_word, word_of
from tourney.render.paper import SheetMatch
from tourney.render.text_tables import Table, fixed
from tourney.reports.account_sections import AccountSections
from tourney.reports.content import (
    FACT_DIVIDER,
    BracketMatch,
    BracketTree,
    Cell,
    CellList,
    Facts,
    Folded,
    Head,
    PageContent,
    PageMaker,
    PageTable,
    Part,
    Podium,
    PodiumPlace,
    RowList,
    Section,
    day,
    days_words,
    filled,
    present,
    said,
    when_words,
    without_empty,
)
from tourney.reports.index_pages import EventLine
from tourney.reports.paths import Links, distinct
from tourney.reports.source import PageSource
from tourney.store.corrections import match_revisions

VOID: Final = "void"
PODIUM: Final = 3  # places on the podium
MOST_ON_PODIUM: Final = 5  # players on it, where many share a place
FEW: Final = 9  # players whose crosstable fits into a column of the page
MOST_ROUNDS: Final = 9  # rounds with a column of their own in the standings
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

    Some matches of a bracket are `called` by a name, such as the final.
    """

    number: str
    game: str
    seats: Sequence[SeatReport]
    match: StoredMatch | None = None
    called: Message | None = None

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
    # Of a knockout, whose matches have no points; `bracket` if two play each of them.
    elimination: bool = False
    bracket: bool = False
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
        """Everybody who has a seat, sorted."""
        rounds = (one for stage in self.stages for one in stage.rounds)
        tables = (table for one in rounds for table in one.tables)
        return sorted({seat.player for table in tables for seat in table.seats} - {"?"})


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
                [self._round(stage, at) for at in range(len(stage.rounds))],
                self._standings(stage, len(stage.rounds)),
                list(_notes(stage)),
                format_of(stage.plan.format).elimination,
                format_of(stage.plan.format).lives == 1,
                stage.plan.per_match,
            )
            for stage in self.state.stages
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

    def _round(self, stage: StageState, at: int) -> RoundReport:
        round_ = stage.rounds[at]
        tables = [self._table(stage, round_, table) for table in round_.tables]
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

    def _table(self, stage: StageState, round_: RoundState, table: TableState) -> TableReport:
        worth = table_points(self.state, stage, round_, table)
        match = self.by_id.get(table.match) if table.match is not None else None
        if stage.plan.per_match and match is not None:
            held = zip(match.players, match.scores, match.places, strict=True)
            seats = [SeatReport(*one) for one in held]
            return TableReport(dict(match.headers).get("table", ""), match.game, seats, match)
        seats = [self._seat(table, one, worth.get(one)) for one in table.seats]
        called = match_name(stage, round_.number, table.number)
        return TableReport(str(table.number), round_.game, seats, match, called)

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


POINTS: Final = 5  # the column of points in the tables of a round, which records do not have
# Directives of records that the page of an event lists.
RULED: Final = frozenset({"ruling", "adjust"})


class EventPage(PageMaker):
    """Makes the page of an event."""

    def __init__(self, source: PageSource, report: EventReport, links: Links) -> None:
        super().__init__(source, links)
        self.report = report
        self.title = self.names.text(report.event.name)

    def content(self, sheets: Sequence[Cell] = (), files: Sequence[Cell] = ()) -> PageContent:
        """The whole page; `sheets` are links to printable sheets by round, `files` to data."""
        words = say("reports.page-about-event", name=self.title).text(self.lang)
        sections = [*filled([*self._sections(sheets, files)])]
        podium = self._podium()
        newest = self.report.newest
        leading = []
        if podium.places and newest and not self.report.over:
            leading.append(say("reports.page-leading", count=len(newest.rounds)))
        first = present(self.notes(*leading), podium)
        return PageContent(self.title, words, sections, lead=self._lead(), first=first)

    def _lead(self) -> list[Cell]:
        """How many play, how long, what, and when."""
        report = self.report
        rounds = sum(1 for stage in report.stages for one in stage.rounds if one.number)
        cells = [Cell(self.text(say("reports.page-count-players", count=len(report.players))))]
        if rounds:
            cells.append(Cell(self.text(say("reports.page-count-rounds", count=rounds))))
        else:
            count = len(report.event.matches)
            cells.append(Cell(self.text(say("reports.page-count-matches", count=count))))
        tables = (t for stage in report.stages for one in stage.rounds for t in one.tables)
        cells += map(self.game, dict.fromkeys(table.game for table in tables))
        cells.append(Cell(days_words(report.dates, self.lang)))
        if not report.over and report.event.state.phase != RECORDED:
            cells.append(Cell(self.text(report.phase), look="odd"))
        return [cell for cell in cells if cell.text]

    def _podium(self) -> Podium:
        found = self.report.first_places[:MOST_ON_PODIUM]
        if not any(
            table.done
            for stage in self.report.stages
            for one in stage.rounds
            for table in one.tables
        ):
            found = []  # nobody has played
        places = [PodiumPlace(place, self.player(who), self._how(who)) for place, who in found]
        return Podium(places, won=self.report.over)

    def _how(self, who: str) -> str:
        """How a player came to the place: the last match, or all points."""
        played = [stage for stage in self.report.stages if _rounds_of(stage, who)]
        if not played:
            return ""
        last = played[-1]
        one, table = _rounds_of(last, who)[-1]
        seat = next(seat for seat in table.seats if seat.player == who)
        words: list[Message] = []
        if last.elimination or (len(played) > 1 and len(last.rounds) == 1):
            called = self._called(last, one, table)
            scores = [str(s.score) for s in table.seats if s is not seat and s.score is not None]
            score = "?" if seat.score is None else str(seat.score)
            if len(scores) == 1:
                score = f"{score} : {scores[0]}"
            won = seat.place == 1 and len(table.seats) > 1
            sentence = "reports.page-won" if won else "reports.page-was-in"
            words.append(say(sentence, called=called, score=score))
            played = played[:-1]
        for stage in played[-1:] if not last.elimination else ():
            row = next((row for row in rows_of(stage.standings) if row["player"] == who), None)
            if row is None:
                continue
            points = fixed(row["points"], 2)
            if stage is last:
                count = len(_rounds_of(stage, who))
                words.append(say("reports.page-with-points", points=points, count=count))
            else:
                name = stage_word(self.names.text(stage.name))
                after = {"stage": name, "place": row["place"], "points": points}
                words.append(say("reports.page-after-stage", **after))
        return FACT_DIVIDER.join(map(self.text, words))

    def _sections(self, sheets: Sequence[Cell], files: Sequence[Cell]) -> Iterator[Section]:
        report, parts = self.report, stage_parts(self.report, self.names.text)
        standings = [(part, *self._standings(stage)) for stage, part in reversed(parts)]
        if report.final:
            title = say("reports.page-standings")
            whole = self._whole(report.final.standings, title)
            yield self.section("standings", title, self._overall(report.final), *whole)
        else:
            for part, name, found in standings:
                yield Section(f"standings{part}", name, found)
        rounds = [
            self._round(stage, one, part)
            for stage, part in reversed(parts)
            for one in reversed(stage.rounds)
        ]
        if rounds and not report.over:
            rounds[0] = replace(rounds[0], open=True)
        yield self.section("rounds", say("reports.page-rounds"), *rounds)
        cross = self._crosstable()
        small = len(report.records.sums.ledger.records) <= FEW
        folded = [Folded(name, found, anchor=f"standings{part}") for part, name, found in standings]
        for section in (
            *self._pictures(),
            self.section("stages", say("reports.page-stages"), *folded if report.final else ()),
            self._rulings(),
            *([cross] if small else []),
            self._about(sheets, files),
            self._runs(),
        ):
            yield replace(section, beside=True)
        if not small:
            yield replace(cross, wide=True)
        counted = [match for match in report.event.matches if match.status != VOID]
        judged = self.source.accounts.of_event(report.event.name)
        points = AccountSections(self.source, self.links).points(judged, len(counted))
        yield replace(points, wide=True)

    def _pictures(self) -> Iterator[Section]:
        """The next dates, the brackets of knockouts, and the places round by round."""
        coming = [
            ([Cell(when_words(date, self.lang)), Cell(what)], "", Cell(""))
            for what, date in self._coming()
        ]
        yield self.section("coming", say("reports.page-coming"), RowList(coming))
        title = say("reports.page-bracket")
        for stage, part in reversed(stage_parts(self.report, self.names.text)):
            tree = BracketTree(self.text(title), self._ties(stage) if stage.bracket else ())
            yield self.section(f"bracket{part}", title, tree)
        newest = self.report.newest or self.report.stages[-1]
        chart = self.charts(self._places_chart, unseen=True) if not newest.bracket else []
        yield self.section("places", say("reports.page-places"), *chart)

    def _rulings(self) -> Section:
        """What was decided or corrected, match by match."""
        found = self.report.records
        unusual = {*found.adjusted, *found.open, *found.void, *found.corrected}
        places = {
            table.match.name: self._called(stage, one, table)
            for stage in self.report.stages
            for one in stage.rounds
            for table in one.tables
            if table.match and one.number
        }
        cells = []
        for match in self.report.event.matches:
            ruled = match.status == "forfeit" or "-- " in (match.text or "")
            if match.name in unusual or ruled:
                where = self.match(match)
                name = places.get(match.name, where.text)
                words = [self.text(one) for one in self._decisions(match)]
                cells += [Cell(f"{name}: {one}", where.href) for one in words]
        return self.section("rulings", say("reports.page-rulings"), CellList(cells))

    def _crosstable(self) -> Section:
        title = say("reports.page-crosstable")
        if not self.report.records.sums.matches:
            return self.section("crosstable", title)
        grid = self.table(crosstable(self.report.records.sums, self.report.places), title)
        notes = self.notes(say("reports.page-crosstable-means"))
        return self.section("crosstable", title, shaded(grid), notes)

    def _about(self, sheets: Sequence[Cell], files: Sequence[Cell]) -> Section:
        return self.section(
            "about",
            say("reports.page-about"),
            self._facts(),
            *self.fold(say("reports.page-sheets"), CellList(sheets)),
            *self.fold(say("reports.page-data"), CellList(files)),
        )

    def _runs(self) -> Section:
        event = self.report.event.name
        runs = [run.spec.name for run in self.source.runs if run.spec.event == event]
        listed = CellList([Cell(name, self.links.run(name)) for name in runs])
        return self.section("runs", say("reports.page-runs"), listed)

    def _overall(self, final: FinalReport) -> PageTable:
        """Everybody over all stages, with the points in each of them."""
        stages = [stage for stage in reversed(self.report.stages) if stage.rounds]
        worth = [{row["player"]: row["points"] for row in rows_of(stage.standings)}
                 for stage in stages]  # fmt: skip
        # The cards count in a final of one table; who plays it says more than its points.
        heads = [*self._place_heads(), *(
            Head(self._stage(stage), True, minor=len(stages) > 2 and at < len(stages) - 1)
            for at, stage in enumerate(stages))]  # fmt: skip
        rows = [
            [
                Cell(str(row["place"])),
                self.player(row["player"]),
                *(Cell("" if (one := points.get(row["player"])) is None else fixed(one, 2))
                  for points in worth),
                Cell(self._why(row["why"], row)),
            ]
            for row in self._shown_rows(final.standings)
        ]  # fmt: skip
        last = sum(1 for row in rows if row[2].text)
        heads.append(Head(self.text(say("reports.page-why-head"))))
        caption = self.text(final.note)
        return PageTable(caption, heads, rows, cut=last if last < len(rows) else 0, look="places")

    def _stage(self, stage: StageReport) -> str:
        return capital(said(stage_word(self.names.text(stage.name)), self.lang))

    def _place_heads(self) -> list[Head]:
        return [Head("#", True), Head(self.text(say("reports.page-player")), names=True)]

    @staticmethod
    def _shown_rows(table: Table) -> list[dict[str, Any]]:
        """The rows of a table by the keys of all its columns."""
        keys = [column.key for column in table.columns]
        return [dict(zip(keys, row, strict=True)) for row in table.rows]

    def _short(self, stage: StageReport, standings: Table, caption: Message) -> PageTable:
        """Standings as most readers want them: points, those of each round, and why."""
        rounds = [one for one in stage.rounds if one.number]
        hidden = len(rounds) > MOST_ROUNDS or stage.elimination or stage.per_match
        shown = [] if hidden else rounds
        key = "points_mean" if stage.per_match else "points"
        won: list[dict[str, Fraction]] = []
        for one in shown:
            own = {seat.player: seat.points for table in one.tables for seat in table.seats}
            own.update(one.byes)
            won.append({who: points for who, points in own.items() if points is not None})
        heads = self._place_heads()
        if not stage.elimination:
            per_match = say("render.heading-per-match")
            heads.append(
                Head(self.text(per_match if stage.per_match else say("reports.page-points")), True)
            )
        for one in shown:
            short = say("pictures.places-round", number=one.number)
            heads.append(Head(self.text(short), True, minor=True))
        last = "reports.page-last" if stage.elimination else "reports.page-why-head"
        heads.append(Head(self.text(say(last))))
        rows = []
        for row in self._shown_rows(standings):
            who = row["player"]
            cells = [Cell(str(row["place"])), self.player(who)]
            if not stage.elimination:
                cells.append(Cell(fixed(row[key], 2), look="total"))
            cells += [Cell(fixed(own[who], 2) if who in own else "–") for own in won]
            why = self._how(who) if stage.elimination else self._why(row["why"], row)
            missed = None if stage.elimination else row.get("unplayed")
            words = [why, self.text(missed) if missed else ""]
            rows.append([*cells, Cell(FACT_DIVIDER.join(filter(None, words)))])
        names = [one.name for one in self.report.stages]
        later = self.report.stages[names.index(stage.name) + 1 :]
        on = {seat.player for one in later for round_ in one.rounds for table in round_.tables
              for seat in table.seats}  # fmt: skip
        cut = max((at for at, row in enumerate(self._shown_rows(standings), 1)
                   if row["player"] in on), default=0)  # fmt: skip
        return PageTable(self.text(caption), heads, rows, look="places",
                         cut=cut if cut < len(rows) else 0)  # fmt: skip

    def _why(self, why: Any, row: Mapping[str, Any]) -> str:
        """Why a row is above the next one, in words."""
        if not isinstance(why, Message):
            return ""
        given = dict(why.arguments)
        if why.code == "events.stage-above":
            stage = stage_word(self.names.text(str(given["stage"])))
            return self.text(say("reports.page-why-stage", stage=stage))
        if why.code != "scoring.over":
            return self.text(why)
        what, high, low = given["what"], str(given["high"]), str(given["low"])
        code = what.code if isinstance(what, Message) else ""
        if code in ("scoring.points", "scoring.per-match", "scoring.per-round"):
            digits = len(high.partition(".")[2])
            more = fixed(Fraction(high) - Fraction(low), digits)
            total = code == "scoring.points"
            key = "reports.page-why-points" if total else "reports.page-why-mean"
            return self.text(say(key, more=more))
        if code == "scoring.break-score":
            high, low = (text.rstrip("0").rstrip(".") for text in (high, low))
            return self.text(say("reports.page-why-score", high=high, low=low))
        if code == "scoring.break-wins":
            matches = row["matches"]
            counts = [Fraction(text) * matches for text in (high, low)]
            # A first place may be shared, and the next may have played more or fewer matches.
            near = [round(one) for one in counts]
            if all(abs(counts[at] - near[at]) < Fraction(1, 20) for at in (0, 1)):
                return self.text(say("reports.page-why-wins", high=near[0], low=near[1]))
        if "." in high:
            high, low = (text.rstrip("0").rstrip(".") for text in (high, low))
        return self.text(say("reports.page-why-other", what=what, high=high, low=low))

    def _whole(self, standings: Table, title: Message) -> list[Part]:
        """All figures of standings, folded: those of `tourney standings`."""
        return self.fold(say("reports.page-figures"), self.table(standings, title))

    def _ties(self, stage: StageReport) -> list[BracketMatch]:
        """The bracket of a knockout: each match with those from which its players come."""
        rounds = [one for one in stage.rounds if one.number]

        def tie(at: int, table: TableReport) -> BracketMatch:
            feeds = []
            for seat in table.seats if at else ():
                before = [one for one in rounds[at - 1].tables
                          if seat.player in (each.player for each in one.seats)]  # fmt: skip
                if before:
                    feeds.append(tie(at - 1, before[0]))
                else:  # a bye
                    words = self.text(say("reports.page-free"))
                    feeds.append(BracketMatch("", [(self.player(seat.player), words, True)], ""))
            seats = [
                (
                    self.player(seat.player),
                    self.text(say("reports.page-not-there")) if seat.absent
                    else "" if seat.score is None else str(seat.score),
                    seat.place == 1 or (seat.place is None and not seat.absent
                                        and any(other.absent for other in table.seats)),
                )
                for seat in table.seats
            ]  # fmt: skip
            called = self._called(stage, rounds[at], table)
            return BracketMatch(
                called, seats, self.match(table.match).href if table.match else "", feeds
            )

        if not rounds:
            return []
        roots = [tie(len(rounds) - 1, table) for table in rounds[-1].tables]
        # The match for third place has the losers of the semifinals, whose matches lead to the
        # final already.
        return [roots[0], *(replace(one, feeds=()) for one in roots[1:])] if (
            len(roots) == 2 and rounds[-1].tables[0].called) else roots  # fmt: skip

    def _called(self, stage: StageReport, one: RoundReport, table: TableReport) -> str:
        """What people call a match: the final, or its round and table."""
        called: Message | str = table.called or ""
        if not called and stage.name and len(stage.rounds) == len(one.tables) == 1:
            called = stage_word(self.names.text(stage.name))
        if not called and one.number:
            called = say("reports.page-place-of", round=one.number, table=table.number)
        return capital(said(called, self.lang))

    def _places_chart(self) -> PlaceChart:
        """The places after each round of all stages, by the standings of that time."""
        columns: list[tuple[Message | str, dict[str, int]]] = []
        begun = [stage for stage in self.report.stages if stage.rounds]
        for number, stage in enumerate(begun):
            if number and len(stage.rounds) == 1:
                continue  # the final is the last column
            for one in stage.rounds:
                places = {row["player"]: row["place"] for row in rows_of(one.standings)}
                if one.number and (one.complete or one is stage.rounds[-1]) and not number:
                    short = say("pictures.places-round", number=one.number)
                    columns.append((short, places))
        if self.report.final:
            last = rows_of(self.report.final.standings)
            columns.append((self._stage(begun[-1]), {row["player"]: row["place"] for row in last}))
        order = list(columns[-1][1]) if columns else []
        rows = [PlaceRow(who, [places.get(who) for _, places in columns]) for who in order]
        of = say("pictures.event", name=self.report.event.name)
        words = ChartWords(say("pictures.places", of=of))
        return PlaceChart(words, [name for name, _ in columns], rows)

    def _facts(self) -> Facts:
        report = self.report
        formats = [
            f"{said(stage_word(self.names.text(name)), self.lang)}: {self.word(how).text}"
            for name, how in report.plan
        ]
        return self.facts(
            (
                (say("reports.page-phase"), [Cell(self.text(report.phase))]),
                (say("reports.page-format"), [Cell(how) for how in formats]),
                (say("reports.page-matches"), [Cell(str(len(report.event.matches)))]),
            )
        )

    def line(self) -> EventLine:
        """The event as the start page lists it."""
        report = self.report
        firsts = [who for place, who in report.first_places if place == 1]
        played = any(t.done for s in report.stages for one in s.rounds for t in one.tables)
        return EventLine(
            name=report.event.name,
            on=not report.over and report.event.state.phase not in (RECORDED, "closed"),
            over=report.over or report.event.state.phase == RECORDED,
            rounds=sum(1 for s in report.stages for one in s.rounds if one.number),
            missing=len(report.event.state.missing()),
            winners=list(map(self.names.of, firsts)) if played and len(firsts) < 4 else [],
            coming=list(self._coming()),
            last=max(map(day, report.dates), default=""),
        )

    def _coming(self) -> Iterator[tuple[str, str]]:
        """The rounds that are not drawn, with their dates."""
        for stage, number, date in self.report.coming:
            yield self.text(round_title(self.names.text(stage), number)), date

    def _standings(self, stage: StageReport) -> tuple[str, list[Part]]:
        """The title of the standings of a stage, and what they consist of."""
        name = stage_word(self.names.text(stage.name))
        title = (
            say("reports.page-standings-of", stage=name) if name else say("reports.page-standings")
        )
        short: list[Part] = []
        if any(column.key == "points" for column in stage.standings.columns):
            notes = list(stage.notes)
            caption = notes[0] if notes else say("reports.page-short")
            short = [self._short(stage, stage.standings, caption)]
            short += self._whole(stage.standings, title)
        else:
            short = [self.notes(*stage.notes), self.table(stage.standings, title)]
        return self.text(title), [*present(*short)]

    def _round(self, stage: StageReport, one: RoundReport, part: str) -> Folded:
        title = say("reports.page-no-round")
        if one.number:
            title = round_title(self.names.text(stage.name), one.number)
        byes = [
            say("reports.page-bye", name=self.names.of(who), points=fixed(points, 2))
            if points is not None
            else say("reports.page-bye-alone", name=self.names.of(who))
            for who, points in one.byes
        ]
        parts: list[Part] = [self._tables(stage, one), self.notes(*byes)]
        if one.number and one.complete and one is not stage.rounds[-1] and not stage.elimination:
            caption = say("reports.page-after-round", number=one.number)
            parts.append(self._short(replace(stage, rounds=[]), one.standings, caption))
        games = [self.game(game).text for game in dict.fromkeys(t.game for t in one.tables)]
        missing = sum(1 for table in one.tables if not table.done and len(table.seats) > 1)
        done = say("reports.page-count-tables", count=len(one.tables))
        if missing:
            done = say("reports.page-count-missing", count=missing)
        if len(one.tables) == 1 and not missing:
            done_text = players_and_scores_of(one.tables[0], self.names.of)
        else:
            done_text = self.text(done)
        facts = [when_words(one.date, self.lang), ", ".join(games), done_text]
        note = FACT_DIVIDER.join(filter(None, facts))
        anchor = f"round{part}-{one.number}".rstrip("-")
        heading = capital(self.text(title))
        if not one.tables[1:] and len(stage.rounds) == 1 and stage.name:
            heading = self._stage(stage)  # such as the final
        return Folded(heading, present(*parts), note, anchor)

    def _tables(self, stage: StageReport, one: RoundReport) -> PageTable:
        caption = (
            say("reports.page-tables-of", number=one.number)
            if one.number
            else say("reports.page-tables")
        )
        heads = self.heads(
            *map(say, ("reports.page-table", "reports.page-seat", "reports.page-player")),
            *map(say, ("reports.page-score", "reports.page-place", "reports.page-points")),
            say("reports.page-match"), numbers=(3, 4, 5),
        )  # fmt: skip
        for at in (1, 4):  # the seat, and the place, which the score shows
            heads[at] = heads[at]._replace(minor=True)
        rows = [row for table in one.tables for row in self._rows(table, stage.elimination)]
        found = PageTable(self.text(caption), heads, rows, look="tables", together=True)
        return without_empty(found, POINTS)

    def _rows(self, table: TableReport, elimination: bool) -> Iterator[list[Cell]]:
        """One row for each seat; the table and its match stand in the first one."""
        shown = Cell(self.text(say("reports.page-open-table")))
        if table.match:
            moves = "\n1. " in (table.match.text or "") or "\n1 " in (table.match.text or "")
            word = say("reports.page-replay") if moves else say("reports.page-match")
            shown = Cell(self.text(word), self.match(table.match).href)
        letters = (seat_letter(number) for number in range(len(table.seats)))
        for number, seat in enumerate(table.seats):
            letter = "" if seat.absent else next(letters)
            first = number == 0
            called = self.text(table.called) if table.called else table.number
            name = Cell(called if first else "")
            points = None if seat.points is None or elimination else fixed(seat.points, 2)
            known = (seat.score, seat.place, points)
            values = ["" if value is None else str(value) for value in known]
            who = self.player(seat.player)
            if seat.absent:
                who = Cell(self.text(say("reports.page-absent", name=who.text)), who.href)
            if seat.place == 1:
                who = who._replace(look="first")
            yield [name, Cell(letter), who, *map(Cell, values), shown if first else Cell("")]

    def _decisions(self, match: StoredMatch) -> Iterator[Message]:
        found = self.report.records
        if match.status == VOID:
            yield say("reports.page-is-void")
        if match.name in found.adjusted:
            yield say("reports.page-is-adjusted")
        if match.name in found.open:
            yield say("reports.page-is-open")
        for one in match.faults if match.status == "forfeit" else ():
            if one.seat >= 0:
                yield say(
                    "reports.page-forfeit",
                    who=self.names.of(match.players[one.seat]),
                    code=word_of(one.code),
                )
        yield from (
            say("reports.page-ruling", text=text.removeprefix("ruling ")) for text in rulings(match)
        )
        yield from corrections(self.source, match)


def round_title(stage: str, number: str | int) -> Message:
    """The heading of a round; `stage` is empty if the event has only one."""
    if stage:
        return say("reports.page-round-of", stage=stage_word(stage), number=number)
    return say("reports.page-round", number=number)


def _rounds_of(stage: StageReport, who: str) -> list[tuple[RoundReport, TableReport]]:
    """The tables at which a player sat, in the order of rounds."""
    return [
        (one, table)
        for one in stage.rounds
        for table in one.tables
        if who in (seat.player for seat in table.seats if not seat.absent)
    ]


def players_and_scores_of(table: TableReport, shown: Callable[[str], str]) -> str:
    """The players of a table with their scores, the best first."""
    held = sorted(table.seats, key=lambda seat: seat.place or len(table.seats))
    return ", ".join(
        f"{shown(seat.player)} {'' if seat.score is None else seat.score}".strip() for seat in held
    )


def capital(text: str) -> str:
    """A text whose first letter is a capital one."""
    return text[:1].upper() + text[1:]


def shaded(grid: PageTable) -> PageTable:
    """A crosstable whose cells have a colour where the player of the row was more often above."""
    rows = [
        [
            cell._replace(look="more") if head.name and _share(cell.text) > 0.5 else cell
            for head, cell in zip(grid.heads, row, strict=True)
        ]
        for row in grid.rows
    ]
    return replace(grid, rows=rows, look="cross")


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def rulings(match: StoredMatch) -> Iterator[str]:
    """The rulings in the record of a match."""
    if match.text is None or not any(f"-- {word}" in match.text for word in RULED):
        return
    for one in read(match.text).matches:
        for line in (*one.body, *one.trailer):
            if isinstance(line, Directive) and line.word in RULED:
                yield line.text


def corrections(source: PageSource, match: StoredMatch) -> Iterator[Message]:
    """Since when and why a match is void, and what all other corrections changed together.

    Not by whom, because pages are public.
    """
    if match.revision < 2:
        return
    first, *later = match_revisions(source.store, match)
    newest = later[-1]
    counted = [at for at, one in enumerate([first, *later]) if one.status != VOID]
    if newest.status == VOID and counted:
        void = later.pop(counted[-1])  # the revision after the last one that counted
        yield say("reports.page-void-since", **_when_and_why(void.at, [void.reason]))
        if not any(_score_changes(source, first.text, newest.text)):
            return
    words = _when_and_why((later or [newest])[-1].at, [one.reason for one in later])
    if (first.text, first.status) == (newest.text, newest.status):
        yield say("reports.page-as-before", **words)
        return
    changes = "; ".join(_score_changes(source, first.text, newest.text))
    what: Message | str = changes or (
        say("reports.page-status") if first.text == newest.text else say("reports.page-record")
    )
    yield say("reports.page-corrected-on", what=what, **words)


def _when_and_why(at: str, reasons: Sequence[str]) -> dict[str, Argument]:
    why = "; ".join(filter(None, reasons))
    return {"day": day(at), "why": say("reports.page-why", reason=why) if why else ""}


def _score_changes(source: PageSource, before: str | None, after: str | None) -> Iterator[str]:
    """The players whose score differs between two texts of a match with the same players."""
    if before is None or after is None:
        return
    old, new = read(before).matches[0], read(after).matches[0]
    if old.names == new.names:
        for name, was, now in zip(new.names, old.result.scores, new.result.scores, strict=False):
            if was != now:
                yield f"{source.names.of(name)} {_score(was)} → {_score(now)}"


def _score(value: int | None) -> str:
    return "?" if value is None else str(value)
