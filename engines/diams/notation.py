"""Diam's: moves, log entries and lines of records as text, and back."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, Final, NamedTuple

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.diams.cards import (
    CRACK,
    DISCARD,
    DRAW,
    END,
    ESCORT,
    FORCE,
    GIVE,
    KINDS,
    MARKET,
    NAMES,
    NUMBERS,
    PASS,
    QUALITY,
    REVEAL,
    SAME,
    TAKE,
    TENTATIVE,
    UNKNOWN,
    VAULT,
    Move,
)
from engines.diams.position import CLOSING, MISS, laid_out, revealed
from engines.kit.tokens import NO_ACTION, NO_DIRECTIVE, Reading, hides
from engines.messages import Message, Player, Sentence, say

# Reading the words of an action text: cards, groups, numbers and seats.

DIAMONDS: Final = frozenset((*range(KINDS), UNKNOWN, *range(TENTATIVE, TENTATIVE + KINDS)))
"""All that may be written for a card that is not special."""
GROUP: Final = re.compile(r"(10|[1-9]|\?)[xX]([1-9][0-9]?)(\*?)(\??)$")


class DiamsWords(Reading):
    """The words of one text, with the cards, groups and numbers of Diam's."""

    WORD: ClassVar[re.Pattern[str]] = re.compile(r"->|[=+]|[^\s=+]+")
    SEATS: ClassVar[str] = "ABCDE"

    def number(self, wanted: Message | None = None) -> int:
        """A whole number."""
        word = self.next(wanted or say("diams.a-number"))
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise self.fault(say("diams.no-number", word=word))
        return int(word)

    def card(self) -> int:
        """A card, known, tentative or unknown; not the closing card."""
        word = self.next(say("kit.a-card"))
        card = read_card(word.upper())
        if card is None or card == END:
            raise self.fault(say("diams.no-card", word=word))
        return card

    def diamond(self) -> int:
        """A card that is not special."""
        card = self.card()
        if KINDS <= card < END or card >= KINDS + TENTATIVE:
            raise self.fault(say("diams.not-special"))
        return card

    def special(self) -> int:
        """A special card."""
        card = self.card()
        if card != UNKNOWN and not KINDS <= _certain(card) < END:
            raise self.fault(say("diams.special-wanted"))
        return card

    def cards(self) -> list[int]:
        """All cards that follow, in the order written; `-` for none."""
        if self.skip("-"):
            return []
        found = [self.card()]
        while self.peek() and read_card(self.peek().upper()) is not None:
            found.append(self.card())
        return found

    def diamonds(self) -> list[int]:
        """All diamonds that follow, in the order written; `-` for none."""
        if self.skip("-"):
            return []
        found: list[int] = []
        while not found or read_card(self.peek().upper()) in DIAMONDS:
            found.append(self.diamond())
        return found

    def groups(self) -> tuple[int, ...]:
        """Groups such as `1x3 5x2*` as sorted cards; `?x3` for unknown cards."""
        found: list[int] = []
        seen: dict[str, re.Match[str]] = {}
        while not found or GROUP.match(self.peek()):
            word = self.next(say("diams.a-group"))
            match = GROUP.match(word)
            if not match:
                raise self.fault(say("diams.no-group", word=word), say("diams.write-group"))
            quality, count, star, mark = match.groups()
            size, unknown = int(count), quality == "?"
            if before := seen.get(quality):
                # The remedy is to write both groups as one, if there are so many cards.
                both = size + int(before[2])
                end = ("*" if star or before[3] or both == 5 else "") + (before[4] or mark)
                one = say("kit.write", text=f"{quality}x{both}{'' if unknown else end}")
                remedy = one if both <= 5 or unknown else None
                raise self.fault(say("diams.quality-twice", quality=quality), remedy)
            seen[quality] = match
            if unknown:
                if star or mark:
                    raise self.fault(say("diams.no-group", word=word))
                found += [UNKNOWN] * size
                continue
            if size > 5 or (size == 5 and not star):
                all_five = say("diams.five-with-star", text=f"{quality}x5*")
                raise self.fault(say("diams.five-exist") if size > 5 else all_five)
            plain = 2 * int(quality) - 2 + (TENTATIVE if mark else 0)
            plains = size - 1 if star else size
            found += [plain] * plains + [plain + 1] * (size - plains)
        return tuple(sorted(found, key=_certain))


def read_card(word: str) -> int | None:
    """A card's number from its name; None if there is no such card."""
    card = NUMBERS.get(word)
    if card is not None or not word.endswith("?"):
        return card
    card = NUMBERS.get(word[:-1])
    return None if card is None or card >= END else card + TENTATIVE


# Moves and log entries as text, and text as moves.
#
# Reading accepts any case, order and spacing; writing is canonical. Does not depend on the
# position: a text always means the same move.

# -- writing


def names(cards: Iterable[int], blank: str = " ") -> str:
    """Card names in the order given."""
    return blank.join(_name(card) for card in cards)


def _name(card: int) -> str:
    return f"{NAMES[card - TENTATIVE]}?" if card >= TENTATIVE else NAMES[card]


def groups(cards: Sequence[int]) -> str:
    """`5x3* 7x2`: diamonds by quality, starred when the special-purity one is among them."""
    known = [card for card in cards if card != UNKNOWN]
    unknown = len(cards) - len(known)
    words = []
    for quality, group in groupby(sorted(known, key=_certain), key=lambda c: QUALITY[_certain(c)]):
        of_quality = list(group)
        star = "*" if any(_certain(card) & 1 for card in of_quality) else ""
        mark = "?" if any(card >= TENTATIVE for card in of_quality) else ""
        words.append(f"{quality}x{len(of_quality)}{star}{mark}")
    if unknown:
        words.append(f"?x{unknown}")
    return " ".join(words)


def _certain(card: int) -> int:
    return card - TENTATIVE if card >= TENTATIVE else card


def move_text(move: Move) -> str:
    """The move as text."""
    return WRITERS[move[0]](move)


def path(move: Move) -> tuple[str, ...]:
    """A market play below the card played, other moves below their first word and victim."""
    text = move_text(move)
    if move[0] == SAME:
        return (text, text)
    words = text.split(" ")
    heading = 2 if move[0] in (MARKET, CRACK, FORCE) else 1
    return (" ".join(words[:heading]), " ".join(words[heading:]))


WRITERS: Final[Mapping[int, Callable[[Move], str]]] = {
    DRAW: lambda move: "draw",
    REVEAL: lambda move: "reveal",
    MARKET: lambda move: f"market {_name(move[1])} = {names(move[2:], '+') or '-'}",
    SAME: lambda move: f"market {_name(move[1])}",
    VAULT: lambda move: f"vault {groups(move[1:])}",
    ESCORT: lambda move: f"convoy {groups(move[1:])}",
    CRACK: lambda move: f"crack {seat_letter(move[1])} {_name(move[2])}",
    TAKE: lambda move: f"magic {_name(move[1])}",
    FORCE: lambda move: f"force {seat_letter(move[1])} {_name(move[2])} using {_name(move[3])}",
    PASS: lambda move: "pass",
    GIVE: lambda move: f"give {_name(move[1])}",
    DISCARD: lambda move: f"discard {names(move[1:])}",
}


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, seen = ply
    if move is None:
        first = facts[0]
        if first.name == "hand":
            return f"hand {_known(first, who)}"
        if first.name == "market":
            return f"market {names(first.values) or '-'}{_out(facts[1].values)}"
        if first.name == "round":
            return f"round {first.values[0]} first {seat_letter(first.values[1])}"
        return f"end round {first.values[0]}"
    if who != EVERYTHING and move[0] == DRAW:
        return _draw_text(facts, who)
    if not hides(seen, who):
        return _full_text(move, facts)
    count = len(move) - 1
    hidden = {VAULT: f"vault ?x{count}", ESCORT: f"convoy ?x{count}", GIVE: "give ?"}
    return hidden[move[0]] + _tail(facts)


@lru_cache(maxsize=1 << 14)
def _full_text(move: Move, facts: tuple[Fact, ...]) -> str:
    if move[0] == REVEAL:
        ended = "END " if facts[-1].name == "end" else ""
        special = next((fact.values for fact in facts if fact.name == "special"), ())
        words = f"reveal {ended}{names(facts[0].values) or '-'}"
        return words + "".join(f" +{_name(card)}" for card in special)
    if move[0] == DRAW:
        return _draw_text(facts, EVERYTHING)
    return WRITERS[move[0]](move) + _tail(facts)


def _known(fact: Fact, who: Who) -> str:
    return " ".join("?" * len(fact.values)) if hides(fact.seen, who) else names(fact.values)


def _draw_text(facts: tuple[Fact, ...], who: Who) -> str:
    drawn = facts[-1]
    return f"draw {'END ' if len(facts) > 1 else ''}{_known(drawn, who) or '-'}"


def _tail(facts: tuple[Fact, ...]) -> str:
    """What followed a play: the answer to a special card, the refill of an empty market."""
    words = ""
    for i, fact in enumerate(facts):
        if fact.name == "miss":
            words = " -> -"
        elif fact.name == "shown":
            words = f" -> {groups(fact.values) or '-'}"
        elif fact.name == "refill":
            ended = facts[-1].name == "end"
            words += f"; refill {'END ' if ended else ''}{names(fact.values) or '-'}"
            words += _out(facts[i + 1].values)
    return words


def _out(specials: Sequence[int]) -> str:
    return f" out {names(specials)}" if specials else ""


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: one line per turn, with the victim's gift after an arrow."""
    line: list[str] = []
    owner = CHANCE
    for seat, words in entries:
        if words.startswith("give "):
            gift, refill, rest = words.removeprefix("give ").partition("; ")
            line[-1] += f" -> {gift}{refill}{rest}"
            continue
        begins = seat < 0 or words.startswith(("draw ", "reveal ", "hand "))
        if line and (begins or seat != owner):
            yield f"{seat_letter(owner)}: {'; '.join(line)}"
            line = []
        owner = seat
        line.append(words)
        if seat < 0:
            yield f"-- {words}"
            line = []
    if line:
        yield f"{seat_letter(owner)}: {'; '.join(line)}"


# -- reading moves


def parse_move(given: str) -> Move:
    """The move of a canonical move text."""
    words = DiamsWords(given)
    verb = words.next(say("kit.a-move"))
    reader = MOVE_READERS.get(verb)
    if reader is None:
        raise words.fault(say("kit.unknown-move", word=verb))
    move = reader(words)
    words.finish()
    if any(card >= UNKNOWN for card in move[1:]):
        raise NotationError(say("kit.known-only"), 0, len(given))
    if move_text(move) != given:
        raise NotationError(say("kit.write", text=move_text(move)), 0, len(given))
    return move


def _read_market(words: DiamsWords) -> Move:
    card = words.diamond()
    if not words.skip("="):
        return (SAME, card)
    if words.skip("-"):
        return (MARKET, card)
    taken = [words.diamond()]
    while words.skip("+"):
        taken.append(words.diamond())
    return (MARKET, card, *ordered(taken))


def _read_force(words: DiamsWords) -> Move:
    victim, card = words.seat(), words.diamond()
    words.expect("using")
    return (FORCE, victim, card, words.special())


def ordered(cards: Iterable[int]) -> list[int]:
    """Cards as in a sorted hand, unknown ones last."""
    return sorted(cards, key=lambda card: (_certain(card), card))


MOVE_READERS: Final[Mapping[str, Callable[[DiamsWords], Move]]] = {
    "draw": lambda words: (DRAW,),
    "reveal": lambda words: (REVEAL,),
    "market": _read_market,
    "vault": lambda words: (VAULT, *words.groups()),
    "convoy": lambda words: (ESCORT, *words.groups()),
    "crack": lambda words: (CRACK, words.seat(), words.diamond()),
    "magic": lambda words: (TAKE, words.diamond()),
    "force": _read_force,
    "pass": lambda words: (PASS,),
    "give": lambda words: (GIVE, words.diamond()),
    "discard": lambda words: (DISCARD, *ordered(words.cards())),
}


# The parts of a record line, read as canonical text and log entries.
#
# A part is the text between two `;` of a turn, or a directive without its dashes. Most parts are
# one entry; a safecracker's hit is two (`crack` and the victim's gift), a refill belongs to the
# entry before it, a check has no entry.


class DiamsPart(NamedTuple):
    """One part of a line: its canonical text, its entries, its additions to the entry before."""

    text: str
    plies: tuple[Ply[Move], ...] = ()
    refill: tuple[Fact, ...] = ()
    drawn: tuple[int, ...] = ()


def plies(seat: Seat, segments: Sequence[str]) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    entries: list[tuple[int, Ply[Move]]] = []
    refilled = -1  # the entry whose refill has been read
    for index, segment in enumerate(segments):
        part = read_part(seat, segment)
        entries.extend((index, ply) for ply in part.plies)
        if part.refill:
            before, ply = entries[-1] if entries else (0, Ply(seat, None))
            # Neither a hand nor a draw ends a turn.
            played = ply.move is not None and ply.move[0] not in (DRAW, REVEAL)
            if not played or refilled == len(entries):
                raise NotationError(say("diams.refill-after-play"), 0, len(segment))
            ply = ply._replace(facts=ply.facts + part.refill, drawn=ply.drawn + part.drawn)
            entries[-1] = (before, ply)
            refilled = len(entries)
    return entries


def read_part(seat: Seat, segment: str) -> DiamsPart:
    """One part of a line."""
    words = DiamsWords(segment)
    readers, unknown = (DIRECTIVES, NO_DIRECTIVE) if seat == CHANCE else (ACTIONS, NO_ACTION)
    part = words.reader(readers, say("diams.an-action"), unknown)(seat, words)
    words.finish()
    return part


def _entry(ply: Ply[Move]) -> DiamsPart:
    return DiamsPart(text(ply), (ply,))


def _drawn(diamonds: Sequence[int], specials: Sequence[int], ended: bool, full: int) -> Move:
    """An order that the deck may have had, with the closing card as deep as possible."""
    drawn = (*specials, *diamonds)
    if not ended:
        return drawn
    return (*drawn[:-1], END, drawn[-1]) if len(diamonds) == full else (*drawn, END)


def _draw(seat: Seat, words: DiamsWords) -> DiamsPart:
    ended = words.skip("end")
    drawn = () if words.skip("-") else (words.card(),)
    facts: tuple[Fact, ...] = (Fact("draw", drawn, (seat,) if drawn else None),)
    if ended:
        return _entry(Ply(seat, (DRAW,), (CLOSING, *facts), (END, *drawn)))
    return _entry(Ply(seat, (DRAW,), facts, drawn))


def _reveal(seat: Seat, words: DiamsWords) -> DiamsPart:
    ended = words.skip("end")
    diamonds = tuple(words.diamonds())
    if len(diamonds) > 2:
        raise words.fault(say("diams.two-revealed"))
    special: tuple[int, ...] = ()
    while words.skip("+"):
        special = (*special, words.special())
    facts = revealed(diamonds, special, ended)
    return _entry(Ply(seat, (REVEAL,), facts, _drawn(diamonds, special, ended, 2)))


def _move(verb: str, *, hidden: bool = False) -> Callable[[Seat, DiamsWords], DiamsPart]:
    def read(seat: Seat, words: DiamsWords) -> DiamsPart:
        seen = (seat,) if hidden else None
        return _entry(Ply(seat, MOVE_READERS[verb](words), seen=seen))

    return read


def _expect_answer(words: DiamsWords, move: Move, fault: Sentence, remedy: Sentence) -> None:
    """Read the arrow; at the end of the text, an error that says what to write."""
    if not words.peek():
        end, how = len(words.given), remedy(move=move_text(move), card=NAMES[move[2]])
        raise NotationError(fault(who=Player(move[1])), end, end, how)
    words.expect("->")


def _crack(seat: Seat, words: DiamsWords) -> DiamsPart:
    move = (CRACK, words.seat(), words.diamond())
    _expect_answer(words, move, Sentence("diams.answer-missing"), Sentence("diams.write-answer"))
    if words.skip("-"):
        return _entry(Ply(seat, move, MISS))
    card = words.diamond()
    victim = move[1]
    gift: Ply[Move] = Ply(victim, (GIVE, card), (), (), (seat, victim))
    return DiamsPart(f"{move_text(move)} -> {names((card,))}", (Ply(seat, move), gift))


def _force(seat: Seat, words: DiamsWords) -> DiamsPart:
    move = MOVE_READERS["force"](words)
    _expect_answer(words, move, Sentence("diams.shown-missing"), Sentence("diams.write-shown"))
    shown = () if words.skip("-") else words.groups()
    return _entry(Ply(seat, (FORCE, *move[1:]), (Fact("shown", shown),)))


def _refill(seat: Seat, words: DiamsWords) -> DiamsPart:
    ended = words.skip("end")
    diamonds = words.diamonds()
    out = _out_part(words)
    if len(diamonds) > 3:
        raise words.fault(say("diams.three-refilled"))
    line = f"refill {'END ' if ended else ''}{names(diamonds) or '-'}{_out(out)}"
    drawn = _drawn(diamonds, out, ended, 3)
    return DiamsPart(line, (), laid_out("refill", diamonds, out, ended), drawn)


def _out_part(words: DiamsWords) -> list[int]:
    if not words.skip("out"):
        return []
    specials = [words.special()]
    while words.peek():
        specials.append(words.special())
    return specials


def _hand(seat: Seat, words: DiamsWords) -> DiamsPart:
    cards = tuple(ordered(words.cards()))
    return _entry(Ply(seat, None, (Fact("hand", cards, (seat,)),), cards))


def _round(seat: Seat, words: DiamsWords) -> DiamsPart:
    number = words.number(say("diams.round-number"))
    words.expect("first")
    return _entry(Ply(CHANCE, None, (Fact("round", (number, words.seat())),)))


def _market(seat: Seat, words: DiamsWords) -> DiamsPart:
    laid = words.diamonds()
    out = _out_part(words)
    return _entry(Ply(CHANCE, None, laid_out("market", laid, out), (*out, *laid)))


def _end(seat: Seat, words: DiamsWords) -> DiamsPart:
    words.expect("round")
    return _entry(Ply(CHANCE, None, (Fact("end round", (words.number(),)),)))


def _check(seat: Seat, words: DiamsWords) -> DiamsPart:
    name = words.next(say("diams.a-check"))
    if name not in CHECKS:
        message = say("diams.no-check", word=name)
        raise words.fault(message, say("diams.one-of", known=", ".join(CHECKS)))
    values: dict[int, str] = {}
    while words.peek() or not values:
        word = words.next(say("diams.a-count")).upper()  # `A26`, or `A?` if nobody knows it
        number = word[1:]
        known = number.isascii() and number.isdigit() and len(number) < 10
        if word[0] not in "ABCDE" or not (number == "?" or known):
            raise words.fault(say("diams.no-count", word=word))
        of = ord(word[0]) - ord("A")
        if of in values:
            raise words.fault(say("diams.stands-twice", who=Player(of)))
        values[of] = str(int(number)) if known else number
    stated = " ".join(f"{seat_letter(s)}{values[s]}" for s in sorted(values))
    return DiamsPart(f"check {name} {stated}")


def _opened(seat: Seat, words: DiamsWords) -> DiamsPart:
    line = f"reveal {seat_letter(words.seat())}"
    if words.skip("vault"):
        line += f" vault {'-' if words.skip('-') else groups(words.groups())}"
    if words.skip("hand"):
        line += f" hand {names(ordered(words.cards())) or '-'}"
    if " " not in line.removeprefix("reveal "):
        words.expect("vault")
    return DiamsPart(line)


CHECKS: Final = ("points", "chips", "purity", "hand")
ACTIONS: Final[Mapping[str, Callable[[Seat, DiamsWords], DiamsPart]]] = {
    "hand": _hand,
    "draw": _draw,
    "reveal": _reveal,
    "market": _move("market"),
    "vault": _move("vault", hidden=True),
    "convoy": _move("convoy", hidden=True),
    "crack": _crack,
    "magic": _move("magic"),
    "force": _force,
    "pass": _move("pass"),
    "discard": _move("discard"),
    "refill": _refill,
}
DIRECTIVES: Final[Mapping[str, Callable[[Seat, DiamsWords], DiamsPart]]] = {
    "round": _round,
    "market": _market,
    "end": _end,
    "check": _check,
    "reveal": _opened,
}
