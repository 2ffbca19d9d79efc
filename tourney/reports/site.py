"""A whole site: every page, the data behind them, a feed and a site map.

    with SiteFolder(Path("public")) as folder:
        Site(source, folder).build(progress)

Pages of matches are made one at a time, and only if their source has changed.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from engines.games import GAMES
from engines.messages import say
from tourney.domain.match_values import StoredMatch
from tourney.events.event_records import ReadEvent
from tourney.render.code_words import stage_word
from tourney.render.paper import SheetMatch, paper_page, paper_sheet
from tourney.reports.content import Cell, PageContent, framed, menu
from tourney.reports.data_files import DataTable, event_data, ratings_data, run_data
from tourney.reports.event_page import EventPage
from tourney.reports.event_report import EventReport, event_report
from tourney.reports.feed import atom, feed_entries, sitemap
from tourney.reports.folder import SiteCount, SiteFolder
from tourney.reports.index_pages import GamePage, IndexPages
from tourney.reports.match_page import MatchDigests, MatchPage, stretches
from tourney.reports.paths import SiteLinks
from tourney.reports.player_book import Identity
from tourney.reports.player_page import PlayerPage
from tourney.reports.run_page import ON_ONE_PAGE, RunPage, number_in_run
from tourney.reports.source import PageSource
from tourney.store.matches import match_count, match_named, record_matches, run_matches
from tourney.store.runs import StoredRun

Progress = Callable[[int, int], None]
"""Is told how many pages are done, and how many there are."""


class Site:
    """Writes the pages of a source into a folder."""

    def __init__(self, source: PageSource, folder: SiteFolder, progress: Progress) -> None:
        self.source = source
        self.folder = folder
        self.lang = source.lang
        self.title = source.settings.title or say("reports.page-site-title").text(self.lang)
        self._progress = progress
        self._done = 0
        self._pages: list[str] = []

    def build(self) -> SiteCount:
        """Write everything; returns how many files were written, unchanged or removed."""
        runs = {run.id: match_count(self.source.store, run) for run in self.source.runs}
        gathered = self.source.gathered
        others = len(gathered.events) + len(runs) + len(self.source.people) + len(gathered.bots)
        self._total = sum(runs.values()) + len(gathered.lines) + others + len(GAMES) + 4
        self._write_matches()
        self._write_events()
        self._write_runs()
        self._write_players()
        self._write_lists()
        self._write_feed()
        return self.folder.finish()

    def _links(self, path: str) -> SiteLinks:
        return SiteLinks(self.source.paths, path)

    def _page(self, path: str, content: PageContent, digest: str = "-") -> None:
        """Write a page in the frame of the site."""
        links = self._links(path)
        bar = menu(links, self.lang, self.title)
        self.folder.write(path, [framed(content, self.lang, bar, self.title)], digest)
        self._listed(path)

    def _listed(self, path: str) -> None:
        """Note a page for the site map, and report the progress."""
        if self.source.settings.base_url:
            self._pages.append(path)
        self._done += 1
        self._progress(min(self._done, self._total), self._total)

    def _write_matches(self) -> None:
        digests = MatchDigests(
            self.source, f"{self.lang} {self.title} {self.source.settings.views}"
        )
        for match in record_matches(self.source.store, entries=False):
            self._write_match(match, digests, "")
        for run in self.source.runs:
            self._write_run_matches(run, digests)

    def _write_run_matches(self, run: StoredRun, digests: MatchDigests) -> None:
        """Look at all matches without their moves, then make the pages that have changed."""
        changed = []
        for match in run_matches(self.source.store, run, entries=False):
            path, digest = self._target(match, digests, run.spec.name, run.uid)
            if self.folder.is_current(path, digest):
                self._listed(path)
            else:
                changed.append(number_in_run(match))
        if run.spec.log == "results":
            stored = (
                match_named(self.source.store, f"{run.spec.name}/{one}", entries=False)
                for one in changed
            )
            for match in stored:
                self._write_match(match, digests, run.spec.name, run.uid)
            return
        for stretch in stretches(changed):
            for match in run_matches(self.source.store, run, stretch=stretch):
                self._write_match(match, digests, run.spec.name, run.uid)

    def _target(
        self, match: StoredMatch, digests: MatchDigests, run: str, *more: str
    ) -> tuple[str, str]:
        """The path of the page of a match, and the digest of its source."""
        path = self.source.paths.match(self.source.names.match_name(match))
        links = self._links(path)
        event = dict(match.headers).get("event", "")
        seats = [links.player(self.source.names.of(name)) for name in match.players]
        digest = digests.of(match, links.run(run), links.event(event), *seats, *more)
        return path, digest

    def _write_match(self, match: StoredMatch, digests: MatchDigests, run: str, *more: str) -> None:
        path, digest = self._target(match, digests, run, *more)
        if self.folder.is_current(path, digest):
            self._listed(path)
            return
        content = MatchPage(self.source, self._links(path)).content(match, run)
        self._page(path, content, digest)

    def _write_events(self) -> None:
        for name, slug in self.source.paths.events.items():
            report = event_report(ReadEvent(self.source.store, name, self.source.planned.get(name)))
            path = self.source.paths.event(name)
            links = self._links(path)
            data = event_data(self.source, report, slug)
            self._write_data(data)
            sheets = self._write_sheets(report, slug, links)
            page = EventPage(self.source, report, links)
            self._page(path, page.content(sheets, self._files(data, links)))

    def _write_sheets(self, report: EventReport, slug: str, links: SiteLinks) -> list[Cell]:
        """Printable sheets of every round; returns the links to them."""
        cells: list[Cell] = []
        for stage in report.stages:
            for one in stage.rounds:
                sheets = [sheet for sheet in one.sheets if sheet.game in GAMES]
                if not one.number or not sheets:
                    continue
                number = len(cells) + 1
                path = f"events/{slug}/sheets-{number}.html"
                shown = (paper_sheet(self._named(sheet), self.lang) for sheet in sheets)
                self.folder.write(path, paper_page(shown, self.lang))
                title = say("reports.page-round", number=one.number)
                if stage.name:
                    stage_name = stage_word(self.source.names.text(stage.name))
                    title = say("reports.page-round-of", stage=stage_name, number=one.number)
                cells.append(Cell(title.text(self.lang), links.file(path)))
        return cells

    def _named(self, sheet: SheetMatch) -> SheetMatch:
        """A sheet with names as pages show them; it names no command."""
        names = self.source.names
        headers = {key: names.text(value) for key, value in sheet.headers.items()}
        return sheet._replace(players=tuple(map(names.of, sheet.players)), headers=headers)

    def _write_runs(self) -> None:
        for run in self.source.runs:
            path = self.source.paths.run(run.spec.name)
            slug = self.source.paths.runs[run.spec.name]
            links = self._links(path)
            data = run_data(self.source, run, slug)
            self._write_data(data)
            lists = list(self._write_run_lists(run, slug, links))
            page = RunPage(self.source, run, links)
            self._page(path, page.content(lists, self._files(data, links)))

    def _write_run_lists(self, run: StoredRun, slug: str, links: SiteLinks) -> Iterator[Cell]:
        """Lists of all matches of a run, in pages; yields the links to them."""
        matches = run_matches(self.source.store, run, entries=False)
        number = 0
        while part := list(islice(matches, ON_ONE_PAGE)):
            number += 1
            path = f"runs/{slug}/matches-{number}.html"
            page = RunPage(self.source, run, self._links(path))
            content = page.list_content(part)
            self.folder.write(path, [self._framed(path, content)])
            yield Cell(content.trail[-1].text, links.file(path))

    def _framed(self, path: str, content: PageContent) -> str:
        return framed(
            content, self.lang, menu(self._links(path), self.lang, self.title), self.title
        )

    def _write_players(self) -> None:
        people = sorted(self.source.people, key=lambda one: one.id)
        for person in people:
            path = self.source.paths.player(self.source.names.of(person.name))
            self._write_player(path, Identity(person.name, False))
        for name in self.source.bot_names():
            self._write_player(self.source.paths.bot(name), Identity(name, True))

    def _write_player(self, path: str, who: Identity) -> None:
        self._page(path, PlayerPage(self.source, self._links(path)).content(who))

    def _write_lists(self) -> None:
        """The start page and the lists, with links to the data of the whole site."""
        ratings = ratings_data(self.source)
        self._write_data([ratings])
        for name in GAMES:
            path = self.source.paths.game(name)
            self._page(path, GamePage(self.source, self._links(path)).content(name))
        games = IndexPages(self.source, self._links("games/index.html")).games()
        self._page("games/index.html", games)
        players = IndexPages(self.source, self._links("players/index.html")).players()
        self._page("players/index.html", players)
        top = self._links("index.html")
        files = self._files([ratings], top)
        self._page("ratings.html", IndexPages(self.source, top).ratings(files))
        more = [*files, Cell("feed.xml", top.file("feed.xml"))]
        self._page("index.html", IndexPages(self.source, top).start(more))

    def _write_data(self, data: Sequence[DataTable]) -> None:
        for table in data:
            for format in ("csv", "json"):
                self.folder.write(f"{table.path}.{format}", table.pieces(format))

    def _files(self, data: Sequence[DataTable], links: SiteLinks) -> list[Cell]:
        return [Cell(path, links.file(path)) for table in data for path in table.files()]

    def _write_feed(self) -> None:
        settings = self.source.settings
        entries = feed_entries(self.source)
        feed = atom(self.title, self.lang, settings.base_url, entries)
        self.folder.write("feed.xml", feed)
        if settings.base_url:
            self.folder.write("sitemap.xml", sitemap(settings.base_url, sorted(self._pages)))
