"""Diamond Boxes: moves, log entries and lines of records as text, and back."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.diamond_boxes.board import CARD, place, spot
from engines.diamond_boxes.cards import (
    CHOOSE,
    COLOURS,
    HAND,
    NAMES,
    NUMBERS,
    PASS,
    PLACEMENTS,
    TENTATIVE,
    UNKNOWN,
    Move,
)
from engines.diamond_boxes.turns import REASONS, drawn_match
from engines.kit.tokens import NO_ACTION, NO_DIRECTIVE, Reading, Spellings, hides, spellings
from engines.messages import Sentence, say

# Moves and log entries as text, and text as moves.
#
# Does not depend on the position: a text always means the same move.

PLACEMENT: Final = re.compile(
    # Possessive quantifiers: the parts cannot overlap, so backtracking would be useless.
    r"(?P<card>[^@\s]*+)\s*+@\s*+(?P<x>[^,\s]*+)\s*+,\s*+"
    r"(?P<y>[+-]?+[0-9]*+)\s*+(?P<turn>[^/\s]*+)\s*+(/\s*+(?P<covered>\S*+))?"
)
USUAL: Final = re.compile(
    r"([a-z][0-9]{1,2})@(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)([nesw])(?:/([0-6]))?", re.ASCII
)
NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,2}")
FARTHEST: Final = 200


# -- writing


def name(card: int) -> str:
    """A card's name."""
    return f"{NAMES[card - TENTATIVE]}?" if card >= TENTATIVE else NAMES[card]


def names(cards: Iterable[int]) -> str:
    """Card names in the order given."""
    return " ".join(map(name, cards))


def order(card: int) -> tuple[int, int]:
    """Sort key for a hand: tentative cards as if known, unknown cards last."""
    return (card % TENTATIVE, card)


def move_text(move: Move) -> str:
    """The move as text."""
    assert isinstance(move, int), "a dealer's move has no text"
    if move >= PLACEMENTS:
        return placement_text(move)
    return "pass" if move == PASS else f"colour {COLOURS[move - CHOOSE]}"


def path(move: Move) -> tuple[str, ...]:
    """A placement below its card and its place, another move below its first word."""
    card, _, spot_ = move_text(move).partition("@")
    if spot_:
        return (card, spot_[:-1], spot_[-1])
    heading, _, label = card.rpartition(" ")
    return (heading, label)


@lru_cache(maxsize=1 << 14)
def placement_text(placement: int) -> str:
    """A placement as text: `y8@0,-1e`."""
    x, y, turn = place(placement)
    return f"{name(placement >> CARD)}@{x},{y}{'nesw'[turn]}"


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, _ = ply
    if move is None:
        first = facts[0]
        if first.name == "hand":
            return f"hand {_known(first, who)}"
        if first.name == "draw":
            return f'draw reason "{"".join(map(chr, facts[1].values))}"'
        words = f"start {' '.join(map(placement_text, first.values))}"
        return f"{words} first {seat_letter(facts[1].values[0])}" if len(facts) > 1 else words
    words = move_text(move)
    for fact in facts:
        if fact.name == "covered":
            words += f"/{fact.values[0]}"
        else:
            words += f"; {fact.name} {_known(fact, who)}"
    return words


def _known(fact: Fact, who: Who) -> str:
    return " ".join("?" * len(fact.values)) if hides(fact.seen, who) else names(fact.values)


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: one per entry."""
    for seat, words in entries:
        yield f"-- {words}" if seat == CHANCE else f"{seat_letter(seat)}: {words}"


# -- reading


def read_card(word: str) -> int | None:
    """A card's number from its name, known, tentative or unknown; None for anything else."""
    word = word.lower()
    known = NUMBERS.get(word)
    if known is not None:
        return known
    known = NUMBERS.get(word[:-1]) if word.endswith("?") else None
    return None if known is None or known == UNKNOWN else known + TENTATIVE


def read_placement(given: str, start: int = 0) -> tuple[int, int | None]:
    """A placement and the number of cells after `/`, if any; `start` is the offset of the text."""
    # Nearly all are written like this. Others are read part by part, to say what is wrong.
    usual = USUAL.fullmatch(given)
    if usual is not None and usual[1] in NUMBERS:
        where = spot(int(usual[2]), int(usual[3]), "nesw".index(usual[4]))
        return NUMBERS[usual[1]] << CARD | where, None if usual[5] is None else int(usual[5])
    found = PLACEMENT.fullmatch(given)
    if found is None:
        fix = say("diamond-boxes.write-like", example="y8@0,-1e/4")
        message = say("diamond-boxes.no-placement", text=given)
        raise NotationError(message, start, start + len(given), fix)
    card = read_card(found["card"])
    if card is None:
        raise _fault(found, "card", start, Sentence("diamond-boxes.no-card"))
    x, y = (_coordinate(found, key, start) for key in ("x", "y"))
    turn = found["turn"].lower()
    if len(turn) != 1 or turn not in "nesw":
        raise _fault(found, "turn", start, Sentence("diamond-boxes.no-turn"))
    covered = found["covered"]
    if covered is not None and covered not in tuple("0123456"):
        raise _fault(found, "covered", start, Sentence("diamond-boxes.no-covered"))
    where = spot(x, y, "nesw".index(turn))
    return card << CARD | where, None if covered is None else int(covered)


def _coordinate(found: re.Match[str], key: str, start: int) -> int:
    if not NUMBER.fullmatch(found[key]):
        raise _fault(found, key, start, Sentence("diamond-boxes.no-coordinate"))
    if abs(int(found[key])) > FARTHEST:
        raise _fault(found, key, start, Sentence("diamond-boxes.too-far"))
    return int(found[key])


def _fault(found: re.Match[str], key: str, start: int, sentence: Sentence) -> NotationError:
    message = sentence(word=found[key])
    return NotationError(message, start + found.start(key), start + found.end(key))


def parse_move(given: str, rule: int) -> Move:
    """The move of a canonical move text."""
    move: Move
    if given == "pass":
        return PASS
    if given.startswith("colour ") and rule == 2:
        letter = given.removeprefix("colour ")
        if len(letter) != 1 or letter not in COLOURS:
            raise NotationError(say("diamond-boxes.no-colour", word=letter), 7, len(given))
        return CHOOSE + COLOURS.index(letter)
    if "@" not in given:
        raise NotationError(say("kit.unknown-move", word=given), 0, len(given))
    move, covered = read_placement(given)
    if covered is not None or move >> CARD >= UNKNOWN:
        raise NotationError(say("diamond-boxes.move-only"), 0, len(given))
    if move_text(move) != given:
        raise NotationError(say("kit.write", text=move_text(move)), 0, len(given))
    return move


# The parts of a record line, read to canonical text and log entries.
#
# A part is the text between two `;` of a turn, or a directive without its dashes. A penalty and
# the card drawn belong to the placement before them; a check has no entry.

REASON: Final = re.compile(r'(?i)draw\s+reason\s*("[^"]*")')


class BoxesPart(NamedTuple):
    """One part of a line: its canonical text, its entry, its addition to the entry before."""

    text: str
    ply: Ply[Move] | None = None
    adds: Fact | None = None


def plies(seat: Seat, segments: Sequence[str], rule: int) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    entries: list[tuple[int, Ply[Move]]] = []
    for index, segment in enumerate(segments):
        part = read_part(seat, segment, rule)
        if part.ply is not None:
            entries.append((index, part.ply))
        if part.adds is not None:
            # They belong to a placement that has none yet.
            last = entries[-1][1] if entries else None
            placed = last is not None and isinstance(last.move, int) and last.move >> CARD > 0
            if last is None or not placed or last.drawn:
                message = say("diamond-boxes.follows", word=part.adds.name)
                raise NotationError(message, 0, len(segment))
            before, ply = entries[-1]
            drawn = ply.drawn + part.adds.values
            entries[-1] = (before, ply._replace(facts=(*ply.facts, part.adds), drawn=drawn))
    return entries


def read_part(seat: Seat, segment: str, rule: int) -> BoxesPart:
    """One part of a line."""
    if seat != CHANCE and "@" in segment:
        start = len(segment) - len(segment.lstrip())
        placement, covered = read_placement(segment.strip(), start)
        facts = () if covered is None else (Fact("covered", (covered,)),)
        return _entry(Ply(seat, placement, facts))
    words = BoxesWords(segment)
    readers, unknown = (DIRECTIVES, NO_DIRECTIVE) if seat == CHANCE else (ACTIONS, NO_ACTION)
    part = words.reader(readers[rule], say("diamond-boxes.an-action"), unknown)(seat, words)
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
        # Nearly always all is in order. Else they are read one by one, to say what is not.
        right = self.all_of(NUMBERS)
        if least <= len(right) <= most and len(set(right)) == len(right):
            self.at = len(self.tokens)
            return right
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


def _hand(rule: int) -> Callable[[Seat, BoxesWords], BoxesPart]:
    def read(seat: Seat, words: BoxesWords) -> BoxesPart:
        cards = tuple(sorted(words.cards(HAND, HAND), key=order))
        seen = (seat,) if rule == 2 else None
        return _entry(Ply(seat, None, (Fact("hand", cards, seen),), cards))

    return read


def _penalty(seat: Seat, words: BoxesWords) -> BoxesPart:
    cards = words.cards(1, 6)
    return BoxesPart(f"penalty {names(cards)}", None, Fact("penalty", cards))


def _draw(seat: Seat, words: BoxesWords) -> BoxesPart:
    cards = words.cards(1, 1)
    return BoxesPart(f"draw {names(cards)}", None, Fact("draw", cards, (seat,)))


def _start(rule: int) -> Callable[[Seat, BoxesWords], BoxesPart]:
    def read(seat: Seat, words: BoxesWords) -> BoxesPart:
        laid = []
        for _ in range(2):
            word = words.next(say("diamond-boxes.a-placement"))
            placement, covered = read_placement(word, words.start())
            if covered is not None:
                raise words.fault(say("diamond-boxes.start-covered"))
            laid.append(placement)
        cards = tuple(placement >> CARD for placement in laid)
        if cards[0] == cards[1] != UNKNOWN:
            raise words.fault(say("diamond-boxes.start-twice"))
        facts: tuple[Fact, ...] = (Fact("start", tuple(laid)),)
        if rule == 2:
            words.expect("first")
            facts = (*facts, Fact("first", (words.seat(),)))
        return _entry(Ply(CHANCE, None, facts, cards))

    return read


def _stalemate(seat: Seat, words: BoxesWords) -> BoxesPart:
    found = REASON.fullmatch(words.given.strip())
    if found is None:
        fix = say("kit.write", text=f'draw reason "{REASONS[1]}"')
        raise NotationError(say("diamond-boxes.no-reason"), 0, len(words.given), fix)
    words.at = len(words.tokens)
    return _entry(Ply(CHANCE, None, drawn_match(found[1].strip('"'))))


def _check(rule: int) -> Callable[[Seat, BoxesWords], BoxesPart]:
    def read(seat: Seat, words: BoxesWords) -> BoxesPart:
        what = words.next(say("diamond-boxes.what-to-check"))
        if what == "colour" and rule == 2:
            return BoxesPart(f"check colour {COLOURS[words.colour()]}")
        if what not in ("hand", "deck"):
            known = say("diamond-boxes.checks-2" if rule == 2 else "diamond-boxes.checks-1")
            raise words.fault(say("diamond-boxes.no-check", word=what), known)
        if what == "deck" and rule == 1:
            word = words.next(say("diamond-boxes.a-number"))
            return BoxesPart(f"check deck {_count(words, word)}")
        counts: dict[str, str] = {}
        while words.peek() or not counts:
            word = words.next(say("diamond-boxes.a-seat-count"))
            if word[0] not in "abcd" or word[0] in counts:
                raise words.fault(say("diamond-boxes.no-seat-count", word=word))
            counts[word[0]] = _count(words, word[1:])
        stated = " ".join(letter.upper() + counts[letter] for letter in sorted(counts))
        return BoxesPart(f"check {what} {stated}")

    return read


def _count(words: BoxesWords, word: str) -> str:
    if word != "?" and not (word.isascii() and word.isdigit() and len(word) < 4):
        raise words.fault(say("diamond-boxes.no-count", word=word))
    return word if word == "?" else str(int(word))


Readers = Mapping[str, Callable[[Seat, BoxesWords], BoxesPart]]

ACTIONS: Final[Mapping[int, Readers]] = {
    1: {
        "hand": _hand(1),
        "pass": lambda seat, words: _entry(Ply(seat, PASS)),  # read, and refused
        "penalty": _penalty,
    },
    2: {
        "hand": _hand(2),
        "pass": lambda seat, words: _entry(Ply(seat, PASS)),
        "colour": lambda seat, words: _entry(Ply(seat, CHOOSE + words.colour())),
        "draw": _draw,
    },
}
DIRECTIVES: Final[Mapping[int, Readers]] = {
    1: {"start": _start(1), "check": _check(1)},
    2: {"start": _start(2), "draw": _stalemate, "check": _check(2)},
}


# Other spellings of cards and actions, as people type them at a table.

JAPANESE: Final[Mapping[str, str]] = {
    "pass": "パス",
    "colour": "色",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        (r"赤|あか", "r"),
        (r"黄色|黄|きいろ", "y"),
        (r"緑|みどり", "g"),
        (r"青|あお", "b"),
        (r"紫|むらさき", "p"),
        (r"手札|てふだ", "hand "),
        (r"パス", "pass"),
        (r"指定色|色|\bcolor\b", "colour "),
        (r"ペナルティー?|罰", "penalty "),
        (r"引く|ドロー", "draw "),
        (r"\b([rygbp])\s+(?=\d)", r"\1"),  # `r 5`
        (r"(@-?\d+)\s+(?=-?\d)", r"\1,"),  # `r5@1 0e`
    )
)
