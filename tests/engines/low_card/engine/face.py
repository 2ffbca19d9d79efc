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
from engines.messages import Sentence, say


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
    ViewField("options.cards", "number", Sentence("low-card.view-options-cards")),
    ViewField("round", "number", Sentence("low-card.view-round")),
    ViewField(
        "table",
        "list of object",
        Sentence("low-card.view-table"),
        Sentence("kit.view-last_trick-cards-order"),
    ),
    ViewField("table[].seat", "number", Sentence("kit.view-trick-seat")),
    ViewField("table[].card", "string", Sentence("kit.view-last_trick-cards-card")),
    ViewField(
        "players",
        "list of object",
        Sentence("kit.view-players"),
        Sentence("kit.view-players-order"),
    ),
    ViewField(
        "players[].hand",
        "list of string or null",
        Sentence("kit.view-players-hand"),
        Sentence("low-card.view-players-hand-order"),
        ITS_SEAT,
    ),
    ViewField("players[].hand_count", "number", Sentence("kit.view-players-hand_count")),
    ViewField(
        "players[].played",
        "list of string",
        Sentence("low-card.view-players-played"),
        Sentence("kit.view-last_trick-cards-order"),
    ),
    ViewField("players[].points", "number", Sentence("low-card.view-players-points")),
)
