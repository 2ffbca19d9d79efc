"""`tourney export`: write data from the database for other programs."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from tourney.cli.base import App, command
from tourney.cli.choose import choose, choose_run
from tourney.cli.run_results import load_sums
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault
from tourney.domain.matches import StoredMatch

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
        raise UsageFault(f"{len(names)} runs given; standings take one run")
    app.show(
        standings_table(load_sums(app, choose_run(app.store(), names[0]).spec.name, "scaled", None))
    )


def _results(app: App, names: Names) -> None:
    from tourney.exports.moves import match_results, results_table, run_results

    store = app.store()

    def rows(found: "StoredRun | StoredMatch") -> "Iterator[Row]":
        if isinstance(found, StoredMatch):
            return match_results(found)
        return run_results(found.spec.name, store.results(found))

    parts = [choose(store, name, entries=False) for name in names]
    app.show(results_table(chain.from_iterable(map(rows, parts))))


def _matches(app: App, names: Names) -> None:
    from tourney.exports.moves import matches_table

    app.show(matches_table(_stored(app.store(), names, entries=False)))


def _moves(app: App, names: Names) -> None:
    from tourney.exports.moves import moves_table

    app.show(moves_table(_stored(app.store(), names, entries=True)))


def _tmr(app: App, names: Names) -> None:
    from tourney.exports.tmr import record_texts

    if app.settings["format"].source == "--format" or app.columns:
        raise UsageFault("tmr records are text; remove --format and --columns")
    app.write("")  # no match makes an empty file, not none
    for text in record_texts(_stored(app.store(), names, entries=True)):
        app.write(text)


def _stored(store: "Store", names: Names, *, entries: bool) -> Iterator[StoredMatch]:
    """Matches of runs and single matches, in the order named; all names are looked up first."""
    parts = [choose(store, name, entries=entries) for name in names]
    return chain.from_iterable([_each(store, part, entries) for part in parts])


def _each(store: "Store", part: "StoredRun | StoredMatch", entries: bool) -> Iterator[StoredMatch]:
    if isinstance(part, StoredMatch):
        return iter((part,))
    return store.matches(part, entries=entries)


KINDS: dict[str, Callable[[App, Names], None]] = {
    "standings": _standings,
    "results": _results,
    "matches": _matches,
    "moves": _moves,
    "tmr": _tmr,
}


@command("export", short_help="write results, moves and records to files")
@click.argument("kind", type=OneWordOf(list(KINDS)))
@click.argument("names", metavar="[RUN|MATCH]…", nargs=-1)
def export(app: App, kind: str, names: tuple[str, ...]) -> None:
    """Write data of runs and matches to stdout, or to FILE with -o FILE.

    Tables are written as csv unless --format or the suffix of FILE selects another format; csv,
    json and jsonl are streamed row by row. tmr writes the records of the matches. Names can be
    omitted if the database holds one run.
    """
    if app.settings["format"].source == "default":
        app.format = SUFFIXES.get(PurePath(app.output or "").suffix.lower(), "csv")
    KINDS[kind](app, names or (None,))
    if app.output not in (None, "-"):
        app.say(f"wrote {kind} to {app.output}")
