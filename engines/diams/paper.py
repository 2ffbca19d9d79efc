"""Diam's: what its printed sheet shows: a grid of turns and the counts of every round."""

from engines.api import seat_letter
from engines.diams import paper_messages as say
from engines.diams.cards import DECK, VALUE
from engines.diams.dealing import HAND, LAID
from engines.diams.options import DiamsOptions
from engines.diams.scoring import chips
from engines.kit.paper_messages import HAND_OF, NUMBER, ROUND, SEAT
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

COLUMNS = (
    PaperColumn(SEAT(), 10),
    PaperColumn(say.DRAW(), 16),
    PaperColumn(say.REVEAL(), 30),
    PaperColumn(say.PLAY(), 76),
    PaperColumn(say.REST(), 44),
)
EXAMPLE = PaperExample(
    ("A", "", "2 9", "crack B 6* -> 6*", "discard 4"),
    ("A: reveal 2 9; crack B 6* -> 6*; discard 4",),
)
MARKS: tuple[tuple[PaperText, Message], ...] = (
    ("7 7*", say.CARDS()),
    ("CV CR MG", say.SPECIALS()),
    ("7 4 +CV", say.SPECIAL()),
    ("END 4* 8", say.END()),
    ("market 7", say.SAME()),
    ("market 9 = 1+3+5", say.SUM()),
    ("market 8 = -", say.NOTHING()),
    ("vault 1x3 5x2", say.VAULT()),
    ("convoy 5x1", say.CONVOY()),
    ("crack B 9 -> 9*", say.CRACK()),
    ("force A 1 using CV -> 1x2", say.FORCE()),
    ("discard 2", say.DISCARD()),
    ("refill 4 4 9", say.REFILL()),
)
CHECKS = (say.COLLECTIONS(), say.PURITY(), say.HAND_SUM(), say.POINTS(), say.CHIPS_OF_ROUND())


def paper(options: DiamsOptions, seats: int) -> Paper:
    """The sheet for these options and this number of seats."""
    rounds = (1,) if options.length == "quick" else (1, 2, 3)
    checks = CHECKS[:-1] if options.length == "quick" else CHECKS
    tables = (_values(),) if options.length == "quick" else (_values(), _chips(seats))
    return Paper(
        reminder=(say.REMINDER[0](), say.REMINDER[1]()),
        result=((say.POINTS_WON if options.length == "quick" else say.CHIPS_EACH)(),),
        marks=MARKS,
        numbered=NUMBER(),
        columns=COLUMNS,
        example=EXAMPLE,
        rounds=tuple(
            PaperRound(ROUND(number=number), longest_round(seats), _start(seats), checks)
            for number in rounds
        ),
        tables=tables,
    )


def longest_round(seats: int) -> int:
    """Most turns of a round: each draws one card, the closing card is last, then one turn each."""
    return len(DECK) - LAID - HAND * seats + seats


def _start(seats: int) -> tuple[tuple[PaperBlank, ...], ...]:
    hands = (PaperBlank(HAND_OF(seat=seat_letter(seat))) for seat in range(seats))
    return ((PaperBlank(say.FIRST(), 1), PaperBlank(say.MARKET(), 3)), tuple(hands))


def _values() -> PaperTable:
    return PaperTable(
        say.VALUES(), ((say.QUALITY(), *map(str, range(1, 11))), *map(_value, (3, 4, 5)))
    )


def _value(count: int) -> tuple[PaperText, ...]:
    points = (str(VALUE[quality][count]) for quality in range(1, 11))
    return (say.OF_THEM(count=count), *points)


def _chips(seats: int) -> PaperTable:
    places: tuple[PaperText, ...] = (say.PLACE(), *(str(place + 1) for place in range(seats)))
    earned: tuple[PaperText, ...] = (say.CHIPS_EACH(), *map(str, chips(range(seats, 0, -1))))
    return PaperTable(say.CHIPS(), (places, earned))
