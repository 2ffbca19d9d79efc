"""`tourney play`: people and bots at one table in a terminal."""

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, redirect_stdout
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.common_options import asked_place, place_options
from tourney.cli.failures import INTERRUPTED
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.usage import Number
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.app.play_match import AskedMatch
    from tourney.app.play_session import PlaySession
    from tourney.cli.play_table import PlayTable
    from tourney.domain.match_values import PlayedMatch

NEWEST: Final = "\n"
"""The value of --resume and --discard without an id; no match has this name."""


@command("play", endings=PLAIN_ENDINGS)
@click.argument("game", required=False)
@click.option("--me", "people", metavar="NAME[@SEAT]", multiple=True)
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True)
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@place_options
@click.option("--practice", is_flag=True)
@click.option("--seed", metavar="TEXT")
@click.option("--time-per-move", type=Number(float), metavar="S")
@click.option("--deal-of", metavar="RUN/N")
@click.option("--resume", is_flag=False, flag_value=NEWEST, metavar="[ID]")
@click.option("--discard", is_flag=False, flag_value=NEWEST, metavar="[ID]")
def play(
    app: App,
    game: str | None,
    people: tuple[str, ...],
    bots: tuple[str, ...],
    options: tuple[str, ...],
    practice: bool,
    seed: str | None,
    time_per_move: float | None,
    deal_of: str | None,
    resume: str | None,
    discard: str | None,
    **place: Any,
) -> int:
    """Play GAME at the terminal, alone against bots or with several people at one keyboard."""
    from tourney.app.play_match import AskedMatch, new_match
    from tourney.store.connect import address

    asked = AskedMatch(
        game=game,
        people=people,
        bots=bots,
        options=options,
        place=asked_place(place),
        practice=practice,
        seed=seed,
        time_per_move=time_per_move,
        deal_of=deal_of,
    )
    # Each of these takes the cards of a stored match.
    stored = {"--resume": resume, "--discard": discard, "--deal-of": deal_of}
    _refuse_mixed([option for option, value in stored.items() if value is not None], asked)
    if discard is not None:
        return _go_on(app, discard, discard=True)
    if app.no_input:
        raise UsageFault(say("cli.play-asks"))
    if resume is not None:
        return _go_on(app, resume, discard=False)
    if practice and asked.place.words:
        raise UsageFault(say("cli.play-practice-of-event"))
    return _played(app, new_match(app, asked, address(app.db).path), begins=True)


def _go_on(app: App, name: str, *, discard: bool) -> int:
    """Continue a match that has not ended, or remove it; the exit code."""
    from tourney.app.play_match import stored_match
    from tourney.store.connect import address
    from tourney.store.open_matches import (
        decisions_of,
        discard_open_match,
        open_match,
        open_matches,
    )

    store = app.store()
    unfinished = open_matches(store) if name == NEWEST else [open_match(store, name)]
    if not unfinished:
        raise NotFound(say("cli.play-none-open", database=quoted(app.db)))
    names = ", ".join(match.name for match in unfinished)
    match = unfinished[-1]
    if discard:
        # To go on with the newest is a fair guess; to remove it would not be.
        if len(unfinished) > 1:
            raise UsageFault(say("cli.play-which", names=names))
        count = len(decisions_of(store, match))
        if not app.confirm(say("cli.play-discard-ask", name=match.name, count=count)):
            return 1
        discard_open_match(store, match)
        app.say(say("cli.play-discarded", name=match.name))
        return 0
    if len(unfinished) > 1:
        words = say("cli.play-newest", name=match.name, count=len(unfinished), all=names)
        app.say(app.folded(app.text(words), ""))
    return _played(app, stored_match(app, match, address(app.db).path), begins=False)


def _refuse_mixed(stored: list[str], asked: "AskedMatch") -> None:
    """UsageFault for settings of a new match together with one that is stored."""
    place = asked.place
    # What a new match may have even if its cards are those of a stored one.
    on_any_cards = {
        "--me": asked.people,
        "--time-per-move": asked.time_per_move,
        "--event": place.event,
        "--stage": place.stage,
        "--round": place.round,
        "--table": place.table,
        "--casual": place.casual,
        "--practice": asked.practice,
    }
    settings: Mapping[str, object] = {
        "GAME": asked.game,
        "--me": asked.people,
        "--bot": asked.bots,
        "--option": asked.options,
        "--seed": asked.seed,
        **on_any_cards,
    }
    if stored == ["--deal-of"]:
        settings = {name: value for name, value in settings.items() if name not in on_any_cards}
    others = [name for name, value in settings.items() if value] + stored[1:]
    if stored and others:
        raise UsageFault(say("cli.play-alone", option=stored[0], other=others[0]))


def _played(app: App, loaded: "AbstractContextManager[PlaySession]", *, begins: bool) -> int:
    """Play a match until it ends or is left; the exit code."""
    from engines.api import seat_letter
    from tourney.app.play_session import MatchLeft
    from tourney.app.run_reports import time_limits
    from tourney.cli.play_table import Person, PlayTable
    from tourney.cli.terminal.dialogue import PlayConsole
    from tourney.render.scenes import Theme

    with loaded as session:
        match, game = session.match, session.setup.game
        if begins:
            title = game.title.get(app.lang, game.title["en"])
            seats = (f"{seat_letter(seat)} {name}" for seat, name in enumerate(match.names))
            players = ", ".join(seats)
            words = say("cli.play-begins", name=match.name, title=title, players=players)
        else:
            words = say("cli.play-continues", name=match.name, count=session.decisions)
        app.say(app.folded(app.text(words), ""))

        # The theme is asked for at each drawing: the window may have another size by then.
        table = PlayTable(
            game=game,
            names=match.names,
            people=session.setup.people,
            console=PlayConsole(),
            theme=lambda: Theme(app.width() or 80, app.ascii, app.color, app.lang, app.wide_signs),
            practice=session.make_practice,
            is_practice=lambda: session.match.practice,
            decided=session.has_decided,
            take_back=session.take_back,
        )
        # The session asks for new agents after each move that is taken back.
        people: list[Person] = []

        def person() -> Person:
            people.append(Person(table))
            return people[-1]

        if match.move_ms:
            app.say(table.text(say("cli.play-clocked", clock=time_limits(session.setup.clock))))
        # Every decision is stored when it is made, so a match may be left at any moment: by `quit`,
        # which is no failure, by Ctrl-C, or at the end of a pipe with moves.
        left: int | None = None
        try:
            with redirect_stdout(sys.stderr):  # what bots print is not part of the dialogue
                played, complaints = session.play(person)
        except MatchLeft:
            left = 0
        except (KeyboardInterrupt, EOFError):
            left = INTERRUPTED
        if left is not None:
            command = app.command("play", "--resume", match.name)
            app.say("\n" + table.text(say("cli.play-saved", command=command)))
            return left
        for line in complaints:
            app.say(say("app.warning", text=line))
        # Only those of the last attempt: a move that is taken back makes new ones.
        news = min((one.news for one in people[-len(table.people) :]), key=len)
        _show_end(app, session, table, played, news)
        return 0


def _show_end(
    app: App,
    session: "PlaySession",
    table: "PlayTable",
    played: "PlayedMatch",
    news: list[tuple[int, str]],
) -> None:
    """Store a match that has ended, show its end with open cards, its result and what it counts.

    `news` is what happened since the last decision of a person.
    """
    from engines.api import CHANCE, seat_letter
    from tourney.app.enter_result import say_result_of
    from tourney.records.record_positions import replay_of_stored
    from tourney.render.replay_screen import MatchHeading, ScreenState, position
    from tourney.render.scenes import plain
    from tourney.render.text_tables import Column, Table

    record = session.finish(played)
    match = session.match
    table.write("")
    table.tell(say("cli.play-happened"), news)
    replay = replay_of_stored(record)
    screen, theme = ScreenState(len(replay.frames) - 1), table.theme()
    heading = MatchHeading(record.name, record.players)
    table.console.write(plain(position(replay, heading, screen, theme), theme))
    for fault in played.faults:
        name = match.names[fault.seat] if fault.seat != CHANCE else "tourney"
        why = f": {fault.evidence}" if fault.evidence else ""
        app.say(f"{name}: {fault.code}{why}")
    # Between tables for people stands text; if the tables are for programs, it goes to stderr.
    write = app.draw if app.format in ("table", "plain", "markdown") else app.say
    columns = (Column("place", align="right"), Column("player"), Column("score", align="right"))
    results = zip(played.outcome.places, match.names, played.outcome.scores, strict=True)
    ranked = sorted(results, key=itemgetter(0))
    write("\n")
    app.show(Table(columns, tuple(ranked)))
    run = session.run_of_deal() if match.origin else None
    if run is not None:  # how the bots did with the cards of this person
        seat = min(table.people)
        place, score = played.outcome.places[seat], played.outcome.scores[seat]
        rows = [*session.same_cards(run, seat), (place, match.names[seat], score, match.name)]
        words = say("cli.play-same-cards", seat=seat_letter(seat), run=run.spec.name)
        write(f"\n{table.text(words)}\n\n")
        app.show(Table((*columns, Column("match")), tuple(sorted(rows, key=itemgetter(0)))))
    if match.practice:
        app.say(table.text(say("cli.play-stored-practice")))
    say_result_of(app, match.name)
    command = app.command("replay", f"match:{match.name}")
    app.say(table.text(say("cli.play-stored", name=match.name, command=command)))
    undo = app.command("match", "void", "--reason", "TEXT", names=(match.name,))
    app.say(say("app.undo", command=undo))
