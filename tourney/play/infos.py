"""What bots write about their moves, and their times: of one match, numbered by log entry.

Does not depend on how it is stored or displayed.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engines.api import Seat
from tourney.domain.match_values import MoveInfo

PER_MOVE: Final = 500
"""Most characters for one move."""
PER_SEAT: Final = 20_000
"""Most characters for all moves of a seat in one match."""
CUT: Final = "…"
"""The end of a text that was too long."""


class _Written(NamedTuple):
    """A text about a move that was chosen when the log had `at` entries, and its time."""

    seat: Seat
    at: int
    move: str
    text: str
    us: int | None


class InfoLog:
    """The texts and times of one match."""

    def __init__(self) -> None:
        self._written: list[_Written] = []
        self._used: dict[Seat, int] = {}

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self._written)

    def add(self, seat: Seat, at: int, move: str, text: str, us: int | None = None) -> None:
        """Add a text about a move that was chosen when the log had `at` entries, and its time.

        The first text of a seat for which there is no room is only the sign for that.
        """
        used = self._used.get(seat, 0)
        room = min(PER_MOVE, PER_SEAT - used)
        line = " ".join(text.split())
        if not line or room < 0:
            if us is not None:
                self._written.append(_Written(seat, at, move, "", us))
            return
        if len(line) > room:
            line = line[: max(room - 1, 0)] + CUT
        self._used[seat] = used + len(line)
        self._written.append(_Written(seat, at, move, line, us))

    def numbered(
        self,
        entries: Sequence[tuple[Seat, str]],
        forfeits: Mapping[Seat, int] = {},
        lines: Mapping[Seat, int] = {},
    ) -> tuple[MoveInfo, ...]:
        """The texts with the numbers of their entries, in the order in which they came.

        `entries` is the log without forfeits. `forfeits` has the length of the log when a seat
        stopped playing, `lines` the entry before which its forfeit is inserted, in the same order.
        """

        def ply(one: _Written) -> int:
            if forfeits.get(one.seat) == one.at:  # an illegal move: its entry is the forfeit
                return lines[one.seat] + list(lines).index(one.seat) + 1
            entry = _entry_of(one, entries)
            return entry + 1 + sum(line <= entry for line in lines.values())

        return tuple(MoveInfo(ply(one), one.seat, one.text, one.us) for one in self._written)


def _entry_of(one: _Written, entries: Sequence[tuple[Seat, str]]) -> int:
    """The entry of a move, or the next one if the move is not written.

    Sealed moves are logged together, after the last of them was chosen.
    """
    kind = one.move.partition(" ")[0]
    for index in range(one.at, len(entries)):
        seat, text = entries[index]
        if seat == one.seat and text.startswith(one.move):
            return index
        if text.partition(" ")[0] != kind:
            break
    return max(0, min(one.at, len(entries) - 1))
