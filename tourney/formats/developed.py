"""Designs made from few rounds: the other rounds follow by moving all places by one.

The rounds of the table were found by a search of the project over the differences of places. That
such rounds exist is known from the Handbook of Combinatorial Designs, 2nd edition, chapters on
resolvable designs (Kirkman 15), difference families, whist and the scheduling of tournaments.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple


class DevelopedDesign(NamedTuple):
    """A design by its first rounds.

    The places are cycles of these lengths, one after the other; the next round moves every place to
    the next one of its cycle. With a `side`, a cycle is a square: the next round moves a place to
    the next column, and after all columns to the next row.
    """

    cycles: tuple[int, ...]
    base: tuple[str, ...]
    side: int = 0

    @property
    def rounds(self) -> int:
        """Number of different rounds."""
        return max(self.cycles) * len(self.base)

    def tables(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The tables of a round, counted from 0."""
        turn, base = divmod(number, len(self.base))
        moved = [
            start + self._moved(at, turn, length)
            for start, length in self._starts()
            for at in range(length)
        ]
        return tuple(
            tuple(moved[int(place)] for place in table.split())
            for table in self.base[base].split("/")
        )

    def _moved(self, at: int, turn: int, length: int) -> int:
        if not self.side or length == 1:
            return (at + turn) % length
        (row, column), (rows, columns) = divmod(at, self.side), divmod(turn, self.side)
        return (row + rows) % self.side * self.side + (column + columns) % self.side

    def _starts(self) -> Iterator[tuple[int, int]]:
        start = 0
        for length in self.cycles:
            yield start, length
            start += length


DEVELOPED: Final[dict[tuple[int, ...], tuple[DevelopedDesign, ...]]] = {
    (3, 2): (
        DevelopedDesign(
            (5,),
            (
                "1 3 4 / 0 2",
                "0 1 2 / 3 4",
            ),
        ),
    ),
    (3, 3): (
        DevelopedDesign(
            (5, 1),
            (
                "0 1 2 / 3 4 5",
                "0 2 3 / 1 4 5",
            ),
        ),
    ),
    (4, 3): (DevelopedDesign((7,), ("0 2 5 6 / 1 3 4",)),),
    (3, 3, 2): (DevelopedDesign((8,), ("0 1 3 / 4 5 7 / 2 6",)),),
    (4, 4): (DevelopedDesign((7, 1), ("0 1 2 4 / 3 5 6 7",)),),
    (3, 3, 3, 2): (DevelopedDesign((11,), ("2 8 9 / 0 3 10 / 1 4 6 / 5 7",)),),
    (4, 4, 3): (DevelopedDesign((11,), ("0 3 4 9 / 1 7 8 10 / 2 5 6",)),),
    (6, 5): (DevelopedDesign((11,), ("0 2 3 4 8 10 / 1 5 6 7 9",)),),
    (3,) * 4: (DevelopedDesign((11, 1), ("0 5 11 / 1 9 10 / 2 6 8 / 3 4 7",)),),
    (4, 4, 4): (DevelopedDesign((11, 1), ("0 1 9 11 / 2 4 7 8 / 3 5 6 10",)),),
    (6, 6): (DevelopedDesign((11, 1), ("0 2 3 4 8 10 / 1 5 6 7 9 11",)),),
    (3,) * 5: (DevelopedDesign((7, 7, 1), ("0 9 11 / 1 7 8 / 2 12 14 / 3 4 6 / 5 10 13",)),),
    (5, 5, 5, 4): (
        DevelopedDesign((19,), ("7 9 12 16 17 / 2 4 5 8 10 / 0 6 11 15 18 / 1 3 13 14",)),
    ),
    (4,) * 5: (
        DevelopedDesign((19, 1), ("0 7 8 10 / 1 12 17 19 / 2 6 14 15 / 3 13 16 18 / 4 5 9 11",)),
    ),
    (3,) * 6: (
        DevelopedDesign(
            (4, 4, 4, 4, 1, 1),
            (
                "9 14 15 / 3 8 12 / 0 1 5 / 6 7 11 / 2 10 16 / 4 13 17",
                "1 7 13 / 2 9 12 / 3 6 14 / 0 10 17 / 4 15 16 / 5 8 11",
            ),
        ),
    ),
    (3,) * 7: (
        DevelopedDesign(
            (5, 5, 5, 5, 1),
            (
                "2 3 14 / 1 7 8 / 4 12 15 / 6 9 11 / 13 18 20 / 0 5 19 / 10 16 17",
                "1 10 11 / 8 12 14 / 0 9 20 / 7 15 18 / 2 4 19 / 3 6 16 / 5 13 17",
            ),
        ),
    ),
    (3,) * 8: (
        DevelopedDesign(
            (11, 11, 1, 1),
            ("0 10 19 / 1 9 14 / 2 4 8 / 3 20 23 / 5 15 17 / 6 13 22 / 7 18 21 / 11 12 16",),
        ),
    ),
    (4,) * 6: (
        DevelopedDesign(
            (7, 7, 7, 1, 1, 1),
            ("0 1 5 19 / 2 9 11 12 / 3 8 16 22 / 4 10 20 21 / 6 7 14 23 / 13 15 17 18",),
        ),
        DevelopedDesign(
            (23, 1), ("0 4 5 13 / 1 9 10 12 / 2 7 17 18 / 3 15 19 21 / 6 16 20 22 / 8 11 14 23",)
        ),
    ),
    (4,) * 7: (
        DevelopedDesign(
            (9, 9, 9, 1),
            (
                "10 14 19 22 / 1 3 24 26 / 6 7 11 13 / 16 17 18 23 / 8 15 25 27 / 2 5 20 21 / "
                "0 4 9 12",
            ),
            side=3,
        ),
    ),
}
"""Designs by the sizes of their tables, larger ones first. Pairs meet equally often, or, if there
are fewer rounds than that takes, never twice."""
