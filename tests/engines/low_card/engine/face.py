"""Low Card: what people see: the drawing of a view, its printed sheet, what its fields mean."""

from typing import Final

from engines.api import (
    COMMON,
    ITS_SEAT,
    Paper,
    PaperBlank,
    PaperColumn,
    PaperExample,
    PaperRound,
    Scene,
    Token,
    View,
    ViewField,
    Zone,
    seat_letter,
)
from engines.messages import say


def scene(view: View) -> Scene:
    """The cards of the round, and the hand and points of each seat."""
    cards = (Token(f"{seat_letter(one['seat'])}:{one['card']}") for one in view["table"])
    zones = [Zone(say("low-card.table"), tuple(cards))]
    for seat, player in enumerate(view["players"]):
        back = (Token("?", hidden=True),) * player["hand_count"]
        hand = back if player["hand"] is None else tuple(map(Token, player["hand"]))
        zones.append(
            Zone(say("low-card.hand"), hand, seat, say("low-card.points", count=player["points"]))
        )
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(say("low-card.title", round=view["round"]), tuple(zones), active)


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


VIEW_FIELDS: Final = (
    *COMMON,
    ViewField("options.cards", "number", "number of cards dealt to each player"),
    ViewField("round", "number", "number of the round, from 1"),
    ViewField("table", "list of object", "the cards of the round", "as they were played"),
    ViewField("table[].seat", "number", "the seat that played the card"),
    ViewField("table[].card", "string", "the card"),
    ViewField("players", "list of object", "the seats", "seat 0 first"),
    ViewField(
        "players[].hand",
        "list of string or null",
        "the cards of the hand",
        "from low to high",
        ITS_SEAT,
    ),
    ViewField("players[].hand_count", "number", "number of cards in the hand"),
    ViewField("players[].played", "list of string", "its cards played", "as they were played"),
    ViewField("players[].points", "number", "cards dealt to it, less the rounds it lost"),
)
