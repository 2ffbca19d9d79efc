"""`tourney export`: write data from the database for other programs."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from engines.messages import say
from tourney.app.export_matches import Names, chosen_matches
from tourney.app.export_tables import EXPORTED_TABLES
from tourney.cli.base import App, command
from tourney.cli.output import BINARY, TABLE_ENDINGS, format_of_file, replaced_file
from tourney.cli.settings import FORMATS, bgg_ids
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault, quoted

if TYPE_CHECKING:
    from tourney.render.text_tables import CsvStyle, Table


class TableFile:
    """The file that `tourney export` writes to: its format, and the style of csv."""

    def __init__(
        self, app: App, endings: Mapping[str, str], format: str | None, style: "CsvStyle"
    ) -> None:
        """Without a format it is that of the ending of the file, else of the settings, else csv.

        UsageFault for a style without csv, for a binary format without a file, and for an ending
        that is not in `endings`.
        """
        from tourney.render.text_tables import PLAIN_CSV

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

    def require_format(self, kind: str, known: Sequence[str]) -> None:
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
        from tourney.exports.typed_files import write_parts

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


SPLITS: Final = ("match", "round", "event")
SEPARATORS: Final[Mapping[str | None, str]] = {
    None: ",", "tab": "\t", "\\t": "\t", "\t": "\t", ",": ",", ";": ";", "|": "|"
}  # fmt: skip
"""The sign between the cells of csv, by what may be typed."""


class ExportOptions(NamedTuple):
    """Options for single kinds."""

    split: str | None = None
    features: bool = False


def _bgg(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.exports.bgstats import bgg_table

    ids = bgg_ids(app.settings["bgg_ids"])
    file.write(bgg_table(chosen_matches(app, app.store(), names), ids), "bgg")


def _tmr(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.exports.tmr import record_texts, write_split

    file.refuse_format("tmr")
    matches = chosen_matches(app, app.store(), names, entries=True)
    if given.split is not None:
        with filled_folder(Path(os.path.realpath(str(app.output)))) as (_, drafts):
            files = write_split(matches, given.split, drafts)
        app.say(say("cli.wrote-files", count=len(files)))
        return
    app.write("")  # no match makes an empty file, not none
    for text in record_texts(matches):
        app.write(text)


def _event(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.app.transfer_event import export_event

    file.refuse_format("event")
    export_event(app, names)


def _sqlite(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.app.snapshot_export import fill_snapshot
    from tourney.store.care import frozen
    from tourney.store.snapshot_file import SnapshotFile

    file.refuse_format("sqlite")
    if app.output in (None, "-"):
        raise UsageFault(say("cli.needs-file", format="sqlite"))
    store, final = app.store(), Path(str(app.output))
    with (
        file.path() as path,
        frozen(store, path.parent, final) as copy,  # the matches as they are at one instant
        SnapshotFile(path, final) as snapshot,
    ):
        fill_snapshot(app, copy, names, snapshot)


def _observations(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.exports.observations import observation_lines, observation_rows

    file.require_format("observations", ("jsonl", "parquet"))
    matches = chosen_matches(app, app.store(), names, entries=True)
    rows = observation_rows(matches, features=given.features)
    if file.format == "parquet":
        from tourney.exports.typed_files import write_observations

        with file.path() as path:
            write_observations(rows, path)
        return
    app.write("")
    for line in observation_lines(rows):
        app.write_json(line)


def _bgstats(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.exports.bgstats import plays
    from tourney.render.text import json_text

    file.refuse_format("bgstats")
    found = plays(chosen_matches(app, app.store(), names), bgg_ids(app.settings["bgg_ids"]))
    app.write_json(f"{json_text(found.document)}\n")
    for name, reason in found.left_out:
        app.say(say("exports.left-out", where=name, fault=reason))


def _ics(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.app.event_calendar import export_calendar

    file.refuse_format("ics")
    export_calendar(app, names)


def _trf(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.app.pair_chess import export_trf

    file.refuse_format("trf")
    export_trf(app, names)


class OtherKind(NamedTuple):
    """A kind of export that needs more than a host: its function, and formats by endings."""

    write: Callable[[App, Names, TableFile, ExportOptions], None]
    endings: Mapping[str, str]


OTHER_KINDS: Final[dict[str, OtherKind]] = {
    "bgg": OtherKind(_bgg, TABLE_ENDINGS),
    "tmr": OtherKind(_tmr, {".tmr": "tmr", ".txt": "tmr"}),
    "event": OtherKind(_event, {".json": "event"}),
    "sqlite": OtherKind(_sqlite, {".db": "sqlite", ".sqlite": "sqlite", ".sqlite3": "sqlite"}),
    "observations": OtherKind(_observations, {".jsonl": "jsonl", ".parquet": "parquet"}),
    "bgstats": OtherKind(_bgstats, {".bgsplay": "bgstats", ".json": "bgstats"}),
    "ics": OtherKind(_ics, {".ics": "ics"}),
    "trf": OtherKind(_trf, {".trf": "trf", ".trfx": "trf", ".txt": "trf"}),
}


@command("export", endings=None)
@click.argument("kind", type=OneWordOf((*EXPORTED_TABLES, *OTHER_KINDS)))
@click.argument("names", metavar="[RUN|EVENT|MATCH]…", nargs=-1)
@click.option("--format", "form", type=OneWordOf((*FORMATS, *BINARY)))
@click.option("--json", is_flag=True)
@click.option("--split", type=OneWordOf(SPLITS))
@click.option("--features", is_flag=True)
@click.option("--excel", is_flag=True)
@click.option("--separator", metavar="C")
def export(
    app: App,
    kind: str,
    names: tuple[str, ...],
    *,
    form: str | None,
    json: bool,
    split: str | None,
    features: bool,
    excel: bool,
    separator: str | None,
) -> None:
    """Write data of runs, events and matches to stdout, or to FILE with -o FILE."""
    from tourney.render.text_tables import CsvStyle

    if separator not in SEPARATORS:
        raise UsageFault(say("cli.bad-separator", text=quoted(separator)))
    endings = OTHER_KINDS[kind].endings if kind in OTHER_KINDS else TABLE_ENDINGS
    style = CsvStyle(SEPARATORS[separator], excel)
    file = TableFile(app, {} if split else endings, "json" if json else form, style)
    wanted = names or (None,)
    if features and kind != "observations":
        raise UsageFault(say("cli.features-only"))
    if split and kind != "tmr":
        raise UsageFault(say("cli.split-only-tmr"))
    if split and app.output in (None, "-"):
        raise UsageFault(say("cli.split-folder"))
    if kind in EXPORTED_TABLES:
        file.write(EXPORTED_TABLES[kind](app, wanted), kind)
    else:
        OTHER_KINDS[kind].write(app, wanted, file, ExportOptions(split, features))
    if app.output not in (None, "-"):
        app.say(say("cli.wrote-to", what=kind, name=str(app.output)))
