"""Diamond Boxes: what every field of a view means, in both rule sets."""

from typing import Final

from engines.view_fields import COMMON, ITS_SEAT, ViewField

SHARED: Final = (
    *COMMON,
    ViewField(
        "board",
        "list of [number, number, string, string]",
        "the visible cells: column, row (growing downwards), colour of the card, diamond `B` or "
        "`W`; the colours are `r`, `y`, `g`, `b`, `p`",
        "by row, then by column",
    ),
    ViewField(
        "placed",
        "list of [string, number, number, string]",
        "the cards on the table: card, column and row of its top-left cell, turn `n`, `e`, `s` or "
        "`w`",
        "as they were placed, the two of the centre first; a later card covers earlier ones",
    ),
    ViewField("first", "number or null", "the seat that begins"),
    ViewField("turn", "number or null", "the seat whose turn it is"),
    ViewField("players", "list of object", "the seats", "seat 0 first"),
    ViewField("players[].hand_count", "number", "number of cards in the hand"),
)

OPEN_VIEW: Final = (
    *SHARED,
    ViewField("deck", "number", "number of cards in the common deck"),
    ViewField("players[].hand", "list of string", "the cards of the hand", "by number of the card"),
    ViewField("players[].deck", "null", "not used: there is one deck for all"),
    ViewField("colour", "null", "not used in rule 1"),
    ViewField("passes", "null", "not used in rule 1"),
    ViewField("rounds_passed", "null", "not used in rule 1"),
    ViewField("bonus", "null", "not used in rule 1"),
)
"""The fields of rule 1."""

COLOUR_VIEW: Final = (
    *SHARED,
    ViewField("deck", "null", "not used: every seat has its own deck"),
    ViewField(
        "players[].hand",
        "list of string or null",
        "the cards of the hand",
        "by number of the card",
        ITS_SEAT,
    ),
    ViewField("players[].deck", "number", "number of cards in the own deck of this seat"),
    ViewField("colour", "string or null", "the specified colour; null until it is chosen"),
    ViewField("passes", "number", "passes since the last card or change of colour"),
    ViewField("rounds_passed", "number", "rounds of passes since the last card"),
    ViewField("bonus", "boolean", "whether the current turn is a bonus turn"),
)
"""The fields of rule 2."""
