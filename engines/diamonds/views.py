"""Diamonds: what a position looks like from a seat, from the stands and to a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engines.api import EVERYTHING, Seat, View, Who, seat_letter
from engines.diamonds.cards import NAMES, SUITS, UNKNOWN

if TYPE_CHECKING:
    from engines.diamonds.inference.holdings import Play
    from engines.diamonds.inference.tracker import DiamondsTracker
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


def table_view(table: DiamondsTracker, who: Who) -> View:
    """As `view`, from a record with gaps: "?" or None for what it does not tell."""
    state, holdings = table.state, table.holdings
    playing = bool(table.tricks or table.trick) and holdings is not None
    last = None
    if table.before:
        winner = next(iter(table.leaders)) if len(table.leaders) == 1 else None
        last = {"cards": _laid(table.before), "winner": winner}
    shown = view(state, who)
    players = [_followed(table, seat, shown["players"][seat]) for seat in range(state.seats)]
    if who != EVERYTHING:
        for seat, player in enumerate(players):
            player["hand"] = player["hand"] if who == seat else None
    return shown | {
        "phase": "deal" if holdings is None else "play" if playing else "pass",
        "pending": sorted(table.turns()) if playing else [],
        "pass": (holdings.passes or None) if holdings else None,
        "leader": table.trick[0].seat if table.trick else None,
        "thief": shown["thief"] if table.certain else None,
        "trick": _laid(table.trick),
        "last_trick": last,
        "players": players,
    }


def _laid(trick: Sequence[Play]) -> list[dict[str, Any]]:
    return [{"seat": play.seat, "card": NAMES[play.card]} for play in trick]


def _followed(table: DiamondsTracker, seat: Seat, player: dict[str, Any]) -> dict[str, Any]:
    """What a record tells of a player whose crystals stand in the state."""
    holdings = table.holdings
    passed = holdings.passed.get(seat) if holdings else None
    left = holdings.size - len(holdings.plays[seat]) if holdings else 0
    told = {"hand": _held(table, seat), "hand_count": left, "passed": None, "chosen": bool(passed)}
    if table.certain:
        return player | told
    unknown: View = {"showroom": "?", "vault": None, "taken": {}, "tricks": None}
    return player | told | unknown


def _held(table: DiamondsTracker, seat: Seat) -> list[str] | None:
    """A hand, "?" for cards nobody saw; None where a card of it went that nobody saw."""
    holdings = table.holdings
    if holdings is None:
        return []
    hand, passed = holdings.dealt.get(seat), holdings.passed.get(seat)
    if hand and not (table.tricks or table.trick):
        return [NAMES[card] for card in hand.cards]
    if hand is None or passed is None:
        return None
    gone = {*passed.cards, *(play.card for play in holdings.plays[seat])}
    if any(card >= UNKNOWN for card in gone):
        return None
    came = holdings.passed.get(holdings.givers[seat])
    cards = {*hand.cards, *(came.cards if came else ())} - gone
    known = [NAMES[card] for card in sorted(cards) if card < UNKNOWN]
    return known + ["?"] * (holdings.size - len(holdings.plays[seat]) - len(known))


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
