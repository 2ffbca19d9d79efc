"""Diamonds: moves, log entries and lines of records as text, and back."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.diamonds.cards import (
    ANNOUNCE,
    ANNOUNCEMENTS,
    MAX_PASSED,
    NAMES,
    NUMBERS,
    OF_RANK,
    RANKS,
    TENTATIVE,
    UNKNOWN,
    Move,
)
from engines.diamonds.position import trick_size
from engines.kit.tokens import NO_DIRECTIVE, Reading, Spellings, hides, spellings
from engines.messages import say

# Moves and log entries as canonical text.


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
        fact = facts[0]
        if fact.name != "round":
            mark = "^" if fact.name == "given" else ""  # the players gave the trick to another seat
            return f"{name(move)} = {mark}{seat_letter(fact.values[0])}"
        number, dealer, passed = fact.values
        return f"round {number} dealer {seat_letter(dealer)} pass {passed if passed > 0 else '?'}"
    if move is not None:
        return "pass" + " ?" * len(move) if hides(seen, who) else f"pass {names(move)}"
    _, hand, seen = facts[0]
    return "hand" + " ?" * len(hand) if hides(seen, who) else f"hand {names(hand)}"


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: one line per trick, announcements and marks as directives."""
    trick: list[str] = []
    for seat, words in entries:
        verb = words.partition(" ")[0]
        if seat == CHANCE or verb in ("round", "hand", "pass"):
            if trick:
                yield " ".join(trick)
                trick = []
            directive = seat == CHANCE or verb == "round"
            yield f"-- {words}" if directive else f"{seat_letter(seat)}: {words}"
            continue
        trick.append(words if trick else f"{seat_letter(seat)}: {words}")
        if " = " in words:
            yield " ".join(trick)
            trick = []
    if trick:
        yield " ".join(trick)


# Reading moves and log entries; accepts any case, order and spacing.
#
# Does not depend on the position; the number of seats is needed to find the player of each card.


def read_card(word: str) -> int | None:
    """A card's number from its name: known, tentative (`D7?`) or unknown; None for other text."""
    word = word.upper()
    known = NUMBERS.get(word)
    if known is not None:
        return known
    known = NUMBERS.get(word[:-1]) if word.endswith("?") else None
    return None if known is None or known >= UNKNOWN else known + TENTATIVE


class DiamondsWords(Reading):
    """The words of one text, with the cards of Diamonds."""

    SEATS: ClassVar[str] = "ABCDEF"

    def number(self, low: int, high: int) -> int:
        """A whole number between bounds."""
        word = self.next(say("diamonds.a-number"))
        short = word.isascii() and word.isdigit() and len(word) < 10
        if not (short and low <= int(word) <= high):
            raise self.fault(say("diamonds.no-number", word=self.typed(), low=low, high=high))
        return int(word)

    def cards(self) -> tuple[int, ...]:
        """All cards up to the end of the text, at least one, sorted."""
        # Nearly always all is in order. Else they are read one by one, to say what is not.
        right = self.all_of(NUMBERS)
        if right and max(right) < UNKNOWN and len(set(right)) == len(right):
            self.at = len(self.tokens)
            return tuple(sorted(right))
        found: list[int] = []
        while self.peek() or not found:
            word = self.next(say("kit.a-card"))
            card = read_card(word)
            if card is None:
                raise self.fault(say("diamonds.no-card", word=self.typed()))
            if card < UNKNOWN and card in found:
                raise self.fault(say("diamonds.twice", card=name(card)))
            found.append(card)
        return tuple(sorted(found, key=order))


def parse_move(given: str) -> Move:
    """The move of a canonical move text."""
    words = DiamondsWords(given)
    verb = words.next(say("kit.a-move"))
    move: Move
    if verb == "announce":
        move = ANNOUNCE + words.number(1, MAX_PASSED)
    elif verb == "pass":
        move = words.cards()
    else:
        card = read_card(verb)
        if card is None:
            raise words.fault(say("kit.unknown-move", word=words.typed()))
        move = card
    words.finish()
    if any(card >= UNKNOWN for card in (move if isinstance(move, tuple) else (move % ANNOUNCE,))):
        raise NotationError(say("kit.known-only"), 0, len(given))
    if move_text(move) != given:
        raise NotationError(say("kit.write", text=move_text(move)), 0, len(given))
    return move


def split(body: str) -> list[tuple[int, int]]:
    """The parts of a turn line: each card of a trick and `= C`; otherwise the whole line."""
    words = [(m.start(), m.end()) for m in DiamondsWords.WORD.finditer(body)]
    if not words or body[slice(*words[0])].lower() in ("hand", "pass"):
        return [(0, len(body))]
    parts: list[tuple[int, int]] = []
    for start, end in words:
        if parts and body[slice(*parts[-1])].rstrip() == "=":
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    return parts


def canonical(seat: Seat, segment: str) -> str:
    """Canonical form of one part of a line."""
    words = DiamondsWords(segment)
    verb = words.peek()
    if seat == CHANCE:
        written = words.reader(DIRECTIVES, say("diamonds.a-directive"), NO_DIRECTIVE)(words)
        words.finish()
        return written
    if verb in ("hand", "pass"):
        words.at += 1
        return f"{verb} {names(words.cards())}"
    if verb.startswith("="):
        winner = re.fullmatch(r"\s*=\s*(\^?)\s*([A-Fa-f])\s*", segment)
        if not winner:
            raise NotationError(say("diamonds.winner-missing"), 0, len(segment))
        return f"= {winner[1]}{winner[2].upper()}"
    card = read_card(words.next(say("kit.a-card")))
    if card is None:
        raise words.fault(say("diamonds.no-card", word=words.typed()))
    words.finish()
    return name(card)


def _round_ply(words: DiamondsWords) -> Ply[Move]:
    number = words.number(1, 99)
    words.expect("dealer")
    dealer = words.seat()
    words.expect("pass")
    passed = 0 if words.skip("?") else words.number(1, MAX_PASSED)
    fact = Fact("round", (number, dealer, passed))
    return Ply(dealer, ANNOUNCE + passed, (fact,))


def _check(words: DiamondsWords) -> str:
    what = words.next(say("diamonds.what-to-check"))
    if what not in ("showroom", "vault"):
        raise words.fault(say("diamonds.no-check", word=words.typed()), say("diamonds.write-check"))
    counts: dict[str, str] = {}
    thief = ""
    while words.peek() or not counts:
        word = words.next(say("diamonds.a-count")).upper()
        if word == "THIEF" and what == "showroom":
            thief = f" thief {seat_letter(words.seat())}"
            continue
        if not re.fullmatch(r"[A-F](\d{1,4}|\?)", word) or word[0] in counts:
            raise words.fault(say("diamonds.no-count", word=words.typed()))
        counts[word[0]] = word[1:] if word[1:] == "?" else str(int(word[1:]))
    stated = " ".join(seat + counts[seat] for seat in sorted(counts))
    return f"check {what} {stated}{thief}"


DIRECTIVES: Final[Mapping[str, Callable[[DiamondsWords], str]]] = {
    "round": lambda words: text(_round_ply(words)),
    "check": _check,
}


def plies(seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    words = DiamondsWords(segments[0])
    verb = words.peek()
    if seat == CHANCE:
        words.at = 1
        return [(0, _round_ply(words))] if verb == "round" else []
    if verb == "hand":
        words.at = 1
        cards = words.cards()
        return [(0, Ply(seat, None, (Fact("hand", cards, (seat,)),), cards))]
    if verb == "pass":
        words.at = 1
        return [(0, Ply(seat, words.cards(), (), (), (seat,)))]
    entries: list[tuple[int, Ply[Move]]] = []
    for index, segment in enumerate(segments):
        if segment.startswith("="):
            if not entries:
                raise NotationError(say("diamonds.trick-missing"), 0, len(segment))
            at, ply = entries[-1]
            fact = Fact("given" if "^" in segment else "trick", ("ABCDEF".index(segment[-1]),))
            entries[-1] = (at, ply._replace(facts=(fact,)))
            continue
        card = read_card(segment)
        if card is None:
            raise NotationError(say("diamonds.no-card", word=segment), 0, len(segment))
        entries.append((index, Ply((seat + len(entries)) % seats, card)))
    size = trick_size(seats)
    if len(entries) > size:
        raise NotationError(say("diamonds.trick-size", size=size), 0, 0)
    return entries


# Other spellings of cards, as people type them at a table.

JAPANESE: Final[Mapping[str, str]] = {
    "announce": "宣言",
    "pass": "渡す",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        (r"手札|てふだ", "hand "),
        (r"宣言", "announce "),
        (r"パス|渡す|わたす", "pass "),
        (r"ダイヤモンド|ダイヤ|ダ|だいや|だ|[♦♢◆]", "D"),
        (r"ハート|ハ|はーと|は|[♥♡]", "H"),
        (r"スペード|ス|すぺーど|す|[♠♤]", "S"),
        (r"クローバー|クラブ|クラ|ク|くらぶ|く|[♣♧]", "C"),
        (r"\b([DHSC])\s+(?=\d)", r"\1"),  # `d 12`
        (r"(?<=[\d?])(?=[DHSC][\d?])", " "),  # `c6c12`
    )
)
