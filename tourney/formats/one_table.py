"""The format `one-table`: all entrants of the stage at one table, such as a final.

Seats are drawn by lot in the first round and move on by one seat in each later round.
"""

from collections.abc import Mapping, Sequence
from random import Random

from engines.messages import Message, Player, say
from tourney.domain.draws import Draw, EntrantId, Pod, Situation
from tourney.domain.errors import UsageFault
from tourney.formats.format import Order
from tourney.formats.lineups import rotated
from tourney.formats.meetings import together
from tourney.formats.seating import require_seats, with_fixed_seats


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
            raise UsageFault(say("formats.one-table-size", count=count, sizes=sizes))
        pod = rotated(self._first(situation), situation.round - 1)
        _refuse_restricted(situation, pod)
        return Draw(pods=(with_fixed_seats(pod, situation.fixed),))

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
        return (say("formats.one-table-all", count=len(situation.entrants)),)


def _refuse_restricted(situation: Situation, pod: Pod) -> None:
    """UsageFault for two who may not share a table, or whose fixed seats are the same."""
    if (pair := together(pod, situation.never)) is not None:
        raise UsageFault(say("formats.one-table-never", entrants=tuple(map(Player, pair))))
    require_seats(pod, situation.fixed)
