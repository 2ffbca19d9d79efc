"""`tourney export`: write data from the database for other programs."""

from typing import TYPE_CHECKING, Final, NamedTuple

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.export_files import TableFile
from tourney.cli.export_parts import Names, chosen_matches
from tourney.cli.output import BINARY, TABLE_ENDINGS
from tourney.cli.settings import FORMATS
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SPLITS: Final = ("match", "round", "event")
TABLE_KINDS: Final = (
    "standings", "results", "matches", "moves", "crosstable", "ratings", "players", "faults",
    "bgg",
)  # fmt: skip


class ExportOptions(NamedTuple):
    """Options for single kinds."""

    split: str | None = None
    features: bool = False


def _tmr(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.exports.tmr import record_texts

    file.refuse_format("tmr")
    if given.split is not None:
        from tourney.cli.export_files import write_records

        write_records(app, chosen_matches(app, app.store(), names, entries=True), given.split)
        return
    app.write("")  # no match makes an empty file, not none
    for text in record_texts(chosen_matches(app, app.store(), names, entries=True)):
        app.write(text)


def _event(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.cli.event_files import export_event

    file.refuse_format("event")
    export_event(app, names)


def _sqlite(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.cli.snapshots import export_snapshot

    file.refuse_format("sqlite")
    export_snapshot(app, names, file)


def _observations(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.cli.export_files import write_observations

    file.require_format("observations", ("jsonl", "parquet"))
    found = chosen_matches(app, app.store(), names, entries=True)
    write_observations(app, found, file, features=given.features)


def _bgstats(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.cli.bgg_ids import bgg_ids
    from tourney.exports.bgstats import plays
    from tourney.render.text import json_text

    file.refuse_format("bgstats")
    found = plays(chosen_matches(app, app.store(), names), bgg_ids(app))
    app.write_json(f"{json_text(found.document)}\n")
    for name, reason in found.left_out:
        app.say(say("exports.left-out", where=name, fault=reason))


def _ics(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.cli.calendars import export_calendar

    file.refuse_format("ics")
    export_calendar(app, names)


def _trf(app: App, names: Names, file: TableFile, given: ExportOptions) -> None:
    from tourney.cli.event_chess import export_trf

    file.refuse_format("trf")
    export_trf(app, names)


class OtherKind(NamedTuple):
    """A kind of export that is no table: its function, and formats by the ending of the file."""

    write: "Callable[[App, Names, TableFile, ExportOptions], None]"
    endings: "Mapping[str, str]"


OTHER_KINDS: "Final[dict[str, OtherKind]]" = {
    "tmr": OtherKind(_tmr, {".tmr": "tmr", ".txt": "tmr"}),
    "event": OtherKind(_event, {".json": "event"}),
    "sqlite": OtherKind(_sqlite, {".db": "sqlite", ".sqlite": "sqlite", ".sqlite3": "sqlite"}),
    "observations": OtherKind(_observations, {".jsonl": "jsonl", ".parquet": "parquet"}),
    "bgstats": OtherKind(_bgstats, {".bgsplay": "bgstats", ".json": "bgstats"}),
    "ics": OtherKind(_ics, {".ics": "ics"}),
    "trf": OtherKind(_trf, {".trf": "trf", ".trfx": "trf", ".txt": "trf"}),
}


@command("export", endings=None)
@click.argument("kind", type=OneWordOf((*TABLE_KINDS, *OTHER_KINDS)))
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
    from tourney.cli.export_kinds import TABLES
    from tourney.render.tables import CsvStyle

    endings = OTHER_KINDS[kind].endings if kind in OTHER_KINDS else TABLE_ENDINGS
    style = CsvStyle(_separator(separator), excel)
    file = TableFile(app, {} if split else endings, "json" if json else form, style)
    wanted = names or (None,)
    if features and kind != "observations":
        raise UsageFault(say("cli.features-only"))
    if split and kind != "tmr":
        raise UsageFault(say("cli.split-only-tmr"))
    if split and app.output in (None, "-"):
        raise UsageFault(say("cli.split-folder"))
    if kind in TABLES:
        file.write(TABLES[kind](app, wanted), kind)
    else:
        OTHER_KINDS[kind].write(app, wanted, file, ExportOptions(split, features))
    if app.output not in (None, "-"):
        app.say(say("cli.wrote-to", what=kind, name=str(app.output)))


def _separator(text: str | None) -> str:
    known = {None: ",", "tab": "\t", "\\t": "\t", "\t": "\t", ",": ",", ";": ";", "|": "|"}
    if text not in known:
        raise UsageFault(say("cli.bad-separator", text=quoted(text)))
    return known[text]
