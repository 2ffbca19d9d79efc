"""`tourney record --scoresheet`: the numbers of each round, and no turns.

The numbers are stored as `-- check` lines, which state them; result and places follow from them.
"""

from collections.abc import Sequence

from engines.api import NotationError, SheetCards, SheetColumn, SheetResult, seat_letter
from engines.messages import Message, Player, say
from tourney.app.enter_result import ResultFault, scores_of
from tourney.app.record_match import AskedRecording
from tourney.cli.base import App
from tourney.cli.record_result import places_of, store_lines
from tourney.cli.record_setup import table_setup
from tourney.cli.terminal.dialogue import Asker
from tourney.desk import TableSetup
from tourney.domain.errors import UsageFault, quoted
from tourney.records.field_values import rank_text, scores_text

Row = dict[str, tuple[int, ...]]


def record_sheet(app: App, asker: Asker, game: str, asked: AskedRecording) -> str:
    """Ask for the numbers of every round and store the match; its id."""
    setup = table_setup(asker, game, asked)
    asker.names = setup.players
    columns = setup.engine.sheet(setup.parsed_options(), setup.seats)
    if not columns:
        raise UsageFault(say("cli.record-no-sheet", game=setup.game))
    for column in columns:
        if column.cards:
            asker.say(say("cli.record-sheet-enter", what=column.label).text(app.lang))
    rows: list[Row] = []
    body: list[str] = []
    result = SheetResult()
    while not result.over:
        row, result = _round(asker, setup, columns, rows)
        rows.append(row)
        body += _lines(len(rows), row, result)
    return store_lines(app, setup, body, _trailer(asker, setup, result))


def _round(
    asker: Asker, setup: TableSetup, columns: Sequence[SheetColumn], rows: Sequence[Row]
) -> tuple[Row, SheetResult]:
    """The numbers of the next round; asks again if they are impossible."""
    while True:
        row: Row = {}
        for column in columns:
            row |= _numbers(asker, setup, column, len(rows) + 1)
        options = setup.parsed_options()
        result = setup.engine.sheet_result(options, setup.seats, [*rows, row])
        if result.fault is None:
            return row, result
        _say_again(asker, result.fault)


def _computed(asker: Asker, setup: TableSetup, what: Message) -> Row | None:
    """The numbers that follow from the cards of all players; None if the cards are impossible."""
    players = [_cards(asker, setup, Player(seat), what) for seat in range(setup.seats)]
    try:
        found = setup.engine.sheet_counted(players)
    except NotationError as error:
        _say_again(asker, error.message)
        return None
    row = {name: tuple(numbers) for name, numbers in found.items()}
    asker.say("  ".join(_lines_of(row)))
    return row


def _cards(asker: Asker, setup: TableSetup, who: Player, what: Message) -> SheetCards:
    """The cards of one player; asks again until they can be read."""
    while True:
        try:
            return setup.engine.sheet_cards(
                asker.ask(say("cli.record-sheet-cards", who=who, what=what))
            )
        except NotationError as error:
            _say_again(asker, error.message)


def _numbers(asker: Asker, setup: TableSetup, column: SheetColumn, number: int) -> Row:
    """The numbers of a column, one for each side, and what else was computed."""
    sides = len(set(setup.engine.sides(setup.parsed_options(), setup.seats)))
    while True:
        typed = asker.ask(say("cli.record-sheet-round", round=number, what=column.label))
        if not typed and column.cards:
            if row := _computed(asker, setup, column.cards):
                return row
            continue
        try:
            found = scores_of(typed, setup.players, sides)
        except ResultFault as fault:
            _say_again(asker, say("cli.record-no-result", text=quoted(typed), why=fault.message))
            continue
        wrong = [one for one in found if not column.low <= one <= column.high]
        if not wrong:
            return {column.name: found}
        _say_again(
            asker, say("cli.record-out-of-range", number=wrong[0], low=column.low, high=column.high)
        )


def _say_again(asker: Asker, message: Message) -> None:
    """Say what is wrong; without a terminal nobody could correct it."""
    if not asker.terminal:
        raise UsageFault(message.text(asker.app.lang, asker.names))
    asker.say(message.text(asker.app.lang, asker.names))


def _lines(number: int, row: Row, result: SheetResult) -> list[str]:
    """The lines of a round: its number, and each value as a statement."""
    return [f'-- note "round {number}"', *_lines_of({**row, **dict(result.more)})]


def _lines_of(row: Row) -> list[str]:
    return [f"-- check {name} {_stated(numbers)}" for name, numbers in row.items()]


def _stated(numbers: Sequence[int]) -> str:
    return " ".join(f"{seat_letter(seat)}{number}" for seat, number in enumerate(numbers))


def _trailer(asker: Asker, setup: TableSetup, result: SheetResult) -> list[str]:
    assert result.outcome is not None, "a finished sheet has an outcome"
    scores, places = result.outcome.scores, result.outcome.places
    if not all(places):
        places = places_of(asker, setup, scores)
    return [f"result: {scores_text(scores)}", f"rank: {rank_text(places)}"]
