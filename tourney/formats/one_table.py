"""The format `one-table`: all entrants of the stage at one table, such as a final.

Seats are drawn by lot in the first round and move on by one seat in each later round.
"""

from collections.abc import Mapping, Sequence
from random import Random

from engines.messages import Message, Sentence
from tourney.domain.errors import UsageFault
from tourney.domain.events import Draw, EntrantId, Situation
from tourney.formats.blocks import rotated
from tourney.formats.format import Order

TOO_MANY = Sentence(
    "formats.one-table.size",
    "{count} entrants cannot share one table: tables have {sizes} seats; choose another format",
    "{count}人は一つの卓に座れません。卓の席数は{sizes}です。別の形式を選んでください",
)
ALL = Sentence(
    "formats.one-table.all",
    "all {count} entrants of the stage play at one table",
    "ステージの{count}人全員が一つの卓で対戦します",
)


class OneTable:
    """All entrants at one table in every round; one round unless the plan says more."""

    def __init__(self) -> None:
        self.settings: Mapping[str, str] = {}

    def rounds(self, situation: Situation) -> int | None:
        """One round, or as many as the plan has."""
        return situation.rounds or 1

    def draw(self, situation: Situation) -> Draw:
        """Everybody at one table; UsageFault if the table is too small."""
        count = len(situation.entrants)
        if count not in situation.sizes.allowed:
            sizes = ", ".join(map(str, situation.sizes.allowed))
            raise UsageFault(TOO_MANY(count=count, sizes=sizes))
        pod = self._first(situation)
        return Draw(pods=(rotated(pod, situation.round - 1),))

    def _first(self, situation: Situation) -> tuple[EntrantId, ...]:
        """The order of the first round: as it was drawn, without those who have left."""
        here = set(situation.entrants)
        drawn = [pod for pod in situation.met if pod.round == 1]
        if drawn and here == set(drawn[0].pod):
            return drawn[0].pod
        pod = sorted(here)
        Random(situation.seed).shuffle(pod)
        return tuple(pod)

    def order(self, situation: Situation) -> Order | None:
        """The points decide."""
        return None

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """There is only one table."""
        return (ALL(count=len(situation.entrants)),)
