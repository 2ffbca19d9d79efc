"""Changes of the restrictions of an event: rows of the log, checked against what holds already."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from engines.messages import say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.event_log import EventChange
from tourney.events import wording
from tourney.events.actions import require_open
from tourney.events.plan import Restrictions
from tourney.events.state import EventState


def restricted(state: EventState, more: Restrictions) -> EventChange:
    """More restrictions, from the next draw on; a table that is taken is refused."""
    require_open(state)
    now = state.plan.restrictions
    tables = {**now.tables, **more.tables}
    for a, b in combinations(sorted(tables), 2):
        if tables[a] == tables[b]:
            who = {"a": wording.entrant(a), "b": wording.entrant(b)}
            raise UsageFault(say("events.plan-table-twice", **who, table=tables[a]))
    changed = Restrictions(now.never | more.never, {**now.fixed, **more.fixed}, tables)
    return EventChange("event restrict", changed.as_json())


def lifted(state: EventState, who: Sequence[EntrantId]) -> EventChange:
    """No restriction among these entrants any more; for one of them, none at all."""
    require_open(state)
    now, named = state.plan.restrictions, set(who)
    alone = len(named) == 1
    changed = Restrictions(
        frozenset(pair for pair in now.never if not (pair & named if alone else pair <= named)),
        _without(now.fixed, named if alone else ()),
        _without(now.tables, named if alone else ()),
    )
    if changed == now:
        raise NotFound(say("events.no-restriction", who=tuple(map(wording.entrant, who))))
    return EventChange("event restrict", changed.as_json())


def _without(
    given: Mapping[EntrantId, int], who: "Sequence[EntrantId] | set[EntrantId]"
) -> Mapping[EntrantId, int]:
    return {one: value for one, value in given.items() if one not in who}


def unrestricted(state: EventState) -> EventChange:
    """Take back the last change of restrictions."""
    require_open(state)
    if not state.earlier:
        raise Conflict(say("events.nothing-restricted"))
    return EventChange("event restrict undo")
