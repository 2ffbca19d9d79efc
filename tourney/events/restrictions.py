"""What the plan restricts: fixed tables of a drawn round, and words about all restrictions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from engines.api import seat_letter
from engines.messages import Message, Sentence, say
from tourney.domain.draws import Draw, EntrantId, Pod, Situation
from tourney.domain.errors import UsageFault
from tourney.events import wording
from tourney.formats.history import Meetings, other_table, together
from tourney.formats.seating import Seats


def at_fixed_tables(draw: Draw, where: Situation) -> Draw:
    """The draw with fixed entrants at their tables; the other tables keep their order.

    UsageFault if two entrants with different tables meet. A round with fewer tables has the entrant
    at its last one.
    """
    order = _order(draw.pods, where.tables)
    pairs = map(frozenset, combinations(sorted(where.tables), 2))
    clashing = [pair for pair in pairs if other_table(where, *pair)]
    for pod in draw.pods if clashing else ():
        if (pair := together(pod, clashing)) is not None:
            raise UsageFault(
                say(
                    "events.tables-clash",
                    a=wording.entrant(pair[0]),
                    b=wording.entrant(pair[1]),
                    round=where.round,
                )
            )
    groups = tuple(draw.groups[at] for at in order) if draw.groups else ()
    return replace(draw, pods=tuple(draw.pods[at] for at in order), groups=groups)


def _order(pods: Sequence[Pod], tables: Mapping[EntrantId, int]) -> list[int]:
    """The indices of the pods in the order of tables."""
    wanted = sorted(
        (min(min(tables[one] for one in pod if one in tables), len(pods)), at)
        for at, pod in enumerate(pods)
        if any(one in tables for one in pod)
    )
    found: dict[int, int] = {}
    for number, at in wanted:
        free = [each for each in range(number, 0, -1) if each not in found]
        free += [each for each in range(number + 1, len(pods) + 1) if each not in found]
        found[free[0]] = at
    rest = iter(at for at in range(len(pods)) if at not in found.values())
    return [found[number] if number in found else next(rest)
            for number in range(1, len(pods) + 1)]  # fmt: skip


def restrictions_of(where: Situation, pod: Pod, entrant: EntrantId) -> Iterator[Message]:
    """What the plan says about an entrant, and how the seats of a pod keep it."""
    who = wording.entrant(entrant)
    if entrant in where.fixed:
        yield say("events.has-seat", who=who, seat=seat_letter(where.fixed[entrant]))
    if entrant in where.tables:
        yield say("events.has-table", who=who, table=where.tables[entrant])
    others = sorted(
        one for pair in where.never if entrant in pair for one in pair if one != entrant
    )
    here = [one for one in others if one in where.entrants]
    if here:
        yield say("events.never-with", who=who, others=tuple(map(wording.entrant, here)))
    if where.new_seats and entrant in pod and where.met:
        yield _seats(where, pod, entrant)
    most = where.settings.get("meetings", "")
    if most and entrant in pod:
        meetings = Meetings(where.met)
        highest = max((meetings.count(entrant, one) for one in pod if one != entrant), default=0)
        yield say("events.meetings-so-far", who=who, most=int(most), count=highest + 1)


def _seats(where: Situation, pod: Pod, entrant: EntrantId) -> Message:
    """The seat of an entrant, and how often it had each seat before."""
    seat, counts = pod.index(entrant), Seats(where.met).counts[entrant]
    before = tuple(
        f"{seat_letter(at)} {counts[at]}" for at in range(max(len(pod), *counts, 0)) if counts[at]
    )
    sentence = Sentence("events.seat-again") if counts[seat] else Sentence("events.new-seat")
    return sentence(who=wording.entrant(entrant), seat=seat_letter(seat), before=before or ("-",))
