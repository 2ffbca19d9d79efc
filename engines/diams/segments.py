"""Diam's: the parts of a record line, read as canonical text and log entries.

A part is the text between two `;` of a turn, or a directive without its dashes. Most parts are one
entry; a safecracker's hit is two (`crack` and the victim's gift), a refill belongs to the entry
before it, a check has no entry.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engines.api import CHANCE, Fact, NotationError, Ply, Seat, seat_letter
from engines.diams.cards import END, NAMES
from engines.diams.facts import CLOSING, MISS, dealt_hand, laid_out, revealed
from engines.diams.moves import CRACK, DRAW, FORCE, GIVE, REVEAL, Move
from engines.diams.notation import MOVE_READERS, groups, move_text, names, ordered, text
from engines.diams.reading import DiamsWords
from engines.messages import Player, Sentence, say


class DiamsPart(NamedTuple):
    """One part of a line: its canonical text, its entries, its additions to the entry before."""

    text: str
    plies: tuple[Ply[Move], ...] = ()
    refill: tuple[Fact, ...] = ()
    drawn: tuple[int, ...] = ()


def canonical(seat: Seat, segment: str) -> str:
    """Canonical form of one part."""
    return read_part(seat, segment).text


def plies(seat: Seat, segments: Sequence[str]) -> list[tuple[int, Ply[Move]]]:
    """Log entries of a line, each with the index of the part it starts in."""
    found: list[tuple[int, Ply[Move]]] = []
    refilled = -1  # the entry whose refill has been read
    for index, segment in enumerate(segments):
        part = read_part(seat, segment)
        found.extend((index, ply) for ply in part.plies)
        if part.refill:
            if not found or refilled == len(found) or not _is_play(found[-1][1]):
                raise NotationError(say("diams.refill-after-play"), 0, len(segment))
            before, ply = found[-1]
            ply = ply._replace(facts=ply.facts + part.refill, drawn=ply.drawn + part.drawn)
            found[-1] = (before, ply)
            refilled = len(found)
    return found


def _is_play(ply: Ply[Move]) -> bool:
    """Whether an entry can end a turn: it is neither a hand nor a draw."""
    return ply.move is not None and ply.move[0] not in (DRAW, REVEAL)


def read_part(seat: Seat, segment: str) -> DiamsPart:
    """One part of a line."""
    words = DiamsWords(segment)
    verb = words.next(say("diams.an-action"))
    readers = DIRECTIVES if seat == CHANCE else ACTIONS
    reader = readers.get(verb)
    if reader is None:
        unknown = (
            Sentence("kit.unknown-directive") if seat == CHANCE else Sentence("kit.unknown-action")
        )
        raise words.fault(unknown(word=words.typed()))
    part = reader(seat, words)
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
    diamonds = words.diamonds()
    if len(diamonds) > 2:
        raise words.fault(say("diams.two-revealed"))
    special = []
    while words.skip("+"):
        special.append(words.special())
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
    out = _out(words)
    if len(diamonds) > 3:
        raise words.fault(say("diams.three-refilled"))
    line = f"refill {'END ' if ended else ''}{names(diamonds) or '-'}{_out_text(out)}"
    drawn = _drawn(diamonds, out, ended, 3)
    return DiamsPart(line, (), laid_out("refill", diamonds, out, ended), drawn)


def _out(words: DiamsWords) -> list[int]:
    if not words.skip("out"):
        return []
    found = [words.special()]
    while words.peek():
        found.append(words.special())
    return found


def _out_text(specials: Sequence[int]) -> str:
    return f" out {names(specials)}" if specials else ""


def _hand(seat: Seat, words: DiamsWords) -> DiamsPart:
    cards = tuple(ordered(words.cards()))
    return _entry(Ply(seat, None, dealt_hand(seat, cards), cards))


def _round(seat: Seat, words: DiamsWords) -> DiamsPart:
    number = words.number(say("diams.round-number"))
    words.expect("first")
    return _entry(Ply(CHANCE, None, (Fact("round", (number, words.seat())),)))


def _market(seat: Seat, words: DiamsWords) -> DiamsPart:
    laid = words.diamonds()
    out = _out(words)
    return _entry(Ply(CHANCE, None, laid_out("market", laid, out), (*out, *laid)))


def _end(seat: Seat, words: DiamsWords) -> DiamsPart:
    words.expect("round")
    return _entry(Ply(CHANCE, None, (Fact("end round", (words.number(),)),)))


def _check(seat: Seat, words: DiamsWords) -> DiamsPart:
    name = words.next(say("diams.a-check"))
    if name not in CHECKS:
        raise words.fault(
            say("diams.no-check", word=name), say("diams.one-of", known=", ".join(CHECKS))
        )
    values: dict[int, str] = {}
    while words.peek() or not values:
        letter, value = words.assertion()
        if letter in values:
            raise words.fault(say("diams.stands-twice", who=Player(letter)))
        values[letter] = value
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
