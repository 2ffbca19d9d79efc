"""Diam's: moves and log entries as text, and text as moves.

Reading accepts any case, order and spacing; writing is canonical. Does not depend on the position:
a text always means the same move.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.diams.cards import NAMES, QUALITY, TENTATIVE, UNKNOWN
from engines.diams.moves import (
    CRACK,
    DISCARD,
    DRAW,
    ESCORT,
    FORCE,
    GIVE,
    MARKET,
    PASS,
    REVEAL,
    SAME,
    TAKE,
    VAULT,
    Move,
)
from engines.diams.reading import DiamsWords
from engines.messages import say

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


def _write_market(move: Move) -> str:
    return f"market {_name(move[1])} = {names(move[2:], '+') or '-'}"


WRITERS: Final[Mapping[int, Callable[[Move], str]]] = {
    DRAW: lambda move: "draw",
    REVEAL: lambda move: "reveal",
    MARKET: _write_market,
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


def _hidden_move(move: Move) -> str:
    if move[0] in (VAULT, ESCORT):
        return f"{'vault' if move[0] == VAULT else 'convoy'} ?x{len(move) - 1}"
    return "give ?"


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, seen = ply
    if move is None:
        return _dealer_text(facts, who)
    if who == EVERYTHING:
        return _full_text(move, facts)
    if move[0] == DRAW:
        return _draw_text(facts, who)
    if seen is None or who in seen:
        return _full_text(move, facts)
    return _hidden_move(move) + _tail(facts)


@lru_cache(maxsize=1 << 14)
def _full_text(move: Move, facts: tuple[Fact, ...]) -> str:
    if move[0] == REVEAL:
        return _reveal_text(facts)
    if move[0] == DRAW:
        return _draw_text(facts, EVERYTHING)
    return WRITERS[move[0]](move) + _tail(facts)


def _known(fact: Fact, who: Who) -> str:
    if fact.seen is None or who == EVERYTHING or who in fact.seen:
        return names(fact.values)
    return " ".join("?" for _ in fact.values)


def _reveal_text(facts: tuple[Fact, ...]) -> str:
    ended = "END " if facts[-1].name == "end" else ""
    special = next((fact.values for fact in facts if fact.name == "special"), ())
    words = f"reveal {ended}{names(facts[0].values) or '-'}"
    return words + "".join(f" +{_name(card)}" for card in special)


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


def _dealer_text(facts: tuple[Fact, ...], who: Who) -> str:
    first = facts[0]
    if first.name == "hand":
        return f"hand {_known(first, who)}"
    if first.name == "market":
        return f"market {names(first.values)}{_out(facts[1].values)}"
    if first.name == "round":
        return f"round {first.values[0]} first {seat_letter(first.values[1])}"
    return f"end round {first.values[0]}"


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
            yield _line(owner, line)
            line = []
        owner = seat
        line.append(words)
        if seat < 0:
            yield f"-- {words}"
            line = []
    if line:
        yield _line(owner, line)


def _line(seat: Seat, parts: list[str]) -> str:
    return f"{seat_letter(seat)}: {'; '.join(parts)}"


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
    return (MARKET, card, *ordered(words.summands()))


def _read_crack(words: DiamsWords) -> Move:
    return (CRACK, words.seat(), words.diamond())


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
    "crack": _read_crack,
    "magic": lambda words: (TAKE, words.diamond()),
    "force": _read_force,
    "pass": lambda words: (PASS,),
    "give": lambda words: (GIVE, words.diamond()),
    "discard": lambda words: (DISCARD, *ordered(words.cards())),
}
