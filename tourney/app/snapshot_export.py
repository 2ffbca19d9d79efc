"""A snapshot of runs, events and matches as a database for other programs."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tourney.app.export_matches import Names, chosen_matches
from tourney.app.host import Host
from tourney.domain.match_values import StoredMatch
from tourney.store.events import stored_events
from tourney.store.matches import record_matches, run_matches
from tourney.store.runs import all_runs

if TYPE_CHECKING:
    from tourney.exports.match_tables import SnapshotRow
    from tourney.store import Database
    from tourney.store.runs import StoredRun
    from tourney.store.snapshot_file import SnapshotFile


class SnapshotStanding(NamedTuple):
    """A row of `v_standings`."""

    kind: str
    name: str
    stage: str | None
    place: int
    player: str
    matches: int
    points: float
    points_exact: str
    why: str | None


def fill_snapshot(host: Host, store: "Database", names: Names, snapshot: "SnapshotFile") -> None:
    """Write the matches of a database, or the named ones, with what follows from them."""
    from tourney.events.event_records import Counting
    from tourney.exports.match_tables import match_rows

    counting = Counting(store)
    runs: dict[str, StoredRun] = {run.spec.name: run for run in all_runs(store)}
    met_runs, met_events = dict[str, None](), dict[str, None]()
    for match in _matches(host, store, names, runs):
        for table, rows in match_rows(match, counting)._asdict().items():
            snapshot.add(table, rows)
        # A match of a run has no record; its id is RUN/NUMBER.
        if match.text is None:
            met_runs[match.name.rpartition("/")[0]] = None
        elif event := dict(match.headers).get("event"):
            met_events[event] = None
    # Standings of a run of which only one match was named would be wrong.
    whole = set(names) - {None}
    for run in met_runs:
        if not whole or whole & {run, f"run:{run}"}:
            snapshot.add("standing", run_standings(store, runs[run]))
    for event in met_events:
        if not whole or whole & {event, f"event:{event}"}:
            snapshot.add("standing", event_standing_rows(store, event))


def _matches(
    host: Host, store: "Database", names: Names, runs: "dict[str, StoredRun]"
) -> Iterator[StoredMatch]:
    """The wanted matches with their logs, as far as these are stored."""
    if names == (None,):
        for run in runs.values():
            yield from run_matches(store, run, entries=run.spec.log != "results", counts=True)
        yield from record_matches(store, counts=True)
        return
    seen = set[int]()
    for name in names:
        bare = (name or "").removeprefix("run:")
        # Of a run that keeps only results there are no logs to read.
        logged = bare not in runs or runs[bare].spec.log != "results"
        for match in chosen_matches(host, store, (name,), entries=logged, counts=True):
            if match.id not in seen:
                seen.add(match.id)
                yield match


def run_standings(store: "Database", run: "StoredRun") -> "Iterable[SnapshotRow]":
    """The rows of the standings of a run."""
    from tourney.runs.stored_results import read_sums

    for row in read_sums(store, run).standings():
        why = None if row.why is None else str(row.why)
        points = (float(row.points), str(row.points))
        yield SnapshotStanding("run", run.spec.name, None, row.place, row.player, row.matches,
                               *points, why)  # fmt: skip


def event_standing_rows(store: "Database", event: str) -> "Iterable[SnapshotRow]":
    """The rows of the standings of an event, of every stage with a round."""
    from tourney.events.draws import RULES
    from tourney.events.event_records import ReadEvent

    planned = next((one for one in stored_events(store) if one.name == event), None)
    read = ReadEvent(store, event, planned)
    listed = ("", *(read.names.get(entrant, f"#{entrant}") for entrant in read.state.entrants))
    for stage in read.state.stages:
        for row in RULES.standings(read.state, stage) if stage.rounds else ():
            why = None if row.why is None else row.why.text("en", listed)
            points = (float(row.points), str(row.points))
            yield SnapshotStanding("event", event, stage.plan.name or None, row.place,
                                   listed[row.entrant], row.matches, *points, why)  # fmt: skip
