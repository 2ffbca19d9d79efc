"""Blue Border: what every field of a view means."""

from typing import Final

from engines.view_fields import COMMON, REPLAYS, ViewField

VIEW_FIELDS: Final = (
    *COMMON,
    ViewField("options.bl", "number", "the borderline of this round"),
    ViewField("options.bt", "number", "the bottoms of this round"),
    ViewField("options.cards", "number", "number of cards in play, those from 1 up"),
    ViewField("options.rounds", "number", "number of rounds"),
    ViewField(
        "options.sight",
        "number",
        "how many numbers share a shade: shade s has the numbers from (s - 1) * sight + 1 "
        "to s * sight",
    ),
    ViewField("options.limit", "number", "number of moves after which a round ends"),
    ViewField("round", "number", "number of the round, from 1; 0 before the first deal"),
    ViewField("start", "number or null", "the seat that had the first turn of the round"),
    ViewField("turn", "number or null", "the seat whose turn it is"),
    ViewField("deck", "number", "number of cards in the deck, the visible top card included"),
    ViewField(
        "top",
        "number or null",
        "shade of the top card of the deck; null if nobody owes a turn, call or reward",
    ),
    ViewField("top_number", "number or null", "its number", seen_by=REPLAYS),
    ViewField(
        "field",
        "list of list of number",
        "the four piles: the shades of their cards",
        "piles 1 to 4; in a pile the lowest card first, the top card last",
    ),
    ViewField(
        "field_numbers",
        "list of list of number or null",
        "the numbers of the same cards",
        "as in `field`",
        REPLAYS,
    ),
    ViewField(
        "discards",
        "list of number",
        "the numbers of all cards in the discard pile",
        "from low to high, because any of them may be taken as a reward",
    ),
    ViewField("moves", "number", "takes, passes and rewards in this round, for the limit"),
    ViewField(
        "window", "object or null", "the call window; null outside of the phases `call` and `lots`"
    ),
    ViewField("window.diver", "number", "the seat whose last card may be called"),
    ViewField("window.reward", "boolean", "whether this card was a reward"),
    ViewField("players", "list of object", "the seats", "seat 0 first"),
    ViewField("players[].line", "list of object", "the cards of the line", "point A first"),
    ViewField("players[].line[].band", "number", "the shade of the card, 1 is the lightest"),
    ViewField(
        "players[].line[].number",
        "number or null",
        "the number of the card; null until it is opened",
        seen_by="all once the card is opened",
    ),
    ViewField("players[].skip", "boolean", "whether this seat must skip its next turn"),
    ViewField("players[].wins", "number", "rounds won"),
)
