"""The decisions of stored matches for learning: what the seat saw, what it could do, what it did.

A decision knows nothing that its seat could not know, except how the match ended.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from engines.api import CHANCE, Seat, View, seat_letter
from tourney.adapters.coding import SeatKnowledge, flat
from tourney.adapters.episode import CODINGS, LISTED
from tourney.domain.match_values import StoredMatch
from tourney.records import read, record
from tourney.records.body_lines import script
from tourney.records.record_replay import Stop, StrictReplay


class SeatDecision(NamedTuple):
    """A decision of a seat: `n` entries were logged before, `chosen` is an index of `legal`.

    `chosen` is None for a move that broke the rules and was let stand.
    """

    seat: Seat
    n: int
    phase: str
    view: View
    legal: list[str]
    chosen: int | None
    text: str
    features: list[float] | None = None


class _Watcher:
    """Collects the decisions of a match while it is replayed."""

    def __init__(self, replay: StrictReplay, *, features: bool) -> None:
        self._replay = replay
        self._game = replay.game
        self._coding = CODINGS.get(replay.game.name, LISTED) if features else None
        self._memories: list[Any] = [None] * replay.seats
        self.found: list[SeatDecision] = []
        replay.watch = self._watch

    def _watch(self, seat: Seat, move: Any) -> None:
        if seat == CHANCE:
            return
        replay, state = self._replay, self._replay.state
        legal = list(map(self._game.move_text, state.legal_moves(seat)))
        text = self._game.move_text(move)
        place = legal.index(text) if text in legal else None
        view = state.view(seat)
        known: list[float] | None = None
        if self._coding is not None:
            # What a seat remembers grows with its own decisions, from one to the next.
            memory = self._coding.memory(state, seat, self._memories[seat])
            self._memories[seat] = memory
            known = flat(self._coding.features(SeatKnowledge(view, seat, replay.seats, memory)))
        phase = state.phase()
        self.found.append(SeatDecision(seat, replay.at, phase, view, legal, place, text, known))


def replayed(match: StoredMatch) -> StrictReplay:
    """The replay of a stored match, before its first entry."""
    if match.text is None:  # some names and headers of runs cannot be in a record
        letters = tuple(seat_letter(seat) for seat in range(len(match.players)))
        nobody = (None,) * len(letters)
        match = replace(match, name="x", headers=(), players=letters, versions=nobody)
    found = read(record(match)).matches[0]
    assert found.game is not None, "only records without problems are stored"
    return StrictReplay(found.game, found.options, len(found.players), script(found))


def decisions(match: StoredMatch, *, features: bool = False) -> Iterator[SeatDecision]:
    """The decisions of a match in order, up to the first one that unknown cards hide."""
    replay = replayed(match)
    watcher = _Watcher(replay, features=features)
    try:
        while replay.step():
            yield from watcher.found
            watcher.found.clear()
    except Stop:  # a record with gaps: what follows cannot be replayed
        return


def observation_rows(
    matches: Iterable[StoredMatch], *, features: bool = False
) -> Iterator[dict[str, Any]]:
    """The decisions of matches as objects, in the order of matches and decisions."""
    for match in matches:
        first = {
            "match": match.name,
            "game": match.game,
            "options": dict(match.options),
            "rules": match.rules,
            "seats": len(match.players),
        }
        for one in decisions(match, features=features):
            # Features come only when asked for: without them the object has no such key.
            yield first | {
                "seat": one.seat,
                "player": match.players[one.seat],
                "bot_version": match.versions[one.seat],
                "n": one.n,
                "phase": one.phase,
                "view": one.view,
                "legal": one.legal,
                "chosen": one.chosen,
                "chosen_text": one.text,
                "score": match.scores[one.seat],
                "place": match.places[one.seat],
                **({} if one.features is None else {"features": one.features}),
            }
