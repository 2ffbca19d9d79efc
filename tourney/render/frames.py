"""A match as frames to step through: forward, back, to a ply, a turn, a round.

A frame holds the log entries of one move and the position after it, if known. Depends on no file,
database or screen, and does not play moves.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any, Final, NamedTuple, Protocol

from engines.api import CHANCE, EVERYTHING, Game, Ply, Scene, Seat, View, Who, seat_letter
from engines.messages import Message
from tourney.domain.match_values import MoveInfo

OPENING: Final = ("round", "start")  # first words of entries that start a round


class ReplayLine(NamedTuple):
    """A line of a record: its log entries, or a remark such as a note or a forfeit.

    A remark that is not public is shown only in the open view.
    """

    plies: tuple[Ply[Any], ...]
    remark: str = ""
    public: bool = True


class FrameEntry(NamedTuple):
    """A log entry or a remark; `number` is 0 for a remark that the log does not count."""

    number: int
    line: int
    ply: Ply[Any] | None
    remark: str = ""
    public: bool = True


class Viewable(Protocol):
    """A position that can be viewed: a state of the game, or one known from a record."""

    def view(self, who: Who) -> View:
        """The view of `who`."""


class Frame(NamedTuple):
    """The entries from `start` to before `stop` and the position after them, None if unknown."""

    start: int
    stop: int
    state: Viewable | None


class MatchReplay:
    """A match, frame by frame.

    `positions` maps numbers of log entries, without remarks, to the position after them. `stopped`
    is the reason why positions end before the log. `infos` is what bots wrote about their moves.
    """

    def __init__(
        self,
        game: Game[Any],
        lines: Iterable[ReplayLine],
        positions: Mapping[int, Viewable],
        stopped: Message | None = None,
        infos: Iterable[MoveInfo] = (),
    ) -> None:
        self.game = game
        self.stopped = stopped
        self._infos: dict[int, list[MoveInfo]] = {}
        for info in infos:
            if info.text:  # else it has only the time of a move
                self._infos.setdefault(info.ply, []).append(info)
        self.entries = list(_entries(lines))
        self.frames = _frames(self.entries, positions)
        self._ends = [self.numbers(at)[1] for at in range(len(self.frames))]
        self.last = self._ends[-1] if self._ends else 0  # the number of the last entry
        firsts = [self._plies(at)[0] for at in range(len(self.frames))]
        lasts = [self._plies(at)[-1].line for at in range(len(self.frames))]
        # Frames that start a line of the record.
        self.turns = [at for at, e in enumerate(firsts) if not at or e.line != lasts[at - 1]]
        # Frames that start a round.
        self.rounds = [at for at, e in enumerate(firsts) if e.ply and _opens(game.text(e.ply))]

    def scene(self, at: int, who: Who) -> Scene | None:
        """The scene after frame `at` as seen by `who`; None if the position is unknown."""
        state = self.frames[at].state
        return None if state is None else self.game.scene(state.view(who))

    def entries_of(self, at: int) -> list[FrameEntry]:
        """The entries of frame `at`."""
        return self.entries[self.frames[at].start : self.frames[at].stop]

    def text(self, entry: FrameEntry, who: Who) -> str:
        """An entry as a line: `A: draw 7`, `-- round 1 first A`; empty if hidden from `who`."""
        if entry.ply is None:
            return f"-- {entry.remark}" if entry.public or who == EVERYTHING else ""
        text, seat = self.game.text(entry.ply, who), entry.ply.seat
        if _opens(text):  # such an entry may be a decision of a seat, as in Diamonds
            return next(iter(self.game.layout([(seat, text)])))
        return f"{'--' if seat == CHANCE else f'{seat_letter(seat)}:'} {text}"

    def infos(self, who: Who) -> list[MoveInfo]:
        """What bots wrote about their moves, as far as `who` may know it: a seat only its own."""
        found = chain.from_iterable(self._infos.values())
        return [info for info in found if who in (EVERYTHING, info.seat)]

    def infos_of(self, entry: FrameEntry, who: Who) -> list[str]:
        """What bots wrote about the move of an entry, as lines: `# A: text`.

        What a judge wrote has no seat: only the open view has it.
        """
        found = self._infos.get(entry.number, ())
        return [
            f"# {seat_letter(info.seat)}: {info.text}" if info.seat >= 0 else f"# {info.text}"
            for info in found
            if who in (EVERYTHING, info.seat)
        ]

    def record(self, who: Who, *, infos: bool = False) -> Iterator[str]:
        """The lines of the record as seen by `who`, with what bots wrote about their moves."""
        waiting: list[tuple[Seat, str]] = []
        written: list[str] = []
        for entry, after in zip_longest(self.entries, self.entries[1:]):
            if entry.ply is not None:
                waiting.append((entry.ply.seat, self.game.text(entry.ply, who)))
            elif text := self.text(entry, who):
                yield from self.game.layout(waiting)
                waiting = []
                yield text
            if infos:
                written += self.infos_of(entry, who)
            # What bots wrote stands below the whole line of the record, not within it.
            if written and (after is None or after.line != entry.line):
                yield from (*self.game.layout(waiting), *written)
                waiting, written = [], []
        yield from self.game.layout(waiting)

    def numbers(self, at: int) -> tuple[int, int]:
        """The numbers of the first and the last entry of frame `at`."""
        found = [entry.number for entry in self.entries_of(at) if entry.number]
        return found[0], found[-1]

    def at_ply(self, number: int) -> int:
        """The frame with entry `number`; the nearest one if there is no such number."""
        return min(bisect_left(self._ends, number), len(self.frames) - 1)

    def onward(self, stops: Sequence[int], at: int) -> int:
        """The first of `stops` after frame `at`; the last frame if there is none."""
        place = bisect_right(stops, at)
        return stops[place] if place < len(stops) else len(self.frames) - 1

    def back(self, stops: Sequence[int], at: int) -> int:
        """The last of `stops` before frame `at`; the first frame if there is none."""
        place = bisect_left(stops, at)
        return stops[place - 1] if place else 0

    def _plies(self, at: int) -> Sequence[FrameEntry]:
        return [entry for entry in self.entries_of(at) if entry.ply]


def _opens(text: str) -> bool:
    """Whether an entry starts a round."""
    return text.partition(" ")[0] in OPENING


def _entries(lines: Iterable[ReplayLine]) -> Iterator[FrameEntry]:
    """The entries with their numbers; forfeits are counted, other remarks are not."""
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
    """Split the log at each known position, then after every entry.

    A remark belongs to the entry after it; at the end, to the entry before it.
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
