"""Bipartite matching: whether every row can have a column of its own."""

from collections.abc import Sequence


def uncovered(rows: Sequence[Sequence[int]]) -> int | None:
    """The first row that gets no column of its own when all earlier rows have one; None if none."""
    taken: dict[int, int] = {}

    def find(row: int, tried: set[int]) -> bool:
        for column in rows[row]:
            if column not in taken:  # the usual case, without a search
                taken[column] = row
                return True
        for column in rows[row]:
            if column not in tried:
                tried.add(column)
                if find(taken[column], tried):
                    taken[column] = row
                    return True
        return False

    return next((row for row in range(len(rows)) if not find(row, set())), None)
