"""Blue Border: what its printed sheet shows: a grid of turns with calls, and the opened lines."""

from typing import Final

from engines.blue_border import paper_messages as wording
from engines.blue_border.cards import POINT_NAMES
from engines.blue_border.options import BlueBorderOptions
from engines.messages import Message, say
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
    PaperColumn(say("kit.paper-seat"), 12),
    PaperColumn(say("blue-border.paper-taken"), 44, "1 2 3 4 deck"),
    PaperColumn(say("blue-border.paper-passed"), 28, "1 2 3 4"),
    PaperColumn(say("blue-border.paper-caller"), 14),
    PaperColumn(say("blue-border.paper-opened"), 24),
    PaperColumn(say("blue-border.paper-verdict"), 24, "hit miss"),
    PaperColumn(say("blue-border.paper-after"), 42),
)
EXAMPLE: Final = PaperExample(
    ("A", "1", "", "B", "18,28", "hit", "reward discard 10"),
    ("A: take 1", "B: call A = 18,28 hit; reward discard 10"),
)
MARKS: Final[tuple[tuple[PaperText, Message], ...]] = (
    ("take 2", say("blue-border.paper-take")),
    ("deck", say("blue-border.paper-deck")),
    ("pass -> 3", say("blue-border.paper-pass")),
    ("B: call A = 18,28 hit", say("blue-border.paper-call")),
    ("reward discard 10", say("blue-border.paper-reward")),
    ("miss; lose", say("blue-border.paper-lose")),
    (say("blue-border.paper-second-call"), say("blue-border.paper-chain")),
    ("-- reshuffle", say("blue-border.paper-reshuffle")),
)
USUAL_TURNS: Final = 70
"""More turns than 95 of 100 rounds between built-in bots have; the rules do not limit them."""
CHECKS: Final = (
    *(say("blue-border.paper-at-point", point=point) for point in POINT_NAMES),
    say("blue-border.paper-in-line"),
)


def paper(options: BlueBorderOptions, seats: int) -> Paper:
    """The sheet for these options and this number of seats."""
    single = options.rounds == 1
    titles = (
        [say("kit.paper-match")]
        if single
        else [say("kit.paper-round", number=n + 1) for n in range(options.rounds)]
    )
    blanks = ((PaperBlank(say("blue-border.paper-start")),),)
    rows = min(USUAL_TURNS, options.limit)
    return Paper(
        reminder=(wording.REMINDER[0](), wording.REMINDER[1]()),
        result=(say("blue-border.paper-length") if single else say("blue-border.paper-won"),),
        marks=MARKS,
        numbered=say("kit.paper-number"),
        columns=COLUMNS,
        example=EXAMPLE,
        rounds=tuple(PaperRound(title, rows, blanks, CHECKS) for title in titles),
        tables=(_points(options),),
        note=say("blue-border.paper-note") if rows < options.limit else None,
    )


def _points(options: BlueBorderOptions) -> PaperTable:
    """What may be placed at each point, for every round if the rounds differ."""
    pairs = list(zip(options.borderlines, options.bottoms, strict=True))
    same = len(set(pairs)) == 1
    heads: tuple[PaperText, ...] = ("A", "B, C", "D", "E, F", "G")
    rows = [_allowed(bl, bt) for bl, bt in (pairs[:1] if same else pairs)]
    if same:
        return PaperTable(say("blue-border.paper-points"), (heads, rows[0]))
    numbered = ((str(number), *row) for number, row in enumerate(rows, 1))
    return PaperTable(
        say("blue-border.paper-points"), ((say("blue-border.paper-of-round"), *heads), *numbered)
    )


def _allowed(bl: int, bt: int) -> tuple[PaperText, ...]:
    return (
        say("blue-border.paper-at-a", bl=bl),
        say("blue-border.paper-deeper", bl=bl),
        say("blue-border.paper-bottom", bl=bl, bt=bt),
        say("blue-border.paper-lighter", bl=bl),
        say("blue-border.paper-last", bl=bl),
    )
