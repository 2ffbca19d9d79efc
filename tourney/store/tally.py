"""The sums that standings are made of, kept beside the matches they are sums of.

A tally covers the matches of a run from the first to `upto`, all of which are stored; what comes
after is added by whoever reads. So it may lag behind and is never wrong. It is written in the
transaction of the matches it counts.
"""

import json
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, insert, select, update

from tourney.domain.matches import Ending, KeptMatch, MatchResult
from tourney.domain.runs import Endings, RunSpec, left
from tourney.scoring import UNIT, Ledger, finishes, in_units, point_system
from tourney.stats import BlockMeans
from tourney.store.models import TALLY

BY = "scaled"
"""The point system of the block sums; place counts serve every system."""


@dataclass(slots=True)
class Sums:
    """Sums over the matches of a run up to number `upto`, of which `matches` have a result."""

    upto: int
    matches: int
    ledger: Ledger
    means: BlockMeans


@dataclass(slots=True)
class _Kind:
    """Matches that are alike but for their scores, which are summed by seat."""

    result: MatchResult
    worth: list[tuple[str, int]]
    scores: list[int]
    times: int = 0


class Tally:
    """Sums that grow with every match written; quick, for it is in the way of the writer."""

    def __init__(self, spec: RunSpec, sums: Sums | None = None) -> None:
        self.sums = sums or Sums(0, 0, Ledger(), BlockMeans(UNIT))
        self._endings = Endings(spec)
        self._worth = in_units(point_system(BY))
        self._kinds: dict[object, _Kind] = {}

    def add(self, match: KeptMatch) -> None:
        """Count a match if it is the next; one behind a gap is left to those who read."""
        if match.fixture.number != self.sums.upto + 1:
            return
        self.sums.upto += 1
        scores = match.outcome.scores
        if not scores:
            return
        key = match.fixture.seats, match.outcome.places, left(match)
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = self._kind(match)
        kind.times += 1
        kind.scores = [a + b for a, b in zip(kind.scores, scores, strict=True)]
        self.sums.matches += 1
        self.sums.means.add((match.fixture.deal, match.fixture.lineup), kind.worth)

    def catch_up(self, ending: Ending) -> bool:
        """Count a match read from the database if it is the next; whether it was."""
        if ending.number != self.sums.upto + 1:
            return False
        self.sums.upto += 1
        result = ending.result
        if result is not None:
            worth = map(self._worth, self.sums.ledger.add(result))
            self.sums.matches += 1
            self.sums.means.add(result.block, zip(result.players, worth, strict=True))
        return True

    def _kind(self, match: KeptMatch) -> _Kind:
        result = self._endings.result(match)
        worth = list(zip(result.players, map(self._worth, finishes(result)), strict=True))
        return _Kind(result, worth, [0] * len(result.scores))

    def text(self) -> str:
        """The sums as text."""
        for kind in self._kinds.values():
            self.sums.ledger.add(replace(kind.result, scores=tuple(kind.scores)), kind.times)
        self._kinds.clear()
        sums = self.sums
        return json.dumps([sums.matches, sums.ledger.packed(), sums.means.packed()])


def stored_sums(connection: Connection, run_id: int) -> Sums | None:
    """The tally of a run; None if there is none or it cannot be read. It only saves time."""
    row = connection.execute(
        select(TALLY.c.upto, TALLY.c.sums).where(TALLY.c.run_id == run_id)
    ).one_or_none()
    if row is None:
        return None
    try:
        matches, ledger, means = json.loads(row[1])
        return Sums(row[0], matches, Ledger.unpacked(ledger), BlockMeans.unpacked(means))
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def store_tally(connection: Connection, run_id: int, tally: Tally) -> None:
    """Keep a tally in place of the one before."""
    values = {"upto": tally.sums.upto, "sums": tally.text()}
    mine = TALLY.c.run_id == run_id
    if not connection.execute(update(TALLY).where(mine).values(**values)).rowcount:
        connection.execute(insert(TALLY).values(run_id=run_id, **values))


def drop_tally(connection: Connection, run_id: int) -> None:
    """Keep none: matches that it counts are about to go."""
    connection.execute(delete(TALLY).where(TALLY.c.run_id == run_id))
