"""Diamonds: what its printed sheet shows: a block of tricks for every round."""

from engines.api import seat_letter
from engines.diamonds import paper_messages as wording
from engines.diamonds.cards import SUITS
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.setup import ROUNDS, hand_size, trick_size
from engines.messages import say
from engines.paper import Paper, PaperBlank, PaperColumn, PaperExample, PaperRound, PaperTable

EXAMPLE = ("C6", "C8", "C4", "D7", "C1", "H2")
"""A trick that the second player wins; its cards are in every deck."""


def paper(options: DiamondsOptions, seats: int) -> Paper:
    """The sheet for these options and this number of seats."""
    size = trick_size(seats)
    rounds = range(1, (options.rounds or ROUNDS[seats]) + 1)
    tricks = hand_size(seats, perfect=options.perfect) * seats // size
    return Paper(
        reminder=(wording.REMINDER[0](), wording.REMINDER[1]()),
        result=(say("diamonds.paper-score"),),
        marks=(
            ("D H S C", say("diamonds.paper-cards")),
            ("D? ?12", say("diamonds.paper-unknown")),
            ("= C", say("diamonds.paper-won")),
            (
                say("diamonds.paper-card", number=1),
                say("diamonds.paper-alternate") if seats == 2 else say("diamonds.paper-order"),
            ),
            (say("diamonds.paper-hand"), say("diamonds.paper-one-hand")),
        ),
        numbered=say("diamonds.paper-trick"),
        columns=(
            PaperColumn(say("diamonds.paper-leads"), 12),
            *(
                PaperColumn(say("diamonds.paper-card", number=number), 22)
                for number in range(1, size + 1)
            ),
            PaperColumn(say("diamonds.paper-winner"), 18),
        ),
        example=_example(seats, size),
        rounds=tuple(_round(number, tricks) for number in rounds),
        tables=(
            PaperTable(
                say("diamonds.paper-actions"), (tuple(SUITS), tuple(s() for s in wording.ACTION_OF))
            ),
        ),
    )


def _round(number: int, tricks: int) -> PaperRound:
    start = (PaperBlank(say("diamonds.paper-dealer"), 2), PaperBlank(say("diamonds.paper-pass"), 2))
    hand = (PaperBlank(say("diamonds.paper-hand"), 8), PaperBlank(say("diamonds.paper-passed"), 4))
    return PaperRound(
        say("kit.paper-round", number=number),
        tricks,
        ((*start, *hand),),
        (say("diamonds.paper-showroom"), say("diamonds.paper-vault"), say("diamonds.paper-thief")),
    )


def _example(seats: int, size: int) -> PaperExample:
    cells = ("B", *EXAMPLE[:size], seat_letter(2 % seats))
    return PaperExample(cells, (f"B: {' '.join(EXAMPLE[:size])} = {cells[-1]}",))
