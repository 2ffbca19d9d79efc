"""Diamond Boxes: moves and log entries as text, and text as moves.

Does not depend on the position: a text always means the same move.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from engines.api import CHANCE, EVERYTHING, Fact, NotationError, Ply, Seat, Who, seat_letter
from engines.diamond_boxes.cards import COLOURS, NAMES, NUMBERS, TENTATIVE, UNKNOWN
from engines.diamond_boxes.moves import CHOOSE, PASS, PLACEMENTS, Move
from engines.diamond_boxes.spots import CARD, place, spot
from engines.messages import Sentence, say

PLACEMENT: Final = re.compile(
    # Possessive quantifiers: the parts cannot overlap, so backtracking would be useless.
    r"(?P<card>[^@\s]*+)\s*+@\s*+(?P<x>[^,\s]*+)\s*+,\s*+"
    r"(?P<y>[+-]?+[0-9]*+)\s*+(?P<turn>[^/\s]*+)\s*+(/\s*+(?P<covered>\S*+))?"
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
    """A card's number from its name, known, tentative or unknown; None for anything else."""
    word = word.lower()
    known = NUMBERS.get(word)
    if known is not None:
        return known
    known = NUMBERS.get(word[:-1]) if word.endswith("?") else None
    return None if known is None or known == UNKNOWN else known + TENTATIVE


def read_placement(given: str, start: int = 0) -> tuple[int, int | None]:
    """A placement and the number of cells after `/`, if any; `start` is the offset of the text."""
    found = PLACEMENT.fullmatch(given)
    if found is None:
        fix = say("diamond-boxes.write-like", example="y8@0,-1e/4")
        raise NotationError(
            say("diamond-boxes.no-placement", text=given), start, start + len(given), fix
        )
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
