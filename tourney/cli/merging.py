"""Merges databases, and says what was added, what is missing and what was left out."""

import os
from collections.abc import Sequence
from functools import partial

from engines.messages import Message, Sentence, say
from tourney.cli.base import App
from tourney.cli.settings import refuse_password
from tourney.domain.errors import UsageFault, quoted
from tourney.render.text_tables import Column, Table
from tourney.runs.run_merge import MergedRun, MergeSource, MergeTarget, merge
from tourney.store import Database, open_store
from tourney.store.connect import address
from tourney.store.events import stored_events
from tourney.store.matches import record_count, unfinished_matches

NAMED = 5
"""How many ranges of missing matches are listed."""


def merge_databases(app: App, targets: Sequence[str], name: str | None) -> None:
    """Add the runs of the databases `targets` to the database of the settings."""
    for given in targets:
        refuse_password(given)
    _refuse_same(app, targets)
    sources = [
        MergeSource(address(given).shown, app.stack.enter_context(open_store(given)))
        for given in targets
    ]
    merged = merge(_target(app), sources, name)
    for source in sources:
        _say_left_out(app, source)
    app.show(_table(merged))
    for each in merged:
        _say_missing(app, each)


def _target(app: App) -> MergeTarget:
    file = address(app.db).path
    new = file is not None and not file.exists()
    create = partial(app.store, create=True)
    return MergeTarget(app.database, None if new else create(), create)


def _refuse_same(app: App, targets: Sequence[str]) -> None:
    places = [_place(given) for given in targets]
    for at, place in enumerate(places):
        if place == _place(app.db):
            raise UsageFault(
                say("cli.merge-same-database", database=quoted(address(targets[at]).shown))
            )
        if place in places[:at]:
            raise UsageFault(say("cli.merged-twice", database=quoted(address(targets[at]).shown)))


def _place(target: str) -> str:
    found = address(target)
    return os.path.realpath(found.path) if found.path else found.url.render_as_string(False)


def _say_left_out(app: App, source: MergeSource) -> None:
    """Say which things of a database are not merged."""
    counts = _other_things(source.store)
    if counts:
        app.say(say("cli.merge-left-out", database=quoted(source.name), things=counts))


def _other_things(store: Database) -> tuple[Message, ...]:
    found = {
        Sentence("cli.merge-records"): record_count(store),
        Sentence("cli.merge-events"): len(stored_events(store)),
        Sentence("cli.merge-unfinished"): len(unfinished_matches(store)),
    }
    return tuple(what(count=number) for what, number in found.items() if number)


def _table(merged: Sequence[MergedRun]) -> Table:
    columns = (
        Column("run", say("cli.h-run")),
        Column("added", say("cli.merge-h-added"), "right"),
        Column("repeated", say("cli.merge-h-repeated"), "right"),
        Column("stored", say("cli.h-stored"), "right"),
        Column("missing", say("cli.merge-h-missing"), "right"),
    )
    rows = (
        (each.run.spec.name, each.added, each.repeated, each.total - each.missing, each.missing)
        for each in merged
    )
    return Table(columns, tuple(rows))


def _say_missing(app: App, merged: MergedRun) -> None:
    name = merged.run.spec.name
    command = app.command("run", "--resume", name)
    if merged.unplayed:
        app.say(say("cli.merge-not-started", run=quoted(name), count=merged.unplayed))
    if merged.missing:
        app.say(
            say("cli.merge-missing", 
                run=quoted(name), count=merged.missing, numbers=_numbers(merged.gaps),
                command=command,
            )
        )  # fmt: skip


def _numbers(gaps: Sequence[range]) -> str:
    shown = [str(gap[0]) if len(gap) == 1 else f"{gap[0]}-{gap[-1]}" for gap in gaps[:NAMED]]
    return ", ".join((*shown, "…") if len(gaps) > NAMED else shown)
