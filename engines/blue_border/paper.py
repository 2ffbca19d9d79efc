"""Blue Border: what its printed sheet shows: a grid of turns with calls, and the opened lines."""

from typing import Final

from engines.blue_border import paper_messages as say
from engines.blue_border.cards import POINT_NAMES
from engines.blue_border.options import BlueBorderOptions
from engines.kit.paper_messages import MATCH, NUMBER, ROUND, SEAT
from engines.messages import Message
from engines.paper import (
    Paper,
    PaperBlank,
    PaperColumn,
    PaperExample,
    PaperRound,
    PaperTable,
    PaperText,
)

COLUMNS: Final = (
    PaperColumn(SEAT(), 12),
    PaperColumn(say.TAKEN(), 44, "1 2 3 4 deck"),
    PaperColumn(say.PASSED(), 28, "1 2 3 4"),
    PaperColumn(say.CALLER(), 14),
    PaperColumn(say.OPENED(), 24),
    PaperColumn(say.VERDICT(), 24, "hit miss"),
    PaperColumn(say.AFTER(), 42),
)
EXAMPLE: Final = PaperExample(
    ("A", "1", "", "B", "18,28", "hit", "reward discard 10"),
    ("A: take 1", "B: call A = 18,28 hit; reward discard 10"),
)
MARKS: Final[tuple[tuple[PaperText, Message], ...]] = (
    ("take 2", say.TAKE()),
    ("deck", say.DECK()),
    ("pass -> 3", say.PASS()),
    ("B: call A = 18,28 hit", say.CALL()),
    ("reward discard 10", say.REWARD()),
    ("miss; lose", say.LOSE()),
    (say.SECOND_CALL(), say.CHAIN()),
    ("-- reshuffle", say.RESHUFFLE()),
)
USUAL_TURNS: Final = 70
"""More turns than 95 of 100 rounds between built-in bots have; the rules do not limit them."""
CHECKS: Final = (*(say.AT_POINT(point=point) for point in POINT_NAMES), say.IN_LINE())


def paper(options: BlueBorderOptions, seats: int) -> Paper:
    """The sheet for these options and this number of seats."""
    single = options.rounds == 1
    titles = [MATCH()] if single else [ROUND(number=n + 1) for n in range(options.rounds)]
    blanks = ((PaperBlank(say.START()),),)
    rows = min(USUAL_TURNS, options.limit)
    return Paper(
        reminder=(say.REMINDER[0](), say.REMINDER[1]()),
        result=(say.LENGTH() if single else say.WON(),),
        marks=MARKS,
        numbered=NUMBER(),
        columns=COLUMNS,
        example=EXAMPLE,
        rounds=tuple(PaperRound(title, rows, blanks, CHECKS) for title in titles),
        tables=(_points(options),),
        note=say.NOTE() if rows < options.limit else None,
    )


def _points(options: BlueBorderOptions) -> PaperTable:
    """What may be placed at each point, for every round if the rounds differ."""
    pairs = list(zip(options.borderlines, options.bottoms, strict=True))
    same = len(set(pairs)) == 1
    heads: tuple[PaperText, ...] = ("A", "B, C", "D", "E, F", "G")
    rows = [_allowed(bl, bt) for bl, bt in (pairs[:1] if same else pairs)]
    if same:
        return PaperTable(say.POINTS(), (heads, rows[0]))
    numbered = ((str(number), *row) for number, row in enumerate(rows, 1))
    return PaperTable(say.POINTS(), ((say.OF_ROUND(), *heads), *numbered))


def _allowed(bl: int, bt: int) -> tuple[PaperText, ...]:
    return (
        say.FIRST(bl=bl),
        say.DEEPER(bl=bl),
        say.BOTTOM(bl=bl, bt=bt),
        say.LIGHTER(bl=bl),
        say.LAST(bl=bl),
    )
