"""Diamonds: the view of a position that follows from a record with gaps."""

from collections.abc import Sequence
from typing import Any

from engines.api import EVERYTHING, Seat, View, Who
from engines.diamonds import views
from engines.diamonds.cards import NAMES, UNKNOWN
from engines.diamonds.inference.described import Play
from engines.diamonds.inference.holdings import DiamondsHoldings
from engines.diamonds.inference.progress import Progress


def view(progress: Progress, who: Who) -> View:
    """The view of a position, with "?" or None for everything that the record does not show."""
    holdings, trick = progress.holdings, progress.trick
    playing = progress.playing() and holdings is not None
    shown = views.view(progress.match, who)
    return shown | {
        "phase": "deal" if holdings is None else "play" if playing else "pass",
        "pending": sorted(progress.turns()) if playing else [],
        "pass": (holdings.passes or None) if holdings else None,
        "leader": trick[0].seat if trick else None,
        "thief": shown["thief"] if progress.certain else None,
        "trick": _laid(trick),
        "last_trick": _last_trick(progress),
        "players": [_player(progress, one, shown, who) for one in range(progress.seats)],
    }


def _last_trick(progress: Progress) -> dict[str, Any] | None:
    if not progress.before:
        return None
    winner = next(iter(progress.leaders)) if len(progress.leaders) == 1 else None
    return {"cards": _laid(progress.before), "winner": winner}


def _laid(trick: Sequence[Play]) -> list[dict[str, Any]]:
    return [{"seat": play.seat, "card": NAMES[play.card]} for play in trick]


def _player(progress: Progress, seat: Seat, shown: View, who: Who) -> dict[str, Any]:
    """The view of a player; crystals come from the view of the match."""
    holdings = progress.holdings
    passed = holdings.passed.get(seat) if holdings else None
    player: View = shown["players"][seat] | {
        "hand": _hand(progress, seat) if who in (seat, EVERYTHING) else None,
        "hand_count": holdings.size - len(holdings.plays[seat]) if holdings else 0,
        "passed": None,
        "chosen": bool(passed),
    }
    if not progress.certain:
        player |= {"showroom": "?", "vault": None, "taken": {}, "tricks": None}
    return player


def _hand(progress: Progress, seat: Seat) -> list[str] | None:
    """A hand, with "?" for unknown cards; None if an unknown card has left it."""
    holdings = progress.holdings
    if holdings is None:
        return []
    hand = holdings.dealt.get(seat)
    if hand and not progress.playing():
        return [NAMES[card] for card in hand.cards]
    cards = _in_hand(holdings, seat)
    if cards is None:
        return None
    known = [NAMES[card] for card in cards]
    return known + ["?"] * (holdings.size - len(holdings.plays[seat]) - len(known))


def known_hand(progress: Progress, seat: Seat) -> list[int] | None:
    """A hand after passing, sorted; None if a card of it is unknown."""
    holdings = progress.holdings
    cards = _in_hand(holdings, seat) if holdings else None
    if cards is None or holdings is None:
        return None
    return cards if len(cards) == holdings.size - len(holdings.plays[seat]) else None


def _in_hand(holdings: DiamondsHoldings, seat: Seat) -> list[int] | None:
    """The known cards of a hand after passing; None if an unknown card has left it."""
    hand, passed = holdings.dealt.get(seat), holdings.passed.get(seat)
    if hand is None or passed is None or holdings.unseen:
        return None
    gone = {*passed.cards, *(play.card for play in holdings.plays[seat])}
    if any(card >= UNKNOWN for card in gone):
        return None
    came = holdings.passed.get(holdings.givers[seat])
    cards = {*hand.cards, *(came.cards if came else ())} - gone
    return [card for card in sorted(cards) if card < UNKNOWN]
