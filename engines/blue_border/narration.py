"""Blue Border: action texts as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Final

from engines.api import Seat
from engines.kit.narration import player
from engines.messages import Message, Player, Sentence, say


def narrate(seat: Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    narrator = NARRATORS.get(verb)
    return narrator(seat, rest) if narrator else say("engines.entry", who=Player(seat), text=text)


def _takes(seat: Seat, rest: str) -> Message:
    sentence = (
        Sentence("blue-border.n-takes-last")
        if "refill" in rest
        else Sentence("blue-border.n-takes")
    )
    return sentence(who=Player(seat), pile=int(rest[0]))


def _call(seat: Seat, rest: str) -> Message:
    """`C = 18,28 hit`, `C = 10,11 miss; lose 14`, `C = 5 miss; skip`."""
    judged, _, penalty = rest.partition("; ")
    owner, _, shown = judged.partition(" ")
    *opened, verdict = shown.removeprefix("= ").split()
    who, whom, cards = Player(seat), player(owner), " ".join(opened)
    if verdict == "hit":
        return say("blue-border.n-hit", who=who, owner=whom, cards=cards)
    if penalty == "skip":
        return say("blue-border.n-miss-skip", who=who, owner=whom, cards=cards)
    lost = penalty.removeprefix("lose").strip() or say("blue-border.n-a-card")
    return say("blue-border.n-miss", who=who, owner=whom, cards=cards, lost=lost)


def _reward(seat: Seat, rest: str) -> Message:
    kind, _, what = rest.partition(" ")
    who = Player(seat)
    if kind == "take":
        return say("blue-border.n-reward-take", who=who, pile=int(what[0]))
    if kind == "discard":
        return say("blue-border.n-reward-discard", who=who, card=what)
    return (
        Sentence("blue-border.n-reward-deck")
        if kind == "deck"
        else Sentence("blue-border.n-reward-none")
    )(who=who)


NARRATORS: Final[Mapping[str, Callable[[Seat, str], Message]]] = {
    "start": lambda seat, rest: say("blue-border.n-starts", who=player(rest[0])),
    "reshuffle": lambda seat, rest: say("blue-border.n-reshuffled"),
    "skip": lambda seat, rest: say("blue-border.n-skips", who=player(rest[0])),
    "draw": lambda seat, rest: say(
        "blue-border.n-drawn", reason=rest.removeprefix("reason ").strip('"')
    ),
    "take": _takes,
    "deck": lambda seat, rest: say("blue-border.n-deck", who=Player(seat)),
    "pass": lambda seat, rest: say(
        "blue-border.n-covers", who=Player(seat), pile=int(rest.split()[1])
    ),
    "call": _call,
    "reward": _reward,
}
