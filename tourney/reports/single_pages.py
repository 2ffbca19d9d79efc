"""Pages that stand alone, in one file: an event with its matches, a run, a player."""

from engines.messages import say
from tourney.domain.errors import NotFound, quoted
from tourney.events.event_records import ReadEvent
from tourney.reports.content import PageContent, Section, framed
from tourney.reports.event_page import EventPage
from tourney.reports.event_report import event_report
from tourney.reports.match_page import MatchPage
from tourney.reports.paths import OwnLinks, match_anchor
from tourney.reports.player_book import Identity
from tourney.reports.player_page import PlayerPage
from tourney.reports.run_page import RunPage
from tourney.reports.source import PageSource
from tourney.store.players import stored_player
from tourney.store.runs import StoredRun


def event_file(source: PageSource, name: str) -> str:
    """An event with all its matches."""
    report = event_report(ReadEvent(source.store, name, source.planned.get(name)))
    links = OwnLinks({source.names.match_name(match) for match in report.event.matches})
    content = EventPage(source, report, links).content()
    matches = []
    maker = MatchPage(source, links)
    for number, match in enumerate(report.event.matches, 1):
        shown = source.names.match_name(match)
        sections = maker.sections(match, key=f"r{number}-")
        parts = [part for section in sections for part in section.parts]
        matches.append(Section(match_anchor(shown), shown, parts, level=3))
    if matches:
        matches.insert(0, Section("matches", say("reports.page-matches").text(source.lang), ()))
    whole = PageContent(
        content.title, content.description, [*content.sections, *matches], replays=bool(matches)
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
