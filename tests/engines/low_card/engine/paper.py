"""Low Card: what its printed sheet shows: a row of cards for every round."""

from engines.api import seat_letter
from engines.messages import say
from engines.paper import Paper, PaperBlank, PaperColumn, PaperExample, PaperRound


def paper(cards: int, seats: int) -> Paper:
    """The sheet for this number of cards in a hand and this number of seats."""
    letters = [seat_letter(seat) for seat in range(seats)]
    lines = [f"{letter}: play {20 - seat}" for seat, letter in enumerate(letters)]
    return Paper(
        reminder=(say("low-card.reminder-1"), say("low-card.reminder-2")),
        result=(say("low-card.paper-points"),),
        marks=(("30", say("low-card.paper-card")),),
        numbered=say("low-card.paper-round"),
        columns=(
            *(PaperColumn(letter, 20) for letter in letters),
            PaperColumn(say("low-card.low"), 20),
        ),
        example=PaperExample(
            (*(str(20 - seat) for seat in range(seats)), letters[-1]),
            (*lines[:-1], f"{lines[-1]}; low {letters[-1]}"),
        ),
        rounds=(PaperRound(say("kit.paper-match"), cards, ((), _hands(letters))),),
    )


def _hands(letters: list[str]) -> tuple[PaperBlank, ...]:
    return tuple(PaperBlank(say("kit.paper-hand-of", seat=letter)) for letter in letters)
