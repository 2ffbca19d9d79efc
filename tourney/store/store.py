"""The interface of the database for the rest of the program: plain domain values in and out."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy import select

from engines.messages import Message
from tourney.domain.event_log import EventChange, EventRow, EventView
from tourney.domain.events import EntrantId
from tourney.domain.matches import Ending, Fault, KeptMatch, MatchResult, StoredMatch
from tourney.domain.open_matches import MatchDecision, OpenMatch
from tourney.domain.pairings import PairedMatch
from tourney.domain.ratings import ResultColumns
from tourney.domain.runs import BotEntry, RunSpec
from tourney.domain.unfinished import UnfinishedMatch
from tourney.scoring import DEFAULT_TIEBREAKS
from tourney.store import (
    bots,
    care,
    corrections,
    event_bots,
    event_removal,
    events,
    incoming,
    kept,
    lengths,
    log,
    open_matches,
    pairings,
    players,
    rated,
    reads,
    recordings,
    revisions,
    runs,
    schema,
    state,
    unfinished,
)
from tourney.store.bots import BotFault, BotHistory, BotOutput
from tourney.store.connect import NO_WAIT, UNKNOWN_ACTOR, Database, Wait, address, look
from tourney.store.digests import altered
from tourney.store.event_bots import Claim
from tourney.store.event_results import ResultCheck
from tourney.store.events import Decide, StoredEvent
from tourney.store.forget import Forgotten, forget
from tourney.store.incoming import Clash, Records
from tourney.store.lengths import Length
from tourney.store.log import LogEntry
from tourney.store.models import BOT
from tourney.store.players import Lookalike, PlayedSeat, StoredPlayer
from tourney.store.reads import WHOLE, NumberRange, StoredSeating
from tourney.store.recordings import StoredRecording
from tourney.store.revisions import Reason, Revision
from tourney.store.run_lock import RunLock
from tourney.store.runs import StoredRun
from tourney.store.state import StoredState
from tourney.store.tally import StoredSums, stored_sums
from tourney.store.writer import MatchWriter

if TYPE_CHECKING:
    from tourney.domain.event_content import EventContent, EventOutcome, IncomingEvent

BUSY_SECONDS = 5.0


def open_store(
    url: str,
    *,
    create: bool = False,
    busy_seconds: float = BUSY_SECONDS,
    actor: str = UNKNOWN_ACTOR,
    wait: Wait = NO_WAIT,
) -> "Store":
    """Open the database at a path or URL; with `create` a missing one is created.

    The log of the database names `actor` as the author of all changes. A server that does not
    answer is waited for as `wait` says.
    NotFound if there is none; Conflict if it is not a database of tourney, has another schema, or
    is locked for longer than `busy_seconds`.
    """
    place = address(url)
    look(place, create=create)
    new = place.path if place.path and not place.path.exists() else None
    database = Database(place, busy_seconds, create=create)
    database.actor = actor
    database.wait = wait
    try:
        database.patiently(lambda: _check(database, create=create))
    except BaseException:
        database.close()
        if new and new.exists() and not new.stat().st_size:
            new.unlink()  # no unfinished file is left on a full disk
        raise
    return Store(database)


def _check(database: Database, *, create: bool) -> None:
    with database.reading() as connection:
        found = schema.schema(connection)
        if found is schema.Schema.CURRENT:
            schema.require_whole(database.place, connection)
    if create and found is schema.Schema.EMPTY:
        schema.create(database)
    else:
        schema.require_usable(database.place, found)


class Store:
    """An open database; a context manager that closes it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; ends streams that are still being read."""
        self.database.close()

    def require_same_file(self) -> None:
        """Raise DatabaseMoved if the file of a SQLite database was renamed, replaced or deleted."""
        self.database.require_same_file()

    def salvage(self) -> Path | None:
        """After DatabaseMoved: the file with the content, None if there is none."""
        return care.salvage(self.database)

    def add_run(self, spec: RunSpec, *, reproducible: bool = True) -> StoredRun:
        """Store a new run; Conflict if the name is taken."""
        return runs.add_run(self.database, spec, reproducible=reproducible)

    def run(self, name: str) -> StoredRun:
        """The run of this name; NotFound."""
        return runs.run_named(self.database, name)

    def runs(self) -> list[StoredRun]:
        """Every run, oldest first."""
        return runs.all_runs(self.database)

    def replan(self, run: StoredRun, deals: int, until: str) -> StoredRun:
        """Set a run's number of deals and stopping rule; deletes matches on later deals."""
        return runs.replan(self.database, run, deals, until)

    def change_bots(self, run: StoredRun, bots: Sequence[BotEntry]) -> StoredRun:
        """Continue a run with these versions of its bots; it is then no longer reproducible."""
        return runs.change_bots(self.database, run, bots)

    def delete_run(self, run: StoredRun) -> None:
        """Delete a run with all its matches; NotFound if it was deleted before."""
        runs.delete_run(self.database, run)

    def finished(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[int]:
        """Numbers of a run's stored matches, ascending."""
        return reads.finished(self.database, run.id, stretch)

    def forget_unplayed(self, run: StoredRun, code: str) -> None:
        """Delete matches of a run with a fault `code` before the first ply."""
        runs.delete_unplayed(self.database, run, code)

    def forget(self, run: StoredRun, numbers: Sequence[int]) -> None:
        """Delete the matches of a run with these numbers."""
        runs.delete_matches(self.database, run, numbers)

    def match_count(self, run: StoredRun) -> int:
        """The number of stored matches of a run."""
        return reads.match_count(self.database, run.id)

    def record_count(self) -> int:
        """The number of imported records."""
        return reads.record_count(self.database)

    def run_lock(self, run: StoredRun) -> RunLock:
        """The right to play a run, for the time of a context; `held` says if it was free."""
        return RunLock(self.database, run)

    def say_waits(self, say: Callable[[Message], None]) -> None:
        """From now on say in this way that a server is waited for."""
        self.database.wait = self.database.wait._replace(say=say)

    def writer(self, run: StoredRun, *, batch: int = 100, seconds: float = 0.25) -> MatchWriter:
        """A writer of complete matches, one transaction per `batch` matches or `seconds`."""
        return MatchWriter(self.database, run, batch=batch, seconds=seconds)

    def results(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[MatchResult]:
        """Results of a run by match number, which is also their `match_id`; none if abandoned."""
        return reads.results(self.database, run.id, stretch)

    def rated(self, *, forfeits: bool = False) -> ResultColumns:
        """The results of all matches in columns, for ratings; forfeited ones only if asked for."""
        return rated.result_columns(self.database, forfeits=forfeits)

    def sums(
        self, run: StoredRun, tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS
    ) -> StoredSums | None:
        """Sums over the first matches of a run, for standings by `scaled`; None if not stored."""
        with self.database.reading() as connection:
            return stored_sums(connection, run.id, run.spec, tiebreaks)

    def void_matches(self, run: StoredRun) -> list[str]:
        """The names of the matches of a run that count nowhere."""
        return [f"{run.spec.name}/{number}" for number in reads.void_numbers(self.database, run.id)]

    def endings(
        self, run: StoredRun, stretch: NumberRange = WHOLE
    ) -> Generator[Ending, None, None]:
        """How the matches of a run ended, abandoned ones too, by number."""
        return reads.endings(self.database, run.id, stretch)

    def seatings(self, run: StoredRun) -> Iterator[StoredSeating]:
        """The matches of a run with the names of their bots, by number."""
        return reads.seatings(self.database, run.id)

    def kept_matches(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[KeptMatch]:
        """The matches of a run by number as they were played, to write them elsewhere."""
        return kept.kept_matches(self.database, run, stretch)

    def corrected(self, run: StoredRun) -> list[int]:
        """The numbers of the corrected matches of a run."""
        return kept.corrected(self.database, run)

    def note_merge(self, run: StoredRun, uids: Sequence[str], matches: int) -> None:
        """Write a row of the log: matches of runs in other databases were added to a run."""
        kept.note_merge(self.database, run, uids, matches)

    def faults(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[tuple[int, Fault]]:
        """Faults of a run with the numbers of their matches, in that order."""
        return reads.faults(self.database, run.id, stretch)

    def run_state(self, run: StoredRun) -> StoredState | None:
        """The last reported state of a run; None if none was reported."""
        return state.run_state(self.database, run.id)

    def set_run_state(self, run: StoredRun, change: Callable[[str | None], str]) -> None:
        """Replace the state of a run by `change` of the old one, in one transaction; NotFound."""
        state.set_run_state(self.database, run, change)

    def amend_run_state(self, run: StoredRun, change: Callable[[str], str]) -> None:
        """Change an existing state from a process that does not play the run; NotFound."""
        state.amend_run_state(self.database, run, change)

    def lengths(self, run: StoredRun) -> Iterator[Length]:
        """The number of decisions in each match, by number; empty if no moves are stored."""
        return lengths.lengths(self.database, run.id)

    def matches(
        self,
        run: StoredRun | None = None,
        *,
        stretch: NumberRange = WHOLE,
        entries: bool = True,
        counts: bool = False,
    ) -> Iterator[StoredMatch]:
        """Matches of a run by number; without `run` those of all runs, then imported records.

        Only those in `stretch`, if it is given. With `counts` each knows the length of its log.
        DataFault if entries are wanted of a run that stores none.
        """
        wanted = self.runs() if run is None else [run]
        parts = [
            reads.run_matches(
                self.database,
                each,
                part=reads.run_part(each.id, stretch),
                entries=entries,
                counts=counts,
            )
            for each in wanted
        ]
        if run is None:
            parts.append(self.records(entries=entries, counts=counts))
        return chain.from_iterable(parts)

    def records(self, *, entries: bool = True, counts: bool = False) -> Iterator[StoredMatch]:
        """The imported records, by id; with `counts` each knows the length of its log."""
        return reads.record_matches(self.database, entries=entries, counts=counts)

    def match(self, ref: str, *, entries: bool = True, counts: bool = False) -> StoredMatch:
        """The match with this record id or database id; NotFound."""
        return incoming.match(self.database, ref, entries=entries, counts=counts)

    def has_match(self, name: str) -> bool:
        """Whether a match has this record id."""
        with self.database.reading() as connection:
            return incoming.is_stored(connection, name)

    def add_match(self, match: StoredMatch, what: str = "record", *, check: ResultCheck) -> None:
        """Store a new match; Conflict if its name or its place in an event is taken.

        `what` names the command in the log.
        """
        incoming.add_match(self.database, match, what, check=check)

    def require_free_place(self, headers: Mapping[str, str]) -> None:
        """Raise Conflict if a match of the same event, stage, round and table is known."""
        pairings.check_place(self.database, headers)

    def paired_on(self, day: str) -> list[PairedMatch]:
        """The matches of events on a day, stored ones first, then unfinished ones."""
        return pairings.paired_on(self.database, day)

    def import_records(
        self,
        records: Records,
        clash: Clash = "error",
        same: Mapping[str, str] | None = None,
        *,
        check: ResultCheck,
    ) -> Counter[str]:
        """Import records, all or none; counts them by outcome: new, same, skip, update.

        A new name in `same` belongs to the known person that it is mapped to.
        Conflict if one is stored with other content and `clash` is "error".
        """
        return incoming.import_records(self.database, records, clash, same, check=check)

    def remove_records(self, records: Records, *, check: ResultCheck) -> Counter[str]:
        """Remove records, all or none; Conflict if one is stored with other content."""
        return incoming.remove_records(self.database, records, check=check)

    def foresee(
        self,
        records: Records,
        clash: Clash | None,
        each: Callable[[str, str], None] | None = None,
    ) -> Counter[str]:
        """The outcome of importing records; without `clash`, the outcome of removing them.

        `each` is called with the name and the outcome of every record.
        """
        return incoming.foresee(self.database, records, clash, each)

    def add_open_match(self, match: OpenMatch) -> OpenMatch:
        """Store a match with people that begins; its name gets a number that makes it unique.

        Conflict if its place in an event is taken.
        """
        return open_matches.add_open(self.database, match)

    def open_matches(self) -> list[OpenMatch]:
        """The matches with people that have not ended, the oldest first."""
        return open_matches.open_matches(self.database)

    def open_match(self, name: str) -> OpenMatch:
        """The match of this name that has not ended; NotFound."""
        return open_matches.open_match(self.database, name)

    def decisions(self, match: OpenMatch) -> list[MatchDecision]:
        """The decisions of a match that has not ended, in order."""
        return open_matches.decisions(self.database, match)

    def add_decision(self, match: OpenMatch, number: int, decision: MatchDecision) -> None:
        """Store a decision; Conflict if another process has stored one with this number."""
        open_matches.add_decision(self.database, match, number, decision)

    def make_practice(self, match: OpenMatch, keep: int | None = None) -> None:
        """Mark a match as practice; with `keep`, delete all but its first decisions."""
        open_matches.make_practice(self.database, match, keep)

    def finish(self, match: OpenMatch, record: StoredMatch, *, check: ResultCheck) -> None:
        """Store the record of a match that has ended, instead of its decisions."""
        open_matches.finish(self.database, match, record, check=check)

    def discard(self, match: OpenMatch) -> None:
        """Delete a match that has not ended; Conflict if that has happened already."""
        open_matches.discard(self.database, match)

    def log(self) -> Iterator[LogEntry]:
        """The log of changes, oldest first."""
        return log.entries(self.database)

    def unfinished(self) -> list[UnfinishedMatch]:
        """Recordings in progress, then plays that have not ended; each oldest first."""
        with self.database.reading() as connection:
            return list(unfinished.unfinished(connection))

    def event_matches(
        self, event: str, *, entries: bool = False, counts: bool = False
    ) -> Generator[StoredMatch, None, None]:
        """The imported records with this event, by id; without their logs unless asked for."""
        part = reads.event_part(event)
        for match in reads.record_matches(self.database, part=part, entries=entries, counts=counts):
            if dict(match.headers).get("event") == event:  # SQLite ignores the case
                yield match

    def revisions(self, match: StoredMatch) -> list[Revision]:
        """The revisions of a match, oldest first."""
        return revisions.revisions(self.database, match.id)

    def correct(
        self,
        old: StoredMatch,
        new: StoredMatch,
        why: Reason,
        same: Mapping[str, str] | None = None,
        *,
        check: ResultCheck,
    ) -> int:
        """Store `new` as the newest revision of an imported record; returns its number.

        Conflict if `old` is no longer the newest one.
        """
        return corrections.correct(self.database, old, new, why, same or {}, check=check)

    def is_altered(self, match: StoredMatch) -> bool:
        """Whether another program changed an imported record after it was written."""
        with self.database.reading() as connection:
            return bool(altered(connection, [match.id]))

    def set_status(self, old: StoredMatch, status: str, why: Reason) -> int:
        """Take a match of a run out, or back in; returns the number of the new revision."""
        return corrections.set_status(self.database, old, status, why)

    def events(self) -> list[StoredEvent]:
        """The events that were made with a plan, oldest first."""
        return events.events(self.database)

    def event(self, name: str) -> StoredEvent:
        """The event of this name; NotFound."""
        return events.event(self.database, name)

    def event_view(self, event: StoredEvent) -> EventView:
        """The rows of an event, and the person behind each entrant."""
        return events.view(self.database, event)

    def entrant_names(self, event: StoredEvent) -> dict[EntrantId, str]:
        """The names in use of the entrants of an event."""
        return events.entrant_names(self.database, event)

    def add_event(
        self,
        name: str,
        players: Sequence[str],
        first: Callable[[Sequence[int]], EventChange],
        bots: Sequence[BotEntry] = (),
        readings: Mapping[str, str] = {},
    ) -> StoredEvent:
        """Store a new event with its players; `first` makes its first row from their ids.

        The ids of the bots follow those of the players; `readings` are those of new players.
        Conflict if the name is taken.
        """
        return events.add_event(self.database, name, players, first, bots, readings)

    def remove_event(self, event: StoredEvent) -> None:
        """Remove an event; Conflict if a match of it is stored or has not ended."""
        event_removal.remove_event(self.database, event)

    def restore_event(self, name: str) -> StoredEvent:
        """Restore the event that was removed last, under this name; NotFound."""
        return event_removal.restore_event(self.database, name)

    def event_version(self, event: StoredEvent) -> int:
        """A number that grows with every change of an event."""
        return event_bots.event_version(self.database, event.id)

    def event_runner(self, event: StoredEvent) -> str:
        """The stored text about the process that plays the tables of an event."""
        return event_bots.event_runner(self.database, event.id)

    def set_event_runner(self, event: StoredEvent, claim: Claim) -> None:
        """Replace the text about the process that plays the tables of an event."""
        event_bots.set_event_runner(self.database, event.id, claim)

    def change_event(
        self, event: StoredEvent, decide: Decide, player: str | BotEntry | None = None
    ) -> list[EventRow]:
        """Write the rows that `decide` returns for the newest state of an event."""
        return events.change(self.database, event, decide, player)

    def copy_event(self, name: str, rows: Sequence[EventRow]) -> StoredEvent:
        """Store an event that has only its rows of the log."""
        return events.copy_rows(self.database, name, rows)

    def event_content(self, name: str) -> "EventContent":
        """Everything about an event, independent of the ids of this database; NotFound."""
        from tourney.store import event_content

        return event_content.event_content(self.database, name)

    def import_event(
        self, incoming: "IncomingEvent", clash: Clash, same: Mapping[str, str]
    ) -> "EventOutcome":
        """Store an event from another database, all or nothing; the outcome of each match."""
        from tourney.store import event_arrival

        return event_arrival.import_event(self.database, incoming, clash, same)

    def foresee_event(self, content: "EventContent", clash: Clash) -> "EventOutcome":
        """The outcome of importing an event."""
        from tourney.store import event_arrival

        return event_arrival.foresee_event(self.database, content, clash)

    def players(self) -> list[StoredPlayer]:
        """All people, in the order of their readings or names."""
        return players.all_players(self.database)

    def player(self, ref: str) -> StoredPlayer:
        """The person with this name, alias or id; NotFound."""
        return players.player(self.database, ref)

    def name_in_use(self, name: str) -> str:
        """The name of the person who is known by `name`; the name itself if it is new."""
        return players.name_in_use(self.database, name)

    def player_matches(self, person: StoredPlayer) -> list[PlayedSeat]:
        """The seats of a person in recorded matches, oldest first."""
        return players.matches_of(self.database, person)

    def add_player(self, name: str, reading: str = "") -> StoredPlayer:
        """Store a new person; Conflict if the name is known."""
        return players.add(self.database, players.good_name(name), reading)

    def edit_player(
        self,
        ref: str,
        *,
        name: str | None = None,
        reading: str | None = None,
        nick: str | None = None,
        shown: str | None = None,
        aliases: Sequence[str] = (),
        removed: Sequence[str] = (),
    ) -> StoredPlayer:
        """Change the name, reading, nickname, name on pages or aliases of a person.

        The old name becomes an alias.
        """
        new = None if name is None else players.good_name(name)
        good = [players.good_name(alias) for alias in aliases]
        given = {"reading": reading, "nick": nick and players.good_name(nick), "shown": shown}
        values = {key: value for key, value in given.items() if value is not None}
        return players.edit(
            self.database, ref, name=new, values=values, aliases=good, removed=removed
        )

    def merge_players(self, ref: str, other: str) -> tuple[StoredPlayer, StoredPlayer]:
        """Join two people into the first; returns both as they were. Conflict if they have met."""
        return players.merge(self.database, ref, other)

    def unmerge_players(self, ref: str, other: str) -> tuple[StoredPlayer, StoredPlayer]:
        """Undo a merge: `other` is a person again; returns both."""
        return players.unmerge(self.database, ref, other)

    def forget_player(self, ref: str) -> Forgotten:
        """Replace the names of a person by a number everywhere."""
        return forget(self.database, ref)

    def lookalikes(self, names: Iterable[str], *, reading: str = "") -> list[Lookalike]:
        """Those of `names` that are new and look like a known name, or like an earlier new one."""
        return players.lookalikes(self.database, names, reading=reading)

    def recordings(self) -> list[StoredRecording]:
        """Every recording in progress, oldest first."""
        return recordings.recordings(self.database)

    def start_recording(self, name: str, setup: str, holder: str) -> StoredRecording:
        """Start a recording; Conflict if its name or its place in an event is taken."""
        return recordings.start(self.database, name, setup, holder)

    def hold_recording(self, name: str, allow: Callable[[str], str]) -> StoredRecording:
        """Go on with a recording; NotFound. `allow` gives the new holder for the old one."""
        return recordings.hold(self.database, name, allow)

    def release_recording(self, recording: StoredRecording) -> None:
        """Note that nobody records this match at the moment."""
        recordings.release(self.database, recording)

    def change_recording(self, recording: StoredRecording, line: int, lines: Sequence[str]) -> None:
        """Store a change; it is on disk when this returns. Conflict if it was taken over."""
        recordings.change(self.database, recording, line, lines)

    def finish_recording(
        self, recording: StoredRecording, match: StoredMatch, *, check: ResultCheck
    ) -> None:
        """Turn a recording into a stored match, in one transaction."""
        recordings.finish(self.database, recording, match, check=check)

    def drop_recording(self, recording: StoredRecording) -> None:
        """Delete a recording with all that was typed; Conflict if it was taken over."""
        recordings.drop(self.database, recording)

    def bots(self) -> list[BotEntry]:
        """Every bot in every version, by name, target and version."""
        columns = (BOT.c.name, BOT.c.target, BOT.c.version)
        with self.database.reading() as connection:
            rows = connection.execute(select(*columns).order_by(*columns)).all()
        return [BotEntry(*row) for row in rows]

    def bot_histories(self) -> list[BotHistory]:
        """Every bot in every version with its runs, by name, target and version."""
        return bots.histories(self.database)

    def bot_faults(self, name: str, run: str | None = None) -> Iterator[BotFault]:
        """Faults of a bot in a run or in all, by run and match; NotFound for an unknown bot."""
        bots.require_bot(self.database, name)
        return bots.bot_faults(self.database, name, run)

    def sayings(self, name: str, run: str | None = None) -> list[BotOutput]:
        """What the processes of a bot wrote to stderr, in order."""
        return bots.sayings(self.database, name, run)

    def keep_event_saying(self, event: StoredEvent, bot: BotEntry, text: str) -> None:
        """Store what a bot's process wrote to stderr at the tables of an event."""
        bots.keep_event_saying(self.database, event.id, bot, text)

    def keep_saying(self, run: StoredRun, bot: BotEntry, text: str) -> None:
        """Store what a bot's process wrote to stderr in a session of a run."""
        bots.keep_saying(self.database, run, bot, text)
