"""Diam's: what every field of a view means."""

from typing import Final

from engines.view_fields import COMMON, ITS_SEAT, ViewField

VIEW_FIELDS: Final = (
    *COMMON,
    ViewField("options.length", "string", "`standard` (up to three rounds) or `quick` (one)"),
    ViewField("options.closing", "string", "where the closing card may be: `standard` or `fixed`"),
    ViewField("round", "number", "number of the round, from 1; 0 before the first deal"),
    ViewField("first", "number or null", "the seat that has the first turn of the round"),
    ViewField("turn", "number or null", "the seat whose turn it is, also while another gives"),
    ViewField(
        "market",
        "list of string",
        "the diamonds in the market, such as `7` or, of special purity, `7*`",
        "by quality from 1 to 10, plain ones first; the order in which they came is not known",
    ),
    ViewField("deck", "number", "number of cards in the deck"),
    ViewField(
        "discards",
        "list of string",
        "the discard pile, in which only special cards lie",
        "sorted: `CV`, `CR`, `MG`; the last one is not the top of the pile",
    ),
    ViewField("closing", "object or null", "the end of the round; null before the closing card"),
    ViewField("closing.by", "number", "the seat that drew the closing card"),
    ViewField("closing.turns_left", "number", "turns after the current one"),
    ViewField("asked", "object or null", "what the phase `give` is about; null in other phases"),
    ViewField("asked.by", "number", "the seat that plays the safecracker"),
    ViewField("asked.kind", "string", "the diamond that it named; it may be given with its star"),
    ViewField("players", "list of object", "the seats", "seat 0 first"),
    ViewField(
        "players[].hand",
        "list of string or null",
        "the cards of the hand",
        "by quality, plain ones first, then `CV`, `CR`, `MG`",
        ITS_SEAT,
    ),
    ViewField("players[].hand_count", "number", "number of cards in the hand"),
    ViewField(
        "players[].vault",
        "list of string or null",
        "the diamonds of the vault",
        "by quality, plain ones first",
        ITS_SEAT,
    ),
    ViewField("players[].vault_count", "number", "number of diamonds in the vault"),
    ViewField(
        "players[].chips", "list of number", "chips of each finished round", "first round first"
    ),
    ViewField(
        "players[].points", "list of number", "points of each finished round", "first round first"
    ),
)
