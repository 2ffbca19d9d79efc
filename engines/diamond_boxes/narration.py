"""Diamond Boxes: action texts as sentences for people."""

from engines.api import CHANCE, Seat
from engines.diamond_boxes.cards import COLOURS
from engines.diamond_boxes.messages import COLOUR_WORDS
from engines.kit.narration import HIDDEN, dealt, passes, player
from engines.messages import Message, Player, Sentence, say


def narrate(seat: Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    if "@" in verb:
        return _places(seat, text)
    if verb == "start":
        return _starts(rest)
    if verb == "hand":
        return dealt(seat, rest)
    if verb == "pass":
        return passes(seat)
    if verb == "colour":
        return say(
            "diamond-boxes.n-chooses", who=Player(seat), colour=COLOUR_WORDS[COLOURS.index(rest)]()
        )
    if verb == "draw" and seat == CHANCE:
        return say("diamond-boxes.n-drawn", reason=rest.removeprefix("reason ").strip('"'))
    return say("engines.entry", who=Player(seat), text=text)


def _starts(rest: str) -> Message:
    cards, _, first = rest.partition(" first ")
    return (
        say("diamond-boxes.n-starts-with", cards=cards, who=player(first))
        if first
        else say("diamond-boxes.n-starts", cards=cards)
    )


def _places(seat: Seat, text: str) -> Message:
    """`y8@0,-1e/4; penalty p4 y8`."""
    placement, _, more = text.partition("; ")
    written, _, covered = placement.partition("/")
    card, _, place = written.partition("@")
    told = say(
        "diamond-boxes.n-places", who=Player(seat), card=card, place=place, count=int(covered)
    )
    kind, _, cards = more.partition(" ")
    if not cards:
        return told
    if HIDDEN in cards:
        return say("diamond-boxes.n-draws-hidden", what=told, count=len(cards.split()))
    return (
        Sentence("diamond-boxes.n-penalty")
        if kind == "penalty"
        else Sentence("diamond-boxes.n-draws")
    )(what=told, cards=cards)
