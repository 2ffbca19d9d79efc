"""An event as values – stages, rounds, tables, standings – and the page that shows them.

An event with a plan follows from its rows of the log, another one from the headers of the records
that name it. The page adds crosstable, rulings and corrections.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Final

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
from tourney.pictures.event_charts import EventSource, event_chart
from tourney.records import read
from tourney.records.model import Directive
from tourney.render.code_words import stage_word, word_of
from tourney.render.paper import SheetMatch
from tourney.render.text_tables import Table, fixed
from tourney.reports.account_sections import AccountSections
from tourney.reports.content import (
    Cell,
    CellList,
    Facts,
    PageContent,
    PageMaker,
    PageTable,
    Part,
    Section,
    Trusted,
    day,
    filled,
    said,
    without_empty,
)
from tourney.reports.paths import Links, distinct
from tourney.reports.source import PageSource
from tourney.store.corrections import match_revisions

VOID: Final = "void"
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
            )
            for stage in self.state.stages
        ]
        phase = PHASES[self.state.phase]()
        plan = [(stage.name, stage.format) for stage in self.state.plan.stages if stage.name]
        found = event_standings(self.event.matches)
        coming = list(self._coming(several))
        more = plan, coming, self._final(), places_of(self.state, self.rules, self.names)
        return EventReport(self.event, phase, stages, found, *more)

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
        return PageContent(self.title, words, [*filled([*self._sections(sheets, files)])])

    def _sections(self, sheets: Sequence[Cell], files: Sequence[Cell]) -> Iterator[Section]:
        yield self.section("about", say("reports.page-event"), self._facts())
        parts = stage_parts(self.report, self.names.text)
        if self.report.final:
            final = self.table(self.report.final.standings, say("reports.page-standings"))
            note = self.notes(self.report.final.note)
            yield self.section("standings", say("reports.page-standings"), note, final)
        for stage, part in reversed(parts):
            yield self._standings(stage, part)
        for stage, part in parts:
            yield from (self._round(stage, one, part) for one in stage.rounds)
        if self.report.records.sums.matches:
            table = crosstable(self.report.records.sums, self.report.places)
            grid = self.table(table, say("reports.page-crosstable"))
            yield self.section(
                "crosstable",
                say("reports.page-crosstable"),
                self.notes(say("reports.page-crosstable-means")),
                grid,
                *self._chart("crosstable"),
            )
        counted = [match for match in self.report.event.matches if match.status != VOID]
        judged = self.source.accounts.of_event(self.report.event.name)
        yield AccountSections(self.source, self.links).points(judged, len(counted))
        runs = [
            run.spec.name for run in self.source.runs if run.spec.event == self.report.event.name
        ]
        listed = CellList([Cell(name, self.links.run(name)) for name in runs])
        yield self.section("runs", say("reports.page-runs"), listed)
        # What was decided or corrected, match by match.
        found = self.report.records
        unusual = {*found.adjusted, *found.open, *found.void, *found.corrected}
        cells = []
        for match in self.report.event.matches:
            ruled = match.status == "forfeit" or "-- " in (match.text or "")
            if match.name in unusual or ruled:
                where = self.match(match)
                words = [self.text(one) for one in self._decisions(match)]
                cells += [Cell(f"{where.text}: {one}", where.href) for one in words]
        yield self.section("rulings", say("reports.page-rulings"), CellList(cells))
        yield self.section("sheets", say("reports.page-sheets"), CellList(sheets))
        yield self.section("data", say("reports.page-data"), CellList(files))

    def _facts(self) -> Facts:
        report = self.report
        days = {day(dict(one.headers).get("date", "")) for one in report.event.matches} - {""}
        ends = dict.fromkeys((min(days), max(days))) if days else ()
        tables = (t for stage in report.stages for one in stage.rounds for t in one.tables)
        games = dict.fromkeys(table.game for table in tables)
        formats = [
            f"{said(stage_word(self.names.text(name)), self.lang)}: {self.word(how).text}"
            for name, how in report.plan
        ]
        return self.facts(
            (
                (say("reports.page-date"), [Cell(" – ".join(ends))]),
                (say("reports.page-phase"), [Cell(self.text(report.phase))]),
                (say("reports.page-game"), [self.game(game) for game in games]),
                (say("reports.page-coming"), [Cell(one) for one in self._coming()]),
                (say("reports.page-format"), [Cell(how) for how in formats]),
                (say("reports.page-players"), sorted(map(self.player, report.players))),
                (say("reports.page-matches"), [Cell(str(len(report.event.matches)))]),
            )
        )

    def _coming(self) -> Iterator[str]:
        """The rounds that are not drawn, with their dates."""
        for stage, number, date in self.report.coming:
            yield f"{self.text(round_title(self.names.text(stage), number))}: {date}"

    def _standings(self, stage: StageReport, part: str) -> Section:
        name = stage_word(self.names.text(stage.name))
        title = (
            say("reports.page-standings-of", stage=name) if name else say("reports.page-standings")
        )
        grid = self.table(stage.standings, title)
        courses = self._chart("curves", stage.name or None)
        return self.section(f"standings{part}", title, self.notes(*stage.notes), grid, *courses)

    def _chart(self, kind: str, stage: str | None = None) -> list[Trusted]:
        source = EventSource(self.report.event, stage=stage)
        return self.charts(partial(event_chart, source, kind))

    def _round(self, stage: StageReport, one: RoundReport, part: str) -> Section:
        title = say("reports.page-no-round")
        if one.number:
            title = round_title(self.names.text(stage.name), one.number)
        byes = [
            say("reports.page-bye", name=self.names.of(who), points=fixed(points, 2))
            if points is not None
            else say("reports.page-bye-alone", name=self.names.of(who))
            for who, points in one.byes
        ]
        dates = [say("reports.page-round-date", date=one.date)] if one.date else []
        parts: list[Part] = [self.notes(*dates), self._tables(one), self.notes(*byes)]
        if one.number and one.complete and one is not stage.rounds[-1]:
            parts.append(
                self.table(one.standings, say("reports.page-after-round", number=one.number))
            )
        return self.section(f"round{part}-{one.number}".rstrip("-"), title, *parts)

    def _tables(self, one: RoundReport) -> PageTable:
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
        rows = [row for table in one.tables for row in self._rows(table)]
        return without_empty(PageTable(self.text(caption), heads, rows), POINTS)

    def _rows(self, table: TableReport) -> Iterator[list[Cell]]:
        """One row for each seat; the table and its match stand in the first one."""
        shown = (
            self.match(table.match)
            if table.match
            else Cell(self.text(say("reports.page-open-table")))
        )
        letters = (seat_letter(number) for number in range(len(table.seats)))
        for number, seat in enumerate(table.seats):
            letter = "" if seat.absent else next(letters)
            first = number == 0
            called = self.text(table.called) if table.called else table.number
            name = Cell(called if first else "")
            points = None if seat.points is None else fixed(seat.points, 2)
            known = (seat.score, seat.place, points)
            values = ["" if value is None else str(value) for value in known]
            who = self.player(seat.player)
            if seat.absent:
                who = Cell(self.text(say("reports.page-absent", name=who.text)), who.href)
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
