"""Diamond Boxes: moves and log entries to text, and moves back from it; the same text everywhere.

Knows no position: what a text means does not depend on where it stands.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.diamond_boxes.board import CARD, place, spot
from engines.diamond_boxes.cards import BELIEVED, COLOURS, NAMES, NUMBERS, UNKNOWN
from engines.diamond_boxes.moves import CHOOSE, CHOSEN, PASS, Move

SHEET: Final = """\
cards     r y g b p (red, yellow, green, blue, purple) and a pattern, 1 … 10: g7
          1 BBB/WWW  2 BBW/BWW  3 BBW/WBW  4 BBW/WWB  5 BWB/BWW
          6 BWB/WBW  7 BWB/WWB  8 BWW/BBW  9 WBB/BWW  10 WBB/WBW
          (B black, W white; the upper row and the lower)
place     y8@0,-1e/4 : column and row of the top-left cell of the turned card
          (right and down count up), turned n e s w = 0, 90, 180, 270 degrees
          clockwise, / cells covered
start     -- start r9@1,0e b7@0,0n : two cards, the second on top
          then A: hand r5 r8 y7 g9 b2"""

SHEET_1: Final = f"""\
{SHEET}
a turn    A: y8@0,-1e/4; penalty p4 y8
counts    -- check hand A5 B4 C3 · -- check deck 12
unknown   ? for a card nobody saw: ?@0,-1e/4 · penalty p4 ?
          hands may be left out
answers   a bot answers the bare move: y8@0,-1e"""

SHEET_2: Final = f"""\
{SHEET}
          -- start r9@1,0e b7@0,0n first B : by rule 2
a turn    A: r5@1,0e/6; draw y8 · A: pass
colour    B: colour r : a line of its own
drawn     -- draw reason "no card can be placed"
counts    -- check hand A5 B4 C3 · -- check deck A3 B0 · -- check colour r
unknown   ? for a card nobody saw: ?@1,0e/6; draw ? · hands may be left out
answers   a bot answers the bare move: r5@1,0e, pass, colour r"""

PLACEMENT: Final = re.compile(
    # Possessive: no two parts can share what they match, so nothing is tried twice.
    r"(?P<card>[^@\s]*+)\s*+@\s*+(?P<x>[^,\s]*+)\s*+,\s*+"
    r"(?P<y>[+-]?+[0-9]*+)\s*+(?P<turn>[^/\s]*+)\s*+(/\s*+(?P<covered>\S*+))?"
)
NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,2}")
FARTHEST: Final = 200


# -- writing


def name(card: int) -> str:
    """A card's name."""
    return f"{NAMES[card - BELIEVED]}?" if card >= BELIEVED else NAMES[card]


def names(cards: Iterable[int]) -> str:
    """Card names in the order given."""
    return " ".join(map(name, cards))


def order(card: int) -> tuple[int, int]:
    """Where a card stands in a sorted hand: believed ones as if known, unknown ones last."""
    return (card % BELIEVED, card)


def move_text(move: Move) -> str:
    """The bare decision."""
    assert isinstance(move, int), "what the dealer does has no text"
    if move >= CHOSEN:
        return placement_text(move)
    return "pass" if move == PASS else f"colour {COLOURS[move - CHOOSE]}"


@lru_cache(maxsize=1 << 14)
def placement_text(placement: int) -> str:
    """`y8@0,-1e`."""
    x, y, turn = place(placement)
    return f"{name(placement >> CARD)}@{x},{y}{'nesw'[turn]}"


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, _ = ply
    if move is None:
        return _dealer_text(facts, who)
    words = move_text(move)
    for fact in facts:
        if fact.name == "covered":
            words += f"/{fact.values[0]}"
        else:
            words += f"; {fact.name} {_known(fact, who)}"
    return words


def _known(fact: Fact, who: Who) -> str:
    if fact.seen is None or who == EVERYTHING or who in fact.seen:
        return names(fact.values)
    return " ".join("?" for _ in fact.values)


def _dealer_text(facts: tuple[Fact, ...], who: Who) -> str:
    first = facts[0]
    if first.name == "hand":
        return f"hand {_known(first, who)}"
    if first.name == "draw":
        return f'draw reason "{"".join(map(chr, facts[1].values))}"'
    words = f"start {' '.join(map(placement_text, first.values))}"
    return f"{words} first {seat_letter(facts[1].values[0])}" if len(facts) > 1 else words


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: one per entry."""
    for seat, words in entries:
        yield f"-- {words}" if seat == CHANCE else f"{seat_letter(seat)}: {words}"


# -- reading


def read_card(word: str) -> int | None:
    """A card's number from its name, known, believed or unknown; None for anything else."""
    word = word.lower()
    known = NUMBERS.get(word)
    if known is not None:
        return known
    known = NUMBERS.get(word[:-1]) if word.endswith("?") else None
    return None if known is None or known == UNKNOWN else known + BELIEVED


def read_placement(given: str, start: int = 0) -> tuple[int, int | None]:
    """A placement and the cells it says it covers; `start` is where the text stands."""
    found = PLACEMENT.fullmatch(given)
    if found is None:
        fix = "write it as y8@0,-1e/4"
        raise NotationError(f"'{given}' is no placement", start, start + len(given), fix)
    card = read_card(found["card"])
    if card is None:
        raise _fault(found, "card", start, "is no card: r, y, g, b or p and 1 to 10")
    x, y = (_coordinate(found, key, start) for key in ("x", "y"))
    turn = found["turn"].lower()
    if len(turn) != 1 or turn not in "nesw":
        raise _fault(found, "turn", start, "is no turn: n, e, s or w")
    covered = found["covered"]
    if covered is not None and covered not in tuple("0123456"):
        raise _fault(found, "covered", start, "is no number of cells from 0 to 6")
    where = spot(x, y, "nesw".index(turn))
    return card << CARD | where, None if covered is None else int(covered)


def _coordinate(found: re.Match[str], key: str, start: int) -> int:
    if not NUMBER.fullmatch(found[key]):
        raise _fault(found, key, start, "is no coordinate: a whole number such as 3, 0 or -1")
    if abs(int(found[key])) > FARTHEST:
        raise _fault(found, key, start, "is farther than 50 cards reach")
    return int(found[key])


def _fault(found: re.Match[str], key: str, start: int, words: str) -> NotationError:
    return NotationError(
        f"'{found[key]}' {words}", start + found.start(key), start + found.end(key)
    )


def parse_move(given: str, rule: int) -> Move:
    """The decision a bare move text stands for, which must be canonical."""
    move: Move
    if given == "pass":
        return PASS
    if given.startswith("colour ") and rule == 2:
        letter = given.removeprefix("colour ")
        if len(letter) != 1 or letter not in COLOURS:
            raise NotationError(f"'{letter}' is no colour: r, y, g, b or p", 7, len(given))
        return CHOOSE + COLOURS.index(letter)
    if "@" not in given:
        fix = "see `tourney help notation`"
        raise NotationError(f"unknown move '{given}'", 0, len(given), fix)
    move, covered = read_placement(given)
    if covered is not None or move >> CARD >= UNKNOWN:
        raise NotationError("a move is a known card and its spot alone", 0, len(given))
    if move_text(move) != given:
        raise NotationError(f"write '{move_text(move)}'", 0, len(given))
    return move
