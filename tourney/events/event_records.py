"""The records of an event: how they count, their sums, and the event as what shows it reads it.

An event that was made has a log, from which its state follows. Of one that only headers of records
name, the records are the log: what they say becomes a state like any other.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from engines.api import Seat
from tourney.domain.event_log import EntrantId, EventResult, Sizes
from tourney.domain.match_values import CountedResult, MatchResult, StoredMatch
from tourney.events.draws import MANUAL
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.event_state import (
    RECORDED,
    Entrant,
    EventState,
    RoundState,
    StageState,
    TableState,
    state_of,
)
from tourney.events.stage_standings import table_points
from tourney.exports.match_tables import RESULT_COLUMNS, result_rows
from tourney.records import read
from tourney.records.model import Directive
from tourney.render.text_tables import Table
from tourney.results.sums import ResultSums, ending_of
from tourney.scoring import DEFAULT_TIEBREAKS, finishes, point_system
from tourney.scoring.ledger import NO_RATINGS
from tourney.store import Database
from tourney.store.events import StoredEvent, event_view, stored_events
from tourney.store.matches import event_matches

NO_RESULT: Final = frozenset({"void", "abandoned"})
"""The statuses of matches that have no results."""


def counting_results(store: Database, matches: Iterable[StoredMatch]) -> Table:
    """The results of matches as played and as they count, without those that have none."""
    played = (match for match in matches if match.status not in NO_RESULT)
    counting = Counting(store)
    return Table(RESULT_COLUMNS, (row for one in played for row in result_rows(one, counting)))


class Counting:
    """How stored matches count in standings; reads the state of an event once."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._planned = {event.name: event for event in stored_events(store)}
        self._events: dict[str, dict[int, CountedResult]] = {}

    def __call__(self, match: StoredMatch) -> CountedResult | None:
        """How a match counts; None if it does not count."""
        event = dict(match.headers).get("event", "")
        if match.text is None or event not in self._planned:
            return counted_result(match)
        if event not in self._events:
            view = event_view(self._store, self._planned[event])
            self._events[event] = dict(counted_results(state_of(view.rows)))
        return self._events[event].get(match.id)


SCALED: Final = point_system("scaled")


def counted_result(match: StoredMatch) -> CountedResult | None:
    """How a match of a run, or of an event without a plan, counts by the points `scaled`."""
    result = _adjusted_result(match)
    if result is None:
        return None
    return CountedResult(result.scores, result.places, tuple(map(SCALED, finishes(result))))


def _adjusted_result(match: StoredMatch) -> MatchResult | None:
    """The result with what the organiser added to scores; None without a full result."""
    ending = ending_of(match)
    if ending is None or ending.result is None:
        return None
    changes = adjustments(match)
    return adjusted(ending.result, changes) if changes else ending.result


def counted_results(state: EventState) -> Iterator[tuple[int, CountedResult]]:
    """How each match of an event with a plan counts, by the id of the match."""
    for stage in state.stages:
        for round_, table in stage.tables():
            result = table.result
            if result is None or table.match is None:
                continue
            worth = table_points(state, stage, round_, table)
            points = tuple(worth.get(entrant, Fraction(0)) for entrant in result.entrants)
            yield table.match, CountedResult(result.scores, result.places, points)


_CHANGE: Final = re.compile(r"\b([A-H]) ([+-]\d+)\b")


def adjustments(match: StoredMatch) -> Mapping[Seat, int]:
    """What the organiser added to the score of each seat; empty for most matches."""
    added: dict[Seat, int] = {}
    # Reading a record takes long, and hardly any has been adjusted.
    if match.text is None or "adjust" not in match.text.casefold():
        return added
    for line in read(match.text).matches[0].trailer:
        if isinstance(line, Directive) and line.word == "adjust":
            for letter, by in _CHANGE.findall(line.text.partition(" reason ")[0]):
                seat = ord(letter) - ord("A")
                added[seat] = added.get(seat, 0) + int(by)
    return added


def adjusted(result: MatchResult, changes: Mapping[Seat, int]) -> MatchResult:
    """The result with corrected scores, and the places that follow from them.

    Partners have one score. Players whose corrected scores are equal stay in the order of their
    places, or share one if they shared it or had other scores; who has forfeited stays last.
    """
    seats = range(len(result.scores))
    sides = result.sides or tuple(seats)
    # What is added to one partner is added to their one score.
    by = dict.fromkeys(sides, 0)
    for seat, change in changes.items():
        by[sides[seat]] += change
    scores = tuple(result.scores[seat] + by[sides[seat]] for seat in seats)

    def key(seat: Seat) -> tuple[int, ...]:  # the lower, the better
        if seat in result.forfeits:
            return (1, result.places[seat], 0)
        worth = scores[seat] if result.fewer_wins else -scores[seat]
        level = [o for o in seats if result.scores[o] == result.scores[seat]]
        # What separated equal scores, such as tricks, still separates them after equal changes.
        in_order = len(level) > 1 and all(scores[o] == scores[seat] for o in level)
        return (0, worth, result.places[seat] if in_order else 0)

    keys = list(map(key, seats))
    places = tuple(1 + len({sides[o] for o in seats if keys[o] < keys[s]}) for s in seats)
    return replace(result, scores=scores, places=places)


_NUMBER: Final = re.compile("[1-9][0-9]{0,5}")
"""A round or table of a header; others are words, such as `final`."""


@dataclass(frozen=True, slots=True)
class EventStandings:
    """Sums over an event, and the names of matches that were corrected, are void, or do not count.

    `open` are matches without a full result or with unknown players. `adjusted` are those whose
    scores the organiser corrected, which count with these scores.
    """

    sums: ResultSums
    corrected: list[str] = field(default_factory=list)
    void: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    adjusted: list[str] = field(default_factory=list)


def event_standings(
    matches: Iterable[StoredMatch],
    by: str = "scaled",
    tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
    ratings: Mapping[str, int] = NO_RATINGS,
) -> EventStandings:
    """The standings over matches; void and undecided ones count nowhere."""
    sums = ResultSums(by=by, tiebreaks=tiebreaks, keep=True, ratings=ratings)
    standings = EventStandings(sums)
    for match in matches:
        ending = ending_of(match)
        if match.status == "void":
            standings.void.append(match.name)
        elif ending is None:
            standings.open.append(match.name)
        else:
            changes = adjustments(match)
            if ending.result is not None and changes:
                standings.adjusted.append(match.name)
                ending = ending._replace(result=adjusted(ending.result, changes))
            sums.take(ending, round_of(match))
        if match.revision > 1 and match.status != "void":
            standings.corrected.append(match.name)
    return standings


def round_of(match: StoredMatch) -> int | None:
    """The round that the headers of a match name; None without a number."""
    text = dict(match.headers).get("round", "")
    return int(text) if _NUMBER.fullmatch(text) else None


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
            # So the numbers, which order equals, do not depend on the order of import.
            known = sorted({name for match in self.matches for name in match.players})
            return dict(enumerate(known, start=1))
        return event_view(self._store, self.planned).names

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
    # Who plays only in matches that do not count has no row.
    results = (table.result for _, table in stage.tables())
    stage.seeding = sorted({entrant for one in results if one for entrant in one.entrants})
    entrants = {one: Entrant(one, None) for one in number.values()}
    return EventState(EventPlan((plan,)), "", entrants, [stage], phase=RECORDED)


def _result(match: StoredMatch, number: Mapping[str, EntrantId]) -> EventResult | None:
    """The result with which a match counts; None if it counts nowhere."""
    result = _adjusted_result(match) if match.status != "void" else None
    if result is None:
        return None
    place = ("", "", "")  # at no stage, round and table: nobody planned any
    return EventResult(
        *place,
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
