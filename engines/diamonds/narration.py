"""Diamonds: action texts as sentences for people."""

from collections.abc import Iterator

from engines.api import Seat, View
from engines.kit.narration import HIDDEN, dealt, player
from engines.messages import Message, Player, Sentence, say


def narrate(seat: Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    if verb == "hand":
        return dealt(seat, rest)
    if verb == "pass":
        return _gives(seat, rest)
    if verb == "round":
        return _announces(seat, rest)
    if verb[0] in "DHSC":
        return _plays(seat, verb, rest)
    return say("engines.entry", who=Player(seat), text=text)


def changes(before: View, after: View) -> tuple[Message, ...]:
    """The crystals that seats won and lost, as far as the viewer sees them, and the thief."""
    found = []
    for place, sentence in (
        ("showroom", Sentence("diamonds.n-showrooms")),
        ("vault", Sentence("diamonds.n-vaults")),
    ):
        counts = tuple(_counts(place, before, after))
        if counts:
            found.append(sentence(counts=counts))
    if after["thief"] not in (None, before["thief"]):
        found.append(say("diamonds.n-thief", who=Player(after["thief"])))
    return tuple(found)


def _counts(place: str, before: View, after: View) -> Iterator[Message]:
    players = zip(before["players"], after["players"], strict=True)
    for seat, (old, new) in enumerate(players):
        if old[place] is not None and new[place] not in (None, old[place]):
            yield say("diamonds.n-count", who=Player(seat), old=old[place], new=new[place])


def _gives(seat: Seat, cards: str) -> Message:
    if HIDDEN in cards:
        return say("diamonds.n-gives-hidden", who=Player(seat), count=len(cards.split()))
    return say("diamonds.n-gives", who=Player(seat), cards=cards)


def _announces(seat: Seat, rest: str) -> Message:
    """`1 dealer A pass 3`."""
    number, _, _, _, count = rest.split()
    return say("diamonds.n-announces", number=int(number), who=Player(seat), count=int(count))


def _plays(seat: Seat, card: str, rest: str) -> Message:
    if not rest:
        return say("diamonds.n-plays", who=Player(seat), card=card)
    return say("diamonds.n-wins", who=Player(seat), card=card, winner=player(rest[-1]))
