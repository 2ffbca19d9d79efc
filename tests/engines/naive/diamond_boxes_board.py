"""Legal placements, found by checking every cell of the board.

It shares no code with the engine: patterns, turns and texts are written a second time.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]  # row, column
Cells: TypeAlias = dict[Cell, tuple[str, str]]  # colour letter, diamond

# DJ1-R3 as two rows of three
BOXES = (
    *("BBB/WWW", "BBW/BWW", "BBW/WBW", "BBW/WWB", "BWB/BWW"),
    *("BWB/WBW", "BWB/WWB", "BWW/BBW", "WBB/BWW", "WBB/WBW"),
)
TURNS = {
    "n": lambda r, c: (r, c),
    "e": lambda r, c: (c, 1 - r),
    "s": lambda r, c: (1 - r, 2 - c),
    "w": lambda r, c: (2 - c, r),
}
TEXT = re.compile(r"([rygbp])(\d+)@(-?\d+),(-?\d+)([nesw])")


@cache
def shape(name: str, turn: str) -> tuple[tuple[Cell, str], ...]:
    """The six cells of a turned card with their diamonds, relative to the top-left cell."""
    rows = BOXES[int(name[1:]) - 1].split("/")
    return tuple(
        (TURNS[turn](r, c), diamond) for r, row in enumerate(rows) for c, diamond in enumerate(row)
    )


def laid(text: str) -> dict[Cell, str]:
    """The cells of a placement such as `g2@1,1s`."""
    found = TEXT.fullmatch(text)
    assert found, text
    colour, pattern, x, y, turn = found.groups()
    return {(int(y) + r, int(x) + c): diamond for (r, c), diamond in shape(colour + pattern, turn)}


def board(texts: Iterable[str]) -> Cells:
    """The visible cells after these cards were placed one after the other."""
    seen: Cells = {}
    for text in texts:
        seen.update({cell: (text[0], diamond) for cell, diamond in laid(text).items()})
    return seen


def covered(seen: Cells, text: str) -> int:
    """Number of cells that a placement covers."""
    return sum(cell in seen for cell in laid(text))


def matches(seen: Cells, colour: str, card: dict[Cell, str]) -> bool:
    """Whether all covered cells have the same diamonds and another colour (DJ1-R12)."""
    return all(
        seen[cell][1] == diamond and seen[cell][0] != colour
        for cell, diamond in card.items()
        if cell in seen
    )


def touches(seen: Cells, card: Iterable[Cell]) -> bool:
    """Whether a card covers a cell or shares an edge with one (DJ1-R13)."""
    return any(
        near in seen
        for r, c in card
        for near in ((r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
    )


def anywhere(seen: Cells, name: str) -> Iterator[tuple[str, dict[Cell, str]]]:
    """A card at every spot near the board, as text and as cells."""
    down, right = [r for r, _ in seen], [c for _, c in seen]
    for y in range(min(down) - 4, max(down) + 5):
        for x in range(min(right) - 4, max(right) + 5):
            for turn in TURNS:
                card = {(y + r, x + c): diamond for (r, c), diamond in shape(name, turn)}
                yield f"{name}@{x},{y}{turn}", card


def legal_by_rule_1(seen: Cells, name: str) -> list[str]:
    """Placements of a card by rule 1, sorted."""
    return sorted(
        text
        for text, card in anywhere(seen, name)
        if matches(seen, name[0], card) and touches(seen, card)
    )


def legal_by_rule_2(seen: Cells, name: str, colour: str | None) -> list[str]:
    """Placements of a card in rule 2, sorted; colour None means any visible colour."""
    found = []
    for text, card in anywhere(seen, name):
        under = [seen[cell][0] for cell in card if cell in seen]
        wanted = colour is None or colour in under
        if len(under) >= 4 and wanted and matches(seen, name[0], card):
            found.append(text)
    return sorted(found)


@cache
def goes_somewhere(placed: tuple[str, ...], name: str) -> bool:
    """Whether rule 2 allows a card anywhere for at least one visible colour (DJ2-Q7)."""
    return bool(legal_by_rule_2(board(placed), name, None))
