"""The page of a match: players, result, record, corrections."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from engines.api import EVERYTHING, Who, seat_letter
from engines.messages import say
from tourney import __version__
from tourney.domain.match_values import StoredMatch, pack_options
from tourney.exports.match_tables import deal_of
from tourney.records import RecordFault, record
from tourney.render.code_words import stage_word
from tourney.reports.content import (
    Cell,
    CellList,
    Facts,
    PageContent,
    PageMaker,
    PageTable,
    Section,
    Trusted,
    Verbatim,
    day,
    filled,
    title_of,
)
from tourney.reports.content import said as words
from tourney.reports.event_page import VOID, corrections
from tourney.reports.replay_page import ReplayOptions, replay_part
from tourney.reports.source import PageSource
from tourney.store.analyses import analysis_of
from tourney.store.matches import NumberRange


class MatchPage(PageMaker):
    """Makes the pages of matches; `trail` of a page is the way to its event or run."""

    def content(self, match: StoredMatch, run: str = "") -> PageContent:
        """The page of a match; `run` is the name of the run that it belongs to."""
        shown = self.names.match(match)
        title = f"{title_of(match.game, self.lang)} – {shown.name}"
        words = say(
            "reports.page-about-match",
            game=title_of(match.game, self.lang),
            players=", ".join(shown.players),
        )
        sections = [*filled([*self.sections(match, run)])]
        # The way back leads to the run, else to the event.
        event = dict(match.headers).get("event", "")
        where = [Cell(run, self.links.run(run))] if run else [self.event(event)] if event else []
        trail = [*where, Cell(shown.name)]
        judged = self.is_judged(match)
        return PageContent(
            title, words.text(self.lang), sections, trail, replays=True, judged=judged
        )

    def is_judged(self, match: StoredMatch) -> bool:
        """Whether the page has what a judge says."""
        return self.source.settings.views != "spectator" and match.id in self.source.judged

    def sections(self, match: StoredMatch, run: str = "", key: str = "") -> Iterator[Section]:
        """Result, replay and corrections; ids of a replay among others begin with `key`.

        The page with the others names the corrections of all of them.
        """
        shown = self.names.match(match)
        result = self._result(match, shown)
        void = self.notes(*[say("reports.page-is-void")] if match.status == VOID else [])
        yield self.section(
            "result", say("reports.page-result"), void, result, self._facts(match, shown, run)
        )
        yield self.section("replay", say("reports.page-replay"), self._replay(shown, key, match.id))
        found = () if key else corrections(self.source, match)
        notes = [Cell(self.text(one)) for one in found]
        yield self.section("corrections", say("reports.page-rulings"), CellList(notes))

    def _result(self, match: StoredMatch, shown: StoredMatch) -> PageTable:
        heads = self.heads(
            say("reports.page-seat"),
            say("reports.page-player"),
            say("reports.page-place"),
            say("reports.page-score"),
            numbers=(2, 3),
        )
        rows = []
        held = zip(shown.players, match.versions, match.places, match.scores, strict=True)
        for seat, (name, version, place, score) in enumerate(held):
            link = self.links.bot(name) if version is not None else self.links.player(name)
            values = ["?" if value is None else str(value) for value in (place, score)]
            label = f"{name} {version}" if version else name
            rows.append([Cell(seat_letter(seat)), Cell(label, link), *map(Cell, values)])
        return PageTable(self.text(say("reports.page-result")), heads, rows)

    def _facts(self, match: StoredMatch, shown: StoredMatch, run: str) -> Facts:
        headers = dict(match.headers)
        options = pack_options(match.options)
        said = dict(shown.headers)
        stage = words(stage_word(said.get("stage", "")), self.lang)
        place = filter(None, (stage, said.get("round")))
        # All matches on the same cards, if they have a page.
        deal = deal_of(match)[0] if run else None
        address = "" if deal is None else self.links.deal(run, deal)
        return self.facts(
            (
                (say("reports.page-game"), [self.game(match.game)]),
                (say("reports.page-options"), [Cell(options)]),
                (say("reports.page-run"), [Cell(run, self.links.run(run))] if run else []),
                (say("reports.page-deal"), [Cell(str(deal), address)] if address else []),
                (
                    say("reports.page-event"),
                    [self.event(headers["event"])] if "event" in headers else [],
                ),
                (say("reports.page-in-round"), [Cell(" ".join(place))]),
                (say("reports.page-table"), [Cell(said.get("table", ""))]),
                (say("reports.page-date"), [Cell(day(headers.get("date", "")))]),
                (say("reports.page-status"), [self.ending(shown)]),
                (
                    say("reports.page-revision"),
                    [Cell(str(match.revision))] if match.revision > 1 else [],
                ),
            )
        )

    def _replay(self, shown: StoredMatch, key: str, match_id: int) -> Trusted | Verbatim:
        """The replay with the views that the pages allow; only the text of a damaged record."""
        views = VIEWS[self.source.settings.views](len(shown.players))
        rules = self.links.file("games/") or None
        judged = match_id in self.source.judged
        try:
            options = ReplayOptions(
                *(views, self.lang, rules, key),
                about=False,
                level=4 if key else 3,
                analysis=analysis_of(self.source.store, match_id) if judged else None,
            )
            return Trusted(replay_part(shown, options))
        except RecordFault:
            return Verbatim(self.text(say("reports.page-record")), record(shown))


# Who may be looked at in replays, by the number of seats.
VIEWS: Final[Mapping[str, Callable[[int], Sequence[Who]]]] = {
    "open": lambda seats: (EVERYTHING,),
    "spectator": lambda seats: (None,),
    "all": lambda seats: (EVERYTHING, None, *range(seats)),
}


# What a page of a match is made by: if it changes, all pages are made again.
ROOMS = ("tourney.reports", "tourney.pictures", "tourney.insight", "engines")
SUFFIXES = (".py", ".html", ".css", ".js", ".md")
DIGITS = 24


@cache
def program_digest() -> str:
    """A digest of the program that makes pages."""
    total = sha256(__version__.encode())
    for room in ROOMS:
        for file in _files(files(room)):
            total.update(file.read_bytes())
    return total.hexdigest()


def _files(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _files(item)
        elif item.name.endswith(SUFFIXES):
            yield item


class MatchDigests:
    """Digests of what the page of a match is made from, without its moves.

    The moves of a match of a run never change under the id of the match; those of a record are in
    its text.
    """

    def __init__(self, source: PageSource, frame: str) -> None:
        self._names = source.names
        self._judged = source.judged
        self._start = sha256(f"{program_digest()}\n{frame}\n".encode())

    def of(self, match: StoredMatch, *where: str) -> str:
        """The digest of a match; `where` are the addresses of what its page names."""
        shown = self._names.match(match)
        total = self._start.copy()
        values = (
            match.id, match.revision, match.status, match.game, match.rules, match.options,
            shown.name, shown.headers, shown.players, match.versions, match.scores, match.places,
            shown.faults, shown.text, where, self._judged.get(match.id),
        )  # fmt: skip
        total.update(repr(values).encode("utf-8", "backslashreplace"))
        return total.hexdigest()[:DIGITS]


def stretches(numbers: Sequence[int]) -> Iterator[NumberRange]:
    """Numbers of matches as ranges without gaps."""
    first = before = None
    for number in numbers:
        if before is None or number != before + 1:
            if first is not None:
                yield NumberRange(first - 1, before)
            first = number
        before = number
    if first is not None:
        yield NumberRange(first - 1, before)
