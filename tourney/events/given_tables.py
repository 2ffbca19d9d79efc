"""The tables that an organiser gives instead of a draw: what is checked, and who has a bye."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engines.messages import say
from tourney.domain.draws import Draw, EntrantId, Pod, Situation
from tourney.domain.errors import TourneyError, UsageFault
from tourney.events import wording
from tourney.formats.format_settings import Format
from tourney.formats.roundrobin import Groups

PARTIAL: Final = frozenset(
    {"groups", "gauntlet", "knockout", "double-elimination", "heats", "stepladder", "arena"}
)
"""Formats in which a round is not for everybody, or has groups."""
ARENA: Final = "arena"


def listed(where: Situation) -> str:
    """The sizes that a table may have."""
    return ", ".join(map(str, where.sizes.allowed))


def given_draw(
    where: Situation,
    pods: tuple[Pod, ...],
    format_: Format | None,
    name: str,
    *,
    searched: bool = False,
) -> Draw:
    """The tables as given. Who is left out has a bye if it would be in the draw of the format.

    Tables that were `searched` are not the choice of an organiser, who may give nobody a second bye
    before the others have one: a schedule may have to.
    """
    seated = [one for pod in pods for one in pod]
    for pod in pods:
        _require_possible(where, pod, seated)
    usual = _usual(where, format_) if name in PARTIAL else None
    byes = tuple(one for one in where.entrants if one not in seated)
    if name == ARENA:
        byes = ()
    elif usual is not None:
        drawn = {*usual.byes, *(one for pod in usual.pods for one in pod)}
        byes = tuple(one for one in byes if one in drawn)
    if not searched:
        _require_first_byes(where, byes, seated)
    if searched and isinstance(format_, Groups):
        # Who was exchanged by hand has met another group, but is still in the own one.
        group_of = format_.group_of(where)
        return Draw(pods, byes, groups=tuple(group_of.get(pod[0], 0) for pod in pods))
    return Draw(pods, byes, groups=_groups(where, pods, usual))


def _require_possible(where: Situation, pod: Pod, seated: Sequence[EntrantId]) -> None:
    """UsageFault for a table that cannot be."""
    if len(pod) not in where.sizes.allowed:
        raise UsageFault(say("events.size-not-allowed", size=len(pod), sizes=listed(where)))
    for a, b in combinations(pod, 2):
        if frozenset((a, b)) in where.never:
            raise UsageFault(
                say("events.never-together", a=wording.entrant(a), b=wording.entrant(b))
            )
    for one in pod:
        if seated.count(one) > 1:
            raise UsageFault(say("events.seated-twice", who=wording.entrant(one)))
        if one not in where.entrants:
            raise UsageFault(say("events.not-playing", who=wording.entrant(one)))


def _usual(where: Situation, format_: Format | None) -> Draw | None:
    """What the format would draw; None if it cannot."""
    try:
        return format_.draw(where) if format_ else None
    except TourneyError:  # a tie that the organiser decides with these tables
        return None


def _groups(where: Situation, pods: Sequence[Pod], usual: Draw | None) -> tuple[int, ...]:
    """The group of each table: that of most of its players; none in a stage without groups."""
    if usual is None or not usual.groups:
        return ()
    group = {one: met.group for met in where.met for one in met.pod}
    pairs = zip(usual.pods, usual.groups, strict=True)
    group |= {one: number for pod, number in pairs for one in pod}
    return tuple(Counter(group.get(one, 0) for one in pod).most_common(1)[0][0] for pod in pods)


def _require_first_byes(
    where: Situation, byes: Sequence[EntrantId], seated: Sequence[EntrantId]
) -> None:
    """UsageFault for a second bye while somebody who has had none sits at a table."""
    again = [one for one in byes if where.byes.get(one, 0)]
    fresh = [one for one in seated if not where.byes.get(one, 0)]
    if again and fresh:
        lowest = min(fresh, key=lambda one: (where.points.get(one, 0), -fresh.index(one)))
        raise UsageFault(
            say("events.second-bye", who=wording.entrant(again[0]), other=wording.entrant(lowest))
        )
