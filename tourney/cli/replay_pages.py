"""Finds the match of a page, decides who may be looked at, and writes the page."""

from collections.abc import Sequence
from pathlib import Path

from engines.api import EVERYTHING, Who
from engines.messages import say
from tourney.cli.base import App
from tourney.cli.replays import STORED, eyes, named_match
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.records import stored
from tourney.reports.replay import ReplayOptions, replay_page
from tourney.reports.shown_names import ShownNames, people_in


def write_page(app: App, name: str, wanted: str | None, views: str, style: str) -> None:
    """Write the page of a match to the output."""
    from tourney.store.players import all_players

    if app.columns or (app.settings["format"].source == "--format" and app.format != "html"):
        raise UsageFault(say("cli.page-format"))
    match = page_match(app, name, wanted)
    people = all_players(app.store()) if match.id else people_in(match)
    seen = viewers(views, len(match.players))
    shown = ShownNames(people, style, app.lang).match(match)
    text = replay_page(shown, ReplayOptions(seen, app.lang))
    app.write(text)
    if app.output not in (None, "-"):
        size = -(-len(text.encode()) // 1000)
        app.say(say("cli.wrote-page", match=match.name, name=quoted(str(app.output)), size=size))


def page_match(app: App, name: str, wanted: str | None) -> StoredMatch:
    """The match that a page shows: a record in a file, else a match in the database."""
    from tourney.store.matches import match_named

    file = name == "-" or Path(name).suffix == ".tmr" or ("\0" not in name and Path(name).exists())
    if file and not name.startswith(STORED):
        return stored(named_match(name, wanted))
    from tourney.app.event_tables import match_id

    return match_named(app.store(), match_id(app, name.removeprefix(STORED)))


def viewers(text: str, seats: int) -> Sequence[Who]:
    """The viewers that `--views` lists: `open`, `spectator`, seat letters, or `all`."""
    if text.strip().lower() == "all":
        return (EVERYTHING, None, *range(seats))
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise UsageFault(say("cli.no-seat", seat=quoted(""), last="ABCDEFGH"[seats - 1]))
    return tuple(eyes(word, seats) for word in words)
