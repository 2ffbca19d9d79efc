"""The page of a bot run: standings with intervals, crosstable, seats, lengths, faults, matches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from heapq import nlargest, nsmallest
from itertools import groupby
from typing import Final

from engines.messages import Message, say
from tourney.domain.match_values import MatchResult, StoredMatch, pack_options
from tourney.exports.match_tables import deal_of
from tourney.exports.run_statistics import faults_table, lengths_table, seats_table
from tourney.exports.standings_fields import crosstable, standings_table
from tourney.pictures.rating_charts import rows_of
from tourney.pictures.run_charts import run_chart
from tourney.proofs.announced import sealing_facts
from tourney.render.text_tables import fixed
from tourney.reports.account_sections import AccountSections
from tourney.reports.content import (
    FACT_DIVIDER,
    Cell,
    CellList,
    Facts,
    PageContent,
    PageMaker,
    PageTable,
    Part,
    Podium,
    PodiumPlace,
    Section,
    Trusted,
    day_words,
    filled,
    players_and_scores,
    present,
)
from tourney.reports.deal_page import DealPage, DealResults, TellingDeal
from tourney.reports.paths import Links
from tourney.reports.source import PageSource
from tourney.results.sums import ResultSums
from tourney.runs.run_schedule import Schedule, total
from tourney.runs.stored_results import fault_book, read_sums
from tourney.store.analyses import judges
from tourney.store.matches import match_lengths, run_part, run_results
from tourney.store.runs import StoredRun

NOTABLE: Final = 5  # how many of the longest and of the closest matches a page names
PODIUM: Final = 3  # bots on the podium
# Sections that stand beside the others where there is room.
BESIDE: Final = frozenset({"curves", "scores", "lengths", "faults", "about", "data"})
ON_ONE_PAGE: Final = 500  # matches on one page of the list of all matches


class RunPage(PageMaker):
    """Makes the pages of a run."""

    def __init__(self, source: PageSource, run: StoredRun, links: Links) -> None:
        super().__init__(source, links)
        self.run = run
        self.spec = run.spec

    @property
    def sums(self) -> ResultSums:
        """The sums over all results of the run."""
        return read_sums(self.source.store, self.run)

    def content(self, lists: Sequence[Cell] = (), files: Sequence[Cell] = ()) -> PageContent:
        """The page of a run; `lists` are links to the lists of its matches, `files` to data."""
        count = len(self.spec.bots)
        words = say("reports.page-about-run", name=self.spec.name, count=count).text(self.lang)
        sections = [
            replace(one, beside=one.anchor in BESIDE, wide=one.anchor == "points")
            for one in filled([*self._sections(lists, files)])
        ]
        played = say("reports.page-matches-played", done=self.sums.matches, total=total(self.spec))
        lead = [
            self.game(self.spec.game),
            Cell(self.text(say("reports.page-count-bots", count=count))),
            Cell(self.text(say("reports.page-count-deals", count=self.spec.deals))),
            Cell(f"{self.text(say('reports.page-matches'))}: {self.text(played)}"),
            Cell(day_words(self.spec.date, self.lang)),
        ]
        lead = [cell for cell in lead if cell.text]
        return PageContent(
            self.spec.name, words, sections, lead=lead, first=present(self._podium())
        )

    def _podium(self) -> Podium:
        """The first bots with their points; nobody has won before all matches are played."""
        rows = [row for row in rows_of(standings_table(self.sums)) if row["place"] <= PODIUM]
        places = [
            PodiumPlace(
                row["place"],
                Cell(row["player"], self.links.bot(row["player"])),
                self.text(say("reports.page-mean-points", points=fixed(row["points_mean"], 2))),
            )
            for row in rows[:PODIUM]
        ]
        return Podium(places, won=self.sums.matches >= total(self.spec))

    def _sections(self, lists: Sequence[Cell], files: Sequence[Cell]) -> Iterator[Section]:
        store, run, bot = self.source.store, self.run, {"player": self.links.bot}
        bot["bot"] = self.links.bot
        sums = self.sums
        standings = self.table(standings_table(sums), say("reports.page-standings"), bot)
        explained = self._explained(standings, say("reports.page-intervals-mean"))
        yield self.section(
            "standings", say("reports.page-standings"), *explained, *self._charts("standings")
        )
        # A run without a stopping rule has no test to draw.
        curves = ("curves", "test") if self.spec.until else ("curves",)
        yield self.section("curves", say("reports.page-curves"), *self._charts(*curves))
        cross = self.table(crosstable(sums), say("reports.page-crosstable"), bot)
        explained = self._explained(cross, say("reports.page-crosstable-means"))
        yield self.section(
            "crosstable", say("reports.page-crosstable"), *explained, *self._charts("crosstable")
        )
        yield self.section("scores", say("reports.page-scores"), *self._charts("scores"))
        yield self._points()
        seats = self.table(seats_table(run_results(store, run)), say("reports.page-seats"))
        explained = self._explained(seats, say("reports.page-seats-means"))
        yield self.section("seats", say("reports.page-seats"), *explained, *self._charts("seats"))
        lengths = lengths_table((m.deal, m.status, m.plies) for m in match_lengths(store, run))
        table = self.table(lengths, say("reports.page-lengths"))
        yield self.section(
            "lengths", say("reports.page-lengths"), table, *self._charts("length", "times")
        )
        names = [one.name for one in self.spec.bots]
        faults = self.table(
            faults_table(fault_book(store, run), names), say("reports.page-faults"), bot
        )
        explained = self._explained(faults, say("reports.page-faults-mean"))
        yield self.section(
            "faults", say("reports.page-faults"), *explained, *self._charts("faults")
        )
        yield self.section("notable", say("reports.page-notable"), self._longest(), self._closest())
        # Deals have pages in a site only; the lists of matches lead to all of them.
        if self.links.deal(self.spec.name, 0):
            deals = DealPage(self.source, self.links).telling(run, self._telling())
            explained = self._explained(deals, say("reports.page-telling-means"))
            yield self.section("deals", say("reports.page-deals"), *explained)
        yield self.section("matches", say("reports.page-all-matches"), CellList(lists))
        about = self._facts(sums)
        yield self.section("about", say("reports.page-run"), about)
        yield self.section("data", say("reports.page-data"), CellList(files))

    def _points(self) -> Section:
        store, run = self.source.store, self.run
        found = self.source.accounts.of_run(run)
        known = judges(store, run_part(run.id)) if found else {}
        total = sum(sum(counts.values()) for counts in known.values())
        return AccountSections(self.source, self.links).points(found, total)

    def _explained(self, table: PageTable, means: Message) -> list[Part]:
        """A table with its explanation; nothing without rows."""
        return [table, self.notes(means)] if table.rows else []

    def _charts(self, *kinds: str) -> list[Trusted]:
        store, run = self.source.store, self.run
        return self.charts(*(partial(run_chart, store, run, kind) for kind in kinds))

    def _facts(self, sums: ResultSums) -> Facts:
        spec = self.spec
        options = pack_options(spec.options)
        kind, colon, bot = spec.schedule.partition(":")  # that of a gauntlet names a bot
        schedule = Cell(f"{self.word(kind).text}{colon and ': '}{bot}")
        played = say("reports.page-matches-played", done=sums.matches, total=total(spec))
        sealing = sealing_facts(self.source.store, self.run)
        opened = [Cell(self.text(sealing.opened_words()))] if sealing else []
        return self.facts(
            (
                (say("reports.page-game"), [self.game(spec.game)]),
                (say("reports.page-options"), [Cell(options)]),
                (say("reports.page-event"), [self.event(spec.event)] if spec.event else []),
                (say("reports.page-date"), [Cell(spec.date)]),
                (say("reports.page-bots"), [self._bot(one.name, one.version) for one in spec.bots]),
                (say("reports.page-schedule"), [schedule]),
                (say("reports.page-deals"), [Cell(str(spec.deals))]),
                (say("reports.page-matches"), [Cell(self.text(played))]),
                *self.sealing(sealing),
                (say("reports.page-opened"), opened),
            )
        )

    def _bot(self, name: str, version: str) -> Cell:
        return Cell(f"{name} {version}", self.links.bot(name))

    def _longest(self) -> PageTable:
        found = nlargest(
            NOTABLE,
            match_lengths(self.source.store, self.run),
            key=lambda one: (one.plies, -one.number),
        )
        heads = self.heads(say("reports.page-match"), say("reports.page-plies"), numbers=(1,))
        rows = [[self._match(one.number), Cell(str(one.plies))] for one in found]
        return PageTable(self.text(say("reports.page-longest")), heads, rows)

    def _closest(self) -> PageTable:
        found = nsmallest(
            NOTABLE,
            (one for one in run_results(self.source.store, self.run) if not one.forfeits),
            key=lambda one: (_difference(one), one.match_id),
        )
        heads = self.heads(
            say("reports.page-match"),
            say("reports.page-result"),
            say("reports.page-difference"),
            numbers=(2,),
        )
        rows = [
            [self._match(one.match_id), Cell(result_text(one)), Cell(str(_difference(one)))]
            for one in found
        ]
        return PageTable(self.text(say("reports.page-closest")), heads, rows)

    def _telling(self) -> list[TellingDeal]:
        """The deals on which the bots are farthest apart, of those that are played to the end."""
        size = Schedule(self.spec).deal_size
        dealt = groupby(
            run_results(self.source.store, self.run), lambda one: (one.match_id - 1) // size
        )
        whole = ((deal, found) for deal, part in dealt if len(found := [*part]) == size)
        telling = (TellingDeal(deal, DealResults.of(found)) for deal, found in whole)
        return nlargest(NOTABLE, telling, key=lambda one: (one.results.apart(), -one.deal))

    def _match(self, number: int) -> Cell:
        name = f"{self.spec.name}/{number}"
        return Cell(name, self.links.match(name))

    def _deal(self, number: int) -> Cell:
        return Cell(str(number), self.links.deal(self.spec.name, number))

    def list_content(self, matches: Sequence[StoredMatch]) -> PageContent:
        """A page with some of the matches of the run, however they ended."""
        first, last = (number_in_run(one) for one in (matches[0], matches[-1]))
        caption = say("reports.page-from-to", first=first, last=last)
        heads = self.heads(
            say("reports.page-match"),
            say("reports.page-deal"),
            say("reports.page-result"),
            say("reports.page-status"),
            numbers=(1,),
        )
        rows = [
            [
                Cell(match.name, self.links.match(match.name)),
                self._deal(deal_of(match)[0] or 0),
                Cell(players_and_scores(match)),
                self.ending(match),
            ]
            for match in matches
        ]
        table = PageTable(self.text(caption), heads, rows)
        title = f"{self.spec.name}: {self.text(caption)}"
        words = say("reports.page-about-run", name=self.spec.name, count=len(self.spec.bots)).text(
            self.lang
        )
        section = self.section("matches", say("reports.page-all-matches"), table)
        trail = [Cell(self.spec.name, self.links.run(self.spec.name)), Cell(self.text(caption))]
        return PageContent(title, words, [section], trail)


def number_in_run(match: StoredMatch) -> int:
    """The number of a match of a run."""
    return int(match.name.rpartition("/")[2])


def _difference(result: MatchResult) -> int:
    """The difference of scores between the winner and the best of the other sides."""
    sides = result.sides or tuple(range(len(result.players)))
    first = result.places.index(min(result.places))
    others = [one for one in range(len(sides)) if sides[one] != sides[first]]
    second = min(others, key=lambda one: result.places[one], default=first)
    return abs(result.scores[first] - result.scores[second])


def result_text(result: MatchResult) -> str:
    """The players of a match with their scores, the best first."""
    held = sorted(zip(result.places, result.players, result.scores, strict=True))
    return FACT_DIVIDER.join(f"{who} {score}" for _, who, score in held)
