"""Writes the tables of `tourney export` in every format, also as binary files."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engines.messages import say
from tourney.cli.base import App
from tourney.cli.output import BINARY, format_of_file, replaced_file
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tourney.domain.match_values import StoredMatch
    from tourney.render.tables import CsvStyle, Table


class TableFile:
    """The file that `tourney export` writes to: its format, and the style of csv."""

    def __init__(
        self, app: App, endings: "Mapping[str, str]", format: str | None, style: "CsvStyle"
    ) -> None:
        """Without a format it is that of the ending of the file, else of the settings, else csv.

        UsageFault for a style without csv, for a binary format without a file, and for an ending
        that is not in `endings`.
        """
        from tourney.render.tables import PLAIN_CSV

        self._app, self._style = app, style
        source = app.settings["format"].source
        given = format or (app.format if source == "--format" else None)
        self.given = given is not None
        found = None
        if given != "parquet" or not self._in_folder:
            found = format_of_file(app.output, endings, given)
        self.format = given or found or ("csv" if source == "default" else app.format)
        if style != PLAIN_CSV and self.format != "csv":
            raise UsageFault(say("cli.csv-only", format=self.format))
        if self.format in BINARY and app.output in (None, "-"):
            raise UsageFault(say("cli.needs-file", format=self.format))

    def refuse_format(self, kind: str) -> None:
        """UsageFault if a format or columns are given for a kind that is no table."""
        if self.given or self._app.columns:
            raise UsageFault(say("cli.not-a-table", kind=kind))

    def require_format(self, kind: str, known: "Sequence[str]") -> None:
        """Take the first known format by default; UsageFault for a format that is not known."""
        if not self.given and self.format not in known:
            self.format = known[0]
        if self.format not in known or self._app.columns:
            raise UsageFault(say("cli.formats-of-kind", kind=kind, known=", ".join(known)))

    def write(self, table: "Table", name: str) -> None:
        """Write a table; `name` is what its sheet is called."""
        app = self._app
        app.format = self.format
        if self.format == "parquet" and self._in_folder:
            self._write_parts(table.select(app.columns) if app.columns else table, name)
            return
        app.show(table, self._style, name)

    @property
    def _in_folder(self) -> bool:
        """Whether -o names a folder: one that exists, or with a slash at its end."""
        output = self._app.output or ""
        return output.endswith("/") or os.path.isdir(output)

    def _write_parts(self, table: "Table", name: str) -> None:
        """Write a table to several files of the folder of -o; those of an earlier export go."""
        from tourney.exports.parquet_file import write_parts

        with filled_folder(Path(os.path.realpath(str(self._app.output)))) as (folder, drafts):
            names = write_parts(table, drafts, name)
        for old in folder.glob(f"{name}-[0-9][0-9][0-9][0-9][0-9].parquet"):
            if old.name not in names:
                old.unlink()
        self._app.say(say("cli.wrote-files", count=len(names)))

    @contextmanager
    def path(self) -> Iterator[Path]:
        """A draft of the file of -o, which takes its place if nothing fails."""
        assert self._app.output is not None
        with replaced_file(Path(os.path.realpath(self._app.output))) as draft:
            yield draft


def write_records(app: App, matches: "Iterable[StoredMatch]", split: str) -> None:
    """Write records to files in the folder of -o, which get there when all are complete."""
    from tourney.exports.tmr import write_split

    with filled_folder(Path(os.path.realpath(str(app.output)))) as (_, drafts):
        names = write_split(matches, split, drafts)
    app.say(say("cli.wrote-files", count=len(names)))


@contextmanager
def filled_folder(folder: Path) -> Iterator[tuple[Path, Path]]:
    """A folder, and one for drafts, whose files get there when all are complete.

    The folder is made if it is missing; errors name it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with TemporaryDirectory(prefix=".tourney-", suffix=".part", dir=folder) as drafts:
            yield folder, Path(drafts)
            for draft in sorted(Path(drafts).iterdir()):
                os.replace(draft, folder / draft.name)
    except OSError as error:
        error.filename, error.filename2 = str(folder), None
        raise


def write_observations(
    app: App, matches: "Iterable[StoredMatch]", file: TableFile, *, features: bool
) -> None:
    """Write the decisions of matches."""
    from tourney.exports.observations import observation_lines, observation_rows

    rows = observation_rows(matches, features=features)
    if file.format == "parquet":
        from tourney.exports.parquet_file import write_observations as write_parquet

        with file.path() as path:
            write_parquet(rows, path)
        return
    app.write("")
    for line in observation_lines(rows):
        app.write_json(line)
