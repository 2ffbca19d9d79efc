"""Diamonds: the views of a position for seats and spectators, and the values for checks."""

from collections.abc import Mapping
from typing import Any

from engines.api import EVERYTHING, View, Who, seat_letter
from engines.diamonds.cards import NAMES
from engines.diamonds.crystals import may_count
from engines.diamonds.ending import taken
from engines.diamonds.passing import receiver
from engines.diamonds.position import PASSING, PHASES, PLAYING, DiamondsPosition
from engines.diamonds.tricks import leaders


def view(position: DiamondsPosition, who: Who) -> View:
    """View, schema 1: only the owner sees a hand, only giver and receiver see passed cards."""
    options = position.options
    playing = position.leader >= 0 and position.step == PLAYING
    passing = position.announced and position.step in (PASSING, PLAYING)
    return {
        "game": "diamonds",
        "schema": 1,
        "seats": position.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {
            "perfect": options.perfect,
            "teams": options.teams,
            "show": options.show,
            "rounds": position.rounds,
        },
        "phase": PHASES[position.step],
        "pending": list(position.owing),
        "round": position.round,
        "dealer": position.dealer if position.dealer >= 0 else None,
        "pass": position.announced if passing else None,
        "leader": position.leader if playing else None,
        "thief": position.thief if position.thief >= 0 else None,
        "trick": _trick(position, len(position.won)) if playing else [],
        "last_trick": _last_trick(position),
        "players": _players(position, who),
    }


def _trick(position: DiamondsPosition, index: int) -> list[dict[str, Any]]:
    cards = position.played[index * position.size : (index + 1) * position.size]
    leader = leaders(position)[index]
    return [
        {"seat": (leader + turn) % position.seats, "card": NAMES[card]}
        for turn, card in enumerate(cards)
    ]


def _last_trick(position: DiamondsPosition) -> dict[str, Any] | None:
    if not position.won:
        return None
    return {"cards": _trick(position, len(position.won) - 1), "winner": position.won[-1]}


def _players(position: DiamondsPosition, who: Who) -> list[dict[str, Any]]:
    everything, sealed = who == EVERYTHING, position.step == PASSING
    players = []
    for seat, (diamonds, hearts, spades, clubs) in enumerate(taken(position)):
        own = everything or seat == who
        team, passed, hand = position.team[seat], position.chosen[seat], position.hand(seat)
        knows = own or (not sealed and who == receiver(position, seat))
        players.append(
            {
                "hand": [NAMES[card] for card in hand] if own else None,
                "hand_count": len(hand),
                "showroom": position.showroom[team],
                "vault": position.vault[team] if may_count(position, who, team) else None,
                "taken": {"D": diamonds, "H": hearts, "S": spades, "C": clubs},
                "tricks": position.won.count(seat),
                "passed": [NAMES[card] for card in passed] if passed and knows else None,
                "chosen": bool(passed),
            }
        )
    return players


def key(position: DiamondsPosition) -> tuple[Any, ...]:
    """Everything that the rest of the match depends on; undealt cards follow from it."""
    laid = position.played[len(position.won) * position.size :]
    return (
        position.round,
        PHASES[position.step],
        position.dealer,
        position.thief,
        position.announced,
        tuple(position.chosen),
        tuple(tuple(position.hand(seat)) for seat in range(position.seats)),
        tuple(laid),
        position.leader,
        tuple(map(tuple, taken(position))),
        tuple(position.showroom),
        tuple(position.vault),
    )


def tally(position: DiamondsPosition, name: str) -> Mapping[str, str] | None:
    """True values for `-- check showroom`, `vault` and `thief`; teams by their first seat."""
    if name not in ("showroom", "vault", "thief"):
        raise KeyError(name)
    if position.thief < 0:
        return None
    thief = seat_letter(position.thief)
    if name == "thief":
        return {"": thief}
    counts = position.showroom if name == "showroom" else position.vault
    found = {seat_letter(team): str(count) for team, count in enumerate(counts)}
    return found | {"thief": thief} if name == "showroom" else found
