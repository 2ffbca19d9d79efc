"""Diamond Boxes: what the printed sheets of both rule sets show: a grid of placements."""

from typing import Final

from engines.api import seat_letter
from engines.diamond_boxes import paper_messages as say
from engines.diamond_boxes.cards import COLOURS, DECK, PATTERNS
from engines.diamond_boxes.messages import COLOUR_WORDS
from engines.kit.paper_messages import HAND_OF, MATCH, NUMBER, SEAT
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

DIAMONDS: Final = {"B": "●", "W": "○"}
PLACE: Final = (
    PaperColumn(SEAT(), 12),
    PaperColumn(say.CARD_HEAD(), 18),
    PaperColumn(say.PLACE_HEAD(), 22),
    PaperColumn(say.TURN_HEAD(), 26, "n e s w"),
    PaperColumn(say.COVERED_HEAD(), 14),
)
_COLOURS: Final = tuple(
    say.COLOUR(letter=letter, name=word(), first=10 * index + 1, last=10 * index + 10)
    for index, (letter, word) in enumerate(zip(COLOURS, COLOUR_WORDS, strict=True))
)
MARKS: Final[tuple[tuple[PaperText, Message], ...]] = (
    ("g7", say.CARD()),
    ("r y g b p", say.COLOURS(names=_COLOURS)),
    ("@x,y", say.PLACE()),
    ("@0,0", say.ORIGIN()),
    ("n e s w", say.TURN()),
    ("/4", say.COVERED()),
)


def open_paper(seats: int) -> Paper:
    """The sheet of rule 1 for this number of seats."""
    blanks = (PaperBlank(say.FIRST_CARD()), PaperBlank(say.ON_TOP()))
    return Paper(
        reminder=(say.REMINDER_1[0](), say.REMINDER_1[1]()),
        result=(say.HAND(), say.LOWEST()),
        marks=(*MARKS, ("penalty", say.PENALTY())),
        numbered=NUMBER(),
        columns=(*PLACE, PaperColumn(say.PENALTY_HEAD(), 84)),
        example=PaperExample(
            ("A", "b2", "-1,0", "n", "4", "p4 y8"), ("A: b2@-1,0n/4; penalty p4 y8",)
        ),
        rounds=(PaperRound(MATCH(), most_placements(seats), (blanks, *_hands(seats))),),
        tables=_tables(),
    )


def colour_paper(seats: int) -> Paper:
    """The sheet of rule 2 for this number of seats; the last row is for passes before a draw."""
    heads = (say.FIRST_CARD, say.ON_TOP, say.FIRST_SEAT, say.FIRST_COLOUR)
    blanks = tuple(PaperBlank(head()) for head in heads)
    columns = (
        PaperColumn(say.PASS_HEAD(), 44),
        *PLACE,
        PaperColumn(say.DRAW_HEAD(), 22),
        PaperColumn(say.COLOUR_HEAD(), 26),
    )
    return Paper(
        reminder=(say.REMINDER_2[0](), say.REMINDER_2[1]()),
        result=(say.HAND(), say.DECK()),
        marks=(*MARKS, ("draw", say.DRAWN()), ("B A", say.PASSES()), ("A g", say.CHOSEN())),
        numbered=NUMBER(),
        columns=columns,
        example=PaperExample(
            ("A", "B", "r5", "1,0", "e", "5", "y8", "B g"),
            ("A: pass", "B: r5@1,0e/5; draw y8", "B: colour g"),
        ),
        rounds=(PaperRound(MATCH(), most_placements(seats) + 1, (blanks, *_hands(seats))),),
        tables=_tables(),
    )


def most_placements(seats: int) -> int:
    """Every card but the two at the start and one that each of the others still has."""
    return len(DECK) - 2 - (seats - 1)


def _hands(seats: int) -> tuple[tuple[PaperBlank, ...], ...]:
    """The hands, at most three on a line, so that five cards fit."""
    blanks = tuple(PaperBlank(HAND_OF(seat=seat_letter(seat))) for seat in range(seats))
    return (blanks,) if seats <= 3 else (blanks[:2], blanks[2:])


def _tables() -> tuple[PaperTable, ...]:
    pictures = tuple("".join(DIAMONDS[cell] for cell in pattern) for pattern in PATTERNS)
    rows = tuple(f"{picture[:3]}\n{picture[3:]}" for picture in pictures)
    return (PaperTable(say.PATTERNS(), (tuple(map(str, range(1, len(PATTERNS) + 1))), rows)),)
