"""An event as what shows it reads it: its state, the names of its entrants, and its records.

An event that was made has a log, from which its state follows. Of one that only headers of records
name, the records are the log: what they say becomes a state like any other.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cached_property
from typing import Final

from tourney.domain.draws import EntrantId, Sizes
from tourney.domain.event_log import EventResult
from tourney.domain.match_values import StoredMatch
from tourney.events.counting import adjusted, adjustments, round_of
from tourney.events.draws import MANUAL
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.event_state import (
    RECORDED,
    Entrant,
    EventState,
    RoundState,
    StageState,
    TableState,
)
from tourney.events.life import state_of
from tourney.results.sums import ending_of
from tourney.store import Database
from tourney.store.events import StoredEvent, entrant_names, event_view
from tourney.store.matches import event_matches

_NUMBER: Final = re.compile("[1-9][0-9]{0,5}")
NEVER_OPEN: Final = 99
"""So many must be here for a table to wait for a result: a recorded match is over as it is."""


class ReadEvent:
    """An event in its database, of which each part is read once.

    `planned` is the event if it was made with a plan; None if only records name it.
    """

    def __init__(self, store: Database, name: str, planned: StoredEvent | None) -> None:
        self.name = name
        self.planned = planned
        self._store = store

    @cached_property
    def state(self) -> EventState:
        """The newest state."""
        if self.planned is None:
            return recorded_state(self.matches, {name: one for one, name in self.names.items()})
        return state_of(event_view(self._store, self.planned).rows)

    @cached_property
    def names(self) -> Mapping[EntrantId, str]:
        """The names of the entrants; those of an event of records are in the order of names."""
        if self.planned is None:
            known = sorted({name for match in self.matches for name in match.players})
            return dict(enumerate(known, start=1))
        return entrant_names(self._store, self.planned)

    @cached_property
    def matches(self) -> Sequence[StoredMatch]:
        """The records that name the event, without their moves, oldest first."""
        with closing(event_matches(self._store, self.name)) as found:
            return list(found)


def recorded_state(matches: Sequence[StoredMatch], number: Mapping[str, EntrantId]) -> EventState:
    """The state that follows from records: one stage of tables which nobody drew.

    Its rounds are those that headers number; the matches of all others are in a last round, which
    has the number 0. Its standings are per match, because nobody knows who missed a round.
    """
    games = tuple(dict.fromkeys(match.game for match in matches))
    plan = StagePlan("", MANUAL, games, Sizes((), 0), per_match=True)
    stage = StageState(plan, [])
    numbered: dict[int, list[StoredMatch]] = {}
    for match in matches:
        numbered.setdefault(round_of(match) or 0, []).append(match)
    for round_number in sorted(numbered, key=lambda found: (not found, found)):
        ordered = sorted(numbered[round_number], key=_table_order)
        tables = [
            TableState(
                at,
                [number[name] for name in match.players],
                result=_result(match, number),
                match=match.id,
                least=NEVER_OPEN,
            )
            for at, match in enumerate(ordered, start=1)
        ]
        stage.rounds.append(RoundState(round_number, ordered[0].game, tables, [], 0, {}))
    results = (table.result for _, table in stage.tables())
    stage.seeding = sorted({entrant for one in results if one for entrant in one.entrants})
    entrants = {one: Entrant(one, None) for one in number.values()}
    return EventState(EventPlan((plan,)), "", entrants, [stage], phase=RECORDED)


def _result(match: StoredMatch, number: Mapping[str, EntrantId]) -> EventResult | None:
    """The result with which a match counts; None if it counts nowhere."""
    ending = ending_of(match) if match.status != "void" else None
    if ending is None or ending.result is None:
        return None
    changes = adjustments(match)
    result = adjusted(ending.result, changes) if changes else ending.result
    return EventResult(
        "",
        "",
        "",
        match.id,
        match.status,
        tuple(number[name] for name in result.players),
        scores=result.scores,
        places=result.places,
        forfeits=result.forfeits,
        sides=result.sides,
        fewer_wins=result.fewer_wins,
    )


def _table_order(match: StoredMatch) -> tuple[bool, int, str]:
    """Numbered tables come first, in the order of their numbers."""
    text = dict(match.headers).get("table", "")
    digits = bool(_NUMBER.fullmatch(text))
    return (not digits, int(text) if digits else 0, text)
