"""Where each slot of a position stands on the page: the table, the grid, the seats.

All positions of a match have the same layout, so that nothing moves between plies: zones are in the
order in which they first appear, and the grid is as large as it ever becomes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engines.api import seat_letter
from tourney.reports.replay_frames import FrameTable, Slot

SIDE: Final = 24  # of a cell
MANY: Final = (12, 8)  # more cards than these overlap: on the table, at a seat


class ZonePlace(NamedTuple):
    """A zone: slots of its cards and its note, label, and the most that it ever shows."""

    slot: int
    label: str
    note: int | None
    longest: str
    many: bool
    counts: bool
    """Whether it has numbers only."""


class SeatPlace(NamedTuple):
    """The zones and slots of a seat; `score` is None if the game has no score before the end."""

    letter: str
    name: str
    active: int
    score: int | None
    place: int
    zones: Sequence[ZonePlace]


class CellPlace(NamedTuple):
    """A cell of the grid and where it is drawn."""

    slot: int
    x: int
    y: int


class GridPlace(NamedTuple):
    """The grid: the part of the plane that it shows, and its cells."""

    box: str
    columns: int
    rows: int
    cells: Sequence[CellPlace]


class ReplayLayout:
    """The slots of a frame table, arranged."""

    def __init__(self, table: FrameTable) -> None:
        self._table = table
        slots = table.slots
        self.title = slots[("title",)]
        self.notes = slots[("notes",)]
        self.longest_notes = table.longest_notes
        self.info = slots.get(("info",))
        self.common = list(self._zones(-1))
        self.seats = [self._seat(seat, name) for seat, name in enumerate(table.names)]
        self.grid = _grid(slots)

    def _zones(self, owner: int) -> Iterator[ZonePlace]:
        table = self._table
        for slot, longest in table.longest.items():
            _, seat, label = slot
            if seat == owner:
                note = table.slots.get(("note", owner, label))
                kinds = [table.kind(letter) for letter in longest]
                cards = kinds.count("c") + kinds.count("w")
                many = cards > MANY[owner >= 0]
                counts = bool(kinds) and set(kinds) <= {"s", "d"}
                yield ZonePlace(table.slots[slot], str(label), note, longest, many, counts)

    def _seat(self, seat: int, name: str) -> SeatPlace:
        slots = self._table.slots
        return SeatPlace(
            letter=seat_letter(seat),
            name="" if name == seat_letter(seat) else name,
            active=self._made("active", seat),
            score=slots.get(("score", seat)),
            place=self._made("place", seat),
            zones=list(self._zones(seat)),
        )

    def _made(self, kind: str, seat: int) -> int:
        """The slot of this kind, which may never show anything."""
        return self._table.slots.setdefault((kind, seat), len(self._table.slots))


def _grid(slots: Mapping[Slot, int]) -> GridPlace | None:
    cells = [(int(slot[1]), int(slot[2]), n) for slot, n in slots.items() if slot[0] == "cell"]
    if not cells:
        return None
    columns, rows = [x for x, _, _ in cells], [y for _, y, _ in cells]
    left, top = min(columns), min(rows)
    width, height = max(columns) - left + 1, max(rows) - top + 1
    box = f"{SIDE * left - 2} {SIDE * top - 2} {SIDE * width + 4} {SIDE * height + 4}"
    places = [CellPlace(n, SIDE * x, SIDE * y) for x, y, n in cells]
    return GridPlace(box, width, height, places)
