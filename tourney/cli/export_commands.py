"""`tourney export`: write data from the database for other programs."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from errno import ENOTDIR
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from engines.games import Registry, must_be
from engines.messages import Sentence, say
from tourney.app.export_matches import Names, chosen_matches
from tourney.app.export_tables import EXPORTED_TABLES
from tourney.cli.base import App, command
from tourney.cli.output import BINARY, TABLE_ENDINGS, errors_name, format_of_file, replaced_file
from tourney.cli.settings import FORMATS, bgg_ids
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import StoredMatch

if TYPE_CHECKING:
    from tourney.render.text_tables import CsvStyle, Table


class TableFile:
    """The file that `tourney export` writes to: its format, and the style of csv."""

    def __init__(
        self, app: App, endings: "Mapping[str, str]", format: str | None, style: "CsvStyle"
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
        by_ending = None
        # Parquet and split records (which have no `endings`) may be written into a folder.
        if not self._in_folder or (given != "parquet" and endings):
            by_ending = format_of_file(app.output, endings, given)
        # Other programs read csv; a table for people comes only if somebody has asked for it.
        self.format = given or by_ending or ("csv" if source == "default" else app.format)
        if style != PLAIN_CSV and self.format != "csv":
            raise UsageFault(say("cli.csv-only", format=self.format))
        if self.format in BINARY and app.output in (None, "-"):
            raise UsageFault(say("cli.needs-file", format=self.format))

    def write(self, table: "Table", name: str) -> None:
        """Write a table; `name` is that of its sheet, or of each of its files in a folder."""
        app = self._app
        app.format = self.format
        if self.format != "parquet" or not self._in_folder:
            app.show(table, self._style, name)
            return
        from tourney.exports.typed_files import write_parts

        chosen = table.select(app.columns) if app.columns else table
        with filled_folder(Path(os.path.realpath(str(app.output)))) as (folder, drafts):
            names = write_parts(chosen, drafts, name)
        # An earlier export may have had more files: a reader of the folder would count those too.
        for old in folder.glob(f"{name}-[0-9][0-9][0-9][0-9][0-9].parquet"):
            if old.name not in names:
                old.unlink()
        app.say(say("cli.wrote-files", count=len(names)))

    @property
    def _in_folder(self) -> bool:
        """Whether -o names a folder: one that exists, or with a slash at its end."""
        output = self._app.output or ""
        return output.endswith("/") or os.path.isdir(output)

    def path(self) -> AbstractContextManager[Path]:
        """A draft of the file of -o, which takes its place if nothing fails."""
        assert self._app.output is not None
        return replaced_file(Path(os.path.realpath(self._app.output)))


@contextmanager
def filled_folder(folder: Path) -> Iterator[tuple[Path, Path]]:
    """A folder, and one for drafts, whose files get there when all are complete.

    The folder is made if it is missing; errors name it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from error
    # The drafts lie in the folder itself, as a file can only be renamed within a file system.
    with (
        errors_name(folder),
        TemporaryDirectory(prefix=".tourney-", suffix=".part", dir=folder) as drafts,
    ):
        yield folder, Path(drafts)
        for draft in sorted(Path(drafts).iterdir()):
            os.replace(draft, folder / draft.name)


class Asked(NamedTuple):
    """What an export is asked for; `own` are the options that only some kinds have."""

    app: App
    names: Names
    file: TableFile
    own: Mapping[str, Any]

    def matches(self, *, entries: bool = False) -> Iterator[StoredMatch]:
        """The matches that are named."""
        store = self.app.store()
        return chosen_matches(self.app, store, self.names, entries=entries)


class OwnOption(NamedTuple):
    """An option that one kind has: how click reads it, and what others refuse it with.

    With an option into a `folder`, -o must name one; `folder` is what is said without it.
    """

    name: str
    read: Callable[[Callable[..., Any]], Callable[..., Any]]
    refusal: Sentence
    folder: Sentence | None = None


class ExportKind(NamedTuple):
    """A kind of export: what makes it, and the files and options that it has.

    `make` returns a table, or pieces of text, or nothing if it has written by itself. `endings` are
    formats by the ending of the file; a kind without them is a table, in every format of tables.
    `formats` are those of another kind that --format can choose, the first one by default.
    """

    make: "Callable[[Asked], Table | Iterable[str] | None]"
    endings: Mapping[str, str] | None = None
    formats: Sequence[str] = ()
    options: Sequence[OwnOption] = ()


def of_table(make: Callable[[App, Names], "Table"]) -> ExportKind:
    """A kind that is a table and needs nothing of the command line."""
    return ExportKind(lambda asked: make(asked.app, asked.names))


def _bgg(asked: Asked) -> "Table":
    from tourney.exports.bgstats import bgg_table

    return bgg_table(asked.matches(), bgg_ids(asked.app.settings["bgg_ids"]))


def _tmr(asked: Asked) -> "Iterable[str] | None":
    from tourney.exports.match_tables import record_texts, write_split

    matches = asked.matches(entries=True)
    if asked.own["split"] is None:
        return record_texts(matches)
    with filled_folder(Path(os.path.realpath(str(asked.app.output)))) as (_, drafts):
        names = write_split(matches, asked.own["split"], drafts)
    asked.app.say(say("cli.wrote-files", count=len(names)))
    return None


def _event(asked: Asked) -> None:
    from tourney.app.transfer_event import export_event

    export_event(asked.app, asked.names)


def _sqlite(asked: Asked) -> None:
    from tourney.app.snapshot_export import fill_snapshot
    from tourney.store.care import frozen
    from tourney.store.snapshot_file import SnapshotFile

    app = asked.app
    if app.output in (None, "-"):
        raise UsageFault(say("cli.needs-file", format="sqlite"))
    store, final = app.store(), Path(str(app.output))
    with (
        asked.file.path() as path,
        frozen(store, path.parent, final) as copy,  # the matches as they are at one instant
        SnapshotFile(path, final) as snapshot,
    ):
        fill_snapshot(app, copy, asked.names, snapshot)


def _observations(asked: Asked) -> None:
    from json import dumps

    from tourney.exports.observations import observation_rows

    rows = observation_rows(asked.matches(entries=True), features=asked.own["features"])
    if asked.file.format == "parquet":
        from tourney.exports.typed_files import write_observations

        with asked.file.path() as path:
            write_observations(rows, path)
        return
    asked.app.write("")  # as in `export`: no row makes an empty file
    for row in rows:
        asked.app.write_json(f"{dumps(row, ensure_ascii=False)}\n")


def _bgstats(asked: Asked) -> None:
    from tourney.exports.bgstats import plays
    from tourney.render.text import json_text

    converted = plays(asked.matches(), bgg_ids(asked.app.settings["bgg_ids"]))
    asked.app.write_json(f"{json_text(converted.document)}\n")
    for name, reason in converted.left_out:
        asked.app.say(say("exports.left-out", where=name, fault=reason))


def _ics(asked: Asked) -> None:
    from tourney.app.event_calendar import export_calendar

    export_calendar(asked.app, asked.names)


def _proof(asked: Asked) -> "Iterable[str] | None":
    from tourney.app.sealed_runs import proof_of

    lines = (f"{line}\n" for line in proof_of(asked.app, asked.names))
    if not str(asked.app.output).endswith(".gz"):
        return lines
    import gzip

    # Without the time and the name of a file, so that the same proof is the same file.
    with (
        asked.file.path() as draft,
        draft.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, 0) as out,
    ):
        for line in lines:
            out.write(line.encode())
    return None


def _trf(asked: Asked) -> None:
    from tourney.app.pair_chess import export_trf

    export_trf(asked.app, asked.names)


SPLIT: Final = OwnOption(
    "split",
    click.option("--split", type=OneWordOf(("match", "round", "event"))),
    Sentence("cli.split-only-tmr"),
    Sentence("cli.split-folder"),
)
FEATURES: Final = OwnOption(
    "features", click.option("--features", is_flag=True), Sentence("cli.features-only")
)
_BUILT_IN: Final[Mapping[str, ExportKind]] = {
    **{kind: of_table(make) for kind, make in EXPORTED_TABLES.items()},
    "bgg": ExportKind(_bgg),
    "tmr": ExportKind(_tmr, {".tmr": "tmr", ".txt": "tmr"}, options=(SPLIT,)),
    "event": ExportKind(_event, {".json": "event"}),
    "sqlite": ExportKind(_sqlite, dict.fromkeys((".db", ".sqlite", ".sqlite3"), "sqlite")),
    "observations": ExportKind(
        _observations,
        {".jsonl": "jsonl", ".parquet": "parquet"},
        formats=("jsonl", "parquet"),
        options=(FEATURES,),
    ),
    "bgstats": ExportKind(_bgstats, {".bgsplay": "bgstats", ".json": "bgstats"}),
    "ics": ExportKind(_ics, {".ics": "ics"}),
    "proof": ExportKind(_proof, dict.fromkeys((".proof", ".jsonl", ".gz"), "proof")),
    "trf": ExportKind(_trf, dict.fromkeys((".trf", ".trfx", ".txt"), "trf")),
}


def _of_plugin(name: str, given: object) -> ExportKind:
    """The export of a plugin, which is given the matches that are named."""
    from tourney.exports.match_export import MatchExport

    found = must_be(MatchExport, given)
    return ExportKind(lambda asked: found.make(asked.matches(entries=found.moves)), found.endings)


EXPORTS: Final[Registry[ExportKind]] = Registry(_BUILT_IN, "export", _of_plugin)
"""Every kind of export. Its words, its help and the docs are texts; all else follows from here."""


class ExportName(OneWordOf):
    """A kind of export. Those of plugins are looked for when somebody types another word."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The kind; Misuse names the known ones."""
        if value not in self.choices:
            self.choices = tuple(EXPORTS)
        return super().convert(value, param, ctx)


OWN_OPTIONS: Final = (SPLIT, FEATURES)
SEPARATORS: Final = {
    None: ",", "tab": "\t", "\\t": "\t", "\t": "\t", ",": ",", ";": ";", "|": "|",
}  # fmt: skip
"""The sign that each value of --separator means: few shells can give a tab as it is."""


@command("export", endings=None)
@click.argument("kind", type=ExportName(tuple(_BUILT_IN)))
@click.argument("names", metavar="[RUN|EVENT|MATCH]…", nargs=-1)
@click.option("--format", "form", type=OneWordOf((*FORMATS, *BINARY)))
@click.option("--json", is_flag=True)
@SPLIT.read
@FEATURES.read
@click.option("--excel", is_flag=True)
@click.option("--separator", metavar="C")
def export(
    app: App,
    kind: str,
    names: tuple[str, ...],
    *,
    form: str | None,
    json: bool,
    excel: bool,
    separator: str | None,
    **own: Any,
) -> None:
    """Write data of runs, events and matches to stdout, or to FILE with -o FILE."""
    from tourney.render.text_tables import CsvStyle, Table

    chosen = EXPORTS[kind]
    given = [option for option in OWN_OPTIONS if own[option.name]]
    folder = next((option.folder for option in given if option.folder), None)
    endings = TABLE_ENDINGS if chosen.endings is None else chosen.endings
    if separator not in SEPARATORS:
        raise UsageFault(say("cli.bad-separator", text=quoted(separator)))
    style = CsvStyle(SEPARATORS[separator], excel)
    file = TableFile(app, {} if folder else endings, "json" if json else form, style)
    # An option of another kind would be ignored without a word: it is refused before any work.
    for option in sorted(given, key=lambda each: each.name):
        if option not in chosen.options:
            raise UsageFault(option.refusal())
    if folder and app.output in (None, "-"):
        raise UsageFault(folder())
    if chosen.formats:
        if not file.given and file.format not in chosen.formats:
            file.format = chosen.formats[0]
        if file.format not in chosen.formats or app.columns:
            known = ", ".join(chosen.formats)
            raise UsageFault(say("cli.formats-of-kind", kind=kind, known=known))
    elif chosen.endings is not None and (file.given or app.columns):
        raise UsageFault(say("cli.not-a-table", kind=kind))
    made = chosen.make(Asked(app, names or (None,), file, own))
    if isinstance(made, Table):
        file.write(made, kind)
    elif made is not None:
        app.write("")  # nothing at all makes an empty file, not none
        for piece in made:
            app.write(piece)
    if app.output not in (None, "-"):
        app.say(say("cli.wrote-to", what=kind, name=str(app.output)))
