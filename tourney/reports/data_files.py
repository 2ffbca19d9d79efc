"""The numbers of a site as CSV and JSON, in the same form as those of the command line."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tourney.events.event_records import counting_results
from tourney.exports.people_tables import ratings_table
from tourney.exports.run_statistics import faults_table, lengths_table, seats_table
from tourney.exports.standings_fields import crosstable, standings_table
from tourney.render.text_tables import CsvStyle, Table, stream
from tourney.reports.event_report import EventReport, stage_parts
from tourney.reports.source import PageSource
from tourney.runs.stored_results import fault_book, read_sums
from tourney.store.matches import match_lengths, run_matches, run_results
from tourney.store.runs import StoredRun

FORMATS: Final = ("csv", "json")
SPREADSHEET: Final = CsvStyle(excel=True)


class DataTable(NamedTuple):
    """A table of the site: its path without suffix, and a function that makes it anew."""

    path: str
    make: Callable[[], Table]

    def pieces(self, format: str) -> Iterator[str]:
        """Its text in a format; csv is for spreadsheets, so no cell is a formula there."""
        return stream(self.make(), format, SPREADSHEET)

    def files(self) -> list[str]:
        """The paths of its files."""
        return [f"{self.path}.{suffix}" for suffix in FORMATS]


def event_data(source: PageSource, report: EventReport, folder: str) -> list[DataTable]:
    """Standings of the event and of every stage, crosstable and results of an event."""
    names = source.names
    found = []
    if report.final:
        path = f"data/events/{folder}/standings"
        found.append(DataTable(path, _made(names.table, report.final.standings)))
    for stage, part in stage_parts(report, names.text):
        if not stage.rounds and len(report.stages) > 1:
            continue
        last = not report.final and stage is (report.newest or report.stages[-1])
        name = "standings" if last else f"standings{part}"
        found.append(DataTable(f"data/events/{folder}/{name}", _made(names.table, stage.standings)))
    if report.records.sums.matches:
        cross = crosstable(report.records.sums, report.places)
        found.append(DataTable(f"data/events/{folder}/crosstable", _made(names.table, cross)))
    results = DataTable(
        f"data/events/{folder}/results",
        lambda: counting_results(source.store, map(names.match, report.event.matches)),
    )
    return [*found, results]


def _made(shown: Callable[[Table], Table], table: Table) -> Callable[[], Table]:
    return lambda: shown(table)


def run_data(source: PageSource, run: StoredRun, folder: str) -> list[DataTable]:
    """Standings, crosstable, seats, lengths, faults and results of a run."""
    store, bots = source.store, [bot.name for bot in run.spec.bots]
    tables: dict[str, Callable[[], Table]] = {
        "standings": lambda: standings_table(read_sums(store, run)),
        "crosstable": lambda: crosstable(read_sums(store, run)),
        "seats": lambda: seats_table(run_results(store, run)),
        "lengths": lambda: lengths_table(
            (m.deal, m.status, m.plies) for m in match_lengths(store, run)
        ),
        "faults": lambda: faults_table(fault_book(store, run), bots),
        "results": lambda: counting_results(
            store, run_matches(store, run, entries=False, counts=True)
        ),
    }
    return [DataTable(f"data/runs/{folder}/{name}", make) for name, make in tables.items()]


def ratings_data(source: PageSource) -> DataTable:
    """The ratings of all players."""
    return DataTable("data/ratings", lambda: source.names.table(ratings_table(source.ratings)))
