"""A whole site: pages, the data behind them, a feed and a site map; and pages that stand alone.

    with SiteFolder(Path("public")) as folder:
        Site(source, folder).build(progress)

Pages of matches are made one at a time, and only if their source has changed. Every time in the
feed comes from the database.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import groupby, islice
from typing import Final, NamedTuple
from urllib.parse import quote, urljoin
from xml.sax.saxutils import escape, quoteattr

from engines.games import GAMES
from engines.messages import say
from tourney.domain.errors import NotFound, quoted
from tourney.domain.match_values import StoredMatch
from tourney.events.event_records import ReadEvent, counting_results
from tourney.exports.match_tables import deal_of
from tourney.exports.people_tables import ratings_table
from tourney.exports.run_statistics import faults_table, lengths_table, seats_table
from tourney.exports.standings_fields import crosstable, standings_table
from tourney.proofs.published import opened_proof_of
from tourney.render.paper import paper_page, paper_sheet
from tourney.render.text_tables import CsvStyle, Table, stream
from tourney.reports import search_index
from tourney.reports.content import Cell, PageContent, Section, framed, menu, result_words, title_of
from tourney.reports.deal_page import DealPage
from tourney.reports.event_page import EventPage
from tourney.reports.event_report import EventReport, event_report, round_title, stage_parts
from tourney.reports.folder import SiteCount, SiteFolder
from tourney.reports.index_pages import EventLine, GamePage, IndexPages
from tourney.reports.match_page import DIGITS, MatchDigests, MatchPage, stretches
from tourney.reports.paths import OwnLinks, SiteLinks, match_anchor
from tourney.reports.player_page import PlayerPage
from tourney.reports.quiz_page import QUIZ, QuizPage
from tourney.reports.run_page import ON_ONE_PAGE, RunPage, number_in_run
from tourney.reports.source import Identity, PageSource
from tourney.reports.verify_page import VERIFY, VerifyPage
from tourney.runs.run_schedule import Schedule
from tourney.runs.stored_results import fault_book, read_sums
from tourney.store.corrections import match_revisions
from tourney.store.matches import (
    match_count,
    match_lengths,
    match_named,
    record_matches,
    run_matches,
    run_results,
)
from tourney.store.players import stored_player
from tourney.store.runs import StoredRun
from tourney.store.sealings import sealing_of

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
NO_TIME = "1970-01-01T00:00:00Z"  # the time of a feed without entries


class FeedEntry(NamedTuple):
    """What is new: its page in the site, when it changed, title and summary."""

    path: str
    updated: str
    title: str
    summary: str


def atom(title: str, lang: str, base: str, entries: Iterable[FeedEntry]) -> Iterator[str]:
    """An Atom feed; without a base address its links are relative and its ids names."""
    listed = list(entries)
    updated = max((one.updated for one in listed), default=NO_TIME)
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    yield f"<feed xmlns={quoteattr(ATOM)} xml:lang={quoteattr(lang)}>\n"
    yield f"<title>{_text(title)}</title>\n<id>{_text(_identity(base, title, 'feed'))}</id>\n"
    yield f"<updated>{updated}</updated>\n<author><name>{_text(title)}</name></author>\n"
    yield f'<link rel="self" href={_address(base, "feed.xml")}/>\n'
    yield f"<link href={_address(base, 'index.html')}/>\n"
    for one in listed:
        yield f"<entry>\n<title>{_text(one.title)}</title>\n"
        yield f"<id>{_text(_identity(base, title, one.path))}</id>\n"
        yield f"<updated>{one.updated}</updated>\n<link href={_address(base, one.path)}/>\n"
        yield f"<summary>{_text(one.summary)}</summary>\n</entry>\n"
    yield "</feed>\n"


def sitemap(base: str, paths: Iterable[str]) -> Iterator[str]:
    """A site map of these pages."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    yield f"<urlset xmlns={quoteattr(SITEMAP)}>\n"
    for path in paths:
        yield f"<url><loc>{_text(urljoin(base, quote(path)))}</loc></url>\n"
    yield "</urlset>\n"


def _address(base: str, path: str) -> str:
    return quoteattr(_clean(urljoin(base, quote(path)) if base else quote(path)))


def _identity(base: str, title: str, path: str) -> str:
    """An id that stays the same: the address, else a name in the space of this program."""
    return urljoin(base, quote(path)) if base else f"urn:tourney:{quote(title)}:{quote(path)}"


def _text(text: str) -> str:
    return escape(_clean(text))


def _clean(text: str) -> str:
    """A text without characters that XML forbids."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


FEED_LENGTH: Final = 50  # entries of a feed: the newest ones
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _runs(source: PageSource) -> list[FeedEntry]:
    entries = []
    for run in source.runs:
        name = run.spec.name
        title = title_of(run.spec.game, source.lang)
        bots = ", ".join(bot.name for bot in run.spec.bots)
        updated = _stamp(run.created.isoformat())
        entries.append(FeedEntry(source.paths.run(name), updated, f"{title}: {name}", bots))
    return entries


def _matches(source: PageSource) -> list[FeedEntry]:
    """The recorded matches; a corrected one is new on the day of the correction."""
    dated = [line for line in source.gathered.lines if _DAY.match(line.date)]
    newest = sorted(dated, key=lambda line: line.order, reverse=True)
    corrected = [line for line in newest[FEED_LENGTH:] if line.revision > 1]
    entries = []
    for line in [*newest[:FEED_LENGTH], *corrected]:
        updated = _stamp(line.date)
        if line.revision > 1:
            match = match_named(source.store, str(line.id), entries=False)
            updated = max(updated, _stamp(match_revisions(source.store, match)[-1].at))
        title = f"{title_of(line.game, source.lang)}: {line.name}"
        words = result_words(line, source.lang)
        entries.append(FeedEntry(source.paths.match(line.name), updated, title, words))
    return entries


def _stamp(text: str) -> str:
    """A date or time as a feed writes it, in UTC; a date without a time is midnight."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return f"{_valid_day(text)}T00:00:00Z"
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return f"{found.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _valid_day(text: str) -> str:
    """The first ten characters if they are a day, else the first day of all."""
    try:
        return datetime.fromisoformat(text[:10]).date().isoformat()
    except ValueError:
        return "1970-01-01"


Progress = Callable[[int, int], None]  # is told how many pages are done, and how many there are

FORMATS: Final = ("csv", "json")
SPREADSHEET: Final = CsvStyle(excel=True)


class DataTable(NamedTuple):
    """A table of the site: its path without suffix, and a function that makes it anew."""

    path: str
    make: Callable[[], Table]

    def pieces(self, format: str) -> Iterator[str]:
        """Its text in a format; csv is for spreadsheets, so no cell is a formula there."""
        return stream(self.make(), format, SPREADSHEET)

    def files(self) -> list[str]:
        """The paths of its files."""
        return [f"{self.path}.{suffix}" for suffix in FORMATS]


def event_data(source: PageSource, report: EventReport, folder: str) -> list[DataTable]:
    """Standings of the event and of every stage, crosstable and results of an event."""
    names = source.names
    found = []
    if report.final:
        path = f"data/events/{folder}/standings"
        found.append(DataTable(path, partial(names.table, report.final.standings)))
    for stage, part in stage_parts(report, names.text):
        if not stage.rounds and len(report.stages) > 1:
            continue
        last = not report.final and stage is (report.newest or report.stages[-1])
        name = "standings" if last else f"standings{part}"
        found.append(
            DataTable(f"data/events/{folder}/{name}", partial(names.table, stage.standings))
        )
    if report.records.sums.matches:
        cross = crosstable(report.records.sums, report.places)
        found.append(DataTable(f"data/events/{folder}/crosstable", partial(names.table, cross)))
    results = DataTable(
        f"data/events/{folder}/results",
        lambda: counting_results(source.store, map(names.match, report.event.matches)),
    )
    return [*found, results]


def run_data(source: PageSource, run: StoredRun, folder: str) -> list[DataTable]:
    """Standings, crosstable, seats, lengths, faults and results of a run."""
    store, bots = source.store, [bot.name for bot in run.spec.bots]
    tables: dict[str, Callable[[], Table]] = {
        "standings": lambda: standings_table(read_sums(store, run)),
        "crosstable": lambda: crosstable(read_sums(store, run)),
        "seats": lambda: seats_table(run_results(store, run)),
        "lengths": lambda: lengths_table(
            (m.deal, m.status, m.plies) for m in match_lengths(store, run)
        ),
        "faults": lambda: faults_table(fault_book(store, run), bots),
        "results": lambda: counting_results(
            store, run_matches(store, run, entries=False, counts=True)
        ),
    }
    return [DataTable(f"data/runs/{folder}/{name}", make) for name, make in tables.items()]


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
        self._events: list[EventLine] = []
        self._proofs: list[str] = []

    def build(self) -> SiteCount:
        """Write everything; returns how many files were written, unchanged or removed."""
        runs = {run.id: match_count(self.source.store, run) for run in self.source.runs}
        gathered = self.source.gathered
        others = len(gathered.events) + len(runs) + len(self.source.people) + len(gathered.bots)
        deals = sum(
            -(-runs[run.id] // Schedule(run.spec).deal_size)
            for run in self.source.runs
            if run.spec.name in self.source.paths.dealt
        )
        self._total = sum(runs.values()) + len(gathered.lines) + deals + others + len(GAMES) + 4
        self._write_matches()
        self.source.accounts.read_all()
        self._write_events()
        self._write_runs()
        self._write_players()
        self._write_lists()
        self.folder.write(search_index.PATH, [search_index.search_index(self.source)])
        self._write_feed()
        return self.folder.finish()

    def _links(self, path: str) -> SiteLinks:
        return SiteLinks(self.source.paths, path)

    def _page(self, path: str, content: PageContent, digest: str = "-") -> None:
        """Write a page in the frame of the site."""
        self.folder.write(path, [self._framed(path, content)], digest)
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
            if run.spec.name in self.source.paths.dealt:
                self._write_deals(run, digests)

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

    def _write_deals(self, run: StoredRun, digests: MatchDigests) -> None:
        """A page for each deal of a run, made only if one of its matches has changed."""
        name = run.spec.name
        matches = run_matches(self.source.store, run, entries=False)
        for deal, found in groupby(matches, lambda match: deal_of(match)[0] or 0):
            path, dealt = self.source.paths.deal(name, deal), list(found)
            links = self._links(path)
            digest = sha256(links.run(name).encode())
            for match in dealt:
                bots = map(links.bot, match.players)
                digest.update(digests.of(match, links.match(match.name), *bots).encode())
            mark = digest.hexdigest()[:DIGITS]
            if self.folder.is_current(path, mark):
                self._listed(path)
            else:
                self._page(path, DealPage(self.source, links).content(run, dealt), mark)

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
            self._events.append(page.line())
            self._page(path, page.content(sheets, self._files(data, links)))

    def _write_sheets(self, report: EventReport, slug: str, links: SiteLinks) -> list[Cell]:
        """Printable sheets of every round; returns the links to them."""
        cells: list[Cell] = []
        names = self.source.names
        for stage in report.stages:
            for one in stage.rounds:
                sheets = [sheet for sheet in one.sheets if sheet.game in GAMES]
                if not one.number or not sheets:
                    continue
                number = len(cells) + 1
                path = f"events/{slug}/sheets-{number}.html"
                # Names as pages show them, in the headers, too.
                shown = (
                    sheet._replace(
                        players=tuple(map(names.of, sheet.players)),
                        headers={key: names.text(value) for key, value in sheet.headers.items()},
                    )
                    for sheet in sheets
                )
                papers = (paper_sheet(sheet, self.lang) for sheet in shown)
                self.folder.write(path, paper_page(papers, self.lang))
                title = round_title(names.text(stage.name), one.number)
                cells.append(Cell(title.text(self.lang), links.file(path)))
        return cells

    def _write_runs(self) -> None:
        for run in self.source.runs:
            path = self.source.paths.run(run.spec.name)
            slug = self.source.paths.runs[run.spec.name]
            links = self._links(path)
            data = run_data(self.source, run, slug)
            self._write_data(data)
            lists = list(self._write_run_lists(run, slug, links))
            page = RunPage(self.source, run, links)
            files = [*self._files(data, links), *self._write_proof(run, slug, links)]
            self._page(path, page.content(lists, files))

    def _write_proof(self, run: StoredRun, slug: str, links: SiteLinks) -> Iterator[Cell]:
        """The proof of a run that was opened; yields the links to it and to its check."""
        sealing = sealing_of(self.source.store, run)
        lines = sealing and opened_proof_of(self.source.store, run, sealing)
        if lines:
            path = f"data/runs/{slug}/{slug}.proof"
            self.folder.write(path, (f"{line}\n" for line in lines))
            self._proofs.append(path)
            yield Cell(path.rpartition("/")[2], links.file(path))
            yield Cell(say("reports.verify-link").text(self.lang), links.file(VERIFY))

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
        bar = menu(self._links(path), self.lang, self.title)
        return framed(content, self.lang, bar, self.title)

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
        names, rated = self.source.names, self.source.ratings
        ratings = DataTable("data/ratings", lambda: names.table(ratings_table(rated)))
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
        quiz = [Cell(say("reports.quiz-title").text(self.lang), top.file(QUIZ))]
        quiz = quiz if self._write_quiz() else []
        if self._proofs:
            proofs = [Cell(path.rpartition("/")[2], top.file(path)) for path in self._proofs]
            self._page(VERIFY, VerifyPage(self.source, top).content(proofs))
            more.append(Cell(say("reports.verify-title").text(self.lang), top.file(VERIFY)))
        self._page("index.html", IndexPages(self.source, top).start(more, quiz, self._events))

    def _write_quiz(self) -> bool:
        """Write the quiz of analysed matches, if there is one; says whether there is."""
        if not self.source.judged or self.source.settings.views == "spectator":
            return False
        content = QuizPage(self.source, self._links(QUIZ)).content()
        if content is not None:
            self._page(QUIZ, content)
        return content is not None

    def _write_data(self, data: Sequence[DataTable]) -> None:
        for table in data:
            for format in FORMATS:
                self.folder.write(f"{table.path}.{format}", table.pieces(format))

    def _files(self, data: Sequence[DataTable], links: SiteLinks) -> list[Cell]:
        paths = [path for table in data for path in table.files()]
        return [Cell(path.rpartition("/")[2], links.file(path)) for path in paths]

    def _write_feed(self) -> None:
        settings = self.source.settings
        # The newest events, runs and matches that have a date, the newest first.
        found = [*_runs(self.source), *_matches(self.source)]
        entries = sorted(found, key=lambda one: (one.updated, one.path), reverse=True)[:FEED_LENGTH]
        feed = atom(self.title, self.lang, settings.base_url, entries)
        self.folder.write("feed.xml", feed)
        if settings.base_url:
            self.folder.write("sitemap.xml", sitemap(settings.base_url, sorted(self._pages)))


def event_file(source: PageSource, name: str) -> str:
    """An event with all its matches."""
    report = event_report(ReadEvent(source.store, name, source.planned.get(name)))
    keys = {match.id: f"r{number}-" for number, match in enumerate(report.event.matches, 1)}
    links = OwnLinks({source.names.match_name(one): keys[one.id] for one in report.event.matches})
    content = EventPage(source, report, links).content()
    matches = []
    judged = False
    maker = MatchPage(source, links)
    for match in report.event.matches:
        shown = source.names.match_name(match)
        sections = maker.sections(match, key=keys[match.id])
        judged = judged or maker.is_judged(match)
        parts = [part for section in sections for part in section.parts]
        matches.append(Section(match_anchor(shown), shown, parts, level=3, wide=True))
    if matches:
        title = say("reports.page-matches").text(source.lang)
        matches.insert(0, Section("matches", title, (), wide=True))
    whole = replace(
        content, sections=[*content.sections, *matches], replays=bool(matches), judged=judged
    )
    return framed(whole, source.lang)


def run_file(source: PageSource, run: StoredRun) -> str:
    """A bot run."""
    return framed(RunPage(source, run, OwnLinks()).content(), source.lang)


def player_file(source: PageSource, name: str) -> str:
    """A person by any of the names, else a bot; NotFound."""
    content = PlayerPage(source, OwnLinks()).content(player_named(source, name))
    return framed(PageContent(content.title, content.description, content.sections), source.lang)


def player_named(source: PageSource, name: str) -> Identity:
    """A person by any name or id, else a bot; NotFound."""
    try:
        return Identity(stored_player(source.store, name).name, False)
    except NotFound:
        if name in source.gathered.bots:
            return Identity(name, True)
        raise NotFound(say("reports.report-no-player", name=quoted(name))) from None
