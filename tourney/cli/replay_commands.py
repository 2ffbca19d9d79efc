"""`tourney replay`: step through a match in the terminal, or print all of it as text or a page.

Other commands find their match and its viewers here, too.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from engines.messages import Sentence, say
from tourney.app.choose import viewer
from tourney.cli.base import App, command
from tourney.cli.common_options import AskedWorkers, executor_options, workers_of
from tourney.cli.failures import INTERRUPTED
from tourney.cli.output import PAGE_ENDINGS, PLAIN_ENDINGS, TABLE_ENDINGS
from tourney.cli.run_display import WorkBar
from tourney.cli.usage import WholeNumber
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.safe_text import is_text

if TYPE_CHECKING:
    from engines.api import Who
    from tourney.app.what_if import Branching, PlayoutPair, SeatChange
    from tourney.domain.match_values import MoveInfo
    from tourney.records.model import MatchRecord
    from tourney.render.text_tables import Row, Table

STORED = "match:"
"""Before the id of a match in the database; any other name is a file."""
BOT: Final = "greedy"
"""Plays on for all seats: quick, and far from random."""
PLAYOUTS: Final = 200
VERDICTS: Final = {
    "better": Sentence("cli.what-if-better"),
    "worse": Sentence("cli.what-if-worse"),
    "even": Sentence("cli.what-if-even"),
}
"""What is told of a move by its result."""
RESULTS: Final = {
    "better": Sentence("cli.what-if-is-better"),
    "worse": Sentence("cli.what-if-is-worse"),
    "even": Sentence("cli.what-if-is-even"),
}
MOST_PLAYOUTS: Final = 1_000_000


def _ply_and_move(
    ctx: click.Context, param: click.Parameter, value: tuple[str, str] | None
) -> tuple[int, str] | None:
    """The number and the move of --what-if; Misuse if it is no number."""
    return value and (WholeNumber(min=1).convert(value[0], param, ctx), value[1])


@command("replay", endings=None)
@click.argument("match", metavar="FILE|match:ID")
@click.option("--as", "seat", metavar="SEAT")
@click.option("--from", "ply", type=WholeNumber(min=1), metavar="PLY")
@click.option("--match", "wanted", metavar="ID")
@click.option("--plain", is_flag=True)
@click.option("--html", metavar="FILE")
@click.option("--what-if", "instead", nargs=2, callback=_ply_and_move, metavar="PLY MOVE")
@click.option("--bots", metavar="TARGET", multiple=True)
@click.option("--budget", type=WholeNumber(2, MOST_PLAYOUTS), metavar="PLAYOUTS")
@click.option("--seed", metavar="TEXT")
@executor_options("play")
def replay(
    app: App,
    match: str,
    seat: str | None,
    ply: int | None,
    wanted: str | None,
    plain: bool,
    html: str | None,
    instead: tuple[int, str] | None,
    **luck: Any,
) -> int | None:
    """Step through a match in the terminal; elsewhere, print it as plain text.

    Or play on after a move that was made, and after another one.
    """
    if instead is not None:
        for word, value in (("--as", seat), ("--from", ply), ("--plain", plain), ("--html", html)):
            if value:
                raise UsageFault(say("cli.what-if-only", word=word))
        app.settle_format(TABLE_ENDINGS)
        return _what_if(app, record_named(app, match, wanted), *instead, **luck)
    for name, value in luck.items():
        if value not in (None, (), False):
            raise UsageFault(say("cli.what-if-missing", word=f"--{name.replace('_', '-')}"))
    if html is not None:
        for word, given in (("--plain", plain), ("--from", ply is not None)):
            if given or (word == "--plain" and app.output is not None):
                raise UsageFault(say("cli.page-only", word=word if given else "-o"))
        app.output = html
        app.settle_format(PAGE_ENDINGS)
        write_page(app, match, wanted, seat or "open", "full")
        return None
    app.settle_format(PLAIN_ENDINGS)
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
        raise DataFault(say("app.no-moves", name=quoted(heading.title)))
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
    return None


def _what_if(
    app: App,
    asked: "NamedRecord",
    ply: int,
    text: str,
    *,
    bots: Sequence[str],
    budget: int | None,
    seed: str | None,
    **given: Any,
) -> int:
    """Play a decision on after the move that was made and after another one; the exit code."""
    from tourney.agents.loader import hidden_bots
    from tourney.app.what_if import branching, playouts, require_bots

    if seed is not None and not is_text(seed):
        raise UsageFault(say("cli.train-seed"))
    total, pairs, interrupted = budget or PLAYOUTS, list["PlayoutPair"](), False
    workers = workers_of(app, AskedWorkers.taken(given)).at_most(total)
    for line in hidden_bots(bots):
        app.say(say("app.warning", text=line))
    # What a user's bot prints must not get into the table.
    with redirect_stdout(sys.stderr):
        decision = branching(asked.record, asked.title, asked.names, ply, text, bots or [BOT])
        require_bots(decision, asked.bots, workers)
        # An unknown column is an error before the first playout.
        _changes_table((), asked.names, decision).select(app.columns or ())
        with (
            WorkBar(app, app.text(say("cli.what-if-playouts"))) as bar,
            closing(playouts(decision, total, seed or "1", workers)) as found,
        ):
            try:
                for some in found:
                    pairs += some
                    bar(len(pairs), total)
            except KeyboardInterrupt:
                if len(pairs) < 2:
                    raise
                interrupted = True
    _show_changes(app, asked, decision, pairs, ply)
    if interrupted:
        app.say(say("cli.what-if-interrupted", done=len(pairs), count=total))
    return INTERRUPTED if interrupted else 0


def _show_changes(
    app: App,
    asked: "NamedRecord",
    decision: "Branching",
    pairs: "Sequence[PlayoutPair]",
    ply: int,
) -> None:
    """The table, and for people what it says of the seat that decided."""
    from tourney.app.what_if import changes

    found = changes(pairs)
    app.show(_changes_table(found, asked.names, decision))
    if app.format != "table":
        return
    assert asked.record.game is not None
    own, text = found[decision.seat], asked.record.game.move_text
    _, low, high, count = own.difference
    if low is None or high is None:
        return
    # How much worse is told without a sign, like how much better.
    ends = (-high, -low) if own.result == "worse" else (low, high)
    low_text, high_text = (f"{end:{'+' if own.result == 'even' else ''}.3f}" for end in ends)
    app.say(
        VERDICTS[own.result](
            ply=ply,
            player=asked.names[decision.seat],
            played=quoted(text(decision.played)),
            instead=quoted(text(decision.instead)),
            low=low_text,
            high=high_text,
        )
    )
    bots = ", ".join(dict.fromkeys(decision.targets))
    app.say(say("cli.what-if-how", count=count, bots=bots))


def _changes_table(
    found: "Sequence[SeatChange]", names: Sequence[str], decision: "Branching"
) -> "Table":
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("player", say("cli.what-if-h-player"), importance=9),
        Column("bot", only="data"),
        Column("share", say("cli.what-if-h-share"), "right", digits=3, importance=7),
        Column("share_instead", say("cli.what-if-h-instead"), "right", digits=3, importance=7),
        Column("difference", say("cli.what-if-h-difference"), "right", digits=3, importance=8),
        Column("low", say("cli.what-if-h-low"), "right", digits=3, group="interval"),
        Column("high", say("cli.what-if-h-high"), "right", digits=3, group="interval"),
        Column("result", say("cli.what-if-h-result"), importance=6),
        Column("place", say("cli.what-if-h-place"), "right", digits=2, importance=4),
        Column("place_instead", say("cli.what-if-h-instead"), "right", digits=2, importance=4),
        Column("score", say("cli.what-if-h-score"), "right", digits=1, importance=3),
        Column("score_instead", say("cli.what-if-h-instead"), "right", digits=1, importance=3),
        Column("playouts", only="data"),
    )

    def row(seat: int, one: "SeatChange") -> "Row":
        mean, low, high, count = one.difference
        result = RESULTS[one.result]()
        return (
            *(names[seat], decision.targets[seat], *one.shares, mean, low, high, result),
            *(*one.places, *one.scores, count),
        )

    return Table(columns, [row(seat, one) for seat, one in enumerate(found)])


class NamedRecord(NamedTuple):
    """A record with the id of its match and the names of its players, as messages show them.

    `bots` reads the targets of the bots of its run or event, by their names.
    """

    title: str
    names: tuple[str, ...]
    record: "MatchRecord"
    bots: Callable[[], Mapping[str, str]] = dict


def record_named(app: App, match: str, wanted: str | None) -> NamedRecord:
    """The record in a file or of a stored match; `wanted` is its id if a file has several."""
    if match.startswith(STORED):
        from tourney.app.event_tables import match_id
        from tourney.app.what_if import bots_of
        from tourney.records.record_positions import readable
        from tourney.store.matches import match_named

        store = app.store()
        stored = match_named(store, match_id(app, match.removeprefix(STORED)))
        bots = partial(bots_of, store, stored)
        return NamedRecord(stored.name, stored.players, readable(stored), bots)
    read = match_in_file(match, wanted)
    return NamedRecord(read.name, tuple(player.name for player in read.players), read)


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
        raise UsageFault(say("app.no-seat", seat=quoted(""), last=seat_letter(seats - 1)))
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
