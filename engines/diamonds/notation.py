"""Diamonds: moves and log entries as canonical text."""

from collections.abc import Iterable, Iterator

from engines.api import CHANCE, EVERYTHING, Fact, Ply, Seat, Who, seat_letter
from engines.diamonds.cards import NAMES, OF_RANK, RANKS, TENTATIVE, UNKNOWN
from engines.diamonds.moves import ANNOUNCE, ANNOUNCEMENTS, Move


def name(card: int) -> str:
    """A card's name."""
    return f"{NAMES[card - TENTATIVE]}?" if card >= TENTATIVE else NAMES[card]


def names(cards: Iterable[int]) -> str:
    """Card names in the order given."""
    return " ".join(map(name, cards))


def order(card: int) -> tuple[float, int]:
    """Sort key for a hand: `D?` comes after the diamonds, `?12` and `?` at the end."""
    certain = card - TENTATIVE if card >= TENTATIVE else card
    if UNKNOWN < certain < OF_RANK:
        return (RANKS * (certain - UNKNOWN) - 0.5, card)
    return (1000.0 if certain == UNKNOWN else float(certain), card)


def move_text(move: Move) -> str:
    """The move as text."""
    if isinstance(move, tuple):
        return f"pass {names(move)}"
    return f"announce {move - ANNOUNCE}" if move in ANNOUNCEMENTS else name(move)


def path(move: Move) -> tuple[str, ...]:
    """A card below its suit, cards to pass below the first of them."""
    if isinstance(move, tuple):
        return (f"pass {name(move[0])}", names(move[1:]))
    if move in ANNOUNCEMENTS:
        return ("announce", str(move - ANNOUNCE))
    return (name(move)[0], name(move))


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, seen = ply
    if isinstance(move, int):
        if not facts:
            return name(move)
        return _shown(move, facts[0])
    if move is not None:
        hidden = seen is not None and who != EVERYTHING and who not in seen
        return "pass" + " ?" * len(move) if hidden else f"pass {names(move)}"
    hand = facts[0]
    hidden = hand.seen is not None and who != EVERYTHING and who not in hand.seen
    return "hand" + " ?" * len(hand.values) if hidden else f"hand {names(hand.values)}"


def _shown(move: int, fact: Fact) -> str:
    if fact.name != "round":
        mark = "^" if fact.name == "given" else ""  # the players gave the trick to another seat
        return f"{name(move)} = {mark}{seat_letter(fact.values[0])}"
    number, dealer, passed = fact.values
    return f"round {number} dealer {seat_letter(dealer)} pass {passed if passed > 0 else '?'}"


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: one line per trick, announcements and marks as directives."""
    trick: list[str] = []
    for seat, words in entries:
        verb = words.partition(" ")[0]
        if seat == CHANCE or verb in ("round", "hand", "pass"):
            if trick:
                yield " ".join(trick)
                trick = []
            yield f"-- {words}" if seat == CHANCE or verb == "round" else _line(seat, words)
            continue
        trick.append(words if trick else _line(seat, words))
        if " = " in words:
            yield " ".join(trick)
            trick = []
    if trick:
        yield " ".join(trick)


def _line(seat: Seat, words: str) -> str:
    return f"{seat_letter(seat)}: {words}"
