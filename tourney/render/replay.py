"""A match as frames to step through: forward, back, to a ply, a turn, a round.

A frame is what one move wrote into the log and the position after it, as far as positions are
known. Knows no file, no database and no screen, and makes no move itself.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from engines.api import CHANCE, EVERYTHING, Game, Ply, Scene, Seat, View, Who, seat_letter
from engines.messages import Message

OPENING: Final = ("round", "start")
"""First words of entries that open a round."""


class ReplayLine(NamedTuple):
    """A line of a record: the log entries in it, or a remark such as a note or a forfeit.

    A remark that is not public is for those who see everything.
    """

    plies: tuple[Ply[Any], ...]
    remark: str = ""
    public: bool = True


class FrameEntry(NamedTuple):
    """One entry of the log or a remark; `number` is 0 for what the log does not count."""

    number: int
    line: int
    ply: Ply[Any] | None
    remark: str = ""
    public: bool = True


class Viewable(Protocol):
    """A position that can be looked at: one of the game, or what a record tells of one."""

    def view(self, who: Who) -> View:
        """What `who` sees of it."""


class Frame(NamedTuple):
    """The entries from `start` to before `stop` and the position after them, None if unknown."""

    start: int
    stop: int
    state: Viewable | None


class MatchReplay:
    """A match, frame by frame.

    `positions` holds what is known: the position after so many log entries, remarks not counted.
    `stopped` says why positions end before the log does.
    """

    def __init__(
        self,
        game: Game[Any],
        lines: Iterable[ReplayLine],
        positions: Mapping[int, Viewable],
        stopped: Message | None = None,
    ) -> None:
        self.game = game
        self.stopped = stopped
        self.entries = list(_entries(lines))
        self.frames = _frames(self.entries, positions)
        self._ends = [self.numbers(at)[1] for at in range(len(self.frames))]
        self.last = self._ends[-1] if self._ends else 0
        """The number of the last entry."""
        firsts = [self._first(at) for at in range(len(self.frames))]
        lasts = [self._last(at).line for at in range(len(self.frames))]
        self.turns = [at for at, e in enumerate(firsts) if not at or e.line != lasts[at - 1]]
        """Frames that begin a line of the record."""
        self.rounds = [at for at, e in enumerate(firsts) if e.ply and _opens(game.text(e.ply))]
        """Frames that begin a round."""

    def scene(self, at: int, who: Who) -> Scene | None:
        """What `who` sees after frame `at`; None where the position is not known."""
        state = self.frames[at].state
        return None if state is None else self.game.scene(state.view(who))

    def told(self, at: int) -> list[FrameEntry]:
        """The entries of frame `at`."""
        return self.entries[self.frames[at].start : self.frames[at].stop]

    def text(self, entry: FrameEntry, who: Who) -> str:
        """An entry as a line: `A: draw 7`, `-- round 1 first A`; empty if `who` may not see it."""
        if entry.ply is None:
            return f"-- {entry.remark}" if entry.public or who == EVERYTHING else ""
        text, seat = self.game.text(entry.ply, who), entry.ply.seat
        if _opens(text):  # who opens a round may have decided something of it, as in Diamonds
            return next(iter(self.game.layout([(seat, text)])))
        return f"{'--' if seat == CHANCE else f'{seat_letter(seat)}:'} {text}"

    def record(self, who: Who) -> Iterator[str]:
        """The lines of the record as `who` may read them."""
        waiting: list[tuple[Seat, str]] = []
        for entry in self.entries:
            if entry.ply is not None:
                waiting.append((entry.ply.seat, self.game.text(entry.ply, who)))
            elif text := self.text(entry, who):
                yield from self.game.layout(waiting)
                waiting = []
                yield text
        yield from self.game.layout(waiting)

    def numbers(self, at: int) -> tuple[int, int]:
        """The numbers of the first and the last entry of frame `at`."""
        found = [entry.number for entry in self.told(at) if entry.number]
        return found[0], found[-1]

    def at_ply(self, number: int) -> int:
        """The frame that holds entry `number`; the nearest one for a number there is not."""
        return min(bisect_left(self._ends, number), len(self.frames) - 1)

    def onward(self, stops: Sequence[int], at: int) -> int:
        """The first of `stops` after frame `at`; the last frame if there is none."""
        place = bisect_right(stops, at)
        return stops[place] if place < len(stops) else len(self.frames) - 1

    def back(self, stops: Sequence[int], at: int) -> int:
        """The last of `stops` before frame `at`; the first frame if there is none."""
        place = bisect_left(stops, at)
        return stops[place - 1] if place else 0

    def _first(self, at: int) -> FrameEntry:
        return next(entry for entry in self.told(at) if entry.ply)

    def _last(self, at: int) -> FrameEntry:
        return [entry for entry in self.told(at) if entry.ply][-1]


def _opens(text: str) -> bool:
    """Whether an entry opens a round."""
    return text.partition(" ")[0] in OPENING


def _entries(lines: Iterable[ReplayLine]) -> Iterator[FrameEntry]:
    """Forfeits are counted, other remarks are not."""
    number = 0
    for place, line in enumerate(lines):
        if line.remark:
            counted = line.remark.startswith("forfeit ")
            number += counted
            yield FrameEntry(number if counted else 0, place, None, line.remark, line.public)
        for ply in line.plies:
            number += 1
            yield FrameEntry(number, place, ply)


def _frames(entries: Sequence[FrameEntry], positions: Mapping[int, Viewable]) -> list[Frame]:
    """Cut the log where each known position stands, then after every entry.

    A remark belongs to the entry that follows it, at the end to the one before.
    """
    places = [place for place, entry in enumerate(entries) if entry.ply]
    known = sorted(count for count in positions if count)
    counts = [*known, *range(known[-1] + 1 if known else 1, len(places) + 1)]
    frames = []
    start = 0
    for count in counts:
        stop = places[count - 1] + 1 if count < len(places) else len(entries)
        frames.append(Frame(start, stop, positions.get(count)))
        start = stop
    return frames
