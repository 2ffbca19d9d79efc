"""Fits a table to the width of a terminal: texts fold between words, columns are left out.

A number or a date is never folded. What does not fit is left out by importance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tourney.render.text import cell_width

GAP: Final = 3
"""Terminal columns between two columns of a table."""
TEXT: Final = 16
"""Texts do not become narrower than this by folding."""
WORD: Final = 28
"""A longer word of a text may be folded inside."""


@dataclass(frozen=True, slots=True)
class FittedColumn:
    """A column to fit: its heading, its cells, and whether they are texts that may fold.

    Columns of one `group` are left out together.
    """

    head: str
    cells: Sequence[str]
    folds: bool
    importance: int
    group: str = ""

    def natural(self) -> int:
        """The width without folding."""
        return max(map(cell_width, (self.head, *self.cells)))

    def least(self) -> int:
        """The smallest width; a heading without numbers folds between its words."""
        numeric = any(character.isdecimal() for character in self.head)
        head = max(map(cell_width, [self.head] if numeric else self.head.split()), default=1)
        if not self.folds:
            return max(head, *map(cell_width, self.cells), 1)
        word = max((cell_width(word) for cell in self.cells for word in cell.split()), default=1)
        longest = max(map(cell_width, self.cells), default=1)
        return max(head, min(word, WORD), min(longest, TEXT))


class Fit(NamedTuple):
    """The places of the columns that fit, and their widths."""

    kept: Sequence[int]
    widths: Sequence[int]


def fit(columns: Sequence[FittedColumn], width: int) -> Fit:
    """The columns that fit into `width`: the least important, and of these the last, is left out.

    The first column of a table and the most important one always stay. A column that was left out
    returns if a later one, which was wider, has made room for it.
    """
    least = [column.least() for column in columns]
    kept = set(range(len(columns)))
    dropped: list[set[int]] = []
    for places in _dispensable(columns):
        if _total([least[at] for at in kept]) <= width:
            break
        kept -= places
        dropped.append(places)
    for places in reversed(dropped):
        if _total([least[at] for at in kept | places]) <= width:
            kept |= places
    return _fit(columns, sorted(kept), least, width)


def _fit(
    columns: Sequence[FittedColumn], kept: Sequence[int], least: Sequence[int], width: int
) -> Fit:
    natural = [columns[at].natural() for at in kept]
    folded = _narrowed(natural, [least[at] for at in kept], width)
    # Only two columns may be left and still too wide: then a long word folds, but no number.
    narrow = [1 if columns[at].folds else least[at] for at in kept]
    return Fit(kept, _narrowed(folded, narrow, width))


def _dispensable(columns: Sequence[FittedColumn]) -> Iterator[set[int]]:
    """The columns that can be left out, the least important first, with the others of a group."""
    order = sorted(range(1, len(columns)), key=lambda at: (columns[at].importance, -at))
    left = set(order[:-1])
    for place in order[:-1]:
        group = columns[place].group
        together = {at for at in left if at == place or (group and columns[at].group == group)}
        left -= together
        if place in together:
            yield together


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _narrowed(natural: Sequence[int], least: Sequence[int], width: int) -> list[int]:
    """Widths that fit: the widest column that can still shrink shrinks first."""
    widths = [max(pair) for pair in zip(natural, least, strict=True)]
    while _total(widths) > width:
        wide = [at for at, now in enumerate(widths) if now > least[at]]
        if not wide:
            break
        widths[max(wide, key=lambda at: widths[at])] -= 1
    return widths
