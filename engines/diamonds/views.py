"""Diamonds: the views of a position for seats and spectators, and the values for checks."""

from collections.abc import Mapping
from typing import Any

from engines.api import EVERYTHING, Seat, View, Who, seat_letter
from engines.diamonds.cards import NAMES, SUITS
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
    counts = taken(position)
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
        "players": [_player(position, seat, who, counts[seat]) for seat in range(position.seats)],
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


def _player(position: DiamondsPosition, seat: Seat, who: Who, counts: list[int]) -> dict[str, Any]:
    own = who in (seat, EVERYTHING)
    team = position.team[seat]
    passed = position.chosen[seat]
    sealed = position.step == PASSING
    knows = own or (who == receiver(position, seat) and not sealed)
    hand = position.hand(seat)
    return {
        "hand": [NAMES[card] for card in hand] if own else None,
        "hand_count": len(hand),
        "showroom": position.showroom[team],
        "vault": position.vault[team] if may_count(position, who, team) else None,
        "taken": dict(zip(SUITS, counts, strict=True)),
        "tricks": position.won.count(seat),
        "passed": [NAMES[card] for card in passed] if knows and passed else None,
        "chosen": bool(passed),
    }


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
