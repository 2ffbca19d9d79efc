"""Diamond Boxes: the parts of a record line, read to canonical text and log entries.

A part is the text between two `;` of a turn, or a directive without its dashes. A penalty and the
card drawn belong to the placement before them; a check has no entry.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engines.api import CHANCE, Fact, NotationError, Ply, Seat
from engines.diamond_boxes.cards import COLOURS, HAND, UNKNOWN
from engines.diamond_boxes.moves import CHOOSE, PASS, Move
from engines.diamond_boxes.notation import names, order, read_card, read_placement, text
from engines.diamond_boxes.specified_colour import REASONS, drawn_match
from engines.diamond_boxes.spots import CARD
from engines.kit.reading import Reading
from engines.messages import Sentence, say

REASON: Final = re.compile(r'(?i)draw\s+reason\s*("[^"]*")')


class BoxesPart(NamedTuple):
    """One part of a line: its canonical text, its entry, its addition to the entry before."""

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
                raise NotationError(
                    say("diamond-boxes.follows", word=part.adds.name), 0, len(segment)
                )
            before, ply = found[-1]
            drawn = ply.drawn + part.adds.values
            found[-1] = (before, ply._replace(facts=(*ply.facts, part.adds), drawn=drawn))
    return found


def _is_placement(ply: Ply[Move]) -> bool:
    """Whether this is a placement without drawn cards yet, which may be written only once."""
    return isinstance(ply.move, int) and ply.move >> CARD > 0 and not ply.drawn


def read_part(seat: Seat, segment: str, rule: int) -> BoxesPart:
    """One part of a line."""
    if seat != CHANCE and "@" in segment:
        return _placement(seat, segment)
    words = BoxesWords(segment)
    verb = words.next(say("diamond-boxes.an-action"))
    readers = DIRECTIVES[rule] if seat == CHANCE else ACTIONS[rule]
    reader = readers.get(verb)
    if reader is None:
        unknown = (
            Sentence("kit.unknown-directive") if seat == CHANCE else Sentence("kit.unknown-action")
        )
        raise words.fault(unknown(word=words.typed()))
    part = reader(seat, words)
    words.finish()
    return part


class BoxesWords(Reading):
    """The words of one text, with the colours and cards of Diamond Boxes."""

    def colour(self) -> int:
        """A colour letter."""
        word = self.next(say("diamond-boxes.a-colour"))
        if len(word) != 1 or word not in COLOURS:
            raise self.fault(say("diamond-boxes.no-colour", word=word))
        return COLOURS.index(word)

    def cards(self, least: int, most: int) -> tuple[int, ...]:
        """All cards up to the end of the text, known cards only once."""
        found: list[int] = []
        while self.peek() or len(found) < least:
            word = self.next(say("kit.a-card"))
            card = read_card(word)
            if card is None:
                raise self.fault(say("diamond-boxes.no-card", word=self.typed()))
            if card in found and card != UNKNOWN:
                raise self.fault(say("diamond-boxes.card-twice", word=self.typed()))
            found.append(card)
            if len(found) > most:
                raise self.fault(say("diamond-boxes.too-many-cards", most=most))
        return tuple(found)


def _entry(ply: Ply[Move]) -> BoxesPart:
    return BoxesPart(text(ply), ply)


def _placement(seat: Seat, segment: str) -> BoxesPart:
    stripped = segment.strip()
    start = len(segment) - len(segment.lstrip())
    placement, covered = read_placement(stripped, start)
    facts = () if covered is None else (Fact("covered", (covered,)),)
    return _entry(Ply(seat, placement, facts))


def _hand(seat: Seat, words: BoxesWords) -> BoxesPart:
    cards = tuple(sorted(words.cards(HAND, HAND), key=order))
    return _entry(Ply(seat, None, (Fact("hand", cards, (seat,)),), cards))


def _open_hand(seat: Seat, words: BoxesWords) -> BoxesPart:
    cards = tuple(sorted(words.cards(HAND, HAND), key=order))
    return _entry(Ply(seat, None, (Fact("hand", cards),), cards))


def _penalty(seat: Seat, words: BoxesWords) -> BoxesPart:
    cards = words.cards(1, 6)
    return BoxesPart(f"penalty {names(cards)}", None, Fact("penalty", cards))


def _draw(seat: Seat, words: BoxesWords) -> BoxesPart:
    cards = words.cards(1, 1)
    return BoxesPart(f"draw {names(cards)}", None, Fact("draw", cards, (seat,)))


def _pass(seat: Seat, words: BoxesWords) -> BoxesPart:
    return _entry(Ply(seat, PASS))


def _colour(seat: Seat, words: BoxesWords) -> BoxesPart:
    return _entry(Ply(seat, CHOOSE + words.colour()))


def _start(words: BoxesWords) -> tuple[Fact, tuple[int, ...]]:
    laid = []
    for _ in range(2):
        placement, covered = read_placement(
            words.next(say("diamond-boxes.a-placement")), words.start()
        )
        if covered is not None:
            raise words.fault(say("diamond-boxes.start-covered"))
        laid.append(placement)
    cards = tuple(placement >> CARD for placement in laid)
    if cards[0] == cards[1] != UNKNOWN:
        raise words.fault(say("diamond-boxes.start-twice"))
    return Fact("start", tuple(laid)), cards


def _open_start(seat: Seat, words: BoxesWords) -> BoxesPart:
    fact, cards = _start(words)
    return _entry(Ply(CHANCE, None, (fact,), cards))


def _hidden_start(seat: Seat, words: BoxesWords) -> BoxesPart:
    fact, cards = _start(words)
    words.expect("first")
    return _entry(Ply(CHANCE, None, (fact, Fact("first", (words.seat(),))), cards))


def _stalemate(seat: Seat, words: BoxesWords) -> BoxesPart:
    found = REASON.fullmatch(words.given.strip())
    if found is None:
        fix = say("kit.write", text=f'draw reason "{REASONS[1]}"')
        raise NotationError(say("diamond-boxes.no-reason"), 0, len(words.given), fix)
    words.at = len(words.found)
    ply: Ply[Move] = Ply(CHANCE, None, drawn_match(found[1].strip('"')))
    return _entry(ply)


def _check(rule: int) -> Callable[[Seat, BoxesWords], BoxesPart]:
    def read(seat: Seat, words: BoxesWords) -> BoxesPart:
        what = words.next(say("diamond-boxes.what-to-check"))
        if what == "colour" and rule == 2:
            return BoxesPart(f"check colour {COLOURS[words.colour()]}")
        if what not in ("hand", "deck"):
            known = say("diamond-boxes.checks-2") if rule == 2 else say("diamond-boxes.checks-1")
            raise words.fault(say("diamond-boxes.no-check", word=what), known)
        if what == "deck" and rule == 1:
            return BoxesPart(
                f"check deck {_count(words, words.next(say('diamond-boxes.a-number')))}"
            )
        return BoxesPart(f"check {what} {_counts(words)}")

    return read


def _count(words: BoxesWords, word: str) -> str:
    if word != "?" and not (word.isascii() and word.isdigit() and len(word) < 4):
        raise words.fault(say("diamond-boxes.no-count", word=word))
    return word if word == "?" else str(int(word))


def _counts(words: BoxesWords) -> str:
    counts: dict[str, str] = {}
    while words.peek() or not counts:
        word = words.next(say("diamond-boxes.a-seat-count"))
        if word[0] not in "abcd" or word[0] in counts:
            raise words.fault(say("diamond-boxes.no-seat-count", word=word))
        counts[word[0]] = _count(words, word[1:])
    return " ".join(letter.upper() + counts[letter] for letter in sorted(counts))


Readers = Mapping[str, Callable[[Seat, BoxesWords], BoxesPart]]

ACTIONS: Final[Mapping[int, Readers]] = {
    1: {
        "hand": _open_hand,
        "pass": _pass,
        "penalty": _penalty,
    },  # a pass can be read, and is refused
    2: {"hand": _hand, "pass": _pass, "colour": _colour, "draw": _draw},
}
DIRECTIVES: Final[Mapping[int, Readers]] = {
    1: {"start": _open_start, "check": _check(1)},
    2: {"start": _hidden_start, "draw": _stalemate, "check": _check(2)},
}
