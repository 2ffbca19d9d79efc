"""`tourney report`: web pages of matches, events, runs, players, and of everything as a site."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from engines.messages import say
from tourney.cli.base import App, AppGroup
from tourney.cli.output import PAGE_ENDINGS
from tourney.cli.run_display import WorkBar
from tourney.cli.usage import OneWordOf, WebAddress
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.names import NAME_STYLES, VIEW_STYLES

if TYPE_CHECKING:
    from tourney.app.publish_site import AskedSite
    from tourney.reports.source import PageSource
    from tourney.store import Database


_names = click.option("--names", type=OneWordOf(NAME_STYLES), default=NAME_STYLES[0])
_views = click.option("--views", type=OneWordOf(VIEW_STYLES), default=VIEW_STYLES[0])


report = AppGroup("report")
"""Write web pages that work offline: one file, or a whole site."""


@report.command("match", endings=PAGE_ENDINGS)
@click.argument("match", metavar="ID|FILE")
@click.option("--match", "wanted", metavar="ID")
@click.option("--views", metavar="A,B,…", default="open")
@_names
def report_match(app: App, match: str, wanted: str | None, views: str, names: str) -> None:
    """Write one web page with the replay of a match: positions, record and result."""
    from tourney.cli.replay_commands import write_page

    write_page(app, match, wanted, views, names)


@report.command("event", endings=PAGE_ENDINGS)
@click.argument("event")
@_names
@_views
def event_(app: App, event: str, names: str, views: str) -> None:
    """Write one page about EVENT: standings, every round, the crosstable, and all records."""
    from tourney.app.choose import chosen_event, planned_event
    from tourney.reports.site import event_file

    source = _source(app, names, views)
    # An event may be known by its plan or, if its records were imported, only by those.
    plain = event.removeprefix("event:")
    planned = planned_event(source.store, plain)
    found = planned.name if planned else chosen_event(source.store, f"event:{plain}")
    if found is None:
        raise NotFound(say("app.no-event", name=quoted(plain)))
    _write(app, event_file(source, found))


@report.command("run", endings=PAGE_ENDINGS)
@click.argument("run", required=False)
@_names
def run_(app: App, run: str | None, names: str) -> None:
    """Write one page about RUN: standings with intervals, crosstable, seats, lengths, faults."""
    from tourney.app.choose import choose_run
    from tourney.reports.site import run_file

    source = _source(app, names)
    _write(app, run_file(source, choose_run(source.store, run, app.say)))


@report.command("player", endings=PAGE_ENDINGS)
@click.argument("name")
@_names
def player_(app: App, name: str, names: str) -> None:
    """Write one page about the player or bot NAME: games, rating, opponents, seats, matches."""
    from tourney.reports.site import player_file

    _write(app, player_file(_source(app, names), name))


@report.command("site", endings=None)
@click.option("--names", type=OneWordOf(NAME_STYLES))
@click.option("--views", type=OneWordOf(VIEW_STYLES))
@click.option("--title", metavar="TEXT")
@click.option("--base-url", type=WebAddress("https://example.org/club/"), metavar="URL")
def site(
    app: App, names: str | None, views: str | None, title: str | None, base_url: str | None
) -> None:
    """Write all events, runs, players, matches, rules and data into the folder of -o."""
    from tourney.app.publish_site import AskedSite

    _refuse_formats(app)
    output = app.output or str(app.settings["site"].value)
    if output in ("", "-"):
        raise UsageFault(say("reports.report-no-folder"))
    # The address of the site has a slash at its end: addresses of pages are appended to it. A site
    # map needs whole addresses: without one there is none.
    address = f"{base_url.rstrip('/')}/" if base_url else base_url
    named = None if title is None else title.strip()
    asked = AskedSite(app.lang, named, names, address, views)
    publish(app, app.store(), asked, Path(output))
    if not (Path(output) / "sitemap.xml").exists():
        app.say(say("reports.report-no-sitemap"))


def _refuse_formats(app: App) -> None:
    if app.columns or (app.settings["format"].source == "--format" and app.format != "html"):
        raise UsageFault(say("reports.report-no-table"))


def _source(app: App, names: str, views: str = "open") -> "PageSource":
    """The database as a page that stands alone sees it."""
    from tourney.reports.source import PageSettings, PageSource

    _refuse_formats(app)
    return PageSource(app.store(), PageSettings(app.lang, names=names, views=views))


def _write(app: App, text: str) -> None:
    app.write(text)
    if app.output not in (None, "-"):
        app.say(say("reports.report-wrote-page", path=quoted(str(app.output))))


def publish(
    app: App, store: "Database", asked: "AskedSite", folder: Path, *, again: bool = False
) -> None:
    """Write the site of a database into a folder, with a progress bar."""
    from tourney.app.publish_site import say_written, write_site

    with WorkBar(app, app.text(say("reports.report-building"))) as bar:
        done = write_site(store, asked, folder, bar, again=again)
    say_written(app, folder, done)
    app.say(say("reports.report-open-it", path=str(folder / "index.html")))
