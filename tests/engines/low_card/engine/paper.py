"""Low Card: what its printed sheet shows: a row of cards for every round."""

from engines.api import seat_letter
from engines.kit.paper_messages import HAND_OF, MATCH
from engines.low_card import messages as say
from engines.paper import Paper, PaperBlank, PaperColumn, PaperExample, PaperRound


def paper(cards: int, seats: int) -> Paper:
    """The sheet for this number of cards in a hand and this number of seats."""
    letters = [seat_letter(seat) for seat in range(seats)]
    lines = [f"{letter}: play {20 - seat}" for seat, letter in enumerate(letters)]
    return Paper(
        reminder=(say.REMINDER_1(), say.REMINDER_2()),
        result=(say.PAPER_POINTS(),),
        marks=(("30", say.PAPER_CARD()),),
        numbered=say.PAPER_ROUND(),
        columns=(*(PaperColumn(letter, 20) for letter in letters), PaperColumn(say.LOW(), 20)),
        example=PaperExample(
            (*(str(20 - seat) for seat in range(seats)), letters[-1]),
            (*lines[:-1], f"{lines[-1]}; low {letters[-1]}"),
        ),
        rounds=(PaperRound(MATCH(), cards, ((), _hands(letters))),),
    )


def _hands(letters: list[str]) -> tuple[PaperBlank, ...]:
    return tuple(PaperBlank(HAND_OF(seat=letter)) for letter in letters)
