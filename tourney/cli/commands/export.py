"""`tourney export`: write data from the database for other programs."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from tourney.cli.base import App, command
from tourney.cli.choose import choose, choose_run
from tourney.cli.event_results import chosen_event, load_event
from tourney.cli.player_messages import VOID
from tourney.cli.run_results import load_sums
from tourney.cli.usage import OneWordOf
from tourney.cli.wording import counted
from tourney.domain.errors import UsageFault
from tourney.domain.matches import StoredMatch
from tourney.events.messages import RUN

if TYPE_CHECKING:
    from tourney.render.tables import Row
    from tourney.store import Store, StoredRun

Names = Sequence[str | None]

SUFFIXES = {
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".txt": "plain",
}


def _standings(app: App, names: Names) -> None:
    from tourney.exports.standings import standings_table

    if len(names) > 1:
        raise UsageFault(f"{len(names)} names given; standings take one run or event")
    store = app.store()
    event = chosen_event(store, names[0])
    if event is not None:
        app.show(standings_table(load_event(app, store, event).sums))
        return
    app.show(standings_table(load_sums(app, choose_run(store, names[0]).spec.name, "scaled", None)))


def _results(app: App, names: Names) -> None:
    from tourney.exports.moves import match_results, results_table, run_results

    store = app.store()

    def rows(found: "StoredRun | StoredMatch") -> "Iterator[Row]":
        if isinstance(found, StoredMatch):
            return match_results(found) if found.status != "void" else iter(())
        return run_results(found.spec.name, store.results(found))

    parts = _parts(store, names, entries=False)
    _say_corrected(app, store, parts)
    app.show(results_table(chain.from_iterable(map(rows, parts))))


def _matches(app: App, names: Names) -> None:
    from tourney.exports.moves import matches_table

    app.show(matches_table(_stored(app, names, entries=False)))


def _moves(app: App, names: Names) -> None:
    from tourney.exports.moves import moves_table

    app.show(moves_table(_stored(app, names, entries=True)))


def _tmr(app: App, names: Names) -> None:
    from tourney.exports.tmr import record_texts

    if app.settings["format"].source == "--format" or app.columns:
        raise UsageFault("tmr records are text; remove --format and --columns")
    app.write("")  # no match makes an empty file, not none
    for text in record_texts(_stored(app, names, entries=True)):
        app.write(text)


def _stored(app: App, names: Names, *, entries: bool) -> Iterator[StoredMatch]:
    """Matches of runs and single matches, in the order named; all names are looked up first."""
    store = app.store()
    parts = _parts(store, names, entries=entries)
    _say_corrected(app, store, parts)
    return chain.from_iterable([_each(store, part, entries) for part in parts])


def _parts(store: "Store", names: Names, *, entries: bool) -> "list[StoredRun | StoredMatch]":
    """The runs and matches of these names; an event is its matches."""
    parts: list[StoredRun | StoredMatch] = []
    for name in names:
        event = chosen_event(store, name) if name and name.startswith("event:") else None
        if event is None:
            parts.append(choose(store, name, entries=entries))
        else:
            parts += store.event_matches(event, entries=entries)
    return parts


def _say_corrected(app: App, store: "Store", parts: "Sequence[StoredRun | StoredMatch]") -> None:
    """Say which of the exported matches were corrected, and which runs have void matches."""
    for part in parts:
        if not isinstance(part, StoredMatch):
            void = store.void_matches(part)
            if void:
                app.say(VOID(what=RUN(name=part.spec.name), matches=counted(void)))
        elif part.revision > 1:
            app.say(f"match {part.name}: revision {part.revision}, corrected")


def _each(store: "Store", part: "StoredRun | StoredMatch", entries: bool) -> Iterator[StoredMatch]:
    if isinstance(part, StoredMatch):
        return iter((part,))
    return store.matches(part, entries=entries)


def _event(app: App, names: Names) -> None:
    from tourney.cli.event_files import export_event

    export_event(app, names)


KINDS: dict[str, Callable[[App, Names], None]] = {
    "standings": _standings,
    "results": _results,
    "matches": _matches,
    "moves": _moves,
    "tmr": _tmr,
    "event": _event,
}


@command("export", short_help="write results, moves and records to files")
@click.argument("kind", type=OneWordOf(list(KINDS)))
@click.argument("names", metavar="[RUN|MATCH|event:NAME]…", nargs=-1)
def export(app: App, kind: str, names: tuple[str, ...]) -> None:
    """Write data of runs, matches and events to stdout, or to FILE with -o FILE.

    Tables are written as csv unless --format or the suffix of FILE selects another format; csv,
    json and jsonl are streamed row by row. tmr writes the records of the matches. Names can be
    omitted if the database holds one run.
    """
    if app.settings["format"].source == "default":
        app.format = SUFFIXES.get(PurePath(app.output or "").suffix.lower(), "csv")
    KINDS[kind](app, names or (None,))
    if app.output not in (None, "-"):
        app.say(f"wrote {kind} to {app.output}")
