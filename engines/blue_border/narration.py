"""Blue Border: action texts as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Final

from engines.api import Seat
from engines.blue_border import narration_messages as say
from engines.kit.narration import player
from engines.messages import ENTRY, Message, Player


def narrate(seat: Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    narrator = NARRATORS.get(verb)
    return narrator(seat, rest) if narrator else ENTRY(who=Player(seat), text=text)


def _takes(seat: Seat, rest: str) -> Message:
    sentence = say.TAKES_LAST if "refill" in rest else say.TAKES
    return sentence(who=Player(seat), pile=int(rest[0]))


def _call(seat: Seat, rest: str) -> Message:
    """`C = 18,28 hit`, `C = 10,11 miss; lose 14`, `C = 5 miss; skip`."""
    judged, _, penalty = rest.partition("; ")
    owner, _, shown = judged.partition(" ")
    *opened, verdict = shown.removeprefix("= ").split()
    who, whom, cards = Player(seat), player(owner), " ".join(opened)
    if verdict == "hit":
        return say.HIT(who=who, owner=whom, cards=cards)
    if penalty == "skip":
        return say.MISS_SKIP(who=who, owner=whom, cards=cards)
    lost = penalty.removeprefix("lose").strip() or say.A_CARD()
    return say.MISS(who=who, owner=whom, cards=cards, lost=lost)


def _reward(seat: Seat, rest: str) -> Message:
    kind, _, what = rest.partition(" ")
    who = Player(seat)
    if kind == "take":
        return say.REWARD_TAKE(who=who, pile=int(what[0]))
    if kind == "discard":
        return say.REWARD_DISCARD(who=who, card=what)
    return (say.REWARD_DECK if kind == "deck" else say.REWARD_NONE)(who=who)


NARRATORS: Final[Mapping[str, Callable[[Seat, str], Message]]] = {
    "start": lambda seat, rest: say.STARTS(who=player(rest[0])),
    "reshuffle": lambda seat, rest: say.RESHUFFLED(),
    "skip": lambda seat, rest: say.SKIPS(who=player(rest[0])),
    "draw": lambda seat, rest: say.DRAWN(reason=rest.removeprefix("reason ").strip('"')),
    "take": _takes,
    "deck": lambda seat, rest: say.DECK(who=Player(seat)),
    "pass": lambda seat, rest: say.COVERS(who=Player(seat), pile=int(rest.split()[1])),
    "call": _call,
    "reward": _reward,
}
