"""The contents of a printed sheet on which people write down a match of a game by hand.

Does not depend on a page or a language. What is written on a sheet can be typed in later, so the
grid has the order and the marks of the game's notation.
"""

from typing import NamedTuple, TypeAlias

from engines.messages import Message

PaperText: TypeAlias = str | Message
"""A text in notation, or a message."""


class PaperColumn(NamedTuple):
    """A column of the grid; `share` is its width relative to the others.

    `printed` are words that stand in every row, one of which is circled.
    """

    head: PaperText
    share: int
    printed: str = ""


class PaperBlank(NamedTuple):
    """A value to fill in; `share` is its width relative to the others on its line."""

    label: PaperText
    share: int = 1


class PaperTable(NamedTuple):
    """Values to look up; the first row is the heading."""

    title: PaperText
    rows: tuple[tuple[PaperText, ...], ...]


class PaperExample(NamedTuple):
    """A filled row of the grid, without its number, and the lines of a record that it means."""

    cells: tuple[str, ...]
    lines: tuple[str, ...]


class PaperRound(NamedTuple):
    """What is written down of one round: its start, `rows` rows of the grid, counts at its end.

    `checks` are counts with one number for each side.
    """

    title: PaperText
    rows: int
    blanks: tuple[tuple[PaperBlank, ...], ...] = ()
    checks: tuple[PaperText, ...] = ()


class Paper(NamedTuple):
    """The sheet of a game with given options and seats.

    `result` are the numbers of each player at the end; `marks` are pieces of notation with their
    meaning; `numbered` is the heading of the numbers of rows; `columns` are the others. `note` says
    what to do if the rows are not enough; None if no match can have more.
    """

    reminder: tuple[Message, Message]
    result: tuple[PaperText, ...]
    marks: tuple[tuple[PaperText, Message], ...]
    numbered: PaperText
    columns: tuple[PaperColumn, ...]
    example: PaperExample
    rounds: tuple[PaperRound, ...]
    tables: tuple[PaperTable, ...] = ()
    note: Message | None = None
