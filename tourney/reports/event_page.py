"""The page of an event: the winners first, then standings, rounds, pictures, rulings, figures."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from engines.api import seat_letter
from engines.messages import Message, say
from tourney.domain.match_values import StoredMatch
from tourney.events.event_state import RECORDED
from tourney.exports.standings_fields import crosstable
from tourney.pictures.rating_charts import rows_of
from tourney.proofs.announced import event_sealing
from tourney.render.code_words import stage_word, word_of
from tourney.render.text_tables import Table, fixed
from tourney.reports.account_sections import AccountSections
from tourney.reports.content import (
    FACT_DIVIDER,
    BracketMatch,
    BracketRounds,
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
    title_of,
    when_words,
    without_empty,
)
from tourney.reports.event_report import (
    VOID,
    EventReport,
    FinalReport,
    RoundReport,
    SeatReport,
    StageReport,
    TableReport,
    places_chart,
    round_title,
    stage_parts,
)
from tourney.reports.index_pages import EventLine
from tourney.reports.match_page import corrections, rulings
from tourney.reports.paths import Links
from tourney.reports.source import PageSource

MOST_ON_PODIUM: Final = 5  # players on it, where many share a place
FEW: Final = 9  # players whose crosstable fits into a column of the page
SECOND_CHANCE: Final = "events.event-bracket-repechage"
NARROW: Final = 3  # rounds whose bracket fits into a column of the page
MOST_ROUNDS: Final = 9  # rounds with a column of their own in the standings
POINTS: Final = 5  # the column of points in the tables of a round, which records do not have


class EventPage(PageMaker):
    """Makes the page of an event."""

    def __init__(self, source: PageSource, report: EventReport, links: Links) -> None:
        super().__init__(source, links)
        self.report = report
        self.title = self.names.text(report.event.name)
        rounds = [one for stage in report.stages for one in stage.rounds]
        self._played = any(table.done for one in rounds for table in one.tables)

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
        stages = report.event.state.stages
        players = len(report.players) or (len(stages[0].seeding) if stages else 0)
        cells = [Cell(self.text(say("reports.page-count-players", count=players)))]
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
        found = self.report.first_places[:MOST_ON_PODIUM] if self._played else []
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
            if table.tie:
                score = self.text(say("reports.page-decided", score=score, how=table.tie[1]))
            won = _won(table, seat) and len(table.seats) > 1
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
        if not self._played:
            yield self.section("standings", say("reports.page-start-list"), *self._start_list())
        elif report.final:
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
            yield replace(section, beside=not section.wide)
        if not small:
            yield replace(cross, wide=True)
        counted = [match for match in report.event.matches if match.status != VOID]
        judged = self.source.accounts.of_event(report.event.name)
        points = AccountSections(self.source, self.links).points(judged, len(counted))
        yield replace(points, wide=True)

    def _start_list(self) -> Iterator[Part]:
        """Who plays, in the order of seeds, with the rating in each game that is played first."""
        event = self.report.event
        games = dict.fromkeys(event.state.plan.stages[0].games) if event.state.plan.stages else ()
        ratings = {
            game: {row.player.name: row.rating for row in self.source.ratings[game].rows}
            for game in games
            if game in self.source.ratings
        }
        seeds = event.state.stages[0].seeding if event.state.stages else ()
        names = [event.names[one] for one in seeds]
        values = {game: [known.get(one) for one in names] for game, known in ratings.items()}
        rows, heads = [[Cell(str(at)), self.player(one)] for at, one in enumerate(names, 1)], []
        for game, column in values.items():
            if any(column):
                title = say("reports.page-rating-in", game=title_of(game, self.lang))
                heads.append(Head(self.text(title), True))
                for row, rating in zip(rows, column, strict=True):
                    text = f"{rating.value:.0f} ± {rating.half:.0f}" if rating else "–"
                    row.append(Cell(text, order=f"{rating.value:.0f}" if rating else "0"))
        if rows:
            caption = self.text(say("reports.page-start-list-means"))
            yield PageTable(caption, [*self._place_heads(), *heads], rows, look="places")

    def _pictures(self) -> Iterator[Section]:
        """The next dates, the brackets of knockouts, and the places round by round."""
        coming = [
            ([Cell(when_words(date, self.lang)), Cell(what)], "", Cell(""))
            for what, date in self._coming()
        ]
        yield self.section("coming", say("reports.page-coming"), RowList(coming))
        title = say("reports.page-bracket")
        for stage, part in reversed(stage_parts(self.report, self.names.text)):
            found = self.section(f"bracket{part}", title, *self._brackets(stage))
            yield replace(found, wide=len(stage.rounds) > NARROW)
        newest = self.report.newest or self.report.stages[-1]
        drawn = () if newest.elimination else (lambda: places_chart(self.report),)
        chart = self.charts(*drawn, unseen=True)
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
        heads.append(Head(self.text(say("reports.page-why-head")), minor=True))
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
        heads.append(Head(self.text(say(last)), minor=True))
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

    def _brackets(self, stage: StageReport) -> Iterator[Part]:
        """A knockout as drawings: each match with those from which its players come."""
        rounds = [one for one in stage.rounds if one.number]
        if not stage.elimination or not rounds:
            return
        if not stage.lives:
            yield self._heats(stage, rounds)
            yield self.notes(say("reports.page-go-on"))
            return

        drawn: set[tuple[int, str]] = set()

        def feeds(at: int, who: str, upper: bool) -> list[BracketMatch]:
            """The match or bye of a player before a round; none if it is in the other bracket."""
            for earlier in reversed(range(at)):
                for table in rounds[earlier].tables:
                    if who in (seat.player for seat in table.seats):
                        if table.upper == upper:
                            return tie(earlier, table)
                        label = self.text(say("reports.page-losers-bracket"))
                        return [self._bye(who, label=label)] if upper else []
                if who in (one for one, _ in rounds[earlier].byes):
                    return [self._bye(who, feeds=feeds(earlier, who, upper))]
            return []

        def tie(at: int, table: TableReport) -> list[BracketMatch]:
            """A match with all before it; none if it is drawn already.

            Both of a final that is played again come from the same match, and both who play for
            third place from matches that lead to the final.
            """
            if (at, table.number) in drawn:
                return []
            drawn.add((at, table.number))
            found = [one for seat in table.seats for one in feeds(at, seat.player, table.upper)]
            return [self._tie(stage, rounds[at], table, table.seats, found)]

        def roots(upper: bool, label: Message) -> BracketTree:
            """A bracket from its last matches, and from those whose winner has gone no further."""
            last = len(rounds) - 1
            ties = [
                one
                for at in range(last, -1, -1)
                for table in rounds[at].tables
                if table.upper == upper
                for one in tie(at, table)
            ]
            if stage.lives == 1 or (upper and not last):  # else nobody sees whose bye it is
                ties += [one for who, _ in rounds[last].byes for one in feeds(last + 1, who, upper)]
            return BracketTree(self.text(label), ties)

        if stage.lives == 1:
            yield roots(rounds[0].tables[0].upper, say("reports.page-bracket"))
            return
        yield roots(True, say("reports.page-winners-bracket"))
        yield roots(False, say("reports.page-losers-bracket"))

    def _heats(self, stage: StageReport, rounds: Sequence[RoundReport]) -> BracketRounds:
        """All tables round by round; of those at a table the best come first."""
        columns = []
        for at, one in enumerate(rounds):
            later = {who for each in rounds[at + 1 :] for who in _players(each)}
            stay = later
            for after in rounds[at + 1 : at + 2]:
                names = [table.called.code for table in after.tables if table.called]
                if any(table.upper for table in one.tables):
                    # Who loses for the first time plays on, but not among those who have not lost.
                    # The best of the last upper heat wait for the final.
                    waiting = later.difference(_players(after))
                    stay = waiting or {who for who, _ in after.byes}
                    stay |= {s.player for table in after.tables if table.upper for s in table.seats}
                elif SECOND_CHANCE in names:
                    stay = later.difference(_players(after))
            ties = [self._bye(who) for who, _ in one.byes]
            for table in one.tables:
                seats = sorted(table.seats, key=lambda seat: seat.place or len(table.seats))
                on = stay if table.upper or not at else later
                ties.append(self._tie(stage, one, table, seats, on=on))
            columns.append(ties)
        return BracketRounds(self.text(say("reports.page-bracket")), columns)

    def _tie(
        self,
        stage: StageReport,
        one: RoundReport,
        table: TableReport,
        seats: Sequence[SeatReport],
        feeds: Sequence[BracketMatch] = (),
        on: Collection[str] = (),
    ) -> BracketMatch:
        """A match of a bracket; winners are those who go `on`, or who came first."""
        drawn = []
        for seat in seats:
            score = "" if seat.score is None else str(seat.score)
            alone = not seat.absent and any(other.absent for other in seats)
            won = seat.player in on if on else _won(table, seat) or (seat.place is None and alone)
            if seat.absent:
                score = self.text(say("reports.page-not-there"))
            drawn.append((self.player(seat.player), score, won))
        href = self.match(table.match).href if table.match else ""
        called = self._called(stage, one, table)
        if table.tie:
            called = FACT_DIVIDER.join([called, self.text(table.tie[1])])
        return BracketMatch(called, drawn, href, feeds)

    def _bye(
        self, who: str, *, label: str = "", feeds: Sequence[BracketMatch] = ()
    ) -> BracketMatch:
        """Somebody without a match: with a bye, or from the bracket of this label."""
        words = "" if label else self.text(say("reports.page-free"))
        return BracketMatch(label, [(self.player(who), words, True)], "", feeds)

    def _called(self, stage: StageReport, one: RoundReport, table: TableReport) -> str:
        """What people call a match: the final, or its round and table."""
        called: Message | str = table.called or ""
        if not called and stage.name and len(stage.rounds) == len(one.tables) == 1:
            called = stage_word(self.names.text(stage.name))
        if not called and one.number:
            called = say("reports.page-place-of", round=one.number, table=table.number)
        return capital(said(called, self.lang))

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
                *self.sealing(event_sealing(report.event.state)),
            )
        )

    def line(self) -> EventLine:
        """The event as the start page lists it."""
        report = self.report
        firsts = [who for place, who in report.first_places if place == 1]
        return EventLine(
            name=report.event.name,
            on=not report.over and report.event.state.phase not in (RECORDED, "closed"),
            over=report.over or report.event.state.phase == RECORDED,
            rounds=sum(1 for s in report.stages for one in s.rounds if one.number),
            missing=len(report.event.state.missing()),
            winners=list(map(self.names.of, firsts)) if self._played and len(firsts) < 4 else [],
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
            moves = table.match.has_moves
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
            if _won(table, seat):
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


def _rounds_of(stage: StageReport, who: str) -> list[tuple[RoundReport, TableReport]]:
    """The tables at which a player sat, in the order of rounds."""
    return [
        (one, table)
        for one in stage.rounds
        for table in one.tables
        if who in (seat.player for seat in table.seats if not seat.absent)
    ]


def _won(table: TableReport, seat: SeatReport) -> bool:
    """Whether a player came first, and goes on if not all who did can."""
    return seat.place == 1 and (table.tie is None or table.tie[0] == seat.player)


def _players(one: RoundReport) -> Iterator[str]:
    """Everybody in a round, with the byes."""
    yield from (seat.player for table in one.tables for seat in table.seats)
    yield from (who for who, _ in one.byes)


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
