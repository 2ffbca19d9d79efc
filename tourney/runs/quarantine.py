"""Bots that do not start: after two failures in a row they forfeit their matches without a ply.

Failures are counted in the order of the match numbers, so the result does not depend on which
process played a match. A resumed run tries such a bot again.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engines.api import Outcome
from tourney.domain.match_values import (
    NO_ENTRIES,
    Fault,
    Fixture,
    KeptMatch,
    PlayedMatch,
    places_with_forfeits,
)
from tourney.play.logs import kept
from tourney.runs.spec import Prepared

STRIKES: Final = 2
CODE: Final = "startup"
WORDS: Final = "not started, because it failed to start twice in a row"


class Quarantine:
    """Counts failed starts of the bots of a run, in one session or one of its processes."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._failed = [0] * len(prepared.spec.bots)
        self._any_failed = False

    def absent(self, fixture: Fixture) -> list[int]:
        """The seats of a match whose bots are not started."""
        if not self._any_failed:
            return []
        return [seat for seat, bot in enumerate(fixture.seats) if self._failed[bot] >= STRIKES]

    def judge(self, match: KeptMatch) -> KeptMatch:
        """The next match as it is stored: as played, or forfeited by bots that are not started."""
        if not (match.faults or self._any_failed):
            return match
        if absent := self.absent(match.fixture):
            return self.forfeited(match.fixture, absent)
        if not _unplayed(match.faults):
            failed = {fault.seat for fault in match.faults if fault.code == CODE}
            for seat, bot in enumerate(match.fixture.seats):
                self._failed[bot] = self._failed[bot] + 1 if seat in failed else 0
            self._any_failed = any(self._failed)
        return match

    def forfeited(self, fixture: Fixture, absent: Iterable[int]) -> KeptMatch:
        """A match that the seats `absent` lose without a ply; the others share the first place."""
        setup, seats = self._prepared.setup, len(fixture.seats)
        faults = tuple(Fault(seat, CODE, 0, WORDS) for seat in absent)
        if setup.on_fault == "abort":
            outcome, status = Outcome((), (), "abandoned"), "abandoned"
        else:
            left = {fault.seat: 0 for fault in faults}
            sides = setup.game.sides(setup.options, seats)
            places = places_with_forfeits((1,) * seats, left, sides)
            outcome, status = Outcome((0,) * seats, places), "forfeit"
        return kept(
            PlayedMatch(fixture, outcome, status, NO_ENTRIES, faults), self._prepared.spec.log
        )

    def names(self) -> Iterator[str]:
        """The bots that are no longer started."""
        for bot, failed in zip(self._prepared.spec.bots, self._failed, strict=True):
            if failed >= STRIKES:
                yield bot.name


def _unplayed(faults: Iterable[Fault]) -> bool:
    return any(fault.code == CODE and fault.ply == 0 for fault in faults)
