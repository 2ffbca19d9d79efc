"""Diamond Boxes: what the printed sheets of both rule sets show: a grid of placements."""

from typing import Final

from engines.api import seat_letter
from engines.diamond_boxes import paper_messages as wording
from engines.diamond_boxes.cards import COLOURS, DECK, PATTERNS
from engines.diamond_boxes.messages import COLOUR_WORDS
from engines.messages import Message, Sentence, say
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
    PaperColumn(say("kit.paper-seat"), 12),
    PaperColumn(say("diamond-boxes.paper-card-head"), 18),
    PaperColumn(say("diamond-boxes.paper-place-head"), 22),
    PaperColumn(say("diamond-boxes.paper-turn-head"), 26, "n e s w"),
    PaperColumn(say("diamond-boxes.paper-covered-head"), 14),
)
_COLOURS: Final = tuple(
    say(
        "diamond-boxes.paper-colour",
        letter=letter,
        name=word(),
        first=10 * index + 1,
        last=10 * index + 10,
    )
    for index, (letter, word) in enumerate(zip(COLOURS, COLOUR_WORDS, strict=True))
)
MARKS: Final[tuple[tuple[PaperText, Message], ...]] = (
    ("g7", say("diamond-boxes.paper-card")),
    ("r y g b p", say("diamond-boxes.paper-colours", names=_COLOURS)),
    ("@x,y", say("diamond-boxes.paper-place")),
    ("@0,0", say("diamond-boxes.paper-origin")),
    ("n e s w", say("diamond-boxes.paper-turn")),
    ("/4", say("diamond-boxes.paper-covered")),
)


def open_paper(seats: int) -> Paper:
    """The sheet of rule 1 for this number of seats."""
    blanks = (
        PaperBlank(say("diamond-boxes.paper-first-card")),
        PaperBlank(say("diamond-boxes.paper-on-top")),
    )
    return Paper(
        reminder=(wording.REMINDER_1[0](), wording.REMINDER_1[1]()),
        result=(say("diamond-boxes.paper-hand"), say("diamond-boxes.paper-lowest")),
        marks=(*MARKS, ("penalty", say("diamond-boxes.paper-penalty"))),
        numbered=say("kit.paper-number"),
        columns=(*PLACE, PaperColumn(say("diamond-boxes.paper-penalty-head"), 84)),
        example=PaperExample(
            ("A", "b2", "-1,0", "n", "4", "p4 y8"), ("A: b2@-1,0n/4; penalty p4 y8",)
        ),
        rounds=(
            PaperRound(say("kit.paper-match"), most_placements(seats), (blanks, *_hands(seats))),
        ),
        tables=_tables(),
    )


def colour_paper(seats: int) -> Paper:
    """The sheet of rule 2 for this number of seats; the last row is for passes before a draw."""
    heads = (
        Sentence("diamond-boxes.paper-first-card"),
        Sentence("diamond-boxes.paper-on-top"),
        Sentence("diamond-boxes.paper-first-seat"),
        Sentence("diamond-boxes.paper-first-colour"),
    )
    blanks = tuple(PaperBlank(head()) for head in heads)
    columns = (
        PaperColumn(say("diamond-boxes.paper-pass-head"), 44),
        *PLACE,
        PaperColumn(say("diamond-boxes.paper-draw-head"), 22),
        PaperColumn(say("diamond-boxes.paper-colour-head"), 26),
    )
    return Paper(
        reminder=(wording.REMINDER_2[0](), wording.REMINDER_2[1]()),
        result=(say("diamond-boxes.paper-hand"), say("diamond-boxes.paper-deck")),
        marks=(
            *MARKS,
            ("draw", say("diamond-boxes.paper-drawn")),
            ("B A", say("diamond-boxes.paper-passes")),
            ("A g", say("diamond-boxes.paper-chosen")),
        ),
        numbered=say("kit.paper-number"),
        columns=columns,
        example=PaperExample(
            ("A", "B", "r5", "1,0", "e", "5", "y8", "B g"),
            ("A: pass", "B: r5@1,0e/5; draw y8", "B: colour g"),
        ),
        rounds=(
            PaperRound(
                say("kit.paper-match"), most_placements(seats) + 1, (blanks, *_hands(seats))
            ),
        ),
        tables=_tables(),
    )


def most_placements(seats: int) -> int:
    """Every card but the two at the start and one that each of the others still has."""
    return len(DECK) - 2 - (seats - 1)


def _hands(seats: int) -> tuple[tuple[PaperBlank, ...], ...]:
    """The hands, at most three on a line, so that five cards fit."""
    blanks = tuple(
        PaperBlank(say("kit.paper-hand-of", seat=seat_letter(seat))) for seat in range(seats)
    )
    return (blanks,) if seats <= 3 else (blanks[:2], blanks[2:])


def _tables() -> tuple[PaperTable, ...]:
    pictures = tuple("".join(DIAMONDS[cell] for cell in pattern) for pattern in PATTERNS)
    rows = tuple(f"{picture[:3]}\n{picture[3:]}" for picture in pictures)
    return (
        PaperTable(
            say("diamond-boxes.paper-patterns"),
            (tuple(map(str, range(1, len(PATTERNS) + 1))), rows),
        ),
    )
