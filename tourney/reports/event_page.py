"""The page of an event: standings, rounds, crosstable, rulings and corrections."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from engines.api import seat_letter
from engines.messages import Argument, Message, say
from tourney.domain.match_values import StoredMatch
from tourney.exports.standings_fields import crosstable
from tourney.pictures.event_charts import EventSource, event_chart
from tourney.records import read
from tourney.records.model import Directive
from tourney.render.code_words import stage_word, word_of
from tourney.render.text_tables import fixed
from tourney.reports.content import (
    Cell,
    CellList,
    Facts,
    PageContent,
    PageTable,
    Part,
    Section,
    Trusted,
    filled,
    without_empty,
)
from tourney.reports.event_report import (
    VOID,
    EventReport,
    RoundReport,
    StageReport,
    TableReport,
    stage_parts,
)
from tourney.reports.page_maker import PageMaker, day, said
from tourney.reports.paths import Links
from tourney.reports.source import PageSource
from tourney.store.corrections import match_revisions

POINTS: Final = 5
"""The column of points in the tables of a round, which records do not have."""
RULED: Final = frozenset({"ruling", "adjust"})
"""Directives of records that the page of an event lists."""


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
        runs = [
            run.spec.name for run in self.source.runs if run.spec.event == self.report.event.name
        ]
        listed = CellList([Cell(name, self.links.run(name)) for name in runs])
        yield self.section("runs", say("reports.page-runs"), listed)
        yield self.section("rulings", say("reports.page-rulings"), CellList(self._rulings()))
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
            name = stage_word(self.names.text(stage))
            words = (
                say("reports.page-round-of", stage=name, number=number)
                if name
                else say("reports.page-round", number=number)
            )
            yield f"{self.text(words)}: {date}"

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
        name = stage_word(self.names.text(stage.name))
        title = (
            say("reports.page-round-of", stage=name, number=one.number)
            if name
            else say("reports.page-round", number=one.number)
        )
        title = title if one.number else say("reports.page-no-round")
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

    def _rulings(self) -> list[Cell]:
        """What was decided or corrected, match by match."""
        found = self.report.records
        unusual = {*found.adjusted, *found.open, *found.void, *found.corrected}
        cells = []
        for match in self.report.event.matches:
            ruled = match.status == "forfeit" or "-- " in (match.text or "")
            if match.name in unusual or ruled:
                where = self.match(match)
                words = [self.text(one) for one in self._decisions(match)]
                cells += [Cell(f"{where.text}: {one}", where.href) for one in words]
        return cells

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
