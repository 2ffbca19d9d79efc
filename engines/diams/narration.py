"""Diam's: action texts as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Final

from engines.api import CHANCE, Seat, View
from engines.kit.narration import HIDDEN, dealt, passes, player
from engines.messages import Message, Player, Sentence, say


def narrate(seat: Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    action, _, refill = text.partition("; refill ")
    told = _action(seat, action)
    if not refill:
        return told
    cards, ended = _after_end(refill)
    told = say("diams.n-refilled", what=told, cards=_or_nothing(cards))
    return say("diams.n-closing", what=told) if ended else told


def changes(before: View, after: View) -> tuple[Message, ...]:
    """Points and chips of the rounds that have been counted."""
    counted = range(len(before["players"][0]["chips"]), len(after["players"][0]["chips"]))
    return tuple(say("diams.n-counted", number=at + 1, counts=_counts(after, at)) for at in counted)


def _counts(view: View, at: int) -> tuple[Message, ...]:
    return tuple(
        say(
            "diams.n-count",
            who=Player(seat),
            points=player["points"][at],
            chips=player["chips"][at],
        )
        for seat, player in enumerate(view["players"])
    )


def _action(seat: Seat, text: str) -> Message:
    verb, _, rest = text.partition(" ")
    narrator = (DEALER if seat == CHANCE else PLAYERS).get(verb)
    return narrator(seat, rest) if narrator else say("engines.entry", who=Player(seat), text=text)


def _after_end(text: str) -> tuple[str, bool]:
    """The cards that came up, and whether the closing card was among them."""
    return text.removeprefix("END "), text.startswith("END ")


def _or_nothing(cards: str) -> Message | str:
    return say("diams.n-nothing") if cards == "-" else cards


def _round(seat: Seat, rest: str) -> Message:
    number, _, first = rest.partition(" first ")
    return say("diams.n-round", number=int(number), who=player(first))


def _round_ends(seat: Seat, rest: str) -> Message:
    return say("diams.n-round-ends", number=int(rest.removeprefix("round ")))


def _laid(seat: Seat, rest: str) -> Message:
    cards, _, out = rest.partition(" out ")
    return (
        say("diams.n-laid-out", cards=cards, out=out) if out else say("diams.n-laid", cards=cards)
    )


def _draws(seat: Seat, rest: str) -> Message:
    card, ended = _after_end(rest)
    who = Player(seat)
    if card == "-":
        told = say("diams.n-draws-nothing", who=who)
    else:
        told = (
            say("diams.n-draws-hidden", who=who)
            if card == HIDDEN
            else say("diams.n-draws", who=who, card=card)
        )
    return say("diams.n-closing", what=told) if ended else told


def _reveals(seat: Seat, rest: str) -> Message:
    shown, ended = _after_end(rest)
    cards, *special = shown.split(" +")
    who, laid = Player(seat), _or_nothing(cards)
    if special:
        told = say("diams.n-reveals-special", who=who, cards=laid, special=" ".join(special))
    else:
        told = say("diams.n-reveals", who=who, cards=laid)
    return say("diams.n-closing", what=told) if ended else told


def _market(seat: Seat, rest: str) -> Message:
    card, summed, taken = rest.partition(" = ")
    if not summed:
        return say("diams.n-market-same", who=Player(seat), card=card)
    if taken == "-":
        return say("diams.n-market-none", who=Player(seat), card=card)
    return say("diams.n-market-sum", who=Player(seat), card=card, cards=taken)


def _vault(seat: Seat, rest: str) -> Message:
    if rest.startswith("?x"):
        return say("diams.n-stores-hidden", who=Player(seat), count=int(rest[2:]))
    return say("diams.n-stores", who=Player(seat), cards=rest)


def _convoy(seat: Seat, rest: str) -> Message:
    if rest.startswith("?x"):
        return say("diams.n-convoy-hidden", who=Player(seat), count=int(rest[2:]))
    return say("diams.n-convoy", who=Player(seat), cards=rest)


def _crack(seat: Seat, rest: str) -> Message:
    asked, missed, _ = rest.partition(" -> ")
    victim, card = asked.split()
    sentence = Sentence("diams.n-cracks-in-vain") if missed else Sentence("diams.n-cracks")
    return sentence(who=Player(seat), victim=player(victim), card=card)


def _gives(seat: Seat, rest: str) -> Message:
    if rest == HIDDEN:
        return say("diams.n-gives-hidden", who=Player(seat))
    return say("diams.n-gives", who=Player(seat), card=rest)


def _force(seat: Seat, rest: str) -> Message:
    named, _, shown = rest.partition(" -> ")
    victim, card, _, special = named.split()
    who, whom = Player(seat), player(victim)
    if shown == "-":
        return say("diams.n-forces-in-vain", who=who, victim=whom, card=card, special=special)
    return say("diams.n-forces", who=who, victim=whom, card=card, special=special, cards=shown)


Narrator = Callable[[Seat, str], Message]
DEALER: Final[Mapping[str, Narrator]] = {"round": _round, "end": _round_ends, "market": _laid}
PLAYERS: Final[Mapping[str, Narrator]] = {
    "hand": dealt,
    "draw": _draws,
    "reveal": _reveals,
    "market": _market,
    "vault": _vault,
    "convoy": _convoy,
    "crack": _crack,
    "give": _gives,
    "magic": lambda seat, rest: say("diams.n-magic", who=Player(seat), card=rest),
    "force": _force,
    "discard": lambda seat, rest: say("diams.n-discards", who=Player(seat), cards=rest),
    "pass": passes,
}
