"""Diamonds: what a position looks like from a seat, from the stands and to a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.api import EVERYTHING, Seat, View, Who, seat_letter
from engines.diamonds.cards import NAMES, SUITS

if TYPE_CHECKING:
    from engines.diamonds.state import Diamonds


def view(state: Diamonds, who: Who) -> View:
    """Schema 1; hands are their owner's, passed cards the giver's and the receiver's alone."""
    options = state.options
    playing = state.leader >= 0 and state.phase() == "play"
    taken = state.taken()
    return {
        "game": "diamonds",
        "schema": 1,
        "seats": state.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {
            "perfect": options.perfect,
            "teams": options.teams,
            "show": options.show,
            "rounds": state.rounds,
        },
        "phase": state.phase(),
        "pending": list(state.pending()),
        "round": state.round,
        "dealer": state.dealer if state.dealer >= 0 else None,
        "pass": state.announced if state.announced and state.phase() in ("pass", "play") else None,
        "leader": state.leader if playing else None,
        "thief": state.thief if state.thief >= 0 else None,
        "trick": _trick(state, len(state.won)) if playing else [],
        "last_trick": _last_trick(state),
        "players": [_player(state, seat, who, taken[seat]) for seat in range(state.seats)],
    }


def leaders(state: Diamonds) -> list[Seat]:
    """Who led each trick of the round, the one being played included."""
    return [(state.dealer + 1) % state.seats, *state.won]


def _trick(state: Diamonds, index: int) -> list[dict[str, Any]]:
    cards = state.played[index * state.size : (index + 1) * state.size]
    leader = leaders(state)[index]
    return [
        {"seat": (leader + turn) % state.seats, "card": NAMES[card]}
        for turn, card in enumerate(cards)
    ]


def _last_trick(state: Diamonds) -> dict[str, Any] | None:
    if not state.won:
        return None
    return {"cards": _trick(state, len(state.won) - 1), "winner": state.won[-1]}


def _player(state: Diamonds, seat: Seat, who: Who, taken: list[int]) -> dict[str, Any]:
    own = who in (seat, EVERYTHING)
    team = state.team[seat]
    mate = who is not None and who >= 0 and state.team[who] == team
    counted = own or mate or state.options.show or not state.pending()
    passed = state.chosen[seat]
    sealed = state.phase() == "pass"
    told = own or (who == state.receiver(seat) and not sealed)
    hand = state.hand(seat)
    return {
        "hand": [NAMES[card] for card in hand] if own else None,
        "hand_count": len(hand),
        "showroom": state.showroom[team],
        "vault": state.vault[team] if counted else None,
        "taken": dict(zip(SUITS, taken, strict=True)),
        "tricks": state.won.count(seat),
        "passed": [NAMES[card] for card in passed] if told and passed else None,
        "chosen": bool(passed),
    }


def key(state: Diamonds) -> tuple[Any, ...]:
    """Everything that decides how the match may go on; the cards aside are the rest."""
    laid = state.played[len(state.won) * state.size :]
    return (
        state.round,
        state.phase(),
        state.dealer,
        state.thief,
        state.announced,
        tuple(state.chosen),
        tuple(tuple(state.hand(seat)) for seat in range(state.seats)),
        tuple(laid),
        state.leader,
        tuple(map(tuple, state.taken())),
        tuple(state.showroom),
        tuple(state.vault),
    )


def tally(state: Diamonds, name: str) -> Mapping[str, str] | None:
    """What `-- check showroom`, `vault` and `thief` state; teams by their first seat."""
    if name not in ("showroom", "vault", "thief"):
        raise KeyError(name)
    if state.thief < 0:
        return None
    if name == "thief":
        return {"": seat_letter(state.thief)}
    counts = state.showroom if name == "showroom" else state.vault
    found = {seat_letter(team): str(count) for team, count in enumerate(counts)}
    return found | {"thief": seat_letter(state.thief)} if name == "showroom" else found
