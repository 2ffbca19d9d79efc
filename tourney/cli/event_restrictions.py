"""Restrictions that change after the event was made."""

from collections.abc import Sequence
from itertools import combinations

from engines.messages import say
from tourney.cli.event_session import EventSession
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.events import EntrantId
from tourney.events import restricting
from tourney.events.messages import entrant
from tourney.events.plan import Restrictions


def restrict(
    session: EventSession,
    never: Sequence[Sequence[str]],
    seats: Sequence[tuple[str, int]],
    tables: Sequence[tuple[str, int]],
) -> None:
    """Add restrictions that hold from the next draw on."""
    groups = [[session.entrant(name) for name in names] for names in never]
    for group, names in zip(groups, never, strict=True):
        if len(set(group)) < 2:
            raise UsageFault(say("cli.event-never-alone", text=quoted(",".join(names))))
    more = Restrictions(
        frozenset(frozenset(pair) for group in groups for pair in combinations(group, 2)),
        {session.entrant(name): seat for name, seat in seats},
        {session.entrant(name): table for name, table in tables},
    )
    if more == Restrictions():
        raise UsageFault(say("cli.event-restrict-what"))
    session.change(lambda state, _: [restricting.restricted(state, more)])
    _say(session, sorted({*(one for group in groups for one in group), *more.fixed, *more.tables}))


def lift(session: EventSession, names: Sequence[str]) -> None:
    """Lift restrictions among some entrants, or all of one."""
    who = [session.entrant(name) for name in names]
    session.change(lambda state, _: [restricting.lifted(state, who)])
    _say(session, who)


def undo(session: EventSession) -> None:
    """Take back the last change of restrictions."""
    session.change(lambda state, _: [restricting.unrestricted(state)])
    session.say(say("cli.event-restricted-as-before"))


def _say(session: EventSession, who: Sequence[EntrantId]) -> None:
    """Say that the restrictions of some entrants have changed, and how to undo it."""
    names = tuple(map(entrant, who))
    session.say(say("cli.event-restricted", who=names, round=len(session.state.stage.rounds) + 1))
    session.undo("restrict", "--undo", names=(session.event.name,))
