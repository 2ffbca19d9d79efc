"""Diam's: what its printed sheet shows: a grid of turns and the counts of every round."""

from engines.api import seat_letter
from engines.diams import paper_messages as wording
from engines.diams.cards import DECK, VALUE
from engines.diams.dealing import HAND, LAID
from engines.diams.options import DiamsOptions
from engines.diams.scoring import chips
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

COLUMNS = (
    PaperColumn(say("kit.paper-seat"), 10),
    PaperColumn(say("diams.paper-draw"), 16),
    PaperColumn(say("diams.paper-reveal"), 30),
    PaperColumn(say("diams.paper-play"), 76),
    PaperColumn(say("diams.paper-rest"), 44),
)
EXAMPLE = PaperExample(
    ("A", "", "2 9", "crack B 6* -> 6*", "discard 4"),
    ("A: reveal 2 9; crack B 6* -> 6*; discard 4",),
)
MARKS: tuple[tuple[PaperText, Message], ...] = (
    ("7 7*", say("diams.paper-cards")),
    ("CV CR MG", say("diams.paper-specials")),
    ("7 4 +CV", say("diams.paper-special")),
    ("END 4* 8", say("diams.paper-end")),
    ("market 7", say("diams.paper-same")),
    ("market 9 = 1+3+5", say("diams.paper-sum")),
    ("market 8 = -", say("diams.paper-nothing")),
    ("vault 1x3 5x2", say("diams.paper-vault")),
    ("convoy 5x1", say("diams.paper-convoy")),
    ("crack B 9 -> 9*", say("diams.paper-crack")),
    ("force A 1 using CV -> 1x2", say("diams.paper-force")),
    ("discard 2", say("diams.paper-discard")),
    ("refill 4 4 9", say("diams.paper-refill")),
)
CHECKS = (
    say("diams.paper-collections"),
    say("diams.paper-purity"),
    say("diams.paper-hand-sum"),
    say("diams.paper-points"),
    say("diams.paper-chips-of-round"),
)


def paper(options: DiamsOptions, seats: int) -> Paper:
    """The sheet for these options and this number of seats."""
    rounds = (1,) if options.length == "quick" else (1, 2, 3)
    checks = CHECKS[:-1] if options.length == "quick" else CHECKS
    tables = (_values(),) if options.length == "quick" else (_values(), _chips(seats))
    return Paper(
        reminder=(wording.REMINDER[0](), wording.REMINDER[1]()),
        result=(
            (
                Sentence("diams.paper-points-won")
                if options.length == "quick"
                else Sentence("diams.paper-chips-each")
            )(),
        ),
        marks=MARKS,
        numbered=say("kit.paper-number"),
        columns=COLUMNS,
        example=EXAMPLE,
        rounds=tuple(
            PaperRound(
                say("kit.paper-round", number=number), longest_round(seats), _start(seats), checks
            )
            for number in rounds
        ),
        tables=tables,
    )


def longest_round(seats: int) -> int:
    """Most turns of a round: each draws one card, the closing card is last, then one turn each."""
    return len(DECK) - LAID - HAND * seats + seats


def _start(seats: int) -> tuple[tuple[PaperBlank, ...], ...]:
    hands = (PaperBlank(say("kit.paper-hand-of", seat=seat_letter(seat))) for seat in range(seats))
    return (
        (PaperBlank(say("diams.paper-first"), 1), PaperBlank(say("diams.paper-market"), 3)),
        tuple(hands),
    )


def _values() -> PaperTable:
    return PaperTable(
        say("diams.paper-values"),
        ((say("diams.paper-quality"), *map(str, range(1, 11))), *map(_value, (3, 4, 5))),
    )


def _value(count: int) -> tuple[PaperText, ...]:
    points = (str(VALUE[quality][count]) for quality in range(1, 11))
    return (say("diams.paper-of-them", count=count), *points)


def _chips(seats: int) -> PaperTable:
    places: tuple[PaperText, ...] = (
        say("diams.paper-place"),
        *(str(place + 1) for place in range(seats)),
    )
    earned: tuple[PaperText, ...] = (
        say("diams.paper-chips-each"),
        *map(str, chips(range(seats, 0, -1))),
    )
    return PaperTable(say("diams.paper-chips"), (places, earned))
