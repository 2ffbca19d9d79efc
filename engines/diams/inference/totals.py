"""Diam's: points and chips of the finished rounds of a record, as far as they are known."""

from collections.abc import Sequence
from typing import Final

from engines.api import Change, Outcome, Refusal
from engines.diams import scoring
from engines.diams.options import DiamsOptions
from engines.messages import say

RULED: Final = ("points", "chips")


class Totals:
    """Points by round (None if unknown) and the rulings on them."""

    def __init__(self, options: DiamsOptions, seats: int) -> None:
        self.seats = seats
        self.length = options.length
        self.points: list[tuple[int, ...] | None] = []
        self.ruled: dict[tuple[str, int], list[int]] = {}  # added by rulings, by name and round

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        """Apply a ruling on the last round; the reason if it is impossible."""
        if changes and not self.points:
            return Refusal("", say("diams.no-round-counted"))
        for name, seat, by in changes:
            if by is None or name not in RULED:
                return Refusal("", say("diams.no-ruling", name=name))
            key = name, len(self.points) - 1
            self.ruled.setdefault(key, [0] * self.seats)[seat] += by
            row = self.row(name, len(self.points) - 1)
            if row is not None and min(row) < 0:
                return Refusal("", say("diams.below-zero"))
        return None

    def row(self, name: str, number: int) -> tuple[int, ...] | None:
        """Points or chips of a round, including rulings; None if they are unknown."""
        points = self.points[number]
        if points is None:
            return None
        row = _added(points, self.ruled.get(("points", number)))
        if name == "chips":
            return _added(scoring.chips(row), self.ruled.get(("chips", number)))
        return row

    def is_last(self) -> bool | None:
        """Whether the match ends after these rounds; None if that depends on unknown points."""
        rounds = len(self.points)
        if not rounds:
            return False
        rows = [self.row("points", number) for number in range(rounds)]
        known = [row or (0,) * self.seats for row in rows]
        if None in rows and self.seats == 2 and rounds == 2 and self.length != "quick":
            return None
        return scoring.is_last(known, self.length)

    def ends_with(self, points: tuple[int, ...] | None) -> bool | None:
        """Whether the match ends with one more round; None if that depends on unknown points."""
        self.points.append(points)
        found = self.is_last()
        self.points.pop()
        return found

    def outcome(self) -> Outcome | None:
        """Scores and places after the last round; None if a score is unknown."""
        quick = self.length == "quick"
        rows = [self.row("points" if quick else "chips", n) for n in range(len(self.points))]
        known = [row for row in rows if row is not None]
        if len(known) < len(rows):
            return None
        return scoring.outcome(known, "quick") if quick else scoring.by_chips(known)


def _added(row: Sequence[int], more: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(row, more or [0] * len(row), strict=True))
