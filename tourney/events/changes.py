"""What a correction changes: the record, its result, and the standings that it belongs to.

The standings are computed twice from all matches, with the match as it was and as it will be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from engines.api import CHANCE, seat_letter
from engines.messages import Message, Sentence, say
from tourney.domain.event_log import RESULT, EntrantId, EventChange, EventResult
from tourney.domain.match_values import PRACTICE, PairedMatch, Standing, StoredMatch, pack_options
from tourney.events.decisions import is_schedule, require_open
from tourney.events.draws import AUTO, RULES
from tourney.events.event_plan import MATCH, TABLE, StagePlan, slot_text
from tourney.events.event_records import event_standings
from tourney.events.event_state import EventState, after, number_of, state_of
from tourney.events.stages import is_ready, qualified
from tourney.records.field_values import rank_text
from tourney.results.sums import ResultSums, design, ending_of
from tourney.store import Database
from tourney.store.events import StoredEvent, event_view, stored_events
from tourney.store.matches import event_matches, run_endings
from tourney.store.runs import run_named

Value = str | int | None


class Changed(NamedTuple):
    """A value of a record before and after a correction."""

    what: str
    before: Value
    after: Value


class PlyChange(NamedTuple):
    """The first entry of the log that differs; None if the log is shorter."""

    number: int
    before: str | None
    after: str | None


class StandingChange(NamedTuple):
    """A player whose row of the standings changes; None if the player has no row."""

    player: str
    before: Standing | None
    after: Standing | None


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a correction changes. `plies` are the numbers of entries before and after.

    `values` has the places by seat, `rank` the same in the notation of records; `players` are
    those after the correction, or before it if there were more.
    """

    plies: tuple[int, int]
    differing: int
    first: PlyChange | None
    values: tuple[Changed, ...]
    rank: Changed | None
    players: tuple[str, ...]
    standings: tuple[tuple[Message, tuple[StandingChange, ...]], ...]
    """An event or run, and the rows of its standings that change."""
    notes: tuple[Message, ...] = ()
    """What else the correction means for an event: rounds drawn on the old result, who goes on."""


class TableChange(NamedTuple):
    """The standings of the stage before and after, and what else the correction means."""

    before: list[Standing]
    after: list[Standing]
    notes: tuple[Message, ...]


def announcement(store: Database, before: StoredMatch, after: StoredMatch) -> Announcement:
    """Compare a match with its correction, and the standings with and without the correction."""
    differing = list(_plies(before, after))
    standings: list[tuple[Message, tuple[StandingChange, ...]]] = []
    notes: list[Message] = []
    named = [] if before.text is None else list(filter(None, map(_event, (before, after))))
    planned = {event.name: event for event in (stored_events(store) if named else ())}
    if before.text is None:
        run_name, _, number = before.name.rpartition("/")
        run = run_named(store, run_name)
        sums = ResultSums(design=design(run.spec)), ResultSums(design=design(run.spec))
        # The corrected match counts once in each of the two sums.
        for ending in run_endings(store, run):
            if ending.number != int(number):
                for one in sums:
                    one.take(ending)
        for one, match in zip(sums, (before, after), strict=True):
            own = ending_of(match)
            if own is not None:
                one.take(own)
        rows = _differences(*(one.standings() for one in sums))
        standings.append((say("events.run", name=run_name), rows))
    for name in dict.fromkeys(named):
        if name in planned:
            change = table_change(store, planned[name], before, after)
            old, new = change.before, change.after
            notes += change.notes
        else:
            others = [one for one in event_matches(store, name) if one.id != before.id]
            old, new = (
                event_standings((*others, *([one] if _event(one) == name else ()))).sums.standings()
                for one in (before, after)
            )
        standings.append((say("events.event", name=name), _differences(old, new)))
    return Announcement(
        plies=(len(before.entries), len(after.entries)),
        differing=len(differing),
        first=differing[0] if differing else None,
        values=tuple(_values(before, after)),
        rank=_rank(before, after),
        players=max(after.players, before.players, key=len),
        standings=tuple(standings),
        notes=tuple(notes),
    )


def require_open_event(store: Database, match: StoredMatch) -> None:
    """Conflict for a match of a closed event with a plan, whose results stay as they are."""
    if PRACTICE in match.headers:
        return
    for event in stored_events(store):
        if event.name == _event(match):
            require_open(state_of(event_view(store, event).rows))


def _plies(before: StoredMatch, after: StoredMatch) -> Iterator[PlyChange]:
    def text(entry: tuple[int, str]) -> str:
        return f"-- {entry[1]}" if entry[0] == CHANCE else f"{seat_letter(entry[0])}: {entry[1]}"

    pairs = zip_longest(map(text, before.entries), map(text, after.entries))
    for number, (old, new) in enumerate(pairs, start=1):
        if old != new:
            yield PlyChange(number, old, new)


def _values(before: StoredMatch, after: StoredMatch) -> Iterator[Changed]:
    """The fields that differ: status, settings, headers, then every seat."""
    old, new = _facts(before), _facts(after)
    for what in dict.fromkeys((*old, *new)):
        if old.get(what) != new.get(what):
            yield Changed(what, old.get(what), new.get(what))


def _facts(match: StoredMatch) -> dict[str, Any]:
    facts: dict[str, Any] = {"status": match.status, "game": match.game}
    facts["options"] = pack_options(match.options)
    facts |= dict(match.headers)
    for seat, name in enumerate(match.players):
        letter = seat_letter(seat)
        facts[f"player {letter}"] = name
        facts[f"score {letter}"] = match.scores[seat]
        facts[f"place {letter}"] = match.places[seat]
    return facts


def _rank(before: StoredMatch, after: StoredMatch) -> Changed | None:
    """The places of all seats in the notation of records; None for one of which some are open."""
    if before.places == after.places:
        return None

    def text(match: StoredMatch) -> str | None:
        places = [place for place in match.places if place is not None]
        return rank_text(places) if len(places) == len(match.players) else None

    return Changed("rank", text(before), text(after))


def _event(match: StoredMatch) -> str | None:
    return dict(match.headers).get("event")


def _differences(old: Sequence[Standing], new: Sequence[Standing]) -> tuple[StandingChange, ...]:
    """The rows whose place, points or number of matches differ, in the new order."""
    was, now = ({row.player: row for row in rows} for rows in (old, new))

    def figures(row: Standing | None) -> object:
        return row and (row.place, row.matches, row.points)

    return tuple(
        StandingChange(player, was.get(player), now.get(player))
        for player in dict.fromkeys(chain(now, was))
        if figures(was.get(player)) != figures(now.get(player))
    )


def table_change(
    store: Database, event: StoredEvent, before: StoredMatch, changed: StoredMatch
) -> TableChange:
    """Compare an event with a match and with its correction.

    The state is folded twice: with the result as it is in the log, and with the corrected one. A
    round that was drawn on the old result stays as it is, and is named.
    """
    view = event_view(store, event)
    names, old = view.names, state_of(view.rows)
    was, now = (_result(event.name, match, names) for match in (before, changed))
    new = old
    # A match that moved to another table opens the old one.
    if was is not None and (
        now is None or (was.stage, was.round, was.table) != (now.stage, now.round, now.table)
    ):
        gone = EventResult(was.stage, was.round, was.table, was.match, "void")
        new = after(new, EventChange(RESULT, gone.details()))
    if now is not None:
        new = after(new, EventChange(RESULT, now.details()))
    at = was or now
    rows: list[list[Standing]] = []
    for state in (old, new):
        stage = state.stage_named(at.stage if at else "")
        standings = RULES.standings(state, stage) if stage else []
        rows.append(
            [Standing(row.place, names[row.entrant], row.matches, row.points) for row in standings]
        )
    # Without another row nothing follows for rounds and stages.
    notes = _notes(old, new, at, names) if at and rows[0] != rows[1] else iter(())
    return TableChange(rows[0], rows[1], tuple(notes))


def _result(event: str, match: StoredMatch, names: Mapping[EntrantId, str]) -> EventResult | None:
    """The result of a match at its table; None if it is at no table of the event."""
    place = PairedMatch.of(match.name, dict(match.headers))
    if place.event != event:
        return None
    # Records have names, the log has numbers.
    number = {name: one for one, name in names.items()}
    entrants = tuple(number[name] for name in match.players if name in number)
    bare = EventResult(place.stage, place.round, place.table, match.id, match.status, entrants)
    ending = ending_of(match)
    if ending is None or ending.result is None or len(entrants) < len(match.players):
        return bare
    return bare.with_result(ending.result)


def _notes(
    old: EventState, new: EventState, at: EventResult, names: Mapping[EntrantId, str]
) -> Iterator[Message]:
    """What a correction means for its table, the rounds after it, and the stages after its own."""
    stage, round_ = new.stage_named(at.stage), number_of(at.round) or 0
    assert stage is not None
    *_, table = new.place(at.stage, at.round, at.table)
    if table is not None and table.missing:
        yield say("events.opens-table", table=table.number, round=round_)
    # A round that the organiser gave was drawn on nothing.
    later = [one.number for one in stage.rounds
             if one.number > round_ and one.details["how"] == AUTO]  # fmt: skip
    if later and not is_schedule(stage):
        yield say("events.paired-on-old", stage=stage.plan.name, rounds=", ".join(map(str, later)))
    begun = {stage.plan.name: stage.plan for stage in new.stages}
    # A stage that has begun has the slots with which it began, such as an added final.
    for plan in {**{stage.name: stage for stage in new.plan.stages}, **begun}.values():
        if any(source.stage == stage.plan.name for source in plan.sources):
            yield from _qualifying(old, new, plan, names)


def _qualifying(
    old: EventState, new: EventState, plan: StagePlan, names: Mapping[EntrantId, str]
) -> Iterator[Message]:
    """Who would go on to a stage instead of others."""
    known, begun = RULES, new.stage_named(plan.name)
    for state in (old, new):
        for source in plan.sources:
            # Standings can always be compared, tables when they have ended.
            of_tables = source.part in (TABLE, MATCH)
            if state.stage_named(source.stage) is None or (
                of_tables and not is_ready(state, known, source)
            ):
                return
    was, now = (qualified(state, known, plan.sources, plan.name) for state in (old, new))
    for line in now.lines:
        who, source_ = ", ".join(names[entrant] for entrant in line.equals), slot_text(line.source)
        yield say("events.now-shared", who=who, places=line.places, source=source_)
    # Who has begun plays on: a begun stage is compared as it was seeded.
    before = set(was.entrants if begun is None else begun.seeding)
    out, into = sorted(before - set(now.entrants)), sorted(set(now.entrants) - before)
    if (out or into) and not now.lines:
        sentence = Sentence("events.has-begun-with" if begun else "events.would-go-on")
        yield sentence(
            stage=plan.name,
            old=", ".join(names[one] for one in out) or "-",
            new=", ".join(names[one] for one in into) or "-",
        )
