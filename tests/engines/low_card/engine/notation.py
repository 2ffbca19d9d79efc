"""Low Card: writes and reads moves and log entries; does not depend on a position."""

import re
from collections.abc import Sequence
from typing import Final

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.low_card.cards import NUMBERS, UNKNOWN, Move, hand_shown, name
from engines.messages import say

CARD: Final = r"(?:(?:[1-9]|[12][0-9]|30)\??|\?)"
FORMS: Final = {
    "hand": re.compile(rf"{CARD}(?: {CARD}){{0,4}}"),
    "play": re.compile(CARD),
    "low": re.compile("[a-f]"),
    "check": re.compile(r"points(?: [a-f](?:[0-5]|\?))+"),
}
"""First word of a part of a line -> pattern of the rest, in lower case."""


def move_text(move: Move) -> str:
    """The text of a decision."""
    assert isinstance(move, int)
    return f"play {name(move)}"


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    if ply.move is not None:
        lost = (f"; low {seat_letter(fact.values[0])}" for fact in ply.facts)
        return "".join((move_text(ply.move), *lost))
    hand = ply.facts[0]
    hidden = hand.seen is not None and who != EVERYTHING and who not in hand.seen
    return " ".join(("hand", *("?" if hidden else name(card) for card in hand.values)))


def canonical(seat: Seat, segment: str) -> str:
    """Canonical form of one part of a line: hands and counts sorted, `?` last."""
    verb, *words = segment.lower().split() or [""]
    form = FORMS.get(verb) if (verb == "check") == (seat == CHANCE) else None
    if form is None or not form.fullmatch(" ".join(words)):
        raise NotationError(say("kit.unknown-move", word=segment), 0, len(segment))
    if verb == "check":
        return " ".join((verb, words[0], *sorted(map(str.upper, words[1:]))))
    words.sort(key=lambda word: NUMBERS.get(word) or len(NUMBERS))
    return " ".join((verb, *map(str.upper, words)))


def parse_move(given: str) -> Move:
    """The decision that a canonical move text describes."""
    verb, *words = canonical(0, given).split()
    if verb != "play" or NUMBERS[words[0]] == UNKNOWN:
        raise NotationError(say("kit.known-only"), 0, len(given))
    move = NUMBERS[words[0]]
    if move_text(move) != given:
        raise NotationError(say("kit.write", text=move_text(move)), 0, len(given))
    return move


def plies(seat: Seat, segments: Sequence[str]) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    found: list[tuple[int, Ply[Move]]] = []
    for index, segment in enumerate(segments if seat != CHANCE else ()):
        verb, *words = canonical(seat, segment).split()
        if verb != "low":
            cards = tuple(NUMBERS[word] for word in words)
            played = verb == "play"
            found.append((index, Ply(seat, cards[0]) if played else hand_shown(seat, cards)))
        elif found and found[-1][1].move is not None:
            fact = Fact("low", ("ABCDEF".index(words[0]),))
            found[-1] = (found[-1][0], found[-1][1]._replace(facts=(fact,)))
        else:
            raise NotationError(say("low-card.no-round"), 0, len(segment))
    return found
