"""A match of which only the result is recorded, or the numbers of each round on its scoresheet.

The numbers of a scoresheet are stored as `-- check` lines, which state them; result and places
follow from them.
"""

from collections.abc import Sequence
from dataclasses import replace

from engines.api import NotationError, SheetCards, SheetColumn, SheetResult, seat_letter
from engines.games import GAMES
from engines.messages import Argument, Message, Player, say
from tourney.app.enter_result import (
    ResultFault,
    is_order,
    order_of,
    require_possible,
    scores_of,
    stored_result,
)
from tourney.app.host import InputEnded, Interviewer
from tourney.app.record_match import AskedRecording, free_id, table_setup
from tourney.desk import TableSetup
from tourney.desk.session import whole
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.events.decisions import check_results
from tourney.records import check, read, stored
from tourney.records.field_values import rank_text, scores_text
from tourney.store.imports import add_match

RoundNumbers = dict[str, tuple[int, ...]]
"""The numbers of a round by column, one for each side."""


def record_result(asker: Interviewer, game: str | None, asked: AskedRecording) -> str:
    """Ask for the result of a match, again until it is one, and store it; the id of the match."""
    setup = table_setup(asker, game, asked)
    while True:
        typed = asker.ask(say("app.record-result"))
        scores: tuple[int, ...] = ()
        try:
            if is_order(typed):
                places = order_of(typed, range(len(setup.players)), setup)
            else:
                scores = scores_of(typed, setup.players, len(setup.players))
                require_possible(setup, scores)
                places = _places_of(asker, setup, scores)
            break
        except ResultFault as fault:
            message = say("app.record-no-result", text=quoted(typed), why=fault.message)
            _say_again(asker, message, setup.players)
    store = asker.host.store(create=True)
    setup = setup if setup.match else replace(setup, match=free_id(store, setup))
    add_match(store, stored_result(asker.host, setup, scores, places), check=check_results)
    return setup.match


def _places_of(asker: Interviewer, setup: TableSetup, scores: Sequence[int]) -> tuple[int, ...]:
    """Places by score; asks who is ahead of equal scores if the game may separate them."""
    game, options = setup.rules()
    keys = [score if game.fewer_wins else -score for score in scores]
    sides = game.sides(options, len(setup.players))
    places = [
        1 + len({sides[other] for other, key in enumerate(keys) if key < mine}) for mine in keys
    ]
    # The rules say that equal scores share a place: nothing is asked.
    if game.ties(options, scores).equal == "share":
        return tuple(places)
    for key in sorted(set(keys)):
        tied = [seat for seat, other in enumerate(keys) if other == key]
        # Partners are always equal.
        if len({sides[seat] for seat in tied}) == 1:
            continue
        who: tuple[Argument, ...] = tuple(Player(seat) for seat in tied)
        try:
            prompt = say("app.record-ahead", who=who).text(asker.host.lang, setup.players)
            typed = asker.read(f"{prompt}? ", say("app.record-result"))
        except InputEnded:
            typed = ""
        if typed:
            order = order_of(typed, tied, setup)
            for seat in tied:
                # The order has places from 1 among those who are tied.
                places[seat] += order[seat] - 1
    return tuple(places)


def _say_again(asker: Interviewer, message: Message, names: Sequence[str]) -> None:
    """Say what is wrong; without a terminal nobody could correct it."""
    text = message.text(asker.host.lang, names)
    if not asker.terminal:
        raise UsageFault(text)
    asker.say(text)


# The scoresheet.


def record_sheet(asker: Interviewer, game: str | None, asked: AskedRecording) -> str:
    """Ask for the numbers of every round and store the match; its id.

    DataFault if the record has problems.
    """
    setup, host = table_setup(asker, game, asked), asker.host
    asker.names = setup.players
    engine, options = setup.rules()
    columns = engine.sheet(options, len(setup.players))
    if not columns:
        raise UsageFault(say("app.record-no-sheet", game=setup.game))
    for column in columns:
        if column.cards:
            asker.say(say("app.record-sheet-enter", what=column.label).text(host.lang))
    rows: list[RoundNumbers] = []
    body: list[str] = []
    result = SheetResult()
    while not result.over:
        row, result = _round(asker, setup, columns, rows)
        rows.append(row)
        # A note tells people the round; the numbers are stated, and checked, by the line after it.
        body += [f'-- note "round {len(rows)}"', *_checks({**row, **dict(result.more)})]
    assert result.outcome is not None, "a finished sheet has an outcome"
    scores, places = result.outcome.scores, result.outcome.places
    # The numbers leave open who is ahead of equal scores.
    if not all(places):
        places = _places_of(asker, setup, scores)
    store = host.store(create=True)
    setup = setup if setup.match else replace(setup, match=free_id(store, setup))
    ending = [f"result: {scores_text(scores)}", f"rank: {rank_text(places)}", "status: complete"]
    match = read(whole(setup, body, ending)).matches[0]
    problems = match.problems or check(match).problems
    if problems:
        raise DataFault(problems[0].reason.text(host.lang, setup.players))
    add_match(store, stored(match), check=check_results)
    return setup.match


def _checks(row: RoundNumbers) -> list[str]:
    """The lines of a record that state the numbers of a round."""
    stated = (
        (name, " ".join(f"{seat_letter(side)}{number}" for side, number in enumerate(numbers)))
        for name, numbers in row.items()
    )
    return [f"-- check {name} {text}" for name, text in stated]


def _round(
    asker: Interviewer,
    setup: TableSetup,
    columns: Sequence[SheetColumn],
    rows: Sequence[RoundNumbers],
) -> tuple[RoundNumbers, SheetResult]:
    """The numbers of the next round; asks again if they are impossible."""
    while True:
        row: RoundNumbers = {}
        for column in columns:
            row |= _numbers(asker, setup, column, len(rows) + 1)
        game, options = setup.rules()
        result = game.sheet_result(options, len(setup.players), [*rows, row])
        if result.fault is None:
            return row, result
        _say_again(asker, result.fault, asker.names)


def _numbers(
    asker: Interviewer, setup: TableSetup, column: SheetColumn, number: int
) -> RoundNumbers:
    """The numbers of a column, one for each side, and what else was computed."""
    game, options = setup.rules()
    sides = len(set(game.sides(options, len(setup.players))))
    while True:
        typed = asker.ask(say("app.record-sheet-round", round=number, what=column.label))
        # Enter: the numbers are counted from the cards of all players.
        if not typed and column.cards:
            if row := _counted(asker, setup, column.cards):
                return row
            continue
        try:
            numbers = scores_of(typed, setup.players, sides)
        except ResultFault as fault:
            again = say("app.record-no-result", text=quoted(typed), why=fault.message)
        else:
            wrong = [one for one in numbers if not column.low <= one <= column.high]
            if not wrong:
                return {column.name: numbers}
            bounds = {"low": column.low, "high": column.high}
            again = say("app.record-out-of-range", number=wrong[0], **bounds)
        _say_again(asker, again, asker.names)


def _counted(asker: Interviewer, setup: TableSetup, what: Message) -> RoundNumbers | None:
    """The numbers that follow from the cards of all players; None if the cards are impossible."""
    engine, players = GAMES[setup.game], list[SheetCards]()
    while len(players) < len(setup.players):
        cards = say("app.record-sheet-cards", who=Player(len(players)), what=what)
        try:
            players.append(engine.sheet_cards(asker.ask(cards)))
        except NotationError as error:
            _say_again(asker, error.message, asker.names)
    try:
        counted = engine.sheet_counted(players)
    except NotationError as error:
        _say_again(asker, error.message, asker.names)
        return None
    row = {name: tuple(numbers) for name, numbers in counted.items()}
    asker.say("  ".join(_checks(row)))
    return row
