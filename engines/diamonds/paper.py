"""Diamonds: what its printed sheet shows: a block of tricks for every round."""

from engines.api import seat_letter
from engines.diamonds import paper_messages as say
from engines.diamonds.cards import SUITS
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.setup import ROUNDS, hand_size, trick_size
from engines.kit.paper_messages import ROUND
from engines.paper import Paper, PaperBlank, PaperColumn, PaperExample, PaperRound, PaperTable

EXAMPLE = ("C6", "C8", "C4", "D7", "C1", "H2")
"""A trick that the second player wins; its cards are in every deck."""


def paper(options: DiamondsOptions, seats: int) -> Paper:
    """The sheet for these options and this number of seats."""
    size = trick_size(seats)
    rounds = range(1, (options.rounds or ROUNDS[seats]) + 1)
    tricks = hand_size(seats, perfect=options.perfect) * seats // size
    return Paper(
        reminder=(say.REMINDER[0](), say.REMINDER[1]()),
        result=(say.SCORE(),),
        marks=(
            ("D H S C", say.CARDS()),
            ("D? ?12", say.UNKNOWN()),
            ("= C", say.WON()),
            (say.CARD(number=1), say.ALTERNATE() if seats == 2 else say.ORDER()),
            (say.HAND(), say.ONE_HAND()),
        ),
        numbered=say.TRICK(),
        columns=(
            PaperColumn(say.LEADS(), 12),
            *(PaperColumn(say.CARD(number=number), 22) for number in range(1, size + 1)),
            PaperColumn(say.WINNER(), 18),
        ),
        example=_example(seats, size),
        rounds=tuple(_round(number, tricks) for number in rounds),
        tables=(PaperTable(say.ACTIONS(), (tuple(SUITS), tuple(s() for s in say.ACTION_OF))),),
    )


def _round(number: int, tricks: int) -> PaperRound:
    start = (PaperBlank(say.DEALER(), 2), PaperBlank(say.PASS(), 2))
    hand = (PaperBlank(say.HAND(), 8), PaperBlank(say.PASSED(), 4))
    return PaperRound(
        ROUND(number=number),
        tricks,
        ((*start, *hand),),
        (say.SHOWROOM(), say.VAULT(), say.THIEF()),
    )


def _example(seats: int, size: int) -> PaperExample:
    cells = ("B", *EXAMPLE[:size], seat_letter(2 % seats))
    return PaperExample(cells, (f"B: {' '.join(EXAMPLE[:size])} = {cells[-1]}",))
