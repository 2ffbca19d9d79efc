"""Giving every row a column of its own: whether cards that are wanted can all be there."""

from collections.abc import Sequence


def uncovered(rows: Sequence[Sequence[int]]) -> int | None:
    """The first row that cannot get a column of its own beside those before it; None if all can."""
    taken: dict[int, int] = {}

    def find(row: int, tried: set[int]) -> bool:
        for column in rows[row]:
            if column not in tried:
                tried.add(column)
                if column not in taken or find(taken[column], tried):
                    taken[column] = row
                    return True
        return False

    return next((row for row in range(len(rows)) if not find(row, set())), None)
