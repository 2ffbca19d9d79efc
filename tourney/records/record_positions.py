"""Turns a record or a stored match into a replay: its entries and the position after each.

Positions come from the strict replay of the record. After an unknown card they come from the
tracker of the game, if it knows them.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from engines.api import CHANCE, EVERYTHING, Seat, State, View, Who, seat_letter
from engines.messages import Message, say
from tourney.domain.match_values import MoveInfo, StoredMatch
from tourney.records.body_lines import GENERIC, Script, line_of, script
from tourney.records.model import Directive, MatchRecord
from tourney.records.problems import RecordFault
from tourney.records.reader import read
from tourney.records.record_replay import PartialReplay, Stop, StrictReplay
from tourney.records.stored import record
from tourney.records.verdict import PLAYED_OUT
from tourney.render.frames import MatchReplay, ReplayLine, Viewable

# The directives that change what is known about a position.
FOLLOWED: Final = ("ruling", "reveal", "gap")


def replay_of_stored(stored: StoredMatch) -> MatchReplay:
    """The replay of a match in the database."""
    return replay_of(readable(stored), stored.infos)


def readable(stored: StoredMatch) -> MatchRecord:
    """A match in the database as a record; RecordFault if its text cannot be read.

    Names and headers are left out of a match played here, which may have some that no record can
    hold.
    """
    name = stored.name
    if stored.text is None:
        letters = tuple(seat_letter(seat) for seat in range(len(stored.players)))
        nobody = (None,) * len(letters)
        stored = replace(stored, name="x", headers=(), players=letters, versions=nobody)
    document = read(record(stored))
    if faults := document.faults():
        raise RecordFault(faults, name)
    return document.matches[0]


def replay_of(match: MatchRecord, infos: Iterable[MoveInfo] = ()) -> MatchReplay:
    """The replay of a record without problems; `infos` is what bots wrote about their moves."""
    assert match.game is not None
    entries = script(match)
    replay = StrictReplay(match.game, match.options, len(match.players), entries)
    positions: dict[int, Viewable] = {0: replay.state.clone()}
    stopped: Message | None = None
    try:
        positions.update(_positions(replay))
        if match.result.status in PLAYED_OUT and not replay.gap:
            replay.close()  # no seat called after the last entry
            if replay.missing is None:
                positions[replay.at] = replay.state.clone()
    except Stop as stop:
        stopped = stop.problem.message
    ended = say("records.next-not-written" if replay.state.pending() else "records.log-goes-on")
    seen = [ply.seen for ply in replay.logged]
    stopped = stopped or replay.gap or ended
    if replay.at < len(entries.entries):
        stopped = _known_positions(match, entries, positions) or stopped
    return MatchReplay(match.game, _lines(match, seen), positions, stopped, infos)


class RecordedPosition(NamedTuple):
    """A position of a record with gaps, as seen by each viewer."""

    views: Mapping[Who, View]

    def view(self, who: Who) -> View:
        return self.views[who]


def _known_positions(
    match: MatchRecord, entries: Script, positions: dict[int, Viewable]
) -> Message | None:
    """Add the positions that the game's tracker knows; the reason why they end, None if none."""
    assert match.game is not None
    seats = len(match.players)
    tracker = match.game.tracker(match.options, seats)
    if tracker is None or tracker.view(None) is None:
        return None
    partial = PartialReplay(tracker, entries)
    known = max(positions)
    asides = deque(aside for aside in entries.asides if aside[1].word in FOLLOWED)
    try:
        while _step(partial, entries, asides, over=match.result.status in PLAYED_OUT):
            if partial.at <= known and partial.at < len(entries.entries):
                continue
            views = {who: tracker.view(who) or {} for who in (None, EVERYTHING, *range(seats))}
            if all(views.values()):
                positions[partial.at] = RecordedPosition(views)
    except Stop as stop:
        return stop.problem.message
    if tracker.view(None) is not None:
        return say("records.next-not-written")
    gap = next((item for _, item in entries.asides if item.word == "gap"), None)
    if gap:
        return say("records.turns-missing", line=line_of(gap).number)
    return say("records.cannot-follow")


def _step(
    partial: PartialReplay, entries: Script, asides: deque[tuple[int, Directive]], *, over: bool
) -> bool:
    """Take the rulings and revealed cards before the next entry, then the entry.

    Closes the match after the last entry.
    """
    takes = {"ruling": partial.ruled, "gap": partial.hidden, "reveal": partial.shown}
    while asides and asides[0][0] <= partial.at:
        item = asides.popleft()[1]
        takes[item.word](item)
    found = partial.step()
    if over and partial.at == len(entries.entries):
        partial.close()
    return found


def _positions(replay: StrictReplay) -> Iterator[tuple[int, State[object]]]:
    while True:
        before, dealing = replay.at, replay.state.pending() == (CHANCE,)
        if not replay.step():
            return
        # Cards of an entry that the record lacks are not real. Sealed answers take effect together,
        # so there is no position between them. A deal is seen when its first entry is written.
        unseen = dealing and replay.at == before > 0
        if replay.missing is None and not replay.sealed and not unseen:
            yield replay.at, replay.state.clone()


def _lines(match: MatchRecord, seen: Iterable[tuple[Seat, ...] | None]) -> Iterator[ReplayLine]:
    """The lines of a record; `seen` lists who may know the moves of its first entries."""
    known = iter(seen)
    for item in match.body:
        plies = tuple(ply._replace(seen=next(known, ply.seen)) for _, ply in item.plies)
        if isinstance(item, Directive) and not plies:
            yield ReplayLine((), item.text, item.word in GENERIC)
        elif plies:
            yield ReplayLine(plies)
