"""Diamond Boxes: the parts of a record line, read to canonical text and log entries.

A part is what stands between two `;` of a turn, or a directive without its dashes. A penalty and
the card drawn belong to the placement before them, a check is no entry.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engines.api import CHANCE, Fact, NotationError, Ply, Seat
from engines.diamond_boxes.board import CARD
from engines.diamond_boxes.cards import COLOURS, HAND, UNKNOWN
from engines.diamond_boxes.facts import REASONS, drawn_match
from engines.diamond_boxes.moves import CHOOSE, PASS, Move
from engines.diamond_boxes.notation import names, order, read_card, read_placement, text
from engines.kit.reading import Reading

REASON: Final = re.compile(r'(?i)draw\s+reason\s*("[^"]*")')


class Part(NamedTuple):
    """One part of a line: its canonical text, its entry, what it adds to the entry before."""

    text: str
    ply: Ply[Move] | None = None
    adds: Fact | None = None


def canonical(seat: Seat, segment: str, rule: int) -> str:
    """Canonical form of one part."""
    return read_part(seat, segment, rule).text


def plies(seat: Seat, segments: Sequence[str], rule: int) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    found: list[tuple[int, Ply[Move]]] = []
    for index, segment in enumerate(segments):
        part = read_part(seat, segment, rule)
        if part.ply is not None:
            found.append((index, part.ply))
        if part.adds is not None:
            if not found or not _is_placement(found[-1][1]):
                words = f"{part.adds.name} follows a placement"
                raise NotationError(words, 0, len(segment))
            before, ply = found[-1]
            drawn = ply.drawn + part.adds.values
            found[-1] = (before, ply._replace(facts=(*ply.facts, part.adds), drawn=drawn))
    return found


def _is_placement(ply: Ply[Move]) -> bool:
    """Whether cards may still follow it: what was drawn is written once."""
    return isinstance(ply.move, int) and ply.move >> CARD > 0 and not ply.drawn


def read_part(seat: Seat, segment: str, rule: int) -> Part:
    """One part of a line."""
    if seat != CHANCE and "@" in segment:
        return _placement(seat, segment)
    words = Words(segment)
    verb = words.next("an action")
    readers = DIRECTIVES[rule] if seat == CHANCE else ACTIONS[rule]
    reader = readers.get(verb)
    if reader is None:
        raise words.fault(f"unknown action '{verb}'", "see `tourney help notation`")
    part = reader(seat, words)
    words.finish()
    return part


class Words(Reading):
    """The words of one text, with the colours and cards that Diamond Boxes knows."""

    def colour(self) -> int:
        """A colour letter."""
        word = self.next("a colour")
        if len(word) != 1 or word not in COLOURS:
            raise self.fault(f"'{word}' is no colour: r, y, g, b or p")
        return COLOURS.index(word)

    def cards(self, least: int, most: int) -> tuple[int, ...]:
        """All the cards to the end, known ones once."""
        found: list[int] = []
        while self.peek() or len(found) < least:
            word = self.next("a card")
            card = read_card(word)
            if card is None:
                raise self.fault(f"'{self.typed()}' is no card: r, y, g, b or p and 1 to 10")
            if card in found and card != UNKNOWN:
                raise self.fault(f"'{self.typed()}' stands twice")
            found.append(card)
            if len(found) > most:
                raise self.fault(f"{most} {'card' if most == 1 else 'cards'} at most")
        return tuple(found)


def _entry(ply: Ply[Move]) -> Part:
    return Part(text(ply), ply)


def _placement(seat: Seat, segment: str) -> Part:
    stripped = segment.strip()
    start = len(segment) - len(segment.lstrip())
    placement, covered = read_placement(stripped, start)
    facts = () if covered is None else (Fact("covered", (covered,)),)
    return _entry(Ply(seat, placement, facts))


def _hand(seat: Seat, words: Words) -> Part:
    cards = tuple(sorted(words.cards(HAND, HAND), key=order))
    return _entry(Ply(seat, None, (Fact("hand", cards, (seat,)),), cards))


def _open_hand(seat: Seat, words: Words) -> Part:
    cards = tuple(sorted(words.cards(HAND, HAND), key=order))
    return _entry(Ply(seat, None, (Fact("hand", cards),), cards))


def _penalty(seat: Seat, words: Words) -> Part:
    cards = words.cards(1, 6)
    return Part(f"penalty {names(cards)}", None, Fact("penalty", cards))


def _draw(seat: Seat, words: Words) -> Part:
    cards = words.cards(1, 1)
    return Part(f"draw {names(cards)}", None, Fact("draw", cards, (seat,)))


def _pass(seat: Seat, words: Words) -> Part:
    return _entry(Ply(seat, PASS))


def _colour(seat: Seat, words: Words) -> Part:
    return _entry(Ply(seat, CHOOSE + words.colour()))


def _start(words: Words) -> tuple[Fact, tuple[int, ...]]:
    laid = []
    for _ in range(2):
        placement, covered = read_placement(words.next("a card and where it lies"), words.start())
        if covered is not None:
            raise words.fault("the two cards at the start are written without /")
        laid.append(placement)
    cards = tuple(placement >> CARD for placement in laid)
    if cards[0] == cards[1] != UNKNOWN:
        raise words.fault("a card lies there twice")
    return Fact("start", tuple(laid)), cards


def _open_start(seat: Seat, words: Words) -> Part:
    fact, cards = _start(words)
    return _entry(Ply(CHANCE, None, (fact,), cards))


def _hidden_start(seat: Seat, words: Words) -> Part:
    fact, cards = _start(words)
    words.expect("first")
    return _entry(Ply(CHANCE, None, (fact, Fact("first", (words.seat(),))), cards))


def _stalemate(seat: Seat, words: Words) -> Part:
    found = REASON.fullmatch(words.given.strip())
    if found is None:
        fix = f'draw reason "{REASONS[1]}"'
        raise NotationError("why the match is drawn is missing", 0, len(words.given), fix)
    words.at = len(words.found)
    ply: Ply[Move] = Ply(CHANCE, None, drawn_match(found[1].strip('"')))
    return _entry(ply)


def _check(rule: int) -> Callable[[Seat, Words], Part]:
    def read(seat: Seat, words: Words) -> Part:
        what = words.next("what is checked")
        if what == "colour" and rule == 2:
            return Part(f"check colour {COLOURS[words.colour()]}")
        if what not in ("hand", "deck"):
            known = "hand, deck or colour" if rule == 2 else "hand or deck"
            raise words.fault(f"nothing called '{what}' to check", known)
        if what == "deck" and rule == 1:
            return Part(f"check deck {_count(words, words.next('a number'))}")
        return Part(f"check {what} {_counts(words)}")

    return read


def _count(words: Words, word: str) -> str:
    if word != "?" and not (word.isascii() and word.isdigit() and len(word) < 4):
        raise words.fault(f"'{word}' is no number of cards")
    return word if word == "?" else str(int(word))


def _counts(words: Words) -> str:
    counts: dict[str, str] = {}
    while words.peek() or not counts:
        word = words.next("a seat and its number such as A5")
        if word[0] not in "abcd" or word[0] in counts:
            raise words.fault(f"'{word}' is no seat with its number, or stands twice")
        counts[word[0]] = _count(words, word[1:])
    return " ".join(letter.upper() + counts[letter] for letter in sorted(counts))


Readers = Mapping[str, Callable[[Seat, Words], Part]]

ACTIONS: Final[Mapping[int, Readers]] = {
    1: {"hand": _open_hand, "pass": _pass, "penalty": _penalty},  # a pass is refused (DJ1-R10)
    2: {"hand": _hand, "pass": _pass, "colour": _colour, "draw": _draw},
}
DIRECTIVES: Final[Mapping[int, Readers]] = {
    1: {"start": _open_start, "check": _check(1)},
    2: {"start": _hidden_start, "draw": _stalemate, "check": _check(2)},
}
