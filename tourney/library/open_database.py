"""A database for a Python program: its runs, events, players, ratings and matches."""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import datetime
from os import PathLike, fspath
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from engines.messages import Message, say
from tourney.app.choose import chosen_event, planned_event
from tourney.app.export_tables import EXPORTED_TABLES
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.library.data_rows import DataRows
from tourney.library.read_match import Match, Picture
from tourney.library.script_host import ScriptHost
from tourney.proofs.announced import seeds_are_secret
from tourney.runs.run_schedule import total
from tourney.store import Database, open_store
from tourney.store.analyses import analysis_of
from tourney.store.events import stored_events
from tourney.store.matches import (
    LOGS,
    event_matches,
    match_count,
    match_named,
    run_matches,
    stored_matches,
)
from tourney.store.runs import StoredRun, all_runs, run_named

if TYPE_CHECKING:
    from tourney.render.text_tables import Table

Lang: TypeAlias = Literal["en", "ja"]
Points: TypeAlias = str
"""A point system, as `--points` names it."""


def open(path: str | PathLike[str], *, writable: bool = False, lang: Lang = "en") -> "OpenDatabase":
    """The database at a path or URL, to be closed at the end of a `with`.

    It is opened for reading, and whatever writes is refused; with `writable` a missing file is
    made. NotFound without a database, Conflict for a file of another program or version. `lang` is
    the language of notes and drawings.
    """
    target = fspath(path)
    store = open_store(target, create=writable, read_only=not writable)
    return OpenDatabase(store, lang)


class OpenDatabase:
    """An open database."""

    def __init__(self, store: Database, lang: Lang = "en", gone: Message | None = None) -> None:
        self.lang = lang
        self._opened = store
        self._closed = False
        self._gone = gone or say("library.closed", database=quoted(store.place.shown))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; a match that is being read from it ends with an error."""
        self._closed = True
        self._opened.close()

    def run(self, name: str) -> "Run":
        """The run with this name; NotFound."""
        return Run(self, run_named(self.store(), name.removeprefix("run:")))

    def runs(self) -> "list[Run]":
        """All runs, oldest first."""
        return [Run(self, run) for run in all_runs(self.store())]

    def event(self, name: str) -> "PlayedEvent":
        """The event with this name, or these first letters or initials; NotFound."""
        event = chosen_event(self.store(), f"event:{name.removeprefix('event:')}")
        if event is None:
            raise NotFound(say("app.no-event", name=quoted(name)))
        return PlayedEvent(self, event)

    def events(self) -> "list[PlayedEvent]":
        """The events that were made with `tourney event new`, oldest first."""
        return [PlayedEvent(self, event.name) for event in stored_events(self.store())]

    def match(self, name: str | int) -> Match:
        """The match with this name, such as `demo/7`, or this id in the database; NotFound."""
        return self.as_match(match_named(self.store(), str(name).removeprefix("match:")))

    def matches(self) -> Iterator[Match]:
        """All matches, those of runs first, one after the other: only one is in memory."""
        return self.streamed(stored_matches(self.store()))

    def players(self) -> DataRows:
        """All players with their aliases and how many recorded matches they have."""
        return self.rows(lambda host: EXPORTED_TABLES["players"](host, (None,)))

    def ratings(self, game: str | None = None) -> DataRows:
        """How strong players are: in every game, in one, or (`all`) in all games together."""
        # The matrices are small: several threads would wait longer than they compute.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from tourney.app.rated_matches import WantedMatches, load, scope_of
        from tourney.exports.people_tables import ratings_table

        def made(host: ScriptHost) -> "Table":
            scope = scope_of(host, WantedMatches(game))
            return ratings_table({name: load(host, scope, name) for name in scope.games})

        return self.rows(made)

    def add(self, path: str | PathLike[str]) -> dict[str, int]:
        """Import the matches of a file of records, as `tourney import` does: all of them or none.

        Returns what has become of how many matches: `new`, or `same` if it was there. The problems
        of a file that is refused are notes of the error.
        """
        from tourney.app.check_records import file_content
        from tourney.app.import_records import AskedImport, import_files

        host = ScriptHost(self.store, self.lang)
        asked = AskedImport([fspath(path)], file_content, "tmr", "error", "new")
        try:
            return dict(import_files(host, asked))
        except TourneyError as error:
            for problem in host.notes:
                error.add_note(problem)
            raise

    def store(self) -> Database:
        """The open database of the use cases; Conflict after it was closed."""
        if self._closed:
            raise Conflict(self._gone)
        return self._opened

    def rows(self, make: "Callable[[ScriptHost], Table]") -> DataRows:
        """The table that a use case makes, with what it says."""
        host = ScriptHost(self.store, self.lang)
        table = make(host)
        return DataRows(table, host.notes, self.lang)

    def plot(self, what: str, names: Sequence[str], **given: str | None) -> Picture:
        """A chart, as `tourney plot` draws it."""
        from tourney.app.draw_charts import PLOTS, AskedChart, make_chart
        from tourney.pictures.charts import draw
        from tourney.pictures.look import ChartLook

        if what not in PLOTS:
            raise UsageFault(say("library.no-chart", what=quoted(what), known=", ".join(PLOTS)))
        host = ScriptHost(self.store, self.lang)
        chart = make_chart(host, AskedChart(what, names, **given))
        return Picture(draw(chart, ChartLook(lang=self.lang, standalone=True)))

    def as_match(self, match: StoredMatch) -> Match:
        """A stored match with its analysis, which is read when it is asked for."""
        return Match(match, self.lang, analysis=lambda: analysis_of(self.store(), match.id))

    def streamed(self, found: Iterator[StoredMatch]) -> Generator[Match, None, None]:
        """Matches one after the other; Conflict if the database is closed meanwhile."""
        self.store()
        while (match := next(found, None)) is not None:
            yield self.as_match(match)
            self.store()


class Run:
    """A run of bots: its settings, its results, its matches.

    `bots` maps the names of the bots to their targets. `seed` is empty for a sealed run that has
    not been opened. `notes` is what `tourney.play` said when it played the run.
    """

    def __init__(self, database: OpenDatabase, run: StoredRun, notes: Sequence[str] = ()) -> None:
        spec = run.spec
        self.database = database
        self.name = spec.name
        self.game = spec.game
        self.options: dict[str, str] = dict(spec.options)
        self.seats = spec.seats
        self.deals = spec.deals
        self.seed = "" if seeds_are_secret(database.store(), run) else spec.seed
        self.bots: dict[str, str] = {bot.name: bot.target for bot in spec.bots}
        self.created: datetime = run.created
        self.notes = tuple(notes)
        self._run = run

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database of the run; matches that `tourney.play` kept nowhere else are gone."""
        self.database.close()

    @property
    def played(self) -> int:
        """How many matches are stored."""
        return match_count(self.database.store(), self._run)

    @property
    def planned(self) -> int:
        """How many matches the schedule has."""
        return total(self._run.spec)

    def standings(self, *, points: Points = "scaled", tiebreak: str | None = None) -> DataRows:
        """The bots in order with points, intervals of 95 % and P(best): `tourney standings`."""
        from tourney.app.run_reports import load_sums
        from tourney.exports.standings_fields import standings_table

        return self.database.rows(
            lambda host: standings_table(load_sums(host, self.name, points, tiebreak), bounds=True)
        )

    def results(self) -> DataRows:
        """A row for each seat of each match: `tourney export results`."""
        return self._exported("results")

    def crosstable(self) -> DataRows:
        """The share of matches in which the row finished above the column."""
        return self._exported("crosstable")

    def faults(self) -> DataRows:
        """A row for each fault of a bot, with its evidence."""
        return self._exported("faults")

    def _exported(self, kind: str) -> DataRows:
        name = f"run:{self.name}"
        return self.database.rows(lambda host: EXPORTED_TABLES[kind](host, [name]))

    def compare(
        self,
        other: "Run | None" = None,
        *,
        bots: tuple[str, str] | None = None,
        points: Points = "scaled",
    ) -> DataRows:
        """The difference to another run on the same deals, or between two bots, new and old.

        Each with its interval of 95 % and the probability that it is above zero: `tourney compare`.
        """
        from tourney.app.run_reports import say_compared
        from tourney.exports.run_statistics import comparison_table
        from tourney.runs.until import compare, compare_bots

        if (other is None) == (bots is None):
            raise UsageFault(say("library.compare-what"))
        if other is not None and other.database is not self.database:
            raise UsageFault(say("library.two-runs"))

        def made(host: ScriptHost) -> "Table":
            runs = [self._run, *([other._run] if other else [])]
            if bots is None:
                found = compare(host.store(), runs[0], runs[-1], points)
            else:
                found = compare_bots(host.store(), runs[0], bots, points)
            say_compared(host, runs, found)
            return comparison_table([(c.before, c.after, c.pairs, c.clean) for c in found.changes])

        return self.database.rows(made)

    def matches(self) -> Iterator[Match]:
        """The matches by number, one after the other: only one is in memory.

        Those of a run that keeps results only have no positions.
        """
        store = self.database.store()
        entries = self._run.spec.log in LOGS
        return self.database.streamed(run_matches(store, self._run, entries=entries))

    def match(self, number: int) -> Match:
        """The match with this number, from 1; NotFound."""
        return self.database.match(f"{self.name}/{number}")

    def plot(self, what: str = "standings", *, points: Points | None = None) -> Picture:
        """A chart: standings, curves, crosstable, scores, seats, lengths, times, faults or test."""
        return self.database.plot(what, [f"run:{self.name}"], points=points)

    def __repr__(self) -> str:
        return f"<Run {self.name}: {self.game}, {', '.join(self.bots)}>"


class PlayedEvent:
    """An event of people, with a plan or known only by the headers of its records."""

    def __init__(self, database: OpenDatabase, name: str) -> None:
        self.database = database
        self.name = name

    def standings(self, *, stage: str | None = None, points: Points | None = None) -> DataRows:
        """The players in order, over all stages or of one: `tourney standings`."""
        from tourney.app.event_session import EventSession
        from tourney.app.event_views import Shown, load_event, show_standings
        from tourney.exports.standings_fields import event_table

        store = self.database.store()
        planned = planned_event(store, self.name)

        def made(host: ScriptHost) -> "Table":
            if planned is not None:
                show_standings(EventSession(host, store, planned), Shown(stage, points))
                return host.tables[-1]
            return event_table(load_event(host, store, self.name, points or "scaled").sums)

        return self.database.rows(made)

    def results(self) -> DataRows:
        """A row for each seat of each match: `tourney export results`."""
        return self._exported("results")

    def crosstable(self) -> DataRows:
        """The share of common matches in which the row finished above the column."""
        return self._exported("crosstable")

    def _exported(self, kind: str) -> DataRows:
        name = f"event:{self.name}"
        return self.database.rows(lambda host: EXPORTED_TABLES[kind](host, [name]))

    def players(self) -> DataRows:
        """Who takes part, with numbers and who has left; NotFound without a plan."""
        from tourney.app.event_session import event_session
        from tourney.app.event_views import players_table

        return self.database.rows(lambda host: players_table(event_session(host, self.name)))

    def tables(self) -> list[dict[str, Any]]:
        """The tables of all rounds with players and results; NotFound without a plan."""
        from tourney.app.event_session import event_session
        from tourney.app.event_views import table_objects

        host = ScriptHost(self.database.store, self.database.lang)
        return table_objects(event_session(host, self.name), ())

    def matches(self) -> Iterator[Match]:
        """The matches of the event, one after the other: only one is in memory."""
        store = self.database.store()
        return self.database.streamed(event_matches(store, self.name, entries=True))

    def plot(self, what: str = "standings", *, stage: str | None = None) -> Picture:
        """A chart: standings, curves, crosstable or scores."""
        return self.database.plot(what, [f"event:{self.name}"], stage=stage)

    def __repr__(self) -> str:
        return f"<PlayedEvent {self.name}>"
