"""Diamonds: what every field of a view means."""

from typing import Final

from engines.view_fields import COMMON, ITS_SEAT, ViewField

VIEW_FIELDS: Final = (
    *COMMON,
    ViewField("options.perfect", "boolean", "whether all cards are dealt"),
    ViewField("options.teams", "boolean", "whether partners sit opposite and share their result"),
    ViewField("options.show", "boolean", "whether everybody sees what is in the vaults"),
    ViewField("options.rounds", "number", "number of rounds"),
    ViewField("round", "number", "number of the round, from 1; 0 before the first deal"),
    ViewField("dealer", "number or null", "the seat that deals in this round"),
    ViewField("pass", "number or null", "how many cards each player passes; null if not announced"),
    ViewField("leader", "number or null", "the seat that leads the trick; null outside of `play`"),
    ViewField("thief", "number or null", "the seat that has the thief"),
    ViewField(
        "trick",
        "list of object",
        "the cards of the current trick; empty outside of `play`",
        "as they were played; the first was led",
    ),
    ViewField("trick[].seat", "number", "the seat that played the card"),
    ViewField("trick[].card", "string", "the card, such as `D7`"),
    ViewField("last_trick", "object or null", "the trick before; null before the first"),
    ViewField("last_trick.winner", "number", "the seat that won it"),
    ViewField("last_trick.cards", "list of object", "its cards", "as they were played"),
    ViewField("last_trick.cards[].seat", "number", "the seat that played the card"),
    ViewField("last_trick.cards[].card", "string", "the card"),
    ViewField("players", "list of object", "the seats", "seat 0 first"),
    ViewField(
        "players[].hand",
        "list of string or null",
        "the cards of the hand",
        "by suit D, H, S, C, within a suit from low to high",
        ITS_SEAT,
    ),
    ViewField("players[].hand_count", "number", "number of cards in the hand"),
    ViewField(
        "players[].showroom", "number", "crystals in the showroom; partners have one in common"
    ),
    ViewField(
        "players[].vault",
        "number or null",
        "crystals in the vault; partners have one in common",
        seen_by="its owners; all with the option `show` and after the match",
    ),
    ViewField("players[].taken", "object", "number of cards taken in this round, by suit"),
    ViewField("players[].taken.D", "number", "diamonds in the tricks that this seat won"),
    ViewField("players[].taken.H", "number", "hearts in these tricks"),
    ViewField("players[].taken.S", "number", "spades in these tricks"),
    ViewField("players[].taken.C", "number", "clubs in these tricks"),
    ViewField("players[].tricks", "number", "tricks won in this round"),
    ViewField(
        "players[].passed",
        "list of string or null",
        "the cards that this seat has chosen to pass; null before",
        "by suit D, H, S, C, within a suit from low to high",
        "the player at this seat; after the exchange also the receiver",
    ),
    ViewField("players[].chosen", "boolean", "whether this seat has chosen the cards to pass"),
)
