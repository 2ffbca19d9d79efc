"""`tourney record --result-only`: the scores or the order of finish of a match, and no turns."""

from collections.abc import Sequence
from dataclasses import replace

from engines.messages import Argument, Player, say
from tourney.app.enter_result import (
    ResultFault,
    is_order,
    order_of,
    require_possible,
    scores_of,
    stored_result,
)
from tourney.app.record_match import AskedRecording
from tourney.cli.base import App
from tourney.cli.record_setup import free_id, table_setup
from tourney.cli.terminal.dialogue import Asker, InputEnded
from tourney.desk import TableSetup
from tourney.desk.ending import whole
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.events.decisions import check_results
from tourney.records import check, read, stored
from tourney.store.imports import add_match


def record_result(app: App, asker: Asker, game: str, asked: AskedRecording) -> str:
    """Ask for the result of a match and store it; the id of the match."""
    setup = table_setup(asker, game, asked)
    scores, places = _asked_result(asker, setup)
    store = app.store(create=True)
    setup = setup if setup.match else replace(setup, match=free_id(store, setup))
    match = stored_result(app, setup, scores, places)
    add_match(store, match, check=check_results)
    return setup.match


def store_lines(app: App, setup: TableSetup, body: Sequence[str], trailer: Sequence[str]) -> str:
    """Store a complete match without turns; the id of the match. DataFault if it has problems."""
    store = app.store(create=True)
    setup = setup if setup.match else replace(setup, match=free_id(store, setup))
    match = read(whole(setup, body, [*trailer, "status: complete"])).matches[0]
    problems = match.problems or check(match).problems
    if problems:
        raise DataFault(problems[0].reason.text(app.lang, setup.players))
    add_match(store, stored(match), check=check_results)
    return setup.match


def _asked_result(asker: Asker, setup: TableSetup) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores, if they are known, and the places; asks again until the text is a result."""
    while True:
        typed = asker.ask(say("cli.record-result"))
        try:
            if is_order(typed):
                return (), order_of(typed, range(setup.seats), setup)
            scores = scores_of(typed, setup.players, setup.seats)
            require_possible(setup, scores)
            return scores, places_of(asker, setup, scores)
        except ResultFault as fault:
            message = say("cli.record-no-result", text=quoted(typed), why=fault.message)
            words = message.text(asker.app.lang, setup.players)
            if not asker.terminal:
                raise UsageFault(words) from None
            asker.say(words)


def places_of(asker: Asker, setup: TableSetup, scores: Sequence[int]) -> tuple[int, ...]:
    """Places by score; asks who is ahead of equal scores if the game may separate them."""
    game, options = setup.engine, setup.parsed_options()
    keys = [score if game.fewer_wins else -score for score in scores]
    sides = game.sides(options, setup.seats)
    places = [
        1 + len({sides[other] for other, key in enumerate(keys) if key < mine}) for mine in keys
    ]
    if game.ties(options, scores).equal == "share":
        return tuple(places)
    for key in sorted(set(keys)):
        tied = [seat for seat, other in enumerate(keys) if other == key]
        if len({sides[seat] for seat in tied}) > 1:
            _separate(asker, setup, tied, places)
    return tuple(places)


def _separate(asker: Asker, setup: TableSetup, tied: Sequence[int], places: list[int]) -> None:
    """Ask in which order players with the same score finished."""
    who: tuple[Argument, ...] = tuple(Player(seat) for seat in tied)
    try:
        prompt = say("cli.record-ahead", who=who).text(asker.app.lang, setup.players)
        typed = asker.read(f"{prompt}? ", say("cli.record-result"))
    except InputEnded:
        typed = ""
    if typed:
        order = order_of(typed, tied, setup)
        for seat in tied:
            places[seat] += order[seat] - 1
