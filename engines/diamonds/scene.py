"""Diamonds: the drawing of a view: zones of tokens, one colour for each suit."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from engines.api import Face, Scene, Seat, Token, View, Zone, seat_letter
from engines.diamonds import messages
from engines.messages import Message, Player, Sentence, say

TONES: Final = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}


def scene(view: View) -> Scene:
    """The current and the last trick, then hand and crystals of each seat."""
    zones = [Zone(say("diamonds.trick"), _played(view["trick"]))]
    last = view["last_trick"]
    if last:
        zones.append(_last_trick(last))
    for seat, player in enumerate(view["players"]):
        zones += _player(seat, player, view["thief"] == seat)
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    title = say("diamonds.title", round=view["round"], phase=messages.PHASES[view["phase"]]())
    return Scene(title, tuple(zones), active, tuple(_notes(view)), scores=_scores(view))


def _scores(view: View) -> tuple[int | None, ...]:
    """Crystals, those in the vault twice; None if the view does not show a vault."""
    return tuple(
        None if player["vault"] is None else player["showroom"] + 2 * player["vault"]
        for player in view["players"]
    )


def _last_trick(last: View) -> Zone:
    zone = Zone(say("diamonds.last-trick"), _played(last["cards"]))
    winner = last["winner"]  # None if a record does not show it
    return (
        zone if winner is None else zone._replace(note=say("diamonds.won-by", who=Player(winner)))
    )


def _played(cards: Sequence[View]) -> tuple[Token, ...]:
    return tuple(_token(played["card"], seat_letter(played["seat"])) for played in cards)


@cache
def _token(card: str, who: str = "") -> Token:
    """A card, in a trick with the seat that played it."""
    tone = TONES.get(card[0], "")
    face = Face("card", card[1:] if tone else card, tone, who)
    return Token(f"{who}:{card}" if who else card, tone, face=face)


@cache
def _taken(suit: str, count: int) -> Token:
    """How many cards of a suit were taken."""
    return Token(f"{suit}{count}", TONES[suit], face=Face("count", str(count), TONES[suit]))


def _player(seat: Seat, player: View, thief: bool) -> Iterator[Zone]:
    yield _hand(seat, player["hand"], player["hand_count"])
    vault = "?" if player["vault"] is None else str(player["vault"])
    note = (Sentence("diamonds.vault-and-thief") if thief else Sentence("diamonds.vault"))(
        count=vault
    )
    shown = str(player["showroom"])
    crystals = Token(shown, face=Face("count", shown, "crystal"))
    yield Zone(say("diamonds.showroom"), (crystals,), seat, note)
    taken = tuple(_taken(suit, n) for suit, n in player["taken"].items() if n)
    if player["tricks"] is not None:
        yield Zone(
            say("diamonds.taken"), taken, seat, say("diamonds.tricks", count=player["tricks"])
        )


def _hand(seat: Seat, cards: Sequence[str] | None, count: int) -> Zone:
    if cards is None:
        return Zone(say("diamonds.hand"), (Token("?", hidden=True),) * count, seat)
    return Zone(say("diamonds.hand"), tuple(map(_token, cards)), seat)


def _notes(view: View) -> Iterator[Message]:
    if view["dealer"] is not None:
        yield say("diamonds.dealer", who=Player(view["dealer"]))
    if view["pass"]:
        yield say("diamonds.pass", count=view["pass"])
