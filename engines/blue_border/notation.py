"""Blue Border: moves, log entries and lines of records as text, and back."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, TypeAlias

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.blue_border.cards import (
    CALL,
    DECK,
    PASS,
    PILES,
    REWARD_DECK,
    REWARD_DISCARD,
    REWARD_NONE,
    REWARD_TAKE,
    TAKE,
    Move,
)
from engines.kit.tokens import NO_ACTION, NO_DIRECTIVE, Reading, Spellings, spellings
from engines.messages import say

# Moves and log entries as canonical text.
#
# Unknown numbers are left out. Does not depend on the position.

UNKNOWN: Final = 0  # only in records: a number left out
TENTATIVE: Final = 64  # only in records: added to a number that is followed by `?`


def number(card: int) -> str:
    """A number as written."""
    return f"{card - TENTATIVE}?" if card > TENTATIVE else str(card) if card else "?"


BARE: Final = (
    "",  # no move has the number 0
    *(f"take {pile}" for pile in PILES),
    "deck",
    *(f"pass -> {pile}" for pile in PILES),
    "call",
    "no",
    *(f"reward take {pile}" for pile in PILES),
    "reward deck",
    "reward none",
)
"""The moves by number, but for the cards of the discard pile."""
MOVES: Final[Mapping[str, int]] = {words: move for move, words in enumerate(BARE) if move}


def move_text(move: Move) -> str:
    """The move as text."""
    assert isinstance(move, int)
    return BARE[move] if move <= REWARD_NONE else f"reward discard {move - REWARD_DISCARD}"


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, _ = ply
    if move is None:
        first = facts[0]
        if first.name == "start":
            return f"start {seat_letter(first.values[0])}{_field(facts[1:], who)}"
        if first.name == "reshuffle":
            return f"reshuffle{_field(facts, who)}"
        if first.name == "skip":
            return f"skip {seat_letter(first.values[0])}"
        return 'draw reason "turn limit"'
    if move == CALL:
        verdict, (called, *shown) = facts[0].name, facts[0].values
        opened = f" = {','.join(map(number, shown))}" if any(shown) else ""
        words = f"call {seat_letter(called)}{opened} {verdict}"
        if len(facts) == 1:
            return words
        if facts[1].name == "skip":
            return f"{words}; skip"
        lost = facts[1].values[0]
        return f"{words}; lose {number(lost)}" if lost else f"{words}; lose"
    words = move_text(move)
    if not facts:
        return words
    if who == EVERYTHING and facts[0].values[0]:
        words = f"{words} = {number(facts[0].values[0])}"
    return words + refill(facts[1], who) if len(facts) > 1 else words


def refill(fact: Fact, who: Who) -> str:
    """The text for the refill of an emptied pile."""
    known = who == EVERYTHING and fact.values[0]
    return f"; refill {number(fact.values[0])}" if known else "; refill"


def _field(facts: tuple[Fact, ...], who: Who) -> str:
    if not facts or who != EVERYTHING or not any(facts[0].values):
        return ""
    return f" field {' '.join(map(number, facts[0].values))}"


def complete(ply: Ply[Move]) -> bool:
    """Whether the entry has every number that a complete record has."""
    facts = ply.facts
    if ply.move == CALL:
        shown = facts[0].values[1:]
        unseen = facts[1:] and facts[1].name == "lose" and not facts[1].values[0]
        return bool(shown and all(shown) and not unseen)
    if ply.seat != CHANCE:
        return ply.move != REWARD_DISCARD and all(fact.values[0] for fact in facts)
    laid = facts[-1].values
    return facts[0].name not in ("start", "reshuffle") or (len(laid) == 4 and all(laid))


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: a call and its reward are on one line."""
    held = ""
    for seat, words in entries:
        if held:
            if words.startswith("reward "):
                yield f"{held}; {words}"
                held = ""
                continue
            yield held
            held = ""
        line = f"-- {words}" if seat == CHANCE else f"{seat_letter(seat)}: {words}"
        if words.endswith(" hit"):
            held = line
        else:
            yield line
    if held:
        yield held


# Reading moves and the parts of record lines. Does not depend on the position.

Part: TypeAlias = tuple[str, Ply[Move] | None, Fact | None]
"""One part of a line: canonical text, its entry if any, the fact it adds to the entry before."""


class BlueBorderWords(Reading):
    """The words of one text, with the piles and numbers of Blue Border."""

    WORD: ClassVar[re.Pattern[str]] = re.compile(r"->|[=,]|[^\s=,]+")

    def pile(self) -> int:
        """A pile, 1 to 4."""
        word = self.next(say("blue-border.a-pile"))
        if word not in ("1", "2", "3", "4"):
            raise self.fault(say("blue-border.no-pile", word=self.typed()))
        return int(word)

    def card(self) -> int:
        """A number; `?` if unknown, `12?` if tentative."""
        word = self.next(say("blue-border.a-number"))
        if word == "?":
            return UNKNOWN
        written = re.fullmatch(r"0*([1-9]|[12][0-9]|3[0-2])(\??)", word, re.ASCII)
        if not written:
            raise self.fault(say("blue-border.no-number", word=self.typed()))
        return int(written[1]) + (TENTATIVE if written[2] else 0)

    def known(self) -> int:
        """`= n`, or nothing if the number is unknown."""
        return self.card() if self.skip("=") else UNKNOWN


def parse_move(given: str) -> Move:
    """The move of a canonical move text."""
    if given in MOVES:
        return MOVES[given]
    words = BlueBorderWords(given)
    if words.skip("reward") and words.skip("discard"):
        card = words.card()
        words.finish()
        if 0 < card < TENTATIVE and given == f"reward discard {card}":
            return REWARD_DISCARD + card
    raise NotationError(say("kit.unknown-move", word=given[:40]), 0, len(given))


def _place(words: BlueBorderWords, take: int, deck: int) -> tuple[Ply[Move], str]:
    """`take 2 = 13` or `deck = 21`, after its first word."""
    verb = words.typed().lower()
    move = take + words.pile() if verb == "take" else deck
    card = words.known()
    drawn = () if verb == "take" or not card else (card,)
    ply: Ply[Move] = Ply(0, move, (Fact("card", (card,), ()),), drawn)
    return ply, text(ply)


def read_part(seat: Seat, segment: str) -> Part:
    """One part of a line; for a directive the text after `-- `."""
    words = BlueBorderWords(segment)
    readers, unknown = (DIRECTIVES, NO_DIRECTIVE) if seat == CHANCE else (ACTIONS, NO_ACTION)
    part = words.reader(readers, say("blue-border.an-action"), unknown)(words)
    words.finish()
    return part


def _take(words: BlueBorderWords) -> Part:
    ply, written = _place(words, TAKE, DECK)
    return written, ply, None


def _pass(words: BlueBorderWords) -> Part:
    words.expect("->")
    move = PASS + words.pile()
    card = words.known()
    ply: Ply[Move] = Ply(0, move, (Fact("card", (card,), ()),), (card,) if card else ())
    return text(ply), ply, None


def _call(words: BlueBorderWords) -> Part:
    called = words.seat()
    shown = []
    if words.skip("="):
        shown = [words.card()]
        if words.skip(","):
            shown.append(words.card())
    verdict = words.next(say("blue-border.a-verdict"))
    if verdict not in ("hit", "miss"):
        raise words.fault(say("blue-border.no-verdict", word=words.typed()))
    ply: Ply[Move] = Ply(0, CALL, (Fact(verdict, (called, *shown)),))
    return text(ply), ply, None


def _reward(words: BlueBorderWords) -> Part:
    verb = words.next(say("blue-border.a-reward"))
    if verb in ("take", "deck"):
        ply, written = _place(words, REWARD_TAKE, REWARD_DECK)
        return written, ply, None
    if verb == "none":
        none: Ply[Move] = Ply(0, REWARD_NONE)
        return text(none), none, None
    if verb != "discard":
        raise words.fault(say("blue-border.no-reward", word=words.typed()))
    card = words.card()
    bare: Ply[Move] = Ply(0, REWARD_DISCARD + card)
    return f"reward discard {number(card)}", bare, None


def _refilled(words: BlueBorderWords) -> Part:
    card = words.card() if words.peek() else UNKNOWN
    fact = Fact("refill", (card,), ())
    return refill(fact, EVERYTHING).removeprefix("; "), None, fact


def _lose(words: BlueBorderWords) -> Part:
    card = words.card() if words.peek() else UNKNOWN
    return f"lose {number(card)}" if card else "lose", None, Fact("lose", (card,))


def _dealt(words: BlueBorderWords) -> Part:
    """The start of a round or a new deck, with the cards of the piles if somebody wrote them."""
    start = words.typed().lower() == "start"
    facts: tuple[Fact, ...] = (Fact("start", (words.seat(),)),) if start else ()
    piles = tuple(words.card() for _ in range(4)) if words.skip("field") else ()
    if piles or not start:
        facts = (*facts, Fact("field" if start else "reshuffle", piles, ()))
    ply: Ply[Move] = Ply(CHANCE, None, facts, piles if all(piles) else ())
    return text(ply), ply, None


def _skip(words: BlueBorderWords) -> Part:
    ply: Ply[Move] = Ply(CHANCE, None, (Fact("skip", (words.seat(),)),))
    return text(ply), ply, None


def _drawn(words: BlueBorderWords) -> Part:
    words.expect("reason")
    reason = re.fullmatch(r'\s*draw\s+reason\s+"([^"]*)"\s*', words.given, re.IGNORECASE)
    if not reason:
        raise words.fault(say("blue-border.quote-reason"))
    if reason[1].strip().lower() != "turn limit":
        message = say("blue-border.no-reason", text=reason[1])
        raise words.fault(message, say("blue-border.write-limit"))
    words.at = len(words.tokens)
    ply: Ply[Move] = Ply(CHANCE, None, (Fact("turn limit", ()),))
    return text(ply), ply, None


def _check(words: BlueBorderWords) -> Part:
    what = words.next(say("blue-border.a-check"))
    if what == "deck":
        word = words.next(say("blue-border.a-deck-count"))
        if not re.fullmatch(r"\d{1,2}|\?", word, re.ASCII):
            raise words.fault(say("blue-border.no-deck-count", word=words.typed()))
        return f"check deck {word if word == '?' else int(word)}", None, None
    if what != "points":
        message = say("blue-border.no-check", word=words.typed())
        raise words.fault(message, say("blue-border.checks"))
    counts: dict[str, str] = {}
    while words.peek() or not counts:
        word = words.next(say("blue-border.a-seat-count")).upper()
        if not re.fullmatch(r"[A-D](\d|\?)", word) or word[0] in counts:
            raise words.fault(say("blue-border.no-seat-count", word=words.typed()))
        counts[word[0]] = word[1:]
    return f"check points {' '.join(s + counts[s] for s in sorted(counts))}", None, None


def _opened(words: BlueBorderWords) -> Part:
    line = f"reveal {seat_letter(words.seat())}"
    cards = [number(words.card())]
    while words.peek():
        cards.append(number(words.card()))
    return " ".join([line, *cards]), None, None


ACTIONS: Final[Mapping[str, Callable[[BlueBorderWords], Part]]] = {
    "take": _take,
    "deck": _take,
    "pass": _pass,
    "call": _call,
    "reward": _reward,
    "refill": _refilled,
    "lose": _lose,
    "skip": lambda words: ("skip", None, Fact("skip", ())),
}
DIRECTIVES: Final[Mapping[str, Callable[[BlueBorderWords], Part]]] = {
    "start": _dealt,
    "reshuffle": _dealt,
    "skip": _skip,
    "draw": _drawn,
    "check": _check,
    "reveal": _opened,
}


def plies(seat: Seat, segments: Sequence[str]) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    entries: list[tuple[int, Ply[Move]]] = []
    joined = -1  # the entry to which a part has been added
    for index, segment in enumerate(segments):
        _, ply, fact = read_part(seat, segment)
        if ply is not None:
            entries.append((index, ply._replace(seat=seat)))
        elif fact is not None:
            if not entries or joined == len(entries):
                raise NotationError(say("blue-border.not-first", word=fact.name), 0, len(segment))
            at, before = entries[-1]
            if fact.name == "skip":
                fact = Fact("skip", (seat,))
            drawn = before.drawn
            if fact.name == "refill" and fact.values[0]:
                drawn = (*drawn, *fact.values)
            entries[-1] = (at, before._replace(facts=(*before.facts, fact), drawn=drawn))
            joined = len(entries)
    return entries


# Other spellings of actions, as people type them at a table.

JAPANESE: Final[Mapping[str, str]] = {
    "take": "取る",
    "deck": "山札",
    "pass": "パス",
    "call": "コール",
    "no": "しない",
    "reward": "報酬",
    "none": "なし",
    "discard": "捨て札",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        (r"捨て札", " discard "),
        (r"取る|場", "take "),
        (r"山札|山", " deck "),
        (r"パス", "pass "),
        (r"コール", "call "),
        (r"しない", "no"),
        (r"成功|当たり", " hit"),
        (r"失敗|外れ", " miss"),
        (r"報酬", "reward "),
        (r"補充", "refill "),
        (r"失う", "lose "),
        (r"休み", "skip"),
        (r"なし", " none"),
        (r"\b(take|lose|refill|deck)(?=[\d=])", r"\1 "),  # `take2`
        (r"\bpass\s*(?:->)?\s*(?=\d)", "pass -> "),
    )
)
