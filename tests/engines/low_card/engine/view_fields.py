"""Low Card: what every field of a view means."""

from typing import Final

from engines.view_fields import COMMON, ITS_SEAT, ViewField

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
