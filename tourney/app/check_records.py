"""Checks many records, in this process or in others.

Whoever checks matches of a run reads them from the database: the runner only hands out numbers.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, TourneyError, Unreachable, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.domain.safe_text import visible
from tourney.records import Document, from_json, read_bytes
from tourney.records.check_report import CheckLine, CheckRequest, RecordSource, check_source

if TYPE_CHECKING:
    from tourney.store import Database
    from tourney.store.runs import StoredRun

# The database is imported where it is read: files of records are checked without it.


class RunMatch(NamedTuple):
    """A match of a run in the database."""

    run: str
    number: int


Source: TypeAlias = RecordSource | tuple[str, RunMatch]
"""A record below its name, or where it is."""


class AskedChecks(NamedTuple):
    """How to check and report, and the database to read from."""

    request: CheckRequest
    database: str


def file_content(name: str) -> bytes:
    """The bytes of a file of records; NotFound, or UsageFault for a folder."""
    path = Path(name)
    if "\0" in name:  # the system would raise a ValueError, which looks like a bug
        raise NotFound(say("app.nul-name", name=quoted(name)))
    if path.is_dir():
        raise UsageFault(say("app.a-folder", name=quoted(name)))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NotFound(say("app.no-file", name=quoted(name))) from None


def parsed(data: bytes, name: str) -> Document:
    """Read a document from text or JSON, depending on the first character."""
    if data.lstrip()[:1] != b"{":
        return read_bytes(data)
    try:
        return from_json(data)
    except DataFault as fault:
        raise DataFault(say("app.in-file", name=visible(name), fault=fault.message)) from None


def numbered(store: "Database", name: str, after: int) -> Iterator[Source] | None:
    """The matches of a run above a number; None if their records cannot be made."""
    from tourney.store.matches import LOGS, NumberRange, finished_numbers
    from tourney.store.runs import run_named

    run = run_named(store, name)
    if run.spec.log not in LOGS or run.spec.game not in GAMES:
        return None
    numbers = finished_numbers(store, run, NumberRange(after))
    return ((f"{name}/{number}", RunMatch(name, number)) for number in numbers)


def corrected(match: StoredMatch) -> Message | None:
    """What to say of a corrected match: what is stored may differ from what was played."""
    if match.revision == 1:
        return None
    return say("app.match-is-corrected", match=match.name, number=match.revision)


class RecordChecking:
    """Checks sources one after the other; a job for worker processes."""

    def __init__(self, asked: AskedChecks) -> None:
        self._asked = asked
        self._files = ExitStack()
        self._store: Database | None = None
        self._runs: dict[str, StoredRun] = {}

    def work(self, items: Sequence[Source]) -> list[CheckLine]:
        """The lines of the report for these sources."""
        lines: list[CheckLine] = []

        def run_of(source: Source) -> str | None:
            return source[1].run if isinstance(source[1], RunMatch) else None

        for run, group in groupby(items, run_of):
            if run is None:
                for source in group:
                    lines += self.lines(source)
            else:
                found = (content for _, content in group)
                lines += self._of_run(run, [at.number for at in found if isinstance(at, RunMatch)])
        return lines

    def lines(self, source: Source) -> Iterator[CheckLine]:
        """The lines of the report for a source."""
        name, content = source
        if isinstance(content, RunMatch):
            return self._of_run(content.run, [content.number])
        return check_source(name, content, self._asked.request)

    def _of_run(self, name: str, numbers: Sequence[int]) -> Iterator[CheckLine]:
        """The lines for matches of a run, whose numbers ascend."""
        from tourney.store import open_store
        from tourney.store.matches import NumberRange, run_matches
        from tourney.store.runs import run_named

        asked, wanted = self._asked.request, frozenset(numbers)
        try:
            if self._store is None:
                self._store = self._files.enter_context(open_store(self._asked.database))
            if name not in self._runs:
                self._runs[name] = run_named(self._store, name)
            run, stretch = self._runs[name], NumberRange(numbers[0] - 1, numbers[-1])
            for match in run_matches(self._store, run, stretch=stretch):
                if int(match.name.rpartition("/")[2]) not in wanted:
                    continue  # stored only now
                if known := corrected(match):
                    yield CheckLine(talk=known.text(asked.lang))
                yield from check_source(match.name, match, asked)
        except Unreachable:
            raise
        except TourneyError as error:  # the others are still checked
            yield CheckLine(talk=f"tourney: {error.text(asked.lang)}", code=error.exit_code)

    def close(self) -> None:
        """Close the database."""
        self._files.close()
