"""Diamonds: a view as zones of tokens, one tone per suit."""

from collections.abc import Sequence

from engines.api import Scene, Seat, Token, View, Zone, seat_letter

TONES = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}


def scene(view: View) -> Scene:
    """The trick, the one before, and per seat the hand and the crystals."""
    zones = [Zone("trick", _played(view["trick"]))]
    last = view["last_trick"]
    if last:
        winner = last["winner"]  # None where a record does not tell
        note = "" if winner is None else f"won by {seat_letter(winner)}"
        zones.append(Zone("last trick", _played(last["cards"]), None, note))
    for seat, player in enumerate(view["players"]):
        zones.append(_hand(seat, player["hand"], player["hand_count"]))
        vault = "?" if player["vault"] is None else str(player["vault"])
        crystals = (Token(f"showroom {player['showroom']}"), Token(f"vault {vault}"))
        note = "thief" if view["thief"] == seat else ""
        zones.append(Zone("crystals", crystals, seat, note))
        taken = tuple(Token(f"{s}{n}", TONES[s]) for s, n in player["taken"].items() if n)
        tricks = player["tricks"]
        if tricks is not None:
            note = f"{tricks} trick{'s' if tricks != 1 else ''}"
            zones.append(Zone("taken", taken, seat, note))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    title = f"Diamonds, round {view['round']}: {view['phase']}"
    return Scene(title, tuple(zones), active, tuple(_notes(view)))


def _token(card: str) -> Token:
    return Token(card, TONES.get(card[0], ""))


def _played(cards: Sequence[dict[str, object]]) -> tuple[Token, ...]:
    return tuple(
        Token(f"{seat_letter(int(str(c['seat'])))}:{c['card']}", TONES.get(str(c["card"])[0], ""))
        for c in cards
    )


def _hand(seat: Seat, cards: Sequence[str] | None, count: int) -> Zone:
    if cards is None:
        return Zone("hand", (Token("?", hidden=True),) * count, seat)
    return Zone("hand", tuple(map(_token, cards)), seat)


def _notes(view: View) -> list[str]:
    notes = []
    if view["dealer"] is not None:
        notes.append(f"dealer {seat_letter(view['dealer'])}")
    if view["pass"]:
        notes.append(f"pass {view['pass']}")
    return notes
