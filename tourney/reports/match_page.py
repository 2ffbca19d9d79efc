"""The page of a match: players, result, record, corrections."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from engines.api import EVERYTHING, Who
from engines.messages import Argument, Message, say
from tourney import __version__
from tourney.domain.match_values import StoredMatch, pack_options
from tourney.exports.match_tables import deal_of
from tourney.records import RecordFault, read, record
from tourney.records.model import Directive
from tourney.reports.content import (
    Cell,
    CellList,
    Notes,
    PageContent,
    PageMaker,
    Section,
    Trusted,
    Verbatim,
    day,
    filled,
    result_words,
)
from tourney.reports.event_report import VOID
from tourney.reports.replay_page import (
    LeadPart,
    ReplayOptions,
    headline,
    match_title,
    replay_part,
    where,
)
from tourney.reports.source import PageSource
from tourney.store.analyses import analysis_of
from tourney.store.corrections import match_revisions
from tourney.store.matches import NumberRange


class MatchPage(PageMaker):
    """Makes the pages of matches; `trail` of a page is the way to its event or run."""

    def content(self, match: StoredMatch, run: str = "") -> PageContent:
        """The page of a match; `run` is the name of the run that it belongs to."""
        shown = self.names.match(match)
        window, words = match_title(shown, self.lang)
        sections = [*filled([*self.sections(match, run)])]
        placed = where(shown, self.lang)
        here = ", ".join(placed[key] for key in ("stage", "round", "table") if key in placed)
        # The way back leads to the run, else to the event.
        event = dict(match.headers).get("event", "")
        back = [Cell(run, self.links.run(run))] if run else [self.event(event)] if event else []
        return PageContent(
            headline(shown, self.lang),
            words,
            sections,
            [*back, Cell(here or shown.name)],
            replays=True,
            judged=self.is_judged(match),
            window=window,
            alone=True,
        )

    def is_judged(self, match: StoredMatch) -> bool:
        """Whether the page has what a judge says."""
        return self.source.settings.views != "spectator" and match.id in self.source.judged

    def sections(self, match: StoredMatch, run: str = "", key: str = "") -> Iterator[Section]:
        """Result, replay and corrections; ids of a replay among others begin with `key`.

        The page with the others names the corrections of all of them.
        """
        shown = self.names.match(match)
        replay = self._replay(match, shown, run, key)
        yield self.section("replay", say("reports.page-replay"), *replay)
        found = () if key else corrections(self.source, match)
        notes = [Cell(self.text(one)) for one in found]
        yield self.section("corrections", say("reports.page-rulings"), CellList(notes))

    def _lead(self, match: StoredMatch, shown: StoredMatch, run: str) -> Iterator[Cell]:
        """The line below the heading: game, run or event, where and when, how it ended."""
        headers = dict(match.headers)
        yield self.game(match.game)
        yield Cell(pack_options(match.options))
        # All matches on the same cards, if they have a page.
        deal = deal_of(match)[0] if run else None
        if run:
            yield Cell(run, self.links.run(run))
        if address := "" if deal is None else self.links.deal(run, deal):
            yield Cell(self.text(say("reports.on-deal", deal=str(deal))), address)
        for key, text in where(shown, self.lang).items():
            yield self.event(headers["event"]) if key == "event" else Cell(text)
        if match.status != "complete":
            yield self.ending(shown)

    def _replay(
        self, match: StoredMatch, shown: StoredMatch, run: str, key: str
    ) -> tuple[Trusted] | tuple[Notes, Verbatim]:
        """The replay with the views that the pages allow; only the text of a damaged record."""
        views = VIEWS[self.source.settings.views](len(shown.players))
        held = zip(shown.players, match.versions, strict=True)
        judged = match.id in self.source.judged
        try:
            options = ReplayOptions(
                views,
                self.lang,
                self.links.file("games/") or None,
                key,
                level=4 if key else 3,
                analysis=analysis_of(self.source.store, match.id) if judged else None,
                lead=[LeadPart(*cell[:2]) for cell in self._lead(match, shown, run) if cell.text],
                players=[
                    self.links.bot(name) if version is not None else self.links.player(name)
                    for name, version in held
                ],
            )
            return (Trusted(replay_part(shown, options)),)
        except RecordFault:
            text = Verbatim(self.text(say("reports.page-record")), record(shown))
            return Notes([result_words(shown, self.lang)]), text


# Directives of records that the page of an event lists.
RULED: Final = frozenset({"ruling", "adjust"})


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
