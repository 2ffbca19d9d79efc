"""Arena: a table starts whenever enough entrants wait; there are no rounds for all.

Every draw seats those who wait, and its number is the number of the round. Who has waited longest
comes first, with the opponents met least often. Who is still at a table without a result does not
wait.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from engines.messages import Message, Player, say
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Draw, EntrantId, Pod, Situation
from tourney.formats.format_settings import choice_setting
from tourney.formats.history import Meetings, apart
from tourney.formats.seating import seated

# `start` is the size of a table from which it starts: the `preferred` one or the `least`.
SETTINGS: Final = {"start": "preferred"}
OPPONENTS: Final = 12  # of so many who wait longest the opponents are chosen


def draw(situation: Situation) -> Draw:
    """As many tables as those who wait can fill."""
    queue = _Queue(situation)
    start = choice_setting(situation, SETTINGS, "start", ("preferred", "least"))
    size = situation.sizes.preferred
    pods: list[Pod] = []
    while (table := queue.next_table(size)) is not None:
        pods.append(table)
    if not pods and start == "least":
        for smaller in sorted((s for s in situation.sizes.allowed if s < size), reverse=True):
            if (table := queue.next_table(smaller)) is not None:
                pods.append(table)
                break
    if not pods:
        needed = size if start == "preferred" else min(situation.sizes.allowed)
        raise UsageFault(say("formats.too-few-wait", waiting=len(queue.waiting), needed=needed))
    repeats = Fraction(sum(map(queue.meetings.among, pods)))
    seats = seated(pods, situation.met, situation.fixed, situation.seed, new=situation.new_seats)
    return Draw(seats, figures={"repeats": (repeats, None)})


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """How long an entrant has waited."""
    queue = _Queue(situation)
    who = Player(entrant)
    if any(entrant in pod for pod in draw.pods):
        place = queue.waiting.index(entrant) + 1
        return [say("formats.waited", who=who, last=queue.last[entrant], place=place)]
    if entrant in queue.waiting:
        return [say("formats.waits", who=who)]
    return [say("formats.at-a-table", who=who)]


class _Queue:
    """Those who wait, longest first."""

    def __init__(self, situation: Situation) -> None:
        self._apart = apart(situation)
        self.meetings = Meetings(situation.met)
        played = Counter(entrant for met in situation.met for entrant in met.pod)
        busy = {entrant for met in situation.met if met.places is None for entrant in met.pod}
        self.last = dict.fromkeys(situation.entrants, 0)
        self.last.update((entrant, met.round) for met in situation.met for entrant in met.pod)
        waiting = [entrant for entrant in situation.entrants if entrant not in busy]
        self.waiting = sorted(waiting, key=lambda entrant: (self.last[entrant], played[entrant]))

    def next_table(self, size: int) -> Pod | None:
        """The table of the one who waits longest and can be seated; None if there is none."""
        for first in self.waiting[: max(0, len(self.waiting) - size + 1)]:
            others = [entrant for entrant in self.waiting if entrant != first]
            tables = [(first, *mates) for mates in combinations(others[:OPPONENTS], size - 1)]
            if self._apart:
                tables = [
                    table
                    for table in tables
                    if not any(frozenset(pair) in self._apart for pair in combinations(table, 2))
                ]
            if tables:
                # The first of several is the one that has waited longest.
                best = min(tables, key=self.meetings.among)
                self.waiting = [entrant for entrant in self.waiting if entrant not in best]
                return best
        return None
