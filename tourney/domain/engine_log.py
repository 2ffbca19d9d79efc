"""Replays the log of a match on the engine: is it, to the letter, what the engine writes?

The answer is yes or no, and never why not: `tourney.records` finds out what is wrong with a match,
and needs several times as long.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import CHANCE, Fact, Game, Outcome, Ply, Seat, State

Entry: TypeAlias = tuple[Seat, str]
Added: TypeAlias = tuple[tuple[Fact, ...], tuple[int, ...]]
"""The facts and the items drawn that a part of an entry adds to its first part."""

KNOWN: Final = 1 << 14
"""Texts of entries that are remembered, in some ten megabytes: most occur in many matches."""
SEVERAL: Final = "; "
"""Stands between the parts of an entry, and in most games between those of a line."""
IMPOSSIBLE: Final = (LookupError, ValueError, TypeError)
"""Raised by games for entries that cannot be."""
ONCE: Final[Added] = ((), ())
"""Stands for a part that was met once."""
JOINED: Final[Ply[Any]] = Ply(-9, None)
"""Stands for an entry that can be read only together with the next one."""


class PlayedOut(NamedTuple):
    """The end of a match that is what the engine writes, and its number of decisions."""

    outcome: Outcome
    decisions: int


class EngineLog:
    """Replays logs of matches of one game, with the same options and number of seats."""

    def __init__(self, game: Game[Any], options: Any, seats: int) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self._known: dict[Entry, Ply[Any]] = {}
        self._added: dict[Entry, Added] = {}
        self._pairs: dict[tuple[Entry, Entry], tuple[Ply[Any], Ply[Any]]] = {}
        self._others: dict[Entry, list[Entry]] = {}
        self._adding: set[str] = set()

    def replay(self, entries: Sequence[Entry]) -> PlayedOut | None:
        """The end of the match if the engine writes exactly these entries; else None."""
        try:
            plies = self.read(entries)
            outcome = None if plies is None else self._replayed(plies)
        except IMPOSSIBLE:
            return None
        if plies is None or outcome is None:
            return None
        decisions = 0
        for ply in plies:
            if ply[1] is not None:
                decisions += 1
        return PlayedOut(outcome, decisions)

    def replay_lines(self, lines: Sequence[str]) -> PlayedOut | None:
        """The end of the match if its log is exactly these lines of a record; else None."""
        entries: list[Entry] = []
        added: set[str] = set()
        try:
            for line in lines:
                self._add_entries(line, entries, added)
            if list(self.game.layout(entries)) != lines:
                return None
        except IMPOSSIBLE:
            return None
        found = self.replay(entries)
        if found is not None:
            self._adding |= added
        return found

    # -- reading entries

    def _add_entries(self, line: str, entries: list[Entry], added: set[str]) -> None:
        """Add the entries of a line, and the first words of parts that add to the one before."""
        game = self.game
        if line.startswith("-- "):
            seat, parts = CHANCE, [line[3:]]
        else:
            seat, body = ord(line[0]) - ord("A"), line[3:]
            parts = [body[start:end].strip() for start, end in game.split(body)]
        if game.joint != SEVERAL:  # each part is a decision of another seat
            entries.extend(
                [(ply.seat, game.text(ply)) for _, ply in game.plies(seat, parts, self.seats)]
            )
            return
        for at, part in enumerate(parts):
            word = part.partition(" ")[0]
            if at == 0 or word not in self._adding:
                entry = (seat, part)
                ply = self._known.get(entry)
                if ply is None:
                    ply = self._learnt(entry)
                others = [entry] if ply is not JOINED else self._others_of(entry)
                if others:
                    entries.extend(others)
                    continue
                added.add(word)
            before, text = entries[-1]
            entries[-1] = before, f"{text}{SEVERAL}{part}"

    def _others_of(self, entry: Entry) -> list[Entry]:
        """The entries that a part of a line stands for; none if it belongs to the part before."""
        found = self._others.get(entry)
        if found is None:
            seat, part = entry
            try:
                plies = self.game.plies(seat, [part], self.seats)
            except ValueError:
                plies = []
            found = self._others[entry] = [(ply.seat, self.game.text(ply)) for _, ply in plies]
        return found

    def read(self, entries: Sequence[Entry]) -> list[Ply[Any]] | None:
        """The entries as values; None if the engine writes one of them in another way.

        One of `IMPOSSIBLE` for an entry that no game writes.
        """
        known = self._known
        found: list[Ply[Any]] = []
        at, end = 0, len(entries)
        while at < end:
            entry = entries[at]
            ply = known.get(entry)
            if ply is None:
                ply = self._learnt(entry)
            at += 1
            if ply is not JOINED:
                found.append(ply)
                continue
            if at == end:
                return None
            pair = (entry, entries[at])
            both = self._pairs.get(pair)
            if both is None:
                one, other = self._parsed(pair)
                both = self._pairs[pair] = one, other
            found.append(both[0])
            found.append(both[1])
            at += 1
        return found

    def _learnt(self, entry: Entry) -> Ply[Any]:
        """An entry that is not remembered."""
        if len(self._known) + len(self._added) + len(self._others) >= KNOWN:
            self._known.clear()
            self._added.clear()
            self._pairs.clear()
            self._others.clear()
        seat, text = entry
        first, several, rest = text.partition(SEVERAL)
        try:
            if several:
                return self._joined(seat, text, first, rest)
            ply = self._parsed((entry,))[0]
        except ValueError:
            ply = JOINED
        self._known[entry] = ply
        return ply

    def _joined(self, seat: Seat, text: str, first: str, rest: str) -> Ply[Any]:
        """An entry of several parts, put together from those that are remembered.

        As wholes most of them are new: `call A = 30,32 miss; lose 3`.
        """
        added = self._added.get((seat, rest))
        if added is None:  # met for the first time, and perhaps the last
            self._added[seat, rest] = ONCE
            return self._parsed(((seat, text),))[0]
        begun = self._known.get((seat, first))
        if begun is None:
            begun = self._learnt((seat, first))
        if begun is JOINED:
            return begun
        _, move, facts, drawn, seen = begun
        if added is not ONCE:
            ply = Ply(seat, move, (*facts, *added[0]), (*drawn, *added[1]), seen)
            if self.game.text(ply) == text:
                return ply
        ply = self._parsed(((seat, text),))[0]
        self._added[seat, rest] = ply[2][len(facts) :], ply[3][len(drawn) :]
        return ply

    def _parsed(self, entries: tuple[Entry, ...]) -> list[Ply[Any]]:
        """Entries that are one line of a record; ValueError unless the game writes them so."""
        game = self.game
        (line,) = game.layout(entries)
        if line.startswith("-- "):
            found = game.plies(CHANCE, [line[3:]], self.seats)
        else:
            body = line[3:]
            parts = [body[start:end].strip() for start, end in game.split(body)]
            found = game.plies(ord(line[0]) - ord("A"), parts, self.seats)
        plies = [ply for _, ply in found]
        if [(ply.seat, game.text(ply)) for ply in plies] != list(entries):
            raise ValueError(line)
        return plies

    # -- the replay

    def _replayed(self, plies: list[Ply[Any]]) -> Outcome | None:
        """The outcome if the engine logs exactly these entries, up to the end of the match."""
        game = self.game
        state = game.start(self.options, self.seats)
        silent = game.silent
        log: list[Ply[Any]] = []
        at = sealed = 0  # entries compared, and decisions after them that are not logged yet
        end = len(plies)
        while True:
            owing = state.pending()
            if not owing or at + sealed >= end:
                break
            log.clear()
            seat = owing[0]
            if seat == CHANCE:
                move = game.luck(state, plies[at:])
                if not state.is_legal(CHANCE, move):
                    return None
                state.apply(CHANCE, move, log)
            elif silent is not None and state.is_legal(seat, silent):
                if not _answered(state, owing, silent, plies[at], log):
                    return None
            else:
                seat, move, _, _, _ = plies[at + sealed]
                if seat not in owing or move is None or not state.is_legal(seat, move):
                    return None
                state.apply(seat, move, log)
                sealed = 0 if log else sealed + 1
            for ply in log:
                if at >= end or ply[:3] != plies[at][:3]:
                    return None
                at += 1
        if owing and silent is not None and state.is_legal(owing[0], silent):
            # The match may end with decisions that leave no entry.
            log.clear()
            for seat in owing:
                state.apply(seat, silent, log)
            owing = () if log else state.pending()
            sealed += len(log)
        return None if owing or sealed or at != end else state.outcome()


def _answered(
    state: State[Any],
    owing: tuple[Seat, ...],
    silent: Any,
    ply: Ply[Any],
    log: list[Ply[Any]],
) -> bool:
    """Apply the answer that is the next entry, if it is one, and the silence of all others."""
    seat, move, _, _, _ = ply
    answers = move is not None and state.is_legal(owing[0], move)
    if answers:
        if seat not in owing or not state.is_legal(seat, move):
            return False
        state.apply(seat, move, log)
    for other in owing:
        if not answers or other != seat:
            state.apply(other, silent, log)
    return True
