"""Rounds of a round robin that are drawn one by one, because the schedule lacks a place."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from tourney.domain.draws import EntrantId, Situation
from tourney.formats import splits
from tourney.formats.effort import Effort
from tourney.formats.meetings import Meetings, apart
from tourney.formats.pod_schedule import ScheduleSearch, random_rounds, search_steps
from tourney.formats.seating import seated
from tourney.formats.short_tables import Seated

_AHEAD = 3
"""Rounds that are planned together; only the first one is used."""

_NEVER = 10_000
"""Meetings that are added for a pair that may not share a table."""


class OpenPairs:
    """The pairs of a round robin at two seats that still have to meet."""

    def __init__(self, situation: Situation, cycles: int) -> None:
        self.situation = situation
        meetings = Meetings(situation.met)
        self.left = {
            pair: cycles - meetings.count(*pair)
            for pair in combinations(sorted(situation.entrants), 2)
            if meetings.count(*pair) < cycles and frozenset(pair) not in situation.never
        }
        self.opponents = dict.fromkeys(situation.entrants, 0)
        for pair, number in self.left.items():
            for entrant in pair:
                self.opponents[entrant] += number

    def rounds(self) -> int:
        """The smallest number of rounds in which the pairs that are left might meet."""
        tables = max(1, len(self.opponents) // 2)
        return max([*self.opponents.values(), -(-sum(self.left.values()) // tables)])

    def draw(self) -> Seated:
        """As many pairs as possible; those who have the most matches to play come first."""
        from tourney.formats.matching import heaviest

        order = sorted(self.opponents)
        found = heaviest(len(order), self._weighted({one: at for at, one in enumerate(order)}))
        pairs = [(order[one], order[two]) for one, two in found]
        pods = seated(pairs, self.situation.met, {}, self.situation.seed)
        playing = {entrant for pair in pairs for entrant in pair}
        return Seated(pods, tuple(e for e in self.situation.entrants if e not in playing))

    def _weighted(self, at: Mapping[EntrantId, int]) -> Iterator[tuple[int, int, int]]:
        """The pairs as numbers, by need; with lots there is only one best pairing.

        A pair with the same fixed seat or different fixed tables costs more than all need.
        """
        from tourney.formats.matching import LOT_BITS

        situation = self.situation
        byes, lots = situation.byes, Random(f"open {situation.seed} {situation.round}")
        need = {who: 2 * left + byes.get(who, 0) for who, left in self.opponents.items()}
        wrong, most = apart(situation), sum(need.values())
        for one, other in self.left:
            clash = most * (frozenset((one, other)) in wrong)
            weight = need[one] + need[other] - clash
            yield at[one], at[other], (weight << LOT_BITS) + lots.getrandbits(LOT_BITS)


def open_pods(situation: Situation, rounds_left: int) -> Seated:
    """Tables of three and more for this round, with the rounds after it in mind."""
    who = situation.entrants
    if len(who) < min(situation.sizes.allowed):
        return Seated((), who)
    split = splits.split(len(who), situation.sizes)
    rounds = max(1, min(_AHEAD, rounds_left))
    start = random_rounds(range(len(who)), split, rounds, situation.seed + situation.round)
    byes = [situation.byes.get(entrant, 0) for entrant in who]
    search = ScheduleSearch(start, _matrix(situation), byes, bench=split.byes > 0)
    steps = Effort.of(situation.seconds).granted(search_steps(len(who), rounds))
    found = search.run(situation.seed, steps, goal=0)
    tables = [tuple(who[place] for place in table) for table in found[0]]
    pods = tables[: len(split.tables)]
    bye = tables[-1] if split.byes else ()
    return Seated(seated(pods, situation.met, {}, situation.seed), bye)


def _matrix(situation: Situation) -> list[list[int]]:
    meetings = Meetings(situation.met)
    never = apart(situation)

    def met(one: EntrantId, other: EntrantId) -> int:
        return meetings.count(one, other) + (_NEVER if frozenset((one, other)) in never else 0)

    who: Sequence[EntrantId] = situation.entrants
    return [[met(one, other) if one != other else 0 for other in who] for one in who]
