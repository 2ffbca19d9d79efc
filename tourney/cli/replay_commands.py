"""`tourney replay`: step through a match in the terminal, or print all of it as text or a page.

Other commands find their match and its viewers here, too.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.output import PAGE_ENDINGS, PLAIN_ENDINGS
from tourney.cli.usage import WholeNumber
from tourney.domain.errors import DataFault, UsageFault, quoted

if TYPE_CHECKING:
    from engines.api import Who
    from tourney.domain.match_values import MoveInfo
    from tourney.records.model import MatchRecord

STORED = "match:"
"""Before the id of a match in the database; any other name is a file."""


@command("replay", endings=PLAIN_ENDINGS)
@click.argument("match", metavar="FILE|match:ID")
@click.option("--as", "seat", metavar="SEAT")
@click.option("--from", "ply", type=WholeNumber(min=1), metavar="PLY")
@click.option("--match", "wanted", metavar="ID")
@click.option("--plain", is_flag=True)
@click.option("--html", metavar="FILE")
def replay(
    app: App,
    match: str,
    seat: str | None,
    ply: int | None,
    wanted: str | None,
    plain: bool,
    html: str | None,
) -> None:
    """Step through a match in the terminal; elsewhere, print it as plain text."""
    if html is not None:
        for word, given in (("--plain", plain), ("--from", ply is not None)):
            if given or (word == "--plain" and app.output is not None):
                raise UsageFault(say("cli.page-only", word=word if given else "-o"))
        app.output = html
        app.settle_format(PAGE_ENDINGS)
        write_page(app, match, wanted, seat or "open", "full")
        return
    from tourney.records.record_positions import replay_of, replay_of_stored
    from tourney.render.replay_screen import MatchHeading, ScreenState, dump
    from tourney.render.scenes import Theme

    if match.startswith(STORED):
        from tourney.app.event_tables import match_id
        from tourney.store.matches import match_named

        stored = match_named(app.store(), match_id(app, match.removeprefix(STORED)))
        infos = (*stored.infos, *_judged(app, stored.id))
        heading = MatchHeading(stored.name, stored.players)
        shown = replay_of_stored(replace(stored, infos=infos))
    else:
        read = match_in_file(match, wanted)
        heading = MatchHeading(read.name, tuple(player.name for player in read.players))
        shown = replay_of(read)
    who = viewer(seat, len(heading.names))
    if not shown.frames:
        raise DataFault(say("cli.no-moves", name=quoted(heading.title)))
    screen = ScreenState(shown.at_ply(ply) if ply else 0, who)
    theme = Theme(app.width() or 80, app.ascii, app.color, app.lang, app.wide_signs)
    # Stepping needs keys and a terminal that can be drawn on; a pipe or a file gets all at once.
    can_draw = not app.no_input and app.output is None and os.environ.get("TERM", "dumb") != "dumb"
    if not plain and can_draw and sys.stdin.isatty() and sys.stdout.isatty():
        from tourney.cli.terminal.viewer import view

        view(shown, heading, screen, theme)
    else:
        for piece in dump(shown, heading, screen, theme):
            app.draw(piece)


def _judged(app: App, match_id: int) -> "list[MoveInfo]":
    """What a judge said about the moves of a match that cost something, if it was asked.

    It is knowledge of all hands, so it belongs to no seat.
    """
    from engines.api import CHANCE
    from tourney.domain.match_values import MoveInfo
    from tourney.insight.account import ONLY_MOVE, WIDTH
    from tourney.store.analyses import analysis_of

    found = analysis_of(app.store(), match_id)
    if found is None:
        return []
    said = []
    for one in found.account.decisions:
        if one.mark == ONLY_MOVE:
            said.append(MoveInfo(one.ply, CHANCE, app.text(say("cli.replay-only", mark=one.mark))))
        elif one.mark:
            cost, error = f"{one.loss:.2f}", f"{WIDTH * one.error:.2f}"
            words = say("cli.replay-judged", mark=one.mark, cost=cost, error=error, better=one.best)
            said.append(MoveInfo(one.ply, CHANCE, words.text(app.lang)))
    return said


def match_in_file(name: str, wanted: str | None) -> "MatchRecord":
    """The record in a file; `wanted` is its match id if the file has several."""
    from tourney.cli.record_input import content
    from tourney.records import RecordFault, read_bytes

    document = read_bytes(content(name))
    faults = document.faults()
    if faults:
        raise RecordFault(faults, name)
    if not document.matches:
        raise DataFault(say("records.no-match", name=quoted(name)))
    # A file with one match needs no id; with several, the first ids show what they look like.
    ids = [match.name for match in document.matches]
    some = ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")
    if wanted is None and len(ids) > 1:
        raise UsageFault(say("cli.several", name=quoted(name), count=len(ids), some=some))
    if wanted is not None and wanted not in ids:
        file = quoted(name)
        raise UsageFault(say("cli.not-in-file", wanted=quoted(wanted), name=file, some=some))
    return document.matches[ids.index(wanted) if wanted else 0]


def viewer(text: str | None, seats: int) -> "Who":
    """The viewer that `--as` names: a seat letter, `spectator` or `open`, the default."""
    from engines.api import EVERYTHING, seat_letter

    given = (text or "open").strip().lower()
    if given in ("open", "spectator"):
        return EVERYTHING if given == "open" else None
    seat = "abcdefgh".find(given) if len(given) == 1 else -1
    if not 0 <= seat < seats:
        raise UsageFault(say("cli.no-seat", seat=quoted(text), last=seat_letter(seats - 1)))
    return seat


def write_page(app: App, name: str, wanted: str | None, views: str, style: str) -> None:
    """Write the web page of a match; `views` are `open`, `spectator` and seats, or `all`."""
    from engines.api import EVERYTHING, seat_letter
    from tourney.records import stored
    from tourney.reports.replay_page import ReplayOptions, replay_page
    from tourney.reports.source import ShownNames, people_in
    from tourney.store.analyses import analysis_of
    from tourney.store.players import all_players

    if app.columns or (app.settings["format"].source == "--format" and app.format != "html"):
        raise UsageFault(say("cli.page-format"))
    # A name without `match:` is a file if there is one, or if it looks like one.
    file = name == "-" or Path(name).suffix == ".tmr" or ("\0" not in name and Path(name).exists())
    if file and not name.startswith(STORED):
        match = stored(match_in_file(name, wanted))
    else:
        from tourney.app.event_tables import match_id
        from tourney.store.matches import match_named

        match = match_named(app.store(), match_id(app, name.removeprefix(STORED)))
    # What a person wishes to be called is known in the database; a file has only names.
    people = all_players(app.store()) if match.id else people_in(match)
    seats, words = len(match.players), [word.strip() for word in views.split(",")]
    if not all(words):
        raise UsageFault(say("cli.no-seat", seat=quoted(""), last=seat_letter(seats - 1)))
    if views.strip().lower() == "all":
        seen: tuple[Who, ...] = (EVERYTHING, None, *range(seats))
    else:
        seen = tuple(viewer(word, seats) for word in words)
    analysis = analysis_of(app.store(), match.id) if match.id else None
    text = replay_page(
        ShownNames(people, style, app.lang).match(match),
        ReplayOptions(seen, app.lang, analysis=analysis),
    )
    app.write(text)
    if app.output not in (None, "-"):
        size = -(-len(text.encode()) // 1000)
        app.say(say("cli.wrote-page", match=match.name, name=quoted(str(app.output)), size=size))
