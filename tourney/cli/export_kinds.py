"""The kinds of `tourney export` that are tables."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from engines.messages import say
from tourney.app.choose import choose_run, chosen_event
from tourney.cli.base import App
from tourney.cli.export_parts import Names, chosen_matches
from tourney.cli.run_results import load_sums
from tourney.domain.errors import UsageFault
from tourney.store.players import all_players

if TYPE_CHECKING:
    from tourney.render.tables import Table

MakeTable: TypeAlias = "Callable[[App, Names], Table]"


def _one(kind: str, names: Names) -> str | None:
    if len(names) > 1:
        raise UsageFault(say("cli.export-one", count=len(names), kind=kind))
    return names[0]


def _standings(app: App, names: Names) -> "Table":
    from tourney.app.event_views import stage_standings
    from tourney.exports.standings import standings_table

    name = _one("standings", names)
    store = app.store()
    planned = stage_standings(app, name)
    if planned is not None:
        return planned
    event = chosen_event(store, name)
    if event is not None:
        from tourney.app.event_views import load_event

        return standings_table(load_event(app, store, event).sums)
    return standings_table(load_sums(app, choose_run(store, name).spec.name, "scaled", None))


def _crosstable(app: App, names: Names) -> "Table":
    from tourney.exports.standings import crosstable

    name = _one("crosstables", names)
    store = app.store()
    event = chosen_event(store, name)
    if event is not None:
        from tourney.app.event_views import load_event, planned_places

        return crosstable(load_event(app, store, event).sums, planned_places(app, store, event))
    return crosstable(load_sums(app, choose_run(store, name).spec.name, "scaled", None))


def _ratings(app: App, names: Names) -> "Table":
    from tourney.cli.rating_scope import WantedMatches, load, scope_of
    from tourney.exports.ratings import ratings_table

    # The matrices are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _refuse_names("ratings", names)
    scope = scope_of(app, WantedMatches(None, None))
    return ratings_table({game: load(app, scope, game) for game in scope.games})


def _players(app: App, names: Names) -> "Table":
    from tourney.exports.people import players_table

    _refuse_names("players", names)
    return players_table((one.id, one.name, one.reading, one.aliases, one.matches)
                         for one in all_players(app.store()))  # fmt: skip


def _refuse_names(kind: str, names: Names) -> None:
    if names != (None,):
        raise UsageFault(say("cli.export-all", kind=kind))


def _results(app: App, names: Names) -> "Table":
    from tourney.events.counting import counting_results

    store = app.store()
    return counting_results(store, chosen_matches(app, store, names, counts=True))


def _matches(app: App, names: Names) -> "Table":
    from tourney.exports.moves import matches_table

    return matches_table(chosen_matches(app, app.store(), names))


def _moves(app: App, names: Names) -> "Table":
    from tourney.exports.moves import moves_table

    return moves_table(chosen_matches(app, app.store(), names, entries=True))


def _faults(app: App, names: Names) -> "Table":
    from tourney.exports.results import faults_table

    return faults_table(chosen_matches(app, app.store(), names))


def _bgg(app: App, names: Names) -> "Table":
    from tourney.cli.bgg_ids import bgg_ids
    from tourney.exports.bgstats import bgg_table

    return bgg_table(chosen_matches(app, app.store(), names), bgg_ids(app))


TABLES: Final[dict[str, MakeTable]] = {
    "standings": _standings,
    "results": _results,
    "matches": _matches,
    "moves": _moves,
    "crosstable": _crosstable,
    "ratings": _ratings,
    "players": _players,
    "faults": _faults,
    "bgg": _bgg,
}
"""By kind: the function that makes its table."""
